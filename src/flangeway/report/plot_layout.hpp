// Layouts of plots, which the workbench saves: which channels are shown, over what, with which limits.
#pragma once

#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::report {

/// JSON text of a layout for page(), of a file that the workbench has saved. Findings: keys and values that
/// no layout has, channels that no run has, and filters and differences, which a page cannot show. The
/// results that it names do not count.
[[nodiscard]] std::string read_plot_layout(const std::string& file, const std::vector<results::Reader>& runs,
                                           Findings& findings);

}  // namespace flangeway::report
