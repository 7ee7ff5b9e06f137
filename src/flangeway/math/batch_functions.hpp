// Elementary functions of four numbers at once; each is good to a few units of the last place and is exactly
// even or odd where the function is. Derivations stand with the functions.
#pragma once

#include <bit>

#include "flangeway/math/batch.hpp"
#include "flangeway/math/sin_cos.hpp"

namespace flangeway::math {

namespace detail {

/// Σ c[k] x^k by Horner's rule.
template <std::size_t N>
[[nodiscard]] inline Batch polynomial(const double (&c)[N], const Batch& x) {
  Batch sum = c[N - 1];
  for (std::size_t k = N - 1; k-- > 0;) sum = sum * x + c[k];
  return sum;
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

/// x^(1/3) for x > 0, normal. The exponent divided by three is within 6 %; Halley's step then triples the
/// digits.
[[nodiscard]] inline Batch cbrt(const Batch& x) {
  constexpr std::uint64_t offset = 0x2a9f7893a0000000u;  // ⅔ of the exponent's bias, less half the error
  Batch root;
  for (std::size_t lane = 0; lane < batch_size; ++lane) {
    root.set(lane, std::bit_cast<double>(std::bit_cast<std::uint64_t>(x[lane]) / 3 + offset));
  }
  for (int i = 0; i < 3; ++i) {
    const Batch cube = root * root * root;
    root = root * (cube + 2 * x) / (2 * cube + x);
  }
  return root;
}

/// atan(x)/x of one number; the first neglected term of the series is below 1e-18.
[[nodiscard]] inline double atan_ratio(double x) {
  const double square = x * x;
  return square > 1e-6 ? std::atan(x) / x : 1 - square * (1.0 / 3 - square * 0.2);
}
/// atan(x)/x, which is even and smooth. Three times atan x = 2 atan(x/(1 + √(1 + x²))) brings any x below
/// tan(π/16) = 0.2, where twelve terms of the series are exact to rounding.
[[nodiscard]] inline Batch atan_ratio(const Batch& x) {
  constexpr double c[] = {1,        -1.0 / 3,  1.0 / 5,  -1.0 / 7,  1.0 / 9,  -1.0 / 11,
                          1.0 / 13, -1.0 / 15, 1.0 / 17, -1.0 / 19, 1.0 / 21, -1.0 / 23};
  Batch square = x * x, scale = 1;
  for (int i = 0; i < 3; ++i) {
    const Batch divisor = 1 / (1 + sqrt(1 + square));
    scale *= 2 * divisor;
    square = square * divisor * divisor;
  }
  return scale * detail::polynomial(c, square);
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
