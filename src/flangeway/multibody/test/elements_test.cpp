// The law of every kind of element: its force, its energy and its loss belong together, and it says the same
// over every scalar. A kind that is added to the list is tested here as soon as some_elements() has one.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "all_elements.hpp"
#include "flangeway/multibody/element_batches.hpp"
#include "flangeway/multibody/elements/laws/list.hpp"
#include "flangeway/multibody/elements/tangent.hpp"

namespace flangeway::multibody {
namespace {

using test::some_elements;

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
    const auto then = element.respond(curves_of(model, element), moving);
    const double stored = then.energy.derivative[0];
    double rubbed = 0, sliding = 0;  // by the friction over the place where its surface comes to rest, W
    if constexpr (has_surfaces<E>) {
      for (std::size_t k = 0; k < state_count<E>; ++k) {
        if (!at.has[k] || !(element.slip_rate(k) > 0)) continue;
        const Time place = moving.state[k] + then.lead[k] / element.slip_rate(k);
        rubbed += now.drag[k] * place.derivative[0];
        sliding += now.drag[k] * now.state_rate[k];
      }
    }
    EXPECT_NEAR(power + now.supplied, stored + now.loss + rubbed,
                1e-9 * (std::abs(stored) + now.loss + std::abs(rubbed) + 1))
        << element.type;
    EXPECT_GE(sliding, 0) << element.type;
    // The friction of rubber gives back a part of what counts as lost, until its loop is closed.
    EXPECT_TRUE(now.loss >= 0 || (std::is_same_v<E, Element<RubberSpring>>)) << element.type;
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
        double& entry = column < components            ? x.deflection[column]
                        : column < 2 * components      ? x.rate[column - components]
                        : column < tangent.first_input ? x.state[column - 2 * components]
                                                       : x.input[column - tangent.first_input];
        entry += by;
        return element.respond(curves_of(model, element), x);
      };
      const auto plus = moved(step), minus = moved(-step);
      for (std::size_t row = 0; row < tangent.rows; ++row) {
        const auto value = [&](const auto& response) {
          return row < components ? response.force[row] : response.state_rate[row - components];
        };
        const double slope = (value(plus) - value(minus)) / (2 * step);
        // Besides, values, sums in them and entries are rounded: forces of other elements are kilonewtons.
        const double entry = column < tangent.first_input ? 0.06 : at.input[column - tangent.first_input];
        double largest = std::abs(value(plus));
        if (row < components)
          for (const double force : plus.force) largest = std::max(largest, std::abs(force));
        const double rounding = 4e-16 * (largest + std::abs(slope * entry)) / step;
        EXPECT_NEAR(tangent.value[row][column], slope, 1e-6 * (std::abs(slope) + 1) + rounding) << column;
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
      EXPECT_NEAR(together.loss[lane], alone.loss, 1e-12 * std::abs(alone.loss));
      for (std::size_t s = 0; s < state_count<E>; ++s)
        EXPECT_NEAR(together.drag[s][lane], alone.drag[s], 1e-12 * std::abs(alone.drag[s]));
      for (std::size_t s = 0; s < state_count<E>; ++s)
        EXPECT_NEAR(together.lead[s][lane], alone.lead[s], 1e-12 * std::abs(alone.lead[s]));
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
  // Three Maxwell dampers, two directions of bushings, four and five states of air springs, three leaf
  // springs, two dampers with springs in series, 22 of rubber springs, nine of centre bowls, six of wedges
  // and of Lenoir links, five of links, two draw gears and buffers, two of laws of a user twice, six of
  // friction twice, four of actuators.
  ASSERT_EQ(model.relaxation_rates.size(), 5u + 9u + 3u + 2u + 43u + 5u + 4u + 12u + 4u + 4u);
  EXPECT_NEAR(model.relaxation_rates[0], 6e6 / 2e4, 1e-9);
  EXPECT_NEAR(model.relaxation_rates[4], 1e6 / 4e3, 1e-9);
  EXPECT_EQ(model.relaxation_rates[6], 0);                  // the levelling valve of the second air spring
  EXPECT_NEAR(model.relaxation_rates[7], 4e5 / 40, 1e-9);   // its friction along x, which sticks at rest
  EXPECT_NEAR(model.relaxation_rates[75], 4e5 / 50, 1e-9);  // friction in one direction
  EXPECT_NEAR(model.relaxation_rates.back(), 40, 1e-12);    // the lag of an actuator
}

}  // namespace
}  // namespace flangeway::multibody
