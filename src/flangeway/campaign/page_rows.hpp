// What the page has of the table of all results.
#pragma once

#include <cstddef>

namespace flangeway::campaign {

/// A browser takes seconds to lay out a longer table, and nobody reads it.
inline constexpr std::size_t most_rows = 1000;

}  // namespace flangeway::campaign
