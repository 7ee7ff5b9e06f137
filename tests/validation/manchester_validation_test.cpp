// The Manchester wagon: balances, method against method. Tables: docs/validation/manchester.md.
#include <fmt/format.h>

#include "flangeway/integrate/fixed_steps.hpp"
#include "flangeway/simulate/advance.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "validation/case_runner.hpp"

namespace flangeway::validation {
namespace {

constexpr double gravity = 9.81, wagon_mass = 44482;

std::vector<std::string> method_set(const std::string& method) {
  return {"contact.method=\"" + method + "\""};
}

class Manchester : public testing::TestWithParam<std::string> {};

TEST_P(Manchester, HasItsStaticWheelLoadsAtTheStart) {
  const vehicle_case::CaseModel model = load_model_case("manchester_r500.toml", method_set(GetParam()));
  simulate::Simulation simulation(model);
  std::vector<double> rate(simulation.state().y.size());
  ASSERT_EQ(simulation.derivative(0, simulation.state().y.data(), rate.data()), EvalStatus::ok);
  double least = 1e9, most = 0;
  for (const auto& wheelset : simulation.contacts().wheelsets) {
    for (std::size_t side = 0; side < 2; ++side) {
      const double q = wheelrail::wheel_forces(wheelset, side).q;
      least = std::min(least, q);
      most = std::max(most, q);
    }
  }
  print_comparison(fmt::format("least static wheel load, {}", GetParam()), least / 1e3, 54.55, "kN");
  print_comparison(fmt::format("largest static wheel load, {}", GetParam()), most / 1e3, 54.55, "kN");
  EXPECT_NEAR(least, 54550, 54.55);
  EXPECT_NEAR(most, 54550, 54.55);
}

struct ModeOf {
  const char *name, *body, *coordinate;
  double frequency;  // Hz, undamped vertical model with the wheelsets held [physics notes, section 1]
};
constexpr ModeOf vertical_modes[] = {{"carbody bounce", "carbody", "z", 1.076},
                                     {"carbody pitch", "carbody", "pitch", 1.303},
                                     {"bogie bounce", "bogie", "z", 7.46}};

TEST(ManchesterModes, VerticalModesAreThoseOfTheHandCalculation) {
  const vehicle_case::CaseModel model = load_model_case("manchester_r500.toml");
  const std::vector<simulate::Mode> modes = simulate::modes(model, false);
  for (const ModeOf& wanted : vertical_modes) {
    const simulate::Mode* nearest = nullptr;
    for (const simulate::Mode& mode : modes) {
      if (mode.body.rfind(wanted.body, 0) != 0 || mode.coordinate != wanted.coordinate) continue;
      if (!nearest ||
          std::abs(mode.frequency - wanted.frequency) < std::abs(nearest->frequency - wanted.frequency))
        nearest = &mode;
    }
    ASSERT_NE(nearest, nullptr) << wanted.name;
    print_comparison(wanted.name, nearest->frequency, wanted.frequency, "Hz");
    EXPECT_NEAR(nearest->frequency, wanted.frequency, 0.01 * wanted.frequency) << wanted.name;
  }
}

// ---- steady curve
// ----------------------------------------------------------------------------------------------

/// Loads on the whole vehicle and its inertia forces, at one instant of a steady level left curve. Components
/// of the carbody's track frame; moments about its origin, N and N m.
struct Balance {
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();                // contacts and weight
  Vec3 force_wanted = Vec3::Zero(), moment_wanted = Vec3::Zero();  // rates of momentum and angular momentum
  double q_sum = 0, y_sum = 0;  // ΣQ and ΣY of the wheels, each in its own track frame
};

Balance balance_of(const simulate::Simulation& simulation, const double* state) {
  const multibody::Model& vehicle = simulation.model().vehicle.bodies;
  const auto& bodies = simulation.bodies().bodies;
  const track::Frame& master = bodies[vehicle.reference_body].frame;
  const double turning = state[vehicle.velocity_offset() + 6 * vehicle.reference_body] * master.curvature.z();
  const Vec3 omega(0, 0, turning);
  const Vec3 centre = master.position + master.rotation.col(1) / master.curvature.z();
  Balance balance;
  const auto add = [&](Vec3& force, Vec3& moment, const Vec3& at, const Vec3& f, const Vec3& m) {
    force += master.rotation.transpose() * f;
    moment += master.rotation.transpose() * ((at - master.position).cross(f) + m);
  };
  for (std::size_t i = 0; i < vehicle.body_count(); ++i) {
    const multibody::BodyState& body = bodies[i];
    const Vec3 at = body.frame.position + body.frame.rotation * body.position;
    const Vec3 weight(0, 0, -vehicle.gravity * body.mass);
    add(balance.force, balance.moment, at, weight, Vec3::Zero());
    const Mat3 rotation = body.frame.rotation * body.rotation;
    const Vec3 angular_momentum = rotation * vehicle.bodies[i].inertia * rotation.transpose() *
                                  (body.frame.rotation * body.angular_velocity);
    const Vec3 acceleration = omega.cross(omega.cross(at - centre));
    add(balance.force_wanted, balance.moment_wanted, at, body.mass * acceleration,
        omega.cross(angular_momentum));
  }
  for (std::size_t i = 0; i < simulation.contacts().wheelsets.size(); ++i) {
    const multibody::BodyState& body = bodies[simulation.model().contact.wheelsets[i].body];
    const wheelrail::WheelsetResult& state_of = simulation.contacts().wheelsets[i];
    for (std::size_t k = 0; k < state_of.contact_count; ++k) {
      const wheelrail::Contact& c = state_of.contacts[k];
      const Vec3 at = body.frame.position + body.frame.rotation * (body.position + c.arm);
      add(balance.force, balance.moment, at, body.frame.rotation * c.force,
          body.frame.rotation * (c.normal * c.forces.spin_moment));
    }
    for (std::size_t side = 0; side < 2; ++side) {
      const auto wheel = wheelrail::wheel_forces(state_of, side);
      balance.q_sum += wheel.q;
      balance.y_sum += wheel.y;
    }
  }
  return balance;
}

TEST_P(Manchester, BalancesWeightAndCentrifugalForceInTheSteadyCurve) {
  const std::string method = GetParam();
  const vehicle_case::CaseModel model = load_model_case("manchester_r500.toml", method_set(method));
  simulate::Simulation simulation(model);
  const double step = model.integration.step;
  simulate::Advance advance(simulation, std::make_unique<integrate::FixedSteps>(integrate::FixedStepOptions{
                                            .method = integrate::FixedMethod::abm4, .step = step}));
  Balance mean;
  double samples = 0;
  double flange_load[4] = {0, 0, 0, 0};
  for (int n = 0; n < 24000; ++n) {
    ASSERT_EQ(advance.step(), EvalStatus::ok);
    if (n < 20000 || n % 100 != 0) continue;  // 4 s to average what still oscillates
    const Balance b = balance_of(simulation, simulation.state().y.data());
    mean.force += b.force;
    mean.moment += b.moment;
    mean.force_wanted += b.force_wanted;
    mean.moment_wanted += b.moment_wanted;
    mean.q_sum += b.q_sum;
    mean.y_sum += b.y_sum;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto& wheelset = simulation.contacts().wheelsets[i];
      for (std::size_t k = 0; k < wheelset.contact_count; ++k)
        if (wheelset.contacts[k].flange) flange_load[i] += std::max(wheelset.contacts[k].normal_force, 0.0);
    }
    ++samples;
  }
  const double centrifugal = wagon_mass * 20 * 20 / 500;
  print_comparison("sum of Q against the weight, " + method, mean.q_sum / samples / 1e3,
                   wagon_mass * gravity / 1e3, "kN");
  print_comparison("sum of Y against m V^2/R, " + method, -mean.y_sum / samples / 1e3, centrifugal / 1e3,
                   "kN");
  print_comparison("lateral force against rate of momentum", mean.force.y() / samples / 1e3,
                   mean.force_wanted.y() / samples / 1e3, "kN");
  print_comparison("roll moment against rate of ang. momentum", mean.moment.x() / samples / 1e3,
                   mean.moment_wanted.x() / samples / 1e3, "kNm");
  std::printf("  mean flange loads of wheelsets 1 to 4: %.2f %.2f %.2f %.2f kN\n",
              flange_load[0] / samples / 1e3, flange_load[1] / samples / 1e3, flange_load[2] / samples / 1e3,
              flange_load[3] / samples / 1e3);
  EXPECT_NEAR(mean.q_sum / samples, wagon_mass * gravity, 2e-3 * wagon_mass * gravity);
  EXPECT_NEAR(-mean.y_sum / samples, centrifugal, 2e-3 * centrifugal);
  EXPECT_NEAR(mean.force.y(), mean.force_wanted.y(), 2e-3 * std::abs(mean.force_wanted.y()));
  EXPECT_NEAR(mean.moment.x(), mean.moment_wanted.x(), 2e-3 * std::abs(mean.moment_wanted.x()));
  for (const std::size_t leading : {0u, 2u}) EXPECT_GT(flange_load[leading] / samples, 1e3);
  for (const std::size_t trailing : {1u, 3u}) EXPECT_EQ(flange_load[trailing], 0);
}

INSTANTIATE_TEST_SUITE_P(Methods, Manchester, testing::Values("kec", "lut"));

// ---- method against method
// -------------------------------------------------------------------------------------

struct WheelDifference {
  double value = 0, time = 0, distance = 0, kec = 0, lut = 0;
  std::string wheelset = "none";
};

/// Largest lateral differences over a run, by what touches at that time with either method.
struct Differences {
  WheelDifference treads_everywhere;  ///< no flange touches anywhere in the vehicle
  WheelDifference own_treads;         ///< this wheelset's flanges do not touch, another's may
  WheelDifference flange;
};

bool touches_flange(const Recording& run, std::size_t row, const std::string& wheelset) {
  for (const char* side : {".left", ".right"}) {
    if (run.rows[row][run.index(wheelset + side + ".flange.normal_force")] != 0) return true;
  }
  return false;
}

Differences compare(const std::string& file, std::vector<std::string> sets) {
  sets.push_back(method_set("kec").front());
  const Recording kec = record(load_model_case(file, sets));
  sets.back() = method_set("lut").front();
  const Recording lut = record(load_model_case(file, sets));
  EXPECT_EQ(kec.rows.size(), lut.rows.size());
  Differences largest;
  for (std::size_t n = 0; n < std::min(kec.rows.size(), lut.rows.size()); ++n) {
    bool on_flange[4], any = false;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::string wheelset = fmt::format("wheelset{}", i + 1);
      on_flange[i] = touches_flange(kec, n, wheelset) || touches_flange(lut, n, wheelset);
      any = any || on_flange[i];
    }
    for (std::size_t i = 0; i < 4; ++i) {
      const std::string wheelset = fmt::format("wheelset{}", i + 1);
      const std::size_t column = kec.index(wheelset + ".y");
      const double a = kec.rows[n][column], b = lut.rows[n][column];
      const WheelDifference here{std::abs(a - b), kec.rows[n][0], kec.rows[n][1], a, b, wheelset};
      const auto update = [&](WheelDifference& d) {
        if (here.value > d.value) d = here;
      };
      if (!any) update(largest.treads_everywhere);
      update(on_flange[i] ? largest.flange : largest.own_treads);
    }
  }
  const auto print = [](const char* what, const WheelDifference& d) {
    std::printf("  %-38s largest difference %.4f mm, %s at %.2f s, %.1f m (kec %.4f, lut %.4f mm)\n", what,
                d.value * 1e3, d.wheelset.c_str(), d.time, d.distance, d.kec * 1e3, d.lut * 1e3);
  };
  std::printf("%s, KEC against LUT\n", file.c_str());
  print("treads only, whole vehicle", largest.treads_everywhere);
  print("treads only, this wheelset", largest.own_treads);
  print("flange contact of this wheelset", largest.flange);
  return largest;
}

