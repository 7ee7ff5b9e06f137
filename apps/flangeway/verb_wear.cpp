// flangeway wear: what a run wears off the wheels of a case and the rails below them.
#include <fmt/format.h>

#include <memory>

#include "command.hpp"
#include "flangeway/evolution/wear_report.hpp"
#include "flangeway/simulate/controllers.hpp"
#include "flangeway/vehicle_case/coupling.hpp"
#include "recorded_run.hpp"
#include "wear_notes.hpp"

namespace flangeway::app {
namespace {

struct WearOptions {
  std::string law, plot, map, fatigue_map;
  long elements = 20;
  double yield_in_shear = evolution::WearSettings{}.yield_in_shear;
  double hydrostatic_factor = evolution::WearSettings{}.hydrostatic_factor;
};

constexpr double cells_of_map = 150;

ExitCode show(const Common& common, const WearOptions& options) {
  Findings findings;
  for (const std::string& file : {common.output, options.plot, options.map, options.fatigue_map})
    check_output(file, common.force, findings);
  const std::optional<damage::WearLaw> law = damage::read_law(options.law, findings);
  const auto model = load_case(common, findings);
  if (model) {
    vehicle_case::check_one_process(*model, findings);
    simulate::check_functions(*model, {}, findings);
  }
  if (model && model->contact.wheelsets.empty())
    findings.add({{common.files.front()}, "vehicle", "has no wheelsets that could wear", "", "", ""});
  findings.throw_if_any();
  catch_interrupts();
  evolution::RunWear wear(
      *model, *law,
      {.elements = static_cast<int>(options.elements),
       .yield_in_shear = options.yield_in_shear,
       .hydrostatic_factor = options.hydrostatic_factor,
       .cell = options.map.empty() ? 0 : simulate::expected_distance(*model) / cells_of_map});
  ProgressBar bar(common, simulate::expected_distance(*model));
  simulate::RunOptions run;
  run.record = [&](const double* row) {
    wear.add(row);
    return true;
  };
  run.progress = [&](double distance, double time) {
    bar.update(distance, time);
    return !interrupt_requested();
  };
  const simulate::Summary summary = simulate::run(*model, run);
  bar.clear();
  if (!summary.failure.empty()) throw NumericalFailure(summary.failure);
  if (!(wear.distance() > 0)) throw NumericalFailure(evolution::no_distance);
  note_source(common, *law);
  note_beyond_tests(common, "wheel", share_beyond_tests(wear));
  if (summary.status != simulate::RunStatus::completed)
    note(common, fmt::format("the run ended as {} after {:.1f} m; the wear is that of this part",
                             simulate::status_name(summary.status), wear.distance()));
  for (const std::string& warning : summary.warnings) note(common, "warning: " + warning);
  if (!common.output.empty()) write_file_atomically(common.output, wear_csv(wear), common.force);
  if (!options.plot.empty())
    write_picture_file(options.plot, plot::svg(wear_figure(wear, *law)), common.force);
  if (!options.map.empty()) write_picture_file(options.map, plot::svg(wear_map(wear)), common.force);
  if (!options.fatigue_map.empty())
    write_picture_file(options.fatigue_map, plot::svg(fatigue_figure(wear)), common.force);
  if (common.json) {
    print_json(wear_json(wear, *law, summary));
  } else if (!common.quiet) {
    put_out("{}", wear_text(wear, *law));
  }
  return ExitCode::done;
}

}  // namespace

void add_wear(CommandLine& program, Common& common) {
  auto options = std::make_shared<WearOptions>();
  program.add(
      {.name = "wear",
       .summary = "Runs a case and computes what it wears off wheels and rails",
       .files = "CASE.toml",
       .files_text = "case to run",
       .example = "flangeway wear models/cases/manchester_r500.toml --law models/wear/usfd_r8t.toml "
                  "--plot wear.svg",
       .output = "depths over the sections (CSV)",
       .output_format = Format::table,
       .options =
           {{.name = "--law",
             .target = &options->law,
             .text = "file of the wear law; models/wear has some",
             .value = "LAW.toml REQUIRED",
             .required = true,
             .file = FileUse::input},
            {.name = "--elements",
             .target = &options->elements,
             .text = "elements along and across each patch",
             .range = {{4, 200}},
             .shows_default = true},
            {.name = "--yield-in-shear",
             .target = &options->yield_in_shear,
             .text = "yield stress in shear in Pa, for the surface fatigue index",
             .range = {{1e6, 1e10}},
             .shows_default = true},
            {.name = "--hydrostatic-factor",
             .target = &options->hydrostatic_factor,
             .text = "factor of the hydrostatic stress in Dang Van's stress",
             .range = {{0, 2}},
             .shows_default = true},
            {.name = "--map",
             .target = &options->map,
             .text =
                 "write a picture of the wear over section and distance (SVG or PDF, chosen by the ending)",
             .value = "OUT.svg",
             .file = FileUse::output,
             .format = Format::picture},
            {.name = "--fatigue-map",
             .target = &options->fatigue_map,
             .text =
                 "write a picture of Dang Van's stress below the wheels (SVG or PDF, chosen by the ending)",
             .value = "OUT.svg",
             .file = FileUse::output,
             .format = Format::picture},
            {.name = "--plot",
             .target = &options->plot,
             .text = "write a picture (SVG or PDF, chosen by the ending)",
             .value = "OUT.svg",
             .file = FileUse::output,
             .format = Format::picture}},
       .action = [options, &common] { return show(common, *options); }});
}

}  // namespace flangeway::app
