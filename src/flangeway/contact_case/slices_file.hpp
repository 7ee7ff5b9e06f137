// Slices files of the program CONTACT with the profiles that they name.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/profile/sliced.hpp"

namespace flangeway::contact_case {

struct SlicesFile {
  profile::SliceFit fit = profile::SliceFit::interpolate;
  SourceLocation where_fit;                  ///< of U_INTPOL
  std::vector<profile::Slice> slices;        ///< where the file names the same profile it is the same object
  std::vector<SourceLocation> where;         ///< of the slices
  std::vector<std::filesystem::path> files;  ///< of the profiles, each once
};

/// Nothing is returned if and only if there is a new finding. Slices along the track (kind rail) or around a
/// wheel.
[[nodiscard]] std::optional<SlicesFile> load_slices(const std::filesystem::path& path, profile::Kind kind,
                                                    const profile::ReadOptions& options,
                                                    const SourceLocation& where, Findings& findings);

}  // namespace flangeway::contact_case
