// The precision with which products with influence coefficients are computed.
#pragma once

#include <cmath>
#include <cstddef>

namespace flangeway::contact::patch {

/// Floating-point precision of a product. Single takes about half the time; its error is about 1e-7 of the
/// largest result.
enum class Precision { full, single };

/// About by how much tractions are off, relative to all of them, after steps in single precision whose norms
/// add up to `gone` times theirs, on n elements: noise of displacements is short, and short waves are stiffer
/// by the number of elements across. [docs/theory/halfspace.md, "Precision"]
[[nodiscard]] inline double single_precision_noise(double gone, std::size_t n) {
  return 1e-7 * gone * std::sqrt(static_cast<double>(n)) / 2;
}
/// … and up to which share of the tolerance that is let be.
inline constexpr double noise_of_tolerance = 0.3;

}  // namespace flangeway::contact::patch
