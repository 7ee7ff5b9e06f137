// Shapes of bodies for pictures, from files of CAD and drawing programs: STL (binary or text) and glTF 2.0
// (.glb, or .gltf with its buffers). The content tells which of them a file is, not its name.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::vehicle {

inline constexpr std::size_t max_shape_bytes = std::size_t{64} << 20U;
inline constexpr std::size_t max_shape_triangles = 200000;

/// Corners in units of the file, with x forward, y to the left and z up: the axes of an STL file are taken as
/// these, and the axes of glTF (z forward, x to the left, y up) are renamed.
struct TriangleMesh {
  std::vector<Vec3> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;
};

/// Bytes of a file that a .gltf names, in its folder; nothing where it cannot be read, which is a finding.
using BufferReader = std::function<std::optional<std::string>(const std::string& name)>;

/// Nothing where there is a finding: no such file, damaged, too many triangles, or a number that is not
/// finite.
[[nodiscard]] std::optional<TriangleMesh> parse_shape(std::string_view bytes, const std::string& file_name,
                                                      const BufferReader& read_buffer, Findings& findings);

}  // namespace flangeway::vehicle
