// Content of a rule's data file: which limits hold for which quantities in which sections.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/choice.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/law/law_spec.hpp"

namespace flangeway::acceptance {

/// Assessed quantity, per wheel unless stated otherwise; lateral forces and ratios by their absolute value.
enum class Quantity {
  sum_of_lateral_forces,
  force_ratio,
  vertical_force,
  lateral_force,
  unloading,
  vertical_load_ratio,
  net_axle_ratio,
  axle_sum_ratio,
  truck_side_ratio,
  truck_side_load,
  body_lateral_acceleration,
  body_vertical_acceleration,
  bogie_lateral_acceleration
};
constexpr auto alternatives_of(Quantity) {
  using One = Alternative<Quantity>;
  return std::array{
      One{Quantity::sum_of_lateral_forces, "sum_of_lateral_forces", "ΣY of a wheelset, N"},
      One{Quantity::force_ratio, "force_ratio", "Y/Q of a wheel, 1"},
      One{Quantity::vertical_force, "vertical_force", "Q of a wheel, N"},
      One{Quantity::lateral_force, "lateral_force", "Y of a wheel, N"},
      One{Quantity::unloading, "unloading", "(Q0 − Q)/Q0 of a wheel, 1"},
      One{Quantity::vertical_load_ratio, "vertical_load_ratio",
          "Q/Q0 of a wheel, 1; its limit is a lower one"},
      One{Quantity::net_axle_ratio, "net_axle_ratio", "|ΣY|/P0 of a wheelset, 1"},
      One{Quantity::axle_sum_ratio, "axle_sum_ratio", "|Y/Q| of both wheels of a wheelset added, 1"},
      One{Quantity::truck_side_ratio, "truck_side_ratio", "|ΣY|/ΣQ of one side of two wheelsets, 1"},
      One{Quantity::truck_side_load, "truck_side_load",
          "ΣQ of one side of two wheelsets over the mean of their P0, 1; its limit is a lower one"},
      One{Quantity::body_lateral_acceleration, "body_lateral_acceleration", "of a point of the body, m/s²"},
      One{Quantity::body_vertical_acceleration, "body_vertical_acceleration", "of a point of the body, m/s²"},
      One{Quantity::bogie_lateral_acceleration, "bogie_lateral_acceleration", "of a point of a bogie, m/s²"}};
}

/// Statistic of the filtered values of a section.
enum class Measure { percentile, rms, sliding_rms, peak, peak_to_peak, detrended_rms, library };
constexpr auto alternatives_of(Measure) {
  using One = Alternative<Measure>;
  return std::array{
      One{Measure::percentile, "percentile",
          "the percentile of the section, of lateral quantities also the "
          "opposite one, whichever is larger by size"},
      One{Measure::rms, "rms", "root of the mean square over the section"},
      One{Measure::sliding_rms, "sliding_rms",
          "largest rms over `rms_length` inside the section, each `rms_step`, of what a band pass of ± "
          "`band_width` about the strongest frequency of the record lets through"},
      One{Measure::peak, "peak", "largest absolute value"},
      One{Measure::peak_to_peak, "peak_to_peak",
          "largest difference of highest and lowest value within `window_time`, without peaks shorter than "
          "`shortest_peak`"},
      One{Measure::detrended_rms, "detrended_rms",
          "largest rms about the straight line through the values of `window_time`"},
      One{Measure::library,
          "library",
          "a measure of your own, of the values of the section, from a shared library",
          {"library", "parameters", "time_limit"}}};
}

enum class LimitKind {
  constant,
  axle_load,
  wheel_load,
  kips,
  radius,
  nadal,
  weinstock,
  bogie_mass,
  static_load
};
constexpr auto alternatives_of(LimitKind) {
  using One = Alternative<LimitKind>;
  return std::array{
      One{LimitKind::constant, "constant", "the value"},
      One{LimitKind::axle_load, "axle_load", "factor · (value + P0/3)"},
      One{LimitKind::wheel_load, "wheel_load", "value + Q0, at most the value of the curve `over_speed`"},
      One{LimitKind::kips, "kips", "value + factor / (P0 in kips)"},
      One{LimitKind::radius, "radius", "value + factor / (mean radius of the sections in m)"},
      One{LimitKind::nadal, "nadal", "Nadal's limit for `flange_angle_deg` and the friction `value`"},
      One{LimitKind::weinstock, "weinstock",
          "Nadal's limit for `flange_angle_deg` and the friction `value`, and that friction for the other "
          "wheel"},
      One{LimitKind::bogie_mass, "bogie_mass", "factor · (value − mass of the bogie in t / 5)"},
      One{LimitKind::static_load, "static_load", "value · (1 + Q0 / 100 kN)"}};
}

/// How the numbers of many sections become one.
enum class Estimate { maximum, one_dimensional, two_dimensional };
constexpr auto alternatives_of(Estimate) {
  using One = Alternative<Estimate>;
  return std::array{
      One{Estimate::maximum, "maximum", "the worst section"},
      One{Estimate::one_dimensional, "one_dimensional", "mean + k · standard deviation of the sections"},
      One{Estimate::two_dimensional, "two_dimensional",
          "regression over cant deficiency, at the given cant deficiency, + k · its standard error"}};
}

struct ZoneSpec {
  document::Located<std::string> name, title;
  double min_radius = 0, max_radius = 0;  ///< m; 0: no bound
  double section_length = 0;              ///< m; 0: the whole record is one section
  /// [admissible speed in m/s, section length in m above it], in place of section_length where the speed is
  /// known.
  std::vector<std::array<double, 2>> section_lengths;
  long min_sections = 1;
  // Conditions of tests in this zone; empty or 0: none.
  std::vector<double> mean_radius;                  ///< m, range of the mean radius of all sections
  std::vector<double> deficiency_range;             ///< shares of the admissible cant deficiency
  double max_cant_deficiency = 0;                   ///< m
  std::vector<double> speed_range;                  ///< shares of the admissible speed
  std::vector<double> friction;                     ///< range of the coefficient
  document::Located<std::string> condition_source;  ///< where the conditions are printed
  bool conditions_from_memory = false;              ///< they have not been found printed

