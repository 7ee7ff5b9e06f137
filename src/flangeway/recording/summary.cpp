#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/core/json_text.hpp"
#include "flangeway/recording/cross_check.hpp"
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

// Time, distance and, on a line that has one, chainage.
Json position_json(const Summary& summary, double time, double distance) {
  Json json{{"time", time}, {"distance", distance}};
  if (const auto chainage = chainage_at(summary.chainage, distance)) json["chainage"] = *chainage;
  return json;
}

Json derailment_json(const Summary& summary) {
  const auto& d = summary.derailment;
  if (!d) return nullptr;
  Json json = position_json(summary, d->time, d->distance);
  json.update({{"wheel", d->wheel},
               {"kind", d->kind},
               {"YQ", d->yq},
               {"contact_angle", d->angle},
               {"nadal_limit", d->nadal}});
  return json;
}

Json events_json(const Summary& summary) {
  Json events = Json::array();
  for (const simulate::Event& e : summary.events.first) {
    events.push_back(position_json(summary, e.time, e.distance));
    events.back().update({{"wheel", e.wheel}, {"kind", e.kind}});
  }
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

// Counts of the method; a fixed step has little to count.
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

// ", km 12.3456" on a line with chainage.
std::string chainage_of(const Summary& summary, double distance) {
  const auto chainage = chainage_at(summary.chainage, distance);
  return chainage ? ", " + chainage_text(*chainage) : "";
}

// The wheel with the largest discontinuity of its force between two steps.
std::string discontinuity_text(const Summary& summary) {
  const auto largest = std::max_element(
      summary.wheels.begin(), summary.wheels.end(),
      [](const auto& a, const auto& b) { return a.force_discontinuity_max < b.force_discontinuity_max; });
  if (largest == summary.wheels.end() || largest->force_discontinuity_max == 0) return "";
  return fmt::format("largest discontinuity of a wheel's force between steps: {:.2f} kN, {} at {:.1f} m{}\n",
                     largest->force_discontinuity_max / 1e3, largest->name,
                     largest->force_discontinuity_max_distance,
                     chainage_of(summary, largest->force_discontinuity_max_distance));
}

constexpr std::size_t max_event_lines = 12;

// Events of one kind at one wheel are one line, so that many of them do not hide the table of the wheels.
std::string folded_events_text(const Summary& summary) {
  const simulate::EventList& events = summary.events;
  struct Group {
    const simulate::Event *first, *last;
    std::size_t count;
  };
  std::vector<Group> groups;
  for (const simulate::Event& e : events.first) {
    const auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
      return group.first->wheel == e.wheel && group.first->kind == e.kind;
    });
    if (found == groups.end()) {
      groups.push_back({&e, &e, 1});
    } else {
      found->last = &e, ++found->count;
    }
  }
  std::string out;
  std::size_t rest = events.more;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    const Group& group = groups[i];
    if (i >= max_event_lines) {
      rest += group.count;
      continue;
    }
    out += fmt::format("{}, {}: {} times, from t = {:.3f} s, {:.1f} m{} to t = {:.3f} s, {:.1f} m{}\n",
                       group.first->wheel, group.first->kind, group.count, group.first->time,
                       group.first->distance, chainage_of(summary, group.first->distance), group.last->time,
                       group.last->distance, chainage_of(summary, group.last->distance));
  }
  return rest > 0 ? out + fmt::format("and {} more events\n", rest) : out;
}

// A few, or what kinds there are of many; all that are listed stand in the result file.
std::string events_text(const Summary& summary) {
  const simulate::EventList& events = summary.events;
  if (events.first.size() + events.more > max_event_lines) return folded_events_text(summary);
  std::string out;
  for (const simulate::Event& e : events.first)
    out += fmt::format("t = {:.6f} s, distance {:.3f} m{}: {}, {}\n", e.time, e.distance,
                       chainage_of(summary, e.distance), e.wheel, e.kind);
  return out;
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
  if (!summary.chainage.empty()) json["chainage"] = summary.chainage;
  if (const auto& drift = summary.joint_drift)
    json["joint_drift"] = {{"position", drift->position}, {"velocity", drift->velocity}};
  if (summary.cross_check) json["cross_check"] = cross_check_json(*summary.cross_check);
  for (const WheelSummary& wheel : summary.wheels) json["wheels"][wheel.name] = wheel_json(wheel);
  // Names and reasons of other programs may be in any encoding.
  return json.dump(2, ' ', false, Json::error_handler_t::replace);
}

