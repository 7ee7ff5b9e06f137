// glTF 2.0 [KhronosGltf]: triangles of the meshes of the nodes of a scene. Materials, textures, skins, morph
// targets, animations and cameras are left aside.
#include <fmt/format.h>

#include <Eigen/Geometry>
#include <cmath>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "flangeway/core/base64.hpp"
#include "flangeway/core/json_text.hpp"
#include "flangeway/vehicle/shape_formats.hpp"

namespace flangeway::vehicle {

namespace {

using GltfJson = nlohmann::json;
using Transform = Eigen::Affine3d;

constexpr std::size_t max_nodes = 100000, max_node_depth = 64, no_number = static_cast<std::size_t>(-1);

[[noreturn]] void damaged(const std::string& location, const std::string& problem) {
  throw DamagedShape{location + " " + problem, "", "", "Export it again, as glTF 2.0 without compression"};
}

std::size_t whole_number(const GltfJson& value, const std::string& location, std::string_view name) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > max_shape_bytes)
    damaged(location, fmt::format("has a {} that is no whole number in range", name));
  return value.get<std::size_t>();
}

/// A count or an index; `otherwise` where the key is missing, no_number: it must not be.
std::size_t whole_number(const GltfJson& object, const char* key, const std::string& location,
                         std::size_t otherwise = no_number) {
  const auto found = object.find(key);
  if (found == object.end()) {
    if (otherwise == no_number) damaged(location, fmt::format("has no {}", key));
    return otherwise;
  }
  return whole_number(*found, location, key);
}

std::vector<double> finite_numbers(const GltfJson& object, const char* key, std::size_t count,
                                   const std::string& location) {
  const auto found = object.find(key);
  if (found == object.end()) return {};
  std::vector<double> numbers;
  if (found->is_array())
    for (const GltfJson& value : *found)
      if (value.is_number() && std::isfinite(value.get<double>())) numbers.push_back(value.get<double>());
  if (!found->is_array() || numbers.size() != count || found->size() != count)
    damaged(location, fmt::format("has a {} that is not {} finite numbers", key, count));
  return numbers;
}

/// From the node's axes to its parent's.
Transform transform_of(const GltfJson& node, const std::string& location) {
  Transform transform = Transform::Identity();
  if (const std::vector<double> m = finite_numbers(node, "matrix", 16, location); !m.empty()) {
    transform.matrix() = Eigen::Map<const Eigen::Matrix4d>(m.data());  // by columns, as in the file
    return transform;
  }
  if (const std::vector<double> t = finite_numbers(node, "translation", 3, location); !t.empty())
    transform.translate(Vec3(t[0], t[1], t[2]));
  if (const std::vector<double> q = finite_numbers(node, "rotation", 4, location); !q.empty()) {
    const Eigen::Quaterniond turn(q[3], q[0], q[1], q[2]);
    if (!(turn.norm() > 0)) damaged(location, "has a rotation of length zero");
    transform.rotate(turn.normalized());
  }
  if (const std::vector<double> s = finite_numbers(node, "scale", 3, location); !s.empty())
    transform.scale(Vec3(s[0], s[1], s[2]));
  return transform;
}

/// Numbers of an accessor: `size` bytes each, `stride` apart.
struct Packed {
  std::string_view bytes;
  std::size_t count = 0, stride = 0;
  [[nodiscard]] const char* at(std::size_t k) const { return bytes.data() + k * stride; }
};

class GltfReader {
 public:
  GltfReader(GltfJson file, std::string_view binary, const BufferReader& read_buffer)
      : file_(std::move(file)), binary_(binary), read_buffer_(read_buffer) {}

  TriangleMesh read() {
    refuse_extensions();
    for (const std::size_t root : roots()) add_node(root, Transform::Identity(), 0);
    // z forward, x to the left, y up [KhronosGltf, section 3.4]
    for (Vec3& point : mesh_.points) point = Vec3(point.z(), point.x(), point.y());
    return std::move(mesh_);
  }

