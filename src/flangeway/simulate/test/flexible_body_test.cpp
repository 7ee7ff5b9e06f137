// A carbody that bends, in runs and modes. Theory: docs/theory/flexible_bodies.md.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/run_texts.hpp"
#include "support/load_case.hpp"
#include "support/recorded_rows.hpp"

namespace flangeway::simulate {
namespace {

using ::testing::HasSubstr;

constexpr const char* bending = FLANGEWAY_SOURCE_DIR "/models/cases/manchester_flexible_r500.toml";
constexpr const char* from_file = FLANGEWAY_SOURCE_DIR "/models/cases/manchester_modes_r500.toml";
const std::string beam = "vehicle.flexible_bodies[0].beam.";

std::vector<Mode> modes_with(const std::vector<std::string>& sets) {
  return modes(test::load_case(bending, sets), true);
}

// Soft springs hardly change the frequency of the free carbody; dampers add to its 2 %.
TEST(FlexibleBody, ItsModesAreThoseOfTheVehicle) {
  const std::vector<Mode> all = modes_with({});
  for (const double frequency : {10.0, 14.0}) {
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const Mode& mode) {
      return std::abs(mode.frequency - frequency) < 0.02 * frequency && mode.damping_ratio > 0.02 &&
             mode.damping_ratio < 0.06;
    })) << frequency;
  }
}

// Two modes bend it vertically, then two laterally.
TEST(FlexibleBody, ItsModesAreNamed) {
  const std::vector<Mode> all = modes_with({});
  for (const auto& [frequency, name] : {std::pair{10.0, "mode1"}, std::pair{14.0, "mode3"}}) {
    EXPECT_TRUE(std::any_of(all.begin(), all.end(), [frequency = frequency, name = name](const Mode& mode) {
      return std::abs(mode.frequency - frequency) < 0.02 * frequency && mode.body == "wagon_carbody" &&
             mode.coordinate == name;
    })) << frequency;
  }
}

// Those of rest have a double eigenvalue 0, which rounding makes one pair or two.
std::vector<Mode> oscillations(std::vector<Mode> all) {
  std::erase_if(all, [](const Mode& mode) { return mode.frequency < 0.1; });
  return all;
}

// The same beam by finite elements and by its closed form: all oscillations of the vehicle agree.
TEST(FlexibleBody, ModesOfAFileAreThoseOfTheBeam) {
  const std::vector<Mode> closed = oscillations(modes_with({})),
                          file = oscillations(modes(test::load_case(from_file, {}), true));
  ASSERT_EQ(file.size(), closed.size());
  EXPECT_GT(file.size(), 10u);
  for (std::size_t k = 0; k < file.size(); ++k) {
    EXPECT_NEAR(file[k].frequency, closed[k].frequency, 1e-4 * closed[k].frequency) << k;
    EXPECT_NEAR(file[k].damping_ratio, closed[k].damping_ratio, 1e-4) << k;
  }
}

TEST(FlexibleBody, BadModeFilesAreExplained) {
  const std::string file = "vehicle.flexible_bodies[0].mode_file.";
  const auto finding = [](const std::vector<std::string>& sets) {
    return test::case_findings(from_file, sets);
  };
  EXPECT_THAT(
      finding({file + "origin=[1,0,1.8]"}),
      HasSubstr("flexible_bodies[0].points: have no shapes where \"wagon_secondary_front_left\" ends on "
                "the body. Put a node there, with a shape in every mode, or raise node_distance."));
  EXPECT_THAT(
      finding({"vehicle.flexible_bodies[0].points=[{name=\"roof\",position=[0,0,4]}]"}),
      HasSubstr("flexible_bodies[0].points[0].position: is at no node of the file. Put a node there"));
  EXPECT_THAT(finding({file + "least_frequency=60"}),
              HasSubstr("flexible_bodies[0].mode_file.file: has no modes in the range of frequencies (got "));
  EXPECT_THAT(finding({file + "least_frequency=0"}),
              HasSubstr("flexible_bodies[0].mode_file.least_frequency: is out of range (got 0;"));
  EXPECT_THAT(finding({file + "file=/nowhere/body.unv"}), HasSubstr("/nowhere/body.unv"));
  EXPECT_THAT(
      finding({file + "file=" FLANGEWAY_SOURCE_DIR "/models/vehicles/manchester.toml"}),
      HasSubstr("manchester.toml: has no datasets (allowed lines with -1 before and after each dataset). "
                "Give a universal file (.unv, .uff)."));
}

TEST(FlexibleBody, AJumpOfAModeIsNamed) {
  const auto model = test::load_case(bending, {});
  const multibody::Model& vehicle = model.vehicle.bodies;
  const multibody::BodyMode& mode = vehicle.lists->flexible_bodies.at(0).modes.at(0);
  const auto words = [&](std::size_t state) {
    const JumpWords told = describe_jump(vehicle, {vehicle.auxiliary_offset() + state, 0.1, 1e-3, 2.0});
    return told.what + " by " + told.size;
  };
  EXPECT_EQ(words(mode.coordinate), "a mode of wagon_carbody by 0.01 m");
  EXPECT_EQ(words(mode.rate), "the velocity of a mode of wagon_carbody by 0.1 m/s");
}

