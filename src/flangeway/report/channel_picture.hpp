// Channels of a result as a picture.
#pragma once

#include <string>
#include <vector>

#include "flangeway/results/reader.hpp"

namespace flangeway::report {

/// One panel per unit, over the distance (over time where there is none), curves of the track shaded. SVG
/// text.
[[nodiscard]] std::string channel_picture(const results::Reader& reader,
                                          const std::vector<std::string>& names, results::RowRange range,
                                          const std::string& title);

}  // namespace flangeway::report
