#include "flangeway/simulate/run_loop.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/core/finite.hpp"
#include "flangeway/simulate/fast_modes.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/steppers.hpp"
#include "flangeway/track/chainage.hpp"
#include "flangeway/vehicle_case/plausibility.hpp"

namespace flangeway::simulate {
namespace {

// Sizes of the lists in a derailment monitor's state; a checkpoint may have been written with other sizes.
struct DerailmentLengths {
  template <typename T>
  using Reference = const T&;
  void operator()(const DerailmentState& state) {
    wheels = state.place.size();
    samples = state.loads.loads.size();
  }
  friend bool operator==(const DerailmentLengths&, const DerailmentLengths&) = default;

  std::size_t wheels = 0, samples = 0;
};

DerailmentLengths lengths_of(const DerailmentWatch& watch) {
  DerailmentLengths lengths;
  fields(lengths, watch);
  return lengths;
}

}  // namespace

RunLoop::RunLoop(const vehicle_case::CaseModel& model, const RunOptions& options)
    : model_(model),
      options_(options),
      simulation_(model, options.remote),
      advance_(simulation_),
      texts_(model, options.remote, simulation_, advance_),
      statistics_(model),
      contact_monitor_(model),
      derailment_(model, model.integration.step),
      events_(model),
      controllers_(model, options.controllers),
      judged_(model, options.record_judged != nullptr),
      row_(channels(model).size()),
      deformed_places_(deformed_track_places(model)),
      deformed_(1 + deformed_places_.numbers()),
      between_(simulation_.state().y),
      rate_(between_.size()),
      start_(between_[reference()]) {
  controllers_.set_interrupted([this] { return interrupted(); });
}

bool RunLoop::interrupted() {
  interrupted_ = interrupted_ || (options_.stop && options_.stop()) ||
                 (options_.progress && !options_.progress(distance(), time()));
  return interrupted_;
}

double RunLoop::distance() const {
  return simulation_.state().y[reference()] - start_;
}

bool RunLoop::start() {
  State& state = simulation_.state();
  if (simulation_.derivative(0, state.y.data(), rate_.data()) != EvalStatus::ok) {
    fail("the start", 0, texts_.reason(true));
    return false;
  }
  energy_.start(energy_at(simulation_, 0, state.y.data()), surfaces_of(simulation_.bodies()));
  if (!sample_controllers()) return false;
  events_.start(simulation_);
  if (!record(0, state.y.data())) return false;
  if (!judged_.is_recorded()) return true;
  judged_.start(simulation_, start_);
  return give_judged();
}

bool RunLoop::step() {
  if (finished()) {
    summary_.status = RunStatus::completed;
    return false;
  }
  advance_.stop_at(controllers_.next(simulation_.state().control));
  if (advance_.step() != EvalStatus::ok) {
    end_step_early(advance_.time());
    return false;
  }
  if (advance_.adaptive() &&
      window_.collapsed(advance_.counts().steps, advance_.time(), model_.integration.max_step)) {
    fail("the integration", advance_.time(), texts_.collapse());
    return false;
  }
  if (const double end = end_of_run(); end < advance_.time()) (void)advance_.cut_short(end);
  const double end = summary_.time = advance_.time(), step = end - advance_.step_start();
  energy_.end_step(end, power_at(simulation_, end, simulation_.state().y.data()),
                   surfaces_of(simulation_.bodies()));
  statistics_.add(simulation_.contacts(), simulation_.state().contact, step, distance());
  contact_monitor_.add(simulation_, step, distance());
  const bool derailed = derail(derailment_.after_step(simulation_, end, distance(), step));
  bool looked = events_.after_step(simulation_, advance_, end);
  if (derailed) {
    const Derailment& d = *summary_.derailment;
    events_.add({d.time, d.distance, d.wheel, d.kind});
  }
  if (judged_.is_recorded() && !record_judged(looked)) return false;
  if (!record_rows(looked, derailed)) return false;
  if (looked && !advance_.adaptive() && !derailed) (void)advance_.return_to_end();
  return !derailed && sample_controllers();
}

// Commands jump there, and powers with them.
bool RunLoop::sample_controllers() {
  const double t = advance_.time();
  State& state = simulation_.state();
  if (controllers_.next(state.control) > t * (1 + 1e-12)) return controllers_.problem().empty();
  if (advance_.adaptive() && advance_.return_to_end() != EvalStatus::ok) {
    fail("the evaluation before the sample", t, texts_.reason());
    return false;
  }
  EnergyInstant energy = energy_at(simulation_, t, state.y.data());
  energy_.complete(t, surfaces_of(simulation_.bodies()), energy);
  fill_row(simulation_, t, distance(), state.y.data(), energy, row_.data());
  const bool changed = controllers_.sample(t, row_, state.control);
  if (interrupted_) {
    stop();
    return false;
  }
  if (!controllers_.problem().empty()) {
    fail("the sample", t, controllers_.problem());
    return false;
  }
  if (!changed) return true;
  if (advance_.restart() != EvalStatus::ok) {
    fail("the evaluation after the sample", t, texts_.reason());
    return false;
  }
  energy_.jump(power_at(simulation_, t, state.y.data()));
  return true;
}

bool RunLoop::give_judged() {
  if (options_.record_judged(judged_.record())) return true;
  stop();
  return false;
}

// Samples within the step, from its dense output, and one at its end where it falls on it. What cannot be
// evaluated keeps the value before.
bool RunLoop::record_judged(bool& looked) {
  const double end = advance_.time();
  for (double t = judged_.next(); t <= end * (1 + 1e-12); t = judged_.next()) {
    const bool at_end = t > end * (1 - 1e-12);
    EvalStatus status = EvalStatus::ok;
    if (!at_end) {
      looked = true;
      status = advance_.look_at(t, between_.data());
    } else if (looked) {
      status = advance_.return_to_end();
      looked = status != EvalStatus::ok;
    }
    const double* y = at_end ? simulation_.state().y.data() : between_.data();
    if (judged_.add(status == EvalStatus::ok ? &simulation_ : nullptr, y, start_) && !give_judged())
      return false;
  }
  return true;
}

// Rows within the step, from its dense output, and one at its end where it falls on it or ends the run.
bool RunLoop::record_rows(bool& looked, bool last) {
  const double interval = model_.output.interval, end = advance_.time();
  for (;; ++rows_) {
    const double t = static_cast<double>(rows_) * interval;
    if (t > end * (1 + 1e-12)) break;
    if (t > end * (1 - 1e-12)) {
      ++rows_;
      last = true;
      break;
    }
    looked = true;
    if (advance_.look_at(t, between_.data()) != EvalStatus::ok) continue;
    if (!record(t, between_.data())) return false;
  }
  if (!last) return true;
  if (looked && advance_.return_to_end() != EvalStatus::ok) return true;
  return record(end, simulation_.state().y.data());
}

// End of the run for adaptive steps: its duration, or the position at which the track ends.
double RunLoop::end_of_run() {
  const double end = advance_.time(), duration = model_.integration.duration;
  if (!advance_.adaptive()) return end;
  double high = duration > 0 ? std::min(end, duration) : end;
  const auto beyond = [&](double t) { return advance_.place_at(t, reference()) >= model_.track.length(); };
  if (!beyond(high)) return high;
  double low = advance_.step_start();
  while (high - low > event_resolution) {
    const double middle = low + (high - low) / 2;
    (beyond(middle) ? high : low) = middle;
  }
  return high;
}

// The end of the track ends every run: beyond it there are no rails.
bool RunLoop::finished() {
  const double t = advance_.time(), duration = model_.integration.duration;
  const double s = simulation_.state().y[reference()];
  if (duration > 0 && t >= duration * (1 - 1e-12)) return true;
  if (s >= model_.track.length() * (1 - 1e-12)) {
    if (duration > 0) summary_.warnings.push_back(fmt::format("the track ended after {:.2f} s", t));
    return true;
  }
  if (s < std::min(0.0, start_) - 1) {
    summary_.warnings.push_back("the vehicle ran backwards off the start of the track");
    return true;
  }
  return false;
}

bool RunLoop::record(double t, const double* y) {
  EnergyInstant energy = energy_at(simulation_, t, y);
  energy_.complete(t, surfaces_of(simulation_.bodies()), energy);
  fill_row(simulation_, t, y[reference()] - start_, y, energy, row_.data());
  const bool shows_track = deformed_track_is_due(t);
  if (shows_track) fill_deformed(t);
  if (texts_.other_solver_is_gone()) {  // what the row shows of the track is not there
    fail("the row", t, texts_.reason());
    return false;
  }
  if (!all_finite(row_)) {
    const auto wild = std::find_if(row_.begin(), row_.end(), [](double x) { return !std::isfinite(x); });
    const auto channel = static_cast<std::size_t>(wild - row_.begin());
    fail("the row", t,
         fmt::format("{} is {}. Look for a number of the vehicle that is too large",
                     channels(model_)[channel].name, *wild));
    return false;
  }
  if ((!options_.record || options_.record(row_.data())) &&
      (!shows_track || options_.record_deformed_track(deformed_.data())))
    return true;
  stop();
  return false;
}

bool RunLoop::deformed_track_is_due(double t) {
  if (!options_.record_deformed_track || deformed_places_.sleepers == 0) return false;
  const double interval = model_.output.deformed_track_interval;
  if (t < deformed_due_ * interval * (1 - 1e-9)) return false;
  deformed_due_ = std::floor(t / interval + 1e-9) + 1;
  return true;
}

void RunLoop::fill_deformed(double t) {
  deformed_[0] = t;
  if (const FlexibleTrack* track = simulation_.flexible_track())
    fill_deformed_track(deformed_places_, *track, &deformed_[1]);
  if (options_.remote != nullptr) options_.remote->deformed_track(&deformed_[1]);
}

bool RunLoop::derail(const std::optional<Derailment>& found) {
  if (!found) return false;
  summary_.derailment = found;
  summary_.status = RunStatus::derailed;
  return true;
}

// A step that cannot be done may be the one in which a wheel loses its rail.
void RunLoop::end_step_early(double t) {
  const auto& wheelsets = simulation_.contacts().wheelsets;
  const bool lost = std::any_of(wheelsets.begin(), wheelsets.end(), [](const auto& wheelset) {
    return wheelset.failure != wheelrail::Failure::none && wheelset.failure != wheelrail::Failure::law;
  });
  const std::string why = texts_.reason();
  if (lost && simulation_.derivative(t, simulation_.state().y.data(), rate_.data()) == EvalStatus::ok &&
      derail(derailment_.after_failure(simulation_, t, distance()))) {
    summary_.time = t;
    return;
  }
  fail("the step", t, options_.remote == nullptr ? why + failing_mode(simulation_) : why);
}

// Says when, where, which body or wheel and which quantity.
void RunLoop::fail(const char* where, double t, const std::string& why) {
  summary_.status = texts_.other_solver_is_gone() ? RunStatus::stopped : RunStatus::failed;
  summary_.failure =
      fmt::format("{} failed at t = {:.4f} s, distance {:.2f} m: {}", where, t, distance(), why);
}

void RunLoop::describe_track(Summary& summary) const {
  if (const FlexibleTrack* track = simulation_.flexible_track()) {
    summary.coupling = "tight";
    summary.track_steps = track->steps();
    summary.track_unknowns = track->track().unknowns();
    summary.track_wall_time = track->wall_time();
  }
  if (options_.remote != nullptr) {
    const TrackReport report = options_.remote->report();
    summary.coupling = "cosim";
    summary.track_steps = report.steps;
    summary.track_unknowns = report.unknowns;
    summary.track_wall_time = report.wall_time;
  }
}

Summary RunLoop::summary(double wall_time) const {
  Summary summary = summary_;
  summary.method = wheelrail::method_text(model_.contact.settings);
  summary.integrator = integrator_text(model_.integration);
  describe_track(summary);
  summary.wall_time = wall_time;
  summary.distance = distance();
  if (has_chainage(model_)) {
    summary.chainage = track::chainage_table(model_.track.alignment(), start_, start_ + distance());
    for (std::array<double, 2>& row : summary.chainage) row[0] -= start_;
  }
  summary.counts = advance_.counts();
  summary.looks = advance_.looks();
  summary.halvings = summary.counts.halvings;
  summary.events = events_.events();
  summary.real_time_factor = wall_time > 0 ? summary.time / wall_time : 0;
  const State& state = simulation_.state();
  summary.position_drift = state.position_drift;
  summary.velocity_drift = state.velocity_drift;
  if (simulation_.joints().any()) summary.joint_drift = simulation_.joints().drift();
  summary.wheels = statistics_.result();
  for (std::size_t i = 0; i < model_.vehicle.bodies.body_count(); ++i) {
    std::array<double, 6> q{};
    std::copy_n(&state.y[6 * i], 6, q.begin());
    summary.final_state.emplace_back(model_.vehicle.bodies.bodies[i].name, q);
  }
  const std::vector<std::string> strange = vehicle_case::implausible_values(model_);
  summary.warnings.insert(summary.warnings.end(), strange.begin(), strange.end());
  for (const std::vector<std::string>& warnings :
       {texts_.warnings(summary.wheels), contact_monitor_.warnings(summary.wheels)})
    summary.warnings.insert(summary.warnings.end(), warnings.begin(), warnings.end());
  return summary;
}

std::vector<std::byte> RunLoop::save() {
  StateEncoder encoder;
  walk(encoder, *this);
  simulation_.save(encoder);
  advance_.save(encoder);
  if (texts_.other_solver_is_gone()) {
    fail("the checkpoint", time(), texts_.reason());
    return {};
  }
  return encoder.take();
}

bool RunLoop::load(std::span<const std::byte> bytes) {
  StateDecoder decoder(bytes);
  const DerailmentLengths lengths = lengths_of(derailment_);
  walk(decoder, *this);
  const std::size_t wheels = 2 * model_.contact.wheelsets.size();
  const bool fits = statistics_.has_wheel_count(wheels) && contact_monitor_.has_wheel_count(wheels) &&
                    lengths_of(derailment_) == lengths && events_.has_wheel_count(wheels) &&
                    energy_.fits(surfaces_of(simulation_.bodies())) && judged_.fits();
  const bool loaded = decoder.good() && fits && simulation_.load(decoder) && advance_.load(decoder);
  if (loaded) window_.begin(advance_.counts().steps, advance_.time());
  if (texts_.other_solver_is_gone()) fail("the start from the checkpoint", time(), texts_.reason());
  return loaded && decoder.complete();
}

}  // namespace flangeway::simulate
