#include "flangeway/assess/instability.hpp"

#include <algorithm>

#include "flangeway/assess/filter.hpp"
#include "flangeway/assess/spectrum.hpp"

namespace flangeway::assess {

double strongest_frequency(std::span<const double> values, double step) {
  constexpr double min_frequency = 0.5;  // [Hz]
  const Spectrum spectrum = power_spectral_density(values, step);
  double strongest = min_frequency, most = -1;
  for (std::size_t i = 0; i < spectrum.frequency.size(); ++i) {
    if (spectrum.frequency[i] < min_frequency || spectrum.density[i] <= most) continue;
    most = spectrum.density[i];
    strongest = spectrum.frequency[i];
  }
  return strongest;
}

std::vector<double> squares_about_strongest(std::span<const double> values, double step, double width) {
  const double top = 0.49 / step, middle = std::min(strongest_frequency(values, step), top);
  const Butterworth band{Band::band_pass, 4, std::max(std::min(0.1, top / 2), middle - width),
                         std::min(top, middle + width)};
  std::vector<double> squares = filtered(butterworth(band, step), values);
  for (double& value : squares) value *= value;
  return squares;
}

}  // namespace flangeway::assess
