#include "flangeway/acceptance/comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "flangeway/acceptance/grid.hpp"
#include "flangeway/assess/estimate.hpp"
#include "flangeway/assess/statistics.hpp"

namespace flangeway::acceptance {
namespace {

// Values at equal steps from a place on.
struct GridSeries {
  double first = 0, step = 1;
  std::vector<double> values;

  [[nodiscard]] double last() const { return first + step * static_cast<double>(values.size() - 1); }
  // Between the values on straight lines; `place` lies within.
  [[nodiscard]] double at(double place) const {
    const double position = std::max(0.0, (place - first) / step);
    const auto i = std::min(static_cast<std::size_t>(position), values.size() - 1);
    const double share = position - static_cast<double>(i);
    return i + 1 < values.size() ? values[i] + share * (values[i + 1] - values[i]) : values[i];
  }
};

GridSeries grid_series(const Samples& samples, const ItemSeries& series, const QuantitySpec& quantity,
                       double step) {
  return {samples.distance.front(), step, on_grid(samples, series, quantity, step)};
}

bool has_gap(const GridSeries& series) {
  return std::any_of(series.values.begin(), series.values.end(),
                     [](double value) { return std::isnan(value); });
}

// `count` values, beginning with `first`.
std::vector<double> part_of(const GridSeries& series, double first, std::size_t count) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i)
    values.push_back(series.at(first + series.step * static_cast<double>(i)));
  return values;
}

std::size_t common_count(double first, double last, double step) {
  return last < first ? 0 : static_cast<std::size_t>((last - first) / step * (1 + 1e-12)) + 1;
}

// Both records of a pair in one quantity and item.
struct Both {
  std::string item;
  GridSeries measured, computed;
  double axle_load = 0;
};

std::vector<Both> both_of(const Samples& measured, const Samples& computed, const QuantitySpec& quantity,
                          double step) {
  std::vector<Both> result;
  const std::vector<ItemSeries> others = series_of(computed, quantity.quantity);
  for (const ItemSeries& one : series_of(measured, quantity.quantity)) {
    const auto other = std::find_if(others.begin(), others.end(),
                                    [&](const ItemSeries& two) { return two.item == one.item; });
    if (other == others.end()) continue;
    result.push_back({one.item, grid_series(measured, one, quantity, step),
                      grid_series(computed, *other, quantity, step), one.axle_load});
  }
  return result;
}

// Items of a quantity that only the measured record has.
std::vector<std::string> missing_items(const Samples& measured, const Samples& computed, Quantity quantity) {
  std::vector<std::string> missing;
  const std::vector<ItemSeries> others = series_of(computed, quantity);
  for (const ItemSeries& one : series_of(measured, quantity))
    if (std::none_of(others.begin(), others.end(),
                     [&](const ItemSeries& two) { return two.item == one.item; }))
      missing.push_back(one.item);
  return missing;
}

class Comparer {
 public:
  Comparer(const RuleSpec& rule, const ComparisonOptions& options, Findings& findings)
      : rule_(rule), options_(options), findings_(findings) {
    for (const QuantitySpec& quantity : rule.quantities) {
      ComparedQuantity one;
      one.quantity = quantity.title.value, one.unit = unit_of(quantity.quantity);
      one.method = method_of(quantity), one.from_memory = quantity.from_memory;
      one.source = quantity.source.value.empty() ? rule.source.value : quantity.source.value;
      for (const ZoneSpec& zone : rule.zones)
        one.needed = std::max(one.needed, static_cast<std::size_t>(zone.min_sections));
      result.quantities.push_back(std::move(one));
    }
  }

  void add(const Samples& measured, Samples computed) {
    match_wheelsets(measured, computed);
    const auto pair = aligned(measured, computed);
    if (!pair) return;
    result.pairs.push_back(*pair);
    for (double& distance : computed.distance) distance += pair->shift;
    for (auto& row : computed.chainage) row[0] += pair->shift;
    chainage_ = measured.chainage.empty() ? computed.chainage : measured.chainage;
    const GridSeries curvature = grid_series(measured, {"", measured.curvature}, {}, rule_.step);
    for (std::size_t i = 0; i < rule_.quantities.size(); ++i) {
      for (const Both& both : both_of(measured, computed, rule_.quantities[i], rule_.step)) {
        if (has_gap(both.measured) || has_gap(both.computed)) {
          const Samples& lost = has_gap(both.measured) ? measured : computed;
          result.not_judged.push_back(
              fmt::format("{} of {}: the wheel lost contact in {}, where there is no "
                          "quotient",
                          result.quantities[i].quantity, both.item, lost.record));
        } else {
          add_series(i, both, curvature);
        }
      }
      const auto missing = missing_items(measured, computed, rule_.quantities[i].quantity);
      if (!missing.empty())
        result.not_judged.push_back(fmt::format("{}: {} has no {}", result.quantities[i].quantity,
                                                computed.record, fmt::join(missing, ", ")));
    }
  }

