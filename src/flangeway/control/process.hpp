// A child process that answers lists of numbers with lists of numbers. It cannot take the run with it when it
// falls or hangs: the run waits for so long and no longer, and kills it.
#pragma once

#include <sys/types.h>

#include <functional>
#include <span>
#include <string>
#include <vector>

namespace flangeway::control {

class Process {
 public:
  /// Fills the answer to a list of numbers, or returns what went wrong.
  using Answer = std::function<std::string(std::span<const double> numbers, std::vector<double>& answer)>;

  Process() = default;
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;
  ~Process() { stop(); }

  /// A copy of this process calls `answer` for each list. The text of what went wrong, or "".
  [[nodiscard]] std::string fork_to(const Answer& answer);
  /// A program that speaks the same over its standard input, which is a socket.
  [[nodiscard]] std::string run(const std::vector<std::string>& arguments);
  /// Sends numbers and waits at most so many seconds for answer.size() numbers. Asks `interrupted`, where
  /// there is one, every 0.2 s, and waits no longer after true.
  [[nodiscard]] std::string ask(std::span<const double> numbers, std::span<double> answer, double seconds,
                                const std::function<bool()>& interrupted = nullptr);
  void stop();

 private:
  [[nodiscard]] std::string start(const std::function<void(int)>& child);
  struct Patience {
    double until = 0;  // s of the clock
    const std::function<bool()>& interrupted;
  };
  [[nodiscard]] std::string receive(void* data, std::size_t size, const Patience& patience);
  [[nodiscard]] std::string end_of_child();

  pid_t child_ = -1;
  int socket_ = -1;
};

}  // namespace flangeway::control
