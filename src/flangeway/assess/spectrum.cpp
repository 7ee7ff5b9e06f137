#include "flangeway/assess/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "flangeway/math/lane_fft.hpp"

namespace flangeway::assess {
namespace {

constexpr std::size_t min_segment = 16;

std::vector<double> taper_of(std::size_t n, Taper taper) {
  std::vector<double> window(n, 1.0);
  if (taper == Taper::rectangular) return window;
  for (std::size_t k = 0; k < n; ++k)
    window[k] = 0.5 - 0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n));
  return window;
}

// Segments side by side as LaneFft wants them: sample k of segment l at k·lanes + l.
std::vector<double> tapered_segments(std::span<const double> values, const std::vector<double>& window,
                                     std::size_t lanes, std::size_t advance, bool remove_mean) {
  const std::size_t n = window.size();
  std::vector<double> segments(n * lanes);
  for (std::size_t l = 0; l < lanes; ++l) {
    const std::span<const double> segment = values.subspan(l * advance, n);
    const double mean =
        remove_mean ? std::accumulate(segment.begin(), segment.end(), 0.0) / static_cast<double>(n) : 0;
    for (std::size_t k = 0; k < n; ++k) segments[k * lanes + l] = window[k] * (segment[k] - mean);
  }
  return segments;
}

}  // namespace

Spectrum power_spectral_density(std::span<const double> values, double step, const WelchSettings& settings) {
  if (values.size() < min_segment || !(step > 0)) return {};
  std::size_t n = min_segment;
  while (2 * n <= std::min(settings.segment, values.size())) n *= 2;
  const double share = std::clamp(1 - settings.overlap, 0.0, 1.0);
  const auto advance =
      std::max<std::size_t>(1, static_cast<std::size_t>(std::lround(share * static_cast<double>(n))));
  const std::size_t lanes = (values.size() - n) / advance + 1;
  const std::vector<double> window = taper_of(n, settings.taper);
  std::vector<double> re = tapered_segments(values, window, lanes, advance, settings.remove_mean),
                      im(re.size()), work_re(re.size()), work_im(re.size());
  if (!math::LaneFft(static_cast<int>(n))
           .transform(re.data(), im.data(), work_re.data(), work_im.data(), lanes)) {
    re.swap(work_re);
    im.swap(work_im);
  }
  const double power = std::inner_product(window.begin(), window.end(), window.begin(), 0.0);
  Spectrum spectrum;
  for (std::size_t k = 1; k <= n / 2; ++k) {
    double sum = 0;
    for (std::size_t i = k * lanes; i < (k + 1) * lanes; ++i) sum += re[i] * re[i] + im[i] * im[i];
    const double sides = k == n / 2 ? 1 : 2;
    spectrum.frequency.push_back(static_cast<double>(k) / (static_cast<double>(n) * step));
    spectrum.density.push_back(sides * sum / static_cast<double>(lanes) * step / power);
  }
  return spectrum;
}

}  // namespace flangeway::assess