namespace {

// JSON has null in place of a number that is not finite.
double number(const Json& json, const char* key) {
  return json.at(key).is_null() ? std::nan("") : json.at(key).get<double>();
}

integrate::StepCounts read_counts(const Json& summary) {
  const Json& json = summary.at("integration");
  integrate::StepCounts counts;
  counts.steps = summary.at("steps");
  counts.evaluations = json.at("integrator_evaluations");
  counts.smallest_step = number(json, "smallest_step"), counts.largest_step = number(json, "largest_step");
  counts.rejected_steps = json.at("rejected_steps"), counts.failed_attempts = json.at("failed_evaluations");
  counts.nonlinear_iterations = json.at("nonlinear_iterations");
  counts.nonlinear_failures = json.at("nonlinear_failures");
  counts.jacobians = json.at("jacobians"), counts.jacobian_evaluations = json.at("jacobian_evaluations");
  counts.steps_of_order = json.at("steps_of_order");
  return counts;
}

simulate::RunStatus read_status(const Json& summary) {
  using simulate::RunStatus;
  for (const RunStatus status : {RunStatus::completed, RunStatus::derailed, RunStatus::not_run})
    if (summary.at("status") == simulate::status_name(status)) return status;
  return RunStatus::stopped;
}

simulate::Derailment read_derailment(const Json& json) {
  simulate::Derailment derailment;
  derailment.time = number(json, "time"), derailment.distance = number(json, "distance");
  derailment.wheel = json.at("wheel"), derailment.kind = json.at("kind");
  derailment.yq = number(json, "YQ"), derailment.angle = number(json, "contact_angle");
  derailment.nadal = number(json, "nadal_limit");
  return derailment;
}

WheelSummary read_wheel(const std::string& name, const Json& json) {
  WheelSummary wheel;
  wheel.name = name;
  wheel.q_mean = number(json, "Q_mean"), wheel.q_max = number(json, "Q_max");
  wheel.y_max = number(json, "Y_max"), wheel.yq_max = number(json, "YQ_max");
  wheel.contact_angle_max = number(json, "contact_angle_max");
  wheel.nadal_limit = number(json, "nadal_limit");
  wheel.flange_time = number(json, "flange_time"), wheel.tensile_time = number(json, "tensile_time");
  wheel.force_discontinuity_max = number(json, "force_discontinuity_max");
  wheel.force_discontinuity_max_distance = number(json, "force_discontinuity_max_distance");
  return wheel;
}

Summary summary_from(const Json& json) {
  Summary summary;
  summary.status = read_status(json);
  summary.method = json.at("method"), summary.integrator = json.at("integrator");
  summary.time = number(json, "time"), summary.distance = number(json, "distance");
  summary.counts = read_counts(json);
  summary.looks = json.at("integration").at("output_evaluations");
  summary.halvings = json.at("integration").at("halvings");
  summary.wall_time = number(json, "wall_time");
  summary.real_time_factor = number(json, "real_time_factor");
  summary.warnings = json.at("warnings");
  for (const Json& e : json.at("events"))
    summary.events.first.push_back({number(e, "time"), number(e, "distance"), e.at("wheel"), e.at("kind")});
  summary.events.more = json.at("events_not_listed");
  if (!json.at("failure").is_null()) summary.failure = json.at("failure");
  if (!json.at("derailment").is_null()) summary.derailment = read_derailment(json.at("derailment"));
  summary.position_drift = number(json.at("drift"), "position");
  summary.velocity_drift = number(json.at("drift"), "velocity");
  if (json.contains("chainage")) json.at("chainage").get_to(summary.chainage);
  if (json.contains("joint_drift")) {
    summary.joint_drift.emplace();
    summary.joint_drift->position = number(json.at("joint_drift"), "position");
    summary.joint_drift->velocity = number(json.at("joint_drift"), "velocity");
  }
  if (json.contains("cross_check")) summary.cross_check = read_cross_check(json.at("cross_check"));
  for (const auto& [name, wheel] : json.at("wheels").items())
    summary.wheels.push_back(read_wheel(name, wheel));
  return summary;
}

}  // namespace

std::optional<Summary> read_summary(const std::string& json) {
  try {
    return summary_from(parse_json<Json>(json));
  } catch (const Json::exception&) {  // of another program, or of a run that has not ended
    return std::nullopt;
  }
}

static std::string derailment_text(const Summary& summary) {
  const simulate::Derailment& d = *summary.derailment;
  std::string out = fmt::format("derailed at t = {:.3f} s, distance {:.2f} m{}: {}, {}\n", d.time, d.distance,
                                chainage_of(summary, d.distance), d.wheel, d.kind);
  return out + fmt::format("  its Y/Q there {:.3f}, contact angle {:.1f} deg, Nadal's limit for it {:.3f}\n",
                           d.yq, d.angle * 180 / pi, d.nadal);
}

std::string summary_text(const Summary& summary) {
  std::string out =
      fmt::format("{}: {:.1f} m in {:.2f} s, method {}, {}\n", simulate::status_name(summary.status),
                  summary.distance, summary.time, summary.method, summary.integrator);
  if (!summary.chainage.empty())
    out += fmt::format("from {} to {}\n", chainage_text(summary.chainage.front()[1]),
                       chainage_text(summary.chainage.back()[1]));
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
  out += events_text(summary);
  if (summary.derailment) out += derailment_text(summary);
  if (summary.cross_check) out += cross_check_text(*summary.cross_check);
  for (const std::string& warning : summary.warnings) out += "warning: " + warning + '\n';
  if (!summary.failure.empty()) out += "failure: " + summary.failure + '\n';
  return out;
}

}  // namespace flangeway::recording
