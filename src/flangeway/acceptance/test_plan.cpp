#include "flangeway/acceptance/test_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace flangeway::acceptance {
namespace {

constexpr double gravity_of_cant = 9.80665;  // m/s²
constexpr double section_slack = 5;          // m, so that rounding to the grid costs no section
// Radii keep away from the bounds of zones. Records show a curve from the end of its transition on, where the
// curvature is up to 2e-5 1/m less: 5 % of the curvature of 2500 m.
constexpr double bound_share = 0.06;
constexpr double min_test_cant = 0.02;   // m, of curves whose speed is given
constexpr double cant_ramp = 800;        // m of transition for each m of cant
constexpr double deficiency_rate = 0.1;  // m/s, of a transition curve
constexpr double min_transition = 50;    // m
constexpr std::size_t sections_in_straight_run = 5;

// Shares of the admissible cant deficiency at which curves are run: the whole band, and more at its upper
// end, where the estimate is taken.
std::vector<double> levels_of(const ZoneSpec& zone) {
  if (zone.deficiency_range.empty()) return {1};
  const double low = zone.deficiency_range[0], high = zone.deficiency_range[1];
  std::vector<double> levels;
  for (const double part : {0.02, 0.3, 0.6, 0.85, 0.98}) levels.push_back(low + part * (high - low));
  return levels;
}

class ZonePlanner {
 public:
  ZonePlanner(const RuleSpec& rule, const ZoneSpec& zone, const TestSettings& settings)
      : rule_(rule), zone_(zone), settings_(settings) {
    planned_ = {zone.name.value, zone.title.value, zone.section_length_at(settings.speed), {}, ""};
  }

  PlannedZone plan() {
    if (zone_.max_radius == 0) {
      plan_straight();
    } else if (!zone_.speed_range.empty()) {
      plan_at_speed();
    } else {
      plan_at_radii();
    }
    if (planned_.runs.empty()) return planned_;
    share_sections();
    for (PlannedRun& run : planned_.runs) finish(run);
    std::erase_if(planned_.runs, [](const PlannedRun& run) { return run.sections == 0; });
    return planned_;
  }

 private:
  // Cant and its deficiency together, m.
  [[nodiscard]] double total_cant(double speed, double radius) const {
    return rule_.rail_distance * speed * speed / (gravity_of_cant * radius);
  }
  [[nodiscard]] double radius_for(double speed, double total) const {
    return rule_.rail_distance * speed * speed / (gravity_of_cant * total);
  }
  [[nodiscard]] double min_radius() const { return zone_.min_radius * (1 + bound_share); }
  [[nodiscard]] double max_radius() const { return zone_.max_radius * (1 - bound_share); }

  void plan_straight() {
    const double high = zone_.speed_range.empty() ? 1 : zone_.speed_range[1];
    const std::size_t runs = (settings_.sections + sections_in_straight_run - 1) / sections_in_straight_run;
    for (std::size_t i = 0; i < runs; ++i) {
      const double part = runs < 2 ? 1 : static_cast<double>(i) / static_cast<double>(runs - 1);
      planned_.runs.push_back({.speed = settings_.speed * (1 + part * (high - 1))});
    }
  }

  // Curves at the admissible speed: cant deficiency and radius give the cant.
  void plan_at_speed() {
    for (const double level : levels_of(zone_)) {
      const double deficiency = level * settings_.deficiency;
      const double least =
                       std::max(min_radius(), radius_for(settings_.speed, deficiency + settings_.max_cant)),
                   most = std::min(max_radius(), radius_for(settings_.speed, deficiency + min_test_cant));
      if (!(least <= most)) {
        unreachable(deficiency);
        continue;
      }
      for (const double part : {0.0, 0.5, 1.0}) {
        const double radius = std::round(least * std::pow(most / least, part));
        const double cant = total_cant(settings_.speed, radius) - deficiency;
        planned_.runs.push_back(
            {.radius = radius, .cant = cant, .deficiency = deficiency, .speed = settings_.speed});
      }
    }
  }

  // Tight curves with the usual cant, slower than the admissible speed; where that is too fast, less cant.
  void plan_at_radii() {
    std::vector<double> range = zone_.mean_radius;
    if (range.empty()) range = {min_radius(), max_radius()};
    const double middle = (range[0] + range[1]) / 2;
    for (const double level : levels_of(zone_)) {
      for (const double part : {0.9, 1.0, 1.1}) {
        const double radius = std::round(std::clamp(part * middle, min_radius(), max_radius()));
        const double deficiency = level * settings_.deficiency;
        double cant = settings_.max_cant,
               speed = std::sqrt(gravity_of_cant * radius * (deficiency + cant) / rule_.rail_distance);
        if (speed > settings_.speed) {
          speed = settings_.speed;
          cant = total_cant(speed, radius) - deficiency;
        }
        if (cant < 0) {
          unreachable(deficiency);
          continue;
        }
        planned_.runs.push_back({.radius = radius, .cant = cant, .deficiency = deficiency, .speed = speed});
      }
    }
  }

