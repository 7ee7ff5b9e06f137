// The beginning of the file that two programs share, and what can be wrong with it.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::cosim {

/// Version of the layout of header and messages. It grows with every change of either.
inline constexpr std::uint32_t exchange_version = 3;

/// In place of a version: a program of this version came with another case.
inline constexpr std::uint32_t other_case = 0xffffffff;

/// What two programs must agree upon.
struct Agreement {
  std::string identity;                                ///< of what is computed: at most 64 characters
  std::size_t request_bytes = 0, reply_bytes = 0;  ///< length of the longest message of each kind
};

/// One of the two programs.
struct alignas(64) Seat {
  std::atomic<std::uint32_t> process{0};  ///< its id; 0: has not come yet
  std::atomic<std::uint32_t> sent{0};     ///< messages it has written: a futex
  std::atomic<std::uint32_t> closed{0};   ///< it will write none any more, for the reason in `text`
  std::array<char, 512> text{};           ///< empty: all is done
};

struct Header {
  // These stay where they are in every version.
  std::array<char, 8> magic{};
  std::uint32_t version = 0;
  std::atomic<std::uint32_t> visitor{0};  ///< version of a program that came and could not join

  std::uint64_t file_size = 0, request_bytes = 0, reply_bytes = 0;
  std::array<char, 72> identity{};
  std::array<Seat, 2> seats;
};
static_assert(std::atomic<std::uint32_t>::is_always_lock_free);

/// Writes what is not zero, but for the seats.
void fill_header(const Agreement& agreement, Header& header);
/// Bytes of the whole file.
[[nodiscard]] std::size_t file_size(const Agreement& agreement);

enum class HeaderFault { none, foreign, version, truncated, too_large, messages, identity };
/// Looks at the first bytes of a file of `size` bytes, of which `head` has sizeof(Header) or, of a shorter
/// file, all.
[[nodiscard]] HeaderFault find_fault(const std::byte* head, std::size_t size, const Agreement& agreement);
/// The same in words.
[[nodiscard]] Finding describe_fault(HeaderFault fault, const std::byte* head, std::size_t size,
                                     const Agreement& agreement, const std::string& file);

}  // namespace flangeway::cosim
