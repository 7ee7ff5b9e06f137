// A run that is stopped and continued is, to the last bit, the run that never stopped.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <limits>
#include <set>

#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run_loop.hpp"
#include "flangeway/simulate/steppers.hpp"
#include "support/course.hpp"
#include "support/flexible_track_case.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

using Sets = std::vector<std::string>;
constexpr const char* cases = FLANGEWAY_SOURCE_DIR "/models/cases/";

using test::same_bits;

// A run of so many steps.
struct Course : test::Course {
  long steps = 0;
};

// Stopped after the steps `stops` on the way.
Course run_stopped(const vehicle_case::CaseModel& model, long steps, const std::set<long>& stops) {
  Course course;
  RunOptions options;
  test::record_into(course, model, options);
  auto loop = std::make_unique<RunLoop>(model, options);
  bool goes_on = loop->start();
  while (goes_on && course.steps < steps) {
    goes_on = loop->step();
    if (!goes_on || !stops.contains(++course.steps)) continue;
    const std::vector<std::byte> bytes = loop->save();
    loop = std::make_unique<RunLoop>(model, options);
    EXPECT_TRUE(loop->load(bytes));
    EXPECT_EQ(loop->save(), bytes);
  }
  course.summary = loop->summary(1);
  return course;
}

void expect_the_same(const vehicle_case::CaseModel& model, long steps, const std::set<long>& stops,
                     const std::string& what) {
  const Course whole = run_stopped(model, steps, {}), stopped = run_stopped(model, steps, stops);
  EXPECT_GT(whole.rows.size(), 5 * channels(model).size()) << what;
  EXPECT_EQ(whole.steps, stopped.steps) << what;
  EXPECT_TRUE(same_bits(whole.rows, stopped.rows)) << what;
  EXPECT_TRUE(same_bits(whole.deformed, stopped.deformed)) << what;
  EXPECT_FALSE(whole.judged.empty()) << what;
  EXPECT_TRUE(same_bits(whole.judged, stopped.judged)) << what;
  EXPECT_EQ(test::bytes_of(whole.summary), test::bytes_of(stopped.summary)) << what;
}

// The values of a channel over a run of so many steps.
std::vector<double> values_of(const vehicle_case::CaseModel& model, long steps, const char* name) {
  const Course course = run_stopped(model, steps, {});
  const std::vector<results::Channel> all = channels(model);
  const auto found = std::find_if(all.begin(), all.end(),
                                  [name](const results::Channel& channel) { return channel.name == name; });
  std::vector<double> values;
  for (auto n = static_cast<std::size_t>(found - all.begin()); n < course.rows.size(); n += all.size())
    values.push_back(course.rows[n]);
  return values;
}

// Through the start of the method, where it runs by itself, and where damping is found again.
const std::set<long> early_and_late{1, 2, 3, 4, 5, 6, 11, 33, 34, 70};

TEST(Continue, EveryIntegratorOnConstraintContact) {
  for (const char* method : {"abm4", "rk4", "dormand_prince", "bdf", "ndf"}) {
    for (const char* contact : {"kec", "lut"}) {
      const auto model = test::load_case(
          std::string(cases) + "manchester_r500_irregular.toml",
          {std::string("integration.method=") + method, std::string("contact.method=") + contact,
           "initial.s=100", "initial.y=0.004", "integration.duration=0.5", "output.interval=0.0037"});
      expect_the_same(model, 150, early_and_late, std::string(method) + ", " + contact);
    }
  }
}

TEST(Continue, ElasticContactWithAndWithoutSolvedPatches) {
  for (const char* contact : {"elastic", "strip", "halfspace"}) {
    const long steps = std::strcmp(contact, "elastic") == 0 ? 100 : 24;
    const auto model = test::load_case(std::string(cases) + "manchester_r500_irregular_" + contact + ".toml",
                                       {"initial.y=0.003", "output.interval=0.0017"});
    expect_the_same(model, steps, {1, 2, 3, 5, 8, 9, 40}, contact);
  }
}

// The passage from the wing rail to the nose, and the back of a wheel on its check rail.
TEST(Continue, InATurnout) {
  const auto through =
      test::load_case(std::string(cases) + "turnout.toml", {"initial.s=47.3", "output.interval=0.0017"});
  expect_the_same(through, 90, {1, 2, 5, 30, 31, 45, 46, 47, 60}, "through route");
  const auto diverging =
      test::load_case(std::string(cases) + "turnout_diverging.toml",
                      {"initial.s=46.7", "initial.y=-0.003", "initial.yaw=-0.003", "output.interval=0.0017"});
  EXPECT_THAT(values_of(diverging, 90, "wheelset1.left.check_rail_force"),
              testing::Contains(testing::Gt(100.0)));
  expect_the_same(diverging, 90, {1, 2, 5, 30, 31, 45, 46, 47, 60}, "diverging route");
}

