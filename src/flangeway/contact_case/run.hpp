// Runs a batch of contact cases on several threads, with results in the order of the input.
#pragma once

#include <functional>

#include "flangeway/contact_case/result.hpp"
#include "flangeway/damage/wear_law.hpp"
#include "flangeway/wheel_on_rail/solve.hpp"

namespace flangeway::contact_case {

/// Results requested of each case.
struct Wanted {
  bool fields = false;                  ///< fill CaseResult::fields
  bool program_files = false;           ///< CaseResult::files and listing, of a deck
  std::optional<damage::WearLaw> wear;  ///< say what patches that roll wear off
};

struct RunOptions {
  unsigned threads = 1;  ///< ≥ 1; the results are the same bits for any number
  Wanted wanted;
  /// Takes the results one by one in the order of the input; called from the thread that called run. False
  /// ends the run.
  std::function<bool(const CaseResult&)> deliver;
  /// Asked between cases; true ends the run after the cases that are under way.
  std::function<bool()> interrupted;
};

/// Gives the number of cases delivered. At most a few cases per thread are in memory at once, and one instant
/// for each sequence under way. A case that cannot be solved says so in its result, and the batch goes on. An
/// exception of a case is thrown here.
std::size_t run(const Batch& batch, const RunOptions& options);

/// Memory and coefficients that a thread keeps between cases; no result depends on them.
struct Workspaces {
  unsigned threads = 1;  ///< for what a single case can do at the same time
  contact::patch::Workspace patch;
  wheel_on_rail::Workspace wheel_rail;
};

/// Solves one prepared case. `sequence` holds the sequence it belongs to and is moved on.
[[nodiscard]] CaseResult run_case(const Batch& batch, std::size_t index, SequenceState& sequence,
                                  const Wanted& wanted, Workspaces& workspaces);

}  // namespace flangeway::contact_case