  void finish() {
    for (std::size_t i = 0; i < result.quantities.size(); ++i) finish(i);
    for (const ZoneSpec& zone : rule_.zones)
      if (!has_section(zone)) result.not_judged.push_back(zone.title.value + ": no section in common");
    std::erase_if(result.quantities, [](const ComparedQuantity& one) { return one.sections.empty(); });
  }

  Comparison result;

 private:
  [[nodiscard]] bool has_section(const ZoneSpec& zone) const {
    return std::any_of(result.quantities.begin(), result.quantities.end(), [&](const ComparedQuantity& one) {
      return std::any_of(one.sections.begin(), one.sections.end(),
                         [&](const ComparedSection& section) { return section.zone == zone.title.value; });
    });
  }

  // Wheelsets of other names are matched by their order, which is their role: wheelset 1 is the first one.
  void match_wheelsets(const Samples& measured, Samples& computed) {
    const auto& ours = measured.wheelsets;
    if (ours.size() != computed.wheelsets.size()) return;
    const bool known = std::any_of(ours.begin(), ours.end(), [&](const WheelsetForces& one) {
      return std::any_of(computed.wheelsets.begin(), computed.wheelsets.end(),
                         [&](const WheelsetForces& two) { return two.name == one.name; });
    });
    if (known) return;
    for (std::size_t k = 0; k < ours.size(); ++k) {
      result.notes.push_back(fmt::format("wheelset {}: {} of {} is compared with {} of {}", k + 1,
                                         computed.wheelsets[k].name, computed.record, ours[k].name,
                                         measured.record));
      computed.wheelsets[k].name = ours[k].name;
    }
  }

  // By the first quantity that both have and that varies.
  std::optional<AlignedPair> aligned(const Samples& measured, const Samples& computed) {
    bool found = false;
    for (const QuantitySpec& quantity : rule_.quantities) {
      for (const Both& both : both_of(measured, computed, quantity, rule_.step)) {
        found = true;
        if (has_gap(both.measured) || has_gap(both.computed)) continue;
        const double first = std::max(both.measured.first, both.computed.first);
        const std::size_t ours = common_count(first, both.measured.last(), rule_.step),
                          theirs = common_count(first, both.computed.last(), rule_.step);
        if (ours < 16 || theirs < 16) continue;
        const assess::Shift shift =
            assess::best_shift(part_of(both.measured, first, ours), part_of(both.computed, first, theirs),
                               rule_.step, options_.farthest_shift);
        if (shift.correlation < 0.3) continue;
        if (options_.farthest_shift > 0 && std::abs(shift.length) > options_.farthest_shift - rule_.step)
          complain(computed,
                   fmt::format("fits {} best at the end of the range of shifts, {:g} m", measured.record,
                               shift.length),
                   "Widen --shift, or check the distances");
        return AlignedPair{measured.record, computed.record, shift.length, shift.correlation,
                           fmt::format("{} of {}", quantity.title.value, both.item)};
      }
    }
    complain(
        computed,
        found ? fmt::format("cannot be aligned with {}: nothing correlates by 0.3 or more", measured.record)
              : fmt::format("has no quantity in common with {}", measured.record),
        found ? "Check that both ran on the same track, and widen --shift"
              : "Give wheelsets and accelerometers the same names in both");
    return std::nullopt;
  }

  void complain(const Samples& computed, std::string problem, std::string advice) {
    findings_.add({{computed.record, 0, 0}, "", std::move(problem), "", "", std::move(advice)});
  }

