// A record on equal steps of distance, filtered as a quantity wants it.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "flangeway/acceptance/judge.hpp"

namespace flangeway::acceptance {

/// Forces of a wheelset over time, N.
struct WheelsetForces {
  std::string name;
  std::array<std::vector<double>, 2> lateral, vertical;  ///< left, right; Y to the left positive
  double axle_load = 0;                                  ///< P0
};

/// Accelerations of a point of a body, m/s², as an accelerometer shows them.
struct PointAccelerations {
  std::string name;
  bool bogie = false;
  std::vector<double> lateral, vertical;  ///< empty: not measured
};
/// From a result file: at the points; from a table: its columns NAME.ay and NAME.az, or ay and az ("floor").
[[nodiscard]] std::vector<PointAccelerations> accelerations_of(const Record& record,
                                                               const std::vector<FloorPoint>& points,
                                                               Findings& findings);

/// Chainage of both ends of a section; nothing without a table.
[[nodiscard]] SectionChainage chainage_of(const ChainageTable& table, double begin, double end);

/// A record at equal steps of time.
struct Samples {
  std::string record;
  Sampling sampling = Sampling::unknown;
  double step = 0;  ///< s
  std::vector<double> time, distance, speed, curvature, cant;
  std::vector<WheelsetForces> wheelsets;
  std::vector<PointAccelerations> points;
  ChainageTable chainage = {};  ///< over the distance; empty: the record has none
};
/// Nothing, and findings, where the record cannot be judged.
[[nodiscard]] std::optional<Samples> samples_of(const Record& record, const RuleSpec& rule,
                                                const JudgeOptions& options, Findings& findings);

/// One series of a quantity: of a wheel, a wheelset or a side.
struct ItemSeries {
  std::string item;
  std::vector<double> values;  ///< at Samples::time; of a quotient its numerator
  double axle_load = 0;
  /// N, denominator of a quotient; empty: none. Both are filtered before the quotient is formed.
  std::vector<double> divisor = {};
  double no_contact = 0;  ///< N: where the filtered denominator is not above it, there is no quotient
  /// A second quotient, of the other wheel: the sizes of both are added. Empty: there is none.
  std::vector<double> other_values = {}, other_divisor = {};
  std::size_t wheelset = 0, wheel = 0;  ///< from 1, of a wheelset; wheel: 1 right, 2 left; 0: of none
};
[[nodiscard]] std::vector<ItemSeries> series_of(const Samples& samples, Quantity quantity);

/// "Q11", "ΣY2": the name in EN 14363 of a quantity of wheelset j and wheel k, Y_jk; empty where it has none.
[[nodiscard]] std::string alias_of(const ItemSeries& series, Quantity quantity);

/// There is at least one series of this quantity.
[[nodiscard]] bool has(const Samples& samples, Quantity quantity);

/// Share of the static load up to which a wheel counts as out of contact: there is no Y/Q. Our choice; 0
/// would make quotients of rounding errors and of the ringing of filters.
inline constexpr double no_contact_share = 0.01;

/// How long a wheel of a record carried at most no_contact_share of its static load.
struct ContactLoss {
  std::string record, wheel;
  std::size_t count = 0;          ///< of intervals
  double total = 0, longest = 0;  ///< s, of all intervals and of the longest
  double place = 0, least = 0;    ///< m, begin of the longest interval; N, least load of all
};
[[nodiscard]] std::vector<ContactLoss> contact_losses(const Samples& samples);

/// Filters, quotient, sliding mean over distance, what the measure wants, then values at equal steps of
/// distance from the first one on; where the largest or lowest value counts, that of all samples within half
/// a step. Of a sliding rms these are squares, means over one step. NaN where a quotient does not exist.
[[nodiscard]] std::vector<double> on_grid(const Samples& samples, const ItemSeries& series,
                                          const QuantitySpec& quantity, double step);
/// Values without a quotient, in the same way.
[[nodiscard]] std::vector<double> on_grid(const Samples& samples, const std::vector<double>& values,
                                          const QuantitySpec& quantity, double step);
/// The value of a section from those of on_grid(); NaN where one of them is NaN.
[[nodiscard]] double section_value(std::span<const double> values, const QuantitySpec& quantity, double step);
/// "low pass 20 Hz; mean over 2 m; 0.15 and 99.85 %": what on_grid() and section_value() do.
[[nodiscard]] std::string method_of(const QuantitySpec& quantity);
[[nodiscard]] std::string unit_of(Quantity quantity);
/// The limit is a lower one.
[[nodiscard]] bool has_lower_limit(Quantity quantity);

/// Arguments of limits: N; m/s and 1/m, means.
struct LimitContext {
  double axle_load = 0, speed = 0, curvature = 0;
};
[[nodiscard]] double limit_of(const QuantitySpec& spec, const LimitContext& at, const JudgeOptions& options);
[[nodiscard]] bool in_zones(const QuantitySpec& quantity, const ZoneSpec& zone);

/// Samples [first, last) of the grid.
struct Section {
  std::size_t first = 0, last = 0;
};
/// Sections of a zone: full length, of one curvature each, `margin` m away from any other curvature.
/// Transitions belong to none.
[[nodiscard]] std::vector<Section> sections_of(const std::vector<double>& curvature, double step,
                                               const ZoneSpec& zone, double margin);

}  // namespace flangeway::acceptance
