#include "support/run_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <sstream>
#include <system_error>

namespace flangeway::test {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int read_end = -1, write_end = -1;
};

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) throw std::system_error(errno, std::generic_category(), "pipe");
  return {ends[0], ends[1]};
}

// In the child; reports the error number through `failure` (closed by a successful exec).
[[noreturn]] void become(std::vector<char*>& arguments, const std::filesystem::path& folder, const Pipe& out,
                         const Pipe& error, const Pipe& failure) {
  signal(SIGINT, SIG_DFL);  // a shell in the background hands it down ignored
  const int nothing = open("/dev/null", O_RDONLY);
  if (nothing >= 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(out.write_end, STDOUT_FILENO) >= 0 &&
      dup2(error.write_end, STDERR_FILENO) >= 0 && chdir(folder.c_str()) == 0) {
    execvp(arguments[0], arguments.data());
  }
  const int reason = errno;
  const ssize_t written = write(failure.write_end, &reason, sizeof reason);
  _exit(written == sizeof reason ? 127 : 126);
}

// Empties what is there to read; false once the other side has closed.
bool drain(int descriptor, std::string& text) {
  std::array<char, 65536> buffer;
  const ssize_t count = read(descriptor, buffer.data(), buffer.size());
  if (count > 0) text.append(buffer.data(), static_cast<std::size_t>(count));
  return count > 0 || (count < 0 && errno == EINTR);
}

// Reads both streams until both are closed, sending the signals that are due.
void attend(pid_t child, const RunOptions& options, int out, int error, ProgramResult& result) {
  const auto started = Clock::now();
  bool signal_due = options.signal.has_value();
  std::array<pollfd, 2> streams{{{out, POLLIN, 0}, {error, POLLIN, 0}}};
  while (streams[0].fd >= 0 || streams[1].fd >= 0) {
    if (signal_due && (!options.signal_when || options.signal_when(child))) {
      kill(child, *options.signal);
      signal_due = false;
    }
    if (!result.timed_out && Clock::now() - started >= options.time_limit) {
      kill(child, SIGKILL);
      result.timed_out = true;
    }
    constexpr int poll_ms = 5;
    if (poll(streams.data(), streams.size(), poll_ms) <= 0) continue;
    if (streams[0].revents != 0 && !drain(out, result.out)) streams[0].fd = -1;
    if (streams[1].revents != 0 && !drain(error, result.error)) streams[1].fd = -1;
  }
}

int wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

double processor_time(int process) {
  std::ifstream stat("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(stat, text);
  // The name in brackets may have blanks; after it come state, ten numbers, and the times of user and kernel.
  std::istringstream rest(text.substr(std::min(text.size(), text.rfind(')') + 1)));
  std::string skipped;
  for (int i = 0; i < 11; ++i) rest >> skipped;
  double user = 0, kernel = 0;
  rest >> user >> kernel;
  return (user + kernel) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

ProgramResult run_program(const std::vector<std::string>& command, const RunOptions& options) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const Pipe out = make_pipe(), error = make_pipe(), failure = make_pipe();
  const pid_t child = fork();
  if (child < 0) throw std::system_error(errno, std::generic_category(), "fork");
  if (child == 0) become(arguments, options.folder, out, error, failure);
  for (const Pipe& pipe : {out, error, failure}) close(pipe.write_end);

  ProgramResult result;
  int reason = 0;
  const bool failed = read(failure.read_end, &reason, sizeof reason) == sizeof reason;
  attend(child, options, out.read_end, error.read_end, result);
  result.exit_code = wait_for(child);
  for (const Pipe& pipe : {out, error, failure}) close(pipe.read_end);
  if (failed) throw std::system_error(reason, std::generic_category(), command.front());
  return result;
}

}  // namespace flangeway::test
