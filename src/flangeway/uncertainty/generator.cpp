#include "flangeway/uncertainty/generator.hpp"

namespace flangeway::uncertainty {
namespace {

struct Product {
  std::uint32_t high, low;
};
Product multiplied(std::uint32_t a, std::uint32_t b) {
  const std::uint64_t product = std::uint64_t{a} * b;
  return {static_cast<std::uint32_t>(product >> 32), static_cast<std::uint32_t>(product)};
}

std::uint32_t low_word(std::uint64_t value) {
  return static_cast<std::uint32_t>(value);
}
std::uint32_t high_word(std::uint64_t value) {
  return static_cast<std::uint32_t>(value >> 32);
}

}  // namespace

std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter, std::array<std::uint32_t, 2> key) {
  // Multipliers and Weyl constants of [Salmon2011, section 3].
  for (int round = 0; round < 10; ++round) {
    const Product first = multiplied(0xD2511F53U, counter[0]), second = multiplied(0xCD9E8D57U, counter[2]);
    counter = {second.high ^ counter[1] ^ key[0], second.low, first.high ^ counter[3] ^ key[1], first.low};
    key[0] += 0x9E3779B9U;
    key[1] += 0xBB67AE85U;
  }
  return counter;
}

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  const auto words = philox({low_word(index), high_word(index), low_word(stream), high_word(stream)},
                            {low_word(seed), high_word(seed)});
  return std::uint64_t{words[0]} << 32 | words[1];
}

std::uint64_t random_below(std::uint64_t end, std::uint64_t seed, std::uint64_t stream, std::uint64_t index) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>(Wide{random_bits(seed, stream, index)} * end >> 64);
}

}  // namespace flangeway::uncertainty
