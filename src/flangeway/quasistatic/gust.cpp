#include "flangeway/quasistatic/gust.hpp"

#include <cmath>

#include "flangeway/math/types.hpp"

namespace flangeway::quasistatic {
namespace {

// EN 14067-6: open country, 4 m above the ground. No public text that prints these numbers was found.
constexpr double turbulence = 0.2446;                           // standard deviation over mean
constexpr double gust_amplitude = 2.84;                         // of standard deviations, the 99 % quantile
constexpr double integral_length = 96.0394;                     // m, of the turbulence along the wind
constexpr double min_frequency = 1.0 / 300, max_frequency = 1;  // Hz, of the turbulence that counts
constexpr double duration_factor = 4.1825, duration_exponent = -0.9514;
constexpr double coherence_decay = 16;  // across the wind

// von Kármán's spectrum of the longitudinal turbulence over the frequency n, without its constant factor.
double spectrum_at(double n, double mean) {
  const double reduced = n * integral_length / mean;
  return std::pow(1 + 70.8 * reduced * reduced, -5.0 / 6);
}

// Root of ∫n²S dn/∫S dn, by Simpson's rule over ln n.
double mean_frequency(double mean) {
  constexpr int steps = 400;
  const double low = std::log(min_frequency), h = (std::log(max_frequency) - low) / steps;
  double power = 0, weighted = 0;
  for (int i = 0; i <= steps; ++i) {
    const double n = std::exp(low + h * i), weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
    const double part = weight * n * spectrum_at(n, mean);
    power += part, weighted += part * n * n;
  }
  return std::sqrt(weighted / power);
}

}  // namespace

// [docs/theory/quasi_static.md, eq. 12 to 14]
Gust chinese_hat(double peak) {
  Gust gust;
  gust.peak = peak;
  gust.mean = peak / (1 + gust_amplitude * turbulence);
  if (!(peak > 0)) return gust;
  const double duration =
      duration_factor * std::pow(gust_amplitude, duration_exponent) / (2 * mean_frequency(gust.mean));
  const double frequency = 1 / (2 * duration);
  gust.decay = gust.mean / (coherence_decay * frequency);
  return gust;
}

double wind_at(const Gust& gust, double place, double length) {
  if (!(gust.decay > 0)) return gust.peak;
  // ∫exp(−|x|/decay) dx from 0.
  const auto integral = [&](double x) {
    return std::copysign(gust.decay * -std::expm1(-std::abs(x) / gust.decay), x);
  };
  const double share = length > 0 ? (integral(place + length / 2) - integral(place - length / 2)) / length
                                  : std::exp(-std::abs(place) / gust.decay);
  return gust.mean + (gust.peak - gust.mean) * share;
}

}  // namespace flangeway::quasistatic
