// Two bodies that elements of all kinds join: what the elements do to them, they have stored, lost or been
// supplied.
#include <gtest/gtest.h>

#include <random>

#include "all_elements.hpp"
#include "flangeway/multibody/flexible.hpp"
#include "flangeway/multibody/surfaces.hpp"
#include "flangeway/multibody/suspension_jacobian.hpp"
#include "support.hpp"

namespace flangeway::multibody {
namespace {

using namespace test;

/// The ends of a line a metre apart, all other elements between points that coincide.
void place_points(Model& model) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> within(-1, 1);
  for_each_element(model, [&](auto& e) {
    if constexpr (requires { e.point_i; }) {
      const Vec3 place{within(random), within(random), 1.1};
      e.point_i = place - model.bodies[0].initial.head<3>();
      e.point_j = place - model.bodies[1].initial.head<3>();
      if constexpr (std::is_same_v<MotionOf<std::decay_t<decltype(e)>>, AlongLine<double>>) {
        e.point_i.y() -= 0.6, e.point_j.y() += 0.8;
        e.length = 1.4;
      }
    }
  });
}

Model two_bodies_with_everything() {
  Model model = some_elements();
  model.gravity = 0;
  for (Body& body : model.bodies) body = some_body(), body.mass = 3e5, body.inertia *= 100;
  model.bodies[1].initial[2] = 1.6;
  place_points(model);
  for (auto& e : elements_of<Friction>(model)) e.sources[0] = {.element = "spring", .component = 2};
  elements_of<AirSpring>(model)[1].name = "spring";
  elements_of<AirSpring>(model)[2].name = "other spring";
  join_by_valve(model, 1, 2);
  finish(model, false);
  return model;
}

/// The first body bends in two modes, wherever an element ends on it.
Model with_modes(Model model) {
  FlexibleBody body;
  body.modes = {{.mass = 2e5, .frequency = 60, .damping = 0.03},
                {.mass = 1e5, .frequency = 110, .damping = 0.02}};
  const auto shapes = [](const Vec3& p) {
    return Shapes{{{0.1, 0.3 * p.x(), 1 + p.y()}, {0.5, -0.3 * p.y(), 0.4}},
                  {{0.2, 1, -0.4 * p.x()}, {0.2 * p.x(), 0.6, -0.3}}};
  };
  EXPECT_TRUE(add_flexible_body(model, body, shapes).empty());
  return model;
}

struct Balance {
  double energy = 0;  ///< kinetic and stored, J
  double loss = 0, supplied = 0, power = 0;
};

Balance balance_of(const Model& model, const Workspace& w, const std::vector<double>& y) {
  Balance balance;
  const SuspensionEnergy energy = suspension_energy(model, y.data(), w);
  balance.energy = energy.stored, balance.loss = energy.loss,
  balance.supplied = energy.supplied + energy.drive;
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    balance.energy += kinetic_energy(w.bodies[b], y.data() + model.velocity_offset() + 6 * b);
    const Eigen::Map<const Vec6> v(y.data() + model.velocity_offset() + 6 * b);
    balance.power += std::abs(w.bodies[b].force.dot(v));
  }
  return balance;
}

// Runge–Kutta, with the integrals of the powers by the same weights.
void expect_balance(const Model& model) {
  const track::TrackModel track = straight_track();
  Workspace w = make_workspace(model);
  std::vector<double> y = nominal_state(model, 50, 0);
  const double velocity[] = {0.1, -0.2, 0.3, 0.1, -0.1, 0.2, -0.1, 0.3, -0.5, -0.2, 0.1, 0.1};
  for (std::size_t k = 0; k < 12; ++k) y[model.velocity_offset() + k] = velocity[k];
  constexpr double h = 1e-5;
  double lost = 0, rubbed_off = 0, supplied = 0, work = 0;
  state_rate(model, track, w, y);
  const double before = balance_of(model, w, y).energy;
  Surfaces surfaces = surfaces_of(w);
  for (int step = 0; step < 10000; ++step) {
    const double weights[] = {h / 6, h / 3, h / 3, h / 6}, shares[] = {h / 2, h / 2, h, 0};
    std::vector<double> at = y, next = y;
    for (std::size_t stage = 0; stage < 4; ++stage) {
      const std::vector<double> rate = state_rate(model, track, w, at);
      const Balance now = balance_of(model, w, at);
      lost += weights[stage] * now.loss, supplied += weights[stage] * now.supplied;
      work += weights[stage] * now.power;
      next = plus(next, weights[stage], rate);
      at = plus(y, shares[stage], rate);
    }
    y = next;
    state_rate(model, track, w, y);
    rubbed_off += slip_work(surfaces, surfaces_of(w));
    surfaces = surfaces_of(w);
  }
  const double after = balance_of(model, w, y).energy;
  EXPECT_GT(lost, 100);
  EXPECT_GT(rubbed_off, 100);
  EXPECT_NEAR(after - before, supplied - lost - rubbed_off, 1e-6 * work);
}

TEST(Energy, WorkOnAllElementsIsStoredOrLost) {
  expect_balance(two_bodies_with_everything());
}

TEST(Energy, WorkOnABodyThatBendsIsStoredOrLost) {
  expect_balance(with_modes(two_bodies_with_everything()));
}

