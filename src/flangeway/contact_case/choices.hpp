// Options that a contact file selects by a word: each has one table. Options that solvers represent by their
// own enum are tabulated next to that enum.
#pragma once

#include <array>

#include "flangeway/core/choice.hpp"

namespace flangeway::contact_case {

enum class GivenNormal { force, approach };

constexpr auto alternatives_of(GivenNormal) {
  using One = Alternative<GivenNormal>;
  return std::array{
      One{GivenNormal::force, "force", "the normal force is given, the approach is found"},
      One{GivenNormal::approach, "approach", "the approach is given, the normal force is found"}};
}

enum class GivenTangential { creepage, force };

constexpr auto alternatives_of(GivenTangential) {
  using One = Alternative<GivenTangential>;
  return std::array{One{GivenTangential::creepage, "creepage", "the creepage is given, the force is found"},
                    One{GivenTangential::force, "force", "the force is given, the creepage is found"}};
}

/// A transient step longer than an element.
enum class LongSteps { divide, single };

constexpr auto alternatives_of(LongSteps) {
  using One = Alternative<LongSteps>;
  return std::array{
      One{LongSteps::divide, "divide", "it is divided into steps of one element at most"},
      One{LongSteps::single, "single",
          "it stays one step, as in the program CONTACT: faster, and the tangential force is off by "
          "several per cent"}};
}

enum class Direction { forward, backward };

constexpr auto alternatives_of(Direction) {
  using One = Alternative<Direction>;
  return std::array{One{Direction::forward, "forward", "the contact rolls towards +x"},
                    One{Direction::backward, "backward", "the contact rolls towards -x"}};
}

enum class Side { left, right };

constexpr auto alternatives_of(Side) {
  using One = Alternative<Side>;
  return std::array{One{Side::left, "left", "the left side of the track"},
                    One{Side::right, "right", "the right side of the track"}};
}

enum class Placing { gauge, position };

constexpr auto alternatives_of(Placing) {
  using One = Alternative<Placing>;
  return std::array{
      One{Placing::gauge,
          "gauge",
          "the gauge face of the rail gives its lateral position",
          {"gauge", "gauge_depth"}},
      One{Placing::position, "position", "y gives the position of the profile's origin", {"y"}}};
}

enum class ReferenceSurface { planar, curved };

constexpr auto alternatives_of(ReferenceSurface) {
  using One = Alternative<ReferenceSurface>;
  return std::array{
      One{.value = ReferenceSurface::planar,
          .name = "planar",
          .text = "a patch lies in its tangent plane and has three creepages. Right for most contacts",
          .former = "plane"},
      One{.value = ReferenceSurface::curved,
          .name = "curved",
          .text = "a patch follows the mean surface of both profiles, with the slip of each element. For "
                  "conformal "
                  "contact, as in a worn flange root"}};
}

}  // namespace flangeway::contact_case
