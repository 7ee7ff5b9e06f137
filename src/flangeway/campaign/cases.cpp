#include "flangeway/campaign/cases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>

#include "flangeway/core/parallel.hpp"
#include "flangeway/document/settings.hpp"
#include "flangeway/results/reader.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/simulate/judged.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/coupling.hpp"

namespace flangeway::campaign {
namespace {

// Names of the channels that match, with the finding at the pattern's own place.
std::vector<std::string> select(const std::vector<results::Channel>& channels,
                                const std::vector<document::Located<std::string>>& patterns,
                                const std::string& key, Findings& findings) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    Findings own;
    for (std::string& name : results::select_channels(channels, {patterns[i].value}, "", own)) {
      if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
    }
    for (Finding finding : own.all()) {
      finding.where = patterns[i].where;
      finding.key = fmt::format("{}[{}]", key, i);
      findings.add(std::move(finding));
    }
  }
  return names;
}

std::vector<std::string> wheelset_displacements(const vehicle_case::CaseModel& model) {
  std::vector<std::string> names;
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets)
    names.push_back(model.vehicle.bodies.bodies[wheelset.body].name + ".y");
  return names;
}

Case make_case(const StudySpec& spec, std::shared_ptr<const vehicle_case::CaseModel> model,
               Findings& findings) {
  Case result;
  result.judged = spec.record_judged;
  const std::vector<results::Channel> channels =
      spec.record_judged ? simulate::judged_channels(*model) : simulate::channels(*model);
  if (spec.record_judged && !(model->output.judged_interval > 0))
    findings.add({spec.case_file.where, "record_judged", "needs output.judged_interval", "0", "> 0 s",
                  "Set it in the case, or leave record_judged out"});
  if (spec.record_judged && spec.reference)
    findings.add({spec.case_file.where, "record_judged", "cannot be compared with a reference", "", "",
                  "Leave it or reference out"});
  std::vector<std::string> names{"t"};
  if (spec.reference) {
    result.error_channels = spec.error.channels.empty()
                                ? wheelset_displacements(*model)
                                : select(channels, spec.error.channels, "error.channels", findings);
    names.insert(names.end(), result.error_channels.begin(), result.error_channels.end());
  }
  const std::vector<std::string> more = select(channels, spec.record, "record", findings);
  names.insert(names.end(), more.begin(), more.end());
  for (const std::string& name : names) {
    const std::size_t place = results::place_of(channels, name);
    if (std::find(result.recorded.begin(), result.recorded.end(), place) == result.recorded.end())
      result.recorded.push_back(place);
  }
  result.model = std::move(model);
  result.repetitions = spec.repetitions;
  if (spec.critical_speed) {
    const CriticalSpeedSpec& search = *spec.critical_speed;
    stability::Settings& settings = result.critical_speed.emplace();
    settings.from = search.from, settings.to = search.to;
    settings.speeds = static_cast<std::size_t>(search.speeds);
    settings.branches = 0;
  }
  return result;
}

// The model of the search of the critical speed, where that has settings of its own, and its findings.
void prepare_search(const StudySpec& spec, const Run& run, wheelrail::PairTables& tables, Case& one,
                    Findings& findings) {
  const CriticalSpeedSpec& search = *spec.critical_speed;
  if (!search.set.empty()) {
    document::Assignments sets = run.sets;
    document::append_settings(sets, search.set);
    auto model = vehicle_case::load_case(spec.case_file.value, sets, findings, &tables);
    if (!model) return;
    one.searched = std::make_shared<const vehicle_case::CaseModel>(std::move(*model));
  }
  if (search.from < search.to)
    stability::check(one.searched ? *one.searched : *one.model, *one.critical_speed, findings);
}

// Reports findings that all runs share once; others with the first run that has them.
void merge(const Plan& plan, const std::vector<Findings>& of_runs, Findings& findings) {
  struct Told {
    Finding finding;
    std::size_t first, count;
  };
  std::vector<Told> all;
  for (std::size_t i = 0; i < of_runs.size(); ++i) {
    for (const Finding& finding : of_runs[i].all()) {
      const auto known = std::find_if(
          all.begin(), all.end(), [&](const Told& told) { return told.finding.text() == finding.text(); });
      if (known == all.end()) {
        all.push_back({finding, i, 1});
      } else {
        ++known->count;
      }
    }
  }
  for (Told& told : all) {
    const Run& run = plan.runs[told.first];
    if (told.count < plan.runs.size()) {
      told.finding.problem += fmt::format(", in run {} ({}){}", run.name, settings_of(plan, run),
                                          told.count > 1 ? fmt::format(" and {} more", told.count - 1) : "");
    }
    findings.add(std::move(told.finding));
  }
}

