#include "flangeway/stability/ramp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ranges>

#include "flangeway/assess/instability.hpp"
#include "flangeway/assess/limits.hpp"
#include "flangeway/assess/statistics.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/steady_running.hpp"
#include "flangeway/stability/check.hpp"
#include "flangeway/stability/flange.hpp"

namespace flangeway::stability {
namespace {

constexpr double never = std::numeric_limits<double>::quiet_NaN();
constexpr double interval = 0.005;                       // s, between rows
constexpr double window_length = 100, window_step = 10;  // m [EN14363]
constexpr double band_width = 2, quiet_time = 10;        // Hz; s without hunting that end the run

vehicle_case::CaseModel ramped(const vehicle_case::CaseModel& model, const RampSettings& settings) {
  const double fall = (settings.to - settings.from) / settings.rate;
  const double distance = settings.to * settings.hold + fall * (settings.to + settings.from) / 2;
  vehicle_case::CaseModel copy = simulate::on_even_track(model, {.distance = distance});
  copy.initial.y = settings.disturbance;
  copy.drive.speed = settings.to;
  copy.drive.speed_profile = {
      {0, settings.to}, {settings.hold, settings.to}, {settings.hold + fall, settings.from}};
  copy.integration.duration = settings.hold + fall;
  copy.output.interval = interval;
  copy.integration.step_failure = vehicle_case::StepFailure::halve;  // flanges strike at high speeds
  return copy;
}

// Columns of the rows that the criteria need.
struct Recording {
  std::vector<double> time, distance, speed;
  std::vector<std::vector<double>> y, sum, load;  // of each wheelset
  std::vector<bool> flange;                       // touches, of any wheelset
};

// Indices of a wheelset's channels in a row.
struct WheelsetPlaces {
  std::size_t y = 0, left_y = 0, right_y = 0, left_q = 0, right_q = 0;
};

class Recorder {
 public:
  Recorder(const vehicle_case::CaseModel& model, const RampSettings& settings)
      : settings_(settings), flange_(model) {
    for (const results::Channel& channel : simulate::channels(model)) names_.push_back(channel.name);
    for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets) {
      const std::string name = model.vehicle.bodies.bodies[wheelset.body].name;
      places_.push_back({place(name + ".y"), place(name + ".left.Y"), place(name + ".right.Y"),
                         place(name + ".left.Q"), place(name + ".right.Q")});
      if (places_.size() == 1) speed_ = place(name + ".speed");
    }
    for (auto* columns : {&recording_.y, &recording_.sum, &recording_.load}) columns->resize(places_.size());
    time_ = place("t"), distance_ = place("distance");
  }

  // False: nothing hunts any more.
  bool take(const double* row) {
    recording_.time.push_back(row[time_]);
    recording_.distance.push_back(row[distance_]);
    recording_.speed.push_back(row[speed_]);
    bool flange = false;
    for (std::size_t w = 0; w < places_.size(); ++w) {
      flange = flange || flange_.touches(row, w);
      const WheelsetPlaces& of = places_[w];
      recording_.y[w].push_back(row[of.y]);
      recording_.sum[w].push_back(row[of.left_y] + row[of.right_y]);
      recording_.load[w].push_back(row[of.left_q] + row[of.right_q]);
      if (std::abs(row[of.y]) > settings_.least_amplitude / 2) last_motion_ = row[time_];
    }
    recording_.flange.push_back(flange);
    quiet_ = row[time_] >= settings_.hold && row[time_] - last_motion_ >= quiet_time;
    return !quiet_;
  }
  [[nodiscard]] bool quiet() const { return quiet_; }
  [[nodiscard]] const Recording& recording() const { return recording_; }

 private:
  [[nodiscard]] std::size_t place(const std::string& name) const {
    return static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin());
  }
  const RampSettings& settings_;
  FlangeChannels flange_;
  std::vector<std::string> names_;
  std::vector<WheelsetPlaces> places_;
  std::size_t time_ = 0, distance_ = 0, speed_ = 0;
  Recording recording_;
  double last_motion_ = 0;  // s
  bool quiet_ = false;
};

