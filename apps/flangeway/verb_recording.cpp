// flangeway recording: judges the track geometry that a recording car has measured.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "command.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/track/recorded_geometry.hpp"

namespace flangeway::app {

namespace {

using track::RecordedGeometry;

struct RecordingOptions {
  std::string picture, limits, compare, gaps = "refuse";
  double speed_kmh = 0, section = 200, reach = 20;
  std::vector<double> chord;
};

constexpr std::size_t largest_recording = std::size_t{1} << 30;

std::optional<RecordedGeometry> read_recording(const std::string& file, const RecordingOptions& options,
                                               Findings& findings) {
  const std::optional<std::string> text = document::read_file(file, largest_recording, findings);
  if (!text) return std::nullopt;
  const auto gaps = named<track::Gaps>(options.gaps).value_or(track::Gaps::refuse);
  auto geometry = track::parse_recorded_geometry(*text, file, gaps, findings);
  if (geometry && options.chord.size() == 2)
    track::restore_shapes(*geometry, {options.chord[0], options.chord[1]});
  return geometry;
}

void check_options(const RecordingOptions& options, Findings& findings) {
  const bool two = options.chord.size() == 2 && options.chord[0] > 0 && options.chord[1] > 0;
  if (!options.chord.empty() && !two) {
    findings.add({{"--chord"},
                  "",
                  "does not give the two parts of a chord",
                  "",
                  "two numbers > 0 in m",
                  "Give the lengths before and after the point: --chord 5 5"});
  }
  if (options.limits.empty() != (options.speed_kmh == 0)) {
    findings.add({{options.limits.empty() ? "--speed" : "--limits"},
                  "",
                  options.limits.empty() ? "is given without --limits" : "is given without --speed",
                  "",
                  "",
                  "Limits depend on the speed: give both"});
  }
}

ExitCode judge_recording(const Common& common, const RecordingOptions& options) {
  Findings findings;
  check_output(options.picture, common.force, findings);
  check_options(options, findings);
  findings.throw_if_any();
  const auto geometry = read_recording(common.files.front(), options, findings);
  std::optional<track::QualityLimitsSpec> limits;
  if (!options.limits.empty()) {
    const auto document = document::Document::from_file(options.limits, findings);
    if (findings.empty()) document.fill(limits.emplace(), findings);
    if (findings.empty()) track::check(*limits, findings);
  }
  std::optional<RecordedGeometry> other;
  if (!options.compare.empty()) other = read_recording(options.compare, options, findings);
  findings.throw_if_any();
  const track::QualityReport report = track::judge_quality(
      *geometry, {.section = options.section, .speed_kmh = options.speed_kmh, .twist_base = 3}, limits);
  std::optional<track::Shift> shift;
  if (other) {
    shift = track::shift_between(*geometry, *other, options.reach);
    if (!shift) {
      findings.add({{options.compare},
                    "",
                    "has no column in common with " + common.files.front(),
                    "",
                    "",
                    "Compare recordings of the same quantities"});
    }
  }
  findings.throw_if_any();
  if (!options.picture.empty())
    write_file_atomically(options.picture, plot::svg(track::figure_of(*geometry, report)), common.force);
  if (common.json) {
    print_json(track::json_text(*geometry, report, shift));
  } else {
    fmt::print("{}", track::summary_text(*geometry, report, shift));
  }
  return ExitCode::done;
}

}  // namespace

void add_recording(CommandLine& program, Common& common) {
  auto options = std::make_shared<RecordingOptions>();
  program.add(
      {.name = "recording",
       .summary = "Judges measured track geometry: standard deviations in wavelength bands, isolated defects",
       .files = "RECORDING.csv",
       .files_text = "recorded track geometry",
       .example = "flangeway recording models/measured/track_geometry.csv --gaps split --plot geometry.svg",
       .sets = false,
       .options =
           {{.name = "--plot",
             .target = &options->picture,
             .text = "write a picture (SVG)",
             .value = "OUT.svg"},
            {.name = "--gaps",
             .target = &options->gaps,
             .text = "what becomes of gaps",
             .choices = {"refuse", "interpolate", "split"}},
            {.name = "--section",
             .target = &options->section,
             .text = "length of a section in m",
             .range = {{20, 5000}}},
            {.name = "--limits",
             .target = &options->limits,
             .text = "limits of isolated defects, such as models/track_quality/en13848_5.toml",
             .value = "LIMITS.toml"},
            {.name = "--speed",
             .target = &options->speed_kmh,
             .text = "speed of the line in km/h, for limits",
             .range = {{0, 500}}},
            {.name = "--chord",
             .target = &options->chord,
             .text =
                 "alignment and level are offsets from a chord: its parts before and after the point in m"},
            {.name = "--compare",
             .target = &options->compare,
             .text = "another recording, whose shift in distance is found",
             .value = "OTHER.csv"},
            {.name = "--reach",
             .target = &options->reach,
             .text = "largest shift that is tried, in m",
             .range = {{0.1, 1000}}}},
       .action = [options, &common] { return judge_recording(common, *options); }});
}

}  // namespace flangeway::app
