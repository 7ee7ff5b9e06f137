// flangeway recording: judges the track geometry that a recording car has measured.
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "command.hpp"
#include "flangeway/plot/figure.hpp"
#include "flangeway/track/recorded_geometry.hpp"
#include "flangeway/track/recorded_spectra.hpp"

namespace flangeway::app {

namespace {

using track::RecordedGeometry;

struct RecordingOptions {
  std::string picture, limits, compare, gaps = "refuse", unit = "automatic", sides = "running";
  double speed_kmh = 0, section = 200, reach = 20, segment = 0, nominal_gauge_mm = 0, twist_base = 0;
  bool spectra = false;
  std::vector<double> chord;
  double chord_noise_mm = 0;
};

// `expected_gauge`: m, that of the limits; 0: none.
std::optional<RecordedGeometry> read_recording(const std::string& file, const RecordingOptions& options,
                                               double expected_gauge, Findings& findings) {
  track::RecordingReading reading;
  reading.gaps = named<track::Gaps>(options.gaps).value_or(track::Gaps::refuse);
  if (options.chord.size() == 2)
    reading.chord = {options.chord[0], options.chord[1], 1e-3 * options.chord_noise_mm};
  reading.table.unit = named<track::LengthUnit>(options.unit).value_or(track::LengthUnit::automatic);
  reading.table.sides = named<track::SidesOf>(options.sides).value_or(track::SidesOf::running);
  reading.table.nominal_gauge = 1e-3 * options.nominal_gauge_mm;
  reading.table.expected_gauge = expected_gauge;
  return track::load_recorded_geometry(file, reading, findings);
}

// Reports options for spectra alone, and options that exclude spectra.
void check_spectra_options(const Common& common, const RecordingOptions& options, Findings& findings) {
  const auto say = [&](const char* option, bool given, const std::string& advice) {
    if (given)
      findings.add(
          {{option}, "", options.spectra ? "is not for --spectra" : "is for --spectra only", "", "", advice});
  };
  say("--segment", !options.spectra && options.segment > 0, "Add --spectra, or leave it out");
  say("--output", !options.spectra && !common.output.empty(), "Add --spectra, or take --json");
  say("--twist-base", options.spectra && options.twist_base > 0, "Judge the recording without --spectra");
  say("--limits", options.spectra && !options.limits.empty(), "Judge the recording without --spectra");
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
  if (options.limits.empty() && options.twist_base > 0)
    findings.add(
        {{"--twist-base"}, "", "is given without --limits", "", "", "It is for limits of twist: give both"});
  check_speed_of_limits(options.limits, options.speed_kmh, findings);
}

std::optional<track::Shift> shift_of(const Common& common, const RecordingOptions& options,
                                     const RecordedGeometry& geometry,
                                     const std::optional<RecordedGeometry>& other, Findings& findings) {
  if (!other) return std::nullopt;
  const auto shift = track::shift_between(geometry, *other, options.reach);
  if (!shift) {
    findings.add({{options.compare},
                  "",
                  "has no column in common with " + common.files.front(),
                  "",
                  "",
                  "Compare recordings of the same quantities"});
  }
  return shift;
}

ExitCode show_spectra(const Common& common, const RecordingOptions& options) {
  Findings findings;
  const auto geometry = read_recording(common.files.front(), options, 0, findings);
  std::optional<RecordedGeometry> other;
  if (!options.compare.empty()) other = read_recording(options.compare, options, 0, findings);
  findings.throw_if_any();
  const auto shift = shift_of(common, options, *geometry, other, findings);
  findings.throw_if_any();
  const RecordedGeometry all = shift ? track::joined(*geometry, *other, shift->distance) : *geometry;
  const auto spectra = track::spectra_of(all, options.segment, common.files.front(), findings);
  findings.throw_if_any();
  if (!options.picture.empty())
    write_picture_file(options.picture, plot::svg(track::figure_of(*spectra)), common.force);
  if (!common.output.empty()) write_file_atomically(common.output, track::csv_text(*spectra), common.force);
  if (common.json) {
    print_json(track::json_text(*spectra));
  } else {
    if (shift) put_out("the other recording is shifted by {:.3f} m\n", shift->distance);
    put_out("{}", track::summary_text(*spectra));
  }
  return ExitCode::done;
}

ExitCode judge_recording(const Common& common, const RecordingOptions& options) {
  Findings findings;
  std::optional<track::QualityLimitsSpec> limits;
  if (!options.limits.empty()) limits = track::load_quality_limits(options.limits, findings);
  const double expected_gauge = limits ? limits->nominal_gauge : 0;
  const auto geometry = read_recording(common.files.front(), options, expected_gauge, findings);
  std::optional<RecordedGeometry> other;
  if (!options.compare.empty()) other = read_recording(options.compare, options, expected_gauge, findings);
  findings.throw_if_any();
  const track::QualityReport report = track::judge_quality(
      *geometry,
      {.section = options.section, .speed_kmh = options.speed_kmh, .twist_base = options.twist_base}, limits);
  const auto shift = shift_of(common, options, *geometry, other, findings);
  findings.throw_if_any();
  if (!options.picture.empty())
    write_picture_file(options.picture, plot::svg(track::figure_of(*geometry, report)), common.force);
  if (common.json) {
    print_json(track::json_text(*geometry, report, shift));
  } else {
    put_out("{}", track::summary_text(*geometry, report, shift));
  }
  if (limits && !report.is_judged())
    put_error("{}: no limit of {} was judged; the report says why\n", common.files.front(), options.limits);
  return ExitCode::done;
}

ExitCode read_and_show(const Common& common, const RecordingOptions& options) {
  Findings findings;
  check_output(options.picture, common.force, findings);
  check_output(common.output, common.force, findings);
  check_options(options, findings);
  check_spectra_options(common, options, findings);
  findings.throw_if_any();
  return options.spectra ? show_spectra(common, options) : judge_recording(common, options);
}

}  // namespace

void add_recording(CommandLine& program, Common& common) {
  auto options = std::make_shared<RecordingOptions>();
  program.add(
      {.name = "recording",
       .summary =
           "Judges measured track geometry: standard deviations in wavelength bands, isolated defects, "
           "spectra and coherence",
       .files = "RECORDING.csv",
       .files_text = "recorded track geometry",
       .example = "flangeway recording models/measured/track_geometry.csv --gaps split --plot geometry.svg",
       .output = "table of spectra and coherence over the spatial frequency (CSV), with --spectra",
       .output_format = Format::table,
       .sets = false,
       .options =
           {{.name = "--plot",
             .target = &options->picture,
             .text = "write a picture (SVG or PDF, chosen by the ending)",
             .value = "OUT.svg",
             .file = FileUse::output,
             .format = Format::picture},
            {.name = "--gaps",
             .target = &options->gaps,
             .text = "how gaps in the record are treated",
             .choices = {"refuse", "interpolate", "split"}},
            {.name = "--spectra",
             .target = &options->spectra,
             .text = "spectra of all quantities beside published ones, and the coherence of each two"},
            {.name = "--segment",
             .target = &options->segment,
             .text = "length of the segments that spectra are averaged over, in m",
             .range = {{1, 5000}}},
            {.name = "--section",
             .target = &options->section,
             .text = "length of a section in m",
             .range = {{20, 5000}},
             .not_with = {"--spectra"}},
            {.name = "--limits",
             .target = &options->limits,
             .text = "limits of isolated defects, such as models/track_quality/en13848_5.toml",
             .value = "LIMITS.toml",
             .file = FileUse::input},
            {.name = "--speed",
             .target = &options->speed_kmh,
             .text = "speed of the line in km/h, for limits",
             .range = {{0, 500}}},
            {.name = "--nominal-gauge",
             .target = &options->nominal_gauge_mm,
             .text =
                 "gauge in mm that recorded gauges deviate from; else the nearest usual one of the recording",
             .range = {{500, 2500}}},
            {.name = "--twist-base",
             .target = &options->twist_base,
             .text = "base in m of twist whose column does not name it, or of twist from cross level (3 m)",
             .range = {{0.1, 100}}},
            {.name = "--unit",
             .target = &options->unit,
             .text = "unit of columns of length that name none",
             .choices = {"automatic", "m", "mm"}},
            {.name = "--sides",
             .target = &options->sides,
             .text = "whose left and right a recording with falling chainage has",
             .choices = {"running", "chainage"}},
            {.name = "--chord",
             .target = &options->chord,
             .text =
                 "alignment and level are offsets from a chord: its parts before and after the point in m"},
            {.name = "--chord-noise",
             .target = &options->chord_noise_mm,
             .text = "standard deviation in mm of the noise of single offsets from the chord: shapes are "
                     "restored "
                     "by a Wiener filter",
             .range = {{1e-4, 100}},
             .only_with = {"--chord"}},
            {.name = "--compare",
             .target = &options->compare,
             .text = "another recording, whose shift in distance is found",
             .value = "OTHER.csv",
             .file = FileUse::input},
            {.name = "--reach",
             .target = &options->reach,
             .text = "largest shift that is tried, in m",
             .range = {{0.1, 1000}},
             .only_with = {"--compare"}}},
       .action = [options, &common] { return read_and_show(common, *options); }});
}

}  // namespace flangeway::app
