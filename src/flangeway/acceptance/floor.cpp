#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "flangeway/acceptance/comfort_report.hpp"
#include "flangeway/acceptance/grid.hpp"
#include "flangeway/assess/series.hpp"

namespace flangeway::acceptance {
namespace {

constexpr double standard_gravity = 9.80665, cant_base = 1.5;  // m/s²; m, to which cant refers

using Values = std::vector<double>;

Values values_or_none(const Record& record, const std::string& name) {
  return record.has(name) ? record.values(name) : Values{};
}

Values zeros_or(const Record& record, const std::string& name, std::size_t count) {
  return record.has(name) ? record.values(name) : Values(count, 0.0);
}

// The acceleration of a point of the body in its track frame, with what curvature, cant and gravity add for
// an accelerometer; small angles. docs/theory/comfort.md (1)
FloorRecord derived(const Record& record, const FloorPoint& point, const Values& time, double step) {
  const auto rate = [&](const char* name) { return assess::rate({time, record.values(point.body + name)}); };
  const Values forward = rate(".vs"), lateral = rate(".vy"), vertical = rate(".vz"), roll = rate(".vroll"),
               pitch = rate(".vpitch"), yaw = rate(".vyaw");
  const Values speed = record.values(point.body + ".vs"), angle = record.values(point.body + ".roll");
  FloorRecord floor{.step = step,
                    .x = {},
                    .y = {},
                    .z = {},
                    .roll_rate = record.values(point.body + ".vroll"),
                    .curvature = zeros_or(record, "track.curvature", time.size())};
  const Values cant = zeros_or(record, "track.cant", time.size());
  const auto [x, y, z] = point.position;
  for (std::size_t i = 0; i < time.size(); ++i) {
    floor.x.push_back(forward[i] + z * pitch[i] - y * yaw[i]);
    floor.y.push_back(lateral[i] + x * yaw[i] - z * roll[i] + speed[i] * speed[i] * floor.curvature[i] +
                      standard_gravity * (angle[i] - cant[i] / cant_base));
    floor.z.push_back(vertical[i] + y * roll[i] - x * pitch[i]);
  }
  return floor;
}

}  // namespace

std::optional<FloorPoint> parse_floor_point(const std::string& text, Findings& findings) {
  const std::size_t colon = text.find(':');
  FloorPoint point{text.substr(0, colon), {}};
  bool good = colon != std::string::npos && colon > 0;
  const char* at = text.data() + (good ? colon + 1 : 0);
  const char* const end = text.data() + text.size();
  for (std::size_t i = 0; good && i < 3; ++i) {
    const auto [next, error] = std::from_chars(at, end, point.position[i]);
    good = error == std::errc() && (i == 2 ? next == end : next != end && *next == ',');
    at = i == 2 ? next : next + 1;
  }
  if (good) return point;
  findings.add({{},
                "--point",
                "is not a point of a body",
                text,
                "BODY:x,y,z in m from its centre of gravity",
                "Write for example carbody:8,0,-0.9"});
  return std::nullopt;
}

std::vector<FloorPoint> parse_floor_points(const std::vector<std::string>& texts, Findings& findings) {
  std::vector<FloorPoint> points;
  for (const std::string& text : texts)
    if (auto point = parse_floor_point(text, findings)) points.push_back(std::move(*point));
  return points;
}

std::optional<FloorRecord> floor_record(const Record& record, const std::optional<FloorPoint>& point,
                                        Findings& findings) {
  const auto complain = [&](const std::string& key, std::string problem, std::string advice) {
    findings.add({{record.path(), 0, 0}, key, std::move(problem), "", "", std::move(advice)});
    return std::nullopt;
  };
  if (!record.has("t")) return complain("t", "is missing", "Record this channel, or name the column so");
  const Values time = record.values("t");
  if (point) {
    if (!record.has(point->body + ".vy"))
      return complain(point->body + ".vy", "is missing", "Name a point of a body that is in the record");
    const auto step = assess::even_step(time);
    if (!step) return complain("t", "is not sampled evenly", "Record the run at a fixed output.interval");
    return derived(record, *point, time, *step);
  }
  if (!record.has("ax") && !record.has("ay") && !record.has("az"))
    return complain("ax", "is missing, and so are ay and az",
                    "Name a point of a body with --point BODY:x,y,z, or give columns ax, ay and az");
  std::string problem;
  const auto timing = assess::timing_of(time, problem);
  if (!timing)
    return complain("t", problem, "Repair the stamps, or give the steps as t = sample number/rate");
  const auto column = [&](const char* name) {
    return record.has(name) ? assess::on_even_steps(*timing, {time, record.values(name)}) : Values{};
  };
  return FloorRecord{timing->step,         column("ax"),        column("ay"),
                     column("az"),         column("roll_rate"), column("track.curvature"),
                     timing->note,         column("seat.ay"),   column("seat.az"),
                     column("backrest.ax")};
}

bool is_bogie(const std::string& name) {
  return name.find("bogie") != std::string::npos;
}

namespace {

// By the topology of the vehicle; tables have nothing but names.
bool is_on_bogie(const Record& record, const std::string& body) {
  const std::string role = record.role_of(body);
  return role.empty() ? is_bogie(body) : role == "bogie_frame" || role == "bolster" || role == "axlebox";
}

// Bodies of a result file: those with lateral velocities.
std::vector<std::string> bodies_of(const Record& record) {
  std::vector<std::string> bodies;
  for (const std::string& name : record.names())
    if (name.ends_with(".vy")) bodies.push_back(name.substr(0, name.size() - 3));
  return bodies;
}

void complain_of_body(const Record& record, const std::string& body, Findings& findings) {
  const std::vector<std::string> bodies = bodies_of(record);
  const std::string nearest = nearest_name(body, bodies);
  findings.add({{record.path(), 0, 0},
                "--point",
                "names no body of the record",
                body,
                fmt::format("{}", fmt::join(bodies, ", ")),
                nearest.empty() ? "" : fmt::format("Did you mean {}", nearest)});
}

// Columns NAME.ay and NAME.az. A direction without a column stays empty.
void add_columns(const Record& record, std::vector<PointAccelerations>& points) {
  for (const std::string& name : record.names()) {
    const bool bare = name == "ay" || name == "az";
    if (!bare && !name.ends_with(".ay") && !name.ends_with(".az")) continue;
    const std::string base = name.substr(0, name.size() - 2);
    if (name.back() == 'z' && record.has(base + "ay")) continue;  // both were taken there
    const std::string item = base.empty() ? "floor" : base.substr(0, base.size() - 1);
    points.push_back(
        {item, is_bogie(item), values_or_none(record, base + "ay"), values_or_none(record, base + "az")});
  }
}

}  // namespace

std::vector<PointAccelerations> accelerations_of(const Record& record, const std::vector<FloorPoint>& points,
                                                 Findings& findings) {
  std::vector<PointAccelerations> result;
  for (const FloorPoint& point : points) {
    if (!record.has(point.body + ".vy")) {
      // A table has accelerometers of its own, and may be given together with result files.
      if (!record.is_table()) complain_of_body(record, point.body, findings);
      continue;
    }
    auto floor = floor_record(record, point, findings);
    if (!floor) continue;
    const auto [x, y, z] = point.position;
    result.push_back({fmt::format("{}:{:g},{:g},{:g}", point.body, x, y, z), is_on_bogie(record, point.body),
                      std::move(floor->y), std::move(floor->z)});
  }
  add_columns(record, result);
  for (const PointAccelerations& point : result)
    for (const auto* values : {&point.lateral, &point.vertical})
      if (std::any_of(values->begin(), values->end(), [](double value) { return !std::isfinite(value); })) {
        findings.add({{record.path(), 0, 0},
                      point.name,
                      "has an acceleration that is not finite",
                      "",
                      "",
                      "Cut the record there, or repair it"});
        break;
      }
  return result;
}

}  // namespace flangeway::acceptance
