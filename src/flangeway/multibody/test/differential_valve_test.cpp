// Two air springs that a valve joins, against closed forms. The bodies stand still: only the gas moves.
#include "flangeway/multibody/differential_valves.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "support.hpp"

namespace flangeway::multibody {
namespace {

using namespace test;

constexpr double area = 0.2, volume = 0.03, tank_volume = 0.05, base = 1;

Element<AirSpring> bag(const char* name, double side, double load, double exponent) {
  Element<AirSpring> e;
  e.name = name, e.j = 1;
  e.point_i.y() = e.point_j.y() = side * base;
  e.area = area, e.volume = volume, e.polytropic = exponent, e.preload.z() = load;
  e.has_valve = 1;
  return e;
}

DifferentialValve valve_of(double opens_at, double open_at) {
  DifferentialValve valve;
  valve.j = 1;
  valve.opens_at = opens_at, valve.open_at = open_at;
  valve.resistance = 1e6;
  return valve;
}

class Gas {
 public:
  explicit Gas(const DifferentialValve& valve, double load_i = 8e4, double load_j = 8e4, bool tanks = false,
               double exponent = 1.3) {
    model_.bodies.assign(2, some_body());
    for (auto& spring : {bag("left", 1, load_i, exponent), bag("right", -1, load_j, exponent)})
      elements_of<AirSpring>(model_).push_back(spring);
    if (tanks)
      for (auto& spring : elements_of<AirSpring>(model_))
        spring.has_tank = 1, spring.tank_volume = tank_volume, spring.resistance = 2e6;
    model_.lists->differential_valves.push_back(valve);
    finish(model_, false);
    w_ = make_workspace(model_);
    y_ = nominal_state(model_, 50, 0);
    rate_.assign(model_.auxiliary_count, 0.0);
  }

  /// Body j turns: one bag is pressed, the other one is stretched.
  void roll(double angle) { y_[6 + 3] = angle, evaluate(); }
  void evaluate() {
    evaluate_kinematics(model_, track_, y_.data(), w_);
    evaluate_suspension(model_, y_.data(), w_, rate_.data());
  }
  /// By Runge–Kutta; returns ∫ (loss − supplied) dt.
  double run(double duration, int steps) {
    const double h = duration / steps;
    const std::size_t u = model_.auxiliary_offset();
    double lost = 0;
    for (int step = 0; step < steps; ++step) {
      const std::vector<double> start = y_;
      std::vector<double> sum(rate_.size(), 0.0);
      const double weights[] = {h / 6, h / 3, h / 3, h / 6}, shares[] = {h / 2, h / 2, h, 0};
      for (std::size_t stage = 0; stage < 4; ++stage) {
        evaluate();
        const SuspensionEnergy energy = suspension_energy(model_, y_.data(), w_);
        lost += weights[stage] * (energy.loss - energy.supplied);
        for (std::size_t k = 0; k < sum.size(); ++k) {
          sum[k] += weights[stage] * rate_[k];
          y_[u + k] = start[u + k] + shares[stage] * rate_[k];
        }
      }
      for (std::size_t k = 0; k < sum.size(); ++k) y_[u + k] = start[u + k] + sum[k];
    }
    evaluate();
    return lost;
  }
  [[nodiscard]] ValveFlow<double> flow() const {
    return flow_through(model_, model_.lists->differential_valves[0], y_.data() + model_.auxiliary_offset(),
                        w_);
  }
  /// Gas that a spring has been given, m³ at its nominal density.
  [[nodiscard]] double given(std::size_t k) const {
    const auto& spring = elements_of<AirSpring>(model_)[k];
    return area * y_[model_.auxiliary_offset() + spring.auxiliary[AirSpring<double>::supply]];
  }
  [[nodiscard]] double nominal_pressure(std::size_t k) const {
    return elements_of<AirSpring>(model_)[k].nominal_pressure();
  }
  /// Volume of the bag, without air that was added.
  [[nodiscard]] double bag_volume(std::size_t k) const {
    return volume + area * w_.element_deflection[model_.elements[k].output + 2];
  }
  [[nodiscard]] double stored() const { return suspension_energy(model_, y_.data(), w_).stored; }
  [[nodiscard]] const std::vector<double>& rate() const { return rate_; }
  [[nodiscard]] const Model& model() const { return model_; }

