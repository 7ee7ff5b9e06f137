// flangeway assess: judges simulated and measured runs after a rule.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "command.hpp"
#include "flangeway/acceptance/comfort_report.hpp"
#include "flangeway/acceptance/judge.hpp"

namespace flangeway::app {
namespace {

struct AssessOptions {
  std::string rule, point;
  double axle_load = 0, cant_deficiency = 0;
};

std::vector<acceptance::Record> records_of(const Common& common, Findings& findings) {
  std::vector<acceptance::Record> records;
  for (const std::string& path : acceptance::record_paths(common.files, findings))
    if (auto record = acceptance::Record::open(path, findings)) records.push_back(std::move(*record));
  return records;
}

void deliver(const Common& common, const std::string& json, const std::string& text,
             const std::string& page) {
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
  deliver(common, acceptance::json_text(reports), text, acceptance::page(reports, common.command_line));
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
  deliver(common, acceptance::json_text(report), acceptance::text(report),
          acceptance::page(report, common.command_line));
  return ExitCode::done;
}

ExitCode run(const Common& common, const AssessOptions& options) {
  Findings findings;
  check_output(common.output, common.force, findings);
  findings.throw_if_any();
  const auto& comfort = acceptance::comfort_rules();
  const bool is_comfort = std::find(comfort.begin(), comfort.end(), options.rule) != comfort.end();
  return is_comfort ? run_comfort(common, options) : run_running(common, options);
}

}  // namespace

void add_assess(CommandLine& program, Common& common) {
  auto options = std::make_shared<AssessOptions>();
  program.add(
      {.name = "assess",
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
