// Checks the plots and tables of a study file against the results that there will be.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "flangeway/campaign/analysis.hpp"
#include "flangeway/simulate/judged.hpp"
#include "flangeway/simulate/recorder.hpp"

namespace flangeway::campaign {
namespace {

using document::Located;

class Checker {
 public:
  Checker(const StudySpec& spec, const Plan& plan, const std::vector<Case>& cases, Findings& findings)
      : plan_(plan), findings_(findings) {
    for (const Axis& axis : plan.axes) axes_.push_back(axis.name);
    columns_ = axes_;
    for (const Column& column : result_columns())
      if (column.name != "critical_speed" || spec.critical_speed) columns_.push_back(column.name);
    channels_known_ = !cases.empty();
    std::set<std::string> recorded;
    for (const Case& one : cases) {
      if (!one.model) continue;
      const auto channels =
          one.judged ? simulate::judged_channels(*one.model) : simulate::channels(*one.model);
      for (std::size_t i = 1; i < one.recorded.size(); ++i) recorded.insert(channels[one.recorded[i]].name);
    }
    channels_.assign(recorded.begin(), recorded.end());
    for (const std::string& name : channels_) columns_.push_back(fmt::format("max_abs({})", name));
  }

  void plot(const PlotSpec& spec, const std::string& key) {
    for (std::size_t i = 0; i < spec.group.size(); ++i)
      axis(spec.group[i], fmt::format("{}.group[{}]", key, i));
    (void)selected(plan_, spec.only, key, findings_);
    if (!spec.limit_names.empty() && spec.limit_names.size() != spec.limits.size())
      findings_.add({spec.limit_names.front().where, key + ".limit_names", "has not one name for each limit",
                     std::to_string(spec.limit_names.size()), std::to_string(spec.limits.size()),
                     "Give as many names as limits, or none"});
    if (!spec.trace.value.empty()) return trace(spec, key);
    for (const auto& [located, name] : {std::pair(&spec.x, ".x"), std::pair(&spec.y, ".y")}) {
      if (located->value.empty()) {
        findings_.add({spec.where, key + name, "is missing", "", "an axis or a column of the results",
                       "Or give trace, to draw a recorded channel over time"});
      } else {
        column(*located, key + name);
      }
    }
  }

  void analyses(const StudySpec& spec) { check_analyses(spec, plan_, columns_, channels_known_, findings_); }

  void optimise(const OptimiseSpec& spec, TrialValues values) {
    for (std::size_t i = 0; i < spec.objectives.size(); ++i)
      numbers(spec.objectives[i].column, fmt::format("optimise.objectives[{}].column", i), values);
    for (std::size_t i = 0; i < spec.constraints.size(); ++i)
      numbers(spec.constraints[i].column, fmt::format("optimise.constraints[{}].column", i), values);
  }

  void table(const TableSpec& spec, const std::string& key) {
    const bool rows_known = axis(spec.rows, key + ".rows");
    const bool columns_known = axis(spec.columns, key + ".columns");
    column(spec.value, key + ".value");
    const std::size_t before = findings_.all().size();
    const auto selection = selected(plan_, spec.only, key, findings_);
    if (!rows_known || !columns_known || findings_.all().size() != before) return;
    if (plan_.method != SampleMethod::grid) {
      findings_.add({spec.where, key, "needs a grid",
                     fmt::format("sample.method = \"{}\"", name_of(plan_.method)), "",
                     "Leave the table out"});
      return;
    }
    if (spec.rows.value == spec.columns.value) {
      findings_.add({spec.columns.where, key + ".columns", "is the axis of the rows",
                     '"' + spec.rows.value + '"', "", ""});
    }
    for (std::size_t i = 0; i < plan_.axes.size(); ++i) {
      const Axis& other = plan_.axes[i];
      if (other.name == spec.rows.value || other.name == spec.columns.value || selection[i] != none ||
          other.points.size() == 1)
        continue;
      findings_.add({spec.where, key, fmt::format("has a run in each cell for every point of {}", other.name),
                     "", "", fmt::format("Choose one: only = {{ {} = … }}", other.name)});
    }
  }

