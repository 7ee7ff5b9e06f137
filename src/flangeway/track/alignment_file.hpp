// Alignments from files of design programs, whatever the format: LandXML (landxml.hpp) and IFC (ifc.hpp).
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/source_file.hpp"
#include "flangeway/track/spec.hpp"

namespace flangeway::track {

/// One alignment of a file. Keys of its parts are places in the file, such as CoordGeom[3] or #32.
struct FileAlignment {
  std::string name;
  TrackSpec track;  ///< name, segments, heights, cants, chainage and survey
  std::vector<Finding> notes;
  SourceLocation where;
  double gauge = 0;       ///< m, to which its cant refers; 0: the file does not say
  std::string gauge_key;  ///< of the place that says so
  SourceLocation gauge_where;
  std::vector<Finding> findings;  ///< with any, it cannot be used: one of several that is wrong
};

struct AlignmentFile {
  std::vector<std::string> names;         ///< of all alignments
  std::vector<FileAlignment> alignments;  ///< that were wanted; none if several could be meant
};

/// Statements about a line that are not in its file.
struct LineChoices {
  CantUnit cant_unit = CantUnit::automatic;
  bool has_cants = false;  ///< its cant is given elsewhere: what depends on it cannot be judged here
};

/// By the ending of its name, .xml.
[[nodiscard]] bool is_landxml(const std::string& file);
/// A file of XML or STEP by its first characters, else by its ending.
[[nodiscard]] bool is_alignment_file(const std::string& file);
/// A track file that names the only line of this one.
[[nodiscard]] TrackSpec spec_of_alignment_file(const std::string& file);

/// Reads a text in the format that it has. `wanted`: the name of one alignment, "" for the only one; the
/// others are then not looked at. Without it all are read, and one that is wrong has findings of its own.
/// nullopt with findings.
[[nodiscard]] std::optional<AlignmentFile> read_alignments(std::string_view text,
                                                           const std::string& file_name,
                                                           const std::optional<std::string>& wanted,
                                                           Findings& findings,
                                                           const LineChoices& choices = {});
/// The same of a file, which is added to `sources`.
[[nodiscard]] std::optional<AlignmentFile> load_alignments(const std::string& file,
                                                           const std::optional<std::string>& wanted,
                                                           Findings& findings,
                                                           std::vector<document::SourceFile>& sources,
                                                           const LineChoices& choices = {});

/// The line that `spec.alignment` names takes the place of segments and what goes with them.
[[nodiscard]] TrackSpec with_alignment(const TrackSpec& spec, Findings& findings, std::vector<Finding>& notes,
                                       std::vector<document::SourceFile>& sources);

/// All alignments of a file: length, elements, largest gap and kink, whether there are heights and cant.
[[nodiscard]] std::string summary_text(const AlignmentFile& file);
[[nodiscard]] std::string json_text(const AlignmentFile& file);

}  // namespace flangeway::track
