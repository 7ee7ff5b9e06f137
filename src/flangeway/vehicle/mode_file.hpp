// Modes of a body from a finite-element program: the Universal File Format (.unv, .uff). Datasets 15 and 2411
// have the nodes, 55 and 2414 the modes, 164 the units. Theory: docs/theory/flexible_bodies.md.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::vehicle {

struct FileNode {
  long number = 0;
  Vec3 place = Vec3::Zero();  ///< m, axes of the file
};

/// At one node, in the scale of the file; all zero where the file has none there.
struct FileShape {
  Vec3 move = Vec3::Zero();
  Vec3 turn = Vec3::Zero();  ///< rad per metre of `move`
};

struct FileMode {
  long number = 0;
  double frequency = 0;           ///< Hz
  double mass = 0;                ///< kg, of shapes without unit
  double damping = 0;             ///< ratio
  bool turns = false;             ///< its nodes have rotations
  std::vector<FileShape> shapes;  ///< of each node
  std::vector<bool> given;        ///< whether the file has the shape of each node
  SourceLocation where;
};

struct ModeFile {
  std::vector<FileNode> nodes;          ///< by number
  std::vector<FileMode> modes;          ///< by frequency
  std::vector<std::string> left_aside;  ///< numbers of datasets that are not read and may have had modes
};

/// Real normal modes at nodes; other datasets are left aside. Nothing where there is a finding.
[[nodiscard]] std::optional<ModeFile> parse_modes(std::string_view text, const std::string& file_name,
                                                  Findings& findings);

}  // namespace flangeway::vehicle
