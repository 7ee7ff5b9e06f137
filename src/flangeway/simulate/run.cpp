#include "flangeway/simulate/run.hpp"

#include <algorithm>
#include <chrono>

#include "flangeway/simulate/choose_integrator.hpp"
#include "flangeway/simulate/run_loop.hpp"

namespace flangeway::simulate {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

void load_choice(StateDecoder& decoder, vehicle_case::CaseModel& model) {
  walk_choice(decoder, model.integration, model.contact.settings.patch_solution.interval);
  tell_contact_of_steps(model);
}

void skip_choice(StateDecoder& decoder) {
  vehicle_case::IntegrationSettings settings;
  long interval = 0;
  walk_choice(decoder, settings, interval);
}

// A run with progress reports and checkpoints at intervals of wall time.
class TimedRun {
 public:
  TimedRun(const vehicle_case::CaseModel& model, const RunOptions& options)
      : model_(model), options_(options), loop_(model, options) {}

  Summary run() {
    if (!begin()) return loop_.summary(seconds_since(started_));
    if (options_.continue_from.empty() || !options_.continued || options_.continued()) {
      steps();
    } else {
      loop_.stop();
    }
    return loop_.summary(before_ + seconds_since(started_));
  }

 private:
  bool begin() {
    if (options_.continue_from.empty()) return loop_.start();
    StateDecoder decoder(options_.continue_from);
    std::uint64_t version = 0;
    std::vector<std::byte> bytes;
    decoder(version);
    skip_choice(decoder);
    decoder(before_, bytes);
    return version == checkpoint_version && decoder.complete() && loop_.load(bytes);
  }

  void steps() {
    constexpr long steps_between_looks = 64;  // at the clock
    for (long n = 0;; ++n) {
      if (options_.stop && options_.stop()) return end_in_order();
      if (!loop_.step()) return;
      if (n % steps_between_looks != 0) continue;
      if (!report_progress()) return;
      if (options_.checkpoint && options_.checkpoint_interval > 0 &&
          seconds_since(saved_) >= options_.checkpoint_interval && !save())
        return loop_.stop();
    }
  }

  bool report_progress() {
    if (!options_.progress || seconds_since(reported_) < 0.02) return true;
    reported_ = Clock::now();
    if (options_.progress(loop_.distance(), loop_.time())) return true;
    end_in_order();
    return false;
  }

  // Between two steps, so that the run can go on from here.
  void end_in_order() {
    loop_.stop();
    if (options_.checkpoint) (void)save();
  }

  [[nodiscard]] bool save() {
    const std::vector<std::byte> state = loop_.save();
    if (state.empty()) return false;
    StateEncoder encoder;
    encoder(checkpoint_version);
    walk_choice(encoder, model_.integration, model_.contact.settings.patch_solution.interval);
    encoder(before_ + seconds_since(started_), state);
    const bool saved = options_.checkpoint(encoder.bytes());
    saved_ = Clock::now();
    return saved;
  }

  const vehicle_case::CaseModel& model_;
  const RunOptions& options_;
  RunLoop loop_;
  double before_ = 0;  // s of wall time before the run was continued
  Clock::time_point started_ = Clock::now(), reported_ = started_, saved_ = started_;
};

}  // namespace

std::uint64_t version_of_checkpoint(std::span<const std::byte> bytes) {
  StateDecoder decoder(bytes);
  std::uint64_t version = 0;
  decoder(version);
  return version;
}

const char* status_name(RunStatus status) {
  switch (status) {
    case RunStatus::completed:
      return "completed";
    case RunStatus::derailed:
      return "derailed";
    case RunStatus::not_run:
      return "not_run";
    case RunStatus::stopped:
    case RunStatus::failed:
      break;
  }
  return "stopped";
}

bool Summary::admissible() const {
  return std::all_of(wheels.begin(), wheels.end(),
                     [](const WheelSummary& wheel) { return wheel.tensile_time == 0; });
}

double expected_distance(const vehicle_case::CaseModel& model) {
  const double duration = model.integration.duration, speed = model.drive.speed;
  const double to_end = model.track.length() - model.initial.s;
  return duration > 0 && speed > 0 ? std::min(duration * speed, to_end) : to_end;
}

Summary run(const vehicle_case::CaseModel& model, const RunOptions& options) {
  if (model.coupling.method != vehicle_case::TrackCoupling::cosim || options.remote != nullptr) {
    if (!model.integration.choice.open) return TimedRun(model, options).run();
    vehicle_case::CaseModel chosen = model;
    if (options.continue_from.empty()) {
      choose_integrator(chosen);
    } else {
      StateDecoder decoder(options.continue_from);
      std::uint64_t version = 0;
      decoder(version);
      load_choice(decoder, chosen);
      if (!decoder.good() || version != checkpoint_version || chosen.integration.choice.open ||
          !(chosen.integration.step > 0) || chosen.contact.settings.patch_solution.interval < 1)
        return {};
    }
    return TimedRun(chosen, options).run();
  }
  Summary summary;
  summary.status = RunStatus::failed;
  summary.failure = "the case needs two processes: use flangeway cosim";
  return summary;
}

}  // namespace flangeway::simulate
