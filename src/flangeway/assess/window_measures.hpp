// Measures over a window of time behind each sample, as [CFR213, 213.333] has them for accelerations.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace flangeway::assess {

/// At each sample the difference between the highest and the lowest value of the window of `window` samples
/// that ends there. Peaks that last fewer than `shortest` samples do not count: a value is reached if all of
/// `shortest` samples in succession (1: any) reach it. 0 before the first whole window.
[[nodiscard]] std::vector<double> peak_to_peak(std::span<const double> values, std::size_t window,
                                               std::size_t shortest);

/// At each sample the standard deviation about the straight line with the least squares of the window of
/// `window` >= 2 samples that ends there (RMSt). 0 before the first whole window.
[[nodiscard]] std::vector<double> detrended_rms(std::span<const double> values, std::size_t window);

}  // namespace flangeway::assess
