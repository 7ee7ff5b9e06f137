// flangeway assess: judges simulated and measured runs after a rule.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>

#include "command.hpp"
#include "flangeway/acceptance/comfort_report.hpp"
#include "flangeway/acceptance/comparison.hpp"
#include "flangeway/acceptance/judge.hpp"

namespace flangeway::app {
namespace {

struct AssessOptions {
  std::string rule, measured;
  std::vector<std::string> points;
  double axle_load = 0, bogie_mass = 0, farthest_shift = 50, admissible_speed_kmh = 0;
  std::optional<double> cant_deficiency;
};

// The page for a screen, or for print where the file is to be a PDF.
template <typename Page, typename Print>
void deliver(const Common& common, const std::string& json, const std::string& text, const Page& page,
             const Print& print) {
  if (common.json) {
    print_json(json);
  } else if (!common.quiet) {
    put_out("{}", text);
  }
  if (!common.output.empty())
    write_file_atomically(common.output, is_pdf(common.output) ? print() : page(), common.force);
}

ExitCode run_comfort(const Common& common, const AssessOptions& options) {
  Findings findings;
  const auto points = acceptance::parse_floor_points(options.points, findings);
  const acceptance::RecordSet set = acceptance::open_records(common.files, findings);
  const std::vector<acceptance::ComfortReport> reports =
      acceptance::judge_comfort(set, options.rule, points, findings);
  findings.throw_if_any();
  std::string text;
  for (const acceptance::ComfortReport& report : reports) text += acceptance::text(report);
  deliver(
      common, acceptance::json_text(reports), text,
      [&] { return acceptance::page(reports, common.command_line); },
      [&] { return acceptance::pdf(reports, common.command_line); });
  return ExitCode::done;
}

ExitCode run_running(const Common& common, const AssessOptions& options) {
  Findings findings;
  const auto rule = acceptance::load_rule(options.rule, findings);
  const acceptance::JudgeOptions how{options.axle_load, options.cant_deficiency, options.bogie_mass,
                                     acceptance::parse_floor_points(options.points, findings),
                                     options.admissible_speed_kmh / 3.6};
  const acceptance::RecordSet set = acceptance::open_records(common.files, findings);
  findings.throw_if_any();
  const acceptance::Report report = acceptance::judge(set, *rule, how, findings);
  findings.throw_if_any();
  deliver(
      common, acceptance::json_text(report), acceptance::text(report),
      [&] { return acceptance::page(report, common.command_line); },
      [&] { return acceptance::pdf(report, common.command_line); });
  return ExitCode::done;
}

ExitCode run_comparison(const Common& common, const AssessOptions& options) {
  Findings findings;
  const auto rule = acceptance::load_rule(options.rule, findings);
  const acceptance::ComparisonOptions how{{options.axle_load, std::nullopt, options.bogie_mass,
                                           acceptance::parse_floor_points(options.points, findings)},
                                          options.farthest_shift};
  const acceptance::RecordSet computed = acceptance::open_records(common.files, findings),
                              measured = acceptance::open_records({options.measured}, findings);
  findings.throw_if_any();
  const acceptance::Comparison comparison = acceptance::compare(measured, computed, *rule, how, findings);
  findings.throw_if_any();
  deliver(
      common, acceptance::json_text(comparison), acceptance::text(comparison),
      [&] { return acceptance::page(comparison, common.command_line); },
      [&] { return acceptance::pdf(comparison, common.command_line); });
  return ExitCode::done;
}

ExitCode run(const Common& common, const AssessOptions& options) {
  Findings findings;
  check_output(common.output, common.force, findings);
  findings.throw_if_any();
  const auto& comfort = acceptance::comfort_rules();
  if (!options.measured.empty()) return run_comparison(common, options);
  const bool is_comfort = std::find(comfort.begin(), comfort.end(), options.rule) != comfort.end();
  return is_comfort ? run_comfort(common, options) : run_running(common, options);
}

}  // namespace

void add_assess(CommandLine& program, Common& common) {
  auto options = std::make_shared<AssessOptions>();
  std::vector<std::string> comfort;
  for (const std::string& rule : acceptance::comfort_rules()) comfort.push_back("--rule " + rule);
  std::vector<std::string> no_regression = comfort;
  no_regression.emplace_back("--measured");
  program.add(
      {.name = "assess",
       .summary = "Judges running behaviour or ride comfort of simulated and measured runs after a rule",
       .files = "RESULT",
       .files_text = "results of runs, measured runs (CSV) or folders of studies",
       .example = "flangeway assess run.h5 --rule en14363 -o report.html",
       .max_files = 10000,
       .output =
           "page with the verdict, the limits and the margins (.html), or for print (.pdf); default: none",
       .output_format = Format::page,
       .sets = false,
       .options = {{.name = "--rule",
                    .target = &options->rule,
                    .text = fmt::format("{} for forces, {} for comfort, or a file RULE.toml",
                                        fmt::join(acceptance::rule_names(), ", "),
                                        fmt::join(acceptance::comfort_rules(), ", ")),
                    .value = "RULE",
                    .required = true,
                    .file = FileUse::input},
                   {.name = "--axle-load",
                    .target = &options->axle_load,
                    .text = "static vertical force of a wheelset in N; default: the mean over each record",
                    .type_name = "N",
                    .range = std::pair(0.0, 1e7),
                    .not_with = comfort},
                   {.name = "--cant-deficiency",
                    .target = &options->cant_deficiency,
                    .text = "in m: estimates are taken there by regression over the cant deficiency of the "
                            "sections, with Student's t",
                    .type_name = "M",
                    .range = std::pair(-1.0, 1.0),
                    .not_with = no_regression},
                   {.name = "--admissible-speed",
                    .target = &options->admissible_speed_kmh,
                    .text = "of the vehicle in km/h: for the length of sections and the conditions of zones",
                    .type_name = "V",
                    .range = std::pair(1.0, 500.0),
                    .not_with = no_regression},
                   {.name = "--bogie-mass",
                    .target = &options->bogie_mass,
                    .text = "in kg, for the simplified method of EN 14363",
                    .type_name = "KG",
                    .range = std::pair(0.0, 1e6),
                    .not_with = comfort},
                   {.name = "--point",
                    .target = &options->points,
                    .text = "accelerometer of a result file, in m from the centre of gravity of a body; "
                            "which bodies are "
                            "bogie frames follows from the topology of the vehicle; may be repeated",
                    .value = "BODY:x,y,z",
                    .repeats = true},
                   {.name = "--measured",
                    .target = &options->measured,
                    .text = "measurement (.csv or .h5) that the results are compared with, with --rule "
                            "en14363_validation",
                    .value = "FILE",
                    .file = FileUse::input},
                   {.name = "--shift",
                    .target = &options->farthest_shift,
                    .text = "in m: farthest shift by which results are aligned with --measured",
                    .type_name = "M",
                    .range = std::pair(0.0, 10000.0),
                    .only_with = {"--measured"}}},
       .action = [options, &common] { return run(common, *options); }});
}

}  // namespace flangeway::app
