// Titles of axes and columns for people, in plots and tables. Private to the room.
#pragma once

#include <string>
#include <string_view>

#include "flangeway/campaign/table.hpp"

namespace flangeway::campaign {

/// "largest Y/Q" for YQ_max, "largest |wheelset.y|" for max_abs(wheelset.y), and other names with spaces for
/// underscores.
[[nodiscard]] std::string title_of_column(std::string_view name);

/// The same with the unit, "largest Q in N"; pure numbers have none.
[[nodiscard]] std::string title_with_unit(std::string_view name, std::string_view unit);
/// The same of a column of a table; a name that is no column has no unit.
[[nodiscard]] std::string title_in_table(const Table& table, std::string_view name);

/// Title of an axis of a study that has none: its name, and the unit of the key of the case that it varies.
[[nodiscard]] std::string title_of_axis(std::string_view name, std::string_view key);

}  // namespace flangeway::campaign
