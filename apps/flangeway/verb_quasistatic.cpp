// flangeway quasistatic: static and quasi-static tests of a vehicle.
#include <fmt/format.h>

#include <memory>

#include "case_settings.hpp"
#include "command.hpp"
#include "flangeway/quasistatic/request.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::app {
namespace {

struct StaticOptions {
  quasistatic::Request request;
  std::string csv;
};

ExitCode run(const Common& common, const StaticOptions& options) {
  Findings findings;
  check_output(common.output, common.force, findings);
  check_output(options.csv, common.force, findings);
  const quasistatic::Inputs inputs = quasistatic::read_inputs(options.request, findings);
  const auto model = vehicle_case::load_case_without_run(common.files.front(), common.sets, findings);
  if (model) check_settings(common, *model, findings);
  if (model) quasistatic::check(*model, findings);
  check_not_input(common.output, findings);
  check_not_input(options.csv, findings);
  findings.throw_if_any();
  ProgressBar bar(common);
  const quasistatic::Outcome outcome =
      quasistatic::run(*model, options.request, inputs, findings,
                       [&](std::size_t done, std::size_t all, const std::string& next) {
                         bar.show(static_cast<double>(done) / static_cast<double>(all), next);
                       });
  bar.clear();
  findings.throw_if_any();
  if (common.json) {
    print_json(quasistatic::json_text(outcome));
  } else if (!common.quiet) {
    put_out("{}", quasistatic::text(outcome));
  }
  if (!options.csv.empty()) write_file_atomically(options.csv, quasistatic::csv_text(outcome), common.force);
  std::vector<plot::Input> files;
  for (const auto& file : model->sources) files.push_back({file.path, file.text});
  if (!common.output.empty())
    write_page_file(common.output, quasistatic::page(outcome, files, common.command_line), common.force);
  return ExitCode::done;
}

std::vector<Option> options_of_tests(StaticOptions& options) {
  return {
      {.name = "--test",
       .target = &options.request.test,
       .text =
           "wheel unloading on twisted track; sway on cant; X factor; series of curves; characteristic wind "
           "curve; envelope of the cross-section",
       .choices = quasistatic::test_names(),
       .required = true},
      {.name = "--body-twist",
       .target = &options.request.twist.body,
       .text = "permille over the distance of the bogies; default: the test twist",
       .type_name = "G",
       .range = std::pair(0.0, 30.0),
       .only_with = {"--test twist"}},
      {.name = "--bogie-twist",
       .target = &options.request.twist.bogie,
       .text = "permille over the base of a bogie; default: the test twist",
       .type_name = "G",
       .range = std::pair(0.0, 30.0),
       .only_with = {"--test twist"}},
      {.name = "--cant",
       .target = &options.request.cant,
       .text = "in m, of curves and of the sway test; default 0.1",
       .type_name = "D",
       .range = std::pair(0.001, 0.2),
       .only_with = {"--test sway", "--test curving", "--test envelope"}},
      {.name = "--radii",
       .target = &options.request.radii,
       .text = "of curves in m; default 250,300,400,600,1000; envelope: 250,1000",
       .value = "R,…",
       .splits_commas = true,
       .only_with = {"--test curving", "--test envelope"}},
      {.name = "--deficiencies",
       .target = &options.request.deficiencies,
       .text = "of cant in m, negative for excess; default 0,0.05,0.1,0.15; envelope: -0.1,0,0.15",
       .value = "I,…",
       .splits_commas = true,
       .only_with = {"--test curving", "--test envelope"}},
      {.name = "--angle",
       .target = &options.request.turning.angle,
       .text = "in rad that bogies are turned by; default 0.05",
       .type_name = "A",
       .range = std::pair(1e-4, 0.3),
       .only_with = {"--test turning"}},
      {.name = "--rate",
       .target = &options.request.turning.rate,
       .text = "in rad/s that bogies are turned with; default 0.0175",
       .type_name = "W",
       .range = std::pair(1e-4, 1.0),
       .only_with = {"--test turning"}},
      {.name = "--coefficients",
       .target = &options.request.coefficients,
       .text = "aerodynamic coefficients: angle_deg,side,lift,overturning (area 10 m², length 3 m)",
       .value = "TABLE.csv",
       .file = FileUse::input,
       .only_with = {"--test wind"}},
      {.name = "--speeds",
       .target = &options.request.wind.speeds,
       .text = "of the vehicle in m/s for the wind curve; default 20,30,40",
       .value = "V,…",
       .splits_commas = true,
       .only_with = {"--test wind"}},
      {.name = "--gust",
       .target = &options.request.wind.gust,
       .text = "of the wind curve: the gust \"Chinese hat\" of EN 14067-6 as well, by runs in time",
       .only_with = {"--test wind"}},
      {.name = "--vehicle-length",
       .target = &options.request.wind.vehicle_length,
       .text = "of the gust, which is averaged over it, in m; default 25",
       .type_name = "L",
       .range = std::pair(0.0, 100.0),
       .only_with = {"--gust"}},
      {.name = "--contour",
       .target = &options.request.contour,
       .text = "points of the cross-section in m, z above the rails: y,z",
       .value = "TABLE.csv",
       .file = FileUse::input,
       .only_with = {"--test envelope"}},
      {.name = "--reference-contour",
       .target = &options.request.reference_contour,
       .text =
           "gauge that the displaced cross-section has to stay inside, such as models/gauges/gb.toml; cant "
           "deficiencies are then -0.05,0,0.05",
       .value = "GAUGE.toml",
       .file = FileUse::input,
       .only_with = {"--test envelope"}},
      {.name = "--stations",
       .target = &options.request.stations,
       .text = "of the cross-section along the body in m from its centre of gravity; default -12,0,12",
       .value = "X,…",
       .splits_commas = true,
       .only_with = {"--test envelope"}},
      {.name = "--csv",
       .target = &options.csv,
       .text = "write the table",
       .value = "OUT.csv",
       .file = FileUse::output,
       .format = Format::table}};
}

}  // namespace

void add_quasistatic(CommandLine& program, Common& common) {
  auto options = std::make_shared<StaticOptions>();
  program.add(
      {.name = "quasistatic",
       .summary = "Static and quasi-static tests: twist, sway, X factor, curving, cross wind, envelope",
       .files = "CASE.toml",
       .files_text = "case whose vehicle is tested",
       .example = "flangeway quasistatic models/cases/manchester_r500.toml --test sway",
       .output = "page (HTML or PDF, chosen by the ending) with results, limits and pictures; default: none",
       .output_format = Format::page,
       .options = options_of_tests(*options),
       .action = [options, &common] { return run(common, *options); }});
}

}  // namespace flangeway::app
