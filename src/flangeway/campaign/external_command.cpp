#include "external_command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <system_error>
#include <thread>

extern char** environ;

namespace flangeway::campaign {
namespace {

// A file without a name: what is written into it needs no thread to be read.
class Stream {
 public:
  Stream() {
    std::string name = "/tmp/flangeway.XXXXXX";
    file_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (file_ < 0) throw std::system_error(errno, std::generic_category(), "cannot write in /tmp");
    ::unlink(name.c_str());
  }
  ~Stream() { ::close(file_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
  [[nodiscard]] int file() const { return file_; }
  [[nodiscard]] std::string text() const {
    std::string all(static_cast<std::size_t>(std::max<off_t>(::lseek(file_, 0, SEEK_END), 0)), '\0');
    const ssize_t got = ::pread(file_, all.data(), all.size(), 0);
    all.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    while (!all.empty() && all.back() == '\n') all.pop_back();
    return all;
  }

 private:
  int file_;
};

}  // namespace

bool is_installed(const std::string& program) {
  const char* const path = std::getenv("PATH");
  std::istringstream folders(path != nullptr ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (!folder.empty() && ::access((folder + '/' + program).c_str(), X_OK) == 0) return true;
  return false;
}

std::optional<CommandResult> run_command(const std::vector<std::string>& command,
                                         std::chrono::milliseconds limit) {
  if (!is_installed(command.front())) return std::nullopt;
  const Stream out, error;
  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, out.file(), STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, error.file(), STDERR_FILENO);
  std::vector<std::string> words = command;
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  posix_spawnattr_t attributes;
  ::posix_spawnattr_init(&attributes);
  ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  ::posix_spawnattr_setpgroup(&attributes, 0);
  pid_t process = 0;
  const int refused = ::posix_spawnp(&process, pointers[0], &actions, &attributes, pointers.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (refused != 0)
    throw std::system_error(refused, std::generic_category(), "cannot start " + command.front());
  const auto until = std::chrono::steady_clock::now() + limit;
  int status = 0;
  bool timed_out = false;
  for (auto pause = std::chrono::milliseconds(1);;
       pause = std::min(2 * pause, std::chrono::milliseconds(50))) {
    const pid_t ended = ::waitpid(process, &status, timed_out ? 0 : WNOHANG);
    if (ended > 0 || (ended < 0 && errno != EINTR)) break;
    if (!timed_out && std::chrono::steady_clock::now() > until) {
      timed_out = true;
      ::kill(-process, SIGKILL);
    }
    if (!timed_out) std::this_thread::sleep_for(pause);
  }
  return CommandResult{WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), out.text(),
                       error.text(), timed_out};
}

}  // namespace flangeway::campaign
