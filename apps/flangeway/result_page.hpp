// A page of results, for the verbs that make one.
#pragma once

#include "command.hpp"
#include "flangeway/report/page.hpp"

namespace flangeway::app {

/// Reads the files, writes the page beside the first or to -o, and prints where it is.
ExitCode write_page(const Common& common, report::Layout layout);

}  // namespace flangeway::app
