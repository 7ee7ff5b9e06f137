#include "flangeway/workbench/line.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "flangeway/core/notes.hpp"
#include "flangeway/document/findings_json.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/track/layouts.hpp"
#include "flangeway/track/line_limits.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::workbench {

namespace {

constexpr int drawn_points = 1000;

[[noreturn]] void refuse_line(const std::string& path, const Findings& findings) {
  const Finding& first = findings.all().front();
  throw Refusal(422, path, first.key.empty() ? first.problem : first.key + " " + first.problem, first.got,
                first.advice)
      .with("findings", Json::parse(document::findings_json(findings)));
}

track::TrackModel model_of(const std::string& path, const std::string& file, const std::string& text) {
  Findings findings;
  const document::Document document = document::Document::from_text(text, file, findings);
  track::TrackSpec spec;
  if (findings.empty()) document.fill(spec, findings);
  std::vector<document::SourceFile> files;
  if (findings.empty()) track::place_layouts(spec.rails, files, findings);
  std::optional<track::TrackModel> model;
  if (findings.empty()) model = track::compile(spec, findings);
  if (!model || !findings.empty()) refuse_line(path, findings);
  return std::move(*model);
}

Json judged(const Project& project, const track::TrackModel& model, const LineRules& rules) {
  if (rules.file.empty()) return {};
  if (!(rules.speed_kmh > 0 && rules.speed_kmh <= 500))
    throw Refusal(400, "speed", "is not above 0 and up to 500 km/h");
  struct stat status {};
  (void)project.open(rules.file, status);  // which follows no links
  Findings findings;
  const std::optional<track::LineLimitsSpec> limits =
      track::load_line_limits((project.folder() / rules.file).string(), findings);
  if (!limits) refuse_line(rules.file, findings);
  return Json::parse(track::json_text(model, track::judge_line(model, *limits, rules.speed_kmh)));
}

}  // namespace

Json line_of(const Project& project, const std::string& path, const std::string& text,
             const LineRules& rules) {
  const SafePath checked = safe_path(path);
  const NoteCollector notes;  // the check of the text tells them
  try {
    const track::TrackModel model = model_of(path, (project.folder() / checked.text).string(), text);
    Json line{{"length", model.length()}, {"joints", Json::array()}};
    for (const track::Segment& segment : model.segments()) line["joints"].push_back(segment.start);
    line["joints"].push_back(model.length());
    for (int i = 0; i <= drawn_points; ++i) {
      const double s = model.length() * i / drawn_points;
      line["s"].push_back(s);
      line["curvature"].push_back(model.curvature(s));
      line["cant"].push_back(model.cant(s));
      line["gradient"].push_back(model.gradient(s));
    }
    line["judged"] = judged(project, model, rules);
    return line;
  } catch (const BadInput& error) {
    refuse_line(path, error.findings());
  }
}

}  // namespace flangeway::workbench
