#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "flangeway/assess/filter.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/track/recorded_geometry.hpp"

namespace flangeway::track {

namespace {

constexpr double unjudged = std::numeric_limits<double>::quiet_NaN();
constexpr double default_twist_base = 3;  // m, of twist from cross level
constexpr double same_gauge = 0.0005;     // m

double deviation(const std::vector<double>& values, std::size_t first, std::size_t end) {
  FLANGEWAY_ASSERT(first <= end && end <= values.size(), "the values lie within the column");
  double sum = 0, squares = 0, count = 0;
  for (std::size_t i = first; i < end; ++i) {
    if (std::isnan(values[i])) return unjudged;
    sum += values[i], squares += values[i] * values[i], ++count;
  }
  if (count < 2) return unjudged;
  return std::sqrt(std::max(0.0, squares / count - sum * sum / (count * count)));
}

struct Severity {
  std::string name;
  double limit;  // of the absolute value
};

// The part of a limit that a value is compared with, the severest first.
struct Bounds {
  std::vector<Severity> severities;
  double least = -std::numeric_limits<double>::infinity(), greatest = std::numeric_limits<double>::infinity();
  std::string severest;  // name of the level of least and greatest

  bool empty() const { return severities.empty() && std::isinf(least) && std::isinf(greatest); }
  bool is_beyond(double value) const {
    return value < least || value > greatest ||
           (!severities.empty() && std::abs(value) > severities.back().limit);
  }
};

std::array<std::string, 3> level_names(const QualityLimitsSpec& limits) {
  if (limits.level_names.size() == 3)
    return {limits.level_names[0].value, limits.level_names[1].value, limits.level_names[2].value};
  return {"alert", "intervention", "immediate"};
}

std::vector<Severity> severities_of(const std::array<std::string, 3>& names, double alert,
                                    double intervention, double immediate) {
  std::vector<Severity> severities;
  for (const auto& [name, limit] :
       {std::pair(names[2], immediate), {names[1], intervention}, {names[0], alert}})
    if (limit > 0) severities.push_back({name, limit});
  std::stable_sort(severities.begin(), severities.end(),
                   [](const Severity& a, const Severity& b) { return a.limit > b.limit; });
  return severities;
}

// Stretches of a column that are beyond the lowest limit.
std::size_t find_defects(const RecordedGeometry& geometry, const std::vector<double>& values,
                         const std::string& quantity, const std::string& band, const Bounds& bounds,
                         bool from_memory, std::vector<Defect>& defects) {
  const std::size_t before = defects.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!bounds.is_beyond(values[i])) continue;
    Defect defect{.quantity = quantity, .band = band, .from = geometry.at(i), .from_memory = from_memory};
    for (; i < values.size() && bounds.is_beyond(values[i]); ++i) {
      if (std::abs(values[i]) > std::abs(defect.peak))
        defect.peak = values[i], defect.peak_at = geometry.at(i);
      defect.to = geometry.at(i);
    }
    const bool is_outside = defect.peak < bounds.least || defect.peak > bounds.greatest;
    if (is_outside) {
      defect.level = bounds.severest;
      defect.limit = defect.peak < bounds.least ? bounds.least : bounds.greatest;
    }
    for (const Severity& severity : bounds.severities) {
      if (is_outside || !(std::abs(defect.peak) > severity.limit)) continue;
      defect.level = severity.name, defect.limit = severity.limit;
      break;
    }
    defects.push_back(std::move(defect));
  }
  return defects.size() - before;
}

// The entry of a speed: the one with the lowest speed that is not exceeded.
const QualityLimitSpec* limit_for(const QualityLimitsSpec& limits, const std::string& quantity,
                                  std::string_view band, double speed_kmh) {
  const QualityLimitSpec* best = nullptr;
  for (const QualityLimitSpec& one : limits.limits) {
    if (one.quantity.value != quantity || one.band.value != band || speed_kmh > one.to_speed_kmh) continue;
    if (best == nullptr || one.to_speed_kmh < best->to_speed_kmh) best = &one;
  }
  return best;
}

