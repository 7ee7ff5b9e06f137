// Quantities that follow from recorded channels, at every recorded row. Private to the room.
#pragma once

#include <string>
#include <vector>

#include "flangeway/results/reader.hpp"

namespace flangeway::report {

struct Derived {
  results::Channel channel;
  std::vector<double> values;  ///< one per row
};

/// Names that stand before `ending` in the channels of the file, in its order.
[[nodiscard]] std::vector<std::string> owners(const results::Reader& results, std::string_view ending);

/// For each wheelset the sum of its guiding forces ΣY and its mean over 2 m [EN14363]; for each wheel the
/// contact angle of the flange where it touches, else of the tread; for each body the accelerations of y and
/// z in the track frame, as differences of the recorded velocities.
[[nodiscard]] std::vector<Derived> derived_channels(const results::Reader& results);

/// Mean over the last `length` of distance at each row; from the start of the run where that is nearer.
/// Rows at which the vehicle stands still count by their number.
[[nodiscard]] std::vector<double> sliding_mean(const std::vector<double>& values,
                                               const std::vector<double>& distance, double length);
/// dv/dt by central differences, one-sided at the ends and where two rows have the same time.
[[nodiscard]] std::vector<double> rate(const std::vector<double>& values, const std::vector<double>& time);

}  // namespace flangeway::report
