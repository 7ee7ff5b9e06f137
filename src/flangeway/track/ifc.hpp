// Reads alignments of railways from IFC 4.3 files in the STEP format: IfcAlignment with the segments of its
// horizontal layout, its vertical layout and its cant, and the stations of its referents. Curves of the
// geometric representation are not read. docs/howto/lines_from_files.md says how each is understood.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/track/alignment_file.hpp"

namespace flangeway::track {

/// See read_alignments().
[[nodiscard]] std::optional<AlignmentFile> read_ifc(std::string_view text, const std::string& file_name,
                                                    const std::optional<std::string>& wanted,
                                                    Findings& findings, const LineChoices& choices = {});

}  // namespace flangeway::track
