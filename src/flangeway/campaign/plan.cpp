#include "flangeway/campaign/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "axes.hpp"
#include "sample.hpp"

#include "flangeway/document/settings.hpp"

namespace flangeway::campaign {
namespace {

using document::Assignments;
using document::Setting;

void append(Assignments& sets, const Assignments& more) {
  sets.insert(sets.end(), more.begin(), more.end());
}

// Every combination of points of the axes in `varied`; `none` on the others.
std::vector<std::vector<std::size_t>> combinations(const std::vector<Axis>& axes,
                                                   const std::vector<bool>& varied) {
  std::vector<std::vector<std::size_t>> all{std::vector<std::size_t>(axes.size(), none)};
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (!varied[axis]) continue;
    std::vector<std::vector<std::size_t>> longer;
    for (const auto& place : all) {
      for (std::size_t point = 0; point < axes[axis].points.size(); ++point) {
        longer.push_back(place);
        longer.back()[axis] = point;
      }
    }
    all = std::move(longer);
  }
  return all;
}

Run make_run(const StudySpec& spec, const std::vector<Axis>& axes, std::vector<std::size_t> place) {
  Run run{"", std::move(place), {}};
  append_settings(run.sets, spec.set);
  for (std::size_t axis = 0; axis < axes.size(); ++axis) {
    if (run.place[axis] != none) append(run.sets, axes[axis].points[run.place[axis]].sets);
  }
  return run;
}

std::vector<bool> followed(const StudySpec& spec, const Plan& plan, Findings& findings) {
  std::vector<bool> result(plan.axes.size(), false);
  for (std::size_t i = 0; i < spec.reference->follows.size(); ++i) {
    const auto& name = spec.reference->follows[i];
    if (const auto axis = plan.find_axis(name.value)) {
      result[*axis] = true;
      if (!plan.axes[*axis].distribution) continue;
      findings.add({name.where, fmt::format("reference.follows[{}]", i), "is an axis with a distribution",
                    '"' + name.value + '"', "", "Each run would need a reference of its own"});
    } else {
      findings.add({name.where, fmt::format("reference.follows[{}]", i), "is no axis", '"' + name.value + '"',
                    "", ""});
    }
  }
  return result;
}

void add_references(const StudySpec& spec, Plan& plan, Findings& findings) {
  if (!spec.reference) return;
  for (auto& place : combinations(plan.axes, followed(spec, plan, findings))) {
    Run run = make_run(spec, plan.axes, std::move(place));
    append_settings(run.sets, spec.reference->set);
    run.name = fmt::format("reference {}", ++plan.references);
    plan.runs.push_back(std::move(run));
  }
}

std::size_t reference_of(const Plan& plan, const Run& run) {
  for (std::size_t i = 0; i < plan.references; ++i) {
    if (matches(run, plan.runs[i].place)) return i;
  }
  return none;
}

}  // namespace

std::optional<std::size_t> Plan::find_axis(std::string_view name) const {
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].name == name) return i;
  }
  return std::nullopt;
}

std::optional<Plan> make_plan(const StudySpec& spec, Findings& findings) {
  const std::size_t before = findings.all().size();
  if (spec.optimise) {
    findings.add({spec.optimise->where, "optimise", "is for flangeway optimise", "", "",
                  "Run that verb, or leave the section out"});
    return std::nullopt;
  }
  Plan plan;
  plan.axes = make_axes(spec, findings);
  plan.method = spec.sample.method;
  const double count = run_count(spec, plan);
  if (count > static_cast<double>(max_runs)) {
    findings.add({spec.axes.front().where, "axes", "make too many runs", short_number(count),
                  fmt::format("at most {}", max_runs), ""});
  }
  if (findings.all().size() != before) return std::nullopt;
  check_sample(spec, plan, findings);
  if (findings.all().size() != before) return std::nullopt;
  const std::vector<std::vector<std::size_t>> places =
      plan.method == SampleMethod::grid ? combinations(plan.axes, std::vector<bool>(plan.axes.size(), true))
                                        : draw_sample(spec, plan);
  add_references(spec, plan, findings);
  if (findings.all().size() != before) return std::nullopt;
  add_runs(spec, places, plan);
  return plan;
}

void add_runs(const StudySpec& spec, const std::vector<std::vector<std::size_t>>& places, Plan& plan) {
  std::size_t number = 0;
  for (const auto& place : places) {
    Run run = make_run(spec, plan.axes, place);
    run.name = fmt::format("{}", ++number);
    run.reference = reference_of(plan, run);
    plan.runs.push_back(std::move(run));
  }
}

std::string settings_of(const Plan& plan, const Run& run) {
  std::string text;
  for (std::size_t axis = 0; axis < plan.axes.size(); ++axis) {
    if (run.place[axis] == none) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", plan.axes[axis].name,
                        plan.axes[axis].points[run.place[axis]].label);
  }
  return text;
}

std::vector<std::size_t> selected(const Plan& plan, const std::vector<Setting>& only, const std::string& key,
                                  Findings& findings) {
  std::vector<std::size_t> selection(plan.axes.size(), none);
  for (const Setting& setting : only) {
    const auto axis = plan.find_axis(setting.key);
    if (!axis) {
      findings.add(
          {setting.value.where, key + ".only." + setting.key, "is no axis of the study", "", "", ""});
      continue;
    }
    const std::vector<Point>& points = plan.axes[*axis].points;
    const std::string label = label_of(setting.value);
    const auto found =
        std::find_if(points.begin(), points.end(), [&](const Point& point) { return point.label == label; });
    if (found == points.end()) {
      findings.add({setting.value.where, key + ".only." + setting.key, "is no point of the axis",
                    setting.value.text, "", ""});
    } else {
      selection[*axis] = static_cast<std::size_t>(found - points.begin());
    }
  }
  return selection;
}

bool matches(const Run& run, const std::vector<std::size_t>& selection) {
  for (std::size_t axis = 0; axis < selection.size(); ++axis) {
    if (selection[axis] != none && run.place[axis] != selection[axis]) return false;
  }
  return true;
}

}  // namespace flangeway::campaign
