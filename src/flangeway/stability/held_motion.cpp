#include "flangeway/stability/held_motion.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/simulate/recorder.hpp"

namespace flangeway::stability {
namespace {

// Slow hunting has a wavelength of some ten metres, fast hunting may beat.
constexpr double min_window = 3, window_distance = 60;  // s, m
constexpr std::size_t max_windows = 24, min_windows = 5;
// Decay of the amplitude from window to window: less is none. Near a fold hunting that is to die lingers with
// rates of about 1 %.
constexpr double steady_decay = 0.003;
// Share of the mean amplitude from the second third of all windows to the last one: hunting that beats keeps
// it.
constexpr double kept = 0.8;

std::size_t channel_of(const std::vector<results::Channel>& channels, const std::string& name) {
  const auto found = std::find_if(channels.begin(), channels.end(),
                                  [&](const results::Channel& channel) { return channel.name == name; });
  return static_cast<std::size_t>(found - channels.begin());
}

// Vertex of the parabola through a sample and its neighbours: rows need not fall on the peak.
double peak_at(const std::vector<double>& y, std::size_t i) {
  if (i == 0 || i + 1 == y.size()) return y[i];
  const double slope = (y[i + 1] - y[i - 1]) / 2, curvature = y[i + 1] - 2 * y[i] + y[i - 1];
  return curvature == 0 ? y[i] : y[i] - slope * slope / (2 * curvature);
}

double half_range(const std::vector<double>& y) {
  const auto [low, high] = std::minmax_element(y.begin(), y.end());
  const auto index = [&](auto at) { return static_cast<std::size_t>(at - y.begin()); };
  return (peak_at(y, index(high)) - peak_at(y, index(low))) / 2;
}

// Counts the upward crossings of the middle between the extremes.
double frequency_of(const std::vector<double>& y, double length) {
  const auto [low, high] = std::minmax_element(y.begin(), y.end());
  const double middle = (*low + *high) / 2;
  std::size_t first = 0, last = 0, count = 0;
  for (std::size_t i = 1; i < y.size(); ++i) {
    if (!(y[i - 1] < middle && y[i] >= middle)) continue;
    if (count++ == 0) first = i;
    last = i;
  }
  return count < 2
             ? 0
             : static_cast<double>((count - 1) * y.size()) / (static_cast<double>(last - first) * length);
}

}  // namespace

HeldMotion::HeldMotion(const vehicle_case::CaseModel& model, double speed, double begins,
                       double min_amplitude)
    : begins_(begins), length_(std::max(min_window, window_distance / speed)), min_amplitude_(min_amplitude) {
  const std::vector<results::Channel> channels = simulate::channels(model);
  time_ = channel_of(channels, "t");
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets)
    lateral_.push_back(channel_of(channels, model.vehicle.bodies.bodies[wheelset.body].name + ".y"));
  y_.resize(lateral_.size());
}

double HeldMotion::latest_end() const {
  return begins_ + static_cast<double>(max_windows + 1) * length_;
}

void HeldMotion::add(const double* row) {
  if (decided_ || row[time_] < begins_) return;
  if (row[time_] >= begins_ + static_cast<double>(windows_.size() + 1) * length_) end_window();
  for (std::size_t w = 0; w < y_.size(); ++w) y_[w].push_back(row[lateral_[w]]);
}

void HeldMotion::end_window() {
  Window window;
  for (std::vector<double>& y : y_) {
    if (const double amplitude = y.size() > 2 ? half_range(y) : 0; amplitude > window.amplitude)
      window = {amplitude, frequency_of(y, length_)};
    y.clear();
  }
  windows_.push_back(window);
  decide();
}

void HeldMotion::decide() {
  const std::size_t n = windows_.size();
  const auto amplitude = [&](std::size_t i) { return windows_[i].amplitude; };
  if (n >= 2 && amplitude(n - 1) < min_amplitude_ && amplitude(n - 1) <= amplitude(n - 2)) {
    decided_ = Motion::rest;
    return;
  }
  bool steady = n >= min_windows && amplitude(n - 1) >= min_amplitude_;
  for (std::size_t i = n - std::min<std::size_t>(n, 4) + 1; i < n && steady; ++i)
    steady = amplitude(i) > (1 - steady_decay) * amplitude(i - 1);
  if (steady) {
    decided_ = Motion::hunting;
    return;
  }
  if (n < max_windows) return;
  double middle = 0, last = 0;
  for (std::size_t i = 0; i < n / 3; ++i) middle += amplitude(n / 3 + i), last += amplitude(n - 1 - i);
  decided_ = last > kept * middle && amplitude(n - 1) >= min_amplitude_ ? Motion::hunting : Motion::dying;
}

}  // namespace flangeway::stability
