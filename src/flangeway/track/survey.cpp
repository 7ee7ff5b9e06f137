#include "flangeway/track/survey.hpp"

#include <fmt/format.h>

#include <cmath>

#include "flangeway/track/check.hpp"

namespace flangeway::track {

namespace {

constexpr double gap_tolerance = 1e-3, gap_limit = 0.1;                 // m: said; refused
constexpr double joint_kink_tolerance = 1e-4, joint_kink_limit = 1e-2;  // rad: said; refused

}  // namespace

void judge_joint(const SurveyJoint& joint, double slack, double station, Findings& findings,
                 std::vector<Finding>& notes) {
  const std::string at = number(station) + " m";
  const std::string gap = fmt::format("{:.4g} m", joint.gap),
                    kink = fmt::format("{:.3g} mrad", 1e3 * joint.kink);
  if (joint.gap > gap_limit) {
    findings.add({joint.where, joint.key, "does not join the element before: there is a gap at station " + at,
                  gap, "at most 0.1 m", "Export the elements in the order of the line"});
  } else if (joint.gap > gap_tolerance) {
    notes.push_back(
        {joint.where, joint.key, "leaves a gap to the element before at station " + at, gap, "", ""});
  }
  if (std::abs(joint.kink) > joint_kink_limit + slack) {
    findings.add({joint.where, joint.key,
                  "does not join the element before: there is a kink at station " + at, kink,
                  "at most 10 mrad", "Check the direction of the element"});
  } else if (std::abs(joint.kink) > joint_kink_tolerance + slack) {
    notes.push_back(
        {joint.where, joint.key, "makes a kink with the element before at station " + at, kink, "", ""});
  }
}

bool forms_a_line(double gap, double kink) {
  return gap <= gap_limit && std::abs(kink) <= joint_kink_limit;
}

bool is_open_bend(const SegmentSpec& segment) {
  return segment.shape == TransitionShape::viennese && segment.gravity_height == 0;
}

bool lacks_cant(const SegmentSpec& segment, const FileAlignment& line) {
  return segment.shape == TransitionShape::viennese && segment.kind == SegmentKind::transition &&
         segment.gravity_height > 0 && line.track.cants.empty();
}

void judge_bend_without_cant(const SegmentSpec& segment, std::optional<double> misfit, Findings& findings) {
  if (misfit && *misfit <= gap_tolerance) return;
  add(findings, segment, "gravity_height",
      {"makes the Viennese bend depend on the cant, of which the file has none",
       number(segment.gravity_height) + " m", "",
       misfit ? fmt::format(
                    "Without cant it ends {:.3g} m away: give cants in a track file that names this line, "
                    "or set the height to 0",
                    *misfit)
              : "Give cants in a track file that names this line, or set the height to 0"});
}

std::vector<Place> places_of_joints(const FileAlignment& line) {
  TrackSpec plan;
  plan.segments = line.track.segments;
  plan.cants = line.track.cants;
  if (line.gauge > 0) plan.rails.rail_distance = line.gauge;
  for (SegmentSpec& segment : plan.segments)
    if (is_open_bend(segment)) segment.gravity_height = 1;
  Findings unsound;
  std::vector<Finding> notes;
  const Alignment alignment = Alignment::from(plan, unsound, notes);
  if (!unsound.empty()) return {};
  std::vector<double> ends{0};
  for (const Segment& segment : alignment.segments()) ends.push_back(segment.end());
  return places_at(alignment, ends);
}

void note_uncovered_cant(FileAlignment& line, double length, double start, const char* attribute) {
  if (line.track.cants.empty()) return;
  const CantSpec &first = line.track.cants.front(), &last = line.track.cants.back();
  if (first.s > same_station && first.cant != 0) {
    line.notes.push_back({first.where, first.key + "." + attribute,
                          "of the first cant is not the start of the alignment", number(first.s + start),
                          number(start), "The first cant holds before it"});
  }
  if (last.s < length - same_station && last.cant != 0) {
    line.notes.push_back({last.where, last.key + "." + attribute,
                          "of the last cant is not the end of the alignment", number(last.s + start),
                          number(length + start), "The last cant holds after it"});
  }
}

bool is_possible_length(double length, const SourceLocation& where, const char* key, Findings& findings) {
  if (length <= max_line_length) return true;
  findings.add({where, key, "is longer than any line", number(length) + " m", "at most 1000000 m",
                "Check the units of the file"});
  return false;
}

}  // namespace flangeway::track
