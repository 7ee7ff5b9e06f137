// Real polynomials from their roots: conjugate and real roots in pairs.
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <vector>

namespace flangeway::assess {

/// Conjugate roots together, real ones two by two; of an odd number of real ones the last stands alone, with
/// 0. Of conjugate roots both must be in the list.
[[nodiscard]] inline std::vector<std::array<std::complex<double>, 2>> paired(
    const std::vector<std::complex<double>>& roots) {
  std::vector<std::array<std::complex<double>, 2>> pairs;
  std::vector<double> real;
  for (const std::complex<double>& root : roots) {
    if (std::abs(root.imag()) <= 1e-12 * std::abs(root)) {
      real.push_back(root.real());
    } else if (root.imag() > 0) {
      pairs.push_back({root, std::conj(root)});
    }
  }
  for (std::size_t i = 0; i < real.size(); i += 2)
    pairs.push_back({real[i], i + 1 < real.size() ? real[i + 1] : 0.0});
  return pairs;
}

}  // namespace flangeway::assess
