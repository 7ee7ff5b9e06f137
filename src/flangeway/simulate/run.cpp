#include "flangeway/simulate/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "flangeway/integrate/fixed_stepper.hpp"
#include "flangeway/simulate/recorder.hpp"

namespace flangeway::simulate {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

class Runner {
 public:
  Runner(const vehicle::CaseModel& model, const RunOptions& options)
      : model_(model),
        options_(options),
        simulation_(model),
        statistics_(model),
        derailment_(model, model.spec.integration.step),
        row_(channels(model).size()),
        rate_(simulation_.initial_state().size()) {}

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
    const vehicle::CaseSpec& spec = model_.spec;
    const double step = spec.integration.step;
    const auto method = spec.integration.method == vehicle::IntegratorMethod::abm4
                            ? integrate::FixedMethod::abm4
                            : integrate::FixedMethod::rk4;
    stepper_.init(simulation_.problem(), method, step);
    const auto every = std::max(1L, std::lround(spec.output.interval / step));
    double* y = simulation_.state();
    start_ = y[reference()];
    if (simulation_.derivative(0, y, rate_.data()) != EvalStatus::ok) return fail("the start", 0, reason());
    if (!record(0)) return;
    for (long n = 0;; ++n) {
      if (finished(static_cast<double>(n) * step)) {
        summary_.status = RunStatus::completed;
        return;
      }
      const EvalStatus status = simulation_.step(stepper_, static_cast<double>(n) * step);
      summary_.time = static_cast<double>(n + 1) * step;
      if (status != EvalStatus::ok) return end_step_early(static_cast<double>(n) * step);
      statistics_.add(simulation_.contacts(), step, distance());
      const bool derailed = derail(derailment_.after_step(simulation_, summary_.time, distance()));
      if (((n + 1) % every == 0 || derailed) && !record(summary_.time)) return;
      if (derailed) return;
      if (n % 64 == 0 && !report_progress()) return;
    }
  }

