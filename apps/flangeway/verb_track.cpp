// flangeway track: what a track file describes, in numbers and as a picture.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "command.hpp"
#include "flangeway/flextrack/track_receptances.hpp"
#include "flangeway/track/alignment_file.hpp"
#include "flangeway/track/landxml.hpp"
#include "flangeway/track/layouts.hpp"
#include "flangeway/track/line_limits.hpp"
#include "flangeway/track/report.hpp"
#include "flangeway/vehicle_case/rail_faults.hpp"

namespace flangeway::app {

namespace {

using track::TrackModel;

// Options for a file of a line.
struct LineOptions {
  std::string alignment, cant_unit;
  std::string limits;    // file of the limits of the design
  double speed_kmh = 0;  // of the line, for them
};

struct TrackFile {
  track::TrackSpec spec;
  TrackModel model;
};

void check_sets(const Common& common, Findings& findings) {
  if (common.sets.empty()) return;
  findings.add({{"--set"},
                "",
                "is for the keys of a track file, which a LandXML or IFC file does not have",
                common.sets.front(),
                "",
                "Write a track file that names it: alignment.file"});
}

track::CantUnit unit_of(const LineOptions& line) {
  for (const auto& one : alternatives_of(track::CantUnit{}))
    if (one.name == line.cant_unit) return one.value;
  return track::CantUnit::automatic;
}

// A file of a line stands for a track file that names it.
track::TrackSpec spec_of(const Common& common, const LineOptions& line, Findings& findings) {
  track::TrackSpec spec;
  const std::string& file = common.files.front();
  if (!track::is_alignment_file(file)) {
    const document::Document document = read_document(common, file, findings);
    findings.throw_if_any();  // what is not TOML has no segments to complain about
    document.fill(spec, findings);
    std::vector<document::SourceFile> files;  // only their findings are of interest here
    track::place_layouts(spec.rails, files, findings);
    if (!line.alignment.empty() && !spec.alignment) {
      findings.add({{"--alignment"},
                    "",
                    "is for a line of a LandXML or IFC file",
                    line.alignment,
                    "",
                    "Leave it out, or name the file by alignment.file"});
    }
  } else {
    spec = track::spec_of_alignment_file(file);
    check_sets(common, findings);
  }
  if (!line.cant_unit.empty() && !spec.alignment) {
    findings.add({{"--cant-unit"},
                  "",
                  "is for a line of a LandXML or IFC file",
                  line.cant_unit,
                  "",
                  "Leave it out, or name the file by alignment.file"});
  }
  if (!line.alignment.empty() && spec.alignment) spec.alignment->name = {line.alignment, {"--alignment"}};
  if (!line.cant_unit.empty() && spec.alignment) spec.alignment->cant_unit = unit_of(line);
  return spec;
}

TrackFile read_track(const Common& common, const LineOptions& line, Findings& findings) {
  track::TrackSpec spec = spec_of(common, line, findings);
  std::optional<TrackModel> model = track::compile(spec, findings);
  vehicle_case::find_rail_faults(spec.rails, findings);
  findings.throw_if_any();
  return {std::move(spec), std::move(*model)};
}

void check_limits(const LineOptions& line, bool receptance, Findings& findings) {
  check_speed_of_limits(line.limits, line.speed_kmh, findings);
  if (receptance && !line.limits.empty())
    findings.add({{"--limits"}, "", "is not for --receptance", line.limits, "", "Run the verb twice"});
}

// Judges the design of the line, and prints it with the track.
void print_judged(const Common& common, const TrackModel& model, const track::LineReport& report) {
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(track::json_text(model));
  json["design"] = nlohmann::ordered_json::parse(track::json_text(model, report));
  print_result(common, json.dump(2), track::summary_text(model) + track::summary_text(model, report));
}

ExitCode show_receptance(const Common& common, const LineOptions& line, const std::string& picture,
                         double s) {
  Findings findings;
  check_limits(line, true, findings);
  check_output(picture, common.force, findings);
  if (!common.output.empty()) {
    findings.add({{"--output"},
                  "",
                  "is the table of the centreline, which --receptance does not make",
                  common.output,
                  "",
                  "Leave it out, or take --json"});
  }
  const TrackFile file = read_track(common, line, findings);
  const auto result = flextrack::receptances_of(file.spec, file.model, s, findings);
  findings.throw_if_any();
  if (!picture.empty())
    write_picture_file(picture, plot::svg(flextrack::figure_of(file.model.name(), *result)), common.force);
  print_result(common, flextrack::json_text(*result), flextrack::summary_text(*result));
  return ExitCode::done;
}

// Lists the alignments of a file if none is chosen. False if the file has one only.
bool show_alignments(const Common& common, const LineOptions& line, Findings& findings) {
  if (!track::is_alignment_file(common.files.front()) || !line.alignment.empty()) return false;
  check_sets(common, findings);
  findings.throw_if_any();
  std::vector<document::SourceFile> sources;
  const auto file = track::load_alignments(common.files.front(), std::nullopt, findings, sources,
                                           {.cant_unit = unit_of(line)});
  findings.throw_if_any();
  if (file->names.size() < 2) return false;
  print_result(common, track::json_text(*file), track::summary_text(*file));
  return true;
}

// A table under the name of a line in IFC would be taken for one.
void check_line_format(const std::string& output, Findings& findings) {
  if (ending_of(output).starts_with(".ifc"))
    findings.add({{},
                  "-o",
                  "is a line in IFC, which is read but not written",
                  output,
                  "OUT.xml (LandXML) or OUT.csv (a table)",
                  "Name the file by its format"});
}

ExitCode show_track(const Common& common, const LineOptions& line, const std::string& picture) {
  Findings findings;
  check_output(picture, common.force, findings);
  check_output(common.output, common.force, findings);
  check_line_format(common.output, findings);
  check_limits(line, false, findings);
  std::optional<track::LineLimitsSpec> limits;
  if (!line.limits.empty()) limits = track::load_line_limits(line.limits, findings);
  if (picture.empty() && common.output.empty() && show_alignments(common, line, findings))
    return ExitCode::done;
  const TrackModel model = read_track(common, line, findings).model;
  for (const Finding& finding : model.notes()) note(common, "note: " + finding.text());
  if (!picture.empty()) write_picture_file(picture, plot::svg(track::figure_of(model)), common.force);
  if (!common.output.empty())
    write_file_atomically(
        common.output, track::is_landxml(common.output) ? track::landxml_text(model) : track::csv_text(model),
        common.force);
  if (limits)
    print_judged(common, model, track::judge_line(model, *limits, line.speed_kmh));
  else
    print_result(common, track::json_text(model), track::summary_text(model));
  return ExitCode::done;
}

}  // namespace

void add_track(CommandLine& program, Common& common) {
  auto picture = std::make_shared<std::string>();
  auto line = std::make_shared<LineOptions>();
  auto receptance = std::make_shared<std::optional<double>>();
  program.add(
      {.name = "track",
       .summary = "Lists the segments and irregularities of a track, or the alignments of a LandXML or IFC "
                  "file, and draws it",
       .files = "TRACK.toml|LINE.xml|LINE.ifc",
       .files_text = "track file, or a line in LandXML or IFC",
       .example = "flangeway track models/tracks/curve_r500_irregular.toml --plot track.svg",
       .output =
           "table of the centreline and the irregularities over the distance (CSV), or the line as LandXML "
           "(OUT.xml)",
       .options =
           {{.name = "--plot",
             .target = picture.get(),
             .text = "write a picture (SVG or PDF, chosen by the ending)",
             .value = "OUT.svg",
             .file = FileUse::output,
             .format = Format::picture},
            {.name = "--alignment",
             .target = &line->alignment,
             .text = "which line of a LandXML or IFC file with several",
             .value = "NAME"},
            {.name = "--cant-unit",
             .target = &line->cant_unit,
             .text = "unit of the cant in a LandXML or IFC file, where its size does not show it",
             .value = "UNIT",
             .choices = {"auto", "mm", "cm", "m", "in", "ft"}},
            {.name = "--limits",
             .target = &line->limits,
             .text = "limits of the design, such as models/line_limits/tsi_inf_passenger.toml",
             .value = "LIMITS.toml",
             .file = FileUse::input},
            {.name = "--speed",
             .target = &line->speed_kmh,
             .text = "speed of the line in km/h, for limits",
             .range = {{0, 500}}},
            {.name = "--receptance",
             .target = receptance.get(),
             .text =
                 "how far the left rail of a flexible track yields to a harmonic force at S and beside it",
             .value = "S"}},
       .action = [picture, line, receptance, &common] {
         return *receptance ? show_receptance(common, *line, *picture, **receptance)
                            : show_track(common, *line, *picture);
       }});
}

}  // namespace flangeway::app