 private:
  void refuse_extensions() const {
    const auto required = file_.find("extensionsRequired");
    if (required == file_.end() || !required->is_array() || required->empty()) return;
    const std::string name = required->front().is_string() ? required->front().get<std::string>() : "";
    throw DamagedShape{"needs an extension of glTF that is not read", '"' + name + '"', "",
                       "Export it without compression and quantisation"};
  }

  const GltfJson& entry(const char* list, std::size_t index) const {
    const auto found = file_.find(list);
    const std::string location = fmt::format("{}[{}]", list, index);
    if (found == file_.end() || !found->is_array() || index >= found->size()) damaged(location, "is missing");
    if (!(*found)[index].is_object()) damaged(location, "is no object");
    return (*found)[index];
  }

  std::vector<std::size_t> indices(const GltfJson& object, const char* key,
                                   const std::string& location) const {
    std::vector<std::size_t> list;
    const auto found = object.find(key);
    if (found == object.end()) return list;
    if (!found->is_array()) damaged(location, fmt::format("has {} that are no list", key));
    for (const GltfJson& value : *found) list.push_back(whole_number(value, location, key));
    return list;
  }

  /// Nodes of the scene that is shown first; without scenes all nodes that are in no other.
  std::vector<std::size_t> roots() const {
    const auto scenes = file_.find("scenes");
    if (scenes != file_.end()) {
      const std::size_t shown = whole_number(file_, "scene", "the file", 0);
      return indices(entry("scenes", shown), "nodes", fmt::format("scenes[{}]", shown));
    }
    const auto nodes = file_.find("nodes");
    std::vector<std::size_t> list;
    if (nodes == file_.end() || !nodes->is_array()) return list;
    std::vector<bool> is_child(nodes->size());
    for (std::size_t k = 0; k < nodes->size(); ++k)
      for (const std::size_t child : indices(entry("nodes", k), "children", fmt::format("nodes[{}]", k)))
        if (child < is_child.size()) is_child[child] = true;
    for (std::size_t k = 0; k < nodes->size(); ++k)
      if (!is_child[k]) list.push_back(k);
    return list;
  }

  void add_node(std::size_t index, const Transform& parent, std::size_t depth) {
    const std::string location = fmt::format("nodes[{}]", index);
    if (depth > max_node_depth || ++node_count_ > max_nodes)
      damaged(location, "is nested too deeply, or in itself");
    const GltfJson& node = entry("nodes", index);
    const Transform transform = parent * transform_of(node, location);
    const std::size_t none = max_shape_bytes;
    if (const std::size_t mesh = whole_number(node, "mesh", location, none); mesh != none)
      add_mesh(mesh, transform);
    for (const std::size_t child : indices(node, "children", location)) add_node(child, transform, depth + 1);
  }

  void add_mesh(std::size_t index, const Transform& transform) {
    const GltfJson& mesh = entry("meshes", index);
    const auto primitives = mesh.find("primitives");
    if (primitives == mesh.end() || !primitives->is_array())
      damaged(fmt::format("meshes[{}]", index), "has no primitives");
    for (std::size_t k = 0; k < primitives->size(); ++k)
      add_primitive((*primitives)[k], transform, fmt::format("meshes[{}].primitives[{}]", index, k));
  }

  void add_primitive(const GltfJson& primitive, const Transform& transform, const std::string& location) {
    constexpr std::size_t triangles = 4, strip = 5, fan = 6;
    if (!primitive.is_object()) damaged(location, "is no object");
    const std::size_t mode = whole_number(primitive, "mode", location, triangles);
    if (mode < triangles) return;  // points and lines
    const auto attributes = primitive.find("attributes");
    if (attributes == primitive.end() || !attributes->is_object()) damaged(location, "has no attributes");
    const std::size_t first = mesh_.points.size();
    add_points(whole_number(*attributes, "POSITION", location), transform);
    const std::vector<std::uint32_t> corners = corners_of(primitive, mesh_.points.size() - first, location);
    const auto corner = [&](std::size_t k) { return static_cast<std::uint32_t>(first) + corners[k]; };
    if (mode == triangles && corners.size() % 3 != 0) damaged(location, "has no whole number of triangles");
    if (mode > fan) damaged(location, "has an unknown mode");
    for (std::size_t k = 2; k < corners.size(); k += mode == triangles ? 3 : 1) {
      const std::size_t first_corner = mode == fan ? 0 : k - 2, odd = mode == strip ? k % 2 : 0;
      mesh_.triangles.push_back({corner(first_corner), corner(k - 1 + odd), corner(k - odd)});
    }
    check_triangle_count(mesh_.triangles.size());
  }

