// flangeway stability: critical speeds and limit cycles of a case.
#include <fmt/format.h>

#include <memory>

#include "case_settings.hpp"
#include "command.hpp"
#include "flangeway/stability/mode_sensitivities.hpp"
#include "flangeway/stability/page.hpp"
#include "flangeway/stability/stability.hpp"
#include "flangeway/stability/variation.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::app {
namespace {

struct StabilityOptions {
  stability::Settings settings;
  stability::RampSettings ramp;
  bool ramps = false, no_runs = false;
  std::string over;
  std::vector<std::string> sensitivities;
};

// Prints what was found and writes its page.
template <typename Found, typename Page>
ExitCode give(const Common& common, const Found& found, const Page& page) {
  if (common.json) {
    print_json(stability::json_text(found));
  } else if (!common.quiet) {
    put_out("{}", stability::text(found));
  }
  if (!common.output.empty()) write_page_file(common.output, page(), common.force);
  return ExitCode::done;
}

ExitCode vary(const Common& common, const StabilityOptions& options) {
  Findings findings;
  const auto plan = stability::parse_variation(options.over, findings);
  findings.throw_if_any();
  ProgressBar bar(common);
  const stability::Variation variation =
      stability::vary(common.files.front(), common.sets, *plan, options.settings,
                      [&](double fraction, const std::string& what) {
                        bar.show(fraction, what);
                        return !interrupt_requested();
                      });
  bar.clear();
  return give(common, variation, [&] { return stability::page(variation, common.command_line); });
}

ExitCode follow(const Common& common, const StabilityOptions& options) {
  Findings findings;
  document::Assignments sets(common.sets);
  if (options.settings.branches > 0) {
    document::Document file = document::Document::from_file(common.files.front(), findings);
    findings.throw_if_any();
    sets = vehicle_case::with_constraints(std::move(file), std::move(sets), stability::needs_constraints);
  }
  const auto model = vehicle_case::load_case_without_run(common.files.front(), sets, findings);
  if (model) check_settings(common, *model, findings);
  stability::Settings settings = options.settings;
  settings.runs = !options.no_runs;
  settings.search.disturbance = options.ramp.disturbance;
  if (model) stability::check(*model, settings, findings);
  const vehicle_case::CaseSource source = vehicle_case::source_without_run(common.files.front(), sets);
  const auto keys = vehicle_case::varied_keys(source, options.sensitivities, stability::mode_sensitivity_step,
                                              "--sensitivities", findings);
  check_not_input(common.output, findings);
  findings.throw_if_any();
  ProgressBar bar(common);
  stability::Stability found =
      stability::stability_of(*model, settings, [&](double fraction, const std::string& what) {
        bar.show(fraction, what);
        return !interrupt_requested();
      });
  if (!keys.empty()) stability::add_speed_derivatives(source, keys, *model, found.hopf);
  bar.clear();
  (void)give(common, found, [&] { return stability::page(*model, found, common.command_line); });
  const stability::Answer answer = stability::critical_speed(found);
  if (answer.kind != stability::AnswerKind::failed) return ExitCode::done;
  put_error("The critical speed is not known: {}\n", answer.text);
  return ExitCode::numerical_failure;
}

ExitCode ramp(const Common& common, const StabilityOptions& options) {
  Findings findings;
  stability::RampSettings settings = options.ramp;
  settings.from = options.settings.from, settings.to = options.settings.to;
  const auto model = vehicle_case::load_case_without_run(common.files.front(), common.sets, findings);
  if (model) check_settings(common, *model, findings);
  if (model) stability::check(*model, settings, findings);
  check_not_input(common.output, findings);
  findings.throw_if_any();
  ProgressBar bar(common);
  const stability::Ramp found =
      stability::ramp_of(*model, settings, [&](double fraction, const std::string& what) {
        bar.show(fraction, what);
        return !interrupt_requested();
      });
  bar.clear();
  (void)give(common, found, [&] { return stability::page(*model, found, common.command_line); });
  if (found.failure.empty()) return ExitCode::done;
  put_error("{}\n", found.failure);
  return ExitCode::numerical_failure;
}

ExitCode run(const Common& common, const StabilityOptions& options) {
  Findings findings;
  check_output(common.output, common.force, findings);
  if (options.ramps && !options.over.empty())
    findings.add({{}, "--ramp", "is given with --over", "", "", "Leave one of them out"});
  findings.throw_if_any();
  if (options.ramps) return ramp(common, options);
  return options.over.empty() ? follow(common, options) : vary(common, options);
}

}  // namespace

