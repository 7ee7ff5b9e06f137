// Readers of the formats of shapes. Private to the room.
#pragma once

#include <stdexcept>

#include "flangeway/vehicle/shape_file.hpp"

namespace flangeway::vehicle {

/// Ends the reading of one file; parse_shape() makes a finding of it.
struct DamagedShape {
  std::string problem, got{}, allowed{}, advice{};
  int line = 0;
};

/// Whether the file is as long as the number of triangles in its head makes it.
[[nodiscard]] bool is_binary_stl(std::string_view bytes);
[[nodiscard]] TriangleMesh parse_binary_stl(std::string_view bytes);
[[nodiscard]] TriangleMesh parse_text_stl(std::string_view text);
[[nodiscard]] TriangleMesh parse_gltf(std::string_view bytes, const BufferReader& read_buffer);

/// Throws where a file has more triangles than pages can show.
void check_triangle_count(std::size_t count);

}  // namespace flangeway::vehicle
