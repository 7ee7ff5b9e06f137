#include "flangeway/acceptance/judge.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <span>

#include "flangeway/acceptance/grid.hpp"
#include "flangeway/assess/estimate.hpp"
#include "flangeway/assess/limits.hpp"
#include "flangeway/assess/statistics.hpp"
#include "flangeway/assess/weinstock.hpp"
#include "flangeway/math/pair_table.hpp"
#include "plausible.hpp"

namespace flangeway::acceptance {
namespace {

constexpr double newtons_per_kip = 4448.2216152605;
constexpr double gravity = 9.80665;  // [m/s²] of cant deficiency

}  // namespace

double limit_of(const QuantitySpec& spec, const LimitContext& at, const JudgeOptions& options) {
  const auto bounded = [&](double own) {
    return spec.over_speed.empty()
               ? own
               : std::min(own, math::table_value(spec.over_speed, at.speed, math::TableEnds::held));
  };
  switch (spec.limit) {
    case LimitKind::axle_load:
      return spec.factor * (spec.value + at.axle_load / 3);
    case LimitKind::wheel_load:
      return bounded(spec.value + at.axle_load / 2);
    case LimitKind::kips:
      return spec.value + spec.factor * newtons_per_kip / at.axle_load;
    case LimitKind::radius:
      return spec.value + spec.factor * std::abs(at.curvature);
    case LimitKind::nadal:
      return assess::nadal_limit(spec.flange_angle_deg * std::numbers::pi / 180, spec.value);
    case LimitKind::weinstock:
      return assess::weinstock_limit(spec.flange_angle_deg * std::numbers::pi / 180, spec.value);
    case LimitKind::bogie_mass:
      return spec.factor * (spec.value - options.bogie_mass / 5e3);
    case LimitKind::static_load:
      return spec.value * (1 + at.axle_load / 2 / 100e3);
    case LimitKind::constant:
      break;
  }
  return bounded(spec.value);
}

bool in_zones(const QuantitySpec& quantity, const ZoneSpec& zone) {
  return quantity.zones.empty() ||
         std::any_of(quantity.zones.begin(), quantity.zones.end(),
                     [&](const auto& name) { return name.value == zone.name.value; });
}

namespace {

// Everything on the grid that sections need besides the quantity itself.
struct Grid {
  std::vector<double> curvature, cant, speed;
  double start = 0, step = 0;
};

Grid grid_of(const Samples& samples, double step) {
  QuantitySpec plain;
  plain.percentile = 50;  // values at the places: the largest percentile means extremes about them
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
  value.chainage = chainage_of(samples.chainage, value.begin, value.end);
  return value;
}

// The regression needs curves and a scatter that three points cannot give.
bool regresses(const QuantitySpec& spec, const JudgeOptions& options, const Entry& entry) {
  if (spec.estimate == Estimate::two_dimensional) return true;
  return spec.confidence > 0 && options.cant_deficiency && entry.sections.size() > 2 &&
         std::abs(entry.sections.front().curvature) > 1e-4;
}

// A line through sections of one cant deficiency has a slope by chance: it says nothing about others.
bool can_regress(std::span<const double> deficiencies, double at, Entry& entry) {
  constexpr double min_spread = 5e-3;  // m
  const double low = assess::lowest(deficiencies).value, high = assess::highest(deficiencies).value,
               reach = std::max(high - low, min_spread);
  if (high - low >= min_spread && at >= low - reach && at <= high + reach) return true;
  entry.is_beyond = at < low - reach || at > high + reach;
  entry.method +=
      fmt::format("; no regression: the sections have cant deficiencies of {:.0f} to {:.0f} mm{}", 1e3 * low,
                  1e3 * high, entry.is_beyond ? fmt::format(", far from {:g} mm", 1e3 * at) : "");
  return false;
}

std::string k_text(double k) {
  return k == 0 ? "mean" : fmt::format("mean + {:g} s", k);
}

void estimate(const QuantitySpec& spec, const JudgeOptions& options, Entry& entry) {
  std::vector<double> values, deficiencies;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < entry.sections.size(); ++i) {
    if (std::isnan(entry.sections[i].value)) continue;
    places.push_back(i);
    values.push_back(entry.sections[i].value);
    deficiencies.push_back(entry.sections[i].cant_deficiency);
  }
  entry.lost = entry.sections.size() - values.size();
  entry.method = method_of(spec);
  if (values.empty()) {
    entry.mean = entry.deviation = entry.estimate = std::nan("");
    return;
  }
  const auto worst = entry.lower_limit ? assess::lowest(values) : assess::highest(values);
  entry.worst = places[worst.index];
  entry.mean = assess::mean(values);
  entry.deviation = assess::standard_deviation(values);
  entry.estimate = worst.value;
  if (const bool wanted = regresses(spec, options, entry);
      wanted && can_regress(deficiencies, options.cant_deficiency.value_or(0), entry)) {
    const auto n = static_cast<double>(values.size());
    const double at = options.cant_deficiency.value_or(0);
    const bool student = spec.confidence > 0 && n > 2;
    const double k = student ? assess::student_quantile(spec.confidence / 100, n - 2) : spec.factor_k;
    entry.estimate = assess::upper_estimate(assess::regression(deficiencies, values), at, k);
    entry.method += fmt::format("; regression at a cant deficiency of {:g} mm, k = {:.3f}", 1e3 * at, k);
    if (student) entry.method += fmt::format(" (Student, {:g} %)", spec.confidence);
  } else if (spec.estimate == Estimate::one_dimensional) {
    entry.estimate = entry.mean + spec.factor_k * entry.deviation;
    entry.method += "; " + k_text(spec.factor_k);
  } else {
    entry.method += "; worst section";
  }
}

void compare(const QuantitySpec& spec, const LimitContext& context, const JudgeOptions& options,
             Entry& entry) {
  entry.limit = limit_of(spec, context, options);
  const double left = entry.lower_limit ? entry.estimate - entry.limit : entry.limit - entry.estimate;
  entry.margin = left / entry.limit;
  if (entry.sections.size() < entry.needed) {
    entry.verdict = Verdict::too_few_sections;
  } else if (left < 0) {
    entry.verdict = Verdict::failed;
  } else if (entry.is_beyond) {
    entry.verdict = Verdict::no_regression;
  } else {
    entry.verdict = entry.lost > 0 ? Verdict::no_quotient : Verdict::passed;
  }
}

bool at_its_speed(const QuantitySpec& quantity, double speed) {
  return speed > quantity.min_speed && (quantity.max_speed == 0 || speed <= quantity.max_speed);
}

// One quantity in one zone, of all records: an entry for each item.
class Collector {
 public:
  Collector(const QuantitySpec& quantity, const ZoneSpec& zone, const RuleSpec& rule)
      : quantity_(quantity), zone_(zone), rule_(rule) {}

