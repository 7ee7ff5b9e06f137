// Results with all that their runs have read, in one file, so that anybody can repeat the runs.
//
// A zip file with
//   manifest.json   versions, command lines and changes of the runs; where each input is, with its hash
//   results/…       the result files
//   inputs/…        contents of the inputs, below their absolute paths
//   CITATION.cff    how to cite the program
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::archive {

/// The bytes of an archive of finished results; empty, and findings, where a result has no case in files, its
/// run has not ended, or a file that it has read is missing or has changed. Paths that a case names
/// absolutely become relative to the file that names them.
[[nodiscard]] std::string pack(const std::vector<std::string>& results, Findings& findings);

/// {"archive": file, "results": […]}
[[nodiscard]] std::string packed_json(const std::string& file, const std::vector<std::string>& results);

/// How one channel, judged quantity or array of the track differs.
struct Difference {
  std::string name;
  std::size_t count = 0;  ///< numbers that have other bits
  std::size_t first = 0;  ///< the first one
  double largest = 0;     ///< |difference|, SI; infinite where one is not finite
};

/// A run that was done again.
struct Repetition {
  std::string result;           ///< "results/run.h5"
  std::string version, commit;  ///< of the run that is in the archive
  std::size_t channels = 0, rows = 0, judged = 0;
  std::string problem;  ///< they cannot be compared number by number; or empty
  std::vector<Difference> differences;
  [[nodiscard]] bool same() const { return problem.empty() && differences.empty(); }
};

/// Unpacks an archive into a folder for a while, runs all of its cases again and compares bit by bit. Changes
/// the working folder. Nothing, and findings, where the archive is damaged, is none, or a case cannot be
/// read. Runs the code that cases name: libraries, FMUs, controllers. `progress`: share of the run, and its
/// number of `count`; false ends.
[[nodiscard]] std::vector<Repetition> reproduce(
    const std::string& file,
    const std::function<bool(double share, std::size_t run, std::size_t count)>& progress,
    Findings& findings);

/// "results/run.h5: 320 channels of 51 rows have the same bits", or what differs.
[[nodiscard]] std::string text_of(const Repetition& repetition);
[[nodiscard]] std::string json_of(const std::vector<Repetition>& repetitions);

}  // namespace flangeway::archive
