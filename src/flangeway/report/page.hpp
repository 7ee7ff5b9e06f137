// One page that shows a run: opens from a file in any browser, needs no network and no other file.
#pragma once

#include <string>

#include "flangeway/results/reader.hpp"

namespace flangeway::report {

/// The HTML document (UTF-8) of a result file: what was run and from which files, key numbers of every wheel,
/// and plots over distance or time. Long runs are thinned, keeping every smallest and largest value, so that
/// the page stays below 5 MB. Works for an interrupted run too. Throws BadInput where the file is damaged.
[[nodiscard]] std::string page(const results::Reader& results);

}  // namespace flangeway::report