  void add(const Samples& samples, const Grid& grid) {
    const auto sections = sections_of(grid.curvature, grid.step, zone_, rule_.section_margin);
    if (sections.empty()) return;
    for (const ItemSeries& series : series_of(samples, quantity_.quantity)) {
      const std::vector<double> values = on_grid(samples, series, quantity_, grid.step);
      Item& item = items_[series.item];
      item.entry.alias = alias_of(series, quantity_.quantity);
      const bool is_new = item.entry.sections.empty();
      for (const Section& section : sections) {
        SectionValue place = place_of(grid, section, samples, rule_);
        if (!at_its_speed(quantity_, place.speed)) continue;
        const std::size_t last = std::min(section.last, values.size());
        if (last <= section.first) continue;
        place.value = section_value(std::span(values).subspan(section.first, last - section.first), quantity_,
                                    grid.step);
        item.entry.sections.push_back(place);
        item.context.axle_load += series.axle_load;
        item.context.speed += place.speed;
        item.context.curvature += std::abs(place.curvature);
      }
      if (is_new && !item.entry.sections.empty()) order_.push_back(series.item);
    }
  }

  void finish(const JudgeOptions& options, Report& report) {
    if (order_.empty())
      report.not_judged.push_back(fmt::format("{}: no section in zone {}, which needs {}",
                                              quantity_.title.value, zone_.title.value, zone_.min_sections));
    for (const std::string& name : order_) {
      auto& [entry, context] = items_[name];
      if (entry.sections.empty()) continue;
      const auto count = static_cast<double>(entry.sections.size());
      entry.quantity = quantity_.title.value, entry.zone = zone_.title.value, entry.item = name;
      entry.unit = unit_of(quantity_.quantity);
      entry.needed = static_cast<std::size_t>(zone_.min_sections);
      entry.lower_limit = has_lower_limit(quantity_.quantity);
      entry.source = quantity_.source.value.empty() ? rule_.source.value : quantity_.source.value;
      entry.from_memory = quantity_.from_memory;
      estimate(quantity_, options, entry);
      compare(quantity_, {context.axle_load / count, context.speed / count, context.curvature / count},
              options, entry);
      report.entries.push_back(std::move(entry));
    }
  }

