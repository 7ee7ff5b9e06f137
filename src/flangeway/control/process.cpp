#include "flangeway/control/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>

#include "flangeway/core/standard_descriptors.hpp"
#include "flangeway/core/utf8.hpp"

namespace flangeway::control {
namespace {

// A message is a number n and then n numbers; or −n, and n bytes of text that say what went wrong.
constexpr std::int64_t longest = 1 << 20;

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

bool send_all(int socket, const void* data, std::size_t size) {
  const auto* next = static_cast<const char*>(data);
  while (size > 0) {
    const ssize_t sent = ::send(socket, next, size, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    next += sent, size -= static_cast<std::size_t>(sent);
  }
  return true;
}

bool receive_all(int socket, void* data, std::size_t size) {
  auto* next = static_cast<char*>(data);
  while (size > 0) {
    const ssize_t got = ::read(socket, next, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    next += got, size -= static_cast<std::size_t>(got);
  }
  return true;
}

bool send_numbers(int socket, std::span<const double> numbers) {
  const auto count = static_cast<std::int64_t>(numbers.size());
  return send_all(socket, &count, sizeof count) && send_all(socket, numbers.data(), numbers.size_bytes());
}

bool send_text(int socket, const std::string& text) {
  const std::int64_t count = -static_cast<std::int64_t>(text.size());
  return send_all(socket, &count, sizeof count) && send_all(socket, text.data(), text.size());
}

// A text of a foreign program may have any bytes, and goes into files of JSON.
std::string as_utf8(std::string text) {
  for (std::size_t bad = first_not_utf8(text); bad < text.size(); bad = first_not_utf8(text)) text[bad] = '?';
  return text;
}

// No exception may unwind into the copy of the run that the child is.
std::string answer_safely(const Process::Answer& answer, std::span<const double> numbers,
                          std::vector<double>& reply) {
  std::string problem;
  try {
    return answer(numbers, reply);
  } catch (const std::exception& error) {
    problem = *error.what() == 0 ? "" : fmt::format("it threw an exception: {}", error.what());
  } catch (...) {
    problem = "it threw something that is no exception of C++";
  }
  return problem.empty() ? "it threw an exception" : problem;
}

// In the child, until the parent closes its end.
void serve(int socket, const Process::Answer& answer) {
  std::vector<double> numbers, reply;
  for (std::int64_t count = 0; receive_all(socket, &count, sizeof count);) {
    if (count < 0 || count > longest) return;
    numbers.resize(static_cast<std::size_t>(count));
    if (!receive_all(socket, numbers.data(), numbers.size() * sizeof(double))) return;
    const std::string problem = answer_safely(answer, numbers, reply);
    if (!(problem.empty() ? send_numbers(socket, reply) : send_text(socket, problem))) return;
  }
}

}  // namespace

std::string Process::start(const std::function<void(int)>& child) {
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    return fmt::format("no socket: {}", std::strerror(errno));
  const pid_t parent = ::getpid();
  child_ = ::fork();
  if (child_ == 0) {
    // The child dies with its parent, keeps none of its files open, and leaves Ctrl-C to it. Its own children
    // belong to its process group.
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    ::signal(SIGINT, SIG_IGN);
    ::setpgid(0, 0);
    ::signal(SIGTTOU, SIG_IGN);                               // it may still print on the terminal
    const int socket = ::fcntl(ends[1], F_DUPFD_CLOEXEC, 3);  // ends[1] may be one of those that were closed
    ::dup2(socket, 0);
    open_standard_descriptors();
    ::dup2(2, 1);  // its output is no part of the output of the run
    ::close_range(3, ~0u, 0);
    try {
      child(0);
    } catch (...) {
      ::_exit(1);
    }
    ::_exit(0);
  }
  if (child_ > 0) ::setpgid(child_, child_);  // both do, so that neither has to wait for the other
  ::close(ends[1]);
  socket_ = ends[0];
  return child_ > 0 ? "" : fmt::format("no process: {}", std::strerror(errno));
}

std::string Process::fork_to(const Answer& answer) {
  return start([&](int socket) {
    // Whatever reads the standard input finds its end there, and no messages.
    const int own = ::fcntl(socket, F_DUPFD_CLOEXEC, 3);
    ::dup2(::open("/dev/null", O_RDONLY | O_CLOEXEC), socket);
    serve(own, answer);
  });
}

std::string Process::run(const std::vector<std::string>& arguments) {
  std::vector<char*> texts;
  for (const std::string& argument : arguments) texts.push_back(const_cast<char*>(argument.c_str()));
  texts.push_back(nullptr);
  return start([&](int socket) {
    ::execvp(texts[0], texts.data());
    (void)send_text(socket, fmt::format("{} cannot be started: {}", arguments[0], std::strerror(errno)));
  });
}

std::string Process::ask(std::span<const double> numbers, std::span<double> answer, double seconds,
                         const std::function<bool()>& interrupted) {
  if (child_ <= 0) return "its process has ended";
  const Patience until{now() + seconds, interrupted};
  const bool sent = send_numbers(socket_, numbers);
  std::int64_t count = 0;
  std::string problem = receive(&count, sizeof count, until);
  if (!problem.empty()) return problem;
  if (!sent && count >= 0) return end_of_child();
  if (count < 0) {
    std::string text(static_cast<std::size_t>(std::min(-count, longest)), ' ');
    problem = receive(text.data(), text.size(), until);
    return problem.empty() ? as_utf8(std::move(text)) : problem;
  }
  std::vector<double> got(static_cast<std::size_t>(std::min(count, longest)));
  problem = receive(got.data(), got.size() * sizeof(double), until);
  if (!problem.empty()) return problem;
  if (got.size() != answer.size())
    return fmt::format("it gave {} numbers for {} outputs", got.size(), answer.size());
  std::copy(got.begin(), got.end(), answer.begin());
  return "";
}

std::string Process::receive(void* data, std::size_t size, const Patience& patience) {
  constexpr double slice = 0.2;  // s
  auto* next = static_cast<char*>(data);
  while (size > 0) {
    const double left = patience.until - now();
    pollfd waiting{socket_, POLLIN, 0};
    const int ready = left > 0 ? ::poll(&waiting, 1, static_cast<int>(std::min(left, slice) * 1e3) + 1) : 0;
    if (ready <= 0) {
      const bool interrupted = patience.interrupted && patience.interrupted();
      if (!interrupted && left > 0 && (ready == 0 || errno == EINTR)) continue;
      stop();
      return interrupted ? "it was interrupted" : "it did not answer in time";
    }
    const ssize_t got = ::read(socket_, next, size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return end_of_child();
    next += got, size -= static_cast<std::size_t>(got);
  }
  return "";
}

// Its end of the socket is closed. A process that lives on nevertheless is ended after a second.
std::string Process::end_of_child() {
  constexpr double patience = 1;  // s
  siginfo_t info{};
  for (const double until = now() + patience; child_ > 0 && info.si_pid == 0 && now() < until;) {
    if (::waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT) != 0) break;
    if (info.si_pid == 0) ::poll(nullptr, 0, 5);
  }
  stop();
  if (info.si_pid == 0) return "it closed its connection";
  if (info.si_code == CLD_EXITED) return "its process ended";
  return fmt::format("its process fell by signal {} ({})", info.si_status, strsignal(info.si_status));
}

void Process::stop() {
  if (child_ > 0) {
    ::kill(-child_, SIGKILL);  // its children, too
    ::kill(child_, SIGKILL);
    while (::waitpid(child_, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  child_ = -1;
  if (socket_ >= 0) ::close(socket_);
  socket_ = -1;
}

}  // namespace flangeway::control
