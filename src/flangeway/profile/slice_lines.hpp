// The lines along a surface through slices: points of all slices that correspond.
#pragma once

#include <optional>
#include <vector>

#include "flangeway/profile/sliced.hpp"

namespace flangeway::profile {

/// A point of each slice that has the line.
using SliceLine = std::vector<std::optional<Vec2>>;

/// Line by line the points of all slices. Points with the same share of a part are on one line; `spacing` is
/// the largest distance of two lines on any slice, m. [docs/theory/profiles.md, "Profiles that vary"]
[[nodiscard]] std::vector<SliceLine> slice_lines(const std::vector<Slice>& slices, double spacing);

}  // namespace flangeway::profile
