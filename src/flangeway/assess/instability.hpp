// The filter of the instability criterion.
#pragma once

#include <span>
#include <vector>

namespace flangeway::assess {

/// The frequency in Hz at which samples at equal steps (s) have most power, above 0.5 Hz: slower changes come
/// from the track. 0.5 Hz where there are too few samples.
[[nodiscard]] double strongest_frequency(std::span<const double> values, double step);

/// Squares of what a band of ± `width` (Hz) about the strongest frequency lets through. The sliding rms of
/// the instability criterion is the root of their mean over 100 m. [EN14363]
[[nodiscard]] std::vector<double> squares_about_strongest(std::span<const double> values, double step,
                                                          double width);

}  // namespace flangeway::assess
