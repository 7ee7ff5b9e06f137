// The public interface against itself, closed forms and the errors that its users meet.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>

#include "flangeway/assess.hpp"
#include "flangeway/conicity.hpp"
#include "flangeway/contact.hpp"
#include "flangeway/contact_patch.hpp"
#include "flangeway/diagnostics.hpp"
#include "flangeway/modes.hpp"
#include "flangeway/results.hpp"
#include "flangeway/run.hpp"
#include "flangeway/simulation.hpp"
#include "flangeway/track.hpp"
#include "flangeway/version.hpp"
#include "support/allocation_guard.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string wheelset_case = FLANGEWAY_SOURCE_DIR "/models/cases/wheelset_r500.toml";

// 0.2 s of the shipped case, ten rows.
Case short_case(std::vector<std::string> settings = {}) {
  settings.insert(settings.end(), {"integration.duration=0.2", "output.interval=0.02"});
  return Case::load(wheelset_case, settings);
}

using RowList = std::vector<std::vector<double>>;

RowList rows_of(const Case& to_run, RunOptions options = {}) {
  RowList rows;
  options.on_row = [&](std::span<const double> row) {
    rows.emplace_back(row.begin(), row.end());
    return true;
  };
  EXPECT_EQ(run(to_run, options).status, RunStatus::completed);
  return rows;
}