// The leading wheel leaves the rail over its flat and strikes it behind.
TEST(Continue, InTheMiddleOfAFlat) {
  const auto model = test::load_case(std::string(cases) + "wheel_flat.toml",
                                     {"wheels[0].angle_deg=5", "output.interval=0.00017"});
  EXPECT_THAT(values_of(model, 100, "wheelset1.left.Q"),
              testing::AllOf(testing::Contains(0.0), testing::Contains(testing::Gt(2e5))));
  expect_the_same(model, 100, early_and_late, "flat");
}

// Modes of bodies, bags and tanks of air springs, sliders of dry friction, and controllers with their held
// outputs.
TEST(Continue, VehiclesWhoseElementsHaveStates) {
  for (const char* name : {"manchester_flexible_r500", "metro_coach_valves_r500", "metro_coach_active",
                           "three_piece_r500", "y25_r500", "low_floor_tram_r25"}) {
    const char* place = std::strcmp(name, "low_floor_tram_r25") == 0 ? "initial.s=20" : "initial.s=100";
    const auto steady =
        test::load_case(std::string(cases) + name + ".toml", {place, "output.interval=0.0037"});
    expect_the_same(steady, 100, early_and_late, std::string(name) + ", its own integrator");
    const auto adaptive =
        test::load_case(std::string(cases) + name + ".toml",
                        {"integration.method=bdf", "integration.relative_tolerance=1e-3",
                         "integration.absolute_tolerance=1e-4", "initial.y=0.003", "output.interval=0.0013"});
    expect_the_same(adaptive, 300, {1, 2, 3, 5, 17, 90, 200}, std::string(name) + ", bdf");
  }
}

// Friction that varies along the line, and wheels that dry the rail for those behind them.
TEST(Continue, OnRailsThatAreWetForAWhile) {
  for (const char* contact : {"kec", "elastic"}) {
    const auto model = test::load_case(
        std::string(cases) + "manchester_r500.toml",
        {std::string("contact.method=") + contact, "initial.s=100", "output.interval=0.0013",
         "integration.step=2.5e-4",
         "contact.friction.stations=[{s = 0, coefficient = 0.3}, {s = 100.2, coefficient = 0.1}]",
         "contact.friction.recovery={coefficient = 0.4, work = 2e3}"});
    expect_the_same(model, 200, early_and_late, contact);
  }
}

TEST(Continue, JointsHoweverTheyAreStabilised) {
  for (const char* stabilisation : {"projection", "baumgarte", "partitioning"}) {
    for (const char* contact : {"kec", "elastic"}) {
      const auto model = test::load_case(
          std::string(cases) + "flexible_r500_rigid.toml",
          {std::string("integration.joint_stabilisation=") + stabilisation,
           std::string("contact.method=") + contact, "initial.y=0.003", "output.interval=0.0013"});
      expect_the_same(model, 60, {1, 2, 3, 4, 7, 30}, std::string(stabilisation) + ", " + contact);
    }
  }
  const auto model =
      test::load_case(std::string(cases) + "flexible_r500_rigid.toml",
                      {"contact.method=kec", "integration.method=bdf", "output.interval=0.003"});
  expect_the_same(model, 60, {1, 2, 9, 30}, "bdf");
}

// The rails that move with the wheelsets are in the state of the run.
TEST(Continue, OnMassesAndSpringsWithEveryContactMethod) {
  for (const char* integrator : {"abm4", "bdf"}) {
    for (const char* contact : {"kec", "lut", "elastic"}) {
      const auto model = test::load_case(
          std::string(cases) + "mass_spring_r500.toml",
          {std::string("integration.method=") + integrator, "initial.s=100", "integration.step=1e-4",
           std::string("contact.method=") + contact, "output.interval=0.0007"});
      expect_the_same(model, 100, early_and_late, std::string(integrator) + ", " + contact);
    }
  }
}

class FlexibleTrackRun : public test::FlexibleTrackCase {};

TEST_F(FlexibleTrackRun, ContinuesOnWindowsAndOnTheWholeMesh) {
  // Far enough that the window moves on.
  for (const char* mesh : {"moving", "full"}) {
    const bool windows = std::strcmp(mesh, "moving") == 0;
    const auto model = load({std::string("coupling.mesh=") + mesh, "output.deformed_track_interval=0.001",
                             "output.track_places=[12.6]"});
    expect_the_same(model, windows ? 260 : 60, {1, 2, 17, 50, 201, 230}, mesh);
  }
}

