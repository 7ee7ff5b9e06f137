// Samples of a quantity over time or distance, simulated or measured: what everything in this room works on.
//
//   const assess::Series force{distance, sum_of_guiding_forces};
//   if (const std::string wrong = assess::problem(force); !wrong.empty()) …
//   const std::vector<double> mean = assess::sliding_mean(force, 2.0);
//
// A series owns nothing. Units are those of the caller; the functions say what depends on them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace flangeway::assess {

struct Series {
  std::span<const double> at;      ///< where the samples were taken, s or m; never falls
  std::span<const double> values;  ///< as many
};

/// Why the functions of this room cannot use a series, as "has 3 places and 4 values"; empty if they can.
/// They rely on it and do not check again.
[[nodiscard]] std::string problem(const Series& series);

/// The step of places that rise evenly, to 1e-6 of it; the last place may be nearer. Nothing if they do not,
/// and for fewer than three.
[[nodiscard]] std::optional<double> even_step(std::span<const double> at);

/// Values of the broken line through the samples at equal steps (> 0) from the first place on.
[[nodiscard]] std::vector<double> resampled(const Series& series, double step);

/// Rate of change by central differences, one-sided at the ends; 0 where neighbours have the same place.
[[nodiscard]] std::vector<double> rate(const Series& series);

}  // namespace flangeway::assess