  // The end of the track ends every run: beyond it there are no rails.
  [[nodiscard]] bool finished(double t) {
    const double duration = model_.spec.integration.duration, s = simulation_.initial_state()[reference()];
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

  bool record(double t) {
    fill_row(simulation_, t, distance(), simulation_.initial_state().data(), row_.data());
    if (!options_.record || options_.record(row_.data())) return true;
    summary_.status = RunStatus::stopped;
    return false;
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
    const bool left_table =
        std::any_of(simulation_.contacts().wheelsets.begin(), simulation_.contacts().wheelsets.end(),
                    [](const auto& wheelset) { return wheelset.failure == wheelrail::Failure::left_table; });
    const std::string why = reason();
    if (left_table && simulation_.derivative(t, simulation_.state(), rate_.data()) == EvalStatus::ok &&
        derail(derailment_.after_failure(simulation_, t, distance()))) {
      summary_.time = t;
      return;
    }
    fail("the step", t, why);
  }

  // Says when, where, which body or wheel and which quantity.
  void fail(const char* where, double t, const std::string& why) {
    summary_.status = RunStatus::failed;
    summary_.failure =
        fmt::format("{} failed at t = {:.4f} s, distance {:.2f} m: {}", where, t, distance(), why);
  }

  [[nodiscard]] std::string reason() const {
    for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i) {
      const std::size_t body = model_.contact.wheelsets[i].body;
      const std::string& name = model_.vehicle.bodies.bodies[body].name;
      const double y = simulation_.initial_state()[6 * body + 1];
      switch (simulation_.contacts().wheelsets[i].failure) {
        case wheelrail::Failure::left_table:
          return fmt::format("{} left its contact table (last y = {:.2f} mm). Shorten integration.step{}",
                             name, y * 1e3,
                             model_.contact.settings.method == wheelrail::Method::lut
                                 ? ", soften contact.lookup.flange_stiffness, or use contact.method = \"kec\""
                                 : ", or lengthen contact.kec.transition_length");
        case wheelrail::Failure::gauge_outside:
          return fmt::format(
              "{} met a gauge variation outside its lookup table. Widen contact.lookup.gauge_variation",
              name);
        case wheelrail::Failure::singular:
          return fmt::format(
              "the normal forces of {} have no solution (last y = {:.2f} mm). Shorten integration.step", name,
              y * 1e3);
        case wheelrail::Failure::none:
          break;
      }
    }
    return fmt::format("the state of {} is not finite. Shorten integration.step", first_wild_body());
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
    summary_.method = model_.contact.settings.method == wheelrail::Method::kec ? "kec" : "lut";
    summary_.integrator =
        fmt::format("{}, step {} s", stepper_.method() == integrate::FixedMethod::abm4 ? "abm4" : "rk4",
                    stepper_.step_size());
    summary_.distance = distance();
    summary_.steps = stepper_.counts().steps;
    summary_.evaluations = stepper_.counts().evaluations;
    summary_.real_time_factor = summary_.wall_time > 0 ? summary_.time / summary_.wall_time : 0;
    summary_.position_drift = simulation_.position_drift();
    summary_.velocity_drift = simulation_.velocity_drift();
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
    double longest_flange = 0;
    for (const WheelSummary& wheel : summary_.wheels) {
      longest_flange = std::max(longest_flange, wheel.flange_time);
      if (wheel.tensile_time > 0) summary_.warnings.push_back(pulled(wheel));
      if (wheel.lift_time > 0) {
        summary_.warnings.push_back(
            fmt::format("{} was off its rail for {:.3f} s from {:.1f} m on, by up to {:.2f} mm", wheel.name,
                        wheel.lift_time, wheel.lift_from, wheel.lift_max * 1e3));
      }
    }
    // Measured on the Manchester wagon: 12 is stable, 25 is not (docs/theory/creep_in_time.md).
    constexpr double longest_stable = 15;
    if (const double stiffness = simulation_.stiffest_creep() * stepper_.step_size();
        stiffness > longest_stable) {
      summary_.warnings.push_back(fmt::format(
          "creep relaxed {:.0f} times within a step, which is not resolved at so low a speed: do not "
          "trust the result. Use integration.step={:.1e} or less",
          stiffness, stepper_.step_size() * longest_stable / stiffness));
    }
    constexpr double large_drift = 1e-5;  // [m] a well resolved run stays below 1e-6
    if (simulation_.position_drift() > large_drift) {
      summary_.warnings.push_back(fmt::format(
          "wheels left their rails by up to {:.0f} µm within a step: the step is too long for what "
          "happened. Shorten integration.step",
          simulation_.position_drift() * 1e6));
    }
    if (std::abs(model_.track.curvature(model_.spec.initial.s)) > 1e-6) {
      summary_.warnings.push_back(
          "the run starts in a curve, where the vehicle is not in equilibrium: its first metres are a jerk "
          "that "
          "real vehicles do not know. Let it run in from the straight");
    }
    if (model_.contact.settings.lift_off && model_.contact.settings.method == wheelrail::Method::lut) {
      summary_.warnings.push_back(
          "contact.lift_off needs contact.method = \"kec\": constraints of a lookup table are not those of "
          "single wheels, and "
          "held the wheels down");
    }
    const auto& pairs = model_.contact.pairs;
    const bool hybrid =
        std::any_of(pairs.begin(), pairs.end(), [](const auto& pair) { return pair.lookup.hybrid; });
    if (hybrid && longest_flange > 0) {
      summary_.warnings.push_back(
          fmt::format("flange contact for up to {:.2f} s per wheel: the hybrid lookup table cannot show a "
                      "wheel climbing. "
                      "Use contact.method = \"kec\" to judge derailment",
                      longest_flange));
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

  const vehicle::CaseModel& model_;
  const RunOptions& options_;
  Simulation simulation_;
  integrate::FixedStepper stepper_;
  WheelStatistics statistics_;
  DerailmentWatch derailment_;
  std::vector<double> row_, rate_;
  Summary summary_;
  double start_ = 0;
  Clock::time_point reported_ = Clock::now();
};

}  // namespace

bool Summary::admissible() const {
  return std::all_of(wheels.begin(), wheels.end(),
                     [](const WheelSummary& wheel) { return wheel.tensile_time == 0; });
}

Summary run(const vehicle::CaseModel& model, const RunOptions& options) {
  return Runner(model, options).run();
}

}  // namespace flangeway::simulate
