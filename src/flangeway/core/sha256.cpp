#include "flangeway/core/sha256.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace flangeway {

namespace {

constexpr std::size_t block_size = 64;

/// First 32 bits of the fractional parts of the cube roots of the first 64 primes [FIPS180-4, sec. 4.2.2].
constexpr std::array<std::uint32_t, 64> constants{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<std::uint32_t, 8>;

/// Message schedule of one block [FIPS180-4, sec. 6.2.2, step 1].
std::array<std::uint32_t, 64> schedule(std::string_view block) {
  std::array<std::uint32_t, 64> w{};
  for (std::size_t i = 0; i < block_size; ++i) {
    w[i / 4] = (w[i / 4] << 8) | static_cast<unsigned char>(block[i]);
  }
  for (std::size_t t = 16; t < w.size(); ++t) {
    const std::uint32_t s0 = std::rotr(w[t - 15], 7) ^ std::rotr(w[t - 15], 18) ^ (w[t - 15] >> 3);
    const std::uint32_t s1 = std::rotr(w[t - 2], 17) ^ std::rotr(w[t - 2], 19) ^ (w[t - 2] >> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  return w;
}

/// [FIPS180-4, sec. 6.2.2, steps 2 to 4]
void digest_block(State& state, std::string_view block) {
  const std::array<std::uint32_t, 64> w = schedule(block);
  auto [a, b, c, d, e, f, g, h] = state;
  for (std::size_t t = 0; t < w.size(); ++t) {
    const std::uint32_t sum1 = std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25);
    const std::uint32_t sum0 = std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22);
    const std::uint32_t t1 = h + sum1 + ((e & f) ^ (~e & g)) + constants[t] + w[t];
    const std::uint32_t t2 = sum0 + ((a & b) ^ (a & c) ^ (b & c));
    h = g, g = f, f = e, e = d + t1;
    d = c, c = b, b = a, a = t1 + t2;
  }
  const State worked{a, b, c, d, e, f, g, h};
  for (std::size_t i = 0; i < state.size(); ++i) state[i] += worked[i];
}

/// The end of the message with a one bit, zeros and its length in bits [FIPS180-4, sec. 5.1.1].
std::string padded(std::string_view rest, std::uint64_t message_bytes) {
  std::string out(rest);
  out += '\x80';
  while (out.size() % block_size != block_size - 8) out += '\0';
  for (int shift = 56; shift >= 0; shift -= 8) out += static_cast<char>((message_bytes * 8) >> shift & 0xFF);
  return out;
}

}  // namespace

std::string sha256(std::string_view bytes) {
  State state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const std::size_t whole = bytes.size() / block_size * block_size;
  for (std::size_t i = 0; i < whole; i += block_size) digest_block(state, bytes.substr(i, block_size));
  const std::string end = padded(bytes.substr(whole), bytes.size());
  for (std::size_t i = 0; i < end.size(); i += block_size) {
    digest_block(state, std::string_view(end).substr(i, block_size));
  }
  std::string out;
  for (const std::uint32_t word : state) out += fmt::format("{:08x}", word);
  return out;
}

}  // namespace flangeway
