// Whether numbers are finite, fast enough for every evaluation and every row.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace flangeway {

/// No number is infinite or NaN. Integer arithmetic, because the compiler does not vectorise a sum of
/// doubles.
[[nodiscard]] inline bool all_finite(std::span<const double> x) {
  constexpr std::uint64_t exponent = 0x7ff0000000000000u;
  std::uint64_t bad = 0;
  for (const double value : x)
    bad |= static_cast<std::uint64_t>((std::bit_cast<std::uint64_t>(value) & exponent) == exponent);
  return bad == 0;
}
/// Not the one of states (core/state_codec.hpp), which takes one number at a time.
[[nodiscard]] inline bool all_finite(const std::vector<double>& x) {
  return all_finite(std::span<const double>(x));
}

}  // namespace flangeway