 private:
  void refuse(const Located<std::string>& name, const std::string& key, const char* problem,
              const std::vector<std::string>& known, const char* advice) {
    const std::string near = nearest_name(name.value, known);
    findings_.add({name.where, key, problem, '"' + name.value + '"', "",
                   near.empty() ? advice : fmt::format("The nearest is '{}'", near)});
  }

  bool axis(const Located<std::string>& name, const std::string& key) {
    if (std::find(axes_.begin(), axes_.end(), name.value) != axes_.end()) return true;
    refuse(name, key, "is no axis of the study", axes_, "Name an axis");
    return false;
  }

  void column(const Located<std::string>& name, const std::string& key) {
    if (std::find(columns_.begin(), columns_.end(), name.value) != columns_.end()) return;
    if (!channels_known_ && name.value.starts_with("max_abs(")) return;
    refuse(name, key, "is no axis and no column of the results", columns_,
           "See docs/studies.md for the columns");
  }

  // A column whose values can be compared.
  void numbers(const Located<std::string>& name, const std::string& key, TrialValues values) {
    if (values == TrialValues::of_runs) column(name, key);
    const auto axis = plan_.find_axis(name.value);
    const auto is_text = [](const Point& point) { return !point.number; };
    const std::vector<Column> results = result_columns();
    const bool texts =
        axis ? std::any_of(plan_.axes[*axis].points.begin(), plan_.axes[*axis].points.end(), is_text)
             : name.value == "run" || std::any_of(results.begin(), results.end(), [&](const Column& column) {
                 return column.name == name.value && column.unit.empty();
               });
    if (texts) findings_.add({name.where, key, "has texts and no numbers", '"' + name.value + '"', "", ""});
  }

  void trace(const PlotSpec& spec, const std::string& key) {
    if (!spec.x_title.value.empty())
      findings_.add({spec.x_title.where, key + ".x_title", "has no effect with trace", "", "",
                     "Leave it out: a trace is drawn over time"});
    if (!spec.x.value.empty() || !spec.y.value.empty()) {
      findings_.add({spec.where, key, "has a trace besides x or y", "", "trace, or x and y", ""});
    }
    if (spec.to != 0 && spec.to <= spec.from) {
      findings_.add({spec.where, key + ".to", "is not after from", short_number(spec.to),
                     fmt::format("a number > {} in s, or 0", short_number(spec.from)), ""});
    }
    if (!channels_known_ ||
        std::find(channels_.begin(), channels_.end(), spec.trace.value) != channels_.end())
      return;
    findings_.add({spec.trace.where, key + ".trace", "is not recorded", '"' + spec.trace.value + '"', "",
                   "Add it to record"});
  }

  const Plan& plan_;
  Findings& findings_;
  std::vector<std::string> axes_, columns_, channels_;
  bool channels_known_ = false;
};

}  // namespace

void check_objectives(const StudySpec& spec, const Plan& plan, const std::vector<Case>& cases,
                      TrialValues values, Findings& findings) {
  Checker(spec, plan, cases, findings).optimise(*spec.optimise, values);
}

void check_page(const StudySpec& spec, const Plan& plan, const std::vector<Case>& cases, Findings& findings) {
  Checker checker(spec, plan, cases, findings);
  for (std::size_t i = 0; i < spec.plots.size(); ++i)
    checker.plot(spec.plots[i], fmt::format("plots[{}]", i));
  for (std::size_t i = 0; i < spec.tables.size(); ++i)
    checker.table(spec.tables[i], fmt::format("tables[{}]", i));
  checker.analyses(spec);
  if (spec.critical_speed && !(spec.critical_speed->from < spec.critical_speed->to)) {
    findings.add({spec.critical_speed->where, "critical_speed.to", "is not above from",
                  short_number(spec.critical_speed->to),
                  fmt::format("a number > {} in m/s", short_number(spec.critical_speed->from)), ""});
  }
}

}  // namespace flangeway::campaign