  void add_series(std::size_t place, const Both& both, const GridSeries& curvature) {
    const double step = rule_.step, first_shared = std::max(both.measured.first, both.computed.first);
    const double first =
        both.measured.first + step * std::ceil((first_shared - both.measured.first) / step - 1e-9);
    const std::size_t count = common_count(first, std::min(both.measured.last(), both.computed.last()), step);
    if (count < 16) return;
    ComparedSeries series{result.quantities[place].quantity,
                          both.item,
                          result.quantities[place].unit,
                          result.pairs.size() - 1,
                          {},
                          part_of(both.measured, first, count),
                          part_of(both.computed, first, count),
                          {},
                          {}};
    for (std::size_t i = 0; i < count; ++i) {
      series.distance.push_back(first + step * static_cast<double>(i));
      if (const auto chainage = chainage_at(chainage_, series.distance.back()))
        series.chainage.push_back(*chainage);
    }
    series.difference = assess::difference(series.measured, series.computed);
    const QuantitySpec& quantity = rule_.quantities[place];
    const std::vector<double> bends = part_of(curvature, first, count);
    for (const ZoneSpec& zone : rule_.zones) {
      if (!in_zones(quantity, zone)) continue;
      for (const Section& section : sections_of(bends, step, zone, rule_.section_margin)) {
        const auto value = [&](const std::vector<double>& values) {
          return section_value(std::span(values).subspan(section.first, section.last - section.first),
                               quantity, step);
        };
        const double begin = series.distance[section.first], end = series.distance[section.last - 1];
        result.quantities[place].sections.push_back({series.pair, zone.title.value, both.item, begin, end,
                                                     value(series.measured), value(series.computed),
                                                     chainage_of(chainage_, begin, end)});
        loads_.push_back({place, both.axle_load});
      }
    }
    result.series.push_back(std::move(series));
  }

  void finish(std::size_t place) {
    ComparedQuantity& one = result.quantities[place];
    if (one.sections.empty()) {
      result.not_judged.push_back(one.quantity + ": no section in common");
      return;
    }
    std::vector<double> off;
    std::set<std::pair<std::size_t, double>> places;
    for (const ComparedSection& section : one.sections) {
      off.push_back(section.computed - section.measured);
      places.emplace(section.pair, section.begin);
    }
    one.places = places.size();
    one.mean = assess::mean(off), one.deviation = assess::standard_deviation(off);
    LimitContext context;
    for (const auto& [of, load] : loads_) context.axle_load += of == place ? load : 0;
    context.axle_load /= static_cast<double>(one.sections.size());
    const QuantitySpec& quantity = rule_.quantities[place];
    one.deviation_limit = limit_of(quantity, context, options_.judge);
    one.mean_limit = quantity.factor * one.deviation_limit;
    const bool within = std::abs(one.mean) <= one.mean_limit && one.deviation <= one.deviation_limit;
    one.verdict = one.places < one.needed ? Verdict::too_few_sections
                  : within                ? Verdict::passed
                                          : Verdict::failed;
  }

  const RuleSpec& rule_;
  const ComparisonOptions& options_;
  Findings& findings_;
  struct Load {
    std::size_t quantity = 0;
    double axle_load = 0;
  };
  std::vector<Load> loads_;  // of each section
  ChainageTable chainage_;   // of the present pair, over the distance of the measured record
};

}  // namespace

Verdict Comparison::verdict() const {
  Verdict worst = quantities.empty() ? Verdict::too_few_sections : Verdict::passed;
  for (const ComparedQuantity& one : quantities) {
    if (one.verdict == Verdict::failed) return Verdict::failed;
    if (one.verdict != Verdict::passed) worst = one.verdict;
  }
  return worst;
}

std::string verdict_text(const Comparison& comparison) {
  return verdict_text(comparison.verdict(), comparison.not_judged.size());
}

Comparison compare(const RecordSet& measured_set, const RecordSet& computed_set, const RuleSpec& rule,
                   const ComparisonOptions& options, Findings& findings) {
  const std::vector<Record>&measured = measured_set.records, &computed = computed_set.records;
  for (const RecordSet* set : {&measured_set, &computed_set})
    refuse_failures(*set, "Only runs that reached their end are compared", findings);
  if (!rule.comparison)
    findings.add(
        {{}, "--rule", "judges records, not their differences", rule.name.value, "en14363_validation", ""});
  if (measured.size() != computed.size())
    findings.add({{},
                  "--measured",
                  "has another number of records than the results",
                  fmt::format("{}", measured.size()),
                  fmt::format("{}", computed.size()),
                  ""});
  if (!findings.empty()) return {};
  Comparer comparer(rule, options, findings);
  comparer.result.title = rule.title.value;
  comparer.result.source = rule.source.value, comparer.result.date = rule.date.value;
  for (std::size_t i = 0; i < measured.size(); ++i) {
    comparer.result.records.push_back(measured[i].source());
    comparer.result.records.push_back(computed[i].source());
    const auto first = samples_of(measured[i], rule, options.judge, findings);
    auto second = samples_of(computed[i], rule, options.judge, findings);
    if (first && second) comparer.add(*first, std::move(*second));
  }
  for (const RecordSet* set : {&measured_set, &computed_set})
    for (const std::string& note : set->notes) comparer.result.notes.push_back(note);
  comparer.finish();
  return std::move(comparer.result);
}

}  // namespace flangeway::acceptance
