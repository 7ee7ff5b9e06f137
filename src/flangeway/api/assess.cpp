#include "flangeway/assess.hpp"

#include <algorithm>

#include "flangeway/acceptance/comfort_report.hpp"
#include "flangeway/acceptance/judge.hpp"
#include "flangeway/api/translate.hpp"

namespace flangeway {

struct Assessment::Data {
  acceptance::Report report;
};

namespace {

acceptance::RecordSet records_of(const std::vector<std::filesystem::path>& records, Findings& findings) {
  std::vector<std::string> paths;
  for (const auto& record : records) paths.push_back(record.string());
  return acceptance::open_records(paths, findings);
}

AssessedQuantity quantity_of(const acceptance::Entry& e) {
  return {e.quantity, e.zone,     e.item,  e.unit,   e.sections.size(),
          e.needed,   e.estimate, e.limit, e.margin, acceptance::to_string(e.verdict)};
}

}  // namespace

Assessment::Assessment(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

std::string Assessment::verdict() const {
  return acceptance::verdict_text(data_->report);
}

std::vector<AssessedQuantity> Assessment::quantities() const {
  std::vector<AssessedQuantity> all;
  for (const acceptance::Entry& entry : data_->report.entries) all.push_back(quantity_of(entry));
  return all;
}

const std::vector<std::string>& Assessment::not_judged() const {
  return data_->report.not_judged;
}

const std::vector<std::string>& Assessment::notes() const {
  return data_->report.notes;
}

std::string Assessment::text() const {
  return acceptance::text(data_->report);
}

std::string Assessment::json() const {
  return acceptance::json_text(data_->report);
}

std::string Assessment::html() const {
  return acceptance::page(data_->report, "flangeway::assess_runs()");
}

std::vector<std::string> assessment_rules() {
  return acceptance::rule_names();
}

Assessment assess_runs(const std::vector<std::filesystem::path>& records, const std::string& rule,
                       const AssessOptions& options) {
  return api::translated([&] {
    Findings findings;
    const auto spec = acceptance::load_rule(rule, findings);
    const acceptance::JudgeOptions how{options.axle_load, options.cant_deficiency, options.bogie_mass,
                                       acceptance::parse_floor_points(options.points, findings)};
    const acceptance::RecordSet set = records_of(records, findings);
    api::throw_if_any(findings);
    acceptance::Report report = acceptance::judge(set, *spec, how, findings);
    api::throw_if_any(findings);
    return Assessment(std::make_shared<const Assessment::Data>(std::move(report)));
  });
}

std::vector<std::string> comfort_rules() {
  return acceptance::comfort_rules();
}

std::vector<Comfort> assess_comfort(const std::vector<std::filesystem::path>& records,
                                    const std::string& rule, const std::vector<std::string>& points) {
  const auto& rules = acceptance::comfort_rules();
  if (std::find(rules.begin(), rules.end(), rule) == rules.end())
    api::refuse("rule", "is no comfort rule", rule, "a name of comfort_rules()");
  return api::translated([&] {
    Findings findings;
    const auto positions = acceptance::parse_floor_points(points, findings);
    const acceptance::RecordSet set = records_of(records, findings);
    api::throw_if_any(findings);
    const auto reports = acceptance::judge_comfort(set, rule, positions, findings);
    api::throw_if_any(findings);
    std::vector<Comfort> all;
    for (const acceptance::ComfortReport& report : reports) {
      Comfort comfort{report.record, report.point, {}, report.notes};
      for (const acceptance::ComfortRow& row : report.rows)
        comfort.values.push_back({row.name, row.meaning, row.value, row.unit, row.note});
      all.push_back(std::move(comfort));
    }
    return all;
  });
}

}  // namespace flangeway