// The last row of a run may be nearer to the one before than the others.
void drop_uneven_end(Recording& recording) {
  const std::size_t n = recording.time.size();
  if (n < 2 || recording.time[n - 1] - recording.time[n - 2] > 0.99 * interval) return;
  for (auto* column : {&recording.time, &recording.distance, &recording.speed}) column->pop_back();
  recording.flange.pop_back();
  for (auto* columns : {&recording.y, &recording.sum, &recording.load})
    for (auto& column : *columns) column.pop_back();
}

std::vector<RampWindow> windows_of(const Recording& recording, double hold) {
  std::vector<std::vector<double>> squares;
  for (const auto& sum : recording.sum)
    squares.push_back(assess::squares_about_strongest(sum, interval, band_width));
  std::vector<RampWindow> windows;
  const auto& distance = recording.distance;
  const auto index = [&](double place) {
    return static_cast<std::size_t>(std::lower_bound(distance.begin(), distance.end(), place) -
                                    distance.begin());
  };
  for (double begin = distance.front(); begin + window_length <= distance.back(); begin += window_step) {
    const std::size_t first = index(begin), count = index(begin + window_length) - first;
    const auto part = [&](const std::vector<double>& column) {
      return std::span(column).subspan(first, count);
    };
    RampWindow window{assess::mean(part(recording.speed)), recording.time[first] < hold, {}, {}, false};
    const auto touches = recording.flange.begin() + static_cast<std::ptrdiff_t>(first);
    window.flange = std::find(touches, touches + static_cast<std::ptrdiff_t>(count), true) !=
                    touches + static_cast<std::ptrdiff_t>(count);
    for (std::size_t w = 0; w < squares.size(); ++w) {
      const auto [low, high] = std::ranges::minmax(part(recording.y[w]));
      window.amplitude.push_back((high - low) / 2);
      window.rms.push_back(std::sqrt(assess::mean(part(squares[w]))));
    }
    windows.push_back(std::move(window));
  }
  return windows;
}

template <typename Fulfils>
RampedCriterion criterion(const std::vector<RampWindow>& windows, const Fulfils& fulfils) {
  RampedCriterion found{never, never, false};
  for (const RampWindow& window : windows) {
    if (!fulfils(window)) continue;
    if (std::isnan(found.begins)) found.begins = window.speed;
    found.ends = window.speed;
    found.ends_before_fall = window.held;
  }
  return found;
}

std::size_t most_moved(const Recording& recording) {
  std::size_t most = 0;
  for (std::size_t w = 1; w < recording.y.size(); ++w)
    if (assess::rms(recording.y[w]) > assess::rms(recording.y[most])) most = w;
  return most;
}

}  // namespace

bool Ramp::dies() const {
  return !windows.empty() && !hunting.ends_before_fall && hunting.ends > windows.back().speed;
}

namespace {

void check_between(const char* name, double value, double low, double high, const char* unit,
                   Findings& findings) {
  if (value >= low && value <= high) return;
  findings.add({{},
                name,
                "is out of range",
                fmt::format("{:g} {}", value, unit),
                fmt::format("{:g} to {:g} {}", low, high, unit),
                ""});
}

}  // namespace

void check(const vehicle_case::CaseModel& model, const RampSettings& settings, Findings& findings) {
  constexpr double max_fall = 3600;  // s
  simulate::check_steady_running(model, findings);
  if (model.contact.wheelsets.empty())
    findings.add({model.where, "vehicle", "has no wheelsets: nothing hunts", "", "", "Add wheelsets"});
  check_between("--from", settings.from, 0.1, 300, "m/s", findings);
  check_between("--to", settings.to, 0.1, 300, "m/s", findings);
  check_between("--rate", settings.rate, 0.001, 5, "m/s²", findings);
  check_between("--disturbance", settings.disturbance, 0, 0.02, "m", findings);
  check_speeds(settings.from, settings.to, findings);
  const double fall = (settings.to - settings.from) / settings.rate;
  if (fall > max_fall)
    findings.add({{},
                  "--rate",
                  "makes the run too long",
                  fmt::format("{:g} s from --to to --from", fall),
                  fmt::format("up to {:g} s", max_fall),
                  "Ramp faster, or over a smaller range of speeds"});
}

