// Frequency weightings of comfort as digital filters. Theory: docs/theory/comfort.md.
//
//   const MatchedFilter wk = matched(weighting(Weighting::wk), step);
//   const std::vector<double> weighted = filtered(wk, acceleration);
#pragma once

#include <array>
#include <complex>
#include <span>
#include <string_view>
#include <vector>

#include "flangeway/assess/filter.hpp"
#include "flangeway/core/choice.hpp"

namespace flangeway::assess {

/// H(s) = gain Π(s − zero) / Π(s − pole), s in rad/s. Complex roots come in conjugate pairs.
struct AnalogueFilter {
  std::vector<std::complex<double>> zeros, poles;
  double gain = 1;
};
[[nodiscard]] std::complex<double> response(const AnalogueFilter& filter, double frequency);

enum class Weighting { wk, wd, wc, wf, wb, wb_bs6841, sperling_vertical, sperling_lateral };

constexpr auto alternatives_of(Weighting) {
  using One = Alternative<Weighting>;
  return std::array{One{Weighting::wk, "wk", "vertical vibration of seats and floors, ISO 2631-1"},
                    One{Weighting::wd, "wd", "horizontal vibration, ISO 2631-1, EN 12299 and BS 6841"},
                    One{Weighting::wc, "wc", "vibration of backrests, ISO 2631-1 and EN 12299"},
                    One{Weighting::wf, "wf", "motion sickness, ISO 2631-1 and BS 6841"},
                    One{Weighting::wb, "wb", "vertical vibration, EN 12299"},
                    One{Weighting::wb_bs6841, "wb_bs6841", "vertical vibration, BS 6841"},
                    One{Weighting::sperling_vertical, "sperling_vertical", "B of Sperling's index, vertical"},
                    One{Weighting::sperling_lateral, "sperling_lateral", "B of Sperling's index, lateral"}};
}

[[nodiscard]] AnalogueFilter weighting(Weighting which);

/// Poles and zeros of the analogue filter at e^{sT}, and a correction by neighbouring samples.
struct MatchedFilter {
  Filter recursive;
  /// Weights of the samples from `taps.size() / 2` before to as many after.
  std::vector<double> taps;
};

/// A digital filter with the response of the analogue one, amplitude and phase, within 0.5 % up to 80 Hz for
/// sampling steps of 5 ms or less, and without delay. Needs poles to the left of the imaginary axis.
[[nodiscard]] MatchedFilter matched(const AnalogueFilter& filter, double step);
[[nodiscard]] std::complex<double> response(const MatchedFilter& filter, double step, double frequency);
/// Before and behind the series its end samples hold.
[[nodiscard]] std::vector<double> filtered(const MatchedFilter& filter, std::span<const double> values,
                                           FilterStart start = FilterStart::steady);

}  // namespace flangeway::assess
