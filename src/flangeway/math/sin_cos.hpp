// Sine and cosine of one angle together, fast for the small angles of bodies on a track.
#pragma once

#include <cmath>

namespace flangeway {

template <typename T>
struct BasicSinCos {
  T sine, cosine;
};
using SinCos = BasicSinCos<double>;

/// sin and cos of `angle` (rad) to the last bit or two. Up to 0.3 rad by their series, whose first neglected
/// terms are below 1e-18; that is about a fifth of the cost of the library's functions, and a step needs
/// seventy of them.
[[nodiscard]] inline SinCos sin_cos(double angle) {
  if (!(std::abs(angle) < 0.3)) return {std::sin(angle), std::cos(angle)};
  const double q = angle * angle;
  const double sine =
      angle *
      (1 - q * (1.0 / 6) *
               (1 - q * (1.0 / 20) *
                        (1 - q * (1.0 / 42) *
                                 (1 - q * (1.0 / 72) * (1 - q * (1.0 / 110) * (1 - q * (1.0 / 156)))))));
  const double cosine =
      1 -
      q * (1.0 / 2) *
          (1 - q * (1.0 / 12) *
                   (1 - q * (1.0 / 30) *
                            (1 - q * (1.0 / 56) *
                                     (1 - q * (1.0 / 90) * (1 - q * (1.0 / 132) * (1 - q * (1.0 / 182)))))));
  return {sine, cosine};
}

}  // namespace flangeway