 private:
  Model model_;
  Workspace w_;
  std::vector<double> y_, rate_;
  track::TrackModel track_ = straight_track();
};

// In the end the pressures differ by that at which the valve shuts, and no gas is lost.
TEST(DifferentialValve, BagsEqualiseToTheClosingPressure) {
  for (const double load_j : {8e4, 7e4}) {
    Gas gas(valve_of(3e4, 4e4), 8e4, load_j);
    gas.roll(0.06);
    EXPECT_GT(std::abs(gas.flow().difference), 1e5);
    const double sign = gas.flow().difference > 0 ? 1 : -1;
    gas.run(3, 3000);
    const double p_i = gas.nominal_pressure(0), p_j = gas.nominal_pressure(1);
    const auto pressure = [&](double p0, double amount, double space) {
      return p0 * std::pow(amount / space, 1.3);
    };
    double low = -volume, high = volume;  // what spring i was given: the pressures rise with it
    for (int k = 0; k < 100; ++k) {
      const double middle = (low + high) / 2;
      const double difference = pressure(p_i, volume + middle, gas.bag_volume(0)) -
                                pressure(p_j, volume - middle * p_i / p_j, gas.bag_volume(1));
      (difference < sign * 3e4 ? low : high) = middle;
    }
    EXPECT_NEAR(gas.given(0), low, 1e-6 * std::abs(low));
    EXPECT_NEAR(p_i * gas.given(0) + p_j * gas.given(1), 0, 1e-12 * p_i);
    EXPECT_NEAR(gas.flow().difference, sign * 3e4, 1);
  }
}

TEST(DifferentialValve, NothingFlowsBelowTheOpeningPressure) {
  for (const double rate : {0.0, 20.0}) {
    DifferentialValve valve = valve_of(3e4, 4e4);
    valve.opening_rate = rate;
    Gas gas(valve);
    gas.roll(0.002);
    EXPECT_GT(std::abs(gas.flow().difference), 1e4);
    EXPECT_LT(std::abs(gas.flow().difference), 3e4);
    EXPECT_EQ(gas.flow().flow, 0);
    for (const double r : gas.rate()) EXPECT_EQ(r, 0);
  }
}

// In the other direction everything has the other sign.
TEST(DifferentialValve, ItOpensInBothDirections) {
  Gas left(valve_of(3e4, 4e4)), right(valve_of(3e4, 4e4));
  left.roll(0.03), right.roll(-0.03);
  EXPECT_GT(std::abs(left.flow().flow), 1e-3);
  EXPECT_NEAR(left.flow().flow, -right.flow().flow, 1e-12);
  EXPECT_NEAR(left.flow().difference, -right.flow().difference, 1e-6);
  EXPECT_EQ(left.flow().opening, 1);
}

// An open valve is a throttle: small differences decay with R V/2 over n p0.
TEST(DifferentialValve, SmallDifferencesDecayAsThroughAThrottle) {
  Gas gas(valve_of(1e-6, 2e-6));
  gas.roll(1e-6);
  const double before = gas.flow().difference;
  const double time = 1e6 * volume / 2 / (1.3 * gas.nominal_pressure(0));
  gas.run(time, 200);
  EXPECT_NEAR(gas.flow().difference, before * std::exp(-1), 1e-5 * std::abs(before));
}

// Tanks behind slow throttles: first they equalise alone, then the gas of the bags follows.
TEST(DifferentialValve, TanksEqualiseTheBagsThroughTheirThrottles) {
  DifferentialValve valve = valve_of(1e3, 2e3);
  valve.between_tanks = true;
  Gas gas(valve, 8e4, 8e4, true);
  gas.roll(0.03);
  EXPECT_EQ(gas.flow().flow, 0);  // the tanks do not feel it yet
  gas.run(10, 4000);
  EXPECT_NEAR(std::abs(gas.flow().difference), 1e3, 1);
  EXPECT_GT(std::abs(gas.given(0)), 1e-4);
  EXPECT_NEAR(gas.given(0), -gas.given(1), 1e-15);
}

// Energy that the bags no longer store is lost in the valve; with unequal preloads less their zero energies.
TEST(DifferentialValve, LosesTheEnergyThatItTakes) {
  for (const double load_j : {8e4, 7e4}) {
    for (const double rate : {0.0, 20.0}) {
      DifferentialValve valve = valve_of(3e4, 4e4);
      valve.opening_rate = rate;
      Gas gas(valve, 8e4, load_j);
      gas.roll(0.06);
      const double before = gas.stored();
      EXPECT_GE(gas.flow().loss, 0);
      const double lost = gas.run(1, 4000);
      EXPECT_GT(std::abs(lost), 10);
      EXPECT_NEAR(before - gas.stored(), lost, 1e-7 * before);
    }
  }
}

// Isothermal gas loses the work that it could do from one pressure to the other, whatever the preloads.
TEST(DifferentialValve, IsothermalGasLosesTheWorkOfItsExpansion) {
  Gas gas(valve_of(1, 2), 8e4, 6e4, false, 1 + 1e-6);
  for (const double angle : {-0.02, 0.0, 0.02}) {
    gas.roll(angle);
    const auto pressure = [&](std::size_t k) { return gas.nominal_pressure(k) * volume / gas.bag_volume(k); };
    const double expected = gas.nominal_pressure(0) * std::log(pressure(0) / pressure(1)) * gas.flow().flow;
    EXPECT_GT(expected, 1);
    EXPECT_NEAR(gas.flow().loss, expected, 1e-5 * expected) << angle;
  }
}

TEST(DifferentialValve, ItOpensWithItsTimeConstant) {
  DifferentialValve valve = valve_of(3e4, 4e4);
  valve.opening_rate = 20, valve.resistance = 1e12;
  Gas gas(valve);
  gas.roll(0.06);
  EXPECT_EQ(gas.flow().opening, 0);
  gas.run(0.05, 100);
  EXPECT_NEAR(gas.flow().opening, 1 - std::exp(-1), 1e-6);
}

}  // namespace
}  // namespace flangeway::multibody