 private:
  struct Item {
    Entry entry;
    LimitContext context;  // sums
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
    case Verdict::no_quotient:
      return "no judgement: contact was lost";
    case Verdict::no_regression:
      return "no judgement: no section near the cant deficiency";
    case Verdict::too_few_sections:
      break;
  }
  return "too few sections";
}

Verdict Report::verdict() const {
  if (!failures.empty()) return Verdict::failed;
  Verdict worst = entries.empty() ? Verdict::too_few_sections : Verdict::passed;
  for (const Entry& entry : entries) {
    if (entry.verdict == Verdict::failed) return Verdict::failed;
    if (entry.verdict != Verdict::passed && worst != Verdict::no_quotient) worst = entry.verdict;
  }
  return worst;
}

double used_share(const Entry& entry) {
  const double used = entry.lower_limit ? entry.limit / entry.estimate : entry.estimate / entry.limit;
  return std::isfinite(used) ? std::max(used, 0.0) : 1.0;
}

namespace {

void check_options(const RuleSpec& rule, const JudgeOptions& options, Findings& findings) {
  const bool needs_mass =
      std::any_of(rule.quantities.begin(), rule.quantities.end(),
                  [](const auto& quantity) { return quantity.limit == LimitKind::bogie_mass; });
  if (needs_mass && options.bogie_mass == 0)
    findings.add({{}, "--bogie-mass", "is missing", "", "kg", "The limits of this rule depend on it"});
  if (rule.comparison)
    findings.add({{},
                  "--rule",
                  "compares a simulation with a measurement",
                  rule.name.value,
                  "",
                  "Name the measurement with --measured"});
}

bool any_has(const std::vector<Samples>& all, const QuantitySpec& quantity) {
  return std::any_of(all.begin(), all.end(),
                     [&](const Samples& samples) { return has(samples, quantity.quantity); });
}

void note_missing(const RuleSpec& rule, const std::vector<Samples>& all, Report& report) {
  for (const QuantitySpec& quantity : rule.quantities) {
    if (any_has(all, quantity)) continue;
    report.not_judged.push_back(fmt::format(
        "{}: the records have no {}", quantity.title.value,
        quantity.quantity >= Quantity::body_lateral_acceleration
            ? "such accelerometer; name points of result files with --point, or give columns NAME.ay "
              "and NAME.az"
            : "wheelsets with Q and Y"));
  }
}

// Wheelsets, and directions of accelerometers.
std::vector<std::string> measured_items(const Samples& samples) {
  std::vector<std::string> items;
  for (const WheelsetForces& forces : samples.wheelsets) items.push_back("forces of " + forces.name);
  for (const PointAccelerations& point : samples.points) {
    if (!point.lateral.empty()) items.push_back("lateral acceleration of " + point.name);
    if (!point.vertical.empty()) items.push_back("vertical acceleration of " + point.name);
  }
  return items;
}

// Notes quantities that only some records have: fewer sections than expected are judged by them.
void note_uneven(const std::vector<Samples>& all, Report& report) {
  std::vector<std::string> items;
  std::map<std::string, std::size_t> owners;
  for (const Samples& samples : all)
    for (const std::string& item : measured_items(samples))
      if (owners[item]++ == 0) items.push_back(item);
  for (const std::string& item : items) {
    if (owners[item] == all.size()) continue;
    std::vector<std::string> lacking;
    for (const Samples& samples : all) {
      const std::vector<std::string> own = measured_items(samples);
      if (std::find(own.begin(), own.end(), item) == own.end()) lacking.push_back(samples.record);
    }
    report.not_judged.push_back(fmt::format("{}: {} of {} records lack{} it: {}", item, lacking.size(),
                                            all.size(), lacking.size() == 1 ? "s" : "",
                                            fmt::join(lacking, ", ")));
  }
}

}  // namespace

namespace {

// All sections of the zone, whatever is judged there.
std::vector<SectionValue> sections_in(const ZoneSpec& zone, const std::vector<Samples>& all,
                                      const std::vector<Grid>& grids, const RuleSpec& rule) {
  std::vector<SectionValue> found;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (const Section& section : sections_of(grids[i].curvature, grids[i].step, zone, rule.section_margin))
      found.push_back(place_of(grids[i], section, all[i], rule));
  return found;
}

// The conditions of tests are checked in zones of curves only: a rule with one zone takes records as wholes.
void check_zones(const std::vector<Samples>& all, const std::vector<Grid>& grids, const RuleSpec& rule,
                 const JudgeOptions& options, Report& report) {
  for (const ZoneSpec& zone : rule.zones) {
    if (zone.section_length == 0) continue;
    for (ZoneCheck& check : check_zone(zone, sections_in(zone, all, grids, rule), options, rule.source.value))
      report.zone_checks.push_back(std::move(check));
  }
}

void tell_losses(const Samples& samples, Report& report) {
  for (const ContactLoss& loss : contact_losses(samples))
    report.losses.push_back(fmt::format(
        "{}: {} carried at most {:g} % of its static load {}, {:.3g} s in all; the longest time was {:.3g} s "
        "at {:.1f} m; least load {:.2f} kN. There is no Y/Q there",
        loss.record, loss.wheel, 100 * no_contact_share,
        loss.count == 1 ? "once" : fmt::format("{} times", loss.count), loss.total, loss.longest, loss.place,
        loss.least / 1e3));
}

void tell_sampling(const Samples& samples, Report& report) {
  if (samples.sampling == Sampling::filtered) return;
  report.notes.push_back(fmt::format(
      "{}: {} {:g} Hz: what it has above {:g} Hz folds into the band that the rule judges", samples.record,
      samples.sampling == Sampling::points ? "point samples at"
                                           : "does not say whether it was filtered before it was sampled at",
      1 / samples.step, 0.5 / samples.step));
}

}  // namespace

std::string verdict_text(Verdict verdict, std::size_t not_judged) {
  std::string text = to_string(verdict);
  if (not_judged == 0) return text;
  return text + fmt::format(", of what was judged: {} part{} of the rule {} not", not_judged,
                            not_judged == 1 ? "" : "s", not_judged == 1 ? "was" : "were");
}

std::string verdict_text(const Report& report) {
  const std::string text = verdict_text(report.verdict(), report.not_judged.size()),
                    unmet = unmet_text(report.zone_checks);
  return unmet.empty() ? text : text + "; " + unmet;
}

Report judge(const RecordSet& set, const RuleSpec& given, const JudgeOptions& options, Findings& findings) {
  RuleSpec rule = given;
  for (ZoneSpec& zone : rule.zones) zone.section_length = zone.section_length_at(options.admissible_speed);
  Report report{rule.title.value, rule.source.value, rule.date.value, {}, {}, set.notes, {}, set.failures};
  std::vector<Samples> all;
  std::vector<Grid> grids;
  check_options(rule, options, findings);
  for (const Record& record : set.records) {
    report.records.push_back(record.source());
    auto samples = samples_of(record, rule, options, findings);
    if (!samples) continue;
    check_plausible(*samples, options, findings, report.warnings);
    for (const std::string& warning : record.warnings())
      report.warnings.push_back(fmt::format("{}: the run warned: {}", record.path(), warning));
    grids.push_back(grid_of(*samples, rule.step));
    tell_losses(*samples, report);
    tell_sampling(*samples, report);
    all.push_back(std::move(*samples));
  }
  if (all.size() != set.records.size() || !findings.empty()) return report;
  note_missing(rule, all, report);
  note_uneven(all, report);
  check_zones(all, grids, rule, options, report);
  for (const ZoneSpec& zone : rule.zones) {
    for (const QuantitySpec& quantity : rule.quantities) {
      if (!in_zones(quantity, zone) || !any_has(all, quantity)) continue;
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
