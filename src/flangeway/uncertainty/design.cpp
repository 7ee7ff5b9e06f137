#include "flangeway/uncertainty/design.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "flangeway/core/assertion.hpp"
#include "flangeway/uncertainty/generator.hpp"
#include "flangeway/uncertainty/normal.hpp"

namespace flangeway::uncertainty {
namespace {

constexpr std::uint64_t cells = std::uint64_t{1} << cell_bits;
// Streams of a dimension: one for each doubling of a Latin hypercube, two for each of these.
constexpr std::uint64_t streams_per_dimension = 128;

std::vector<std::size_t> shuffled(std::vector<std::size_t> all, std::uint64_t seed, std::uint64_t stream) {
  for (std::size_t i = all.size(); i > 1; --i)
    std::swap(all[i - 1], all[random_below(i, seed, stream, all.size() - i)]);
  return all;
}

std::vector<std::size_t> counted(std::size_t count) {
  std::vector<std::size_t> all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

// The strata s of n are the cells from ceil(s cells / n) on.
__extension__ using Wide = unsigned __int128;
std::uint64_t first_cell(std::size_t stratum, std::size_t count) {
  return static_cast<std::uint64_t>((Wide{stratum} * cells + count - 1) / count);
}
std::size_t stratum_of(std::uint64_t cell, std::size_t count) {
  return static_cast<std::size_t>(Wide{cell} * count / cells);
}

void add_one_per_stratum(std::vector<std::uint64_t>& column, const std::vector<std::size_t>& strata,
                         std::size_t count, std::uint64_t seed, std::uint64_t stream) {
  const std::vector<std::size_t> order = shuffled(strata, seed, stream);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint64_t first = first_cell(order[i], count), end = first_cell(order[i] + 1, count);
    column.push_back(first + random_below(end - first, seed, stream + 1, i));
  }
}

std::vector<std::uint64_t> latin_column(std::size_t count, std::uint64_t seed, std::uint64_t stream) {
  std::size_t size = count;
  while (size % 2 == 0 && size > 0) size /= 2;
  std::vector<std::uint64_t> column;
  if (count == 0) return column;
  add_one_per_stratum(column, counted(size), size, seed, stream);
  for (; size < count; size *= 2) {
    stream += 2;
    std::vector<bool> taken(2 * size, false);
    for (const std::uint64_t cell : column) taken[stratum_of(cell, 2 * size)] = true;
    std::vector<std::size_t> empty;
    for (std::size_t i = 0; i < taken.size(); ++i)
      if (!taken[i]) empty.push_back(i);
    add_one_per_stratum(column, empty, 2 * size, seed, stream);
  }
  return column;
}

}  // namespace

Design random_design(std::size_t count, std::size_t dimensions, std::uint64_t seed) {
  Design design{dimensions, {}};
  design.values.reserve(count * dimensions);
  for (std::size_t row = 0; row < count; ++row) {
    for (std::size_t i = 0; i < dimensions; ++i)
      design.values.push_back(middle_of_cell(random_bits(seed, i, row) >> (64 - cell_bits)));
  }
  return design;
}

Design latin_hypercube(std::size_t count, std::size_t dimensions, std::uint64_t seed) {
  Design design{dimensions, std::vector<double>(count * dimensions)};
  for (std::size_t i = 0; i < dimensions; ++i) {
    const std::vector<std::uint64_t> column = latin_column(count, seed, streams_per_dimension * i);
    for (std::size_t row = 0; row < count; ++row)
      design.values[row * dimensions + i] = middle_of_cell(column[row]);
  }
  return design;
}

Design saltelli_design(std::size_t blocks, std::size_t dimensions, std::optional<std::uint64_t> seed) {
  const Design base = sobol_design(blocks, 2 * dimensions, seed);
  Design design{dimensions, {}};
  design.values.reserve(blocks * (dimensions + 2) * dimensions);
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t row = 0; row < dimensions + 2; ++row) {
      for (std::size_t i = 0; i < dimensions; ++i) {
        const bool of_b = row == 1 || row == i + 2;
        design.values.push_back(base.at(block, of_b ? dimensions + i : i));
      }
    }
  }
  return design;
}

Design morris_design(std::size_t trajectories, std::size_t dimensions, std::uint64_t seed) {
  Design design{dimensions, {}};
  design.values.reserve(trajectories * (dimensions + 1) * dimensions);
  for (std::size_t trajectory = 0; trajectory < trajectories; ++trajectory) {
    std::vector<double> point(dimensions);
    for (std::size_t i = 0; i < dimensions; ++i)
      point[i] = 0.125 + 0.25 * static_cast<double>(random_below(4, seed, 2 * trajectory, i));
    design.values.insert(design.values.end(), point.begin(), point.end());
    for (const std::size_t i : shuffled(counted(dimensions), seed, 2 * trajectory + 1)) {
      point[i] += point[i] < 0.5 ? 0.5 : -0.5;
      design.values.insert(design.values.end(), point.begin(), point.end());
    }
  }
  return design;
}

void correlate(Design& design, std::size_t first, std::size_t second, double correlation) {
  FLANGEWAY_ASSERT(first < design.dimensions && second < design.dimensions, "the design has both dimensions");
  FLANGEWAY_ASSERT(!(std::abs(correlation) > 1), "a correlation is from -1 to 1");
  const double own = std::sqrt((1 - correlation) * (1 + correlation));
  for (std::size_t row = 0; row < design.rows(); ++row) {
    double& u = design.values[row * design.dimensions + second];
    const double z = correlation * normal_quantile(design.at(row, first)) + own * normal_quantile(u);
    // Back into a cell, so that no probability is 0 or 1.
    const double cell = normal_probability(z) * static_cast<double>(cells);
    u = middle_of_cell(cell < static_cast<double>(cells) ? static_cast<std::uint64_t>(cell) : cells - 1);
  }
}

}  // namespace flangeway::uncertainty
