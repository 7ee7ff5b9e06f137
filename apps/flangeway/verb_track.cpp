// flangeway track: what a track file describes, in numbers and as a picture.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>

#include "command.hpp"
#include "flangeway/flextrack/receptance_report.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/track/report.hpp"

namespace flangeway::app {

namespace {

using track::TrackModel;

struct TrackFile {
  track::TrackSpec spec;
  TrackModel model;
};

TrackFile read_track(const Common& common, Findings& findings) {
  track::TrackSpec spec;
  const document::Document document = read_document(common, common.files.front(), findings);
  findings.throw_if_any();  // what is not TOML has no segments to complain about
  document.fill(spec, findings);
  std::optional<TrackModel> model = track::compile(spec, findings);
  const document::Located<std::string>&left = spec.rails.left(), &right = spec.rails.right();
  for (const document::Located<std::string>* name : {&left, &left == &right ? nullptr : &right})
    if (name != nullptr && !name->value.empty())
      (void)profile::load_profile(name->value, profile::Kind::rail, {}, name->where, findings);
  findings.throw_if_any();
  return {std::move(spec), std::move(*model)};
}

ExitCode show_receptance(const Common& common, const std::string& picture, double s) {
  Findings findings;
  check_output(picture, common.force, findings);
  if (!common.output.empty()) {
    findings.add({{"--output"},
                  "",
                  "is the table of the centreline, which --receptance does not make",
                  common.output,
                  "",
                  "Leave it out, or take --json"});
  }
  const TrackFile file = read_track(common, findings);
  if (!(s >= 0 && s <= file.model.length())) {
    findings.add({{"--receptance"},
                  "",
                  "lies outside the track",
                  fmt::format("{:.6g}", s),
                  fmt::format("0 to {:.6g} in m", file.model.length()),
                  "Name a place on the track"});
  }
  const auto structure = flextrack::compile_structure(file.spec, findings);
  findings.throw_if_any();
  constexpr double reach = 15;  // m: beyond it ends that absorb make no difference
  const auto result = flextrack::rail_receptances(*structure, file.model, s, reach,
                                                  flextrack::receptance_frequencies(), findings);
  findings.throw_if_any();
  if (!picture.empty())
    write_file_atomically(picture, plot::svg(flextrack::figure_of(file.model.name(), *result)), common.force);
  if (common.json) {
    print_json(flextrack::json_text(*result));
  } else {
    fmt::print("{}", flextrack::summary_text(*result));
  }
  return ExitCode::done;
}

ExitCode show_track(const Common& common, const std::string& picture) {
  Findings findings;
  check_output(picture, common.force, findings);
  check_output(common.output, common.force, findings);
  const TrackModel model = read_track(common, findings).model;
  for (const Finding& finding : model.notes()) note(common, "note: " + finding.text());
  if (!picture.empty()) write_file_atomically(picture, plot::svg(track::figure_of(model)), common.force);
  if (!common.output.empty()) write_file_atomically(common.output, track::csv_text(model), common.force);
  if (common.json) {
    print_json(track::json_text(model));
  } else {
    fmt::print("{}", track::summary_text(model));
  }
  return ExitCode::done;
}

}  // namespace

void add_track(CommandLine& program, Common& common) {
  auto picture = std::make_shared<std::string>();
  auto receptance = std::make_shared<std::optional<double>>();
  program.add(
      {.name = "track",
       .summary = "Lists the segments and irregularities of a track and draws it",
       .files = "TRACK.toml",
       .example = "flangeway track models/tracks/curve_r500_irregular.toml --plot track.svg",
       .output = "table of the centreline and the irregularities over the distance (CSV)",
       .options =
           {{.name = "--plot", .target = picture.get(), .text = "write a picture (SVG)", .value = "OUT.svg"},
            {.name = "--receptance",
             .target = receptance.get(),
             .text =
                 "how far the left rail of a flexible track yields to a harmonic force at S and beside it",
             .value = "S"}},
       .action = [picture, receptance, &common] {
         return *receptance ? show_receptance(common, *picture, **receptance) : show_track(common, *picture);
       }});
}

}  // namespace flangeway::app
