// Chainage of a line: from positions to chainage and back.
#pragma once

#include <vector>

#include "flangeway/core/chainage.hpp"
#include "flangeway/track/alignment.hpp"

namespace flangeway::track {

/// Chainage that an entry gives a position in plan, m.
[[nodiscard]] double chainage_from(const ChainageSpec& entry, double plan);
/// The entry that holds at a position in plan; there is at least one.
[[nodiscard]] const ChainageSpec& chainage_entry_at(const std::vector<ChainageSpec>& entries, double plan);

/// Chainage over s between two positions, within 1 mm. Empty without chainage.
[[nodiscard]] ChainageTable chainage_table(const Alignment& alignment, double from, double to);
/// Positions s on the track that have this chainage, ascending: more than one where a break repeats it.
[[nodiscard]] std::vector<double> positions_of_chainage(const Alignment& alignment, double chainage);

}  // namespace flangeway::track