class WheelsetRun : public test::WheelsetCase {};

TEST_F(WheelsetRun, ContinuesWithWheelsThatTurnAgainstEachOther) {
  for (const char* method : {"abm4", "rk4", "dormand_prince", "bdf", "ndf"}) {
    const std::string integrator = std::string("integration.method=") + method;
    const Sets usual{integrator, "initial.y=0.003", "output.interval=0.0037"};
    Sets independent = usual, torsion = usual;
    independent.push_back("vehicle.wheelsets[0].rotation=independent");
    torsion.push_back("vehicle.wheelsets[0].rotation=torsion");
    torsion.push_back("vehicle.wheelsets[0].torsional_stiffness=1e5");
    expect_the_same(load(independent), 100, early_and_late, std::string(method) + ", independent");
    expect_the_same(load(torsion), 100, early_and_late, std::string(method) + ", torsion");
  }
}

TEST_F(WheelsetRun, ContinuesBetweenStepsThatAreHalved) {
  const auto model = load({"contact.method=lut", "initial.y=0.006", "initial.yaw=0.02", "speed=20",
                           "integration.step_failure=halve", "output.interval=0.003"});
  const Course whole = run_stopped(model, 200, {});
  EXPECT_GT(whole.summary.halvings, 0u);
  std::set<long> all;
  for (long n = 1; n < 200; ++n) all.insert(n);
  expect_the_same(model, 200, all, "halved");
}

// As from a callback for rows: whatever step it stops at, the rows go on where they ended.
TEST_F(WheelsetRun, ARequestedStopLeavesACheckpoint) {
  const auto model = load({"initial.y=0.004", "integration.duration=0.3", "output.interval=0.0017"});
  const std::size_t width = channels(model).size();
  std::vector<double> rows, whole;
  const auto run_to = [&](std::size_t stop_after, std::span<const std::byte> from,
                          std::vector<double>& into) {
    std::vector<std::byte> checkpoint;
    RunOptions options;
    options.continue_from = from;
    options.record = [&](const double* row) {
      into.insert(into.end(), row, row + width);
      return true;
    };
    options.stop = [&] { return into.size() >= stop_after * width; };
    options.checkpoint = [&](std::span<const std::byte> bytes) {
      checkpoint.assign(bytes.begin(), bytes.end());
      return true;
    };
    const Summary summary = run(model, options);
    EXPECT_EQ(summary.status, checkpoint.empty() ? RunStatus::completed : RunStatus::stopped);
    return checkpoint;
  };
  EXPECT_TRUE(run_to(100000, {}, whole).empty());
  std::vector<std::byte> checkpoint = run_to(1, {}, rows);
  for (const std::size_t stop : {2u, 50u, 51u}) {
    ASSERT_FALSE(checkpoint.empty());
    checkpoint = run_to(stop, checkpoint, rows);
    EXPECT_EQ(rows.size(), stop * width);
  }
  EXPECT_TRUE(run_to(100000, checkpoint, rows).empty());
  EXPECT_TRUE(same_bits(rows, whole));
}