class KecAgainstLut : public testing::TestWithParam<std::string> {};

TEST_P(KecAgainstLut, WheelsetsRunAlikeWhereOnlyTreadsTouch) {
  const Differences differences = compare(GetParam(), {});
  EXPECT_LT(differences.treads_everywhere.value, 0.05e-3);
  // The rest comes from the transition of one method and the indentation of the other.
  EXPECT_LT(differences.own_treads.value, 0.35e-3);
  EXPECT_LT(differences.flange.value, 0.5e-3);
}

INSTANTIATE_TEST_SUITE_P(Cases, KecAgainstLut,
                         testing::Values("manchester_r500.toml", "manchester_r500_irregular.toml"));

// A flange that touches leads the other wheelset of its bogie, and the methods let it touch differently: KEC
// over its transition, LUT through its elastic indentation. Both are means to make a rigid contact smooth;
// nearly rigid, both lead the wheelsets alike.
TEST(KecAgainstLutWithRigidFlanges, WheelsetsRunAlikeWhereTheirTreadsTouch) {
  const Differences differences = compare(
      "manchester_r500.toml", {"contact.kec.transition_length=5e-5", "contact.lookup.flange_stiffness=1e12",
                               "integration.step=0.00025", "integration.duration=10"});
  EXPECT_LT(differences.own_treads.value, 0.03e-3);
  EXPECT_LT(differences.flange.value, 0.04e-3);
}

}  // namespace
}  // namespace flangeway::validation