// Friction depends on the force of the adjacent air spring.
// The matrix omits the effect of preloads on turning rigid bodies: `rest`, 1/s².
void expect_slopes(const Model& model) {
  constexpr double rest = 1;
  const track::TrackModel track = straight_track();
  Workspace w = make_workspace(model);
  std::vector<double> y = nominal_state(model, 50, 0);
  std::mt19937 random(11);
  std::uniform_real_distribution<double> within(-0.01, 0.01);
  for (double& x : y) x += within(random);
  const auto rates = [&](std::size_t column, double by) {
    std::vector<double> moved = y;
    moved[column] += by;
    return state_rate(model, track, w, moved);
  };
  (void)rates(0, 0);
  SuspensionJacobian jacobian = make_suspension_jacobian(model);
  evaluate_suspension_jacobian(model, y.data(), w, jacobian);
  const std::size_t n = model.velocity_offset(), u = model.auxiliary_offset();
  constexpr double step = 1e-7;
  for (std::size_t column = 0; column < y.size(); ++column) {
    const auto plus_rate = rates(column, step), minus_rate = rates(column, -step);
    for (std::size_t k = 0; k < model.auxiliary_count; ++k) {
      const double slope = (plus_rate[u + k] - minus_rate[u + k]) / (2 * step);
      const auto row = static_cast<Eigen::Index>(k);
      const double entry = column < n ? jacobian.rate_by_position(row, static_cast<Eigen::Index>(column))
                           : column < u
                               ? jacobian.rate_by_velocity(row, static_cast<Eigen::Index>(column - n))
                               : jacobian.rate_by_auxiliary(row, static_cast<Eigen::Index>(column - u));
      EXPECT_NEAR(entry, slope, 2e-2 * std::abs(slope) + 0.02 * model.relaxation_rates[k] + rest)
          << k << " " << column;
    }
  }
}

TEST(SuspensionJacobian, RatesOfStatesFollowFiniteDifferences) {
  expect_slopes(two_bodies_with_everything());
}

TEST(SuspensionJacobian, RatesOfModesFollowFiniteDifferences) {
  expect_slopes(with_modes(two_bodies_with_everything()));
}

// Modes, bodies at rest: with them the matrix also has how forces turn and move as modes and bodies do, in
// both directions. The velocities are zero, because the way of deflection rates with positions is left out.
TEST(SuspensionJacobian, ModesAndBodiesFeelEachOtherExactly) {
  const Model model = with_modes(two_bodies_with_everything());
  const track::TrackModel track = straight_track();
  Workspace w = make_workspace(model);
  std::vector<double> y = nominal_state(model, 50, 0);
  std::mt19937 random(11);
  std::uniform_real_distribution<double> within(-0.01, 0.01);
  for (std::size_t k = 0; k < y.size(); ++k)
    if (k < model.velocity_offset() || k >= model.auxiliary_offset()) y[k] += within(random);
  const std::size_t u = model.auxiliary_offset(), n = model.velocity_offset();
  for (const BodyMode& mode : model.lists->flexible_bodies[0].modes) y[u + mode.rate] = 0;
  SuspensionJacobian jacobian = make_suspension_jacobian(model);
  (void)state_rate(model, track, w, y);
  evaluate_suspension_jacobian(model, y.data(), w, jacobian);
  constexpr double step = 1e-6;
  const auto moved = [&](std::size_t column, double by) {
    std::vector<double> at = y;
    at[column] += by;
    Eigen::VectorXd out(static_cast<Eigen::Index>(model.auxiliary_count + n));
    const std::vector<double> rate = state_rate(model, track, w, at);
    for (std::size_t k = 0; k < model.auxiliary_count; ++k) out[static_cast<Eigen::Index>(k)] = rate[u + k];
    for (std::size_t b = 0; b < model.body_count(); ++b)
      out.segment<6>(static_cast<Eigen::Index>(model.auxiliary_count + 6 * b)) = w.bodies[b].force;
    return out;
  };
  const auto slope = [&](std::size_t column) -> Eigen::VectorXd {
    return (moved(column, step) - moved(column, -step)) / (2 * step);
  };
  for (const BodyMode& mode : model.lists->flexible_bodies[0].modes) {
    const auto rate = static_cast<Eigen::Index>(mode.rate);
    for (std::size_t column = 0; column < n; ++column) {
      const double expected = slope(column)[rate];
      EXPECT_NEAR(jacobian.rate_by_position(rate, static_cast<Eigen::Index>(column)), expected,
                  1e-4 * std::abs(expected) + 1e-4)
          << column;
    }
    const Eigen::VectorXd by_mode = slope(u + mode.coordinate);
    for (const BodyMode& other : model.lists->flexible_bodies[0].modes) {
      const double expected = by_mode[static_cast<Eigen::Index>(other.rate)];
      EXPECT_NEAR(jacobian.rate_by_auxiliary(static_cast<Eigen::Index>(other.rate),
                                             static_cast<Eigen::Index>(mode.coordinate)),
                  expected, 1e-5 * std::abs(expected));
    }
    for (std::size_t k = 0; k < n; ++k) {
      const double expected = by_mode[static_cast<Eigen::Index>(model.auxiliary_count + k)];
      EXPECT_NEAR(
          jacobian.by_auxiliary(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(mode.coordinate)),
          expected, 1e-4 * std::abs(expected) + 20)
          << k;
    }
  }
}

}  // namespace
}  // namespace flangeway::multibody
