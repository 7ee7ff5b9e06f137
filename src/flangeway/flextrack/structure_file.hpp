// The track file that structure_of names.
#pragma once

#include <optional>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/source_file.hpp"
#include "flangeway/track/spec.hpp"

namespace flangeway::flextrack {

/// nullopt with findings where it cannot be read.
[[nodiscard]] std::optional<track::TrackSpec> read_structure_file(const track::TrackSpec& spec,
                                                                  std::optional<document::SourceFile>& source,
                                                                  Findings& findings);

}  // namespace flangeway::flextrack
