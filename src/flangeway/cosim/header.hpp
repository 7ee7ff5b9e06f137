// The header of the file that two processes share, and its checks.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::cosim {

/// Version of the layout of header and messages. It grows with every change of either, and with it the page
/// docs/howto/other_programs.md.
inline constexpr std::uint32_t exchange_version = 5;

/// Stands for a version where a process of the same version came with another case.
inline constexpr std::uint32_t other_case = 0xffffffff;

/// Properties on which both processes must agree.
struct Agreement {
  std::string identity;                            ///< of the computation: at most 64 characters
  std::size_t request_bytes = 0, reply_bytes = 0;  ///< length of the longest message of each kind
};

/// One of the two processes.
struct alignas(64) Seat {
  std::atomic<std::uint32_t> process{0};  ///< its id; 0: has not come yet
  std::atomic<std::uint32_t> ready{0};    ///< it answers messages: a futex
  std::atomic<std::uint32_t> sent{0};     ///< number of messages that it has written: a futex
  std::atomic<std::uint32_t> closed{0};   ///< it has ended, for the reason in `text`
  std::array<char, 512> text{};           ///< empty: all is done
};

struct Header {
  // These have the same place in every version.
  std::array<char, 8> magic{};
  std::uint32_t version = 0;
  std::atomic<std::uint32_t> visitor{0};  ///< version of a process that could not join

  std::uint64_t file_size = 0, request_bytes = 0, reply_bytes = 0;
  std::array<char, 72> identity{};
  std::array<Seat, 2> seats;
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

/// Writes all but the seats.
void fill_header(const Agreement& agreement, Header& header);
/// Bytes of the whole file.
[[nodiscard]] std::size_t file_size(const Agreement& agreement);

enum class HeaderFault { none, foreign, version, truncated, too_large, messages, identity };
/// Checks the first bytes of a file of `size` bytes: `head` has sizeof(Header) bytes, or all bytes of a
/// shorter file.
[[nodiscard]] HeaderFault find_fault(const std::byte* head, std::size_t size, const Agreement& agreement);
/// The same in words.
[[nodiscard]] Finding describe_fault(HeaderFault fault, const std::byte* head, std::size_t size,
                                     const Agreement& agreement, const std::string& file);

}  // namespace flangeway::cosim
