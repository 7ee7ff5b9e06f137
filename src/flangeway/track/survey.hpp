// Parts shared by readers of alignments: usual sizes of lines, and how elements join.
#pragma once

#include <optional>
#include <vector>

#include "flangeway/track/alignment_file.hpp"
#include "flangeway/track/centreline.hpp"

namespace flangeway::track {

inline constexpr double min_radius = 10, min_vertical_radius = 100, max_element_length = 1e5,
                        max_line_length = 1e6;  // m
inline constexpr double max_number = 1e9;       // of a file, so that what follows from it stays finite
inline constexpr double same_station = 0.01;    // m
inline constexpr double max_radius = 1e7;       // m: what is larger is a straight
inline constexpr double no_length = 1e-6;       // m: an element that is shorter is none

/// Whether elements form a line by this gap, in m, and this kink, in rad.
[[nodiscard]] bool forms_a_line(double gap, double kink);
/// A joint that leaves a gap or makes a kink is a note, or a finding where it is large. `slack`: rad, by
/// which rounded coordinates may turn one element against the other. `station`: m, of the joint.
void judge_joint(const SurveyJoint& joint, double slack, double station, Findings& findings,
                 std::vector<Finding>& notes);

/// Whether the file does not say how this element bends: a Viennese bend without the height of its line of
/// gravity, which the track file may give. Its coordinates cannot be judged.
[[nodiscard]] bool is_open_bend(const SegmentSpec& segment);

/// Whether the shape of this element depends on a cant that the file does not have.
[[nodiscard]] bool lacks_cant(const SegmentSpec& segment, const FileAlignment& line);

/// A bend that lacks its cant is a finding, unless it ends where the file says without any: `misfit`, m, from
/// there; nothing where that is not known.
void judge_bend_without_cant(const SegmentSpec& segment, std::optional<double> misfit, Findings& findings);

/// Start of the plan and ends of its elements, from the origin with heading 0. Empty if the plan is unsound,
/// which compile() says.
[[nodiscard]] std::vector<Place> places_of_joints(const FileAlignment& line);

/// A table of cant that is cut off ends with cant, which is a note. One that begins and ends without is what
/// everybody means. `attribute` of its entries says where they lie, `start` (m) is the station of the start.
void note_uncovered_cant(FileAlignment& line, double length, double start, const char* attribute);

/// Whether the elements make a line of a length that lines have, m; a finding if not.
[[nodiscard]] bool is_possible_length(double length, const SourceLocation& where, const char* key,
                                      Findings& findings);

}  // namespace flangeway::track
