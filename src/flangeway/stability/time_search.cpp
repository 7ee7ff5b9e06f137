#include "flangeway/stability/time_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "flangeway/simulate/run.hpp"
#include "flangeway/simulate/steady_running.hpp"
#include "flangeway/stability/held_motion.hpp"

namespace flangeway::stability {
namespace {

constexpr double no_speed = std::numeric_limits<double>::quiet_NaN();
constexpr double row_interval = 0.005;  // s
constexpr std::size_t probes = 6;       // speeds at which displaced vehicles start, and one more

// A run that goes on: its bytes, and the speeds that led to them.
struct Chain {
  std::vector<std::byte> state = {};
  std::vector<std::array<double, 2>> profile = {};
  double time = 0;  // s
};

struct Held {
  HeldSpeed result;
  Chain chain;
};

class Searcher {
 public:
  Searcher(const vehicle_case::CaseModel& model, const TimeSearchSettings& settings, const Progress& progress)
      : settings_(settings),
        progress_(progress),
        model_(simulate::on_even_track(model, {.distance = settings.max_time * settings.to})) {
    model_.output.interval = row_interval;
    model_.integration.step_failure = vehicle_case::StepFailure::halve;  // wheelsets start at the flange
    found_.settings = settings;
    found_.lowest = found_.dies = no_speed;
  }

  TimeSearch search() {
    const double step = (settings_.to - settings_.from) / static_cast<double>(probes);
    double derailed = no_speed;  // m/s, the last probe
    for (std::size_t i = 0; i <= probes && found_.end.empty(); ++i) {
      const double speed = i == probes ? settings_.from : settings_.to - static_cast<double>(i) * step;
      if (speed > found_.lowest - settings_.resolution) continue;
      Held held = displaced(speed);
      if (held.result.motion == Motion::derailed) {
        derailed = speed;
        note_derailment(speed);
      } else if (held.result.motion == Motion::hunting) {
        descend(std::move(held));
        derailed = no_speed;
      } else if (!std::isnan(derailed)) {
        bisect(speed, derailed);
        derailed = no_speed;
      }
    }
    return std::move(found_);
  }

  // Hunting at the start may need a higher speed to begin with.
  TimeSearch search_from(double start) {
    for (double speed = start; found_.end.empty();
         speed = std::min(speed + (settings_.to - start) / 3, settings_.to)) {
      Held held = displaced(speed);
      if (held.result.motion == Motion::hunting) {
        descend(std::move(held));
        break;
      }
      if (speed >= settings_.to) break;
    }
    return std::move(found_);
  }

 private:
  // Follows hunting downwards with ever smaller steps.
  void descend(Held at) {
    double step = std::max((settings_.to - settings_.from) / 10, settings_.resolution), dies = no_speed;
    take(at.result, dies);
    while (step >= settings_.resolution * (1 - 1e-9) && found_.end.empty()) {
      const double target = std::max(at.result.speed - step, settings_.from);
      if (target >= at.result.speed * (1 - 1e-9)) break;  // the lowest speed is reached
      if (!std::isnan(dies) && target < dies + settings_.resolution / 2) {
        step /= 2;
        continue;
      }
      Held below = followed(at.chain, at.result.speed, target);
      if (below.result.motion == Motion::hunting) {
        at = std::move(below);
      } else {
        if (below.result.motion == Motion::rest || below.result.motion == Motion::dying) dies = target;
        step /= 2;
      }
      take(at.result, dies);
    }
  }

  // Between a speed at which displaced vehicles come to rest and one at which they derail.
  void bisect(double low, double high) {
    while (high - low > settings_.resolution && found_.end.empty()) {
      Held held = displaced((low + high) / 2);
      if (held.result.motion == Motion::hunting) return descend(std::move(held));
      (held.result.motion == Motion::derailed ? high : low) = held.result.speed;
    }
    note_derailment(high);
    found_.dies = low;
  }

  void take(const HeldSpeed& at, double dies) {
    found_.lowest = at.speed;
    found_.dies = dies;
    found_.derails = false;
    found_.amplitude = at.amplitude;
    found_.frequency = at.frequency;
  }

