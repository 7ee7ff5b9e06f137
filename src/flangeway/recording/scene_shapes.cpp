#include "flangeway/recording/scene_shapes.hpp"

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <map>

#include "flangeway/core/base64.hpp"
#include "flangeway/recording/scene_json.hpp"

namespace flangeway::recording {
namespace {

using Json = nlohmann::ordered_json;
using vehicle::BodyShape;

template <typename Number>
std::string base64_of_numbers(const std::vector<Number>& numbers) {
  return base64(reinterpret_cast<const unsigned char*>(numbers.data()), numbers.size() * sizeof(Number));
}

/// Corners that no triangle has are outside the box and left out.
Json mesh_json(const BodyShape& shape) {
  constexpr double steps = 65535;
  constexpr std::uint32_t unused = 0xFFFFFFFF;
  std::vector<std::uint32_t> numbers(shape.mesh.points.size(), unused), triangles;
  std::vector<std::uint16_t> corners;
  for (const auto& triangle : shape.mesh.triangles) {
    for (const std::uint32_t point : triangle) {
      if (numbers[point] == unused) {
        numbers[point] = static_cast<std::uint32_t>(corners.size() / 3);
        for (int axis = 0; axis < 3; ++axis) {
          const double edge = shape.high[axis] - shape.low[axis];
          const double share = edge > 0 ? (shape.mesh.points[point][axis] - shape.low[axis]) / edge : 0;
          corners.push_back(static_cast<std::uint16_t>(std::lround(share * steps)));
        }
      }
      triangles.push_back(numbers[point]);
    }
  }
  return {{"file", std::filesystem::path(shape.file).filename().string()},
          {"low", vector_json(shape.low)},
          {"high", vector_json(shape.high)},
          {"corners", base64_of_numbers(corners)},
          {"triangles", base64_of_numbers(triangles)}};
}

}  // namespace

void add_shapes(const std::vector<BodyShape>& shapes, Json& scene) {
  if (shapes.empty()) return;
  std::map<std::string, std::size_t> known;
  Json list = Json::array();
  for (const BodyShape& shape : shapes) {
    Json mesh = mesh_json(shape);
    const auto [found, added] =
        known.try_emplace(mesh.dump(-1, ' ', false, Json::error_handler_t::replace), list.size());
    if (added) list.push_back(std::move(mesh));
    scene["bodies"][shape.body]["shape"] = found->second;
  }
  scene["shapes"] = std::move(list);
}

}  // namespace flangeway::recording
