// How wheels are held on rails: `contact.method` of a case.
#pragma once

#include <array>

#include "flangeway/core/choice.hpp"

namespace flangeway::wheelrail {

enum class Method { kec, lut, online, strip, halfspace };

/// Settings of a method in a table of its own may stay in a file that chooses another method.
constexpr auto alternatives_of(Method) {
  using One = Alternative<Method>;
  return std::array{
      One{Method::kec,
          "kec",
          "rigid contact on knife-edge equivalent profiles. Fast; one or two contacts per wheel",
          {"lift_off", "normal_force"}},
      One{Method::lut,
          "lut",
          "rigid contact of the tread from a lookup table, elastic contact of the flange. The fastest",
          {"normal_force"}},
      One{Method::online, "online",
          "elastic contact with Hertzian forces, detected in each evaluation. For lift-off, impacts, "
          "flexible tracks"},
      One{Method::strip,
          "strip",
          "elastic contact as online; patches are solved by strips. For non-elliptic patches at moderate "
          "cost",
          {"reference", "element_size"}},
      One{Method::halfspace,
          "halfspace",
          "elastic contact as online; patches are solved by boundary elements. The most accurate, and the "
          "slowest",
          {"reference", "element_size"}}};
}

/// "kec"
[[nodiscard]] constexpr const char* method_name(Method method) {
  return name_of(method).data();
}
/// Normal forces from indentations: wheelsets keep all six coordinates.
[[nodiscard]] constexpr bool is_elastic(Method method) {
  return method >= Method::online;
}
/// Elastic contact whose patches are solved in the run.
[[nodiscard]] constexpr bool solves_patches(Method method) {
  return method >= Method::strip;
}

}  // namespace flangeway::wheelrail
