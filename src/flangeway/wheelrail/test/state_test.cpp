// All that the contacts carry from step to step is in ContactState: a workspace that holds NaN, or a new one,
// gives the same bits.
#include "flangeway/wheelrail/state.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

#include "flangeway/core/state_codec.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/wheelrail/evaluate.hpp"
#include "flangeway/wheelrail/test/one_wheelset.hpp"

namespace flangeway::wheelrail {
namespace {

constexpr double step = 1e-3, speed = 15, radius = test::wheel_radius;  // s, m/s, m
constexpr int steps = 40;

track::TrackModel wavy_track() {
  return test::straight_track(test::harmonic("vertical_profile", 0.0002, 3) +
                              test::harmonic("cross_level", 0.0002, 5));
}

struct Choice {
  const char* name;
  Method method;
  bool lift_off = false;
  NormalForceCoupling coupling = NormalForceCoupling::solved;
  PatchModel patch = PatchModel::hertz;
  bool rails_move = false;
  bool friction_varies = false;
};

Model make_model(const Choice& choice) {
  Settings settings;
  settings.method = choice.method;
  settings.lift_off = choice.lift_off;
  settings.patch_solution.model = choice.patch;
  settings.coupling = choice.coupling;
  settings.patch_solution.element = 1e-3;  // coarse: the solutions take less time
  settings.patch_solution.interval = 5;
  if (choice.friction_varies) {
    for (RailFriction& friction : settings.friction)
      friction.stations = {{70, {{0, 0.3}, {1, 0.1}}}, {70.4, {{0, 0.1}, {0.2, 0.05}}}};
    settings.recovery = {0.5, 20, 2};
  }
  Model model = test::make_model(settings);
  model.rails_move = choice.rails_move;
  return model;
}

// Rails that move on their own and give way to the wheels.
std::array<RailMotion, 2> rails_at(double t) {
  std::array<RailMotion, 2> rails;
  for (std::size_t side = 0; side < 2; ++side) {
    const double phase = 60 * t + static_cast<double>(side);
    rails[side].displacement = {0, 2e-4 * std::sin(phase), 1e-4 * std::cos(phase)};
    rails[side].velocity = {0, 1.2e-2 * std::cos(phase), -6e-3 * std::sin(phase)};
    rails[side].acceleration = {-0.7 * std::sin(phase), -0.4 * std::cos(phase)};
    rails[side].mobility = {0.01, 0.008};
  }
  return rails;
}

template <typename T>
void fill_bytes(T& object) {
  auto* bytes = reinterpret_cast<unsigned char*>(&object);
  std::fill_n(bytes, sizeof object, static_cast<unsigned char>(0xff));  // as a double: NaN
}

// Everything but the places and kinds of the wheelsets, which belong to the model.
void poison(Workspace& workspace) {
  for (WheelsetResult& result : workspace.wheelsets) fill_bytes(result);
  for (WheelsetBatch& batch : workspace.batches) {
    const auto wheelsets = batch.wheelsets;
    const bool twisted = batch.twisted;
    fill_bytes(batch);
    batch.wheelsets = wheelsets, batch.twisted = twisted;
  }
  fill_bytes(workspace.nothing);
}

struct Ride {
  std::vector<double> accelerations;
  std::vector<std::byte> state;
  bool lifted = false, landed = false;
};

// A wheelset on a given course: two evaluations, a projection and a commit in each step. A roll moment lifts
// the left wheel for a while.
Ride ride(const Model& model, bool clean) {
  const track::TrackModel track = wavy_track();
  const multibody::Model bodies = test::one_wheelset();
  multibody::Workspace body = multibody::make_workspace(bodies);
  Workspace workspace = make_workspace(model);
  ContactState state = make_contact_state(model);
  Ride ride;
  std::vector<std::array<RailMotion, 2>> rails;
  const auto prepare = [&](const std::array<double, 12>& y) {
    if (clean) poison(workspace);
    multibody::evaluate_kinematics(bodies, track, y.data(), body);
  };
  const auto evaluate_at = [&](const std::array<double, 12>& y, double moment) {
    prepare(y);
    body.bodies[0].force(3) += moment;
    double acceleration[6];
    EXPECT_EQ(evaluate(model, track, rails, y.data(), 6, state, body, workspace, acceleration),
              EvalStatus::ok);
    ride.accelerations.insert(ride.accelerations.end(), acceleration, acceleration + 6);
  };
  for (int n = 0; n < steps; ++n) {
    const double t = n * step;
    if (model.rails_move) rails = {rails_at(t)};
    std::array<double, 12> y{70 + speed * t,
                             2e-3 * std::sin(40 * t),
                             radius - 5e-5,
                             0,
                             0,
                             1e-3,
                             speed,
                             0.08 * std::cos(40 * t),
                             0,
                             0,
                             33.1,
                             0.01};
    prepare(y);
    EXPECT_EQ(project(model, track, rails, 6, state, body, workspace, y.data()), EvalStatus::ok);
    ride.accelerations.insert(ride.accelerations.end(), y.begin(), y.end());
    const double moment = n > 10 && n < 25 ? 2e4 : 0;
    evaluate_at(y, 0.9 * moment);
    evaluate_at(y, moment);
    commit(model, body, workspace, state);
    update_damping(model, workspace, state);
    const bool lifted = state.wheelsets[0].lifted[0];
    if (lift_and_land(model, workspace, state)) (lifted ? ride.landed : ride.lifted) = true;
    if (!clean) continue;
    workspace = make_workspace(model);
    const ContactState before = std::exchange(state, {});
    EXPECT_TRUE(decode_state(encode_state(before), state));
  }
  ride.state = encode_state(state);
  return ride;
}

class StateOf : public ::testing::TestWithParam<Choice> {};

TEST_P(StateOf, EvaluationsDependOnNothingElse) {
  const Model model = make_model(GetParam());
  const Ride kept = ride(model, false), clean = ride(model, true);
  EXPECT_EQ(kept.accelerations, clean.accelerations);
  EXPECT_EQ(kept.state, clean.state);
  EXPECT_EQ(kept.lifted, GetParam().lift_off);
  EXPECT_EQ(kept.landed, GetParam().lift_off);
  EXPECT_NE(kept.state, encode_state(make_contact_state(model)));
}
INSTANTIATE_TEST_SUITE_P(
    Methods, StateOf,
    ::testing::Values(Choice{"kec", Method::kec}, Choice{"kec_lift_off", Method::kec, true},
                      Choice{"kec_previous_step", Method::kec, false, NormalForceCoupling::previous_step},
                      Choice{"lut", Method::lut}, Choice{"elastic", Method::elastic},
                      Choice{.name = "kec_moving_rails", .method = Method::kec, .rails_move = true},
                      Choice{.name = "lut_moving_rails", .method = Method::lut, .rails_move = true},
                      Choice{.name = "elastic_moving_rails", .method = Method::elastic, .rails_move = true},
                      Choice{.name = "kec_friction", .method = Method::kec, .friction_varies = true},
                      Choice{.name = "elastic_friction", .method = Method::elastic, .friction_varies = true},
                      Choice{.name = "strip", .method = Method::elastic, .patch = PatchModel::strip},
                      Choice{.name = "halfspace", .method = Method::elastic, .patch = PatchModel::halfspace}),
    [](const auto& choice) { return std::string(choice.param.name); });

}  // namespace
}  // namespace flangeway::wheelrail