bool is_at(const Finding& finding, const Point& point) {
  return std::any_of(point.sets.begin(), point.sets.end(), [&](const document::Assignment& set) {
    return finding.where.file == set.where.file && finding.where.line == set.where.line &&
           finding.where.column == set.where.column;
  });
}

// The ends of axes are tried as runs, so that a value that a larger sample or an optimisation may choose is
// refused now.
void check_reach(const StudySpec& spec, const Plan& plan, std::size_t jobs, wheelrail::PairTables& tables,
                 const std::function<void(const vehicle_case::CaseModel&)>& loaded, Findings& findings) {
  struct Probe {
    const Axis* axis;
    const Point* point;
  };
  std::vector<Probe> probes;
  for (const Axis& axis : plan.axes)
    for (const Point& end : axis.ends) probes.push_back({&axis, &end});
  std::vector<Findings> of_probes(probes.size());
  std::mutex mutex;
  for_each_index(probes.size(), jobs, [&](std::size_t i) {
    document::Assignments sets = plan.runs.back().sets;
    const document::Assignments& own = probes[i].point->sets;
    sets.insert(sets.end(), own.begin(), own.end());
    const auto model = vehicle_case::load_case(spec.case_file.value, sets, of_probes[i], &tables);
    // A value of a distribution reads no file that the runs do not read.
    if (!model || probes[i].axis->distribution) return;
    const std::lock_guard lock(mutex);
    loaded(*model);
  });
  for (std::size_t i = 0; i < probes.size(); ++i) {
    const auto& [axis, point] = probes[i];
    for (Finding finding : of_probes[i].all()) {
      if (!is_at(finding, *point)) continue;
      finding.problem += axis->distribution
                             ? fmt::format(", where the distribution of axis {} ends", axis->name)
                             : fmt::format(", at the point {} of axis {}", point->label, axis->name);
      if (finding.advice.empty() && axis->distribution)
        finding.advice = "Give limits, or another distribution";
      findings.add(std::move(finding));
    }
  }
}

}  // namespace

std::optional<Case> load_case(const StudySpec& spec, const Run& run, wheelrail::PairTables& tables,
                              Findings& findings) {
  const std::size_t before = findings.all().size();
  auto model = vehicle_case::load_case(spec.case_file.value, run.sets, findings, &tables);
  if (model) {
    vehicle_case::check_one_process(*model, findings);
    simulate::check_inputs_of_controllers(*model, findings);
    simulate::check_functions(*model, {}, findings);
  }
  if (!model) return std::nullopt;
  Case result = make_case(spec, std::make_shared<const vehicle_case::CaseModel>(std::move(*model)), findings);
  if (spec.critical_speed) prepare_search(spec, run, tables, result, findings);
  if (findings.all().size() != before) return std::nullopt;
  return result;
}

std::vector<Case> load_cases(const StudySpec& spec, const Plan& plan, std::size_t jobs,
                             wheelrail::PairTables& tables,
                             const std::function<void(const vehicle_case::CaseModel&)>& loaded,
                             Findings& findings) {
  std::vector<Case> cases(plan.runs.size());
  std::vector<Findings> of_runs(plan.runs.size());
  std::mutex mutex;
  for_each_index(plan.runs.size(), jobs, [&](std::size_t i) {
    std::optional<Case> one = load_case(spec, plan.runs[i], tables, of_runs[i]);
    if (!one) return;
    cases[i] = std::move(*one);
    const std::lock_guard lock(mutex);
    loaded(*cases[i].model);
    if (cases[i].searched) loaded(*cases[i].searched);
    if (i >= kept_models) cases[i].give_up_models();
  });
  const std::size_t before = findings.all().size();
  check_reach(spec, plan, jobs, tables, loaded, findings);
  if (findings.all().size() != before) return {};
  merge(plan, of_runs, findings);
  if (findings.all().size() != before) return {};
  return cases;
}

}  // namespace flangeway::campaign