  void unreachable(double deficiency) {
    if (!planned_.unreachable.empty()) return;
    planned_.unreachable = fmt::format(
        "no curve of this zone has a cant deficiency of {:.0f} mm at {:.0f} km/h with a cant of 0 to {:.0f} "
        "mm",
        1e3 * deficiency, 3.6 * settings_.speed, 1e3 * settings_.max_cant);
  }

  // All sections, as evenly as whole numbers allow.
  void share_sections() {
    const std::size_t count = planned_.runs.size();
    for (std::size_t i = 0; i < count; ++i)
      planned_.runs[i].sections = settings_.sections / count + (i < settings_.sections % count ? 1 : 0);
  }

  void finish(PlannedRun& run) const {
    run.transition = std::ceil(
        std::max({min_transition, cant_ramp * run.cant, run.deficiency * run.speed / deficiency_rate}));
    run.length = std::ceil(rule_.section_margin + section_slack +
                           static_cast<double>(run.sections) * planned_.section_length);
    run.name = run.radius == 0 ? fmt::format("straight, {:.1f} km/h", 3.6 * run.speed)
                               : fmt::format("R {:g} m, {:.1f} mm, {:.1f} km/h", run.radius,
                                             1e3 * run.deficiency, 3.6 * run.speed);
  }

  const RuleSpec& rule_;
  const ZoneSpec& zone_;
  const TestSettings& settings_;
  PlannedZone planned_;
};

void check_tests(const RuleSpec& rule, const TestSettings& settings, Findings& findings) {
  long needed = 0;
  for (const ZoneSpec& zone : rule.zones) {
    if (zone.section_length == 0)
      findings.add({{},
                    "--rule",
                    "has a zone without a length of sections",
                    zone.name.value,
                    "",
                    "Choose a rule with sections, such as en14363"});
    needed = std::max(needed, zone.min_sections);
  }
  if (static_cast<long>(settings.sections) < needed)
    findings.add({{},
                  "--sections",
                  "is fewer than the rule needs in a zone",
                  fmt::format("{}", settings.sections),
                  fmt::format("{} or more", needed),
                  ""});
  if (rule.comparison)
    findings.add({{},
                  "--rule",
                  "compares a simulation with a measurement",
                  rule.name.value,
                  "",
                  "Choose a rule that judges runs, such as en14363"});
}

}  // namespace

double PlannedRun::distance() const {
  return run_in + transition + length;
}

std::size_t PlannedZone::sections() const {
  std::size_t count = 0;
  for (const PlannedRun& run : runs) count += run.sections;
  return count;
}

std::size_t TestPlan::runs() const {
  std::size_t count = 0;
  for (const PlannedZone& zone : zones) count += zone.runs.size();
  return count;
}

double TestPlan::distance() const {
  double sum = 0;
  for (const PlannedZone& zone : zones)
    for (const PlannedRun& run : zone.runs) sum += run.distance();
  return sum;
}

double TestPlan::duration() const {
  double sum = 0;
  for (const PlannedZone& zone : zones)
    for (const PlannedRun& run : zone.runs) sum += run.distance() / run.speed;
  return sum;
}

TestPlan plan_tests(const RuleSpec& rule, const TestSettings& settings, Findings& findings) {
  const std::size_t before = findings.all().size();
  check_tests(rule, settings, findings);
  TestPlan plan;
  if (findings.all().size() != before) return plan;
  for (const ZoneSpec& zone : rule.zones) plan.zones.push_back(ZonePlanner(rule, zone, settings).plan());
  std::size_t seed = settings.seed;
  for (PlannedZone& zone : plan.zones)
    for (PlannedRun& run : zone.runs) run.seed = seed++;
  return plan;
}

std::vector<TestCondition> conditions_of(const TestSettings& settings) {
  std::vector<TestCondition> conditions;
  const std::vector<std::string> wheels =
      settings.wheels.empty() ? std::vector<std::string>{""} : settings.wheels;
  for (const double friction : settings.friction)
    for (const std::string& wheel : wheels)
      conditions.push_back({fmt::format("friction {:g}, {}", friction,
                                        wheel.empty() ? "wheels of the vehicle file" : "wheels " + wheel),
                            friction, wheel});
  return conditions;
}

std::string text(const TestPlan& plan) {
  std::string text;
  for (const PlannedZone& zone : plan.zones) {
    text += fmt::format("zone {}\n", zone.title);
    if (!zone.unreachable.empty()) text += fmt::format("  left out: {}\n", zone.unreachable);
    if (zone.runs.empty()) continue;
    text += fmt::format("  {} sections of {:g} m in {} runs\n", zone.sections(), zone.section_length,
                        zone.runs.size());
    text += fmt::format("  {:>10} {:>9} {:>12} {:>11} {:>9} {:>11}\n", "radius", "cant", "deficiency",
                        "speed", "sections", "track");
    for (const PlannedRun& run : zone.runs)
      text += fmt::format("  {:>10} {:>6.1f} mm {:>9.1f} mm {:>6.1f} km/h {:>9} {:>9.0f} m\n",
                          run.radius == 0 ? "straight" : fmt::format("{:g} m", run.radius), 1e3 * run.cant,
                          1e3 * run.deficiency, 3.6 * run.speed, run.sections, run.distance());
  }
  return text;
}

}  // namespace flangeway::acceptance