double highest_speed(const QualityLimitsSpec& limits, const std::string& quantity, const std::string& band) {
  double highest = 0;
  for (const QualityLimitSpec& one : limits.limits)
    if (one.quantity.value == quantity && one.band.value == band)
      highest = std::max(highest, one.to_speed_kmh);
  return highest;
}

// From cross level over a base: (c(s + base/2) − c(s − base/2))/base.
std::vector<double> twist_of(const RecordedGeometry& geometry, const std::vector<double>& cross_level,
                             double base) {
  FLANGEWAY_ASSERT(base > 0, "a twist has a base");
  FLANGEWAY_ASSERT(cross_level.size() == geometry.count, "each place has a cross level");
  std::vector<double> twist(geometry.count, unjudged);
  const double half = base / (2 * geometry.step);
  const auto whole = static_cast<std::size_t>(half);
  const double part = half - static_cast<double>(whole);
  for (const Stretch& stretch : geometry.stretches) {
    for (std::size_t i = stretch.first + whole + 1; i + whole + 1 < stretch.end; ++i) {
      const double after = (1 - part) * cross_level[i + whole] + part * cross_level[i + whole + 1];
      const double before = (1 - part) * cross_level[i - whole] + part * cross_level[i - whole - 1];
      twist[i] = (after - before) / base;
    }
  }
  return twist;
}

// Judges one recording against all limits of a file.
class QualityJudge {
 public:
  QualityJudge(const RecordedGeometry& geometry, const QualitySettings& settings,
               const QualityLimitsSpec& limits, QualityReport& report)
      : geometry_(geometry),
        settings_(settings),
        limits_(limits),
        report_(report),
        names_(level_names(limits)) {}

  void judge() {
    std::set<std::pair<std::string, std::string>> done;
    std::set<std::string> limited;
    for (const QualityLimitSpec& one : limits_.limits) {
      limited.insert(one.quantity.value);
      if (done.insert({one.quantity.value, one.band.value}).second)
        judge_limit(one.quantity.value, one.band.value);
    }
    for (const RecordedColumn& column : geometry_.columns)
      if (!limited.contains(quantity_of(column.name)))
        skip(column.name, "", fmt::format("the limits have none of {}", quantity_of(column.name)));
    for (const auto& text : limits_.not_covered) skip(text.value, "", "the limits do not have it");
    std::stable_sort(report_.defects.begin(), report_.defects.end(),
                     [](const Defect& a, const Defect& b) { return a.from < b.from; });
  }

 private:
  void skip(const std::string& quantity, const std::string& band, std::string why) {
    report_.verdicts.push_back({.quantity = quantity, .band = band, .not_judged = std::move(why)});
  }

  // Why no value of a quantity can be judged; empty: it can.
  std::string reason_against(const std::string& quantity, const std::string& band,
                             const QualityLimitSpec* limit) {
    if (limit == nullptr)
      return fmt::format("no limit for {} at {:g} km/h: the limits end at {:g} km/h", quantity,
                         settings_.speed_kmh, highest_speed(limits_, quantity, band));
    const double made_for = limits_.nominal_gauge, gauge = geometry_.nominal_gauge;
    if (made_for > 0 && gauge < made_for - same_gauge)
      return fmt::format("the limits are made for {:.0f} mm and wider, the nominal gauge is {:.0f} mm",
                         1e3 * made_for, 1e3 * gauge);
    if (made_for > 0 && quantity == "gauge" && std::abs(gauge - made_for) > same_gauge)
      return fmt::format("the limits are made for a nominal gauge of {:.0f} mm, this one is {:.0f} mm",
                         1e3 * made_for, 1e3 * gauge);
    return "";
  }

