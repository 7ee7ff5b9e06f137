// A page of results, for the verbs that make one.
#pragma once

#include "command.hpp"
#include "flangeway/report/page.hpp"

namespace flangeway::app {

/// Reads the files, writes the page beside the first or to -o, and prints where it is. `plots`: file of a
/// layout of plots, which a report shows first; empty: none.
ExitCode write_page(const Common& common, report::Layout layout, const std::string& plots = "");

/// Writes a page and prints where it is; `kind` is its name in JSON.
void put_page(const Common& common, const char* kind, const std::string& output, const std::string& html);

}  // namespace flangeway::app
