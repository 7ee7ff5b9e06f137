// The mean over a window that slides along time or distance.
#pragma once

#include "flangeway/assess/series.hpp"

namespace flangeway::assess {

enum class Window {
  behind,   ///< [x − length, x]
  centred,  ///< [x − length/2, x + length/2]
};

/// At each place x the mean over a window of `length` (> 0, in the unit of the places) of the broken line
/// through the samples, ∫f dx / ∫dx, so that samples count by how far they lie apart. At the ends the part of
/// the window that the series covers counts. Where that has no extent, at the first place of Window::behind
/// or where all places are equal, the mean is the sample itself.
[[nodiscard]] std::vector<double> sliding_mean(const Series& series, double length,
                                               Window window = Window::behind);

}  // namespace flangeway::assess
