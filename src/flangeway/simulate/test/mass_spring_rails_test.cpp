// Wheelsets on masses and springs that move with them: against rigid rails, closed forms and each other.
#include "flangeway/simulate/mass_spring_rails.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "flangeway/simulate/linearise.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/steady_running.hpp"
#include "support/allocation_guard.hpp"
#include "support/recorded_rows.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {
namespace mass_spring_rails_test {

using test::Rows;
using ::testing::HasSubstr;

constexpr double mass = test::wheelset_mass, weight = mass * test::gravity;
constexpr double rail_mass = 100, stiffness_vertical = 2e7, stiffness_lateral = 1e7;

std::string one_layer(double factor = 1) {
  return fmt::format(R"([mass_spring.rail]
mass_lateral = {}
mass_vertical = {}
stiffness_lateral = {}
stiffness_vertical = {}
damping_lateral = 1e4
damping_vertical = 3e4
)",
                     rail_mass, rail_mass, factor * stiffness_lateral, factor * stiffness_vertical);
}

class OnMassesAndSprings : public test::WheelsetCase {
 protected:
  OnMassesAndSprings() { on(one_layer()); }

  void on(const std::string& rails, const std::string& irregularities = "") {
    track("segments = [{ kind = \"straight\", length = 60.0 }]", irregularities + rails);
  }

  Rows record(const std::vector<std::string>& sets) {
    std::vector<std::string> all{"initial.s=15", "integration.duration=1.0", "output.interval=0.002"};
    all.insert(all.end(), sets.begin(), sets.end());
    return test::rows_of(load(all));
  }
  Rows record_on(const char* method, std::vector<std::string> sets = {}) {
    sets.insert(sets.end(), {"coupling.method=mass_spring", std::string("contact.method=") + method});
    return record(sets);
  }
};

double largest_difference(const std::vector<double>& a, const std::vector<double>& b, double sign = 1) {
  EXPECT_EQ(a.size(), b.size());
  double largest = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    largest = std::max(largest, std::abs(a[i] - sign * b[i]));
  return largest;
}

double size_of(const std::vector<double>& a) {
  return largest_difference(a, std::vector<double>(a.size(), 0.0));
}

constexpr const char* dip = R"([[irregularities.harmonic]]
channel = "vertical_profile"
form = "dip"
amplitude = -2e-3
wavelength = 3.0
start = 19.0
[[irregularities.harmonic]]
channel = "alignment"
amplitude = 1e-3
wavelength = 8.0
[[irregularities.harmonic]]
channel = "gauge_variation"
amplitude = 1e-3
wavelength = 5.0
[[irregularities.harmonic]]
channel = "cross_level"
amplitude = 2e-3
wavelength = 6.0
)";

// The vehicle stands still on a track that has sunk: from the first row to the last.
TEST_F(OnMassesAndSprings, RestsOnTheTrackWithEveryContactMethod) {
  for (const char* method : {"kec", "lut", "elastic"}) {
    const Rows rows = record_on(method);
    for (const char* side : {"left", "right"}) {
      const std::string wheel = std::string("wheelset.") + side;
      for (const std::size_t row : {std::size_t{0}, rows.at("t").size() - 1}) {
        EXPECT_NEAR(rows.at(wheel + ".Q")[row], weight / 2, 0.002 * weight) << method << ' ' << side;
        EXPECT_NEAR(rows.at(wheel + ".rail_z")[row], -weight / 2 / stiffness_vertical,
                    0.004 * weight / stiffness_vertical)
            << method << ' ' << side;
        EXPECT_NEAR(rows.at(wheel + ".rail_y")[row], rows.at(wheel + ".Y")[row] / stiffness_lateral, 2e-6)
            << method << ' ' << side;
      }
    }
  }
}

// A wheelset that bounces on level contacts carries both rails with it.
TEST_F(OnMassesAndSprings, BouncesWithTheMassOfBothRails) {
  const vehicle_case::CaseModel model =
      load({"coupling.method=mass_spring", "contact.creep.law=none", "contact.kec.conicity=0.05"});
  const double bounce = std::sqrt(2 * stiffness_vertical / (mass + 2 * rail_mass)),  // rad/s
      decay = 2 * 3e4 / (2 * (mass + 2 * rail_mass));                                // 1/s
  for (const bool dampers : {true, false}) {
    const std::vector<Mode> found = modes(model, dampers);
    const auto nearest = std::min_element(found.begin(), found.end(), [&](const Mode& a, const Mode& b) {
      return std::abs(a.frequency - bounce / (2 * pi)) < std::abs(b.frequency - bounce / (2 * pi));
    });
    EXPECT_NEAR(std::abs(nearest->eigenvalue), bounce, 2e-3 * bounce);
    EXPECT_NEAR(-nearest->eigenvalue.real(), dampers ? decay : 0, 5e-3 * decay);
  }
}

