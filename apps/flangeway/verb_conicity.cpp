// flangeway conicity: rolling radius difference and equivalent conicity of a wheelset on a track (EN 15302).
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <utility>

#include "command.hpp"
#include "flangeway/geometry/conicity_analysis.hpp"
#include "flangeway/geometry/conicity_limits.hpp"
#include "flangeway/geometry/conicity_request.hpp"

namespace flangeway::app {
namespace {

using assess::Conicity;

struct ConicityOptions {
  geometry::ConicityRequest request;
  std::string plot, origin = "usual";
  double speed_kmh = 0;  // 0: no limits are judged
};

// Prints the warnings about profiles, once for both sides.
void note_profiles(const Common& common, const geometry::ConicityInput& input) {
  std::vector<std::string> said;
  for (const auto* const profiles : {&input.wheels, &input.rails})
    for (const profile::Profile& one : *profiles)
      for (const std::string& warning : profile::warnings_of(one))
        if (std::find(said.begin(), said.end(), warning) == said.end()) said.push_back(warning);
  for (const std::string& warning : said) note(common, "note: " + warning);
}

// The analysis with a list `limits` where a speed is given.
std::string with_limits(const std::string& analysis, const std::vector<geometry::ConicityVerdict>& verdicts) {
  if (verdicts.empty()) return analysis;
  auto json = nlohmann::ordered_json::parse(analysis);
  json["limits"] = nlohmann::ordered_json::parse(geometry::json_text(verdicts));
  return json.dump();
}

ExitCode show(const Common& common, const ConicityOptions& options) {
  Findings findings;
  check_output(options.plot, common.force, findings);
  geometry::ConicityRequest request = options.request;
  if (options.origin == "file") request.origin = profile::Origin::file;
  auto input = geometry::read_request(request, findings);
  findings.throw_if_any();
  note_profiles(common, *input);
  const auto found = geometry::analyse_conicity(std::move(*input), findings);
  findings.throw_if_any();
  const geometry::ConicityAnalysis& analysis = *found;
  if (!options.plot.empty())
    write_picture_file(options.plot, plot::svg(geometry::figure_of(analysis)), common.force);
  const bool none = std::any_of(analysis.conicity.begin(), analysis.conicity.end(),
                                [](const Conicity& c) { return !c.nonlinear.has_value(); });
  if (none) note(common, "at some amplitudes the rolling radius difference does not drive the wheelset back");
  std::vector<geometry::ConicityVerdict> verdicts;
  if (options.speed_kmh > 0) verdicts = geometry::judge_conicity(analysis.input, options.speed_kmh);
  if (common.json) {
    print_json(with_limits(geometry::json_text(analysis), verdicts));
  } else if (!common.quiet) {
    put_out("{}", geometry::summary_text(analysis));
    for (const geometry::ConicityVerdict& verdict : verdicts) put_out("{}\n", geometry::text_of(verdict));
  }
  return ExitCode::done;
}

std::vector<Option> pairing_options(ConicityOptions& options) {
  return {{.name = "--wheel",
           .target = &options.request.wheels,
           .text = "profile (a standard name or a file); two: left and right",
           .value = "NAME|FILE REQUIRED",
           .count = {1, 2},
           .required = true,
           .file = FileUse::input},
          {.name = "--rail",
           .target = &options.request.rails,
           .text = "the same for the rails",
           .value = "NAME|FILE REQUIRED",
           .count = {1, 2},
           .required = true,
           .file = FileUse::input},
          {.name = "--gauge",
           .target = &options.request.gauge,
           .text = "distance of the gauge faces in m, 14 mm down; default 1.435, or the rail's own place",
           .value = "M"},
          {.name = "--tape-circle",
           .target = &options.request.tape_circle,
           .text = "distance of the tape circles in m; default 1.5",
           .value = "M"},
          {.name = "--radius",
           .target = &options.request.radius,
           .text = "rolling radius at the tape circle in m; default 0.46",
           .value = "M"}};
}

std::vector<Option> evaluation_options(ConicityOptions& options) {
  return {{.name = "--inclination",
           .target = &options.request.inclination,
           .text = "of the rails, 1:N or a tangent; default 1:40. Give 0 for profiles measured in the track",
           .value = "1:N"},
          {.name = "--amplitude",
           .target = &options.request.amplitude,
           .text = "amplitudes in mm, FIRST:STEP:LAST or one",
           .shows_default = true},
          {.name = "--smoothing",
           .target = &options.request.smoothing,
           .text = "shortest wavelength in mm to keep of profiles from files",
           .value = "MM"},
          {.name = "--origin",
           .target = &options.origin,
           .text = "where profiles from files have their origin: usual is the tape circle, 70 mm from the "
                   "flange back, "
                   "and the top of the rail; file leaves it as it is",
           .value = "usual|file",
           .choices = {"usual", "file"}},
          {.name = "--speed",
           .target = &options.speed_kmh,
           .text = "in km/h: judge the conicity by the limits of TSI INF and TSI LOC&PAS for this speed",
           .type_name = "V",
           .range = std::pair(1.0, 500.0)},
          {.name = "--roll",
           .target = &options.request.roll,
           .text = "let the wheelset roll on its two contacts; the standard keeps it level"},
          {.name = "--plot",
           .target = &options.plot,
           .text = "write a picture (SVG or PDF, chosen by the ending)",
           .value = "OUT.svg",
           .file = FileUse::output,
           .format = Format::picture}};
}

std::vector<Option> options_of(ConicityOptions& options) {
  std::vector<Option> all = pairing_options(options);
  for (Option& option : evaluation_options(options)) all.push_back(std::move(option));
  return all;
}

}  // namespace

void add_conicity(CommandLine& program, Common& common) {
  auto options = std::make_shared<ConicityOptions>();
  program.add(
      {.name = "conicity",
       .summary = "Equivalent conicity and rolling radius difference of a wheelset (EN 15302)",
       .example = "flangeway conicity --wheel s1002 --rail 60e1 --amplitude 1:0.2:8 --plot conicity.svg",
       .sets = false,
       .options = options_of(*options),
       .action = [options, &common] { return show(common, *options); }});
}

}  // namespace flangeway::app
