// The ways of flangeway study to share its runs among processes.
#pragma once

#include "command.hpp"

namespace flangeway::app {

struct SharedStudy {
  bool worker = false, list = false, status = false, collect = false, cancel = false;
  std::string shard, on;
  std::vector<std::string> runs;
  double lease = 60;  // s
};

[[nodiscard]] std::vector<Option> options_of(SharedStudy& mode);
/// Whether any of them was chosen.
[[nodiscard]] bool is_shared(const SharedStudy& mode);
/// Findings: two of them at once, or a part that is none.
[[nodiscard]] ExitCode run_shared(const Common& common, const SharedStudy& mode, const std::string& folder,
                                  std::size_t jobs);

}  // namespace flangeway::app
