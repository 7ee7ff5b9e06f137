// The gust "Chinese hat" of EN 14067-6. Formulas: docs/theory/quasi_static.md.
#pragma once

namespace flangeway::quasistatic {

/// Wind square to the track that rises to a peak at one place and falls again.
struct Gust {
  double mean = 0, peak = 0;  ///< m/s
  double decay = 0;           ///< m, along the track, in which what exceeds the mean falls by the factor e
};
/// The gust with a peak in m/s. No printed source of its numbers was found.
[[nodiscard]] Gust chinese_hat(double peak);
/// m/s, at a place in m from the middle of the gust; mean over the length (m) of a vehicle there.
[[nodiscard]] double wind_at(const Gust& gust, double place, double length);

}  // namespace flangeway::quasistatic