namespace {

// The ramp passes the speed at which hunting ends while it still dies: speeds that are held show where that
// is.
void hold_speeds(const vehicle_case::CaseModel& model, const Progress& progress, Ramp& ramp) {
  constexpr double share =
      0.1;  // of the range of speeds, from the end of hunting up to where it is sought again
  const bool broken = !ramp.failure.empty() && !std::isnan(ramp.hunting.ends);
  if (!ramp.dies() && !broken) return;
  TimeSearchSettings settings;
  settings.from = ramp.settings.from, settings.to = ramp.settings.to;
  settings.disturbance = ramp.settings.disturbance;
  settings.min_amplitude = ramp.settings.least_amplitude;
  const double start = ramp.hunting.ends + share * (settings.to - settings.from);
  ramp.held = search_downwards(model, settings, std::min(start, settings.to), progress);
}

}  // namespace

Ramp ramp_of(const vehicle_case::CaseModel& model, const RampSettings& settings, const Progress& progress) {
  const vehicle_case::CaseModel run = ramped(model, settings);
  Recorder recorder(run, settings);
  simulate::RunOptions options;
  options.record = [&](const double* row) { return recorder.take(row); };
  options.progress = [&](double, double time) {
    return !progress || progress(time / run.integration.duration, "ramp");
  };
  const simulate::Summary summary = simulate::run(run, options);
  const bool failed = summary.status == simulate::RunStatus::failed;
  Recording recording = recorder.recording();
  drop_uneven_end(recording);
  Ramp result;
  result.settings = settings;
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets)
    result.wheelsets.push_back(model.vehicle.bodies.bodies[wheelset.body].name);
  if (recording.distance.empty() || recording.distance.back() - recording.distance.front() < window_length) {
    if (failed) throw NumericalFailure(summary.failure);
    throw NumericalFailure(fmt::format("The run ended after {:.4g} m ({}): the criteria need {:g} m",
                                       summary.distance, simulate::status_name(summary.status),
                                       window_length));
  }
  result.failure = summary.failure;
  for (const auto& load : recording.load)
    result.rms_limit.push_back(assess::prudhomme_limit(assess::mean(load)) / 2);
  result.frequency = assess::strongest_frequency(recording.y[most_moved(recording)], interval);
  result.windows = windows_of(recording, settings.hold);
  const auto any_of = [&](const RampWindow& window, auto fulfils) {
    for (std::size_t w = 0; w < window.amplitude.size(); ++w)
      if (fulfils(w)) return true;
    return false;
  };
  result.hunting = criterion(result.windows, [&](const RampWindow& window) {
    return any_of(window, [&](std::size_t w) { return window.amplitude[w] >= settings.least_amplitude; });
  });
  result.rms = criterion(result.windows, [&](const RampWindow& window) {
    return any_of(window, [&](std::size_t w) { return window.rms[w] > result.rms_limit[w]; });
  });
  result.flange = criterion(result.windows, [](const RampWindow& window) { return window.flange; });
  result.end = recorder.quiet() ? fmt::format("no wheelset was more than {:g} mm off the middle for {:g} s",
                                              settings.least_amplitude / 2 * 1e3, quiet_time)
               : summary.status == simulate::RunStatus::completed ? "the lowest speed was reached"
               : summary.status == simulate::RunStatus::derailed  ? "the vehicle derailed"
               : failed                                           ? summary.failure
                                                                  : "stopped";
  hold_speeds(model, progress, result);
  return result;
}

}  // namespace flangeway::stability
