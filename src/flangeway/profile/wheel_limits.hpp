// Limits in service of the dimensions of a wheel, with their source: 1435 mm gauge.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/profile/measure.hpp"

namespace flangeway::profile {

inline constexpr const char* wheel_limits_source = "TSI LOC&PAS (EU) 1302/2014, 4.2.3.5.2.2, table 2";

struct DimensionVerdict {
  std::string name;                       ///< "flange thickness Sd"
  double value = 0;                       ///< m
  std::optional<double> least, greatest;  ///< m
  std::string not_judged;                 ///< why; empty: it was judged
  [[nodiscard]] bool is_met() const;
};

/// Sd, Sh and qR of a wheel of this diameter (m, at the tape circle). A diameter or a flange for which the
/// source has no limits is not judged.
[[nodiscard]] std::vector<DimensionVerdict> judge_wheel(const std::optional<FlangeMeasures>& flange,
                                                        double diameter);
/// "flange thickness Sd: 32.50 mm, 22 to 33 mm: met (source)"
[[nodiscard]] std::string text_of(const DimensionVerdict& verdict);
[[nodiscard]] std::string json_text(const std::vector<DimensionVerdict>& verdicts);

}  // namespace flangeway::profile
