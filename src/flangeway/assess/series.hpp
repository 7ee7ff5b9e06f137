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

/// Places that rise evenly up to their printed resolution, or up to half a step.
struct EvenSampling {
  double first = 0, step = 0;  ///< the straight line through all places (least squares), unit of the places
  double deviation = 0;        ///< largest distance of a place from that line
};

/// The even grid on which all places lie within half a step, or within the power of ten (1, 0.1, 0.01, …)
/// that they are multiples of: rounded or cut-off stamps, and a clock that jitters. Nothing for fewer than
/// three places, for others, and where a resolution coarser than half a step covers fewer than 50 of its
/// units.
[[nodiscard]] std::optional<EvenSampling> even_sampling(std::span<const double> at);

/// How a measured series comes onto equal steps.
enum class TimingRule {
  even,            ///< the stamps are even
  mean_step,       ///< stamps within their resolution or half a step of an even grid: samples count as even
  straight_lines,  ///< other stamps: values are interpolated by straight lines at the median step
};
struct Timing {
  TimingRule rule = TimingRule::even;
  double first = 0, step = 0;      ///< place of the first sample that is used, and the even step
  std::size_t begin = 0, end = 0;  ///< samples that are used: the longest piece between gaps
  std::size_t bridged = 0;         ///< gaps of up to three samples in it, bridged by straight lines
  std::string note = {};           ///< what was decided, and what is left out; empty for even stamps
};

/// The rule for these stamps. Steps of more than four median steps are gaps, and the longest piece between
/// them is used. Nothing, and `problem` as "falls from 3 to 2 at sample 7", where there is no rule.
[[nodiscard]] std::optional<Timing> timing_of(std::span<const double> at, std::string& problem);

/// The values of the piece at `first`, `first` + `step`, …; as many values as stamps.
[[nodiscard]] std::vector<double> on_even_steps(const Timing& timing, const Series& series);

/// Values of the broken line through the samples at equal steps (> 0) from the first place on.
[[nodiscard]] std::vector<double> resampled(const Series& series, double step);

/// Rate of change by central differences, one-sided at the ends; 0 where neighbours have the same place.
[[nodiscard]] std::vector<double> rate(const Series& series);

}  // namespace flangeway::assess
