#include "flangeway/acceptance/zone_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/acceptance/judge.hpp"

namespace flangeway::acceptance {
namespace {

constexpr double rounding = 1e-3;  // share of a bound: tracks and speeds are given with few digits

struct Extent {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  void take(double value) { low = std::min(low, value), high = std::max(high, value); }
};

class ZoneJudge {
 public:
  ZoneJudge(const ZoneSpec& zone, const std::vector<SectionValue>& sections, const JudgeOptions& options,
            const std::string& source)
      : zone_(zone),
        sections_(sections),
        options_(options),
        source_(zone.condition_source.value.empty() ? source : zone.condition_source.value) {}

  std::vector<ZoneCheck> run() {
    count_sections();
    if (sections_.empty()) return std::move(checks_);
    judge_length();
    judge_mean_radius();
    judge_deficiency();
    judge_speed();
    return std::move(checks_);
  }

 private:
  void add(const char* name, std::string required, std::string found, CheckOutcome outcome) {
    checks_.push_back({zone_.title.value, name, std::move(required), std::move(found), outcome, source_,
                       zone_.conditions_from_memory});
  }
  static CheckOutcome outcome_of(bool met) { return met ? CheckOutcome::met : CheckOutcome::not_met; }

  // Number and total length.
  void count_sections() {
    double length = 0;
    for (const SectionValue& section : sections_) length += section.end - section.begin;
    add("sections", fmt::format("{} or more", zone_.min_sections),
        fmt::format("{}, {:g} m in all", sections_.size(), std::round(length)),
        outcome_of(sections_.size() >= static_cast<std::size_t>(zone_.min_sections)));
  }

  void judge_length() {
    const double required = zone_.section_length_at(options_.admissible_speed);
    if (required <= 0) return;
    Extent lengths;
    for (const SectionValue& section : sections_) lengths.take(section.end - section.begin);
    const std::string found = fmt::format("{:g} m", lengths.low);
    if (!zone_.section_lengths.empty() && options_.admissible_speed <= 0)
      return add("length of a section", "by the admissible speed", "the admissible speed is not given",
                 CheckOutcome::not_judged);
    add("length of a section", fmt::format("{:g} m", required), found,
        outcome_of(lengths.low >= required * (1 - rounding)));
  }

  void judge_mean_radius() {
    if (zone_.mean_radius.empty()) return;
    double sum = 0;
    Extent radii;
    for (const SectionValue& section : sections_) {
      const double radius = 1 / std::abs(section.curvature);
      sum += radius;
      radii.take(radius);
    }
    const double mean = sum / static_cast<double>(sections_.size());
    add("mean radius", fmt::format("{:g} to {:g} m", zone_.mean_radius[0], zone_.mean_radius[1]),
        fmt::format("{:.1f} m (of {:.0f} to {:.0f} m)", mean, radii.low, radii.high),
        outcome_of(mean >= zone_.mean_radius[0] * (1 - rounding) &&
                   mean <= zone_.mean_radius[1] * (1 + rounding)));
  }

  void judge_deficiency() {
    Extent found;
    for (const SectionValue& section : sections_) found.take(section.cant_deficiency);
    const std::string text = fmt::format("{:.1f} to {:.1f} mm", 1e3 * found.low, 1e3 * found.high);
    if (zone_.max_cant_deficiency > 0) {
      const double bound = zone_.max_cant_deficiency * (1 + rounding);
      add("cant deficiency", fmt::format("up to {:g} mm to either side", 1e3 * zone_.max_cant_deficiency),
          text, outcome_of(found.high <= bound && found.low >= -bound));
    }
    if (zone_.deficiency_range.empty()) return;
    const double low = zone_.deficiency_range[0], high = zone_.deficiency_range[1];
    const std::string shares = fmt::format("{:g} to {:g} of the admissible one", low, high);
    if (!options_.cant_deficiency || *options_.cant_deficiency <= 0)
      return add("cant deficiency", shares, text + "; the admissible one is not given",
                 CheckOutcome::not_judged);
    const double admissible = *options_.cant_deficiency;
    const auto outside = std::count_if(sections_.begin(), sections_.end(), [&](const SectionValue& section) {
      const double share = section.cant_deficiency / admissible;
      return !(share >= low - rounding * 5 && share <= high + rounding * 5);
    });
    add("cant deficiency",
        fmt::format("{:g} to {:g} mm, {}", 1e3 * low * admissible, 1e3 * high * admissible, shares),
        outside == 0 ? text : fmt::format("{}; {} sections outside", text, outside),
        outcome_of(outside == 0));
  }

  void judge_speed() {
    if (zone_.speed_range.empty()) return;
    Extent found;
    for (const SectionValue& section : sections_) found.take(section.speed);
    const std::string text = fmt::format("{:.1f} to {:.1f} km/h", 3.6 * found.low, 3.6 * found.high);
    const double low = zone_.speed_range[0], high = zone_.speed_range[1];
    const std::string shares = fmt::format("{:g} to {:g} of the admissible speed", low, high);
    if (options_.admissible_speed <= 0)
      return add("speed", shares, text + "; the admissible speed is not given", CheckOutcome::not_judged);
    const double slowest = low * options_.admissible_speed, fastest = high * options_.admissible_speed;
    add("speed", fmt::format("{:.1f} to {:.1f} km/h, {}", 3.6 * slowest, 3.6 * fastest, shares), text,
        outcome_of(found.low >= slowest * (1 - rounding) && found.high <= fastest * (1 + rounding)));
  }

  const ZoneSpec& zone_;
  const std::vector<SectionValue>& sections_;
  const JudgeOptions& options_;
  std::string source_;
  std::vector<ZoneCheck> checks_;
};

}  // namespace

const char* to_string(CheckOutcome outcome) {
  switch (outcome) {
    case CheckOutcome::met:
      return "met";
    case CheckOutcome::not_met:
      return "not met";
    case CheckOutcome::not_judged:
      break;
  }
  return "not judged";
}

std::vector<ZoneCheck> check_zone(const ZoneSpec& zone, const std::vector<SectionValue>& sections,
                                  const JudgeOptions& options, const std::string& source) {
  return ZoneJudge(zone, sections, options, source).run();
}

std::string unmet_text(const std::vector<ZoneCheck>& checks) {
  const auto unmet = std::count_if(checks.begin(), checks.end(), [](const ZoneCheck& check) {
    return check.outcome == CheckOutcome::not_met;
  });
  if (unmet == 0) return "";
  return fmt::format("{} of {} conditions of the zones {} not met", unmet, checks.size(),
                     unmet == 1 ? "is" : "are");
}

}  // namespace flangeway::acceptance
