#include "flangeway/campaign/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <set>

namespace flangeway::campaign {
namespace {

using document::Assignment;
using document::Assignments;
using document::Setting;
using document::Value;

bool is_column_name(const std::string& name) {
  return !name.empty() && name.front() >= 'a' && name.front() <= 'z' &&
         name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") == std::string::npos;
}

Assignment assignment(const std::string& key, const Value& value) {
  return {key + '=' + value.text, value.where};
}

void append(Assignments& sets, const std::vector<Setting>& settings) {
  for (const Setting& setting : settings) sets.push_back(assignment(setting.key, setting.value));
}

void append(Assignments& sets, const Assignments& more) {
  sets.insert(sets.end(), more.begin(), more.end());
}

/// A text without its quotes, a number in its shortest form.
std::string label_of(const Value& value) {
  if (value.number) return short_number(*value.number);
  if (value.text.size() >= 2 && value.text.front() == '"') return value.text.substr(1, value.text.size() - 2);
  return value.text;
}

Value number_value(double number, const SourceLocation& where) {
  return {fmt::format("{}", number), number, where};
}

std::vector<Value> grid_values(const GridSpec& grid, bool logarithmic) {
  std::vector<Value> values;
  for (long i = 0; i < grid.count; ++i) {
    const double share = static_cast<double>(i) / static_cast<double>(grid.count - 1);
    double number = grid.from + share * (grid.to - grid.from);
    if (logarithmic) {
      // Exponents are rounded so that 1e9 … 1e13 are these numbers and not their neighbours.
      const double first = std::log10(grid.from), last = std::log10(grid.to);
      const double exponent = first + share * (last - first);
      number = std::strtod(fmt::format("{:.12g}", std::pow(10, exponent)).c_str(), nullptr);
    }
    if (i == 0) number = grid.from;
    if (i == grid.count - 1) number = grid.to;
    values.push_back(number_value(number, grid.where));
  }
  return values;
}

class AxisMaker {
 public:
  AxisMaker(const AxisSpec& spec, std::string key, Findings& findings)
      : spec_(spec), key_(std::move(key)), findings_(findings) {}

  Axis make() {
    Axis axis{spec_.name.value, spec_.title.value.empty() ? spec_.name.value : spec_.title.value, {}};
    const int forms = !spec_.values.empty() + spec_.linear.has_value() + spec_.logarithmic.has_value() +
                      !spec_.choices.empty();
    if (forms != 1) {
      refuse(spec_.where, "", forms == 0 ? "has no values" : "has values in more than one form",
             "one of values, linear, logarithmic and choices");
      return axis;
    }
    axis.points = spec_.choices.empty() ? value_points() : choice_points();
    check_labels(axis);
    return axis;
  }

 private:
  void refuse(const SourceLocation& where, const std::string& key, std::string problem, std::string allowed,
              std::string advice = "") {
    findings_.add({where, key_ + key, std::move(problem), "", std::move(allowed), std::move(advice)});
  }

  std::vector<Point> choice_points() {
    if (!spec_.key.value.empty()) {
      refuse(spec_.key.where, ".key", "has no meaning beside choices", "",
             "Leave it out: each choice sets its own keys");
    }
    if (!spec_.tied.empty()) {
      refuse(spec_.tied.front().where, ".tied", "has no meaning beside choices", "",
             "Set the keys in the choices");
    }
    std::vector<Point> points;
    for (const ChoiceSpec& choice : spec_.choices) {
      Point point{choice.name.value, {}, {}};
      append(point.sets, choice.set);
      points.push_back(std::move(point));
    }
    return points;
  }

  std::vector<Value> values() {
    if (spec_.logarithmic) {
      const GridSpec& grid = *spec_.logarithmic;
      if (!(grid.from > 0 && grid.to > 0)) {
        refuse(grid.where, ".logarithmic", "has an end that is not above zero", "from and to > 0");
        return {};
      }
      return grid_values(grid, true);
    }
    return spec_.linear ? grid_values(*spec_.linear, false) : spec_.values;
  }

  std::vector<Point> value_points() {
    if (spec_.key.value.empty()) refuse(spec_.where, ".key", "is missing", "the key that the values are for");
    std::vector<Point> points;
    const std::vector<Value> all = values();
    for (const Value& value : all) {
      points.push_back({label_of(value), value.number, {}});
      points.back().sets.push_back(assignment(spec_.key.value, value));
    }
    for (std::size_t i = 0; i < spec_.tied.size(); ++i) tie(spec_.tied[i], i, all, points);
    return points;
  }

