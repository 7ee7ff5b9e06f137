// Reads and writes alignments as LandXML 1.2: plan, profile, cant and station equations.
//
// Positions in such a file are lengths in plan. What is read: CoordGeom (Line, Curve, Spiral), the first
// ProfAlign of all Profiles (PVI, ParaCurve, UnsymParaCurve, CircCurve), Cant with its CantStations, and
// StaEquation. docs/howto/lines_from_files.md says how each is understood.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/source_file.hpp"
#include "flangeway/track/model.hpp"
#include "flangeway/track/spec.hpp"

namespace flangeway::track {

/// One alignment of a file. Keys of its parts are places in the file, such as CoordGeom[3].
struct LandXmlAlignment {
  std::string name;
  TrackSpec track;  ///< name, segments, heights, cants, chainage and survey
  std::vector<Finding> notes;
  SourceLocation where;
  double gauge = 0;  ///< m, of Cant; 0: none
  SourceLocation gauge_where;
  std::vector<Finding> findings;  ///< with any, it cannot be used: one of several that is wrong
};

struct LandXml {
  std::vector<std::string> names;            ///< of all alignments
  std::vector<LandXmlAlignment> alignments;  ///< that were wanted; none if several could be meant
};

/// `wanted`: the name of one alignment, "" for the only one; the others are then not looked at. Without it
/// all are read, and one that is wrong has findings of its own. nullopt with findings.
[[nodiscard]] std::optional<LandXml> read_landxml(std::string_view text, const std::string& file_name,
                                                  const std::optional<std::string>& wanted,
                                                  Findings& findings);
/// The same of a file, which is added to `sources`.
[[nodiscard]] std::optional<LandXml> load_landxml(const std::string& file,
                                                  const std::optional<std::string>& wanted,
                                                  Findings& findings,
                                                  std::vector<document::SourceFile>& sources);

/// The line that `spec.alignment` names takes the place of segments and what goes with them.
[[nodiscard]] TrackSpec with_alignment(const TrackSpec& spec, Findings& findings, std::vector<Finding>& notes,
                                       std::vector<document::SourceFile>& sources);

/// Any track as a LandXML 1.2 file with one alignment, in metres.
[[nodiscard]] std::string landxml_text(const TrackModel& model);

/// All alignments of a file: length, elements, largest gap and kink, whether there are heights and cant.
[[nodiscard]] std::string summary_text(const LandXml& file);
[[nodiscard]] std::string json_text(const LandXml& file);

}  // namespace flangeway::track
