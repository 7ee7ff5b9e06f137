// The lines along a surface through slices: points of all slices that correspond.
#pragma once

#include <vector>

#include "flangeway/profile/sliced.hpp"

namespace flangeway::profile {

/// Line by line a point of each slice. Points with the same share of a part are on one line; `spacing` is the
/// largest distance of two lines on any slice, m. [docs/theory/profiles.md, "Profiles that vary"]
[[nodiscard]] std::vector<std::vector<Vec2>> slice_lines(const std::vector<Slice>& slices, double spacing);

}  // namespace flangeway::profile
