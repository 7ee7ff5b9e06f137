#include "sample.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "axes.hpp"

namespace flangeway::campaign {
namespace {

std::size_t places_per_count(SampleMethod method, std::size_t axes) {
  if (method == SampleMethod::saltelli) return axes + 2;
  return method == SampleMethod::morris ? axes + 1 : 1;
}

bool can_correlate(SampleMethod method) {
  return method == SampleMethod::random || method == SampleMethod::sobol;
}

uncertainty::Design drawn(const SampleSpec& sample, std::size_t axes) {
  const auto count = static_cast<std::size_t>(sample.count);
  const auto seed = static_cast<std::uint64_t>(sample.seed);
  const std::optional<std::uint64_t> shift = sample.shift ? std::optional(seed) : std::nullopt;
  switch (sample.method) {
    case SampleMethod::random:
      return uncertainty::random_design(count, axes, seed);
    case SampleMethod::latin_hypercube:
      return uncertainty::latin_hypercube(count, axes, seed);
    case SampleMethod::sobol:
      return uncertainty::sobol_design(count, axes, shift);
    case SampleMethod::saltelli:
      return uncertainty::saltelli_design(count, axes, shift);
    case SampleMethod::morris:
      return uncertainty::morris_design(count, axes, seed);
    case SampleMethod::grid:
    case SampleMethod::list:
      break;
  }
  return {};
}

class SampleChecker {
 public:
  SampleChecker(const StudySpec& spec, const Plan& plan, Findings& findings)
      : sample_(spec.sample), spec_(spec), plan_(plan), findings_(findings) {}

  void check() {
    const bool drawn = plan_.method != SampleMethod::grid && plan_.method != SampleMethod::list;
    if (!drawn) refuse_distributions();
    if (plan_.method == SampleMethod::list) check_lengths();
    if (drawn && sample_.count < least()) {
      findings_.add({sample_.where, "sample.count", "is too small or missing",
                     fmt::format("{}", sample_.count), fmt::format("a whole number of at least {}", least()),
                     ""});
    }
    check_dimensions();
    check_unbounded();
    std::vector<bool> paired(plan_.axes.size(), false);
    for (std::size_t i = 0; i < sample_.correlated.size(); ++i) check_pair(sample_.correlated[i], i, paired);
  }

 private:
  [[nodiscard]] long least() const {
    return plan_.method == SampleMethod::saltelli || plan_.method == SampleMethod::morris ? 2 : 1;
  }

  void refuse_distributions() {
    for (std::size_t i = 0; i < plan_.axes.size(); ++i) {
      if (!plan_.axes[i].distribution) continue;
      findings_.add({plan_.axes[i].where, fmt::format("axes[{}].distribution", i),
                     fmt::format("has no meaning in a {}", name_of(plan_.method)), "", "",
                     "Choose another sample.method, or give the axis values"});
    }
  }

  void check_lengths() {
    for (std::size_t i = 1; i < plan_.axes.size(); ++i) {
      if (plan_.axes[i].points.size() == plan_.axes[0].points.size()) continue;
      findings_.add({spec_.axes[i].where, fmt::format("axes[{}]", i),
                     "has another length than the first axis",
                     fmt::format("{} points", plan_.axes[i].points.size()),
                     fmt::format("{} points, as sample.method is list", plan_.axes[0].points.size()), ""});
    }
  }

  void check_dimensions() {
    const std::size_t most = plan_.method == SampleMethod::sobol      ? uncertainty::max_sobol_dimensions
                             : plan_.method == SampleMethod::saltelli ? uncertainty::max_sobol_dimensions / 2
                                                                      : plan_.axes.size();
    if (plan_.axes.size() <= most) return;
    findings_.add({sample_.where, "sample.method", "is for fewer axes",
                   fmt::format("{} axes", plan_.axes.size()), fmt::format("at most {}", most),
                   "Take random or latin_hypercube"});
  }

  // Without a shift the first point lies at the lower end of all axes.
  void check_unbounded() {
    if (sample_.shift) return;
    for (std::size_t i = 0; i < plan_.axes.size(); ++i) {
      const auto& d = plan_.axes[i].distribution;
      if (!d || d->has_lower) continue;
      if (d->kind != uncertainty::DistributionKind::normal &&
          d->kind != uncertainty::DistributionKind::lognormal)
        continue;
      findings_.add({plan_.axes[i].where, fmt::format("axes[{}].distribution", i),
                     "has no end, and a Sobol sequence without shift begins there", "", "",
                     "Give limits, or leave out sample.shift"});
    }
  }

