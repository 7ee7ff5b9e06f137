// Profiles, rails and contact of a case, for tools that need no vehicle.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/wheelrail/model.hpp"

namespace flangeway::vehicle_case {

struct CaseGeometry {
  wheelrail::Settings contact;
  std::vector<profile::Profile> profiles;  ///< wheel left, wheel right, rail left, rail right
  double profile_position = 0, radius = 0;
  geometry::RailPlacement placement;
};
/// Reads and checks the files of a case; nullopt if there is any finding.
[[nodiscard]] std::optional<CaseGeometry> load_geometry(const std::filesystem::path& file,
                                                        const document::Assignments& sets,
                                                        Findings& findings);

}  // namespace flangeway::vehicle_case