  void judge_limit(const std::string& quantity, const std::string& band) {
    const QualityLimitSpec* limit = limit_for(limits_, quantity, band, settings_.speed_kmh);
    if (std::string why = reason_against(quantity, band, limit); !why.empty())
      return skip(quantity, band, std::move(why));
    bool found = false;
    for (const RecordedColumn& column : geometry_.columns) {
      if (quantity_of(column.name) != quantity) continue;
      found = true;
      const double base = geometry_.twist_base > 0 ? geometry_.twist_base : settings_.twist_base;
      judge_column(column.name, column.values, base, *limit);
    }
    if (found) return;
    for (const RecordedColumn& column : geometry_.columns) {
      if (quantity != "twist" || column.name != "cross_level") continue;
      found = true;
      const double base = settings_.twist_base > 0 ? settings_.twist_base : default_twist_base;
      judge_column("twist", twist_of(geometry_, column.values, base), base, *limit);
    }
    if (!found)
      skip(quantity, band, quantity == "twist" ? "no column of twist, and none of cross level" : "no column");
  }

  void judge_column(const std::string& column, const std::vector<double>& recorded, double base,
                    const QualityLimitSpec& limit) {
    if (!limit.immediate_by_base.empty() && !(base > 0))
      return skip(column, limit.band.value,
                  "its base is not known, and the limit depends on it: name the column twist_3m, or give "
                  "--twist-base");
    const auto bands = wave_bands(quantity_of(column));
    const auto band = std::find_if(bands.begin(), bands.end(),
                                   [&](const WaveBand& one) { return one.name == limit.band.value; });
    const std::vector<double> values = band == bands.end() ? recorded : band_part(geometry_, recorded, *band);
    QualityVerdict verdict{.quantity = column, .band = limit.band.value};
    verdict.source = limit.source.value.empty() ? limits_.source.value : limit.source.value;
    verdict.from_memory = limits_.from_memory || limit.from_memory;
    std::size_t there = 0;
    for (const Stretch& stretch : geometry_.stretches)
      for (std::size_t i = stretch.first; i < stretch.end; ++i) there += std::isfinite(values[i]) ? 1 : 0;
    verdict.judged = geometry_.step * static_cast<double>(there);
    verdict.not_judged = why_not_all(column, there, band == bands.end() ? nullptr : &*band);
    if (there == 0) return report_.verdicts.push_back(std::move(verdict));
    const Bounds bounds = bounds_of(limit, base);
    if (!bounds.empty())
      verdict.defects = find_defects(geometry_, values, column, limit.band.value, bounds, verdict.from_memory,
                                     report_.defects);
    verdict.limit = text_of(bounds, column, base);
    judge_sections(column, limit, verdict);
    report_.verdicts.push_back(std::move(verdict));
  }

  std::string why_not_all(const std::string& column, std::size_t there, const WaveBand* band) const {
    if (there >= geometry_.count) return "";
    std::string why = column == "twist" ? "gaps, and ends within half the base" : "gaps";
    if (band != nullptr) {
      const assess::Butterworth wanted{
          .band = assess::Band::band_pass, .order = 2, .low = 1 / band->longest, .high = 1 / band->shortest};
      why = assess::problem(wanted, geometry_.step).empty()
                ? fmt::format("gaps, and pieces shorter than {:g} m", band->longest)
                : fmt::format("a sample every {:.4g} m does not show waves of {:g} m", geometry_.step,
                              band->shortest);
    }
    return fmt::format("{:.6g} of {:.6g} m: {}",
                       geometry_.step * static_cast<double>(geometry_.count - there),
                       geometry_.step * static_cast<double>(geometry_.count), why);
  }

  Bounds bounds_of(const QualityLimitSpec& limit, double base) const {
    Bounds bounds;
    bounds.severities = severities_of(names_, limit.alert, limit.intervention, limit.immediate_twist(base));
    if (limit.immediate_least > 0) bounds.least = limit.immediate_least - geometry_.nominal_gauge;
    if (limit.immediate_greatest > 0) bounds.greatest = limit.immediate_greatest - geometry_.nominal_gauge;
    bounds.severest = names_[2];
    return bounds;
  }

