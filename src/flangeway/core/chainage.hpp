// Chainage along a run: the kilometres of the line in place of the distance from the start.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace flangeway {

/// [distance, chainage] in m, distances not falling, linear between the rows. At a break of chainage two rows
/// have one distance. Empty: the line has no chainage.
using ChainageTable = std::vector<std::array<double, 2>>;

/// Chainage in m at a distance in m; behind a break that is exactly there. Nothing without a table, or for a
/// distance that is no number.
[[nodiscard]] std::optional<double> chainage_at(const ChainageTable& table, double distance);

/// "km 12.3456"
[[nodiscard]] std::string chainage_text(double chainage);

}  // namespace flangeway
