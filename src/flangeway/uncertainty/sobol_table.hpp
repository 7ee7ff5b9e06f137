// Direction numbers of Sobol sequences.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "flangeway/uncertainty/design.hpp"

namespace flangeway::uncertainty {

/// Parameters of one dimension: the bits of `polynomial` are its coefficients, and `first` are as many odd
/// numbers m_1, m_2, … as the polynomial has degrees, with m_i < 2^i.
struct SobolRow {
  std::uint32_t polynomial;
  std::array<std::uint32_t, 10> first;
};
/// dimension: 1 to max_sobol_dimensions - 1; dimension 0 has no row, its numbers are all 1.
[[nodiscard]] const SobolRow& sobol_row(std::size_t dimension);

}  // namespace flangeway::uncertainty
