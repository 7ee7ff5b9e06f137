// Makes the page of a study and its tables from the table of results.
#pragma once

#include <string>
#include <vector>

#include "flangeway/campaign/study.hpp"

namespace flangeway::campaign {

/// Findings: plots and tables that name axes, points, columns or channels that are not there, or tables that
/// would have more than one run in a cell. Channels are checked only if there are cases.
void check_page(const StudySpec& spec, const Plan& plan, const std::vector<Case>& cases, Findings& findings);

/// Whether the columns of objectives and constraints may be others than a run of ours has: their values are
/// made elsewhere.
enum class TrialValues { of_runs, told };
/// Findings: objectives and constraints of an optimisation whose columns are not there, or have texts and no
/// numbers.
void check_objectives(const StudySpec& spec, const Plan& plan, const std::vector<Case>& cases,
                      TrialValues values, Findings& findings);

/// One result over two axes.
struct Pivot {
  std::string title, corner;  ///< corner: "integrator \ stiffness"
  std::vector<std::string> columns, rows;
  std::vector<std::vector<std::string>>
      cells;  ///< [row][column]: a number, a status, or "" where nothing ran yet
};
[[nodiscard]] std::vector<Pivot> pivots(const StudySpec& spec, const Plan& plan, const Table& table);
/// Aligned columns for a terminal.
[[nodiscard]] std::string pivot_text(const Pivot& pivot);

/// A command line that does one run again, with all its channels, from the folder in which the study was
/// read.
[[nodiscard]] std::string repeating_command(const Study& study, const Run& run);

/// Statements of the page on the origin of the results.
struct PageFacts {
  std::string command_line;
  std::size_t jobs = 1, processors = 1;  ///< jobs 0: workers made the runs, each on its own
  bool told = false;                     ///< the runs were made elsewhere
};
/// A page in one file: facts, plots, tables, all results. Traces are read from the folder.
[[nodiscard]] std::string page(const Study& study, const StudyFolder& folder, const Table& table,
                               const PageFacts& facts);

}  // namespace flangeway::campaign
