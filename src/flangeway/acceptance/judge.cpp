#include "flangeway/acceptance/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "flangeway/acceptance/grid.hpp"
#include "flangeway/assess/estimate.hpp"
#include "flangeway/assess/limits.hpp"
#include "flangeway/assess/statistics.hpp"
#include "flangeway/math/pair_table.hpp"

namespace flangeway::acceptance {
namespace {

constexpr double newtons_per_kip = 4448.2216152605;
constexpr double gravity = 9.80665;  // [m/s²] of cant deficiency

bool is_force(Quantity quantity) {
  return quantity == Quantity::sum_of_lateral_forces || quantity == Quantity::vertical_force ||
         quantity == Quantity::lateral_force;
}
bool has_lower_limit(Quantity quantity) {
  return quantity == Quantity::vertical_load_ratio;
}
// Whose sign says nothing but to which side.
bool is_lateral(Quantity quantity) {
  return quantity != Quantity::vertical_force && quantity != Quantity::unloading &&
         !has_lower_limit(quantity);
}

// The percentile of one section; of lateral quantities the worse side.
double section_value(const std::vector<double>& values, const QuantitySpec& spec) {
  if (has_lower_limit(spec.quantity)) return assess::percentile(values, 100 - spec.percentile);
  const double high = assess::percentile(values, spec.percentile);
  if (!is_lateral(spec.quantity)) return high;
  return std::max(std::abs(high), std::abs(assess::percentile(values, 100 - spec.percentile)));
}

// What is at hand of an entry besides its sections.
struct Context {
  double axle_load = 0, speed = 0, curvature = 0;  // N; m/s and 1/m, means
};

double limit_of(const QuantitySpec& spec, const Context& at) {
  switch (spec.limit) {
    case LimitKind::axle_load:
      return spec.factor * (spec.value + at.axle_load / 3);
    case LimitKind::wheel_load: {
      const double own = spec.value + at.axle_load / 2;
      return spec.over_speed.empty()
                 ? own
                 : std::min(own, math::table_value(spec.over_speed, at.speed, math::TableEnds::held));
    }
    case LimitKind::kips:
      return spec.value + spec.factor * newtons_per_kip / at.axle_load;
    case LimitKind::radius:
      return spec.value + spec.factor * std::abs(at.curvature);
    case LimitKind::nadal:
      return assess::nadal_limit(spec.flange_angle_deg * std::numbers::pi / 180, spec.value);
    case LimitKind::constant:
      break;
  }
  return spec.value;
}

bool in_zones(const QuantitySpec& quantity, const ZoneSpec& zone) {
  return quantity.zones.empty() ||
         std::any_of(quantity.zones.begin(), quantity.zones.end(),
                     [&](const auto& name) { return name.value == zone.name.value; });
}

// Everything on the grid that sections need besides the quantity itself.
struct Grid {
  std::vector<double> curvature, cant, speed;
  double start = 0, step = 0;
};

Grid grid_of(const Samples& samples, double step) {
  const QuantitySpec plain;
  return {on_grid(samples, samples.curvature, plain, step), on_grid(samples, samples.cant, plain, step),
          on_grid(samples, samples.speed, plain, step), samples.distance.front(), step};
}

double mean_of(const std::vector<double>& values, const Section& section) {
  return assess::mean(std::span(values).subspan(section.first, section.last - section.first));
}

SectionValue place_of(const Grid& grid, const Section& section, const Samples& samples,
                      const RuleSpec& rule) {
  SectionValue value{samples.record,
                     grid.start + grid.step * static_cast<double>(section.first),
                     grid.start + grid.step * static_cast<double>(section.last),
                     mean_of(grid.curvature, section),
                     mean_of(grid.speed, section),
                     0,
                     0};
  // Positive where the cant is too little for the speed, in curves to either side.
  const double needed = rule.rail_distance * value.speed * value.speed * value.curvature / gravity;
  value.cant_deficiency = std::copysign(1.0, value.curvature) * (needed - mean_of(grid.cant, section));
  return value;
}

void estimate(const QuantitySpec& spec, const JudgeOptions& options, Entry& entry) {
  std::vector<double> values, deficiencies;
  for (const SectionValue& section : entry.sections) {
    values.push_back(section.value);
    deficiencies.push_back(section.cant_deficiency);
  }
  const auto worst = entry.lower_limit ? assess::lowest(values) : assess::highest(values);
  entry.worst = worst.index;
  entry.mean = assess::mean(values);
  entry.deviation = assess::standard_deviation(values);
  entry.estimate = worst.value;
  if (spec.estimate == Estimate::one_dimensional)
    entry.estimate = entry.mean + spec.factor_k * entry.deviation;
  if (spec.estimate == Estimate::two_dimensional) {
    const assess::Regression line = assess::regression(deficiencies, values);
    entry.estimate = assess::upper_estimate(line, options.cant_deficiency, spec.factor_k);
  }
}

void compare(const QuantitySpec& spec, const Context& context, Entry& entry) {
  entry.limit = limit_of(spec, context);
  const double left = entry.lower_limit ? entry.estimate - entry.limit : entry.limit - entry.estimate;
  entry.margin = left / entry.limit;
  if (entry.sections.size() < entry.needed) {
    entry.verdict = Verdict::too_few_sections;
  } else {
    entry.verdict = left >= 0 ? Verdict::passed : Verdict::failed;
  }
}

// One quantity in one zone, of all records: an entry for each item.
class Collector {
 public:
  Collector(const QuantitySpec& quantity, const ZoneSpec& zone, const RuleSpec& rule)
      : quantity_(quantity), zone_(zone), rule_(rule) {}