// On springs that hardly yield the run is that on rigid rails.
TEST_F(OnMassesAndSprings, StiffSpringsAreRigidRails) {
  on(one_layer(1e4), dip);
  for (const char* method : {"kec", "lut", "elastic"}) {
    const std::vector<std::string> sets{"initial.y=0.002", "integration.method=bdf",
                                        "integration.relative_tolerance=1e-8",
                                        "integration.absolute_tolerance=1e-9"};
    const Rows rows = record_on(method, sets);
    std::vector<std::string> rigid = sets;
    rigid.push_back(std::string("contact.method=") + method);
    const Rows reference = record(rigid);
    EXPECT_GT(size_of(reference.at("wheelset.y")), 1e-3);
    EXPECT_LT(largest_difference(rows.at("wheelset.y"), reference.at("wheelset.y")), 2e-6) << method;
    EXPECT_LT(largest_difference(rows.at("wheelset.yaw"), reference.at("wheelset.yaw")), 2e-6) << method;
  }
}

// Constraint contact that is solved with the rails' accelerations, and elastic contact that meets them in
// space, are two ways to the same motion.
TEST_F(OnMassesAndSprings, ContactMethodsAgreeOverUnevenTrack) {
  on(one_layer(), dip);
  std::map<std::string, Rows> all;
  for (const char* method : {"kec", "lut", "elastic"}) all[method] = record_on(method, {"initial.y=0.002"});
  const Rows& kec = all.at("kec");
  EXPECT_GT(size_of(kec.at("wheelset.left.rail_z")), 1.05 * weight / 2 / stiffness_vertical);
  // Elastic contacts yield by some hundredths of a millimetre themselves.
  for (const auto& [method, upright, across] : {std::tuple{"lut", 1e-5, 5e-5}, {"elastic", 7e-5, 2e-4}}) {
    const Rows& other = all.at(method);
    for (const char* channel : {"wheelset.z", "wheelset.left.rail_z", "wheelset.right.rail_z"})
      EXPECT_LT(largest_difference(kec.at(channel), other.at(channel)), upright) << method << ' ' << channel;
    for (const char* channel : {"wheelset.left.rail_y", "wheelset.right.rail_y", "wheelset.y"})
      EXPECT_LT(largest_difference(kec.at(channel), other.at(channel)), across) << method << ' ' << channel;
  }
}

TEST_F(OnMassesAndSprings, IntegratorsAgree) {
  on(one_layer(), dip);
  const auto with = [&](const std::string& integrator, const char* method) {
    std::vector<std::string> sets{"initial.y=0.002", "integration.method=" + integrator};
    if (integrator == "abm4") {
      sets.emplace_back("integration.step=1e-4");
    } else {
      sets.insert(sets.end(), {"integration.relative_tolerance=1e-8", "integration.absolute_tolerance=1e-9"});
    }
    return record_on(method, sets);
  };
  for (const char* method : {"kec", "lut"}) {
    const Rows reference = with("dormand_prince", method);
    for (const char* integrator : {"abm4", "bdf"}) {
      const Rows rows = with(integrator, method);
      for (const char* channel : {"wheelset.y", "wheelset.left.rail_y", "wheelset.right.rail_z"})
        EXPECT_LT(largest_difference(rows.at(channel), reference.at(channel)), 2e-6)
            << method << ' ' << integrator << ' ' << channel;
    }
  }
}

TEST_F(OnMassesAndSprings, MirroredMotionIsTheMirrorImage) {
  for (const char* method : {"kec", "lut", "elastic"}) {
    const std::vector<std::string> fixed{"integration.method=abm4", "integration.step=1e-4"};
    const auto from = [&](const char* place) {
      std::vector<std::string> sets = fixed;
      sets.emplace_back(place);
      return record_on(method, sets);
    };
    const Rows rows = from("initial.y=0.003"), mirrored = from("initial.y=-0.003");
    EXPECT_LT(largest_difference(rows.at("wheelset.y"), mirrored.at("wheelset.y"), -1), 1e-9) << method;
    EXPECT_LT(largest_difference(rows.at("wheelset.left.rail_y"), mirrored.at("wheelset.right.rail_y"), -1),
              1e-9)
        << method;
    EXPECT_LT(largest_difference(rows.at("wheelset.left.rail_z"), mirrored.at("wheelset.right.rail_z")), 1e-9)
        << method;
  }
}

