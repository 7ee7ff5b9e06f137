// Contaminants and water on the rail, as parameter sets of Polach's law. docs/theory/creep_forces.md, "Wet
// and contaminated rails".
#pragma once

#include <array>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/core/choice.hpp"

namespace flangeway::contact {

enum class RailCondition { given, dry, wet, low, very_low };

constexpr auto alternatives_of(RailCondition) {
  using One = Alternative<RailCondition>;
  return std::array{
      One{RailCondition::given, "given", "friction and its reduction are those of the other keys"},
      One{RailCondition::dry, "dry", "dry rails: 0.55, falling with the slip"},
      One{RailCondition::wet, "wet", "water: 0.30, falling slowly; forces rise slowly with the creepage"},
      One{RailCondition::low, "low", "low adhesion, as with leaves and moisture: 0.06; unverified"},
      One{RailCondition::very_low, "very_low", "very low adhesion: 0.03; unverified"}};
}

struct Adhesion {
  Friction friction;
  PolachReduction reduction;
};
/// Dry and wet: [Polach2005], checked against the lines that [OpenRails] draws through both of its sets.
/// Those of low adhesion are unverified: no printed table of them was found. Runs with them say so.
/// Not for `given`, which has none.
[[nodiscard]] constexpr Adhesion adhesion_of(RailCondition condition) {
  switch (condition) {
    case RailCondition::given:
    case RailCondition::dry:
      return {{0.55, 0.40, 0.60}, {1.00, 0.40}};
    case RailCondition::wet:
      return {{0.30, 0.40, 0.20}, {0.30, 0.10}};
    case RailCondition::low:
      return {{0.06, 0.40, 0.20}, {0.30, 0.10}};
    case RailCondition::very_low:
      return {{0.03, 0.40, 0.10}, {0.30, 0.10}};
  }
  return {};
}

}  // namespace flangeway::contact
