// Commands that the workbench starts: which are allowed, and their outputs.
#pragma once

#include <string>
#include <vector>

#include "flangeway/workbench/project.hpp"

namespace flangeway::workbench {

/// Throws Refusal (400 or 403) unless the words are a verb that computes and arguments whose paths stay in
/// the project: relative, without "..", hidden names or links.
void check_command(const Project& project, const std::vector<std::string>& verbs,
                   const std::vector<std::string>& words);

/// "flangeway run cases/curve.toml -o 'my file.h5'", as a person would type it.
[[nodiscard]] std::string command_text(const std::vector<std::string>& words);

/// Paths after -o and its like.
[[nodiscard]] std::vector<std::string> named_outputs(const std::vector<std::string>& words);

/// Paths that the command writes, by -o and its like and by the rules for files without -o; they need not
/// exist.
[[nodiscard]] std::vector<std::string> possible_outputs(const std::vector<std::string>& words);

/// The words that continue a command that was stopped: `run --continue RESULT`, or the same again for those
/// that go on where they ended.
[[nodiscard]] std::vector<std::string> continuation(const std::vector<std::string>& words);

}  // namespace flangeway::workbench