  void tie(const TiedSpec& tied, std::size_t place, const std::vector<Value>& all,
           std::vector<Point>& points) {
    const std::string key = fmt::format(".tied[{}]", place);
    if ((tied.factor != 0) == !tied.values.empty()) {
      refuse(tied.where, key, tied.values.empty() ? "has neither factor nor values" : "has factor and values",
             "one of both");
    } else if (!tied.values.empty() && tied.values.size() != all.size()) {
      findings_.add({tied.where, key_ + key + ".values", "has another length than the axis",
                     fmt::format("{} values", tied.values.size()), fmt::format("{} values", all.size()), ""});
    } else {
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (tied.values.empty() && !all[i].number) {
          refuse(all[i].where, fmt::format(".values[{}]", i), "is not a number, but a tied key has a factor",
                 "a number", "Give the tied key its own values");
          continue;
        }
        const Value value =
            tied.values.empty() ? number_value(tied.factor * *all[i].number, tied.where) : tied.values[i];
        points[i].sets.push_back(assignment(tied.key.value, value));
      }
    }
  }

  void check_labels(const Axis& axis) {
    std::set<std::string> seen;
    for (const Point& point : axis.points) {
      if (!seen.insert(point.label).second)
        refuse(spec_.where, "", fmt::format("has the point '{}' twice", point.label), "");
    }
  }

  const AxisSpec& spec_;
  std::string key_;
  Findings& findings_;
};

std::string key_of(const Assignment& set) {
  return set.text.substr(0, set.text.find('='));
}

// A key that two axes set would be that of the later one alone.
void check_keys(const std::vector<Axis>& axes, Findings& findings) {
  for (std::size_t later = 1; later < axes.size(); ++later) {
    std::set<std::string> told;
    for (const Point& point : axes[later].points) {
      for (const Assignment& set : point.sets) {
        for (std::size_t earlier = 0; earlier < later; ++earlier) {
          const bool twice =
              std::any_of(axes[earlier].points.begin(), axes[earlier].points.end(), [&](const Point& other) {
                return std::any_of(other.sets.begin(), other.sets.end(),
                                   [&](const Assignment& one) { return key_of(one) == key_of(set); });
              });
          if (!twice || !told.insert(key_of(set)).second) continue;
          findings.add({set.where, fmt::format("axes[{}]", later),
                        fmt::format("sets {}, which axis {} sets, too", key_of(set), axes[earlier].name), "",
                        "", "Join both axes, or tie the key to one of them"});
        }
      }
    }
  }
}

std::vector<Axis> make_axes(const StudySpec& spec, Findings& findings) {
  std::vector<Axis> axes;
  std::set<std::string> names;
  for (std::size_t i = 0; i < spec.axes.size(); ++i) {
    const AxisSpec& axis = spec.axes[i];
    const std::string key = fmt::format("axes[{}]", i);
    if (!axis.name.value.empty() && !is_column_name(axis.name.value)) {
      findings.add({axis.name.where, key + ".name", "is not the name of a column",
                    '"' + axis.name.value + '"', "small letters, digits and _, a letter first",
                    "Put the text for readers into title"});
    } else if (!names.insert(axis.name.value).second) {
      findings.add({axis.name.where, key + ".name", "is the name of another axis",
                    '"' + axis.name.value + '"', "", ""});
    }
    axes.push_back(AxisMaker(axis, key, findings).make());
  }
  check_keys(axes, findings);
  return axes;
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
  append(run.sets, spec.set);
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
    append(run.sets, spec.reference->set);
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
  Plan plan;
  plan.axes = make_axes(spec, findings);
  double count = 1;
  for (const Axis& axis : plan.axes) count *= static_cast<double>(axis.points.size());
  if (count > static_cast<double>(max_runs)) {
    findings.add({spec.axes.front().where, "axes", "make too many runs", short_number(count),
                  fmt::format("at most {}", max_runs), ""});
  }
  if (findings.all().size() != before) return std::nullopt;
  add_references(spec, plan, findings);
  if (findings.all().size() != before) return std::nullopt;
  std::size_t number = 0;
  for (auto& place : combinations(plan.axes, std::vector<bool>(plan.axes.size(), true))) {
    Run run = make_run(spec, plan.axes, std::move(place));
    run.name = fmt::format("{}", ++number);
    run.reference = reference_of(plan, run);
    plan.runs.push_back(std::move(run));
  }
  return plan;
}

std::string short_number(double value) {
  const std::string plain = fmt::format("{}", value);
  std::string scientific = fmt::format("{:e}", value);
  for (int digits = 0; digits < 17; ++digits) {
    scientific = fmt::format("{:.{}e}", value, digits);
    if (std::strtod(scientific.c_str(), nullptr) == value) break;
  }
  const std::size_t e = scientific.find('e');
  if (e == std::string::npos) return plain;
  scientific = scientific.substr(0, e + 1) + fmt::format("{}", std::stoi(scientific.substr(e + 1)));
  return scientific.size() < plain.size() ? scientific : plain;
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
