// The structure of a track after its checks. Meshes of any stretch are made from it.
#pragma once

#include <optional>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/source_file.hpp"
#include "flangeway/track/spec.hpp"

namespace flangeway::flextrack {

struct Structure {
  track::StructureSpec spec;
  double rail_distance = 0;  ///< m, of the centres of the rails' sections
  double inclination = 0;    ///< rad, of the rails towards the track centre
  /// m, lateral places of the six nodes of a sleeper, from left to right
  std::array<double, 6> sleeper_nodes{};
  std::optional<document::SourceFile> source;  ///< of `structure_of`, as it was read
};

/// Factors of StructureChangeSpec at s: of the pads of both sides, of the ballast and the bonds.
struct Factors {
  double pad[2] = {1, 1}, ballast[2] = {1, 1}, bond[2] = {1, 1};
  [[nodiscard]] bool none() const;
};
[[nodiscard]] Factors factors_at(const track::StructureSpec& spec, double s);

/// Checks the structure that a track file has or takes from another one; nullopt with findings, also where
/// there is none.
[[nodiscard]] std::optional<Structure> compile_structure(const track::TrackSpec& spec, Findings& findings);

}  // namespace flangeway::flextrack