  void add_points(std::size_t accessor, const Transform& transform) {
    const Packed packed = packed_numbers(accessor, "VEC3", 5126);
    if (mesh_.points.size() + packed.count > 3 * max_shape_triangles) check_triangle_count(no_number);
    for (std::size_t k = 0; k < packed.count; ++k) {
      std::array<float, 3> corner_position{};
      std::memcpy(corner_position.data(), packed.at(k), sizeof corner_position);
      const Vec3 point = transform * Vec3(corner_position[0], corner_position[1], corner_position[2]);
      if (!point.allFinite())
        damaged(fmt::format("accessors[{}]", accessor), "has a coordinate that is not finite");
      mesh_.points.push_back(point);
    }
  }

  std::vector<std::uint32_t> corners_of(const GltfJson& primitive, std::size_t point_count,
                                        const std::string& location) {
    std::vector<std::uint32_t> corners;
    const std::size_t none = max_shape_bytes, accessor = whole_number(primitive, "indices", location, none);
    if (accessor == none) {
      for (std::size_t k = 0; k < point_count; ++k) corners.push_back(static_cast<std::uint32_t>(k));
      return corners;
    }
    const std::size_t type = whole_number(entry("accessors", accessor), "componentType", location);
    const std::size_t size = type == 5121 ? 1 : type == 5123 ? 2 : 4;
    const Packed packed = packed_numbers(accessor, "SCALAR", size == 4 ? 5125 : type);
    for (std::size_t k = 0; k < packed.count; ++k) {
      std::uint32_t index = 0;
      std::memcpy(&index, packed.at(k), size);
      if (index >= point_count) damaged(location, "has an index of no point");
      corners.push_back(index);
    }
    return corners;
  }

  Packed packed_numbers(std::size_t index, std::string_view type, std::size_t component_type) {
    const std::string location = fmt::format("accessors[{}]", index);
    const GltfJson& accessor = entry("accessors", index);
    if (accessor.contains("sparse")) damaged(location, "is sparse, which is not read");
    const auto named = accessor.find("type");
    if (named == accessor.end() || !named->is_string() || named->get_ref<const std::string&>() != type ||
        whole_number(accessor, "componentType", location) != component_type)
      damaged(location, fmt::format("is not of the type {} {}", type, component_type));
    const std::size_t size = component_type == 5121   ? 1
                             : component_type == 5123 ? 2
                             : type == "VEC3"         ? 12
                                                      : 4;
    const GltfJson& view = entry("bufferViews", whole_number(accessor, "bufferView", location));
    const std::string_view buffer = buffer_of(whole_number(view, "buffer", location));
    const std::size_t view_from = whole_number(view, "byteOffset", location, 0);
    const std::size_t view_size = whole_number(view, "byteLength", location);
    const std::size_t offset = whole_number(accessor, "byteOffset", location, 0);
    const std::size_t count = whole_number(accessor, "count", location);
    const std::size_t stride = whole_number(view, "byteStride", location, size);
    if (stride < size || count == 0 || view_from + view_size > buffer.size() ||
        offset + stride * (count - 1) + size > view_size)
      damaged(location, "reaches beyond its buffer");
    return {buffer.substr(view_from + offset), count, stride};
  }

