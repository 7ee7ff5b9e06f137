// Reads power spectral densities of track irregularities from a table.
//
//   # source
//   frequency [1/m]; vertical_profile [mm2/(1/m)]; cross_level [mm2/(1/m)]
//   0.01; 120; 30
//
// The first column is a wave number [rad/m], a spatial frequency [1/m], a frequency [Hz] at a speed, or a
// wavelength [m]; the others are densities of alignment, vertical_profile (longitudinal_level),
// gauge_variation (gauge) and cross_level over rad/m, 1/m or Hz. Between its rows a density is a straight
// line on logarithmic axes.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/track/choices.hpp"
#include "flangeway/track/spectrum.hpp"

namespace flangeway::track {

/// Statements of the user about a file of a spectrum.
struct SpectrumReading {
  SpectrumSides sides = SpectrumSides::one;
  double speed = 0;  ///< m/s, of frequencies in Hz; 0: there are none
};

struct SpectrumTable {
  std::array<Spectrum, 4> spectra;  ///< one-sided, in the order of Measure; without pieces: not in the file
  double min_wavelength = 0, max_wavelength = 0;  ///< m, that all rows cover
  std::vector<std::string> notes;                 ///< measures that the file has no spectrum of
};

/// Findings: no column of distance or none of a density, units that are not known, rows out of order, numbers
/// that are negative or none. At most 20 of one file are listed.
[[nodiscard]] std::optional<SpectrumTable> parse_spectrum(std::string_view text, const std::string& file_name,
                                                          const SpectrumReading& reading, Findings& findings);

}  // namespace flangeway::track