  std::string text_of(const Bounds& bounds, const std::string& column, double base) const {
    const bool is_twist = column == "twist";
    std::string text;
    const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
    for (const Severity& severity : bounds.severities)
      add(fmt::format("{} {:.4g} {}", severity.name, 1e3 * severity.limit, is_twist ? "mm/m" : "mm"));
    if (std::isfinite(bounds.least))
      add(fmt::format("{} least {:.4g} mm", bounds.severest, 1e3 * (bounds.least + geometry_.nominal_gauge)));
    if (std::isfinite(bounds.greatest))
      add(fmt::format("{} greatest {:.4g} mm", bounds.severest,
                      1e3 * (bounds.greatest + geometry_.nominal_gauge)));
    if (std::isfinite(bounds.least + bounds.greatest) && geometry_.is_gauge_assumed)
      text += fmt::format(" (nominal gauge of {:.0f} mm assumed)", 1e3 * geometry_.nominal_gauge);
    if (is_twist && base > 0 && !text.empty()) text += fmt::format(" over {:g} m", base);
    return text;
  }

  // Sections whose standard deviation is beyond a limit.
  void judge_sections(const std::string& column, const QualityLimitSpec& limit, QualityVerdict& verdict) {
    const std::vector<Severity> severities =
        severities_of(names_, limit.alert_sd, limit.intervention_sd, limit.immediate_sd);
    const auto place = std::find_if(geometry_.columns.begin(), geometry_.columns.end(),
                                    [&](const RecordedColumn& one) { return one.name == column; });
    if (severities.empty() || place == geometry_.columns.end()) return;
    const auto c = static_cast<std::size_t>(place - geometry_.columns.begin());
    const auto band = static_cast<std::size_t>(limit.band.value.back() - '1');
    std::size_t without = 0;
    for (const SectionQuality& section : report_.sections) {
      const double sd = section.sd[c][band];
      without += std::isnan(sd) ? 1 : 0;
      for (const Severity& severity : severities) {
        if (!(sd > severity.limit)) continue;
        report_.defects.push_back({.quantity = column,
                                   .band = limit.band.value,
                                   .from = section.from,
                                   .to = section.to,
                                   .peak_at = section.from,
                                   .peak = sd,
                                   .limit = severity.limit,
                                   .level = severity.name,
                                   .is_deviation = true,
                                   .from_memory = verdict.from_memory});
        ++verdict.defects;
        break;
      }
    }
    for (const Severity& severity : severities)
      verdict.limit += fmt::format("{}{} {:.4g} mm of standard deviations", verdict.limit.empty() ? "" : ", ",
                                   severity.name, 1e3 * severity.limit);
    if (report_.sections.empty() || without > 0)
      verdict.not_judged +=
          fmt::format("{}standard deviations of {} of {} sections", verdict.not_judged.empty() ? "" : "; ",
                      without, report_.sections.size());
  }

  const RecordedGeometry& geometry_;
  const QualitySettings& settings_;
  const QualityLimitsSpec& limits_;
  QualityReport& report_;
  std::array<std::string, 3> names_;
};

}  // namespace

bool QualityReport::is_judged() const {
  return std::any_of(verdicts.begin(), verdicts.end(),
                     [](const QualityVerdict& verdict) { return verdict.is_judged(); });
}

QualityReport judge_quality(const RecordedGeometry& geometry, const QualitySettings& settings,
                            const std::optional<QualityLimitsSpec>& limits) {
  QualityReport report;
  const auto samples = static_cast<std::size_t>(std::lround(settings.section / geometry.step));
  for (std::size_t first = 0; first + samples <= geometry.count; first += samples)
    report.sections.push_back({geometry.at(first), geometry.at(first + samples), {}});
  for (const RecordedColumn& column : geometry.columns) {
    std::array<std::vector<double>, 3> parts;
    const auto bands = wave_bands(quantity_of(column.name));
    for (std::size_t b = 0; b < bands.size(); ++b) parts[b] = band_part(geometry, column.values, bands[b]);
    for (std::size_t i = 0; i < report.sections.size(); ++i) {
      std::array<double, 3> sd{};
      for (std::size_t b = 0; b < bands.size(); ++b)
        sd[b] = deviation(parts[b], i * samples, (i + 1) * samples);
      report.sections[i].sd.push_back(sd);
    }
  }
  if (limits) {
    report.limits = limits->name.value + ", " + limits->source.value + ", " + limits->date.value;
    report.from_memory = limits->from_memory;
    QualityJudge(geometry, settings, *limits, report).judge();
  }
  return report;
}

}  // namespace flangeway::track