  void note_derailment(double speed) {
    found_.lowest = speed;
    found_.dies = no_speed;
    found_.derails = true;
    found_.amplitude = found_.frequency = 0;
  }

  Held displaced(double speed) {
    model_.initial.y = settings_.disturbance;
    model_.drive.speed = speed;
    model_.drive.speed_profile.clear();
    return hold({{}, {{0, speed}}, 0}, speed, 0, false);
  }

  // From hunting at one speed to a lower one, no faster than 1 m/s² and not at once.
  Held followed(const Chain& chain, double from, double to) {
    constexpr double rate = 1, min_duration = 2;  // m/s², s
    Chain next = chain;
    const double arrives = chain.time + std::max((from - to) / rate, min_duration);
    next.profile.push_back({chain.time, from});
    next.profile.push_back({arrives, to});
    model_.drive.speed = next.profile.front()[1];
    model_.drive.speed_profile = next.profile;
    return hold(std::move(next), to, arrives, true);
  }

  // The track of the model is long, and not copied for each run.
  Held hold(Chain chain, double speed, double arrives, bool from_hunting) {
    HeldMotion motion(model_, speed, arrives, settings_.min_amplitude);
    const double begins = chain.time, left = settings_.max_time - spent_;
    model_.integration.duration = std::min(motion.latest_end(), begins + left);
    simulate::RunOptions options;
    options.record = [&](const double* row) {
      motion.add(row);
      return true;
    };
    options.stop = [&] { return motion.decided().has_value() || stopped_; };
    options.progress = [&](double, double time) {
      stopped_ = stopped_ || !tell(speed, time - begins);
      return !stopped_;
    };
    Held held{{speed, from_hunting, Motion::rest}, std::move(chain)};
    std::vector<std::byte> before = std::move(held.chain.state);
    options.continue_from = before;
    options.checkpoint = [&](std::span<const std::byte> bytes) {
      held.chain.state.assign(bytes.begin(), bytes.end());
      return true;
    };
    simulate::Summary summary;
    try {
      summary = simulate::run(model_, options);
    } catch (const NumericalFailure& failure) {  // of the start
      summary.status = simulate::RunStatus::failed;
      summary.failure = failure.what();
      summary.time = begins;
    }
    held.chain.time = summary.time;
    set_result(summary, motion, begins, held.result);
    found_.runs.push_back(held.result);
    return held;
  }

  void set_result(const simulate::Summary& summary, const HeldMotion& motion, double begins,
                  HeldSpeed& result) {
    result.time = summary.time - begins;
    spent_ += result.time;
    result.amplitude = motion.amplitude();
    result.frequency = motion.frequency();
    if (const std::optional<Motion> decided = motion.decided()) {
      result.motion = *decided;
    } else if (summary.status == simulate::RunStatus::derailed) {
      result.motion = Motion::derailed;
    } else if (summary.status == simulate::RunStatus::failed) {
      result.motion = Motion::failed;
      result.failure = summary.failure;
    } else if (summary.status == simulate::RunStatus::not_run) {
      result.motion = Motion::failed;
      result.failure = "the run could not be continued";
    } else {
      result.motion = Motion::stopped;
      found_.end = stopped_
                       ? "stopped"
                       : fmt::format("{:g} s of runs were spent. --run-time allows more", settings_.max_time);
    }
  }

  [[nodiscard]] bool tell(double speed, double time) const {
    return !progress_ ||
           progress_((spent_ + time) / settings_.max_time, fmt::format("run in time at {:.2f} m/s", speed));
  }

  const TimeSearchSettings& settings_;
  const Progress& progress_;
  vehicle_case::CaseModel model_;
  TimeSearch found_;
  double spent_ = 0;  // s of time in runs
  bool stopped_ = false;
};

}  // namespace

TimeSearch search_in_time(const vehicle_case::CaseModel& model, const TimeSearchSettings& settings,
                          const Progress& progress) {
  return Searcher(model, settings, progress).search();
}

TimeSearch search_downwards(const vehicle_case::CaseModel& model, const TimeSearchSettings& settings,
                            double start, const Progress& progress) {
  return Searcher(model, settings, progress).search_from(start);
}

}  // namespace flangeway::stability
