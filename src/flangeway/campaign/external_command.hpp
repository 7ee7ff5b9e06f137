// Runs another program and takes what it says.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace flangeway::campaign {

struct CommandResult {
  int exit_code = 0;
  std::string out, error;  ///< what it wrote, without the last line break
};

/// The program is looked for in PATH; nothing if it is not there.
[[nodiscard]] std::optional<CommandResult> run_command(const std::vector<std::string>& command);
[[nodiscard]] bool is_installed(const std::string& program);

}  // namespace flangeway::campaign
