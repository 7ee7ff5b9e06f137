#include "flangeway/assess/comfort.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "flangeway/assess/sliding_mean.hpp"
#include "flangeway/assess/statistics.hpp"
#include "flangeway/core/assertion.hpp"

namespace flangeway::assess {
namespace {

constexpr double window_time = 5;  // [s]

std::size_t samples_in(double time, double step) {
  FLANGEWAY_ASSERT(step > 0, "a sampling step has a length");
  return static_cast<std::size_t>(std::llround(time / step));
}

std::vector<double> weighted_windows(std::span<const double> values, double step, Weighting which) {
  return window_rms(filtered(matched(weighting(which), step), values), step, window_time);
}

// Mean over 1 s around each sample.
std::vector<double> second_mean(std::span<const double> values, double step) {
  std::vector<double> time(values.size());
  for (std::size_t i = 0; i < time.size(); ++i) time[i] = step * static_cast<double>(i);
  return sliding_mean({time, values}, 1, Window::centred);
}

double largest(std::span<const double> values) {
  return values.empty() ? 0 : largest_absolute(values).value;
}

// Σ a² of the lines of one window of weighted samples, of a Fourier transform at 1/5 Hz, cm²/s⁴. The taper
// ½ − ½ cos(2πi/n) keeps what lies between two lines near them; 8/(3n) makes its power that of the samples.
double power_in_band(std::span<const double> window, double step) {
  // [Hz] The line at 0.4 Hz counts: half of a sine of 0.5 Hz, which lies between two lines, falls there.
  constexpr double min_frequency = 0.4, max_frequency = 40;
  const auto n = static_cast<double>(window.size());
  const double line = 1 / (n * step), middle = mean(window);
  std::vector<double> tapered;
  for (const double value : window) {
    const double place = static_cast<double>(tapered.size()) / n;
    tapered.push_back((value - middle) * (0.5 - 0.5 * std::cos(2 * std::numbers::pi * place)));
  }
  double sum = 0;
  const auto first = static_cast<long>(std::ceil(min_frequency / line - 1e-9)),
             last = static_cast<long>(std::floor(std::min(max_frequency, 0.499 / step) / line + 1e-9));
  for (long k = first; k <= last; ++k) {
    const std::complex<double> turn = std::polar(1.0, -2 * std::numbers::pi * static_cast<double>(k) / n);
    std::complex<double> line_sum = 0, power = 1;
    for (const double value : tapered) {
      line_sum += value * power;
      power *= turn;
    }
    const double amplitude = 2 / n * std::abs(line_sum) * 100;  // cm/s²
    sum += 8.0 / 3 * amplitude * amplitude;
  }
  return sum;
}

}  // namespace

std::string problem(const FloorMotion& motion, double least) {
  const std::size_t n = motion.x.size();
  if (motion.y.size() != n || motion.z.size() != n)
    return fmt::format("has {}, {} and {} values of x, y and z", n, motion.y.size(), motion.z.size());
  if (!(motion.step > 0) || motion.step > 0.005 * (1 + 1e-4))
    return fmt::format("has a sampling step of {:g} s; weightings up to 80 Hz need at most 0.005 s",
                       motion.step);
  for (const auto& values : {motion.x, motion.y, motion.z})
    for (std::size_t i = 0; i < n; ++i)
      if (!std::isfinite(values[i])) return fmt::format("has no finite value in sample {}", i + 1);
  const double length = motion.step * static_cast<double>(n);
  if (length < least) return fmt::format("is {:.3g} s long; {:g} s are needed", length, least);
  return "";
}

std::vector<double> window_rms(std::span<const double> values, double step, double length) {
  const std::size_t count = std::max<std::size_t>(1, samples_in(length, step));
  std::vector<double> result;
  for (std::size_t i = 0; i + count <= values.size(); i += count)
    result.push_back(rms(values.subspan(i, count)));
  return result;
}

ContinuousComfort continuous_comfort(const FloorMotion& motion) {
  return {weighted_windows(motion.x, motion.step, Weighting::wd),
          weighted_windows(motion.y, motion.step, Weighting::wd),
          weighted_windows(motion.z, motion.step, Weighting::wb)};
}

MeanComfort mean_comfort(const ContinuousComfort& windows) {
  constexpr double percent = 95;
  MeanComfort result;
  result.windows = windows.x.size();
  if (result.windows == 0) return result;
  result.x = percentile(windows.x, percent);
  result.y = percentile(windows.y, percent);
  result.z = percentile(windows.z, percent);
  result.n = 6 * std::hypot(result.x, result.y, result.z);
  return result;
}

double standing_comfort(const ContinuousComfort& windows) {
  if (windows.x.empty()) return 0;
  const double x = percentile(windows.x, 50), y = percentile(windows.y, 50), z = percentile(windows.z, 50);
  return 3 * std::sqrt(16 * x * x + 4 * y * y + z * z) + 5 * percentile(windows.y, 95);
}

double seated_comfort(const ContinuousComfort& floor, const SeatMotion& seat, double step) {
  FLANGEWAY_ASSERT(seat.pan_y.size() == seat.pan_z.size() && seat.pan_y.size() == seat.back_x.size(),
                   "all series of the seat have the same length");
  constexpr double percent = 95;
  const auto windows = [&](std::span<const double> values, Weighting which) {
    return percentile(weighted_windows(values, step, which), percent);
  };
  if (floor.z.empty()) return 0;
  return 4 * percentile(floor.z, percent) +
         2 * std::hypot(windows(seat.pan_y, Weighting::wd), windows(seat.pan_z, Weighting::wb)) +
         4 * windows(seat.back_x, Weighting::wc);
}

double motion_sickness_dose(std::span<const double> vertical, double step) {
  FLANGEWAY_ASSERT(step > 0, "a sampling step has a length");
  double sum = 0;
  for (const double value : filtered(matched(weighting(Weighting::wf), step), vertical))
    sum += value * value * step;
  return std::sqrt(sum);
}

TransitionCoefficients transition_coefficients(Posture posture) {
  return posture == Posture::standing ? TransitionCoefficients{28.54, 20.69, 11.1, 0.185, 2.283}
                                      : TransitionCoefficients{8.97, 9.68, 5.9, 0.120, 1.626};
}

EventCoefficients event_coefficients(Posture posture) {
  return posture == Posture::standing ? EventCoefficients{16.62, 27.01, 37.0}
                                      : EventCoefficients{8.46, 13.05, 21.7};
}

TransitionComfort transition_comfort(std::span<const double> lateral, std::span<const double> roll_rate,
                                     double step, Posture posture) {
  FLANGEWAY_ASSERT(lateral.size() == roll_rate.size(), "both series have the same length");
  const std::vector<double> mean_lateral = second_mean(lateral, step),
                            mean_roll = second_mean(roll_rate, step);
  const std::size_t second = std::max<std::size_t>(1, samples_in(1, step));
  TransitionComfort result;
  result.acceleration = largest(mean_lateral);
  result.roll_rate = largest(mean_roll);
  for (std::size_t i = second; i < mean_lateral.size(); ++i)
    result.jerk = std::max(result.jerk, std::abs(mean_lateral[i] - mean_lateral[i - second]));
  const auto [a, b, c, d, e] = transition_coefficients(posture);
  const double degrees = result.roll_rate * 180 / std::numbers::pi;
  result.percent = std::max(a * result.acceleration + b * result.jerk - c, 0.0) + d * std::pow(degrees, e);
  return result;
}

std::vector<double> event_comfort(std::span<const double> lateral, double step, Posture posture) {
  const std::size_t count = std::max<std::size_t>(2, samples_in(2, step));
  const auto [a, b, c] = event_coefficients(posture);
  std::vector<double> result;
  for (std::size_t i = 0; i + count <= lateral.size(); ++i) {
    const auto window = lateral.subspan(i, count);
    const auto [low, high] = std::minmax_element(window.begin(), window.end());
    result.push_back(std::max(a * (*high - *low) + b * std::abs(mean(window)) - c, 0.0));
  }
  return result;
}

WeightedVibration weighted_vibration(std::span<const double> weighted, double step) {
  WeightedVibration result;
  if (weighted.empty()) return result;
  result.rms = rms(weighted);
  const std::size_t second = std::min(weighted.size(), std::max<std::size_t>(1, samples_in(1, step)));
  double squares = 0, fourth = 0;
  for (std::size_t i = 0; i < weighted.size(); ++i) {
    const double square = weighted[i] * weighted[i];
    fourth += square * square * step;
    squares += square;
    if (i >= second) squares -= weighted[i - second] * weighted[i - second];
    if (i + 1 >= second)
      result.running_peak =
          std::max(result.running_peak, std::sqrt(std::max(squares, 0.0) / static_cast<double>(second)));
  }
  result.dose = std::sqrt(std::sqrt(fourth));
  if (result.rms > 0) result.crest_factor = largest(weighted) / result.rms;
  return result;
}

std::vector<double> sperling(std::span<const double> acceleration, double step, Direction direction) {
  constexpr double exponent = 6.67;
  const auto weights = matched(weighting(direction == Direction::vertical ? Weighting::sperling_vertical
                                                                          : Weighting::sperling_lateral),
                               step);
  const std::vector<double> weighted = filtered(weights, acceleration);
  const std::size_t count = std::max<std::size_t>(16, samples_in(window_time, step));
  std::vector<double> result;
  for (std::size_t i = 0; i + count <= weighted.size(); i += count / 2)
    result.push_back(std::pow(power_in_band(std::span(weighted).subspan(i, count), step), 1 / exponent));
  return result;
}

}  // namespace flangeway::assess
