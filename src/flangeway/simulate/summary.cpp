#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "flangeway/simulate/run.hpp"

namespace flangeway::simulate {

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

std::string summary_json(const Summary& summary) {
  using Json = nlohmann::ordered_json;
  Json json{{"status", status_name(summary.status)},
            {"method", summary.method},
            {"integrator", summary.integrator},
            {"time", summary.time},
            {"distance", summary.distance},
            {"steps", summary.steps},
            {"evaluations", summary.evaluations},
            {"wall_time", summary.wall_time},
            {"real_time_factor", summary.real_time_factor},
            {"warnings", summary.warnings},
            {"admissible", summary.admissible()},
            {"derailment", nullptr},
            {"failure", nullptr},
            {"drift", {{"position", summary.position_drift}, {"velocity", summary.velocity_drift}}},
            {"final", Json::object()},
            {"wheels", Json::object()}};
  if (const auto& d = summary.derailment) {
    json["derailment"] = {
        {"time", d->time}, {"distance", d->distance},   {"wheel", d->wheel},      {"kind", d->kind},
        {"YQ", d->yq},     {"contact_angle", d->angle}, {"nadal_limit", d->nadal}};
  }
  if (!summary.failure.empty()) json["failure"] = summary.failure;
  for (const auto& [name, q] : summary.final_state) {
    json["final"][name] = {{"s", q[0]},    {"y", q[1]},     {"z", q[2]},
                           {"roll", q[3]}, {"pitch", q[4]}, {"yaw", q[5]}};
  }
  for (const WheelSummary& w : summary.wheels) {
    json["wheels"][w.name] = {{"Q_mean", w.q_mean},
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
                              {"pull_max_distance", w.pull_max_distance}};
  }
  return json.dump(2);
}

static std::string derailment_text(const Derailment& d) {
  std::string out = fmt::format("derailed at t = {:.3f} s, distance {:.2f} m: {}, {}\n", d.time, d.distance,
                                d.wheel, d.kind);
  return out + fmt::format("  its Y/Q there {:.3f}, contact angle {:.1f} deg, Nadal's limit for it {:.3f}\n",
                           d.yq, d.angle * 180 / pi, d.nadal);
}

std::string summary_text(const Summary& summary) {
  std::string out = fmt::format("{}: {:.1f} m in {:.2f} s, method {}, {}\n", status_name(summary.status),
                                summary.distance, summary.time, summary.method, summary.integrator);
  out += fmt::format(
      "{} steps, {} evaluations, wall time {:.2f} s, {:.3g} times real time; largest drift {:.1e} m, {:.1e} "
      "m/s\n",
      summary.steps, summary.evaluations, summary.wall_time, summary.real_time_factor, summary.position_drift,
      summary.velocity_drift);
  out += fmt::format("{:<20}{:>10}{:>10}{:>10}{:>8}{:>10}{:>7}{:>10}{:>8}\n", "wheel", "Q mean/kN",
                     "Q max/kN", "|Y|/kN", "Y/Q", "angle/deg", "Nadal", "flange/s", "pull/s");
  for (const WheelSummary& w : summary.wheels) {
    out += fmt::format(
        "{:<20} {:>9.2f} {:>9.2f} {:>9.2f} {:>7.3f} {:>9.1f} {:>6} {:>9.2f} {:>7.2f}\n", w.name,
        w.q_mean / 1e3, w.q_max / 1e3, w.y_max / 1e3, w.yq_max, w.contact_angle_max * 180 / pi,
        w.flange_time > 0 ? fmt::format("{:.3f}", w.nadal_limit) : "-", w.flange_time, w.tensile_time);
  }
  if (summary.derailment) out += derailment_text(*summary.derailment);
  for (const std::string& warning : summary.warnings) out += "warning: " + warning + '\n';
  if (!summary.failure.empty()) out += "failure: " + summary.failure + '\n';
  return out;
}

}  // namespace flangeway::simulate
