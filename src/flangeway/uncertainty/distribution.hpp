// Distributions of one quantity: from a probability to the value and back.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "flangeway/core/choice.hpp"

namespace flangeway::uncertainty {

enum class DistributionKind { uniform, normal, lognormal, triangular, table };

constexpr auto alternatives_of(DistributionKind) {
  using One = Alternative<DistributionKind>;
  return std::array{
      One{DistributionKind::uniform, "uniform", "equally likely between from and to", {"from", "to"}},
      One{DistributionKind::normal,
          "normal",
          "bell with a mean and a deviation, cut off at limits where these are given",
          {"mean", "deviation", "limits"}},
      One{DistributionKind::lognormal,
          "lognormal",
          "the logarithm is normal; cut off at limits where these are given",
          {"median", "spread", "limits"}},
      One{DistributionKind::triangular,
          "triangular",
          "density rises from zero at from to mode and falls to zero at to",
          {"from", "mode", "to"}},
      One{DistributionKind::table, "table", "density by straight lines between points", {"density"}}};
}

struct Distribution {
  DistributionKind kind = DistributionKind::uniform;
  double from = 0, to = 0, mode = 0;  ///< of uniform and triangular
  double mean = 0, deviation = 0;     ///< of normal
  double median = 0, spread = 0;      ///< of lognormal: deviation of the natural logarithm
  bool has_lower = false, has_upper = false;
  double lower = 0, upper = 0;                      ///< of normal and lognormal
  std::vector<std::array<double, 2>> density = {};  ///< of table: value, density in any scale
};

/// Why it is none ("has a deviation that is not above zero"), or "".
[[nodiscard]] std::string problem(const Distribution& distribution);

/// The value below which it is with probability 0 < p < 1. Same bits on every machine.
[[nodiscard]] double quantile(const Distribution& distribution, double p);
/// The probability of values below this one, from 0 to 1.
[[nodiscard]] double probability(const Distribution& distribution, double value);

/// Between these values all samples lie in practice: the ends, or beyond them one value of 1e9 where there is
/// no end.
[[nodiscard]] std::array<double, 2> reach(const Distribution& distribution);

}  // namespace flangeway::uncertainty