// The text of an InputError.
template <typename Act>
std::string refusal(const Act& act) {
  try {
    (void)act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(PublicCase, ReportsEveryFaultAtOnceWithItsPlace) {
  try {
    (void)short_case({"integration.step=-1", "contact.methot=\"kec\""});
    FAIL() << "nothing was refused";
  } catch (const InputError& error) {
    const auto find = [&](const char* key) {
      const auto& all = error.diagnostics();
      return std::find_if(all.begin(), all.end(), [&](const Diagnostic& one) { return one.key == key; });
    };
    ASSERT_NE(find("contact.methot"), error.diagnostics().end());
    ASSERT_NE(find("integration.step"), error.diagnostics().end());
    EXPECT_EQ(find("contact.methot")->file, "--set");
    EXPECT_THAT(find("contact.methot")->text(), HasSubstr("method"));
    EXPECT_THAT(error.what(), HasSubstr("integration.step"));
  }
}

TEST(PublicCase, TellsItsParts) {
  const Case wheelset = short_case({"speed=12"});
  EXPECT_EQ(wheelset.speed(), 12);
  EXPECT_THAT(wheelset.wheelsets(), ElementsAre("wheelset"));
  EXPECT_THAT(wheelset.bodies(), Contains("wheelset"));
  const std::size_t y = wheelset.channel_index("wheelset.y");
  EXPECT_EQ(wheelset.channels().at(y).unit, "m");
  EXPECT_THAT(
      refusal([&] { return wheelset.channel_index("wheelset.z_"); }),
      HasSubstr("channel: is not recorded by this case (got wheelset.z_). The nearest is \"wheelset.z\"."));
}

TEST(PublicCase, FromTextsTellsWhereAFaultIs) {
  const CaseTexts case_texts{"speed = 10", "name = \"no wheels\"\nmasss = 1",
                             "name = \"straight\"\nsegments = [{ kind = \"straight\", length = 100 }]\n"
                             "rails = { profile = \"60e1\" }"};
  EXPECT_THAT(refusal([&] { return Case::from_text(case_texts); }), HasSubstr("vehicle:2:9: masss"));
}

TEST(PublicRun, WritesTheRowsThatItGives) {
  const test::TemporaryFolder folder;
  const Case wheelset = short_case();
  const RowList rows = rows_of(wheelset, {.output = folder.path() / "run.h5"});
  const Results results = Results::open(folder.path() / "run.h5");
  ASSERT_EQ(results.rows(), rows.size());
  EXPECT_EQ(results.status(), "completed");
  EXPECT_THAT(results.made_by(), HasSubstr("Flangeway " + library_version()));
  EXPECT_EQ(results.channels().size(), wheelset.channels().size());
  const std::vector<double> y = results.read("wheelset.y", {.first = 1, .every = 3});
  for (std::size_t i = 0; i < y.size(); ++i)
    EXPECT_EQ(y[i], rows.at(1 + 3 * i).at(wheelset.channel_index("wheelset.y")));
  EXPECT_THAT(refusal([&] { return results.read("wheelset.yy"); }), HasSubstr("wheelset.y"));
  EXPECT_THAT(refusal([&] { return run(wheelset, {.output = folder.path() / "run.h5"}); }),
              HasSubstr("exists"));
}

TEST(PublicRun, ContinuesWithTheSameBits) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "run.h5";
  const Case wheelset = short_case();
  const RowList whole = rows_of(wheelset);
  std::size_t taken = 0;
  RunOptions options{.output = file};
  options.on_row = [&](std::span<const double>) { return ++taken < 4; };
  const RunSummary stopped = run(wheelset, options);
  ASSERT_EQ(stopped.status, RunStatus::stopped);
  EXPECT_LT(stopped.time, 0.2);
  EXPECT_EQ(continue_run(file).status, RunStatus::completed);
  const Results results = Results::open(file);
  ASSERT_EQ(results.rows(), whole.size());
  const std::size_t yaw = wheelset.channel_index("wheelset.yaw");
  const std::vector<double> continued = results.read("wheelset.yaw");
  for (std::size_t i = 0; i < whole.size(); ++i) EXPECT_EQ(continued[i], whole[i][yaw]);
  EXPECT_NE(refusal([&] { return continue_run(file); }), "");
}

TEST(PublicRun, RefusesAControllerThatTheCaseHasNot) {
  RunOptions options;
  options.controllers["brake"] = [](double, auto, auto, double) { return std::string(); };
  EXPECT_THAT(refusal([&] { return run(short_case(), options); }),
              HasSubstr("controllers: names no controller of control.python or control.fmus (got brake)"));
}

TEST(PublicRun, SharesACaseBetweenThreads) {
  const Case wheelset = short_case();
  RowList first, second;
  std::thread other([&] { first = rows_of(wheelset); });
  second = rows_of(wheelset);
  other.join();
  EXPECT_EQ(first, second);
}

TEST(PublicSimulation, StepsThroughTheRowsOfARunWithoutAllocating) {
  const Case wheelset = short_case();
  const RowList rows = rows_of(wheelset);
  Simulation simulation(wheelset);
  const std::size_t y = wheelset.channel_index("wheelset.y");
  EXPECT_EQ(simulation.row()[y], rows.front().at(y));
  const test::AllocationGuard guard;
  for (int i = 0; i < 200; ++i) ASSERT_TRUE(simulation.step());  // of 1 ms
  const double last = simulation.row()[y];
  EXPECT_EQ(guard.count(), 0u);
  EXPECT_NEAR(simulation.time(), 0.2, 1e-12);
  EXPECT_EQ(last, rows.back().at(y));
}

TEST(PublicModes, FindTheHuntingOfAFreeWheelset) {
  const std::vector<Mode> all = modes(Case::load(wheelset_case));
  const auto is_hunting = [](const Mode& m) { return m.kind == "oscillation" && m.eigenvalue.real() > 0; };
  EXPECT_TRUE(std::any_of(all.begin(), all.end(), is_hunting));
}

TEST(PublicProfile, RefusesTheOtherKindAndBadPoints) {
  const Profile wheel = Profile::load("s1002"), rail = Profile::load("60e1");
  EXPECT_EQ(wheel.kind(), ProfileKind::wheel);
  EXPECT_NEAR(wheel.at(0).y, wheel.points().front().y, 1e-12);
  EXPECT_THAT(refusal([&] { return ContactGeometry(rail, wheel); }),
              HasSubstr("profile: is that of a rail (got 60e1; allowed a profile of a wheel)"));
  EXPECT_THAT(refusal([&] { return wheel.at(NAN); }), HasSubstr("s: is not on the profile"));
  EXPECT_THAT(refusal([] { return Profile::load("shape.txt"); }), HasSubstr("kind: is needed"));
  const std::vector<ProfilePoint> points{{0, 0}, {0.01, NAN}};
  EXPECT_NE(refusal([&] { return Profile::from_points(points, ProfileKind::rail); }), "");
}

TEST(PublicProfile, ReadsItsOwnText) {
  const Profile rail = Profile::load("60e1");
  const Profile again = Profile::from_points(rail.points(), ProfileKind::rail);
  EXPECT_NEAR(again.length(), rail.length(), 1e-4);  // corners of the definition are rounded
}

TEST(PublicContactGeometry, IsThatOfConesOnTheirRails) {
  const ContactGeometry cones(Profile::load("cone_1_20"), Profile::load("60e1"));
  const double y = 2e-3;
  const WheelsetPosition position = cones.positions(std::vector{y}).front();
  ASSERT_TRUE(position.found);
  // Roll moves the contacts on the wheels outwards by 3 % of y, and those on the heads of the rails by 2 %.
  EXPECT_NEAR(position.left.radius - position.right.radius, 2 * 0.05 * y, 0.06 * 2 * 0.05 * y);
  const std::vector<double> amplitudes{1e-3, 3e-3};
  for (const Conicity& c : equivalent_conicity(cones.radius_difference(), amplitudes)) {
    EXPECT_NEAR(c.nonlinear.value(), 0.05, 1e-3);
    EXPECT_NEAR(c.regression, 0.05, 1e-3);
  }
  EXPECT_FALSE(cones.flange_jump());
  EXPECT_THAT(refusal([&] { return equivalent_conicity(cones.radius_difference(), std::vector{-1e-3}); }),
              HasSubstr("amplitudes: is not positive (got -0.001; allowed a finite number > 0)"));
  EXPECT_NE(refusal([&] { return equivalent_conicity(cones.radius_difference(), std::vector{0.5}); }), "");
}

TEST(PublicContact, SolvesTheEllipseOfHertz) {
  const EllipticPatch ellipse = hertz(2, 3, 80e3);
  Contact contact;
  contact.set_numbers("patch.surface.curvatures", std::array{2.0, 3.0});
  contact.set_number("patch.normal_force", 80e3);
  contact.set_number("patch.speed", 20);
  contact.set_number("patch.elements.nx", 40);
  contact.set_number("patch.elements.ny", 40);
  for (const char* body : {"patch.upper.youngs_modulus", "patch.lower.youngs_modulus"})
    contact.set_number(body, 2.1e11);
  ASSERT_EQ(contact.solve(), ContactStatus::solved);
  EXPECT_NEAR(contact.patch_number(0, "max_pressure") / ellipse.pressure, 1, 0.02);
  EXPECT_NEAR(contact.patch_force(0).force[2], 80e3, 8);
  const ContactGrid grid = contact.grid(0);
  const std::vector<double> pressure = contact.field(0, "pressure");
  ASSERT_EQ(pressure.size(), grid.columns * grid.rows);
  double sum = 0;
  for (const double p : pressure) sum += p * grid.dx * grid.dy;
  EXPECT_NEAR(sum, 80e3, 8);
}

TEST(PublicContact, SaysWhatItRefuses) {
  Contact contact;
  EXPECT_THAT(refusal([&] { return contact.force("track"); }), HasSubstr("result: there is none"));
  contact.set_text("wheel_on_rail.wheel", "s1002");
  contact.set_number("wheel_on_rail.vertical_force", NAN);
  const std::string all = refusal([&] { return contact.solve(); });
  EXPECT_THAT(all, HasSubstr("wheel_on_rail.vertical_force"));
  EXPECT_THAT(refusal([&] {
                contact.set_number("patch=1\nspeed", 2);
                return 0;
              }),
              HasSubstr("key: is not the path of a key"));
}

TEST(PublicContactPatch, SmallCreepagesGiveTheLinearTheory) {
  const EllipticPatch patch = hertz(2, 3, 80e3);
  const Creepages small{1e-6, -2e-6, 0};
  const CreepForces linear = creep_forces(patch, small, 0.3, "kalker_linear");
  // F = −G a b C ξ
  const double scale = Material{}.shear_modulus() * patch.a * patch.b;
  EXPECT_NEAR(linear.longitudinal, -scale * patch.c11 * 1e-6, 1e-6 * scale * 1e-6);
  EXPECT_NEAR(linear.lateral, scale * patch.c22 * 2e-6, 1e-6 * scale * 1e-6);
  const CreepForces fast =
      fastsim(patch, small, 0.3, {.elements = 200});  // 0.7 % too large, with 50 elements 3.1 %
  EXPECT_NEAR(fast.longitudinal / linear.longitudinal, 1, 0.01);
  EXPECT_NEAR(fast.lateral / linear.lateral, 1, 0.01);
  EXPECT_THAT(creep_laws(), Contains("polach"));
  EXPECT_THAT(refusal([&] { return creep_forces(patch, small, 0.3, "polac"); }),
              HasSubstr("law: is not known (got polac"));
  EXPECT_THAT(refusal([&] { return hertz(0, 3, 80e3); }), HasSubstr("longitudinal: is not positive (got 0;"));
  EXPECT_THAT(refusal([&] {
                return creep_forces(patch, {NAN, 0, 0}, 0.3, "polach");
              }),
              HasSubstr("are not finite"));
}

TEST(PublicTrack, TellsItsCurve) {
  const Track track = Track::from_text(
      "name = \"curve\"\n[rails]\nprofile = \"60e1\"\n"
      "[[segments]]\nkind = \"circular\"\nlength = 100\nradius = 500\ncant = 0.1\n");
  EXPECT_EQ(track.length(), 100);
  EXPECT_NEAR(track.curvature(50), 1.0 / 500, 1e-12);
  EXPECT_NEAR(track.cant(50), 0.1, 1e-12);
  ASSERT_EQ(track.segments().size(), 1u);
  EXPECT_NEAR(track.centreline(50)[1], 500 * (1 - std::cos(0.1)), 1e-4);
  EXPECT_EQ(track.irregularities(50).y_left, 0);
  EXPECT_THAT(refusal([] { return Track::from_text("segments = 3"); }), HasSubstr("track:1:"));
}

TEST(PublicAssess, JudgesNothingThatIsTooShort) {
  const test::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "run.h5";
  (void)run(short_case({"output.interval=0.002"}), {.output = file});
  const std::string refused = refusal([&] { return assess_runs({file}, "en14636"); });
  EXPECT_THAT(refused, HasSubstr("en14636"));
  EXPECT_THAT(assessment_rules(), Contains("en14363"));
  try {
    const Assessment assessment = assess_runs({file}, "en14363");
    EXPECT_THAT(assessment.verdict(), testing::Not(testing::StartsWith("passed")));
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("run.h5"));
  }
  EXPECT_THAT(refusal([&] { return assess_comfort({file}, "en14363", {}); }),
              HasSubstr("rule: is no comfort rule"));
}

}  // namespace
}  // namespace flangeway
