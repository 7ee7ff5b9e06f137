#include "flangeway/track/line_limits.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "flangeway/document/read.hpp"
#include "flangeway/track/limit_names.hpp"

namespace flangeway::track {

namespace {

constexpr double gravity = 9.81;             // m/s²
constexpr double sample_distance = 1;        // m
constexpr double joint_tolerance = 1e-6;     // m, next to a joint
constexpr double straight_curvature = 1e-7;  // 1/m: beyond a radius of 10 000 km a line is straight
constexpr double jump_tolerance = 1e-6;      // m of cant deficiency

struct Quantity {
  const char* name;
  const char* unit;
  double factor;
  bool is_least;
};
constexpr std::array line_quantity_table{
    Quantity{"radius", "m", 1, true},
    Quantity{"cant", "mm", 1e3, false},
    Quantity{"cant_deficiency", "mm", 1e3, false},
    Quantity{"cant_excess", "mm", 1e3, false},
    Quantity{"jump_of_deficiency", "mm", 1e3, false},
    Quantity{"cant_gradient", "mm/m", 1e3, false},
    Quantity{"rate_of_cant", "mm/s", 1e3, false},
    Quantity{"rate_of_deficiency", "mm/s", 1e3, false},
    Quantity{"gradient", "‰", 1e3, false},
    Quantity{"crest_radius", "m", 1, true},
    Quantity{"hollow_radius", "m", 1, true},
};

// The design at one place. Deficiency is positive to the outside of a left curve.
struct DesignPoint {
  double curvature = 0, cant = 0, deficiency = 0, gradient = 0;
  double cant_slope = 0, deficiency_slope = 0, gradient_slope = 0;  // derivatives along the line
};

class Design {
 public:
  Design(const TrackModel& model, double speed) : model_(model), speed_(speed) {}

  // Differences do not reach beyond `from` and `to`, where a law changes.
  [[nodiscard]] DesignPoint at(double s, double from, double to) const {
    DesignPoint point = values(s);
    const double low = std::max(from, s - 0.25), high = std::min(to, s + 0.25);
    const DesignPoint before = values(low), after = values(high);
    point.cant_slope = (after.cant - before.cant) / (high - low);
    point.deficiency_slope = (after.deficiency - before.deficiency) / (high - low);
    point.gradient_slope = (after.gradient - before.gradient) / (high - low);
    return point;
  }
  [[nodiscard]] double jump(double s) const {
    return values(s + joint_tolerance).deficiency - values(s - joint_tolerance).deficiency;
  }

 private:
  [[nodiscard]] DesignPoint values(double s) const {
    DesignPoint point;
    point.curvature = model_.curvature(s), point.cant = model_.cant(s), point.gradient = model_.gradient(s);
    point.deficiency = model_.rail_distance() * speed_ * speed_ * point.curvature / gravity - point.cant;
    return point;
  }

  const TrackModel& model_;
  double speed_;  // m/s
};

// Extreme of one quantity over the line, and where it is beyond its limit.
struct Extreme {
  double value = std::numeric_limits<double>::quiet_NaN(), s = 0, length_beyond = 0;

