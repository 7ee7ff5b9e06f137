#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "flangeway/acceptance/comfort_report.hpp"
#include "flangeway/acceptance/grid.hpp"
#include "flangeway/acceptance/track_below.hpp"
#include "flangeway/assess/series.hpp"

namespace flangeway::acceptance {
namespace {

constexpr double standard_gravity = 9.80665;  // m/s²

using Values = std::vector<double>;

Values values_or_none(const Record& record, const std::string& name) {
  return record.has(name) ? record.values(name) : Values{};
}

Values rate_of(const Values& time, const Values& values) {
  return assess::rate({time, values});
}

// The reading of an accelerometer at a point of the body: the rate of its velocity, both relative to the
// track frame and by the turning of this frame, curvature and gravity; small angles. docs/theory/comfort.md
// (1)
FloorRecord derived(const Record& record, const FloorPoint& point, const Values& time, double step) {
  const auto of_body = [&](const char* name) { return record.values(point.body + name); };
  const TrackBelow track = track_below(record, point.body);
  const Values speed = of_body(".vs"), roll = of_body(".roll"), cant_rate = rate_of(time, track.cant_angle);
  Values forward = speed, lateral = of_body(".vy"), vertical = of_body(".vz");
  FloorRecord floor{.step = step,
                    .x = {},
                    .y = {},
                    .z = {},
                    .roll_rate = of_body(".vroll"),
                    .curvature = record.has("track.curvature") ? record.values("track.curvature")
                                                               : Values(time.size(), 0.0)};
  const Values pitch_rate = of_body(".vpitch"), yaw_rate = of_body(".vyaw");
  const auto [x, y, z] = point.position;
  for (std::size_t i = 0; i < time.size(); ++i) {
    const double roll_rate = floor.roll_rate[i] - cant_rate[i],
                 yaw = yaw_rate[i] + speed[i] * track.curvature[i];
    forward[i] += z * pitch_rate[i] - y * yaw;
    lateral[i] += x * yaw - z * roll_rate + track.height * cant_rate[i];
    vertical[i] += y * roll_rate - x * pitch_rate[i];
  }
  floor.x = rate_of(time, forward);
  floor.y = rate_of(time, lateral);
  floor.z = rate_of(time, vertical);
  for (std::size_t i = 0; i < time.size(); ++i)
    floor.y[i] +=
        speed[i] * speed[i] * track.curvature[i] + standard_gravity * (roll[i] - track.cant_angle[i]);
  return floor;
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
  if (!record.has("t"))
    return complain("t", "is missing among the columns " + fmt::format("{}", fmt::join(record.names(), ", ")),
                    "Name the column of times t [s]; sample number/rate where there is none");
  const Values time = record.values("t");
  if (point) {
    if (!record.has(point->body + ".vy")) {
      complain_of_body(record, point->body, findings);
      return std::nullopt;
    }
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
