// flangeway response: transfer functions and spectra of the response to irregularities, without a run.
#include <fmt/format.h>

#include <memory>

#include "case_settings.hpp"
#include "command.hpp"
#include "flangeway/response/response.hpp"
#include "flangeway/vehicle_case/compile.hpp"
#include "flangeway/vehicle_case/varied_case.hpp"

namespace flangeway::app {
namespace {

struct ResponseOptions {
  response::Settings settings;
  response::SpectrumSettings spectrum;
  std::string quality, csv;
  std::vector<std::string> sensitivities;
};

std::vector<std::string> spectrum_names() {
  std::vector<std::string> names;
  for (const auto& one : alternatives_of(track::SpectrumClass{})) names.emplace_back(one.name);
  return names;
}

response::Settings settings_of(const ResponseOptions& options) {
  response::Settings settings = options.settings;
  if (options.quality.empty()) return settings;
  settings.spectrum = options.spectrum;
  for (const auto& one : alternatives_of(track::SpectrumClass{}))
    if (one.name == options.quality) settings.spectrum->quality = one.value;
  return settings;
}

ExitCode run(const Common& common, const ResponseOptions& options) {
  Findings findings;
  check_output(common.output, common.force, findings);
  check_output(options.csv, common.force, findings);
  const response::Settings settings = settings_of(options);
  const auto model = vehicle_case::load_case_without_run(common.files.front(), common.sets, findings);
  if (model) check_settings(common, *model, findings);
  if (model) response::check(*model, settings, findings);
  const vehicle_case::CaseSource source = vehicle_case::source_without_run(common.files.front(), common.sets);
  const auto keys = vehicle_case::varied_keys(source, options.sensitivities, response::sensitivity_step,
                                              "--sensitivities", findings);
  check_not_input(common.output, findings);
  check_not_input(options.csv, findings);
  findings.throw_if_any();
  catch_interrupts();
  ProgressBar bar(common);
  auto found = response::response_of(*model, settings, findings, [&](double share, const std::string& what) {
    bar.show(share, what);
    return !interrupt_requested();
  });
  if (found && !keys.empty())
    found->sensitivities =
        response::response_sensitivities(source, keys, *model, settings, found->frequencies);
  bar.clear();
  findings.throw_if_any();
  if (!found) return ExitCode::done;  // interrupted: the exit code tells of it
  if (common.json) {
    print_json(response::json_text(*found));
  } else if (!common.quiet) {
    put_out("{}", response::text(*found));
  }
  if (!options.csv.empty()) write_file_atomically(options.csv, response::csv_text(*found), common.force);
  if (!common.output.empty())
    write_page_file(common.output, response::page(*model, *found, common.command_line), common.force);
  return ExitCode::done;
}

}  // namespace

void add_response(CommandLine& program, Common& common) {
  auto options = std::make_shared<ResponseOptions>();
  response::Settings& settings = options->settings;
  program.add(
      {.name = "response",
       .summary = "Computes the linear response to track irregularities: transfer functions, spectra, rms",
       .files = "CASE.toml",
       .files_text = "case, linearised at its start",
       .example = "flangeway response models/cases/manchester_r500.toml "
                  "--point carbody:9.5,0,-0.6 --spectrum erri_b176_low",
       .output =
           "page (HTML or PDF, chosen by the ending) with all transfer functions and spectra; default: none",
       .output_format = Format::page,
       .options = {{.name = "--from",
                    .target = &settings.from,
                    .text = "lowest frequency in Hz; default 0.2",
                    .type_name = "F",
                    .range = std::pair(1e-3, 1000.0)},
                   {.name = "--to",
                    .target = &settings.to,
                    .text = "highest frequency in Hz; default 20",
                    .type_name = "F",
                    .range = std::pair(1e-3, 1000.0)},
                   {.name = "--frequencies",
                    .target = &settings.count,
                    .text = "number of frequencies, in equal ratios; default 200",
                    .type_name = "N",
                    .range = std::pair(2.0, 100000.0)},
                   {.name = "--channel",
                    .target = &settings.channels,
                    .text = "channels as in a result file; default: bodies and wheel forces",
                    .value = "NAME",
                    .splits_commas = true},
                   {.name = "--point",
                    .target = &settings.points,
                    .text =
                        "displacement and acceleration of a point of a body, in m from its centre of gravity",
                    .value = "BODY:x,y,z"},
                   {.name = "--spectrum",
                    .target = &options->quality,
                    .text = "spectrum of the track, for spectra and root mean squares of the response",
                    .choices = spectrum_names()},
                   {.name = "--min-wavelength",
                    .target = &options->spectrum.min_wavelength,
                    .text = "shortest wavelength of the spectrum in m; default 3",
                    .type_name = "L",
                    .range = std::pair(0.1, 1000.0),
                    .only_with = {"--spectrum"}},
                   {.name = "--max-wavelength",
                    .target = &options->spectrum.max_wavelength,
                    .text = "longest wavelength of the spectrum in m; default 25",
                    .type_name = "L",
                    .range = std::pair(0.1, 1000.0),
                    .only_with = {"--spectrum"}},
                   {.name = "--sensitivities",
                    .target = &options->sensitivities,
                    .text =
                        "also give the derivatives of the transfer functions with respect to these numeric "
                        "keys, with --json at all frequencies; a key may name its own step, KEY:STEP",
                    .value = "KEY,...",
                    .splits_commas = true},
                   {.name = "--csv",
                    .target = &options->csv,
                    .text = "write amplitudes and phases as a table",
                    .value = "OUT.csv",
                    .file = FileUse::output,
                    .format = Format::table}},
       .action = [options, &common] { return run(common, *options); }});
}

}  // namespace flangeway::app
