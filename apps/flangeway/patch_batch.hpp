// flangeway patch --all-wheels: solves the contacts of all wheels at many instants of a run.
#pragma once

#include <string>
#include <vector>

#include "command.hpp"

namespace flangeway::app {

struct PatchBatchOptions {
  std::vector<double> times;  ///< s
  double every = 0;           ///< s; 0: not given
  unsigned threads = 0;       ///< 0: all cores
};

/// Writes the contact files of all wheels, solves them and writes and prints the table of their patches.
ExitCode solve_all_wheels(const Common& common, const PatchBatchOptions& options);

}  // namespace flangeway::app
