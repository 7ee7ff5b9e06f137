// Elastic contact in whole runs: statics, energy, order, agreement with the constraints,
// derailment, patches solved in the run. docs/validation/elastic.md
#include <gmock/gmock.h>

#include "flangeway/integrate/fixed_stepper.hpp"
#include "flangeway/simulate/advance.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "support/allocation_guard.hpp"
#include "validation/case_runner.hpp"

namespace flangeway::validation {
namespace {

using ::testing::HasSubstr;
using Sets = std::vector<std::string>;

vehicle_case::CaseModel wheelset(Sets sets) {
  sets.insert(sets.begin(), "contact.method=elastic");
  return load_model_case("wheelset_r300.toml", sets);
}

TEST(Elastic, AVehicleStandsOnItsContactsWithItsStaticLoads) {
  const vehicle_case::CaseModel model = load_model_case(
      "manchester_r500.toml",
      {"contact.method=elastic", "integration.duration=0.1", "contact.friction.coefficient=0.3"});
  EXPECT_DOUBLE_EQ(model.integration.step, 5e-4);
  const Recording run = record(model);
  ASSERT_EQ(run.summary.status, simulate::RunStatus::completed) << run.summary.failure;
  const double load = 44482 * 9.81 / 8;
  for (const simulate::WheelSummary& wheel : run.summary.wheels) {
    EXPECT_NEAR(wheel.q_mean, load, 1e-3 * load) << wheel.name;  // 1 N in the loads of bogies and carbody
    EXPECT_LT(wheel.q_max - load, 2e-3 * load) << wheel.name;
    EXPECT_LT(wheel.force_discontinuity_max, 20) << wheel.name;  // N: nothing happens
    EXPECT_EQ(wheel.lift_time, 0) << wheel.name;
  }
}

// Hertz at one point: the bounce of a wheelset is that of two springs 3/2 N/δ on its mass.
TEST(Elastic, AWheelsetBouncesWithTheFrequencyOfItsContacts) {
  const vehicle_case::CaseModel model = wheelset({"contact.creep.law=none", "contact.elastic.restitution=1"});
  simulate::Simulation simulation(model);
  std::vector<double> rate(simulation.state().y.size());
  ASSERT_EQ(simulation.derivative(0, simulation.state().y.data(), rate.data()), EvalStatus::ok);
  double stiffness = 0, load = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    const wheelrail::Contact& contact = simulation.contacts().wheelsets[0].contacts[k];
    EXPECT_NEAR(contact.stiffness, 1.5 * contact.normal_force / contact.indentation,
                1e-6 * contact.stiffness);
    stiffness += contact.stiffness;
    load += contact.normal_force * contact.normal.z();
  }
  const double mass = model.vehicle.bodies.bodies[0].mass;
  EXPECT_NEAR(load, mass * 9.81, 1e-3 * load);
  const double expected = std::sqrt(stiffness / mass) / (2 * pi);
  double nearest = 0;
  for (const simulate::Mode& mode : simulate::modes(model, true)) {
    if (mode.coordinate == "z" && std::abs(mode.frequency - expected) < std::abs(nearest - expected))
      nearest = mode.frequency;
  }
  EXPECT_NEAR(nearest, expected, 0.01 * expected);  // cones: the contact slides along the profile a little
}

double contact_energy(const simulate::Simulation& simulation) {
  double sum = 0;
  const wheelrail::WheelsetResult& state = simulation.contacts().wheelsets[0];
  for (std::size_t k = 0; k < state.contact_count; ++k) sum += state.contacts[k].energy;
  return sum;
}

// Without friction and hysteresis nothing takes energy, though a wheelset dropped by 10 µm bounces with half
// of its load. The force is the gradient of the energy; the rest is the error of the integrator.
TEST(Elastic, EnergyIsKeptWithoutFrictionAndHysteresis) {
  const vehicle_case::CaseModel model =
      wheelset({"contact.creep.law=none", "contact.elastic.restitution=1", "integration.step=1e-4"});
  simulate::Simulation simulation(model);
  integrate::FixedStepper stepper;
  stepper.init(simulation.problem(), integrate::FixedMethod::abm4, 1e-4);
  std::vector<double> y(simulation.integrated(), simulation.integrated() + simulation.state().y.size());
  y[2] += 1e-5;
  std::vector<double> rate(y.size());
  const auto energy = [&](const std::vector<double>& at) {
    EXPECT_EQ(simulation.look_at(0, at.data(), simulation.state().y.data()), EvalStatus::ok);
    return simulation.equations().energy(simulation.state().y.data()) + contact_energy(simulation);
  };
  const double start = energy(y), swing = 1813 * 9.81 * 1e-5;
  for (int n = 0; n < 2000; ++n) {
    ASSERT_EQ(stepper.step(n * 1e-4, y.data()), EvalStatus::ok);
    simulation.equations().commit();
  }
  EXPECT_NEAR(energy(y) - start, 0, 0.02 * swing);
}

double final_y(const vehicle_case::CaseModel& model) {
  return simulate::run(model, {}).final_state.at(0).second[1];
}

// Height of a wheelset that was dropped by 5 µm, after 50 ms.
double bounced(double step) {
  const vehicle_case::CaseModel model = wheelset({"contact.creep.law=none", "contact.elastic.restitution=1"});
  simulate::Simulation simulation(model);
  integrate::FixedStepper stepper;
  stepper.init(simulation.problem(), integrate::FixedMethod::abm4, step);
  std::vector<double> y(simulation.integrated(), simulation.integrated() + simulation.state().y.size());
  y[2] += 5e-6;
  for (long n = 0; n < std::lround(0.05 / step); ++n) {
    EXPECT_EQ(stepper.step(static_cast<double>(n) * step, y.data()), EvalStatus::ok);
    simulation.equations().commit();
  }
  return y[2];
}

TEST(Elastic, OrderOfTheStepsIsFour) {
  const double exact = bounced(2.5e-5), coarse = bounced(4e-4) - exact, fine = bounced(2e-4) - exact;
  EXPECT_LT(std::abs(coarse), 1e-6);
  EXPECT_GT(std::abs(coarse / fine), 10) << coarse << ' ' << fine;
}

// Indentation and yaw explain some hundredths of a millimetre.
TEST(Elastic, CurvesLikeTheConstraints) {
  const Sets until{"integration.duration=6"};
  Sets methods = until;
  methods.push_back("contact.method=elastic");
  const double constraint = final_y(load_model_case("wheelset_r1000.toml", until));
  const double elastic = final_y(load_model_case("wheelset_r1000.toml", methods));
  EXPECT_GT(std::abs(constraint), 1e-3);
  EXPECT_NEAR(elastic, constraint, 2e-4);
}

TEST(Elastic, MirrorImageOfARunIsItsMirrorImage) {
  const auto y = [](const char* offset, const char* yaw) {
    return final_y(load_model_case("wheelset_r1000.toml",
                                   {"contact.method=elastic", std::string("initial.y=") + offset,
                                    std::string("initial.yaw=") + yaw, "integration.duration=1"}));
  };
  EXPECT_NEAR(y("0.003", "0.002"), -y("-0.003", "-0.002"), 1e-10);
}

TEST(Elastic, AStepAllocatesNothing) {
  const vehicle_case::CaseModel model = wheelset({});
  simulate::Simulation simulation(model);
  simulate::Advance advance(simulation);
  ASSERT_EQ(advance.step(), EvalStatus::ok);
  const test::AllocationGuard guard;
  for (int n = 0; n < 100; ++n) ASSERT_EQ(advance.step(), EvalStatus::ok);
  EXPECT_EQ(guard.count(), 0u);
}

TEST(Elastic, AFlexibleRailGivesWay) {
  const vehicle_case::CaseModel model = wheelset({});
  simulate::Simulation simulation(model);
  const double z = simulation.state().y[2];
  for (wheelrail::RailMotion& rail : simulation.equations().rail_motion()[0]) rail.displacement.z() = -1e-3;
  std::vector<double> rate(simulation.state().y.size());
  ASSERT_EQ(simulation.derivative(0, simulation.state().y.data(), rate.data()), EvalStatus::ok);
  EXPECT_EQ(simulation.contacts().wheelsets[0].contact_count, 0u);
  simulation.state().y.data()[2] = z - 1e-3;
  ASSERT_EQ(simulation.derivative(0, simulation.state().y.data(), rate.data()), EvalStatus::ok);
  EXPECT_NEAR(wheelrail::wheel_forces(simulation.contacts().wheelsets[0], 0).q,
              model.vehicle.bodies.bodies[0].mass * 9.81 / 2, 50);
}

// Patches solved in the run: at once they carry what Hertz carried, within the methods' differences; forces
// go on without jumps.
TEST(Elastic, RunsWithPatchesStayNearHertz) {
  for (const std::string patch : {"strip", "halfspace"}) {
    for (const char* reference : {"planar", "curved"}) {
      const Recording run = record(load_model_case(
          "wheelset_r1000.toml",
          {"contact.method=elastic", "contact.patch=" + patch, std::string("contact.reference=") + reference,
           "contact.creep={}", "integration.duration=0.02", "contact.element_size=1e-3"}));
      ASSERT_EQ(run.summary.status, simulate::RunStatus::completed) << patch << ' ' << run.summary.failure;
      EXPECT_EQ(run.summary.method, "elastic (" + patch + ")");
      double load = 0;
      for (const simulate::WheelSummary& wheel : run.summary.wheels) load += wheel.q_mean / 2;
      for (const simulate::WheelSummary& wheel : run.summary.wheels) {
        EXPECT_GT(wheel.force_discontinuity_max, 0) << patch;
        EXPECT_NEAR(wheel.q_mean, load, 0.1 * load) << patch;
      }
    }
  }
}

// Friction that falls to nothing within millimetres per second jumps between adhesion and slip on elements of
// 1 mm, and solutions do not settle. The run goes on with what they reached, and says so.
TEST(Elastic, PatchesThatAreNotSolvedAreCountedInAWarning) {
  const simulate::Summary summary = simulate::run(
      load_model_case("wheelset_r1000.toml",
                      {"contact.method=elastic", "contact.patch=halfspace", "contact.reference=curved",
                       "contact.creep={}", "integration.duration=0.01", "contact.element_size=1e-3",
                       "contact.friction.limit_ratio=0", "contact.friction.decay=1000", "initial.y=0.003"}),
      {});
  EXPECT_EQ(summary.status, simulate::RunStatus::completed) << summary.failure;
  EXPECT_THAT(summary.warnings,
              ::testing::Contains(::testing::ContainsRegex(
                  "^the solver of a contact patch stopped [0-9]+ times before it was accurate; what it "
                  "reached was used$")));
}

std::string finding(const Sets& sets) {
  return test::case_findings(std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "models/cases/wheelset_r1000.toml",
                             sets);
}

TEST(Elastic, KeysWithoutEffectAndWhatCannotBeAreFindings) {
  EXPECT_THAT(finding({"contact.reference=curved"}),
              HasSubstr("contact.reference: has no effect with contact.method = \"kec\". Leave it out, or "
                        "set contact.method to elastic"));
  EXPECT_THAT(finding({"contact.patch=strip"}),
              HasSubstr("contact.patch: has no effect with contact.method = \"kec\". Leave it out, or set "
                        "contact.method to elastic"));
  EXPECT_THAT(
      finding({"contact.method=elastic", "contact.element_size=1e-3"}),
      HasSubstr("contact.element_size: has no effect with contact.patch = \"hertz\". Leave it out, or set "
                "contact.patch to strip or halfspace"));
  EXPECT_THAT(
      finding({"contact.method=elastic", "contact.normal_force=previous_step"}),
      HasSubstr("contact.normal_force: has no effect with contact.method = \"elastic\". Leave it out, or set "
                "contact.method to kec or lut"));
  EXPECT_THAT(
      finding({"contact.method=elastic", "contact.patch=strip", "contact.creep.law=none"}),
      HasSubstr(
          "contact.creep.law: has no effect with contact.patch = \"strip\", which computes friction in the "
          "patch. Leave it out, or set contact.patch to hertz"));
  EXPECT_THAT(
      finding({"contact.method=elastic", "contact.patch=halfspace", "integration.method=bdf"}),
      HasSubstr(
          "contact.patch: updates the patches at the end of each step only, and the error control of bdf "
          "takes these changes for errors (got halfspace; allowed hertz). Set integration.method to abm4 or "
          "rk4, or contact.patch_tolerance to 0"));
  EXPECT_EQ(finding({"contact.method=elastic", "contact.patch=halfspace", "integration.method=bdf",
                     "contact.patch_tolerance=0", "contact.creep={}"}),
            "");
  EXPECT_THAT(finding({"contact.method=elastic", "contact.elastic.restitution=1.5"}),
              HasSubstr("restitution"));
}

TEST(Elastic, FormerNamesAreTaken) {
  EXPECT_EQ(finding({"contact.method=online"}), "");
  EXPECT_EQ(finding({"contact.online.max_step=1e-4"}), "");
}

// On the top of its flange, and the other wheel between the rails.
TEST(Elastic, AWheelBesideItsRailIsDerailed) {
  const simulate::Summary summary =
      simulate::run(wheelset({"initial.y=0.045", "integration.duration=2"}), {});
  EXPECT_EQ(summary.status, simulate::RunStatus::derailed);
  ASSERT_TRUE(summary.derailment);
  EXPECT_LT(summary.time, 0.01);
}

}  // namespace
}  // namespace flangeway::validation
