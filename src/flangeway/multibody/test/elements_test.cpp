// The law of every kind of element: its force, its energy and its loss belong together, and it says the same
// over every scalar. A kind that is added to the list is tested here as soon as some_elements() has one.
#include <gtest/gtest.h>

#include <random>

#include "flangeway/multibody/element_batches.hpp"
#include "flangeway/multibody/elements/tangent.hpp"

namespace flangeway::multibody {
namespace {

/// The first with neither tank nor friction, the last with an area by table and a pipe.
Element<AirSpring> some_air_spring(int k) {
  Element<AirSpring> e;
  e.preload = Vec3{100, -50, 60e3 + 10e3 * k}, e.area = 0.2, e.area_rate = 0.1, e.volume = 0.03 + 0.01 * k;
  e.shear_stiffness = Vec3{1e5, 2e5, 0}, e.emergency_stiffness = 1e6, e.emergency_clearance = 0.03;
  e.polytropic = 1.4 - 0.05 * k;
  if (k == 0) return e;
  e.has_tank = 1, e.tank_volume = 0.07, e.resistance = 2e6, e.orifice = 3e8;
  e.has_valve = 1, e.valve_gain = 0.05, e.valve_dead_band = 0.01, e.valve_flow = 1e-3;
  e.friction_stiffness = Vec3{4e5, 3e5, 0}, e.friction_limit = 900, e.friction_viscosity = 40;
  if (k == 2) e.has_pipe = 1, e.pipe_slenderness = 250, e.tables = {Table{6, 3, false}};
  return e;
}

/// In one, two and three directions.
template <template <typename> class Kind>
Element<Kind> some_friction(int k) {
  Element<Kind> e;
  e.stiffness = Vec3{4e5, k > 0 ? 3e5 : 0.0, k > 1 ? 2e5 : 0.0}, e.viscosity = 50;
  e.limit = 500, e.coefficient = 0.3, e.normal = 4e3, e.share = 0.5;
  return e;
}

/// Three of each kind, so that a place in a batch of four stays empty. All parameters differ from zero.
Model some_elements() {
  Model model;
  model.bodies.resize(2);
  model.table_points = {{0, 0}, {0.01, 1e3}, {0.05, 9e3}, {0.005, 0},  {0.02, 600},
                        {0.5, 9e4}, {-0.1, 0.18}, {0.0, 0.2}, {0.1, 0.24}};
  const Table odd{0, 3, true}, stop{3, 3, false};
  for (int k = 0; k < 3; ++k) {
    const double size = 1 + 0.3 * k;
    Element<Axial> axial;
    axial.stiffness = 2e5 * size, axial.damping = 3e3 * size, axial.preload = -500;
    if (k == 1) axial.tables[Axial<double>::spring] = odd;
    if (k == 2) axial.tables[Axial<double>::damper] = odd;
    elements_of<Axial>(model).push_back(axial);
    Element<MaxwellDamper> maxwell;
    maxwell.stiffness = 6e6 * size, maxwell.damping = 2e4;
    elements_of<MaxwellDamper>(model).push_back(maxwell);
    Element<Bushing> bushing;
    bushing.stiffness = size * Vec3{3e6, 4e5, 1e5}, bushing.damping = Vec3{3e3, 2e3, 1e3};
    bushing.preload = Vec3{10, -200, 5e3};
    if (k > 0) bushing.series_stiffness[k] = 1e6, bushing.series_damping[k] = 4e3;
    elements_of<Bushing>(model).push_back(bushing);
    Element<Torsion> torsion;
    torsion.stiffness = size * Vec3{1e4, 2e4, 3e4}, torsion.damping = Vec3{30, 20, 10};
    torsion.preload = Vec3{5, -40, 20};
    elements_of<Torsion>(model).push_back(torsion);
    Element<BumpStop> bump_stop;
    bump_stop.clearance = 0.002 * size, bump_stop.tables = {stop};
    bump_stop.negative = k == 1 ? 0 : 1;
    elements_of<BumpStop>(model).push_back(bump_stop);
    elements_of<AirSpring>(model).push_back(some_air_spring(k));
    elements_of<Friction>(model).push_back(some_friction<Friction>(k));
    elements_of<RotationFriction>(model).push_back(some_friction<RotationFriction>(k));
  }
  for_each_element(model, [](auto& element) { element.j = 1; });
  finish(model, false);
  return model;
}

/// Centimetres, hundredths of a radian, and their rates: tables are reached, and both ends of them.
template <typename E>
DeformationOf<E, double> random_deformation(std::mt19937& random) {
  std::uniform_real_distribution<double> within(-0.06, 0.06);
  DeformationOf<E, double> at;
  for (double& x : at.deflection) x = within(random);
  for (double& x : at.rate) x = within(random);
  for (double& x : at.state) x = 0.1 * within(random);
  for (double& x : at.input) x = 1e5 * within(random);
  return at;
}

/// Calls test(element, deformation) for every element in some random deformations.
template <typename Test>
void in_random_deformations(const Model& model, const Test& test) {
  std::mt19937 random(7);
  for_each_element(model, [&](const auto& element) {
    using E = std::decay_t<decltype(element)>;
    for (int k = 0; k < 20; ++k) {
      DeformationOf<E, double> at = random_deformation<E>(random);
      for (std::size_t s = 0; s < state_count<E>; ++s) at.has[s] = element.auxiliary[s] != no_index;
      test(element, at);
    }
  });
}

TEST(Elements, PowerOfTheForceIsStoredOrLost) {
  const Model model = some_elements();
  in_random_deformations(model, [&](const auto& element, const auto& at) {
    using E = std::decay_t<decltype(element)>;
    using Time = math::Dual<1>;
    const auto now = element.respond(curves_of(model, element), at);
    DeformationOf<E, Time> moving;
    moving.has = at.has;
    for (std::size_t k = 0; k < input_count<E>; ++k) moving.input[k] = Time(at.input[k]);
    double power = 0;
    for (std::size_t k = 0; k < component_count<E>; ++k) {
      moving.deflection[k] = at.deflection[k] + at.rate[k] * Time::variable(0, 0);
      moving.rate[k] = Time(at.rate[k]);
      power += now.force[k] * at.rate[k];
    }
    for (std::size_t k = 0; k < state_count<E>; ++k)
      moving.state[k] = at.state[k] + now.state_rate[k] * Time::variable(0, 0);
    const double stored = element.respond(curves_of(model, element), moving).energy.derivative[0];
    EXPECT_NEAR(power + now.supplied, stored + now.loss, 1e-9 * (std::abs(stored) + now.loss + 1)) << element.type;
    EXPECT_GE(now.loss, 0);
  });
}

TEST(Elements, EnergyIsZeroAtRest) {
  const Model model = some_elements();
  for_each_element(model, [&](const auto& element) {
    using E = std::decay_t<decltype(element)>;
    EXPECT_EQ(element.respond(curves_of(model, element), DeformationOf<E, double>{}).energy, 0);
  });
}

// Central differences; tables are piecewise linear, so that only a step across a corner would show.
TEST(Elements, TangentIsThatOfFiniteDifferences) {
  const Model model = some_elements();
  constexpr double step = 1e-7;
  in_random_deformations(model, [&](const auto& element, const auto& at) {
    using E = std::decay_t<decltype(element)>;
    constexpr std::size_t components = component_count<E>;
    const auto tangent = tangent_of(model, element, at);
    for (std::size_t column = 0; column < tangent.columns; ++column) {
      const auto moved = [&](double by) {
        DeformationOf<E, double> x = at;
        double& entry = column < components       ? x.deflection[column]
                        : column < 2 * components ? x.rate[column - components]
                        : column < tangent.first_input ? x.state[column - 2 * components]
                                                       : x.input[column - tangent.first_input];
        entry += by;
        return element.respond(curves_of(model, element), x);
      };
      const auto plus = moved(step), minus = moved(-step);
      for (std::size_t row = 0; row < tangent.rows; ++row) {
        const double change = row < components
                                  ? plus.force[row] - minus.force[row]
                                  : plus.state_rate[row - components] - minus.state_rate[row - components];
        const double slope = change / (2 * step);
        EXPECT_NEAR(tangent.value[row][column], slope, 1e-6 * (std::abs(slope) + 1)) << column;
      }
    }
  });
}

// Sums of products may be contracted differently in the two.
template <template <typename> class Kind>
void compare(const Model& model, const ElementBatch<Kind>& batch,
             const std::vector<Element<Kind>>& elements) {
  using E = Element<Kind>;
  std::mt19937 random(3);
  for (int k = 0; k < 20; ++k) {
    DeformationOf<E, math::Batch> four;
    std::vector<DeformationOf<E, double>> each;
    for (std::size_t lane = 0; lane < batch.count; ++lane) {
      each.push_back(random_deformation<E>(random));
      for (std::size_t c = 0; c < component_count<E>; ++c) {
        four.deflection[c].set(lane, each[lane].deflection[c]);
        four.rate[c].set(lane, each[lane].rate[c]);
      }
      for (std::size_t s = 0; s < state_count<E>; ++s) {
        four.state[s].set(lane, each[lane].state[s]);
        each[lane].has[s] = elements[lane].auxiliary[s] != no_index;
        four.has[s] = four.has[s] || each[lane].has[s];
      }
      for (std::size_t s = 0; s < input_count<E>; ++s) four.input[s].set(lane, each[lane].input[s]);
    }
    const auto together = batch.law.respond(batch.curves, four);
    for (std::size_t lane = 0; lane < batch.count; ++lane) {
      const auto alone = elements[lane].respond(curves_of(model, elements[lane]), each[lane]);
      for (std::size_t c = 0; c < component_count<E>; ++c)
        EXPECT_NEAR(together.force[c][lane], alone.force[c], 1e-12 * std::abs(alone.force[c]));
      for (std::size_t s = 0; s < state_count<E>; ++s)
        EXPECT_NEAR(together.state_rate[s][lane], alone.state_rate[s], 1e-12 * std::abs(alone.state_rate[s]));
      EXPECT_NEAR(together.energy[lane], alone.energy, 1e-12 * std::abs(alone.energy) + 1e-12);
      EXPECT_NEAR(together.loss[lane], alone.loss, 1e-12 * alone.loss);
    }
  }
}

TEST(Elements, FourSideBySideRespondAsEachAlone) {
  const Model model = some_elements();
  const ElementBatches batches = make_element_batches(model);
  const auto each = [&](const auto& four, const auto& elements) {
    ASSERT_EQ(four.size(), 1u);
    EXPECT_EQ(four[0].count, 3u);
    compare(model, four[0], elements);
  };
  std::apply(
      [&](const auto&... fours) {
        std::apply([&](const auto&... lists) { (each(fours, lists), ...); }, model.lists->kinds);
      },
      batches.kinds);
}

TEST(Elements, WithoutDampersNothingIsLostAndNoStateIsLeft) {
  Model model = some_elements();
  remove_dampers(model);
  EXPECT_EQ(model.auxiliary_count, 0u);
  in_random_deformations(model, [&](const auto& element, const auto& at) {
    EXPECT_EQ(element.respond(curves_of(model, element), at).loss, 0);
  });
}

TEST(Elements, StatesRelaxAtTheRateOfTheirDamper) {
  const Model model = some_elements();
  // Three Maxwell dampers, two directions of bushings, four and five states of air springs, six of friction twice.
  ASSERT_EQ(model.relaxation_rates.size(), 5u + 9u + 12u);
  EXPECT_NEAR(model.relaxation_rates[0], 6e6 / 2e4, 1e-9);
  EXPECT_NEAR(model.relaxation_rates[4], 1e6 / 4e3, 1e-9);
  EXPECT_EQ(model.relaxation_rates[6], 0);                  // the levelling valve of the second air spring
  EXPECT_NEAR(model.relaxation_rates[7], 4e5 / 40, 1e-9);   // its friction along x, which sticks at rest
  EXPECT_NEAR(model.relaxation_rates[14], 4e5 / 50, 1e-9);  // friction in one direction
}

}  // namespace
}  // namespace flangeway::multibody
