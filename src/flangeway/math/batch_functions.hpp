// Elementary functions of a batch. Each is accurate to a few units in the last place and is exactly even or
// odd where the function is. Derivations are beside the functions.
#pragma once

#include <bit>

#include "flangeway/math/batch.hpp"
#include "flangeway/math/sin_cos.hpp"

namespace flangeway::math {

namespace detail {

/// Σ c[k] x^k by Horner's rule, even and odd powers apart: two chains of half the length run side by side.
template <std::size_t N>
[[nodiscard]] inline Batch polynomial(const double (&c)[N], const Batch& x) {
  const Batch square = x * x;
  Batch sum = c[N - 1], other = c[N - 2];
  for (std::size_t k = N - 2; k-- > 0;) {
    const Batch next = sum * square + c[k];
    sum = other;
    other = next;
  }
  return sum * x + other;  // the last round has added c[0] to the even powers
}

/// 1.5 · 2^52: added to a number of moderate size it leaves the nearest integer in the low bits.
inline constexpr double integer_magnet = 6755399441055744.0;

}  // namespace detail

/// e^x for |x| < 700. x = k ln 2 + r, |r| ≤ ½ ln 2, where Taylor's series to r^13 is exact to rounding.
[[nodiscard]] inline Batch exp(const Batch& x) {
  constexpr double ln2_high = 0x1.62e42fefap-1, ln2_low = 0x1.cf79abc9e3b398p-40;
  constexpr double c[] = {1,
                          1,
                          1.0 / 2,
                          1.0 / 6,
                          1.0 / 24,
                          1.0 / 120,
                          1.0 / 720,
                          1.0 / 5040,
                          1.0 / 40320,
                          1.0 / 362880,
                          1.0 / 3628800,
                          1.0 / 39916800,
                          1.0 / 479001600,
                          1.0 / 6227020800};
  const Batch shifted = x * 1.4426950408889634074 + detail::integer_magnet;
  const Batch k = shifted - detail::integer_magnet;
  const Batch r = (x - k * ln2_high) - k * ln2_low;
  // 2^k: k into the exponent.
  const Batch power(((shifted.bits() - Batch(detail::integer_magnet).bits()) + 1023) << 52);
  return detail::polynomial(c, r) * power;
}

/// ln x for x > 0, normal. x = 2^k m with √½ ≤ m < √2, and ln m = 2 artanh t with t = (m − 1)/(m + 1), |t| ≤
/// 0.172; the first term of the series that is left out is below 4e-20 of its sum. m − 1 is exact, so that
/// the result keeps its digits near x = 1, where k is 0.
[[nodiscard]] inline Batch log(const Batch& x) {
  constexpr double ln2_high = 0x1.62e42fefap-1, ln2_low = 0x1.cf79abc9e3b398p-40;
  constexpr std::int64_t root_half = 0x3fe6a09e667f3bcd;  // the bits of √½
  constexpr double c[] = {2,        2.0 / 3,  2.0 / 5,  2.0 / 7,  2.0 / 9,  2.0 / 11,
                          2.0 / 13, 2.0 / 15, 2.0 / 17, 2.0 / 19, 2.0 / 21, 2.0 / 23};
  const Batch::Bits power = (x.bits() - root_half) >> 52;
  const Batch part = Batch(x.bits() - (power << 52)) - 1, t = part / (part + 2);
  // power to a number: integers of this size are the low bits of the magnet
  const Batch k = Batch(power + Batch(detail::integer_magnet).bits()) - detail::integer_magnet;
  return k * ln2_high + (t * detail::polynomial(c, t * t) + k * ln2_low);
}

/// ln(1 + x) for x ≥ 0. What rounding takes from 1 + x is put back by the ratio of x to what is left.
[[nodiscard]] inline Batch log1p(const Batch& x) {
  const Batch sum = 1 + x, left = sum - 1;
  const Batch::Mask any_left = left > 0;
  return select(any_left, log(sum) * (x / select(any_left, left, Batch(1.0))), x);
}

/// arsinh x for |x| < 1e150.
[[nodiscard]] inline Batch asinh(const Batch& x) {
  const Batch size = abs(x), square = x * x;
  const Batch positive = log1p(size + square / (1 + sqrt(1 + square)));
  return select(x < 0, -positive, positive);
}

/// x^(1/3) for x > 0, normal. A third of the exponent gives x^(−1/3) within 4 %; with h = 1 − x r³ the root
/// is r (1 − h)^(−1/3), whose series to h^5 leaves 1e-6, to h³ then nothing. No division: it waits for
/// nobody.
[[nodiscard]] inline Batch cbrt(const Batch& x) {
  using Bits = std::uint64_t __attribute__((vector_size(batch_size * sizeof(double))));
  constexpr double whole = 4503599627370496.0;  // 2^52: its low bits count in ones
  constexpr double start = 1430186000.0;        // 4/3 of the exponent's bias, less half the error, over 2^32
  const Bits upper = reinterpret_cast<Bits>(x.lanes) >> 32;
  const Batch number = Batch(Batch::Lanes(upper | reinterpret_cast<Bits>(Batch(whole).lanes))) - whole;
  const Batch guess = (start - number * (1.0 / 3)) + detail::integer_magnet;
  Batch root = Batch(guess.bits() << 32);
  constexpr double first[] = {1, 1.0 / 3, 2.0 / 9, 14.0 / 81, 35.0 / 243, 91.0 / 729},
                   second[] = {1, 1.0 / 3, 2.0 / 9, 14.0 / 81};
  root *= detail::polynomial(first, 1 - x * root * (root * root));
  root *= detail::polynomial(second, 1 - x * root * (root * root));
  return x * root * root;
}

/// atan(x)/x of one number; the first neglected term of the series is below 1e-18.
[[nodiscard]] inline double atan_ratio(double x) {
  const double square = x * x;
  return square > 1e-6 ? std::atan(x) / x : 1 - square * (1.0 / 3 - square * 0.2);
}
/// atan(x)/x, which is even and smooth. atan x = offset + atan t brings any x to |t| ≤ tan(π/8): t = x, (x −
/// 1)/(x + 1) or −1/x. There the polynomial, Chebyshev's interpolation of atan(√z)/√z, is exact to 4e-18.
[[nodiscard]] inline Batch atan_ratio(const Batch& argument) {
  constexpr double eighth = 0x1.a827999fcef32p-2,
                   three_eighths = 0x1.3504f333f9de6p+1;  // tan(π/8), tan(3π/8)
  constexpr double c[] = {1,
                          -0x1.555555555552fp-2,
                          0x1.9999999994669p-3,
                          -0x1.2492492259b3cp-3,
                          0x1.c71c70cb77511p-4,
                          -0x1.745cf64dcb161p-4,
                          0x1.3b10f0f599274p-4,
                          -0x1.10ea1d146bb4ap-4,
                          0x1.def9ecc6c46bap-5,
                          -0x1.9c79c032390a5p-5,
                          0x1.3702e9aa9f4cfp-5,
                          -0x1.23b93e0f92ad6p-6};
  const Batch x = abs(argument);
  const Batch::Mask middle = x > eighth, large = x > three_eighths;
  const Batch t = select(large, Batch(-1.0), x - 1) / select(large, x, x + 1);
  const Batch offset = select(large, Batch(0x1.921fb54442d18p+0), Batch(0x1.921fb54442d18p-1));
  const Batch reduced = select(middle, t, x), ratio = detail::polynomial(c, reduced * reduced);
  return select(middle, (offset + t * ratio) / select(middle, x, Batch(1.0)), ratio);
}

[[nodiscard]] inline Batch atan(const Batch& x) {
  return x * atan_ratio(x);
}

/// The angle of the point (x, y) for x ≥ 0, between −π/2 and π/2; 0 for (0, 0).
[[nodiscard]] inline Batch atan2(const Batch& y, const Batch& x) {
  const Batch height = abs(y);
  const Batch::Mask steep = height > x, nowhere = (height + x) < 1e-300;
  const Batch ratio = select(steep, x, height) / select(nowhere, Batch(1.0), select(steep, height, x));
  const Batch flat = atan(ratio), angle = select(steep, 0x1.921fb54442d18p+0 - flat, flat);
  return select(y < 0, -angle, angle);
}

/// sin and cos for |x| < 1e8. x = k π/2 + r, |r| ≤ π/4, with π/2 in three parts; Taylor's series to r^17 and
/// r^18 are exact to rounding there.
[[nodiscard]] inline BasicSinCos<Batch> sin_cos(const Batch& x) {
  constexpr double high = 0x1.921fb544p+0, middle = 0x1.0b4611a6p-34,
                   low = 0x1.3198a2e037073p-69;  // sum: π/2
  constexpr double s[] = {1,
                          -1.0 / 6,
                          1.0 / 120,
                          -1.0 / 5040,
                          1.0 / 362880,
                          -1.0 / 39916800,
                          1.0 / 6227020800,
                          -1.0 / 1307674368000,
                          1.0 / 355687428096000};
  constexpr double c[] = {1,
                          -1.0 / 2,
                          1.0 / 24,
                          -1.0 / 720,
                          1.0 / 40320,
                          -1.0 / 3628800,
                          1.0 / 479001600,
                          -1.0 / 87178291200,
                          1.0 / 20922789888000,
                          -1.0 / 6402373705728000};
  const Batch shifted = x * 0.63661977236758134308 + detail::integer_magnet;
  const Batch k = shifted - detail::integer_magnet;
  const Batch r = ((x - k * high) - k * middle) - k * low, square = r * r;
  const Batch sine = r * detail::polynomial(s, square), cosine = detail::polynomial(c, square);
  // Quarter turns: odd ones swap sine and cosine, the second bit of k (of k + 1) is the sign of the sine
  // (cosine).
  const Batch::Bits quarter = shifted.bits();
  const Batch::Mask odd{-(quarter & 1)};
  const Batch::Bits sine_sign = (quarter & 2) << 62, cosine_sign = ((quarter + 1) & 2) << 62;
  return {Batch(select(odd, cosine, sine).bits() ^ sine_sign),
          Batch(select(odd, sine, cosine).bits() ^ cosine_sign)};
}

}  // namespace flangeway::math