void add_stability(CommandLine& program, Common& common) {
  auto options = std::make_shared<StabilityOptions>();
  stability::Settings& settings = options->settings;
  program.add(
      {.name = "stability",
       .summary = "Finds critical speeds, limit cycles of hunting and their stability",
       .files = "CASE.toml",
       .files_text = "case to run at other speeds",
       .example = "flangeway stability models/cases/cooperrider.toml --from 50 --to 90",
       .output = "page (HTML or PDF, chosen by the ending) with the root locus and the bifurcation diagram; "
                 "default: none",
       .output_format = Format::page,
       .options =
           {{.name = "--from",
             .target = &settings.from,
             .text = "lowest speed in m/s; default 10",
             .type_name = "V",
             .range = std::pair(0.1, 300.0)},
            {.name = "--to",
             .target = &settings.to,
             .text = "highest speed in m/s; default 120",
             .type_name = "V",
             .range = std::pair(0.1, 300.0)},
            {.name = "--speeds",
             .target = &settings.speeds,
             .text = "number of speeds of the root locus; default 56",
             .type_name = "N",
             .range = std::pair(2.0, 10000.0),
             .not_with = {"--ramp"}},
            {.name = "--branches",
             .target = &settings.branches,
             .text = "number of branches of limit cycles that are followed; default 1",
             .type_name = "N",
             .range = std::pair(0.0, 100.0),
             .not_with = {"--ramp", "--over"}},
            {.name = "--intervals",
             .target = &settings.intervals,
             .text = "intervals of time in a period at the beginning of a branch; default 40",
             .type_name = "N",
             .range = std::pair(4.0, 2000.0),
             .not_with = {"--ramp", "--over"}},
            {.name = "--max-intervals",
             .target = &settings.max_intervals,
             .text = "intervals are added up to this number where the error is too large; default 240",
             .type_name = "N",
             .range = std::pair(4.0, 2000.0),
             .not_with = {"--ramp", "--over"}},
            {.name = "--tolerance",
             .target = &settings.tolerance,
             .text = "largest error between the nodes of a cycle, as a share of the motion in which one "
                     "wheelset has 1 mm; default 0.001",
             .type_name = "T",
             .range = std::pair(1e-8, 1.0),
             .not_with = {"--ramp", "--over"}},
            {.name = "--evaluations",
             .target = &settings.max_evaluations,
             .text = "evaluations of the equations of motion that a branch may take; default 3000000",
             .type_name = "N",
             .range = std::pair(1.0, 1e12)},
            {.name = "--no-runs",
             .target = &options->no_runs,
             .text = "leave out the runs in time, from displaced wheelsets and from hunting downwards, which "
                     "find hunting that no branch leads to"},
            {.name = "--run-time",
             .target = &settings.search.max_time,
             .text = "time of all these runs together in s; default 1500",
             .type_name = "T",
             .range = std::pair(1.0, 1e5)},
            {.name = "--ramp",
             .target = &options->ramps,
             .text = "lower the speed from --to in a run until hunting dies, instead of root locus and "
                     "limit cycles; with the rms criterion of EN 14363"},
            {.name = "--rate",
             .target = &options->ramp.rate,
             .text = "of --ramp, in m/s²; default 0.2",
             .type_name = "A",
             .range = std::pair(0.001, 5.0),
             .only_with = {"--ramp"}},
            {.name = "--disturbance",
             .target = &options->ramp.disturbance,
             .text = "lateral displacement of all wheelsets at the start of runs in time in m; default 0.008",
             .type_name = "Y",
             .range = std::pair(0.0, 0.02)},
            {.name = "--sensitivities",
             .target = &options->sensitivities,
             .text =
                 "also give the derivatives of the speeds of all Hopf points with respect to these numeric "
                 "keys; a key may name its own step, KEY:STEP",
             .value = "KEY,...",
             .splits_commas = true,
             .not_with = {"--ramp", "--over"}},
            {.name = "--over",
             .target = &options->over,
             .text = "critical speeds over a key of the case, no limit cycles: KEY=FIRST:LAST:COUNT",
             .type_name = "KEY=A:B:N"}},
       .action = [options, &common] { return run(common, *options); }});
}

}  // namespace flangeway::app