// Energy that the contacts take from the wheelset goes to creep and to the rails.
TEST_F(OnMassesAndSprings, EnergyBalanceHolds) {
  on(one_layer(), dip);
  for (const char* method : {"kec", "lut"}) {
    const Rows rows = record_on(method, {"initial.y=0.003", "integration.method=abm4",
                                         "integration.step=2e-4", "output.interval=2e-4"});
    const double exchanged = std::abs(rows.at("vehicle.contact_work").back());
    EXPECT_GT(exchanged, 1);
    EXPECT_LT(size_of(rows.at("vehicle.energy_residual")), 0.01 * exchanged + 0.05) << method;
  }
}

TEST_F(OnMassesAndSprings, StepsAllocateNothing) {
  for (const char* method : {"kec", "lut", "elastic"}) {
    const vehicle_case::CaseModel model =
        load({"coupling.method=mass_spring", std::string("contact.method=") + method});
    Simulation simulation(model);
    std::vector<double> y = simulation.state().y, rate(y.size());
    ASSERT_EQ(simulation.derivative(0, y.data(), rate.data()), EvalStatus::ok);
    const ::flangeway::test::AllocationGuard guard;
    ASSERT_EQ(simulation.derivative(0, y.data(), rate.data()), EvalStatus::ok);
    ASSERT_EQ(simulation.project(0, y.data()), EvalStatus::ok);
    EXPECT_EQ(guard.count(), 0U) << method;
  }
}

TEST_F(OnMassesAndSprings, ReportsTheMovingParts) {
  const vehicle_case::CaseModel model = load({"coupling.method=mass_spring"});
  const std::size_t first = model.mass_spring->first;
  EXPECT_FALSE(rail_component(model, first - 1));
  const auto left = rail_component(model, first), right = rail_component(model, first + 7);
  EXPECT_EQ(left->part, "the left rail under wheelset");
  EXPECT_STREQ(left->motion, "lateral");
  EXPECT_FALSE(left->is_rate);
  EXPECT_EQ(right->part, "the right rail under wheelset");
  EXPECT_STREQ(right->motion, "vertical");
  EXPECT_TRUE(right->is_rate);
}

TEST_F(OnMassesAndSprings, AutoTakesAnImplicitMethod) {
  const vehicle_case::CaseModel model = load({"coupling.method=mass_spring", "integration.duration=0.1"});
  EXPECT_THAT(run(model, {}).integrator,
              HasSubstr("(auto: rails that move are light, and on a flange they need an implicit method)"));
}

TEST_F(OnMassesAndSprings, BadInput) {
  EXPECT_THAT(
      finding({"coupling.method=mass_spring", "contact.lift_off=true"}),
      HasSubstr("contact.lift_off: needs rigid rails, but coupling.method = \"mass_spring\" lets them "
                "move; elastic contact lets wheels lift on them (got true; allowed false)."));
  EXPECT_THAT(
      finding({"coupling.method=mass_spring", "contact.method=elastic", "contact.patch=strip"}),
      HasSubstr("contact.patch: needs rigid rails, but coupling.method = \"mass_spring\" lets them move"));
  EXPECT_THAT(finding({"coupling.method=mass_spring", "output.track_places=[3]"}),
              HasSubstr("output.track_places: has no effect without a mesh of the track"));
  EXPECT_THAT(
      finding({"coupling.method=mass_spring", "integration.method=abm4", "integration.step=5e-4"}),
      HasSubstr("integration.step: is too long for coupling.method = \"mass_spring\": the rails are light, "
                "and their motion under the contact forces becomes unstable (got 0.0005; allowed at most "
                "0.0002 in s). Shorten it, or set integration.method to bdf."));
  Findings steady;
  check_steady_running(load({"coupling.method=mass_spring"}), steady);
  EXPECT_THAT(steady.text(),
              HasSubstr("coupling.method: lets the rails move, which steady running leaves out (got "
                        "mass_spring; allowed none). Set coupling.method to none."));
  on("");
  EXPECT_THAT(
      finding({"coupling.method=mass_spring"}),
      HasSubstr("mass_spring: is missing: nothing is known about what carries the rails. Give a table "
                "[mass_spring], or set coupling.method to another word."));
}

}  // namespace mass_spring_rails_test
}  // namespace
}  // namespace flangeway::simulate
