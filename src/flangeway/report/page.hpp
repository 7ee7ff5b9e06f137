// Pages that show results: one file each, which a browser opens without a network.
#pragma once

#include <string>
#include <vector>

#include "flangeway/results/field_reader.hpp"
#include "flangeway/results/reader.hpp"

namespace flangeway::report {

enum class Layout {
  report,  ///< what was run, key numbers, plots, and the view
  view     ///< the view alone, filling the window
};

/// HTML of one run, or of several to compare; at least one. Long runs are thinned so that the page stays
/// below 10 MB. `plots`: as read_plot_layout() gives it, shown first; empty: none. Throws BadInput where a
/// file is damaged.
[[nodiscard]] std::string page(const std::vector<results::Reader>& runs, Layout layout = Layout::report,
                               const std::string& plots = "");
/// The report of runs for print: the same numbers, and plots as static pictures, for plot::page_pdf().
[[nodiscard]] std::string print_page(const std::vector<results::Reader>& runs);
/// The same of contact patches: their numbers, maps of some of them, and a sequence of cases as a strip.
[[nodiscard]] std::string print_page(const results::FieldReader& patches);
/// A file as it was read.
struct InputText {
  std::string path, text;
};
/// HTML of a case before it runs, from a file that has its first row alone: the vehicle on its track, its
/// bodies and elements, and the files that the case was read from.
[[nodiscard]] std::string start_page(const results::Reader& first_row, const std::vector<InputText>& files);
/// HTML of a file of contact patches.
[[nodiscard]] std::string page(const results::FieldReader& patches);

}  // namespace flangeway::report
