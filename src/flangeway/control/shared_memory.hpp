// A mapped file over which another program answers: docs/howto/controllers.md has the layout. As in
// co-simulation (decision 0014) each side counts its messages, and a lock shows that the run is alive.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace flangeway::control {

/// The beginning of the file. Behind it, at byte 256, stand as doubles the time, the inputs and the outputs.
struct SharedHeader {
  std::array<char, 8> magic;
  std::uint32_t version, inputs, outputs;
  std::uint32_t ended;              ///< 1: the run is over
  std::uint64_t requests, answers;  ///< counted by the run, and by the program
  std::array<char, 208> problem;    ///< of the program: a text that ends with a zero ends the run
  std::uint64_t reserved;
};
inline constexpr std::size_t shared_numbers = 256;
static_assert(sizeof(SharedHeader) == shared_numbers);

class SharedMemory {
 public:
  SharedMemory() = default;
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  ~SharedMemory();

  /// Makes the file at the first call. What went wrong, or "".
  [[nodiscard]] std::string open(const std::string& file, std::size_t inputs, std::size_t outputs);
  /// Waits at most so many seconds for the answer. Asks `interrupted`, where there is one, every 0.2 s, and
  /// waits no longer after true. What went wrong, or "".
  [[nodiscard]] std::string ask(double t, std::span<const double> inputs, std::span<double> outputs,
                                double seconds, const std::function<bool()>& interrupted = nullptr);

 private:
  std::string file_;
  int descriptor_ = -1;
  std::size_t size_ = 0;
  SharedHeader* header_ = nullptr;  ///< mapped
};

}  // namespace flangeway::control
