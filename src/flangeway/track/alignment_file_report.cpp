#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>

#include "flangeway/track/alignment_file.hpp"

namespace flangeway::track {

namespace {

struct Overview {
  double length = 0, gap = 0, kink = 0, cant = 0;  // m, rad
};

Overview overview_of(const FileAlignment& line) {
  Overview result;
  for (const SegmentSpec& segment : line.track.segments) result.length += segment.length;
  for (const SurveyJoint& joint : line.track.survey.joints) {
    result.gap = std::max(result.gap, joint.gap);
    result.kink = std::max(result.kink, std::abs(joint.kink));
  }
  for (const CantSpec& cant : line.track.cants) result.cant = std::max(result.cant, std::abs(cant.cant));
  return result;
}

}  // namespace

std::string summary_text(const AlignmentFile& file) {
  std::string text =
      fmt::format("{} alignments\n\n{:>10} {:>9} {:>8} {:>10} {:>10} {:>10}  {}\n", file.alignments.size(),
                  "length m", "elements", "heights", "cant mm", "gap mm", "kink mrad", "name");
  std::string wrong;
  for (const FileAlignment& line : file.alignments) {
    if (!line.findings.empty()) {
      fmt::format_to(std::back_inserter(text), "{:>10} {:>9} {:>8} {:>10} {:>10} {:>10}  {}\n", "-", "-", "-",
                     "-", "-", "-", line.name);
      for (const Finding& finding : line.findings) wrong += finding.text() + "\n";
      continue;
    }
    const Overview overview = overview_of(line);
    fmt::format_to(std::back_inserter(text), "{:>10.3f} {:>9} {:>8} {:>10.3g} {:>10.3f} {:>10.3f}  {}\n",
                   overview.length, line.track.segments.size(), line.track.heights.size(),
                   1e3 * overview.cant, 1e3 * overview.gap, 1e3 * overview.kink, line.name);
  }
  if (!wrong.empty()) text += "\n" + wrong;
  return text;
}

std::string json_text(const AlignmentFile& file) {
  nlohmann::ordered_json json{{"alignments", nlohmann::json::array()}};
  for (const FileAlignment& line : file.alignments) {
    if (!line.findings.empty()) {
      nlohmann::ordered_json findings = nlohmann::json::array();
      for (const Finding& finding : line.findings) findings.push_back(finding.text());
      json["alignments"].push_back({{"name", line.name}, {"findings", findings}});
      continue;
    }
    const Overview overview = overview_of(line);
    nlohmann::ordered_json notes = nlohmann::json::array();
    for (const Finding& note : line.notes) notes.push_back(note.text());
    json["alignments"].push_back({{"name", line.name},
                                  {"length", overview.length},
                                  {"elements", line.track.segments.size()},
                                  {"heights", line.track.heights.size()},
                                  {"largest_cant", overview.cant},
                                  {"largest_gap", overview.gap},
                                  {"largest_kink", overview.kink},
                                  {"notes", notes}});
  }
  return json.dump(2);
}

}  // namespace flangeway::track
