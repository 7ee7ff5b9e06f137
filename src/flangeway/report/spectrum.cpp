#include "flangeway/report/spectrum.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "flangeway/math/lane_fft.hpp"

namespace flangeway::report {
namespace {

constexpr std::size_t min_values = 16;

/// Pieces side by side as LaneFft wants them: sample k of piece l at k·lanes + l.
std::vector<double> windowed_pieces(const std::vector<double>& values, const std::vector<double>& window,
                                    std::size_t lanes) {
  const std::size_t n = window.size();
  std::vector<double> pieces(n * lanes);
  for (std::size_t l = 0; l < lanes; ++l) {
    const auto from = values.begin() + static_cast<std::ptrdiff_t>(l * n / 2);
    const double mean =
        std::accumulate(from, from + static_cast<std::ptrdiff_t>(n), 0.0) / static_cast<double>(n);
    for (std::size_t k = 0; k < n; ++k)
      pieces[k * lanes + l] = window[k] * (from[static_cast<std::ptrdiff_t>(k)] - mean);
  }
  return pieces;
}

std::vector<double> hann(std::size_t n) {
  std::vector<double> window;
  for (std::size_t k = 0; k < n; ++k)
    window.push_back(0.5 -
                     0.5 * std::cos(2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(n)));
  return window;
}

}  // namespace

Spectrum power_spectrum(const std::vector<double>& values, double step, std::size_t piece) {
  if (values.size() < min_values || !(step > 0)) return {};
  std::size_t n = min_values;
  while (2 * n <= std::min(piece, values.size())) n *= 2;
  const std::size_t lanes = (values.size() - n) / (n / 2) + 1;
  const std::vector<double> window = hann(n);
  std::vector<double> re = windowed_pieces(values, window, lanes), im(re.size()), work_re(re.size()),
                      work_im(re.size());
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

double even_step(const std::vector<double>& time) {
  if (time.size() < 3) return 0;
  const double step = time[1] - time[0];
  for (std::size_t i = 1; i + 1 < time.size(); ++i) {
    if (std::abs(time[i] - time[i - 1] - step) > 1e-6 * step) return 0;
  }
  return step;
}

}  // namespace flangeway::report
