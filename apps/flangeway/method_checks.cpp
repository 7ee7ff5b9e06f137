#include "method_checks.hpp"

#include <fmt/format.h>

#include "cross_check_run.hpp"

namespace flangeway::app {
namespace {

// The run of a zone with the largest cant deficiency that has a record. `first` is the place of the zone's
// first run on the axis of tests.
struct CheckedRun {
  const acceptance::PlannedRun* planned = nullptr;
  const campaign::Run* run = nullptr;
};

CheckedRun checked_run(const CheckedCondition& checked, const acceptance::PlannedZone& zone,
                       std::size_t first) {
  CheckedRun found;
  for (const campaign::Run& run : checked.study.plan.runs) {
    if (!checked.has_run(run) || run.place[0] < first || run.place[0] >= first + zone.runs.size()) continue;
    const acceptance::PlannedRun& planned = zone.runs[run.place[0] - first];
    if (found.run != nullptr && planned.deficiency <= found.planned->deficiency) continue;
    if (checked.record_of(run) != nullptr) found = {&planned, &run};
  }
  return found;
}

// s, until the vehicle has passed the first section and the margin around it.
double checked_duration(const acceptance::PlannedZone& zone, const acceptance::PlannedRun& planned) {
  constexpr double margin = 50;  // [m]
  const double length = acceptance::run_in + planned.transition + zone.section_length + margin;
  return std::min(length, planned.distance() - margin) / planned.speed;
}

}  // namespace

void add_method_checks(const CheckedCondition& checked,
                       const std::function<bool(const std::string& next)>& progress,
                       acceptance::TestDocument& document) {
  std::size_t first = 0;
  for (const acceptance::PlannedZone& zone : document.plan.zones) {
    const CheckedRun found = checked_run(checked, zone, first);
    first += zone.runs.size();
    if (zone.runs.empty()) continue;
    const std::string name = fmt::format("{}, {}", zone.title, checked.condition.title);
    if (found.run == nullptr) {
      document.notes.push_back("no cross-check of contact methods, as no run reached its end: " + name);
      continue;
    }
    document::Assignments sets = found.run->sets;
    sets.push_back({fmt::format("integration.duration={:.6g}", checked_duration(zone, *found.planned))});
    Findings findings;
    const std::optional<CrossCheckCase> other =
        load_other_method(checked.study.spec.case_file.value, std::move(sets), checked.model.contact.settings,
                          checked.study.tables.get(), findings);
    if (!other) {
      document.notes.push_back(
          fmt::format("no cross-check of contact methods: {}: {}", name, findings.text()));
      continue;
    }
    document.method_checks.push_back(
        {checked.condition.title, zone.title, found.planned->name,
         cross_check(*checked.record_of(*found.run), checked.model.vehicle.bodies, *other,
                     [&](double) { return progress("cross-check, " + zone.title); })});
  }
}

}  // namespace flangeway::app
