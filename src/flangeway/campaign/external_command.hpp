// Runs another program and takes what it says.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace flangeway::campaign {

struct CommandResult {
  int exit_code = 0;
  std::string out, error;  ///< what it wrote, without the last line break
  bool timed_out = false;  ///< it was killed at the limit
};

/// The program is looked for in PATH; nothing if it is not there. It has a process group of its own: Ctrl-C
/// does not end it.
[[nodiscard]] std::optional<CommandResult> run_command(
    const std::vector<std::string>& command, std::chrono::milliseconds limit = std::chrono::minutes(2));
[[nodiscard]] bool is_installed(const std::string& program);

}  // namespace flangeway::campaign