  std::string_view buffer_of(std::size_t index) {
    if (const auto known = buffers_.find(index); known != buffers_.end()) return known->second;
    const GltfJson& buffer = entry("buffers", index);
    const auto uri = buffer.find("uri");
    if (uri == buffer.end()) {
      if (index != 0 || binary_.empty()) damaged(fmt::format("buffers[{}]", index), "has no data");
      return binary_;
    }
    return buffers_[index] = content_of(uri->is_string() ? uri->get<std::string>() : "", index);
  }

  std::string content_of(const std::string& uri, std::size_t index) const {
    const std::string location = fmt::format("buffers[{}]", index);
    if (uri.starts_with("data:")) {
      const std::size_t comma = uri.find(',');
      const bool encoded = comma != std::string::npos && uri.substr(0, comma).ends_with(";base64");
      std::optional<std::string> bytes;
      if (encoded) bytes = bytes_of_base64(std::string_view(uri).substr(comma + 1));
      if (!bytes) damaged(location, "has data that are not base64");
      return *bytes;
    }
    const bool leaves_folder = uri.empty() || uri.front() == '/' || uri.find("..") != std::string::npos ||
                               uri.find_first_of(":\\%") != std::string::npos;
    if (leaves_folder) {
      throw DamagedShape{location + " is in no file beside it", '"' + uri + '"', "a name without %, : and ..",
                         "Export it as .glb, in one file"};
    }
    std::optional<std::string> bytes = read_buffer_(uri);
    if (!bytes) throw DamagedShape{};  // the reader has said why
    return std::move(*bytes);
  }

  GltfJson file_;
  std::string_view binary_;
  const BufferReader& read_buffer_;
  std::map<std::size_t, std::string> buffers_;
  TriangleMesh mesh_;
  std::size_t node_count_ = 0;
};

std::uint32_t word_at(std::string_view bytes, std::size_t at) {
  std::uint32_t word = 0;
  std::memcpy(&word, bytes.data() + at, sizeof word);
  return word;
}

struct Chunks {
  std::string_view json, binary;
};

/// Parts of a .glb [KhronosGltf, section 4.4].
Chunks chunks_of(std::string_view bytes) {
  constexpr std::uint32_t json_chunk = 0x4E4F534A, binary_chunk = 0x004E4942;
  if (bytes.size() < 20) damaged("the head", "is cut off");
  if (const std::uint32_t version = word_at(bytes, 4); version != 2)
    throw DamagedShape{"is of a version of glTF that is not read", fmt::format("{}", version), "2", ""};
  if (word_at(bytes, 8) != bytes.size())
    throw DamagedShape{"has another length than its head says", fmt::format("{} bytes", bytes.size()),
                       fmt::format("{} bytes", word_at(bytes, 8)), "Copy it again: it may have been cut off"};
  Chunks chunks;
  for (std::size_t at = 12; at + 8 <= bytes.size();) {
    const std::size_t length = word_at(bytes, at);
    if (length > bytes.size() - at - 8) damaged("a chunk", "reaches beyond the file");
    const std::string_view content = bytes.substr(at + 8, length);
    if (word_at(bytes, at + 4) == json_chunk && chunks.json.empty()) chunks.json = content;
    if (word_at(bytes, at + 4) == binary_chunk && chunks.binary.empty()) chunks.binary = content;
    at += 8 + length;
  }
  return chunks;
}

}  // namespace

TriangleMesh parse_gltf(std::string_view bytes, const BufferReader& read_buffer) {
  const Chunks chunks = bytes.starts_with("glTF") ? chunks_of(bytes) : Chunks{bytes, {}};
  GltfJson file = parse_json<GltfJson>(chunks.json);
  if (!file.is_object()) damaged("its JSON", "cannot be read");
  const auto asset = file.find("asset");
  const bool second = asset != file.end() && asset->is_object() &&
                      asset->value("version", GltfJson()).is_string() &&
                      asset->value("version", std::string()).starts_with("2.");
  if (!second) damaged("its asset", "does not say that it is of version 2");
  return GltfReader(std::move(file), chunks.binary, read_buffer).read();
}

}  // namespace flangeway::vehicle
