// The checksum of seals and rows: cheap, and sure to find a single wrong word. Private to the room.
#pragma once

#include <cstdint>

namespace flangeway::results {

/// Whatever follows, no two values of a word give the same sum: both lines are one-to-one.
[[nodiscard]] inline std::uint64_t add_word(std::uint64_t sum, std::uint64_t word) {
  sum = (sum ^ word) * 0x9e3779b97f4a7c15;
  return sum ^ (sum >> 32);
}

}  // namespace flangeway::results