  void check_pair(const CorrelationSpec& pair, std::size_t place, std::vector<bool>& paired) {
    const std::string key = fmt::format("sample.correlated[{}]", place);
    if (pair.axes.size() != 2) {
      findings_.add(
          {pair.where, key + ".axes", "is no pair", fmt::format("{} axes", pair.axes.size()), "2 axes", ""});
    }
    for (std::size_t i = 0; i < pair.axes.size(); ++i) {
      const auto& name = pair.axes[i];
      const auto refuse = [&](const char* problem) {
        findings_.add(
            {name.where, fmt::format("{}.axes[{}]", key, i), problem, '"' + name.value + '"', "", ""});
      };
      const auto axis = plan_.find_axis(name.value);
      if (!axis) {
        refuse("is no axis of the study");
      } else if (!plan_.axes[*axis].distribution) {
        refuse("has no distribution");
      } else if (paired[*axis]) {
        refuse("is in a pair already");
      } else {
        paired[*axis] = true;
      }
    }
  }

  const SampleSpec& sample_;
  const StudySpec& spec_;
  const Plan& plan_;
  Findings& findings_;
};

// The points of an axis for a column of the design: each value once, in the order of the runs.
std::vector<std::size_t> place_runs(const AxisSpec& spec, const uncertainty::Design& design,
                                    std::size_t column, Axis& axis) {
  std::map<double, std::size_t> known;
  std::vector<double> numbers;
  std::vector<std::size_t> places;
  for (std::size_t row = 0; row < design.rows(); ++row) {
    const double share = design.at(row, column);
    if (!axis.distribution) {
      const auto size = static_cast<double>(axis.points.size());
      places.push_back(std::min(static_cast<std::size_t>(share * size), axis.points.size() - 1));
      continue;
    }
    const auto [place, is_new] = known.emplace(share, numbers.size());
    if (is_new) numbers.push_back(uncertainty::quantile(*axis.distribution, share));
    places.push_back(place->second);
  }
  if (axis.distribution) axis.points = points_at(spec, numbers);
  return places;
}

}  // namespace

double run_count(const StudySpec& spec, const Plan& plan) {
  double count = 1;
  if (plan.method == SampleMethod::grid) {
    for (const Axis& axis : plan.axes) count *= static_cast<double>(axis.points.size());
    return count;
  }
  if (plan.method == SampleMethod::list) return static_cast<double>(plan.axes.front().points.size());
  return static_cast<double>(spec.sample.count) *
         static_cast<double>(places_per_count(plan.method, plan.axes.size()));
}

void check_sample(const StudySpec& spec, const Plan& plan, Findings& findings) {
  SampleChecker(spec, plan, findings).check();
}

std::vector<std::vector<std::size_t>> place_design(const StudySpec& spec, Plan& plan) {
  std::vector<std::vector<std::size_t>> runs(plan.design.rows(), std::vector<std::size_t>(plan.axes.size()));
  for (std::size_t i = 0; i < plan.axes.size(); ++i) {
    const std::vector<std::size_t> places = place_runs(spec.axes[i], plan.design, i, plan.axes[i]);
    for (std::size_t run = 0; run < runs.size(); ++run) runs[run][i] = places[run];
  }
  return runs;
}

std::vector<std::vector<std::size_t>> draw_sample(const StudySpec& spec, Plan& plan) {
  if (plan.method == SampleMethod::list) {
    std::vector<std::vector<std::size_t>> runs;
    for (std::size_t run = 0; run < plan.axes.front().points.size(); ++run)
      runs.emplace_back(plan.axes.size(), run);
    return runs;
  }
  plan.design = drawn(spec.sample, plan.axes.size());
  if (can_correlate(plan.method)) {
    for (const CorrelationSpec& pair : spec.sample.correlated)
      uncertainty::correlate(plan.design, *plan.find_axis(pair.axes[0].value),
                             *plan.find_axis(pair.axes[1].value), pair.correlation);
  }
  return place_design(spec, plan);
}

}  // namespace flangeway::campaign