  void add(double candidate, double at, double length, const Quantity& quantity, double limit) {
    if (!std::isfinite(candidate)) return;
    if (std::isnan(value) || (quantity.is_least ? candidate < value : candidate > value))
      value = candidate, s = at;
    if (quantity.is_least ? candidate < limit : candidate > limit) length_beyond += length;
  }
};

// Values of all quantities at a point, in the order of the table; NaN where the line has none.
std::array<double, line_quantity_table.size()> values_of(const DesignPoint& point, double speed) {
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  const bool curved = std::abs(point.curvature) > straight_curvature;
  const double outwards =
      curved ? std::copysign(1.0, point.curvature) * point.deficiency : -std::abs(point.cant);
  const double vertical = std::abs(point.gradient_slope);
  const bool bends = vertical > straight_curvature;
  return {curved ? 1 / std::abs(point.curvature) : none,
          std::abs(point.cant),
          std::max(0.0, outwards),
          std::max(0.0, -outwards),
          none,  // at joints only
          std::abs(point.cant_slope),
          speed * std::abs(point.cant_slope),
          speed * std::abs(point.deficiency_slope),
          std::abs(point.gradient),
          bends && point.gradient_slope < 0 ? 1 / vertical : none,
          bends && point.gradient_slope > 0 ? 1 / vertical : none};
}

// The entry of a quantity that holds at a speed; null if the file has none.
const LineLimitSpec* entry_at(const LineLimitsSpec& limits, const std::string& quantity, double speed_kmh) {
  const LineLimitSpec* found = nullptr;
  const auto reach = [](const LineLimitSpec& one) {
    return one.to_speed_kmh > 0 ? one.to_speed_kmh : std::numeric_limits<double>::infinity();
  };
  for (const LineLimitSpec& one : limits.limits) {
    if (one.quantity.value != quantity || reach(one) < speed_kmh) continue;
    if (found == nullptr || reach(one) < reach(*found)) found = &one;
  }
  return found;
}

std::vector<double> joints_of(const TrackModel& model) {
  std::vector<double> joints{0, model.length()};
  for (const double s : model.alignment().joints())
    if (s > 0 && s < model.length()) joints.push_back(s);
  std::sort(joints.begin(), joints.end());
  joints.erase(std::unique(joints.begin(), joints.end(),
                           [](double a, double b) { return b - a < 4 * joint_tolerance; }),
               joints.end());
  return joints;
}

using Extremes = std::array<Extreme, line_quantity_table.size()>;
using Limits = std::array<double, line_quantity_table.size()>;

void scan_interval(const Design& design, double from, double to, double speed, const Limits& limits,
                   Extremes& extremes) {
  const double a = from + joint_tolerance, b = to - joint_tolerance;
  const auto steps = static_cast<long>(std::max(2.0, std::ceil((b - a) / sample_distance)));
  const double share = (b - a) / static_cast<double>(steps);
  for (long i = 0; i <= steps; ++i) {
    const double s = a + share * static_cast<double>(i), length = i == 0 || i == steps ? share / 2 : share;
    const auto values = values_of(design.at(s, a, b), speed);
    for (std::size_t q = 0; q < values.size(); ++q)
      extremes[q].add(values[q], s, length, line_quantity_table[q], limits[q]);
  }
}

// Without extremes a quantity does not occur on the line.
LineVerdict verdict_of(const Quantity& quantity, const LineLimitSpec* entry, const LineLimitsSpec& file,
                       const Extreme& extreme, double speed_kmh) {
  LineVerdict verdict;
  verdict.quantity = quantity.name, verdict.unit = quantity.unit, verdict.unit_factor = quantity.factor;
  verdict.is_least = quantity.is_least;
  verdict.value = extreme.value, verdict.s = extreme.s;
  if (entry == nullptr) {
    const bool known = std::any_of(file.limits.begin(), file.limits.end(), [&](const LineLimitSpec& one) {
      return one.quantity.value == quantity.name;
    });
    verdict.not_judged = known ? fmt::format("no limit of the file holds at {:g} km/h", speed_kmh)
                               : "the file has no limit of it";
    return verdict;
  }
  verdict.limit = entry->limit_at(speed_kmh);
  verdict.length_beyond = extreme.length_beyond;
  verdict.source = entry->source.value.empty() ? file.source.value : entry->source.value;
  if (std::isnan(extreme.value)) verdict.not_judged = "the line has none";
  return verdict;
}

}  // namespace

std::vector<std::string> line_quantities() {
  std::vector<std::string> names;
  for (const Quantity& quantity : line_quantity_table) names.emplace_back(quantity.name);
  return names;
}

double LineLimitSpec::limit_at(double speed_kmh) const {
  if (!(limit_times_speed_kmh > 0)) return limit;
  const double falling = limit_times_speed_kmh / speed_kmh;
  return limit > 0 ? std::min(limit, falling) : falling;
}

void describe(document::Visitor& v, LineLimitSpec& spec) {
  spec.where = v.here();
  v.text("quantity", spec.quantity, document::Presence::required,
         fmt::format("{}", fmt::join(line_quantities(), ", ")));
  v.number("to_speed_kmh", spec.to_speed_kmh, {.unit = "km/h", .minimum = 0},
           "highest speed for which this entry holds; 0: any");
  v.number("limit", spec.limit, {.minimum = 0},
           "in m, m/m or m/s: the least radius, the greatest of all other quantities");
  v.number("limit_times_speed_kmh", spec.limit_times_speed_kmh, {.minimum = 0},
           "limit times the speed in km/h, where it falls with the speed; the smaller of both holds");
  v.text("source", spec.source, document::Presence::optional,
         "publication of this number; that of the file if empty");
}

void describe(document::Visitor& v, LineLimitsSpec& spec) {
  v.text("name", spec.name, document::Presence::required, "name of the limits, for reports");
  v.text("source", spec.source, document::Presence::required, "publication that the limits come from");
  v.text("date", spec.date, document::Presence::required, "date of that publication");
  v.texts("not_covered", spec.not_covered,
          "what the publication limits and this file does not: reported as not judged");
  v.list("limits", spec.limits, {.presence = document::Presence::required, .least = 1},
         "limits of one quantity up to a speed");
}

std::optional<LineLimitsSpec> load_line_limits(const std::string& file, Findings& findings) {
  Findings own;
  std::optional<LineLimitsSpec> limits;
  const auto document = document::Document::from_file(file, own);
  if (own.empty()) document.fill(limits.emplace(), own);
  const std::vector<std::string> known = line_quantities();
  for (std::size_t i = 0; limits && i < limits->limits.size(); ++i) {
    const LineLimitSpec& one = limits->limits[i];
    const std::string key = fmt::format("limits[{}]", i);
    check_name(one.quantity, key + ".quantity", "is no quantity of a line", known, own);
    if (!(one.limit > 0) && !(one.limit_times_speed_kmh > 0))
      own.add({one.where, key, "has no limit", "", "", "Give limit or limit_times_speed_kmh"});
  }
  findings.append(own);
  return own.empty() ? limits : std::nullopt;
}

LineReport judge_line(const TrackModel& model, const LineLimitsSpec& limits, double speed_kmh) {
  const double speed = speed_kmh / 3.6;
  std::array<const LineLimitSpec*, line_quantity_table.size()> entries{};
  Limits bounds{};
  for (std::size_t q = 0; q < entries.size(); ++q) {
    entries[q] = entry_at(limits, line_quantity_table[q].name, speed_kmh);
    const double none = line_quantity_table[q].is_least ? 0 : std::numeric_limits<double>::infinity();
    bounds[q] = entries[q] == nullptr ? none : entries[q]->limit_at(speed_kmh);
  }
  const Design design(model, speed);
  const std::vector<double> joints = joints_of(model);
  Extremes extremes{};
  constexpr std::size_t jump = 4;
  for (std::size_t i = 0; i + 1 < joints.size(); ++i) {
    scan_interval(design, joints[i], joints[i + 1], speed, bounds, extremes);
    if (i == 0) continue;
    const double change = std::abs(design.jump(joints[i]));
    if (change > jump_tolerance)
      extremes[jump].add(change, joints[i], 0, line_quantity_table[jump], bounds[jump]);
  }
  LineReport report{.limits = limits.name.value, .speed_kmh = speed_kmh, .verdicts = {}, .not_covered = {}};
  for (std::size_t q = 0; q < entries.size(); ++q)
    report.verdicts.push_back(verdict_of(line_quantity_table[q], entries[q], limits, extremes[q], speed_kmh));
  for (const auto& text : limits.not_covered) report.not_covered.push_back(text.value);
  return report;
}

}  // namespace flangeway::track
