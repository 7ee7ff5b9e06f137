#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "flangeway/recording/summary.hpp"

namespace flangeway::recording {

namespace {

using Json = nlohmann::ordered_json;
using simulate::Summary;
using simulate::WheelSummary;

Json integration_json(const Summary& summary) {
  const integrate::StepCounts& c = summary.counts;
  return {{"integrator_evaluations", c.evaluations},
          {"output_evaluations", summary.looks},
          {"smallest_step", c.smallest_step},
          {"largest_step", c.largest_step},
          {"halvings", summary.halvings},
          {"rejected_steps", c.rejected_steps},
          {"failed_evaluations", c.failed_attempts},
          {"nonlinear_iterations", c.nonlinear_iterations},
          {"nonlinear_failures", c.nonlinear_failures},
          {"jacobians", c.jacobians},
          {"jacobian_evaluations", c.jacobian_evaluations},
          {"factorisations", c.factorisations},
          {"steps_of_order", c.steps_of_order}};
}

Json track_json(const Summary& summary) {
  if (summary.coupling == "none") return nullptr;
  return {{"steps", summary.track_steps},
          {"degrees_of_freedom", summary.track_unknowns},
          {"wall_time", summary.track_wall_time}};
}

Json derailment_json(const Summary& summary) {
  const auto& d = summary.derailment;
  if (!d) return nullptr;
  return {{"time", d->time}, {"distance", d->distance},   {"wheel", d->wheel},      {"kind", d->kind},
          {"YQ", d->yq},     {"contact_angle", d->angle}, {"nadal_limit", d->nadal}};
}

Json events_json(const Summary& summary) {
  Json events = Json::array();
  for (const simulate::Event& e : summary.events.first)
    events.push_back({{"time", e.time}, {"distance", e.distance}, {"wheel", e.wheel}, {"kind", e.kind}});
  return events;
}

Json final_json(const Summary& summary) {
  Json final = Json::object();
  for (const auto& [name, q] : summary.final_state)
    final[name] = {{"s", q[0]}, {"y", q[1]}, {"z", q[2]}, {"roll", q[3]}, {"pitch", q[4]}, {"yaw", q[5]}};
  return final;
}

Json wheel_json(const WheelSummary& w) {
  return {{"Q_mean", w.q_mean},
          {"Q_max", w.q_max},
          {"Y_max", w.y_max},
          {"YQ_max", w.yq_max},
          {"YQ_max_distance", w.yq_max_distance},
          {"nadal_limit_at_YQ_max", w.nadal_at_yq_max},
          {"contact_angle_max", w.contact_angle_max},
          {"nadal_limit", w.nadal_limit},
          {"above_nadal_time", w.above_nadal_time},
          {"flange_time", w.flange_time},
          {"lift_time", w.lift_time},
          {"lift_from", w.lift_from},
          {"lift_max", w.lift_max},
          {"tensile_time", w.tensile_time},
          {"tensile_from", w.tensile_from},
          {"tensile_to", w.tensile_to},
          {"pull_max", w.pull_max},
          {"pull_max_distance", w.pull_max_distance},
          {"force_discontinuity_max", w.force_discontinuity_max},
          {"force_discontinuity_max_distance", w.force_discontinuity_max_distance}};
}

// What the method counts, and a fixed step has little to count.
std::string integration_text(const Summary& summary) {
  const integrate::StepCounts& c = summary.counts;
  if (c.steps == 0) return "";
  std::string out;
  if (summary.halvings > 0) {
    out += fmt::format("step halved {} times, down to {:.3g} s, where it was too long\n", summary.halvings,
                       c.smallest_step);
  }
  if (c.smallest_step == c.largest_step || summary.halvings > 0) return out;
  out += fmt::format("steps of {:.3g} to {:.3g} s, {} rejected, {} evaluations failed", c.smallest_step,
                     c.largest_step, c.rejected_steps, c.failed_attempts);
  if (c.jacobians == 0) return out + '\n';
  out += fmt::format("; {} iterations, {} without convergence, {} Jacobians with {} evaluations; orders",
                     c.nonlinear_iterations, c.nonlinear_failures, c.jacobians, c.jacobian_evaluations);
  for (std::size_t order = 1; order < c.steps_of_order.size(); ++order) {
    if (c.steps_of_order[order] > 0) out += fmt::format(" {}: {}", order, c.steps_of_order[order]);
  }
  return out + '\n';
}

// The wheel with the largest discontinuity of its force between two steps.
std::string discontinuity_text(const Summary& summary) {
  const auto largest = std::max_element(
      summary.wheels.begin(), summary.wheels.end(),
      [](const auto& a, const auto& b) { return a.force_discontinuity_max < b.force_discontinuity_max; });
  if (largest == summary.wheels.end() || largest->force_discontinuity_max == 0) return "";
  return fmt::format("largest discontinuity of a wheel's force between steps: {:.2f} kN, {} at {:.1f} m\n",
                     largest->force_discontinuity_max / 1e3, largest->name,
                     largest->force_discontinuity_max_distance);
}

// The first few; all that are listed stand in the result file.
std::string events_text(const simulate::EventList& events) {
  constexpr std::size_t most = 12;
  std::string out;
  for (std::size_t i = 0; i < std::min(most, events.first.size()); ++i) {
    const simulate::Event& e = events.first[i];
    out += fmt::format("t = {:.6f} s, distance {:.3f} m: {}, {}\n", e.time, e.distance, e.wheel, e.kind);
  }
  const std::size_t rest = events.first.size() + events.more - std::min(most, events.first.size());
  return rest > 0 ? out + fmt::format("and {} more events\n", rest) : out;
}

}  // namespace

std::string summary_json(const Summary& summary) {
  Json json{{"status", simulate::status_name(summary.status)},
            {"method", summary.method},
            {"integrator", summary.integrator},
            {"coupling", summary.coupling},
            {"track", track_json(summary)},
            {"time", summary.time},
            {"distance", summary.distance},
            {"steps", summary.counts.steps},
            {"evaluations", summary.counts.evaluations + summary.looks},
            {"integration", integration_json(summary)},
            {"wall_time", summary.wall_time},
            {"real_time_factor", summary.real_time_factor},
            {"warnings", summary.warnings},
            {"admissible", summary.admissible()},
            {"derailment", derailment_json(summary)},
            {"events", events_json(summary)},
            {"events_not_listed", summary.events.more},
            {"failure", summary.failure.empty() ? Json() : Json(summary.failure)},
            {"numerical_failure", summary.status == simulate::RunStatus::failed},
            {"drift", {{"position", summary.position_drift}, {"velocity", summary.velocity_drift}}},
            {"final", final_json(summary)},
            {"wheels", Json::object()}};
  if (const auto& drift = summary.joint_drift)
    json["joint_drift"] = {{"position", drift->position}, {"velocity", drift->velocity}};
  for (const WheelSummary& wheel : summary.wheels) json["wheels"][wheel.name] = wheel_json(wheel);
  // Names and reasons of other programs may be in any encoding.
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

static std::string derailment_text(const simulate::Derailment& d) {
  std::string out = fmt::format("derailed at t = {:.3f} s, distance {:.2f} m: {}, {}\n", d.time, d.distance,
                                d.wheel, d.kind);
  return out + fmt::format("  its Y/Q there {:.3f}, contact angle {:.1f} deg, Nadal's limit for it {:.3f}\n",
                           d.yq, d.angle * 180 / pi, d.nadal);
}

std::string summary_text(const Summary& summary) {
  std::string out =
      fmt::format("{}: {:.1f} m in {:.2f} s, method {}, {}\n", simulate::status_name(summary.status),
                  summary.distance, summary.time, summary.method, summary.integrator);
  out += fmt::format(
      "{} steps, {} evaluations, wall time {:.2f} s, {:.3g} times real time; largest drift {:.1e} m, {:.1e} "
      "m/s\n",
      summary.counts.steps, summary.counts.evaluations + summary.looks, summary.wall_time,
      summary.real_time_factor, summary.position_drift, summary.velocity_drift);
  if (const auto& drift = summary.joint_drift)
    out += fmt::format("largest error of a joint {:.1e} m, {:.1e} m/s\n", drift->position, drift->velocity);
  out += integration_text(summary);
  out += fmt::format("{:<20}{:>10}{:>10}{:>10}{:>8}{:>10}{:>7}{:>10}{:>8}\n", "wheel", "Q mean/kN",
                     "Q max/kN", "|Y|/kN", "Y/Q", "angle/deg", "Nadal", "flange/s", "pull/s");
  for (const WheelSummary& w : summary.wheels) {
    out += fmt::format(
        "{:<20} {:>9.2f} {:>9.2f} {:>9.2f} {:>7.3f} {:>9.1f} {:>6} {:>9.2f} {:>7.2f}\n", w.name,
        w.q_mean / 1e3, w.q_max / 1e3, w.y_max / 1e3, w.yq_max, w.contact_angle_max * 180 / pi,
        w.flange_time > 0 ? fmt::format("{:.3f}", w.nadal_limit) : "-", w.flange_time, w.tensile_time);
  }
  out += discontinuity_text(summary);
  out += events_text(summary.events);
  if (summary.derailment) out += derailment_text(*summary.derailment);
  for (const std::string& warning : summary.warnings) out += "warning: " + warning + '\n';
  if (!summary.failure.empty()) out += "failure: " + summary.failure + '\n';
  return out;
}

}  // namespace flangeway::recording
