#include "flangeway/uncertainty/sensitivity.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "flangeway/assess/statistics.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/uncertainty/generator.hpp"
#include "flangeway/uncertainty/normal.hpp"

namespace flangeway::uncertainty {
namespace {

using Blocks = std::vector<std::size_t>;
// Several numbers from the blocks that are named, each as often as it is named.
using Estimator = std::function<std::vector<double>(const Blocks&)>;

Blocks all_blocks(std::size_t count) {
  Blocks all(count);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return all;
}

std::vector<Interval> bootstrap(std::size_t blocks, const Estimator& estimate, const Resampling& resampling) {
  const std::vector<double> values = estimate(all_blocks(blocks));
  std::vector<std::vector<double>> again(values.size());
  Blocks drawn(blocks);
  for (std::size_t k = 0; k < resampling.count; ++k) {
    for (std::size_t i = 0; i < blocks; ++i) drawn[i] = random_below(blocks, resampling.seed, k, i);
    const std::vector<double> other = estimate(drawn);
    for (std::size_t i = 0; i < other.size(); ++i) again[i].push_back(other[i]);
  }
  const double tail = 50 * (1 - resampling.confidence);
  std::vector<Interval> result;
  for (std::size_t i = 0; i < values.size(); ++i) {
    result.push_back(
        {values[i], assess::percentile(again[i], tail), assess::percentile(again[i], 100 - tail)});
  }
  return result;
}

struct Moments {
  double mean = 0, variance = 0;
};

// Moments of rows A and B of the blocks.
Moments moments_of(std::span<const double> y, std::size_t width, const Blocks& blocks) {
  const double count = 2 * static_cast<double>(blocks.size());
  Moments moments;
  for (const std::size_t block : blocks) moments.mean += (y[block * width] + y[block * width + 1]) / count;
  for (const std::size_t block : blocks) {
    for (std::size_t row = 0; row < 2; ++row) {
      const double difference = y[block * width + row] - moments.mean;
      moments.variance += difference * difference / count;
    }
  }
  return moments;
}

// First-order indices, then total ones.
std::vector<double> indices_of(std::span<const double> y, std::size_t dimensions, const Blocks& blocks) {
  const std::size_t width = dimensions + 2;
  const Moments moments = moments_of(y, width, blocks);
  std::vector<double> result(2 * dimensions, 0.0);
  // Variation by rounding alone counts as none.
  if (moments.variance <= 1e-28 * moments.mean * moments.mean) return result;
  const double scale = 1 / (moments.variance * static_cast<double>(blocks.size()));
  for (const std::size_t block : blocks) {
    const double* row = y.data() + block * width;
    for (std::size_t i = 0; i < dimensions; ++i) {
      const double change = row[i + 2] - row[0];
      result[i] += scale * (row[1] - moments.mean) * change;
      result[dimensions + i] += 0.5 * scale * change * change;
    }
  }
  return result;
}

std::vector<double> ranks(std::span<const double> values) {
  Blocks order = all_blocks(values.size());
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> result(values.size());
  for (std::size_t i = 0; i < order.size();) {
    std::size_t end = i;
    while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
    for (std::size_t k = i; k < end; ++k)
      result[order[k]] = 0.5 * static_cast<double>(i + end + 1);  // ranks count from 1
    i = end;
  }
  return result;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  FLANGEWAY_ASSERT(a.size() == b.size(), "both lists have the same length");
  const double mean = 0.5 * static_cast<double>(a.size() + 1);
  double aa = 0, bb = 0, ab = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    aa += (a[i] - mean) * (a[i] - mean);
    bb += (b[i] - mean) * (b[i] - mean);
    ab += (a[i] - mean) * (b[i] - mean);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

}  // namespace

SobolIndices sobol_indices(std::span<const double> y, std::size_t dimensions, const Resampling& resampling) {
  FLANGEWAY_ASSERT(y.size() % (dimensions + 2) == 0, "the results are whole blocks");
  const std::size_t blocks = y.size() / (dimensions + 2);
  const Moments moments = moments_of(y, dimensions + 2, all_blocks(blocks));
  const std::vector<Interval> all = bootstrap(
      blocks, [&](const Blocks& some) { return indices_of(y, dimensions, some); }, resampling);
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(dimensions);
  return {moments.mean, moments.variance, {all.begin(), middle}, {middle, all.end()}};
}

std::size_t changed_dimension(const Design& design, std::size_t row) {
  FLANGEWAY_ASSERT((row + 1) * design.dimensions < design.values.size(),
                   "the design has a row behind this one");
  std::size_t changed = design.dimensions;
  for (std::size_t i = 0; i < design.dimensions; ++i) {
    if (design.at(row, i) == design.at(row + 1, i)) continue;
    if (changed != design.dimensions) return design.dimensions;
    changed = i;
  }
  return changed;
}

MorrisEffects morris_effects(const Design& design, std::span<const double> y, const Resampling& resampling) {
  FLANGEWAY_ASSERT(y.size() % (design.dimensions + 1) == 0, "the results are whole trajectories");
  FLANGEWAY_ASSERT(design.values.size() == y.size() * design.dimensions,
                   "each row of the design has a result");
  const std::size_t dimensions = design.dimensions, width = dimensions + 1, blocks = y.size() / width;
  std::vector<double> effects(blocks * dimensions);
  for (std::size_t block = 0; block < blocks; ++block) {
    for (std::size_t step = 0; step < dimensions; ++step) {
      const std::size_t row = block * width + step, i = changed_dimension(design, row);
      effects[block * dimensions + i] = (y[row + 1] - y[row]) / (design.at(row + 1, i) - design.at(row, i));
    }
  }
  const auto estimate = [&](const Blocks& some) {
    std::vector<double> sums(2 * dimensions);
    for (const std::size_t block : some) {
      for (std::size_t i = 0; i < dimensions; ++i) {
        const double effect = effects[block * dimensions + i] / static_cast<double>(some.size());
        sums[i] += effect;
        sums[dimensions + i] += std::abs(effect);
      }
    }
    return sums;
  };
  const std::vector<Interval> all = bootstrap(blocks, estimate, resampling);
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(dimensions);
  MorrisEffects result{{all.begin(), middle}, {middle, all.end()}, std::vector<double>(dimensions)};
  for (std::size_t i = 0; i < dimensions; ++i) {
    double squares = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
      const double difference = effects[block * dimensions + i] - result.mean[i].value;
      squares += difference * difference;
    }
    result.deviation[i] = std::sqrt(squares / static_cast<double>(blocks - 1));
  }
  return result;
}

Interval rank_correlation(std::span<const double> x, std::span<const double> y, double confidence) {
  FLANGEWAY_ASSERT(x.size() == y.size(), "each x has a y");
  const double r = correlation(ranks(x), ranks(y)), n = static_cast<double>(x.size());
  if (std::abs(r) > 1 - 1e-14) return {r, r, r};
  const double half = normal_quantile(0.5 + 0.5 * confidence) * std::sqrt((1 + 0.5 * r * r) / (n - 3));
  return {r, std::tanh(std::atanh(r) - half), std::tanh(std::atanh(r) + half)};
}

}  // namespace flangeway::uncertainty
