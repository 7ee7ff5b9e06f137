#include "flangeway/simulate/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "flangeway/simulate/advance.hpp"
#include "flangeway/simulate/deformed_track.hpp"
#include "flangeway/simulate/event_watch.hpp"
#include "flangeway/simulate/recorder.hpp"

namespace flangeway::simulate {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Runner {
 public:
  Runner(const vehicle_case::CaseModel& model, const RunOptions& options)
      : model_(model),
        options_(options),
        simulation_(model, options.remote),
        advance_(simulation_),
        statistics_(model),
        derailment_(model, model.integration.step),
        events_(model),
        row_(channels(model).size()),
        deformed_places_(deformed_track_places(model)),
        deformed_(1 + deformed_places_.numbers()),
        between_(simulation_.initial_state()),
        rate_(between_.size()),
        start_(between_[reference()]) {}

  Summary run() {
    const auto started = Clock::now();
    loop();
    summary_.wall_time = seconds_since(started);
    conclude();
    return summary_;
  }

 private:
  [[nodiscard]] double distance() const { return simulation_.initial_state()[reference()] - start_; }
  [[nodiscard]] std::size_t reference() const { return 6 * model_.vehicle.bodies.reference_body; }

  void loop() {
    if (simulation_.derivative(0, simulation_.state(), rate_.data()) != EvalStatus::ok)
      return fail("the start", 0, reason());
    events_.start(simulation_);
    if (!record(0, simulation_.initial_state().data())) return;
    for (long n = 0;; ++n) {
      if (finished(advance_.time())) {
        summary_.status = RunStatus::completed;
        return;
      }
      if (!make_step()) return;
      if (n % 64 == 0 && !report_progress()) return;
    }
  }

  // False if the run ends with it.
  bool make_step() {
    if (advance_.step() != EvalStatus::ok) {
      end_step_early(advance_.time());
      return false;
    }
    if (const double end = end_of_run(); end < advance_.time()) (void)advance_.cut_short(end);
    const double end = summary_.time = advance_.time(), step = end - advance_.step_start();
    statistics_.add(simulation_.contacts(), simulation_.contact_state(), step, distance());
    const bool derailed = derail(derailment_.after_step(simulation_, end, distance(), step));
    bool looked = events_.after_step(simulation_, advance_, end);
    if (derailed) {
      const Derailment& d = *summary_.derailment;
      events_.add({d.time, d.distance, d.wheel, d.kind});
    }
    if (!record_rows(looked, derailed)) return false;
    if (looked && !advance_.adaptive() && !derailed) (void)advance_.return_to_end();
    return !derailed;
  }

  // Rows within the step, from its dense output, and one at its end where it falls on it or ends the run.
  bool record_rows(bool& looked, bool last) {
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
    return record(end, simulation_.initial_state().data());
  }

