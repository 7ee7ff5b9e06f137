// Points of the unit cube for samples. All of them are seeded, the same on every machine, and larger ones
// begin with the points of smaller ones (a Latin hypercube where the count is doubled).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace flangeway::uncertainty {

/// Points (rows) of the open unit cube, row after row.
struct Design {
  std::size_t dimensions = 0;
  std::vector<double> values;
  [[nodiscard]] std::size_t rows() const { return dimensions == 0 ? 0 : values.size() / dimensions; }
  [[nodiscard]] double at(std::size_t row, std::size_t dimension) const {
    return values[row * dimensions + dimension];
  }
};

/// Independent points.
[[nodiscard]] Design random_design(std::size_t count, std::size_t dimensions, std::uint64_t seed);

/// Each of `count` equal strata of each dimension is hit once [McKay1979]. Where the count is doubled, each
/// stratum is split and its empty half is filled, so that the first half of a design of 2n points is that of
/// n points.
[[nodiscard]] Design latin_hypercube(std::size_t count, std::size_t dimensions, std::uint64_t seed);

inline constexpr std::size_t max_sobol_dimensions = 128;
inline constexpr std::size_t max_sobol_points = std::size_t{1} << 32;
/// Points first … first + count - 1 of a Sobol sequence with the direction numbers of [JoeKuo2008]. A seed
/// shifts them by random bits, of its own in each dimension, which keeps the strata of each elementary
/// interval.
[[nodiscard]] Design sobol_design(std::size_t count, std::size_t dimensions,
                                  std::optional<std::uint64_t> seed, std::size_t first = 0);

/// Blocks of dimensions + 2 rows for Sobol indices [Saltelli2010]: A, B, and A with dimension i of B, for i =
/// 0, 1, … A and B are the halves of a point of a Sobol sequence of twice the dimensions.
[[nodiscard]] Design saltelli_design(std::size_t blocks, std::size_t dimensions,
                                     std::optional<std::uint64_t> seed);

/// Trajectories of dimensions + 1 rows: each row changes one dimension of the previous one by half of its
/// range [Morris1991]. Values are in the middle of four levels: 1/8, 3/8, 5/8, 7/8.
[[nodiscard]] Design morris_design(std::size_t trajectories, std::size_t dimensions, std::uint64_t seed);

/// Makes dimension `second` depend on `first` so that the normal scores of both have this correlation, -1 < c
/// < 1. Both stay uniform (normal copula [Nelsen2006, section 2.3]).
void correlate(Design& design, std::size_t first, std::size_t second, double correlation);

}  // namespace flangeway::uncertainty
