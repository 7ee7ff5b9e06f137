// The recorded channels of a run over time, and their difference from a reference.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/campaign/study_spec.hpp"

namespace flangeway::campaign {

/// Recorded channels, the first one `t`, all of equal length.
struct Trace {
  std::vector<std::string> names, units;
  std::vector<std::vector<double>> columns;
  [[nodiscard]] const std::vector<double>* find(std::string_view name) const;
};

/// Comma separated, `name [unit]` in the first line; numbers read back to the same double.
[[nodiscard]] std::string trace_csv(const Trace& trace);
/// Reads the output of trace_csv(); nothing if it is anything else.
[[nodiscard]] std::optional<Trace> parse_trace(std::string_view text);

/// |y − y_ref| / max |y_ref| over all channels and times: its largest and its mean value [Yu2022, eq. 33].
struct TraceError {
  double largest = 0, mean = 0;
};
/// At the times of the run; the reference is interpolated by a cubic spline where it has other times. Nothing
/// if a channel is missing, the reference does not reach the end of the run, or all that is divided by is
/// zero but for rounding.
[[nodiscard]] std::optional<TraceError> error_against(const Trace& reference, const Trace& run,
                                                      const std::vector<std::string>& channels,
                                                      ErrorScale scale);

}  // namespace flangeway::campaign
