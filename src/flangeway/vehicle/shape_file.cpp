#include "flangeway/vehicle/shape_file.hpp"

#include <fmt/format.h>

#include <cctype>

#include "flangeway/vehicle/shape_formats.hpp"

namespace flangeway::vehicle {

namespace {

std::string_view without_leading_space(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
  return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

TriangleMesh parse_by_content(std::string_view bytes, const BufferReader& read_buffer) {
  if (is_binary_stl(bytes)) return parse_binary_stl(bytes);
  const std::string_view text = without_leading_space(bytes);
  if (bytes.starts_with("glTF") || text.starts_with("{"))
    return parse_gltf(bytes.starts_with("glTF") ? bytes : text, read_buffer);
  std::string first(text.substr(0, 5));
  for (char& letter : first) letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  if (first == "solid") return parse_text_stl(text);
  throw DamagedShape{"is neither STL nor glTF", fmt::format("{} bytes", bytes.size()),
                     "STL (binary or text) or glTF 2.0 (.glb, .gltf)",
                     "Export it again: it may have been cut off, or be of another kind"};
}

}  // namespace

void check_triangle_count(std::size_t count) {
  if (count <= max_shape_triangles) return;
  throw DamagedShape{"has too many triangles for a page",
                     count == static_cast<std::size_t>(-1) ? "" : fmt::format("{}", count),
                     fmt::format("up to {}", max_shape_triangles),
                     "Simplify it in the program that it comes from (\"decimate\")"};
}

std::optional<TriangleMesh> parse_shape(std::string_view bytes, const std::string& file_name,
                                        const BufferReader& read_buffer, Findings& findings) {
  const std::size_t before = findings.all().size();
  try {
    TriangleMesh mesh = parse_by_content(bytes, read_buffer);
    if (!mesh.triangles.empty()) return mesh;
    findings.add({{file_name}, "", "has no triangles", "", "", "Export surfaces, not only points and lines"});
  } catch (const DamagedShape& damage) {
    if (findings.all().size() == before)
      findings.add({{file_name, damage.line, damage.line > 0 ? 1 : 0},
                    "",
                    damage.problem,
                    damage.got,
                    damage.allowed,
                    damage.advice});
  }
  return std::nullopt;
}

}  // namespace flangeway::vehicle
