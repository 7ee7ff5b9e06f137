// Receptances of the rails in numbers and as a picture.
#pragma once

#include <string>
#include <vector>

#include "flangeway/flextrack/receptance.hpp"
#include "flangeway/plot/figure.hpp"

namespace flangeway::flextrack {

/// 10 to 2000 Hz, equally spaced on a logarithmic axis.
[[nodiscard]] std::vector<double> receptance_frequencies();
/// A table to read, of every seventh frequency.
[[nodiscard]] std::string summary_text(const RailReceptances& r);
/// Real and imaginary parts over all frequencies as JSON.
[[nodiscard]] std::string json_text(const RailReceptances& r);
/// Magnitudes and phases; `track` is its name, which may be empty.
[[nodiscard]] plot::Figure figure_of(const std::string& track, const RailReceptances& r);

}  // namespace flangeway::flextrack
