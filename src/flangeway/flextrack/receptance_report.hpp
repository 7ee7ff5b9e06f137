// Receptances of the rails in numbers and as a picture.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/flextrack/mass_spring.hpp"
#include "flangeway/flextrack/receptance.hpp"
#include "flangeway/plot/figure.hpp"

namespace flangeway::flextrack {

/// Receptances of the models of a track, over the same frequencies; at least one.
struct TrackReceptances {
  std::optional<RailReceptances> mesh;
  std::optional<MassSpringReceptances> masses;
};

/// 10 to 2000 Hz, equally spaced on a logarithmic axis.
[[nodiscard]] std::vector<double> receptance_frequencies();
/// A table to read, of every seventh frequency.
[[nodiscard]] std::string summary_text(const TrackReceptances& r);
/// Real and imaginary parts over all frequencies as JSON.
[[nodiscard]] std::string json_text(const TrackReceptances& r);
/// Magnitudes and phases; `track` is its name, which may be empty.
[[nodiscard]] plot::Figure figure_of(const std::string& track, const TrackReceptances& r);

}  // namespace flangeway::flextrack