  // Where an adaptive step passes the end of the run: the duration, or the place where the track ends.
  [[nodiscard]] double end_of_run() {
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
  [[nodiscard]] bool finished(double t) {
    const double duration = model_.integration.duration, s = simulation_.initial_state()[reference()];
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

  bool record(double t, const double* y) {
    fill_row(simulation_, t, y[reference()] - start_, y, row_.data());
    const bool shows_track = deformed_track_is_due(t);
    if (shows_track) fill_deformed(t);
    if (other_solver_is_gone()) {  // what the row shows of the track is not there
      fail("the row", t, reason());
      return false;
    }
    if ((!options_.record || options_.record(row_.data())) &&
        (!shows_track || options_.record_deformed_track(deformed_.data())))
      return true;
    summary_.status = RunStatus::stopped;
    return false;
  }

  [[nodiscard]] bool deformed_track_is_due(double t) {
    if (!options_.record_deformed_track || deformed_places_.sleepers == 0) return false;
    const double interval = model_.output.deformed_track_interval;
    if (t < deformed_due_ * interval * (1 - 1e-9)) return false;
    deformed_due_ = std::floor(t / interval + 1e-9) + 1;
    return true;
  }

  void fill_deformed(double t) {
    deformed_[0] = t;
    if (const FlexibleTrack* track = simulation_.flexible_track())
      fill_deformed_track(deformed_places_, *track, &deformed_[1]);
    if (options_.remote != nullptr) options_.remote->deformed_track(&deformed_[1]);
  }

  bool report_progress() {
    if (!options_.progress || seconds_since(reported_) < 0.02) return true;
    reported_ = Clock::now();
    if (options_.progress(distance(), summary_.time)) return true;
    summary_.status = RunStatus::stopped;
    return false;
  }

  bool derail(const std::optional<Derailment>& found) {
    if (!found) return false;
    summary_.derailment = found;
    summary_.status = RunStatus::derailed;
    return true;
  }

  // A step that cannot be done may be the one in which a wheel loses its rail.
  void end_step_early(double t) {
    const auto& wheelsets = simulation_.contacts().wheelsets;
    const bool lost = std::any_of(wheelsets.begin(), wheelsets.end(), [](const auto& wheelset) {
      return wheelset.failure != wheelrail::Failure::none;
    });
    const std::string why = reason();
    if (lost && simulation_.derivative(t, simulation_.state(), rate_.data()) == EvalStatus::ok &&
        derail(derailment_.after_failure(simulation_, t, distance()))) {
      summary_.time = t;
      return;
    }
    fail("the step", t, why);
  }

  [[nodiscard]] bool other_solver_is_gone() const {
    return options_.remote != nullptr && !options_.remote->problem().empty();
  }

  // Says when, where, which body or wheel and which quantity.
  void fail(const char* where, double t, const std::string& why) {
    summary_.status = other_solver_is_gone() ? RunStatus::stopped : RunStatus::failed;
    summary_.failure =
        fmt::format("{} failed at t = {:.4f} s, distance {:.2f} m: {}", where, t, distance(), why);
  }

  [[nodiscard]] std::string reason() const {
    if (other_solver_is_gone()) return options_.remote->problem();
    for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i) {
      const std::size_t body = model_.contact.wheelsets[i].body;
      const std::string& name = model_.vehicle.bodies.bodies[body].name;
      const double y = simulation_.initial_state()[6 * body + 1];
      switch (simulation_.contacts().wheelsets[i].failure) {
        case wheelrail::Failure::left_table:
          if (wheelrail::is_elastic(model_.contact.settings.method))
            return fmt::format("{} has no rail below it (last y = {:.2f} mm). {}", name, y * 1e3, remedy());
          return fmt::format("{} left its contact table (last y = {:.2f} mm). {}", name, y * 1e3, remedy());
        case wheelrail::Failure::gauge_outside:
          return fmt::format(
              "{} met a gauge variation outside its lookup table. Widen contact.lookup.gauge_variation",
              name);
        case wheelrail::Failure::singular:
          return fmt::format("the normal forces of {} have no solution (last y = {:.2f} mm). {}", name,
                             y * 1e3, remedy());
        case wheelrail::Failure::none:
          break;
      }
    }
    if (simulation_.joints().failed()) {
      return fmt::format(
          "the joints have no reactions: they, or they and the rails, hold something twice or against each "
          "other. {}",
          remedy());
    }
    if (const auto& jump = advance_.jump()) return jump_text(*jump);
    if (advance_.adaptive()) {
      return fmt::format(
          "no step, however short, meets the tolerances; {} moves fastest. Loosen "
          "integration.relative_tolerance and absolute_tolerance{}",
          first_wild_body(), softer());
    }
    return fmt::format("the state of {} is not finite. {}", first_wild_body(), remedy());
  }

  // What a user can do about a step that is too long.
  [[nodiscard]] std::string remedy() const {
    if (options_.remote != nullptr) {
      const bool linear = model_.cosim.forces == vehicle_case::RemoteForces::linear;
      return std::string(linear ? "Set cosim.forces = \"answered\", or shorten" : "Shorten") +
             " cosim.step and integration.step";
    }
    std::string first = "Tighten integration.relative_tolerance and absolute_tolerance";
    if (!advance_.adaptive()) {
      const bool halves = model_.integration.step_failure == vehicle_case::StepFailure::halve;
      first = fmt::format("Set {}integration.method = \"bdf\", shorten integration.step",
                          halves ? "" : "integration.step_failure = \"halve\" or ");
    }
    return first + softer();
  }
  [[nodiscard]] std::string softer() const {
    if (wheelrail::is_elastic(model_.contact.settings.method))
      return ", or shorten contact.online.longest_step";
    return model_.contact.settings.method == wheelrail::Method::lut
               ? ", soften contact.lookup.flange_stiffness, or use contact.method = \"kec\""
               : ", or lengthen contact.kec.transition_length";
  }

  // "the lateral velocity of wheelset1", "0.31 m/s"
  [[nodiscard]] std::pair<std::string, std::string> jump_words(const Advance::Jump& jump) const {
    constexpr std::array<const char*, 6> names{"forward", "lateral", "vertical", "roll", "spin", "yaw"};
    const multibody::Model& vehicle = model_.vehicle.bodies;
    const std::size_t place = jump.place - vehicle.velocity_offset();
    return {fmt::format("the {} velocity of {}", names[place % 6], vehicle.bodies[place / 6].name),
            fmt::format("{:.2g} {}", jump.size, place % 6 > 2 ? "rad/s" : "m/s")};
  }

  [[nodiscard]] std::string jump_text(const Advance::Jump& jump) const {
    const auto [what, size] = jump_words(jump);
    return fmt::format("{} would jump by {} within a step of {:.3g} s, as when a flange strikes. {}", what,
                       size, jump.step, remedy());
  }

  // The body that moves fastest against its track frame in the last good state.
  [[nodiscard]] std::string first_wild_body() const {
    const multibody::Model& vehicle = model_.vehicle.bodies;
    std::size_t worst = 0;
    double fastest = -1;
    for (std::size_t i = 0; i < vehicle.body_count(); ++i) {
      const double* v = simulation_.initial_state().data() + vehicle.velocity_offset() + 6 * i;
      const double speed = std::hypot(v[1], v[2], v[3]);
      if (speed > fastest) fastest = speed, worst = i;
    }
    return vehicle.bodies[worst].name;
  }

  void conclude() {
    summary_.method = wheelrail::method_name(model_.contact.settings.method);
    summary_.integrator = integrator_text(model_.integration);
    if (const FlexibleTrack* track = simulation_.flexible_track()) {
      summary_.coupling = "tight";
      summary_.track_steps = track->steps();
      summary_.track_unknowns = track->track().unknowns();
      summary_.track_wall_time = track->wall_time();
    }
    if (options_.remote != nullptr) {
      const TrackReport report = options_.remote->report();
      summary_.coupling = "cosim";
      summary_.track_steps = report.steps;
      summary_.track_unknowns = report.unknowns;
      summary_.track_wall_time = report.wall_time;
    }
    summary_.distance = distance();
    summary_.counts = advance_.counts();
    summary_.looks = advance_.looks();
    summary_.halvings = advance_.halvings();
    summary_.events = events_.events();
    summary_.real_time_factor = summary_.wall_time > 0 ? summary_.time / summary_.wall_time : 0;
    summary_.position_drift = simulation_.position_drift();
    summary_.velocity_drift = simulation_.velocity_drift();
    if (simulation_.joints().any()) summary_.joint_drift = simulation_.joints().drift();
    summary_.wheels = statistics_.result();
    for (std::size_t i = 0; i < model_.vehicle.bodies.body_count(); ++i) {
      std::array<double, 6> q{};
      std::copy_n(simulation_.initial_state().begin() + static_cast<std::ptrdiff_t>(6 * i), 6, q.begin());
      summary_.final_state.emplace_back(model_.vehicle.bodies.bodies[i].name, q);
    }
    add_warnings();
  }

  void add_warnings() {
    for (const Finding& note : model_.track.notes()) summary_.warnings.push_back(note.text());
    double max_flange_length = 0;
    for (const WheelSummary& wheel : summary_.wheels) {
      max_flange_length = std::max(max_flange_length, wheel.flange_time);
      if (wheel.tensile_time > 0) summary_.warnings.push_back(pulled(wheel));
      if (wheel.lift_time > 0) {
        summary_.warnings.push_back(
            fmt::format("{} was off its rail for {:.3f} s from {:.1f} m on, by up to {:.2f} mm", wheel.name,
                        wheel.lift_time, wheel.lift_from, wheel.lift_max * 1e3));
      }
    }
    // Measured on the Manchester wagon: 12 is stable, 25 is not (docs/theory/creep_in_time.md).
    constexpr double max_stable_step = 15;
    if (const double stiffness = simulation_.stiffest_creep() * advance_.fixed_step();
        stiffness > max_stable_step) {
      summary_.warnings.push_back(fmt::format(
          "creep relaxed {:.0f} times within a step, which is not resolved at so low a speed: do not "
          "trust the result. Use integration.step={:.1e} or less",
          stiffness, advance_.fixed_step() * max_stable_step / stiffness));
    }
    if (const Advance::Jump& jump = advance_.largest_jump(); jump.size > jump_to_warn) {
      const auto [what, size] = jump_words(jump);
      summary_.warnings.push_back(fmt::format(
          "{} jumped by {} within a step of {:.3g} s at t = {:.3f} s: the step does not resolve the "
          "impact, and forces are not those of the model. {}",
          what, size, jump.step, jump.time, remedy()));
    }
    // [m] A well resolved run with fixed steps stays below 1e-6; long steps of bdf on a flange pass 1e-5 with
    // errors of the motion that are a hundred times less (docs/theory/integrators.md).
    const double large_drift = advance_.adaptive() ? 2e-4 : 1e-5;
    if (simulation_.position_drift() > large_drift) {
      summary_.warnings.push_back(fmt::format(
          "wheels left their rails by up to {:.0f} µm within a step: the step is too long for what "
          "happened. {}",
          simulation_.position_drift() * 1e6,
          advance_.adaptive() ? "Tighten integration.relative_tolerance and absolute_tolerance"
                              : "Shorten integration.step"));
    }
    if (const double apart = simulation_.joints().drift().position; apart > large_drift) {
      summary_.warnings.push_back(
          fmt::format("joints came apart by up to {:.0f} µm within a step. {}{}", apart * 1e6,
                      advance_.adaptive() ? "Tighten integration.relative_tolerance and absolute_tolerance"
                                          : "Shorten integration.step",
                      model_.integration.joint_stabilisation == vehicle_case::JointStabilisation::projection
                          ? ""
                          : ", or set integration.joint_stabilisation = \"projection\""));
    }
    if (std::abs(model_.track.curvature(model_.initial.s)) > 1e-6) {
      summary_.warnings.push_back(
          "the run starts in a curve, where the vehicle is not in equilibrium: its first metres are a jerk "
          "that "
          "real vehicles do not know. Let it run in from the straight");
    }
    if (const std::size_t unsolved = simulation_.contact_state().unsolved_patches; unsolved > 0) {
      summary_.warnings.push_back(fmt::format(
          "the solver of a contact patch stopped {} times before it was accurate; what it reached was used",
          unsolved));
    }
    const auto& pairs = model_.contact.pairs;
    const bool hybrid =
        std::any_of(pairs.begin(), pairs.end(), [](const auto& pair) { return pair->lookup.hybrid; });
    if (hybrid && max_flange_length > 0) {
      summary_.warnings.push_back(
          fmt::format("flange contact for up to {:.2f} s per wheel: the hybrid lookup table cannot show a "
                      "wheel climbing. "
                      "Use contact.method = \"kec\" to judge derailment",
                      max_flange_length));
    }
  }

  // What a constraint holds down, a rail does not.
  static std::string pulled(const WheelSummary& wheel) {
    const std::string where =
        wheel.tensile_from == wheel.tensile_to
            ? fmt::format("at {:.1f} m", wheel.tensile_from)
            : fmt::format("between {:.1f} and {:.1f} m", wheel.tensile_from, wheel.tensile_to);
    return fmt::format(
        "the constraint of {} pulled for {:.3f} s {}, with up to {:.2f} kN at {:.1f} m: a rail cannot, the "
        "wheel would "
        "lift off, and the result is not admissible there",
        wheel.name, wheel.tensile_time, where, wheel.pull_max / 1e3, wheel.pull_max_distance);
  }

  const vehicle_case::CaseModel& model_;
  const RunOptions& options_;
  Simulation simulation_;
  Advance advance_;
  WheelStatistics statistics_;
  DerailmentWatch derailment_;
  EventWatch events_;
  std::vector<double> row_;
  DeformedTrackPlaces deformed_places_;
  std::vector<double> deformed_;  // a record
  double deformed_due_ = 0;       // the next one is due at deformed_due_ × interval
  std::vector<double> between_, rate_;
  Summary summary_;
  double start_ = 0;
  long rows_ = 1;  // the next row is due at rows_ × interval
  Clock::time_point reported_ = Clock::now();
};

}  // namespace

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
  if (model.coupling.method != vehicle_case::TrackCoupling::cosim || options.remote != nullptr)
    return Runner(model, options).run();
  Summary summary;
  summary.status = RunStatus::failed;
  summary.failure = "the case is for two programs: use flangeway cosim";
  return summary;
}

}  // namespace flangeway::simulate
