// Sobol sequences [Bratley1988] with Gray code left out: point n is the sum of the directions of the bits of
// n, so that any part of the sequence can be made alone.
#include "flangeway/uncertainty/design.hpp"
#include "flangeway/uncertainty/generator.hpp"
#include "sobol_table.hpp"

namespace flangeway::uncertainty {
namespace {

constexpr std::size_t direction_count = 32;
using Directions = std::array<std::uint64_t, direction_count>;

// v_i = m_i / 2^i as numbers of cells. m_i follows from the ones before by the polynomial [Bratley1988, eq.
// 2].
Directions directions_of(std::size_t dimension) {
  std::array<std::uint64_t, direction_count> m{};
  if (dimension == 0) {
    m.fill(1);
  } else {
    const SobolRow& row = sobol_row(dimension);
    std::size_t degree = 0;
    while (row.polynomial >> (degree + 1) != 0) ++degree;
    for (std::size_t i = 0; i < direction_count; ++i) {
      if (i < degree) {
        m[i] = row.first[i];
        continue;
      }
      m[i] = m[i - degree] ^ (m[i - degree] << degree);
      for (std::size_t k = 1; k < degree; ++k) {
        if ((row.polynomial >> (degree - k) & 1U) != 0) m[i] ^= m[i - k] << k;
      }
    }
  }
  Directions directions{};
  for (std::size_t i = 0; i < direction_count; ++i)
    directions[i] = m[i] << (static_cast<std::size_t>(cell_bits) - 1 - i);
  return directions;
}

}  // namespace

Design sobol_design(std::size_t count, std::size_t dimensions, std::optional<std::uint64_t> seed,
                    std::size_t first) {
  Design design{dimensions, std::vector<double>(count * dimensions)};
  for (std::size_t i = 0; i < dimensions; ++i) {
    const Directions directions = directions_of(i);
    const std::uint64_t shift = seed ? random_bits(*seed, i, 0) >> (64 - cell_bits) : 0;
    for (std::size_t row = 0; row < count; ++row) {
      std::uint64_t cell = shift;
      for (std::size_t bit = 0, rest = first + row; rest != 0; ++bit, rest >>= 1)
        if ((rest & 1U) != 0) cell ^= directions[bit];
      design.values[row * dimensions + i] = middle_of_cell(cell);
    }
  }
  return design;
}

}  // namespace flangeway::uncertainty
