// Data of all results for the page.
#pragma once

#include <cstddef>
#include <string>

namespace flangeway::campaign {

/// A browser takes seconds to lay out a longer table, and nobody reads it.
inline constexpr std::size_t most_rows = 1000;
/// Points of a plot: more slow a browser down and show no more.
inline constexpr std::size_t most_points = 2000;
inline constexpr std::size_t most_traces = 40;  ///< curves over time of a plot, or of the runs of a front

/// One of so many runs is drawn, so that there are `most` of them at most.
[[nodiscard]] constexpr std::size_t drawn_every(std::size_t runs, std::size_t most) {
  return runs == 0 ? 1 : (runs + most - 1) / most;
}
/// A sentence if runs are left out, or "".
[[nodiscard]] inline std::string drawn_note(std::size_t every) {
  return every > 1 ? "<p class=\"note\">One of " + std::to_string(every) + " runs is drawn.</p>\n" : "";
}

}  // namespace flangeway::campaign