// A stiff carbody is a rigid one: the error falls with the square of the frequency.
TEST(FlexibleBody, AStiffOneIsRigid) {
  const auto slow = [](const std::vector<Mode>& modes) {
    std::vector<double> frequencies;
    for (const Mode& mode : modes)
      if (mode.frequency > 0.1 && mode.frequency < 3) frequencies.push_back(mode.frequency);
    return frequencies;
  };
  const std::vector<double> rigid =
      slow(modes(test::load_case(bending, {"vehicle.flexible_bodies=[]"}), true));
  double before = 0;
  for (const char* frequency : {"20", "200"}) {
    const std::vector<double> stiff =
        slow(modes_with({beam + "vertical_frequency=" + frequency, beam + "lateral_frequency=" + frequency}));
    ASSERT_EQ(stiff.size(), rigid.size());
    double error = 0;
    for (std::size_t k = 0; k < rigid.size(); ++k) error = std::max(error, std::abs(stiff[k] - rigid[k]));
    if (before > 0) {
      EXPECT_LT(error, before / 20);
    }
    before = error;
  }
  EXPECT_LT(before, 1e-3);
}

TEST(FlexibleBody, ARunStartsInBalanceAndBalancesItsEnergy) {
  test::Rows rows;
  const auto record = [&](const std::string& step) {
    rows = test::rows_of(test::load_case(bending, {"initial.s=90", "integration.duration=1",
                                                   "integration.step=" + step, "output.interval=" + step}));
  };
  const auto largest_of = [&](const char* channel) {
    double size = 0;
    for (const double value : rows.at(channel)) size = std::max(size, std::abs(value));
    return size;
  };
  record("5e-4");
  const double error = largest_of("vehicle.energy_residual"), work = rows.at("vehicle.drive_work").back();
  EXPECT_LT(error, 1e-4 * work);
  EXPECT_LT(std::abs(rows.at("wagon_carbody.mode1").front()), 1e-7);  // the front stands in the transition
  EXPECT_LT(std::abs(rows.at("wagon_carbody.mode1")[1]), 1e-7);
  EXPECT_GT(largest_of("wagon_carbody.mode1"), 1e-5);
  EXPECT_LT(largest_of("wagon_carbody.mode1"), 1e-2);
  // The middle moves by −1.216 of the first mode (the ends by 2), and by none of the second.
  EXPECT_NEAR(rows.at("wagon_carbody.middle.displacement_z").back(),
              -1.2156445 * rows.at("wagon_carbody.mode1").back(), 1e-5 * largest_of("wagon_carbody.mode1"));
  record("2.5e-4");
  EXPECT_LT(largest_of("vehicle.energy_residual"), error / 5);
}

TEST(FlexibleBody, BadInputIsExplained) {
  const auto finding = [](const std::vector<std::string>& sets) {
    return test::case_findings(bending, sets);
  };
  const std::string list = "vehicle.flexible_bodies=";
  EXPECT_THAT(finding({"vehicle.flexible_bodies[0].body=carbody"}),
              HasSubstr("flexible_bodies[0].body: is none of bodies (got \"carbody\"). Name one of bodies."));
  EXPECT_THAT(finding({beam + "vertical_frequency=0", beam + "lateral_frequency=0"}),
              HasSubstr("flexible_bodies[0].beam: bends in no direction. Give vertical_frequency."));
  EXPECT_THAT(
      finding({beam + "length=18"}),
      HasSubstr("flexible_bodies[0].points: have no shapes where \"wagon_secondary_front_left\" ends on "
                "the body. Lengthen beam.length."));
  EXPECT_THAT(
      finding({list + "[{body=\"wagon_carbody\"}]"}),
      HasSubstr("flexible_bodies[0].modes: are missing, and so are beam and mode_file. Give one of them."));
  EXPECT_THAT(
      finding({"vehicle.flexible_bodies[0].modes=[{frequency=10,modal_mass=1}]"}),
      HasSubstr("flexible_bodies[0].modes: are given twice, by two of beam, mode_file and modes. Give one of "
                "them."));
  const std::string modes =
      "[{body=\"wagon_carbody\",modes=[{frequency=10,modal_mass=1}],points=[{position=[9.5,1,"
      "1.13],shapes=";
  EXPECT_THAT(
      finding({list + modes + "[0,0]}]}]"}),
      HasSubstr("flexible_bodies[0].points[0].shapes: has not three numbers for each mode (got 2; allowed "
                "3)."));
  EXPECT_THAT(
      finding({list + modes + "[0,0,1]}]}]"}),
      HasSubstr("flexible_bodies[0].modes[0].modal_mass: does not fit the shapes: largest shape² · mass of "
                "the body / modal_mass is out of range (got 3.2e+04; allowed 0.0001 to 100). Give the "
                "modal mass of shapes in this scale: 1 kg for mass-normalised shapes in 1/√kg."));
  EXPECT_THAT(finding({list + modes + "[0,0,0.01],rotations=[0,0]}]}]"}),
              HasSubstr("flexible_bodies[0].points[0].rotations: has not three numbers for each mode (got 2; "
                        "allowed 3)."));
  EXPECT_THAT(finding({list + modes + "[0,0,0.01]}]}]"}),
              HasSubstr("ends on the body. Add a point there with its shapes."));
}

}  // namespace
}  // namespace flangeway::simulate