  void add(const Samples& samples, const Grid& grid) {
    const auto sections = sections_of(grid.curvature, grid.step, zone_);
    if (sections.empty()) return;
    for (const ItemSeries& series : series_of(samples, quantity_.quantity)) {
      const std::vector<double> values = on_grid(samples, series.values, quantity_, grid.step);
      Item& item = items_[series.item];
      if (item.entry.sections.empty()) order_.push_back(series.item);
      for (const Section& section : sections) {
        SectionValue place = place_of(grid, section, samples, rule_);
        const std::size_t last = std::min(section.last, values.size());
        if (last <= section.first) continue;
        place.value = section_value({values.begin() + static_cast<std::ptrdiff_t>(section.first),
                                     values.begin() + static_cast<std::ptrdiff_t>(last)},
                                    quantity_);
        item.entry.sections.push_back(place);
        item.context.axle_load += series.axle_load;
        item.context.speed += place.speed;
        item.context.curvature += std::abs(place.curvature);
      }
    }
  }

  void finish(const JudgeOptions& options, Report& report) {
    if (order_.empty())
      report.notes.push_back(fmt::format("{}: no section in zone {}, which needs {}", quantity_.title.value,
                                         zone_.title.value, zone_.min_sections));
    for (const std::string& name : order_) {
      auto& [entry, context] = items_[name];
      if (entry.sections.empty()) continue;
      const auto count = static_cast<double>(entry.sections.size());
      entry.quantity = quantity_.title.value, entry.zone = zone_.title.value, entry.item = name;
      entry.unit = is_force(quantity_.quantity) ? "N" : "1";
      entry.needed = static_cast<std::size_t>(zone_.min_sections);
      entry.lower_limit = has_lower_limit(quantity_.quantity);
      entry.from_memory = quantity_.from_memory;
      estimate(quantity_, options, entry);
      compare(quantity_, {context.axle_load / count, context.speed / count, context.curvature / count},
              entry);
      report.entries.push_back(std::move(entry));
    }
  }

 private:
  struct Item {
    Entry entry;
    Context context;  // sums
  };
  const QuantitySpec& quantity_;
  const ZoneSpec& zone_;
  const RuleSpec& rule_;
  std::map<std::string, Item> items_;
  std::vector<std::string> order_;
};

}  // namespace

const char* to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::passed:
      return "passed";
    case Verdict::failed:
      return "failed";
    case Verdict::too_few_sections:
      break;
  }
  return "too few sections";
}

Verdict Report::verdict() const {
  Verdict worst = entries.empty() ? Verdict::too_few_sections : Verdict::passed;
  for (const Entry& entry : entries) {
    if (entry.verdict == Verdict::failed) return Verdict::failed;
    if (entry.verdict == Verdict::too_few_sections) worst = entry.verdict;
  }
  return worst;
}

Report judge(const std::vector<Record>& records, const RuleSpec& rule, const JudgeOptions& options,
             Findings& findings) {
  Report report{rule.title.value, rule.source.value, rule.date.value, {}, {}, {}};
  std::vector<Samples> all;
  std::vector<Grid> grids;
  for (const Record& record : records) {
    report.records.push_back(record.path());
    auto samples = samples_of(record, rule, options, findings);
    if (!samples) continue;
    grids.push_back(grid_of(*samples, rule.step));
    all.push_back(std::move(*samples));
  }
  if (all.size() != records.size()) return report;
  for (const ZoneSpec& zone : rule.zones) {
    for (const QuantitySpec& quantity : rule.quantities) {
      if (!in_zones(quantity, zone)) continue;
      Collector collector(quantity, zone, rule);
      for (std::size_t i = 0; i < all.size(); ++i) collector.add(all[i], grids[i]);
      collector.finish(options, report);
    }
  }
  if (options.axle_load == 0)
    report.notes.emplace_back("The static vertical forces P0 and Q0 are the means over each record");
  return report;
}

}  // namespace flangeway::acceptance
