// Reads alignments of LandXML 1.0 to 2.0 and writes them as LandXML 1.2: plan, profile, cant and station
// equations.
//
// Positions in these files are lengths in plan. Supported elements: CoordGeom (Line, Curve, Spiral), the
// first ProfAlign of all Profiles (PVI, ParaCurve, UnsymParaCurve, CircCurve), Cant with its CantStations,
// and StaEquation. docs/howto/lines_from_files.md says how each is understood.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/track/alignment_file.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::track {

/// See read_alignments().
[[nodiscard]] std::optional<AlignmentFile> read_landxml(std::string_view text, const std::string& file_name,
                                                        const std::optional<std::string>& wanted,
                                                        Findings& findings, const LineChoices& choices = {});

/// Any track as a LandXML 1.2 file with one alignment, in metres.
[[nodiscard]] std::string landxml_text(const TrackModel& model);

}  // namespace flangeway::track
