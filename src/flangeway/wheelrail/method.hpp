// How wheels are held on rails: `contact.method` of a case.
#pragma once

namespace flangeway::wheelrail {

enum class Method { kec, lut, online, strip, halfspace };

/// "kec"
[[nodiscard]] const char* method_name(Method method);
/// Normal forces from indentations: wheelsets keep all six coordinates.
[[nodiscard]] constexpr bool is_elastic(Method method) {
  return method >= Method::online;
}
/// Elastic contact whose patches are solved in the run.
[[nodiscard]] constexpr bool solves_patches(Method method) {
  return method >= Method::strip;
}

}  // namespace flangeway::wheelrail
