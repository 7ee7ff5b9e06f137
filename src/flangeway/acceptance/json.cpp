#include <nlohmann/json.hpp>

#include "flangeway/acceptance/comfort_report.hpp"
#include "flangeway/acceptance/judge.hpp"

namespace flangeway::acceptance {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Entry& entry) {
  Json sections = Json::array();
  for (const SectionValue& section : entry.sections) {
    Json json{{"record", section.record}, {"begin", section.begin},
              {"end", section.end},       {"curvature", section.curvature},
              {"speed", section.speed},   {"cant_deficiency", section.cant_deficiency},
              {"value", section.value}};
    if (section.chainage) json["chainage"] = *section.chainage;
    sections.push_back(std::move(json));
  }
  return {{"quantity", entry.quantity},
          {"zone", entry.zone},
          {"of", entry.item},
          {"en14363_name", entry.alias},
          {"unit", entry.unit},
          {"method", entry.method},
          {"mean", entry.mean},
          {"standard_deviation", entry.deviation},
          {"estimate", entry.estimate},
          {"limit", entry.limit},
          {"lower_limit", entry.lower_limit},
          {"margin", entry.margin},
          {"verdict", to_string(entry.verdict)},
          {"sections_needed", entry.needed},
          {"section_count", entry.sections.size()},
          {"limit_source", entry.source},
          {"limit_verified", !entry.from_memory},
          {"limit_from_memory", entry.from_memory},
          {"sections_without_contact", entry.lost},
          {"worst_section", entry.worst},
          {"sections", std::move(sections)}};
}

}  // namespace

std::string json_text(const Report& report) {
  Json checks = Json::array();
  for (const ZoneCheck& check : report.zone_checks)
    checks.push_back({{"zone", check.zone},
                      {"name", check.name},
                      {"required", check.required},
                      {"found", check.found},
                      {"outcome", to_string(check.outcome)},
                      {"source", check.source},
                      {"verified", !check.unverified}});
  Json entries = Json::array();
  for (const Entry& entry : report.entries) entries.push_back(json_of(entry));
  Json records = Json::array();
  for (const RecordSource& record : report.records)
    records.push_back({{"path", record.path}, {"sha256", record.sha256}, {"made_by", record.made_by}});
  return Json{{"rule", report.title},
              {"source", report.source},
              {"date", report.date},
              {"records", std::move(records)},
              {"verdict", to_string(report.verdict())},
              {"entries", std::move(entries)},
              {"zone_checks", std::move(checks)},
              {"failures", report.failures},
              {"warnings", report.warnings},
              {"losses_of_contact", report.losses},
              {"not_judged", report.not_judged},
              {"notes", report.notes}}
      .dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string json_text(const std::vector<ComfortReport>& reports) {
  Json list = Json::array();
  for (const ComfortReport& report : reports) {
    Json rows = Json::array(), not_judged = Json::array();
    for (const ComfortRow& row : report.rows) {
      const bool is_judged = std::isfinite(row.value);
      rows.push_back({{"name", row.name},
                      {"value", is_judged ? Json(row.value) : Json()},
                      {"unit", row.unit},
                      {"meaning", row.meaning},
                      {"note", row.note}});
      if (!is_judged) not_judged.push_back(row.name + ", " + row.meaning + ": " + row.note);
    }
    list.push_back({{"rule", report.title},
                    {"record", report.record},
                    {"sha256", report.source.sha256},
                    {"point", report.point},
                    {"values", std::move(rows)},
                    {"not_judged", std::move(not_judged)},
                    {"notes", report.notes}});
  }
  return list.dump(2, ' ', false, Json::error_handler_t::replace);
}

}  // namespace flangeway::acceptance
