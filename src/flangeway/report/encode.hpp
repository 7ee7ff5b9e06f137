// Channels as text for the page: thinned, in few bytes. Private to the room.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace flangeway::report {

/// The smallest and the largest of each run of `run` values, in the order in which they occur, for runs 0, 1,
/// …; with run 1 the values themselves.
[[nodiscard]] std::vector<double> thinned(const std::vector<double>& values, std::size_t run);
/// Positions of the two values drawn for each run: its first value and the one in its middle.
[[nodiscard]] std::vector<double> thinned_places(const std::vector<double>& values, std::size_t run);

/// A constant is `{"c": value}`; all else `{"lo", "hi", "u": base64}` with 16-bit numbers, 0 for lo and 65535
/// for hi: a channel is true to 1/131070 of its range.
[[nodiscard]] nlohmann::json compact(const std::vector<double>& values);
/// `{"d": base64}`, 64-bit numbers, for what needs all its digits.
[[nodiscard]] nlohmann::json exact(const std::vector<double>& values);

}  // namespace flangeway::report