  /// m, of a section of tests for this admissible speed in m/s; 0: the speed is not known.
  [[nodiscard]] double section_length_at(double admissible_speed) const;
};

/// Filters are Butterworth filters of fourth order in the direction of time, with a steady start.
struct QuantitySpec {
  Quantity quantity = Quantity::force_ratio;
  document::Located<std::string> title;
  double low_pass = 0, high_pass = 0;  ///< Hz; both: a band pass; 0: none
  double mean_length = 0;              ///< m, sliding mean about each place; 0: none
  Measure measure = Measure::percentile;
  double percentile = 100;
  double rms_length = 100, rms_step = 10, band_width = 2;  ///< m, m, Hz: of sliding_rms
  double window_time = 1, shortest_peak = 0;               ///< s: of peak_to_peak and detrended_rms
  law::LawSpec own;                                        ///< of the measure `library`
  std::shared_ptr<const law::Law> function;
  Estimate estimate = Estimate::maximum;
  double factor_k = 0;
  /// %, one-sided, of Student's t for an estimate by regression over the cant deficiency; 0: factor_k there.
  double confidence = 0;
  LimitKind limit = LimitKind::constant;
  double value = 0, factor = 1;
  double flange_angle_deg = 70;
  std::vector<std::array<double, 2>> over_speed;      ///< [m/s, SI]
  std::vector<document::Located<std::string>> zones;  ///< empty: all
  double min_speed = 0, max_speed = 0;    ///< m/s, mean of a section: above the one, up to the other; 0: any
  document::Located<std::string> source;  ///< where the limit is printed; empty: the source of the rule
  bool from_memory = false;               ///< the limit has not been found printed: reports say "unverified"
};

struct RuleSpec {
  document::Located<std::string> name, title, source, date;
  /// Judges the differences of two records (judge_comparison) instead of the values of one.
  bool comparison = false;
  double step = 0.5;           ///< m, between values along the track
  double rail_distance = 1.5;  ///< m, to which cant refers
  double section_margin = 0;   ///< m, between a section and another curvature, as the vehicle has a length
  std::vector<ZoneSpec> zones;
  std::vector<QuantitySpec> quantities;
};

void describe(document::Visitor& v, ZoneSpec& spec);
void describe(document::Visitor& v, QuantitySpec& spec);
void describe(document::Visitor& v, RuleSpec& spec);

/// Names of the rules that the program knows.
[[nodiscard]] std::vector<std::string> rule_names();
/// A rule of the program by its name, or one from a file that ends in .toml.
[[nodiscard]] std::optional<RuleSpec> load_rule(const std::string& name_or_file, Findings& findings);

}  // namespace flangeway::acceptance
