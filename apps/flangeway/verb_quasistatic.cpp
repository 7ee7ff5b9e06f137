// flangeway quasistatic: static and quasi-static tests of a vehicle.
#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "command.hpp"
#include "flangeway/quasistatic/kinds.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "page_and_table.hpp"

namespace flangeway::app {
namespace {

struct StaticOptions {
  std::string test, coefficients, contour, csv;
  quasistatic::TwistSettings twist;
  quasistatic::TurningSettings turning;
  quasistatic::WindSettings wind;
  std::vector<double> radii, deficiencies;  // empty: those of the test
  double cant = 0.1;
  std::vector<double> stations{-12, 0, 12};
};

struct StaticInputs {
  std::optional<quasistatic::Aerodynamics> air;
  std::optional<quasistatic::Contour> contour;
};

void need_file(const std::string& option, const std::string& file, const std::string& test,
               const std::string& columns, Findings& findings) {
  if (file.empty())
    findings.add(
        {{}, option, "is not given: the test " + test + " needs it", "", "a CSV file with " + columns, ""});
}

// Lists of options: CLI11 takes "inf" and "nan" for numbers.
void check_lists(const StaticOptions& options, Findings& findings) {
  const auto check = [&](const char* option, const std::vector<double>& values, const char* unit,
                         bool positive) {
    for (const double value : values) {
      const bool finite = std::isfinite(value);
      if (finite && (!positive || value > 0)) continue;
      findings.add({{},
                    option,
                    finite ? "is not positive" : "is no finite number",
                    fmt::format("{:g}", value),
                    fmt::format("{} in {}", positive ? "numbers > 0" : "numbers", unit),
                    ""});
    }
  };
  check("--radii", options.radii, "m", true);
  check("--speeds", options.wind.speeds, "m/s", true);
  check("--deficiencies", options.deficiencies, "m", false);
  check("--stations", options.stations, "m", false);
}

StaticInputs read_inputs(const StaticOptions& options, Findings& findings) {
  StaticInputs inputs;
  if (options.test == "wind") {
    need_file("--coefficients", options.coefficients, "wind", "angle_deg,side,lift,overturning", findings);
    if (!options.coefficients.empty())
      inputs.air = quasistatic::read_aerodynamics(options.coefficients, findings);
  }
  if (options.test == "envelope") {
    need_file("--contour", options.contour, "envelope", "y,z", findings);
    if (!options.contour.empty()) inputs.contour = quasistatic::read_contour(options.contour, findings);
  }
  return inputs;
}

// Each test has radii and cant deficiencies of its own where none are given.
template <typename Settings>
Settings with_curves(Settings settings, const StaticOptions& options) {
  if (!options.radii.empty()) settings.radii = options.radii;
  if (!options.deficiencies.empty()) settings.deficiencies = options.deficiencies;
  settings.cant = options.cant;
  return settings;
}

quasistatic::Outcome outcome_of(const vehicle_case::CaseModel& model, const StaticOptions& options,
                                const StaticInputs& inputs, const quasistatic::Progress& progress,
                                Findings& findings) {
  if (options.test == "twist") return quasistatic::twist(model, options.twist, findings, progress);
  if (options.test == "sway") return quasistatic::sway(model, {options.cant / 2, options.cant});
  if (options.test == "turning") return quasistatic::turning(model, options.turning, findings);
  if (options.test == "curving")
    return quasistatic::curving(model, with_curves(quasistatic::CurvingSettings{}, options), progress);
  if (options.test == "wind") return quasistatic::wind(model, *inputs.air, options.wind, findings, progress);
  return quasistatic::envelope(model, *inputs.contour,
                               with_curves(quasistatic::EnvelopeSettings{options.stations}, options),
                               progress);
}

ExitCode run(const Common& common, const StaticOptions& options) {
  Findings findings;
  check_page_and_table(common, options.csv, findings);
  check_lists(options, findings);
  const StaticInputs inputs = read_inputs(options, findings);
  // Nothing runs here: a case that would never end is as good as any other.
  std::vector<std::string> sets{"integration.duration=1"};
  sets.insert(sets.end(), common.sets.begin(), common.sets.end());
  const auto model = vehicle_case::load_case(common.files.front(), sets, findings);
  if (model) quasistatic::check(*model, findings);
  check_not_input(common.output, findings);
  check_not_input(options.csv, findings);
  findings.throw_if_any();
  ProgressBar bar(common);
  const quasistatic::Outcome outcome = outcome_of(
      *model, options, inputs,
      [&](std::size_t done, std::size_t all, const std::string& next) {
        bar.show(static_cast<double>(done) / static_cast<double>(all), next);
      },
      findings);
  bar.clear();
  findings.throw_if_any();
  if (common.json) {
    print_json(quasistatic::json_text(outcome));
  } else if (!common.quiet) {
    fmt::print("{}", quasistatic::text(outcome));
  }
  if (!options.csv.empty()) write_file_atomically(options.csv, quasistatic::csv_text(outcome), common.force);
  std::vector<plot::Input> files;
  for (const auto& file : model->sources) files.push_back({file.path, file.text});
  if (!common.output.empty())
    write_file_atomically(common.output, quasistatic::page(outcome, files, common.command_line),
                          common.force);
  return ExitCode::done;
}

std::vector<Option> options_of_tests(StaticOptions& options) {
  return {
      {.name = "--test",
       .target = &options.test,
       .text =
           "wheel unloading on twisted track; sway on cant; X factor; series of curves; characteristic wind "
           "curve; envelope of the cross-section",
       .choices = {"twist", "sway", "turning", "curving", "wind", "envelope"},
       .required = true},
      {.name = "--body-twist",
       .target = &options.twist.body,
       .text = "permille over the distance of the bogies; default: the test twist",
       .type_name = "G",
       .range = std::pair(0.0, 30.0)},
      {.name = "--bogie-twist",
       .target = &options.twist.bogie,
       .text = "permille over the base of a bogie; default: the test twist",
       .type_name = "G",
       .range = std::pair(0.0, 30.0)},
      {.name = "--cant",
       .target = &options.cant,
       .text = "in m, of curves and of the sway test; default 0.1",
       .type_name = "D",
       .range = std::pair(0.001, 0.2)},
      {.name = "--radii",
       .target = &options.radii,
       .text = "of curves in m; default 250,300,400,600,1000; envelope: 250,1000",
       .value = "R,…",
       .splits_commas = true},
      {.name = "--deficiencies",
       .target = &options.deficiencies,
       .text = "of cant in m, negative for excess; default 0,0.05,0.1,0.15; envelope: -0.1,0,0.15",
       .value = "I,…",
       .splits_commas = true},
      {.name = "--angle",
       .target = &options.turning.angle,
       .text = "in rad that bogies are turned by; default 0.05",
       .type_name = "A",
       .range = std::pair(1e-4, 0.3)},
      {.name = "--rate",
       .target = &options.turning.rate,
       .text = "in rad/s that bogies are turned with; default 0.0175",
       .type_name = "W",
       .range = std::pair(1e-4, 1.0)},
      {.name = "--coefficients",
       .target = &options.coefficients,
       .text = "aerodynamic coefficients: angle_deg,side,lift,overturning (area 10 m², length 3 m)",
       .value = "TABLE.csv"},
      {.name = "--speeds",
       .target = &options.wind.speeds,
       .text = "of the vehicle in m/s for the wind curve; default 20,30,40",
       .value = "V,…",
       .splits_commas = true},
      {.name = "--contour",
       .target = &options.contour,
       .text = "points of the cross-section in m, z above the rails: y,z",
       .value = "TABLE.csv"},
      {.name = "--stations",
       .target = &options.stations,
       .text = "of the cross-section along the body in m from its centre of gravity; default -12,0,12",
       .value = "X,…",
       .splits_commas = true},
      {.name = "--csv", .target = &options.csv, .text = "write the table", .value = "OUT.csv"}};
}

}  // namespace

void add_quasistatic(CommandLine& program, Common& common) {
  auto options = std::make_shared<StaticOptions>();
  program.add(
      {.name = "quasistatic",
       .summary = "Static and quasi-static tests: twist, sway, X factor, curving, cross wind, envelope",
       .files = "CASE.toml",
       .example = "flangeway quasistatic models/cases/manchester_r500.toml --test sway",
       .output = "page with results, limits and pictures; default: none",
       .options = options_of_tests(*options),
       .action = [options, &common] { return run(common, *options); }});
}

}  // namespace flangeway::app
