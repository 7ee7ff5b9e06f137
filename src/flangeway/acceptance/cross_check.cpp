#include "flangeway/acceptance/cross_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>

#include "flangeway/acceptance/grid.hpp"
#include "flangeway/acceptance/judge.hpp"
#include "flangeway/assess/statistics.hpp"

namespace flangeway::acceptance {
namespace {

constexpr double relative_tolerance = 0.05;
// Differences below this share of the limit decide nothing, however large they are relative to small values.
constexpr double min_limit_share = 0.01;
constexpr double check_length = 50;  // [m]

// Equal sections of about the wanted length that cover all of the grid.
std::vector<Section> equal_sections(std::size_t count, double step) {
  const double length = static_cast<double>(count) * step;
  const auto sections = static_cast<std::size_t>(std::max(1.0, std::round(length / check_length)));
  std::vector<Section> result;
  for (std::size_t i = 0; i < sections; ++i)
    result.push_back({i * count / sections, (i + 1) * count / sections});
  return result;
}

std::span<const double> section_part(const std::vector<double>& values, const Section& section) {
  return std::span(values).subspan(section.first, section.last - section.first);
}

// 0 where both have no quotient or the difference is of no consequence; infinite where only one has none.
double difference_share(double value, double other, double limit) {
  if (std::isnan(value) || std::isnan(other))
    return std::isnan(value) == std::isnan(other) ? 0 : std::numeric_limits<double>::infinity();
  const double difference = std::abs(value - other);
  if (difference <= min_limit_share * std::abs(limit)) return 0;
  return difference / std::max(std::abs(value), std::abs(other));
}

std::string shown(double value, const std::string& unit) {
  return std::isnan(value) ? "without a value, as the wheel lost contact" : value_text(value, unit);
}

struct Ranked {
  assess::MethodDifference difference;
  double share = 0;
};

class MethodComparer {
 public:
  MethodComparer(const Samples& run, const Samples& other, const RuleSpec& rule, assess::CrossCheck& check)
      : run_(run), other_(other), step_(rule.step), check_(check) {
    const QuantitySpec plain;
    speed_ = on_grid(run, run.speed, plain, step_), curvature_ = on_grid(run, run.curvature, plain, step_);
    count_ = std::min(speed_.size(), on_grid(other, other.speed, plain, step_).size());
    sections_ = equal_sections(count_, step_);
    check_.distance = static_cast<double>(count_ - 1) * step_;
  }

  void add(const QuantitySpec& quantity) {
    if (!has(run_, quantity.quantity) || !has(other_, quantity.quantity)) return;
    const std::vector<ItemSeries> mine = series_of(run_, quantity.quantity),
                                  theirs = series_of(other_, quantity.quantity);
    for (std::size_t i = 0; i < std::min(mine.size(), theirs.size()); ++i) add(quantity, mine[i], theirs[i]);
  }

  void finish() {
    std::stable_sort(found_.begin(), found_.end(),
                     [](const Ranked& a, const Ranked& b) { return a.share > b.share; });
    for (Ranked& found : found_) check_.differences.push_back(std::move(found.difference));
  }

 private:
  void add(const QuantitySpec& quantity, const ItemSeries& mine, const ItemSeries& theirs) {
    const std::vector<double> values = on_grid(run_, mine, quantity, step_),
                              others = on_grid(other_, theirs, quantity, step_);
    Ranked worst;
    std::size_t differing = 0;
    for (const Section& section : sections_) {
      const double value = section_value(section_part(values, section), quantity, step_),
                   other = section_value(section_part(others, section), quantity, step_);
      const LimitContext context{mine.axle_load, assess::mean(section_part(speed_, section)),
                                 assess::mean(section_part(curvature_, section))};
      const double share = difference_share(value, other, limit_of(quantity, context, {}));
      ++check_.compared;
      if (share > relative_tolerance) ++differing;
      if (share <= worst.share) continue;
      worst = {{quantity.title.value, mine.item, unit_of(quantity.quantity), place(section.first),
                place(section.last), value, other},
               share};
    }
    worst.difference.sections = differing;
    if (differing > 0) found_.push_back(std::move(worst));
  }

  [[nodiscard]] double place(std::size_t index) const {
    return run_.distance.front() + step_ * static_cast<double>(index);
  }

  const Samples &run_, &other_;
  double step_;
  assess::CrossCheck& check_;
  std::vector<double> speed_, curvature_;
  std::size_t count_ = 0;
  std::vector<Section> sections_;
  std::vector<Ranked> found_;
};

}  // namespace

void compare_methods(const Record& run, const Record& other, const RuleSpec& rule,
                     const std::vector<FloorPoint>& points, assess::CrossCheck& check) {
  check.tolerance = relative_tolerance;
  JudgeOptions options;
  options.points = points;
  Findings findings;
  const auto mine = samples_of(run, rule, options, findings),
             theirs = samples_of(other, rule, options, findings);
  if (!mine || !theirs) {
    check.problem = findings.text();
    return;
  }
  MethodComparer method_comparer(*mine, *theirs, rule, check);
  for (const QuantitySpec& quantity : rule.quantities) method_comparer.add(quantity);
  method_comparer.finish();
}

std::string difference_text(const assess::MethodDifference& d, const std::string& method) {
  std::string text = fmt::format("{} of {} is {} from {:.0f} to {:.0f} m, and {} with {}", d.quantity, d.item,
                                 shown(d.value, d.unit), d.begin, d.end, shown(d.other, d.unit), method);
  if (d.sections > 1) text += fmt::format("; {} sections differ", d.sections);
  return text;
}

}  // namespace flangeway::acceptance
