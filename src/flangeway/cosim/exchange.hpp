// Two processes take turns: they exchange messages in a memory-mapped file, which only its owner can open.
// The content of the messages is not interpreted here. Uses futexes of Linux, and locks of open file
// descriptions, which end with the process that holds them.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>

#include "flangeway/cosim/futex.hpp"
#include "flangeway/cosim/header.hpp"

namespace flangeway::cosim {

enum class Side : std::size_t { vehicle, track };
/// "vehicle"
[[nodiscard]] const char* side_name(Side side);

/// s that a program waits for the other one's message before it takes it for stalled. A run has to end within
/// two seconds of that.
inline constexpr double patience = 1.5;

class Exchange {
 public:
  /// Takes a seat at the exchange in `folder`, which is made if it is not there; the file too. A file that a
  /// run has left which did not end in order is replaced: `note` says so. nullopt with findings.
  static std::optional<Exchange> join(const std::filesystem::path& folder, Side side,
                                      const Agreement& agreement, Findings& findings, std::string& note);
  Exchange(Exchange&& other) noexcept;
  Exchange& operator=(Exchange&&) = delete;
  /// Leaves, if close() has not been called.
  ~Exchange();

  /// Announces that this side answers messages.
  void announce_ready();
  /// Waits until the other side is ready. `hindrance`: asked now and then; a text ends the waiting. False:
  /// see problem().
  bool wait_for_other(double seconds, const std::function<std::string()>& hindrance);

  /// Sends a message to the other side: requests are the vehicle's, replies the track's. It is at most as
  /// long as agreed.
  void send(std::span<const std::byte> message);
  /// The message of the last receive(). It stays until the next send().
  [[nodiscard]] std::span<const std::byte> incoming() const;
  /// Waits for the other side's next message. False when it has closed, ended or says nothing for `seconds`:
  /// finished(), or problem(). `stop`: asked now and then; true ends the waiting without a problem.
  bool receive(double seconds, const std::function<bool()>& stop = {});

  /// Says that no message will follow, and why (empty: all is done), and removes the file.
  void close(const std::string& why);
  /// The other side has closed, with all done.
  [[nodiscard]] bool finished() const { return finished_; }
  /// Why nothing can be received any more, in words for a user; empty: nothing is wrong.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  Exchange(std::filesystem::path file, int descriptor, Side side, const Agreement& agreement);
  [[nodiscard]] Seat& seat(Side side) const;
  [[nodiscard]] Side other() const { return side_ == Side::vehicle ? Side::track : Side::vehicle; }
  [[nodiscard]] bool other_is_alive() const;
  [[nodiscard]] std::string other_name() const;
  bool take_close();
  bool give_up(std::string problem);
  void announce();
  [[nodiscard]] std::byte* message_of(Side side) const;
  [[nodiscard]] std::size_t max_bytes(Side side) const;

  std::filesystem::path file_;
  int descriptor_;
  Side side_;
  Agreement agreement_;
  Header* header_ = nullptr;  ///< mapped; nullptr after a move
  std::uint32_t seen_ = 0;    ///< messages of the other side that were received
  Spin spin_;
  bool finished_ = false, closed_ = false;
  std::string problem_;
};

}  // namespace flangeway::cosim
