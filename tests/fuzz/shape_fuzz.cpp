// Any bytes as a shape of a body: findings or triangles of finite corners, never a crash, and the same twice.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "flangeway/vehicle/shape_file.hpp"

namespace flangeway::vehicle {
namespace {

void check_mesh(const TriangleMesh& mesh) {
  if (mesh.triangles.empty() || mesh.triangles.size() > max_shape_triangles) std::abort();
  for (const Vec3& point : mesh.points)
    if (!point.allFinite()) std::abort();
  for (const auto& triangle : mesh.triangles)
    for (const std::uint32_t corner : triangle)
      if (corner >= mesh.points.size()) std::abort();
}

std::string outcome_of_shape(std::string_view bytes) {
  Findings findings;
  const auto no_file = [&](const std::string& name) -> std::optional<std::string> {
    findings.add({{name}, "", "does not exist", "", "", ""});
    return std::nullopt;
  };
  const auto mesh = parse_shape(bytes, "fuzz", no_file, findings);
  if (mesh.has_value() != findings.empty()) std::abort();
  if (mesh) check_mesh(*mesh);
  return findings.text();
}

}  // namespace
}  // namespace flangeway::vehicle

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (flangeway::vehicle::outcome_of_shape(bytes) != flangeway::vehicle::outcome_of_shape(bytes))
    std::abort();
  return 0;
}