// The bytes were written by the program of format 3 of result files. When this fails because a state saves
// something else, checkpoint_version becomes the next number, and a file of that number is kept.
class KeptCheckpoint : public WheelsetRun {
 protected:
  static std::vector<std::byte> kept() {
    std::ifstream file(FLANGEWAY_SOURCE_DIR "/tests/data/checkpoint_version_2.bin", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
  }
  // Tables were not averaged then.
  vehicle_case::CaseModel model() {
    return load({"initial.y=0.004", "integration.duration=0.3", "contact.kec.geometry=points"});
  }
};

TEST_F(KeptCheckpoint, GoesOnToTheSameEnd) {
  const std::vector<std::byte> bytes = kept();
  ASSERT_EQ(version_of_checkpoint(bytes), checkpoint_version);
  RunOptions options;
  const Summary whole = run(model(), options);
  options.continue_from = bytes;
  const Summary continued = run(model(), options);
  ASSERT_EQ(continued.status, RunStatus::completed) << continued.failure;
  EXPECT_EQ(continued.counts.steps, whole.counts.steps);
  ASSERT_EQ(continued.final_state.size(), whole.final_state.size());
  for (std::size_t i = 0; i < whole.final_state[0].second.size(); ++i)
    EXPECT_NEAR(continued.final_state[0].second[i], whole.final_state[0].second[i], 1e-9) << i;
}

TEST_F(KeptCheckpoint, OfAnotherVersionIsNotRun) {
  std::vector<std::byte> bytes = kept();
  bytes.front() = std::byte{checkpoint_version + 1};
  RunOptions options;
  options.continue_from = bytes;
  EXPECT_EQ(run(model(), options).status, RunStatus::not_run);
  options.continue_from = std::span<const std::byte>(bytes).first(4);
  EXPECT_EQ(version_of_checkpoint(options.continue_from), 0u);
  EXPECT_EQ(run(model(), options).status, RunStatus::not_run);
}

TEST_F(WheelsetRun, ContinuesUpToItsDerailment) {
  const auto model = load({"initial.yaw=0.06", "contact.friction.coefficient=0.6", "output.interval=0.003"});
  const Course whole = run_stopped(model, 100000, {});
  EXPECT_EQ(whole.summary.status, RunStatus::derailed);
  expect_the_same(model, 100000, {whole.steps / 2, whole.steps - 3, whole.steps - 1}, "derailed");
}

TEST_F(WheelsetRun, RefusesForeignCheckpoints) {
  const auto model = load({}), other = test::load_case(std::string(cases) + "manchester_r500.toml");
  const RunOptions options;
  RunLoop loop(model, options);
  ASSERT_TRUE(loop.start());
  std::vector<std::byte> bytes = loop.save();
  EXPECT_FALSE(RunLoop(other, options).load(bytes));
  bytes.pop_back();
  EXPECT_FALSE(RunLoop(model, options).load(bytes));
  EXPECT_FALSE(RunLoop(model, options).load({}));
}

// Lists of the wheels with one too few or one too many, in bytes that can be read otherwise.
TEST_F(WheelsetRun, RefusesListsOfAnotherLength) {
  const auto model = load({});
  const RunOptions options;
  RunLoop loop(model, options);
  ASSERT_TRUE(loop.start());
  const std::vector<std::byte> whole = loop.save();
  struct List {
    std::size_t place, entry;
  };
  const std::size_t number = sizeof(double), statistics = 4 * number,
                    wheel = encode_state(WheelSummary{}).size(),
                    diagnostics = encode_state(WheelDiagnostics{}).size(),
                    monitor = statistics + number + 2 * wheel + number,
                    derailment = monitor + number + 2 * diagnostics + number,
                    samples = derailment + 3 * number + sizeof(bool) + number,
                    loads = encode_state(assess::side_loads(assess::overturning_time, model.integration.step))
                                .size(),
                    events = samples - number + loads + encode_state(loop.summary(1).events).size();
  for (const List& list : {List{statistics, wheel}, List{monitor, diagnostics}, List{derailment, number},
                           List{samples, 2 * number}, List{events, 2 * sizeof(bool)}}) {
    std::uint64_t length = 0;
    std::memcpy(&length, &whole[list.place], sizeof length);
    ASSERT_TRUE(list.place == samples || length == 2) << list.place;
    for (const std::uint64_t count : {length - 1, length + 1}) {
      std::vector<std::byte> bytes = whole;
      std::memcpy(&bytes[list.place], &count, sizeof count);
      const auto first = bytes.begin() + static_cast<std::ptrdiff_t>(list.place + sizeof count);
      if (count < length) {
        bytes.erase(first, first + static_cast<std::ptrdiff_t>(list.entry));
      } else {
        bytes.insert(first, list.entry, std::byte{0});
      }
      EXPECT_FALSE(RunLoop(model, options).load(bytes)) << list.place << " with " << count;
    }
  }
  EXPECT_TRUE(RunLoop(model, options).load(whole));
}

// ---- nothing is read from the scratch of the evaluation before

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <typename T>
void poison(T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    value = nan;
  } else if constexpr (std::is_same_v<T, math::Batch>) {
    value = math::Batch(nan);
  } else {
    for (auto& x : value) poison(x);
  }
}
template <typename T, int Rows, int Columns, int Options, int MaxRows, int MaxColumns>
void poison(Eigen::Matrix<T, Rows, Columns, Options, MaxRows, MaxColumns>& matrix) {
  for (Eigen::Index i = 0; i < matrix.size(); ++i) poison(matrix.data()[i]);
}
template <typename T>
void poison(track::BasicFrame<T>& frame) {
  poison(frame.position);
  poison(frame.rotation);
}
template <typename T>
void poison(multibody::BasicBodyState<T>& s) {
  poison(s.frame);
  for (auto* v : {&s.position, &s.velocity, &s.angular_velocity, &s.intermediate_angular_velocity,
                  &s.velocity_s, &s.roll_axis, &s.pitch_axis, &s.coupling_rotation})
    poison(*v);
  for (auto* m : {&s.intermediate, &s.rotation, &s.rotational_mass, &s.rotational_inverse}) poison(*m);
  for (auto* x : {&s.speed, &s.mass, &s.mass_ss, &s.schur}) poison(*x);
  poison(s.coupling_yz);
  poison(s.force);
}
template <typename T>
void poison(multibody::BasicPose<T>& pose) {
  poison(pose.rotation);
  for (auto* v : {&pose.position, &pose.velocity, &pose.angular_velocity}) poison(*v);
}

