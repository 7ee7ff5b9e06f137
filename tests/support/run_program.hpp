// Runs a program as a user would: arguments in, two streams and an exit code out.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace flangeway::test {

struct ProgramResult {
  int exit_code = 0;  ///< as a shell shows it: 128 + signal number if a signal ended the program
  bool timed_out = false;
  std::string out;    ///< standard output
  std::string error;  ///< standard error
};

struct RunOptions {
  std::filesystem::path folder = std::filesystem::current_path();  ///< the program's working folder
  std::chrono::milliseconds time_limit{60'000};                    ///< killed after this
  /// Sends this signal once when `signal_when` is true for the first time, which is checked every 5 ms. An
  /// event comes on a busy machine too, where a time would be too short. Without a function: right after the
  /// start.
  std::optional<int> signal = std::nullopt;
  std::function<bool(int process)> signal_when = {};
};

/// The processor time that a process has used, in seconds; 0 where there is no such process.
[[nodiscard]] double processor_time(int process);

/// Runs command[0] (searched in PATH) with the rest as its arguments; standard input is empty. Neither stream
/// is a terminal. Throws std::system_error if the program cannot be started.
[[nodiscard]] ProgramResult run_program(const std::vector<std::string>& command,
                                        const RunOptions& options = {});

/// The executable of this build with these arguments: run_flangeway({"run", "case.toml"}).
/// Usable in tests that depend on the executable (those of tests/ do).
[[nodiscard]] inline ProgramResult run_flangeway(std::vector<std::string> arguments,
                                                 const RunOptions& options = {}) {
  arguments.insert(arguments.begin(), FLANGEWAY_EXECUTABLE);
  return run_program(arguments, options);
}

}  // namespace flangeway::test
