#include "plausible.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/assess/statistics.hpp"

namespace flangeway::acceptance {
namespace {

using Column = std::vector<double>;

// Up to `likely` there is no message, up to `possible` a warning, beyond it a finding.
struct Band {
  double likely_from, likely_to, possible_from, possible_to;
};
constexpr Band wheel_load_band{1e3, 250e3, 0, 1e6};      // N, mean; a wheel of 40 t axles carries 196 kN
constexpr Band guiding_force_band{0, 300e3, 0, 1e6};     // N, largest |Y|
constexpr Band speed_band{0.5, 170, 0, 300};             // m/s, mean; the fastest train ran 160 m/s
constexpr Band curvature_band{0, 1 / 15.0, 0, 1 / 5.0};  // 1/m, largest; trams turn in 15 m
constexpr Band cant_band{0, 0.21, 0, 0.5};               // m, largest
constexpr Band body_band{0, 30, 0, 500};                 // m/s², largest
constexpr Band bogie_band{0, 300, 0, 2000};              // m/s², largest

class Checker {
 public:
  Checker(const std::string& record, Findings& findings, std::vector<std::string>& warnings)
      : record_(record), findings_(findings), warnings_(warnings) {}

  // `what` is "a mean of", "a largest value of".
  void check(const std::string& column, const char* what, double value, const char* unit, const Band& band,
             const char* advice) {
    const std::string got = fmt::format("{:.4g} {}", value, unit);
    if (!(value > band.possible_from || (value == 0 && band.likely_from == 0)) || value > band.possible_to) {
      findings_.add({{record_, 0, 0},
                     column,
                     fmt::format("has {} that no railway vehicle has", what),
                     got,
                     fmt::format("{:g} to {:g} {}", band.possible_from, band.possible_to, unit),
                     advice});
    } else if (value < band.likely_from || value > band.likely_to) {
      warn(column,
           fmt::format("has {} of {}; usual are {:g} to {:g} {}", what, got, band.likely_from, band.likely_to,
                       unit),
           advice);
    }
  }
  void warn(const std::string& column, const std::string& problem, const char* advice) {
    warnings_.push_back(fmt::format("{}: {}: {}. {}", record_, column, problem, advice));
  }

 private:
  const std::string& record_;
  Findings& findings_;
  std::vector<std::string>& warnings_;
};

bool is_constant(const Column& values) {
  return std::all_of(values.begin(), values.end(), [&](double value) { return value == values.front(); });
}

void check_wheel(const std::string& wheel, const Column& load, const Column& guiding, double static_load,
                 Checker& checker) {
  const double mean = assess::mean(load);
  checker.check(wheel + ".Q", "a mean", mean, "N", wheel_load_band,
                mean > 0 ? "Check the unit in the header of the column"
                         : "Q is positive downwards: check its sign, and whether it is this wheel's Q");
  checker.check(wheel + ".Y", "a largest absolute value", assess::largest_absolute(guiding).value, "N",
                guiding_force_band, "Check the unit in the header of the column");
  const double most = assess::highest(load).value;
  if (mean > 0 && most > 10 * mean)
    checker.warn(wheel + ".Q", fmt::format("reaches {:.4g} N, {:.0f} times its mean", most, most / mean),
                 "Look for spikes of the instrument");
  if (static_load > 0 && mean > 0 && std::abs(mean / static_load - 1) > 0.3)
    checker.warn(wheel + ".Q",
                 fmt::format("has a mean of {:.4g} N, {:.0f} % of the static load of {:.4g} N that "
                             "--axle-load gives",
                             mean, 100 * mean / static_load, static_load),
                 "Check --axle-load and the unit");
}

// A column that never changes while that of another wheel does.
void check_dead(const Samples& samples, Checker& checker) {
  const auto alive = [](const WheelsetForces& forces) {
    return !is_constant(forces.vertical[0]) || !is_constant(forces.vertical[1]);
  };
  if (std::none_of(samples.wheelsets.begin(), samples.wheelsets.end(), alive)) return;
  for (const WheelsetForces& forces : samples.wheelsets)
    for (const std::size_t side : {0u, 1u})
      if (is_constant(forces.vertical[side]))
        checker.warn(forces.name + (side == 0 ? ".left.Q" : ".right.Q"),
                     fmt::format("is {:.6g} N in every row", forces.vertical[side].front()),
                     "Check whether it was measured");
}

void check_point(const PointAccelerations& point, Checker& checker) {
  const Band& band = point.bogie ? bogie_band : body_band;
  const char* advice = "Check the unit in the header of the column";
  for (const auto& [name, values] : {std::pair(".ay", &point.lateral), std::pair(".az", &point.vertical)}) {
    if (values->empty()) continue;
    const std::string column = point.name + name;
    checker.check(column, "a largest absolute value", assess::largest_absolute(*values).value, "m/s²", band,
                  advice);
    const double mean = std::abs(assess::mean(*values));
    if (mean > 8 && mean < 12)
      checker.warn(column, fmt::format("has a mean of {:.3g} m/s²: it contains gravity", mean),
                   "Subtract it, and check the axis");
  }
}

}  // namespace

void check_plausible(const Samples& samples, const JudgeOptions& options, Findings& findings,
                     std::vector<std::string>& warnings) {
  Checker checker(samples.record, findings, warnings);
  for (const WheelsetForces& forces : samples.wheelsets)
    for (const std::size_t side : {0u, 1u})
      check_wheel(forces.name + (side == 0 ? ".left" : ".right"), forces.vertical[side], forces.lateral[side],
                  options.axle_load / 2, checker);
  check_dead(samples, checker);
  for (const PointAccelerations& point : samples.points) check_point(point, checker);
  const double time = samples.time.back() - samples.time.front();
  checker.check("distance", "a mean speed", (samples.distance.back() - samples.distance.front()) / time,
                "m/s", speed_band, "Check the units of t and distance");
  checker.check("track.curvature", "a largest absolute value",
                assess::largest_absolute(samples.curvature).value, "1/m", curvature_band, "Check its unit");
  checker.check("track.cant", "a largest absolute value", assess::largest_absolute(samples.cant).value, "m",
                cant_band, "Check its unit");
}

}  // namespace flangeway::acceptance
