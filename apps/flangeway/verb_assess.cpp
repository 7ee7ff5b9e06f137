// flangeway assess: judges simulated and measured runs after a rule.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "command.hpp"
#include "flangeway/acceptance/comfort_report.hpp"
#include "flangeway/acceptance/judge.hpp"

namespace flangeway::app {
namespace {

using Json = nlohmann::ordered_json;

struct AssessOptions {
  std::string rule, point;
  double axle_load = 0, cant_deficiency = 0;
};

Json json_of(const acceptance::Entry& entry) {
  Json sections = Json::array();
  for (const acceptance::SectionValue& section : entry.sections) {
    sections.push_back({{"record", section.record},
                        {"begin", section.begin},
                        {"end", section.end},
                        {"curvature", section.curvature},
                        {"cant_deficiency", section.cant_deficiency},
                        {"value", section.value}});
  }
  return {{"quantity", entry.quantity},
          {"zone", entry.zone},
          {"of", entry.item},
          {"unit", entry.unit},
          {"mean", entry.mean},
          {"standard_deviation", entry.deviation},
          {"estimate", entry.estimate},
          {"limit", entry.limit},
          {"lower_limit", entry.lower_limit},
          {"margin", entry.margin},
          {"verdict", acceptance::to_string(entry.verdict)},
          {"sections_needed", entry.needed},
          {"limit_from_memory", entry.from_memory},
          {"worst_section", entry.worst},
          {"sections", std::move(sections)}};
}

std::string json_text(const acceptance::Report& report) {
  Json entries = Json::array();
  for (const acceptance::Entry& entry : report.entries) entries.push_back(json_of(entry));
  return Json{{"rule", report.title},
              {"source", report.source},
              {"date", report.date},
              {"records", report.records},
              {"verdict", acceptance::to_string(report.verdict())},
              {"entries", std::move(entries)},
              {"notes", report.notes}}
      .dump(2, ' ', false, Json::error_handler_t::replace);
}

std::string json_text(const std::vector<acceptance::ComfortReport>& reports) {
  Json list = Json::array();
  for (const acceptance::ComfortReport& report : reports) {
    Json rows = Json::array();
    for (const acceptance::ComfortRow& row : report.rows)
      rows.push_back({{"name", row.name},
                      {"value", row.value},
                      {"unit", row.unit},
                      {"meaning", row.meaning},
                      {"note", row.note}});
    list.push_back({{"rule", report.title}, {"record", report.record}, {"values", std::move(rows)}});
  }
  return list.dump(2, ' ', false, Json::error_handler_t::replace);
}

std::vector<acceptance::Record> records_of(const Common& common, Findings& findings) {
  std::vector<acceptance::Record> records;
  for (const std::string& path : acceptance::record_paths(common.files, findings))
    if (auto record = acceptance::Record::open(path, findings)) records.push_back(std::move(*record));
  return records;
}

void deliver(const Common& common, const std::string& json, const std::string& text, const std::string& page) {
  if (common.json) {
    print_json(json);
  } else if (!common.quiet) {
    fmt::print("{}", text);
  }
  if (!common.output.empty()) write_file_atomically(common.output, page, common.force);
}

ExitCode run_comfort(const Common& common, const AssessOptions& options) {
  Findings findings;
  std::optional<acceptance::FloorPoint> point;
  if (!options.point.empty()) point = acceptance::parse_floor_point(options.point, findings);
  std::vector<acceptance::ComfortReport> reports;
  for (const acceptance::Record& record : records_of(common, findings))
    if (auto report = acceptance::judge_comfort(record, options.rule, point, findings))
      reports.push_back(std::move(*report));
  findings.throw_if_any();
  std::string text;
  for (const acceptance::ComfortReport& report : reports) text += acceptance::text(report);
  deliver(common, json_text(reports), text, acceptance::page(reports, common.command_line));
  return ExitCode::done;
}

ExitCode run_running(const Common& common, const AssessOptions& options) {
  Findings findings;
  const auto rule = acceptance::load_rule(options.rule, findings);
  const std::vector<acceptance::Record> records = records_of(common, findings);
  findings.throw_if_any();
  const acceptance::Report report =
      acceptance::judge(records, *rule, {options.axle_load, options.cant_deficiency}, findings);
  findings.throw_if_any();
  deliver(common, json_text(report), acceptance::text(report), acceptance::page(report, common.command_line));
  return ExitCode::done;
}

ExitCode run(const Common& common, const AssessOptions& options) {
  Findings findings;
  check_output(common.output, common.force, findings);
  check_not_input(common, common.output, findings);
  findings.throw_if_any();
  const auto& comfort = acceptance::comfort_rules();
  const bool is_comfort = std::find(comfort.begin(), comfort.end(), options.rule) != comfort.end();
  return is_comfort ? run_comfort(common, options) : run_running(common, options);
}

}  // namespace

void add_assess(CommandLine& program, Common& common) {
  auto options = std::make_shared<AssessOptions>();
  program.add({.name = "assess",
               .summary = "Judges running behaviour or ride comfort of simulated and measured runs after a rule",
               .files = "RESULT",
               .example = "flangeway assess run.h5 --rule en14363 -o report.html",
               .max_files = 10000,
               .output = "page with the verdict, the limits and the margins; default: none",
               .sets = false,
               .options = {{.name = "--rule",
                            .target = &options->rule,
                            .text = fmt::format("{} for forces, {} for comfort, or a file RULE.toml",
                                                fmt::join(acceptance::rule_names(), ", "),
                                                fmt::join(acceptance::comfort_rules(), ", ")),
                            .value = "RULE",
                            .required = true},
                           {.name = "--axle-load",
                            .target = &options->axle_load,
                            .text = "static vertical force of a wheelset in N; default: the mean over each record",
                            .type_name = "N",
                            .range = std::pair(0.0, 1e7)},
                           {.name = "--cant-deficiency",
                            .target = &options->cant_deficiency,
                            .text = "in m, at which two-dimensional estimates are taken; default 0",
                            .type_name = "M",
                            .range = std::pair(-1.0, 1.0)},
                           {.name = "--point",
                            .target = &options->point,
                            .text = "point of a body for comfort, in m from its centre of gravity: BODY:x,y,z",
                            .value = "BODY:x,y,z"}},
               .action = [options, &common] { return run(common, *options); }});
}

}  // namespace flangeway::app