// Poisons the results of an evaluation; its inputs from the model stay.
void poison(multibody::Workspace& w) {
  for (multibody::BodyState& body : w.bodies) poison(static_cast<multibody::BasicBodyState<double>&>(body));
  for (multibody::BodyBatch& batch : w.batches) {
    poison(batch.velocity);
    poison(batch.state);
  }
  for (auto* numbers : {&w.spin_torque, &w.element_force, &w.element_deflection}) poison(*numbers);
  w.prescribed_acceleration = nan;
  for (multibody::JointBatch& batch : w.joints.batches) {
    for (multibody::JointRow& row : batch.rows) {
      for (auto* x : {&row.residual, &row.rate, &row.right_hand}) poison(*x);
    }
    for (auto* numbers : {&batch.multipliers, &batch.change, &batch.matrix, &batch.inverse}) poison(*numbers);
    poison(batch.values);
  }
}

// The problem of a simulation, whose scratch is spoilt before each evaluation.
struct Poisoned {
  Simulation& simulation;
  integrate::Problem inner = simulation.problem();

  integrate::Problem problem() {
    integrate::Problem outer = inner;
    outer.user = this;
    outer.derivative = [](void* user, double t, const double* y, double* dydt) {
      auto& self = *static_cast<Poisoned*>(user);
      poison(self.simulation.equations().workspace().bodies);
      return self.inner.derivative(self.inner.user, t, y, dydt);
    };
    outer.project = [](void* user, double t, double* y) {
      auto& self = *static_cast<Poisoned*>(user);
      return self.inner.project(self.inner.user, t, y);
    };
    outer.damping = [](void* user, double t, const double* y, double* rate) {
      auto& self = *static_cast<Poisoned*>(user);
      self.inner.damping(self.inner.user, t, y, rate);
    };
    outer.jacobian = [](void* user, double t, const double* y, const double* f, double* matrix,
                        std::uint64_t* n) {
      auto& self = *static_cast<Poisoned*>(user);
      return self.inner.jacobian(self.inner.user, t, y, f, matrix, n);
    };
    return outer;
  }
};

std::vector<double> states(const vehicle_case::CaseModel& model, int steps, bool poisoned) {
  Simulation simulation(model);
  Poisoned spoilt{simulation};
  const auto stepper = make_stepper(model.integration);
  stepper->init(poisoned ? spoilt.problem() : simulation.problem(), 0, simulation.integrated());
  std::vector<double> all, rate(simulation.state().y.size());
  for (int n = 0; n < steps; ++n) {
    EXPECT_EQ(stepper->step(), EvalStatus::ok);
    simulation.accept(stepper->time(), stepper->state());
    if (!stepper->evaluates_end()) {
      EXPECT_EQ(simulation.derivative(stepper->time(), simulation.state().y.data(), rate.data()),
                EvalStatus::ok);
    }
    EXPECT_FALSE(simulation.end_step());
    if (!stepper->adaptive()) simulation.equations().update_damping();
    all.insert(all.end(), simulation.state().y.begin(), simulation.state().y.end());
  }
  return all;
}

TEST(Workspace, NothingInItIsReadByTheNextEvaluation) {
  for (const char* method : {"abm4", "dormand_prince", "bdf", "ndf"}) {
    for (const char* stabilisation : {"projection", "baumgarte", "partitioning"}) {
      const auto model = test::load_case(std::string(cases) + "flexible_r500_rigid.toml",
                                         {std::string("integration.joint_stabilisation=") + stabilisation,
                                          std::string("integration.method=") + method, "contact.method=kec"});
      const std::vector<double> spoilt = states(model, 30, true);
      EXPECT_FALSE(std::any_of(spoilt.begin(), spoilt.end(), [](double x) { return std::isnan(x); }));
      EXPECT_TRUE(same_bits(states(model, 30, false), spoilt)) << method << ", " << stabilisation;
    }
  }
}

}  // namespace
}  // namespace flangeway::simulate
