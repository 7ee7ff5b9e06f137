// Random numbers that are the same on every machine and depend on nothing but their place.
#pragma once

#include <array>
#include <cstdint>

namespace flangeway::uncertainty {

/// Philox 4x32-10 [Salmon2011]: four random words of a counter and a key.
[[nodiscard]] std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                                  std::array<std::uint32_t, 2> key);

/// 64 random bits of place `index` in stream `stream` of a seed. A sample that grows asks for more places;
/// the bits of the places before them stay.
[[nodiscard]] std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index);

/// A random whole number below `end` > 0: bits times end over 2^64. No number is more likely than another by
/// more than end / 2^64.
[[nodiscard]] std::uint64_t random_below(std::uint64_t end, std::uint64_t seed, std::uint64_t stream,
                                         std::uint64_t index);

/// The unit interval has 2^52 cells; a sample stands in the middle of one, so that it is never 0 or 1.
inline constexpr int cell_bits = 52;
[[nodiscard]] constexpr double middle_of_cell(std::uint64_t cell) {
  return (static_cast<double>(cell) + 0.5) * 0x1p-52;
}

}  // namespace flangeway::uncertainty
