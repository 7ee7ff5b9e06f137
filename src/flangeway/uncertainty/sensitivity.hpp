// How much of the variance of a result comes from each input.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "flangeway/uncertainty/design.hpp"
#include "flangeway/uncertainty/estimate.hpp"

namespace flangeway::uncertainty {

/// Bootstrap: the blocks of a design are drawn anew `count` times, with replacement [Efron1993,
/// section 13.3].
struct Resampling {
  double confidence = 0.95;
  std::size_t count = 1000;
  std::uint64_t seed = 1;
};

struct SobolIndices {
  double mean = 0, variance = 0;  ///< of rows A and B
  std::vector<Interval> first, total;
};
/// y: results of the rows of saltelli_design(). First order [Saltelli2010, table 2 (b)], total [Jansen1999];
/// 0 where nothing varies. At least two blocks.
[[nodiscard]] SobolIndices sobol_indices(std::span<const double> y, std::size_t dimensions,
                                         const Resampling& resampling);

/// Elementary effects: change of the result over change of the input, which goes from 0 to 1.
struct MorrisEffects {
  std::vector<Interval> mean,
      absolute;                   ///< mean of the effects, and of their absolute values [Campolongo2007]
  std::vector<double> deviation;  ///< of the effects: large where the input interacts or is not linear
};
/// y: results of the rows of `design`, which is one of morris_design() or any other in blocks of dimensions +
/// 1 rows whose rows change one dimension each. At least two blocks.
[[nodiscard]] MorrisEffects morris_effects(const Design& design, std::span<const double> y,
                                           const Resampling& resampling);
/// The dimension in which row + 1 differs from row; `dimensions` if that is not one alone.
[[nodiscard]] std::size_t changed_dimension(const Design& design, std::size_t row);

/// Spearman's rank correlation; equal values share their mean rank. The interval is that of Fisher's z with
/// the variance of [Bonett2000]. At least four values. 0 where one of both does not vary.
[[nodiscard]] Interval rank_correlation(std::span<const double> x, std::span<const double> y,
                                        double confidence);

}  // namespace flangeway::uncertainty
