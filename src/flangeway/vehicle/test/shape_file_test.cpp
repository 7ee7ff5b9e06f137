// Shapes of bodies: one tetrahedron in every format, placed on a body, and messages about damaged files.
#include "flangeway/vehicle/shape_file.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

#include "flangeway/core/base64.hpp"
#include "flangeway/core/notes.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/vehicle/parts.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::vehicle {
namespace {

using ::testing::HasSubstr;

// x forward, y to the left, z up
constexpr std::array<std::array<float, 3>, 4> tetrahedron{{{0, 0, 0}, {4, 0, 0}, {0, 2, 0}, {0, 0, 1}}};
constexpr std::array<std::array<std::uint16_t, 3>, 4> faces{{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};

template <typename Number>
std::string bytes_of(Number number) {
  std::string bytes(sizeof number, '\0');
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

std::string binary_stl(float last = 1) {
  std::string bytes(80, 's');
  bytes += bytes_of(std::uint32_t{4});
  for (const auto& face : faces) {
    bytes += std::string(12, '\0');
    for (const std::uint16_t corner : face)
      for (std::size_t axis = 0; axis < 3; ++axis)
        bytes += bytes_of(corner == 3 && axis == 2 ? last : tetrahedron[corner][axis]);
    bytes += std::string(2, '\0');
  }
  return bytes;
}

std::string text_stl() {
  std::string text = "solid wedge\n";
  for (const auto& face : faces) {
    text += "facet normal 0 0 1\n outer loop\n";
    for (const std::uint16_t corner : face)
      text += fmt::format("  vertex {} {:e} +{}\n", tetrahedron[corner][0], tetrahedron[corner][1],
                          tetrahedron[corner][2]);
    text += " endloop\nendfacet\n";
  }
  return text + "endsolid wedge\n";
}

std::string gltf_buffer() {
  std::string bytes;
  for (const auto& [x, y, z] : tetrahedron)
    for (const float value : {y, z, x}) bytes += bytes_of(value);
  for (const auto& face : faces)
    for (const std::uint16_t corner : face) bytes += bytes_of(corner);
  return bytes;
}

/// `buffer`: "", or ,"uri":"…"; `more`: further keys of the file.
std::string gltf_text(const std::string& buffer, const std::string& node = R"("mesh":0)",
                      const std::string& more = "") {
  return R"({"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],"nodes":[{)" + node +
         R"(}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
"accessors":[{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"},
{"bufferView":1,"componentType":5123,"count":12,"type":"SCALAR"}],
"bufferViews":[{"buffer":0,"byteLength":48},{"buffer":0,"byteOffset":48,"byteLength":24}],
"buffers":[{"byteLength":72)" +
         buffer + "}]" + more + "}";
}

std::string glb(std::string json) {
  while (json.size() % 4 != 0) json += ' ';
  const std::string data = gltf_buffer();
  const std::string chunks = bytes_of(static_cast<std::uint32_t>(json.size())) + "JSON" + json +
                             bytes_of(static_cast<std::uint32_t>(data.size())) + std::string("BIN\0", 4) +
                             data;
  return "glTF" + bytes_of(std::uint32_t{2}) + bytes_of(static_cast<std::uint32_t>(12 + chunks.size())) +
         chunks;
}

std::string data_uri() {
  const std::string bytes = gltf_buffer();
  return R"(,"uri":"data:application/octet-stream;base64,)" +
         base64(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()) + '"';
}

std::optional<std::string> buffer_beside(const std::string& name) {
  if (name == "wedge.bin") return gltf_buffer();
  return std::nullopt;
}

std::optional<TriangleMesh> read_shape(const std::string& bytes, Findings& findings) {
  return parse_shape(bytes, "wedge", buffer_beside, findings);
}

std::string faults_of_shape(const std::string& bytes) {
  Findings findings;
  EXPECT_FALSE(read_shape(bytes, findings).has_value());
  return findings.text();
}

double volume_of(const TriangleMesh& mesh) {
  double volume = 0;
  for (const auto& [a, b, c] : mesh.triangles)
    volume += mesh.points[a].dot(mesh.points[b].cross(mesh.points[c])) / 6;
  return volume;
}

TEST(ShapeFile, IsTheSameInEveryFormat) {
  for (const std::string& bytes : {binary_stl(), text_stl(), glb(gltf_text("")), gltf_text(data_uri()),
                                   gltf_text(R"(,"uri":"wedge.bin")")}) {
    Findings findings;
    const auto mesh = read_shape(bytes, findings);
    ASSERT_TRUE(mesh.has_value()) << findings.text();
    EXPECT_EQ(mesh->triangles.size(), 4u);
    EXPECT_EQ(mesh->points.size(), 4u);
    EXPECT_NEAR(volume_of(*mesh), 4 * 2 * 1 / 6.0, 1e-6);  // outwards, too
    EXPECT_NE(std::find(mesh->points.begin(), mesh->points.end(), Vec3(4, 0, 0)), mesh->points.end());
    EXPECT_NE(std::find(mesh->points.begin(), mesh->points.end(), Vec3(0, 0, 1)), mesh->points.end());
  }
}

// A node turned by a quarter about its y axis (up), scaled and moved: z (forward) becomes x (to the left).
TEST(ShapeFile, NodesPlaceTheirMeshes) {
  const std::string turned =
      R"("mesh":0,"translation":[10,20,30],"rotation":[0,0.7071067811865476,0,0.7071067811865476],"scale":[1,1,2])";
  const std::string matrix = R"("mesh":0,"matrix":[0,0,-1,0, 0,1,0,0, 2,0,0,0, 10,20,30,1])";
  for (const std::string& node : {turned, matrix}) {
    Findings findings;
    const auto mesh = read_shape(glb(gltf_text("", node)), findings);
    ASSERT_TRUE(mesh.has_value()) << findings.text();
    EXPECT_LT((mesh->points[1] - Vec3(30, 10 + 2 * 4, 20)).norm(), 1e-6);
    EXPECT_LT((mesh->points[2] - Vec3(30 - 2, 10, 20)).norm(), 1e-6);
    EXPECT_LT((mesh->points[3] - Vec3(30, 10, 21)).norm(), 1e-6);
  }
}

TEST(ShapeFile, DamagedFilesAreNamed) {
  EXPECT_EQ(faults_of_shape("PK\x03\x04"),
            "wedge: is neither STL nor glTF (got 4 bytes; allowed STL (binary or text) or glTF 2.0 (.glb, "
            ".gltf)). Export it again: it may have been cut off, or be of another kind.");
  EXPECT_EQ(faults_of_shape(binary_stl(std::numeric_limits<float>::quiet_NaN())),
            "wedge: triangle 2 has a coordinate that is not finite.");
  const std::string text = text_stl();
  EXPECT_EQ(faults_of_shape(text.substr(0, text.find("endsolid"))),
            "wedge:30:1: ends before \"endsolid\". Export it again: it may have been cut off.");
  EXPECT_EQ(faults_of_shape("solid\nfacet\nouter loop\nvertex 1 2 nan\nendloop\nendfacet\nendsolid\n"),
            "wedge:4:1: a coordinate is not a finite number (got \"nan\").");
  EXPECT_EQ(faults_of_shape("solid\nouter loop\nvertex 1 2 3\nendloop\nendsolid\n"),
            "wedge:4:1: a loop has not three corners (got 1; allowed 3).");
  EXPECT_EQ(faults_of_shape("solid\nendsolid\n"),
            "wedge: has no triangles. Export surfaces, not only points and lines.");
  EXPECT_THAT(faults_of_shape(binary_stl().substr(0, 200)), HasSubstr("is neither STL nor glTF"));
  const std::string whole = glb(gltf_text(""));
  EXPECT_THAT(faults_of_shape(whole.substr(0, whole.size() - 8)),
              HasSubstr("another length than its head says"));
}

TEST(ShapeFile, WrongGltfIsNamed) {
  const std::array<std::pair<std::string, const char*>, 9> mistakes{{
      {gltf_text("", R"("mesh":0)", R"(,"extensionsRequired":["KHR_draco_mesh_compression"])"),
       "needs an extension of glTF that is not read (got \"KHR_draco_mesh_compression\")"},
      {gltf_text("", R"("mesh":1)"), "meshes[1] is missing"},
      {gltf_text("", R"("children":[0])"), "nodes[0] is nested too deeply, or in itself"},
      {gltf_text("", R"("mesh":0,"scale":[1,1])"), "nodes[0] has a scale that is not 3 finite numbers"},
      {gltf_text("", R"("mesh":-1)"), "nodes[0] has a mesh that is no whole number in range"},
      {gltf_text("", R"("mesh":0,"rotation":[0,0,0,0])"), "nodes[0] has a rotation of length zero"},
      {gltf_text(R"(,"uri":"../wedge.bin")"), "buffers[0] is in no file beside it (got \"../wedge.bin\""},
      {gltf_text(R"(,"uri":"data:;base64,AAAA")"), "accessors[0] reaches beyond its buffer"},
      {R"({"asset":{"version":"1.0"}})", "its asset does not say that it is of version 2"},
  }};
  for (const auto& [text, message] : mistakes)
    EXPECT_THAT(faults_of_shape(text.find("wedge.bin") == std::string::npos &&
                                        text.find("uri") == std::string::npos &&
                                        text.find("meshes") != std::string::npos
                                    ? glb(text)
                                    : text),
                HasSubstr(message));
  std::string text = gltf_text("");
  text.replace(text.find("\"count\":12"), 10, "\"count\":13");
  EXPECT_THAT(faults_of_shape(glb(text)), HasSubstr("accessors[1] reaches beyond its buffer"));
}

class ShapeOfABody : public ::testing::Test {
 protected:
  static std::string vehicle_text(const std::string& shape) {
    return "name = \"test\"\n[[bodies]]\nname = \"box\"\nmass = 1000.0\ninertia = [400.0, 1400.0, 1700.0]\n"
           "position = [10.0, 0.0, 1.0]\n" +
           shape +
           "[[bushings]]\nname = \"spring\"\nbody_i = \"box\"\nbody_j = \"track\"\nposition = [10.0, 0.0, "
           "1.0]\n"
           "stiffness = [1e6, 1e6, 1e6]\nrotational_stiffness = [1e6, 1e6, 1e6]\n";
  }
  std::optional<VehicleModel> compiled(const std::string& shape) {
    findings_ = {};
    sources_.clear();
    const auto path = folder_.write("vehicle.toml", vehicle_text(shape));
    const auto document = document::Document::from_file(path.string(), findings_);
    VehicleSpec spec;
    read_vehicle(document, spec, sources_, findings_);
    return compile(spec, findings_);
  }
  std::vector<std::string> notes_of(const std::string& shape) {
    const NoteCollector notes;
    EXPECT_TRUE(compiled(shape).has_value()) << findings_.text();
    return notes.texts();
  }

  flangeway::test::TemporaryFolder folder_;
  Findings findings_;
  std::vector<document::SourceFile> sources_;
};

TEST_F(ShapeOfABody, IsScaledTurnedAndPlaced) {
  folder_.write("wedge.stl", binary_stl());
  const auto vehicle = compiled(
      "shape = { file = \"wedge.stl\", scale = 0.5, rotation_deg = [0, 0, 90], origin = [9.0, 0.5, 0.25] "
      "}\n");
  ASSERT_TRUE(vehicle.has_value()) << findings_.text();
  ASSERT_EQ(vehicle->shapes.size(), 1u);
  const BodyShape& shape = vehicle->shapes[0];
  // The corner at (4, 0, 0) is 2 m to the left of the origin, that at (0, 2, 0) 1 m behind it.
  EXPECT_LT((shape.low - Vec3(9 - 10 - 1, 0.5, 0.25 - 1)).norm(), 1e-12);
  EXPECT_LT((shape.high - Vec3(9 - 10, 2.5, 0.75 - 1)).norm(), 1e-12);
  ASSERT_EQ(sources_.size(), 1u);
  EXPECT_EQ(sources_[0].text, binary_stl());
}

TEST_F(ShapeOfABody, MillimetresAreDoubted) {
  folder_.write("wedge.stl", binary_stl());
  EXPECT_TRUE(notes_of("shape = { file = \"wedge.stl\", origin = [9.0, 0.0, 1.0] }\n").empty());
  const auto small = notes_of("shape = { file = \"wedge.stl\", scale = 1e-3, origin = [10.0, 0.0, 1.0] }\n");
  ASSERT_EQ(small.size(), 1u);
  EXPECT_THAT(small[0],
              HasSubstr("bodies[0].shape: has a size that does not fit the moments of inertia of the body, "
                        "which belong to a box of 4.02 × 2.05 × 0.775 m (got 0.004 × 0.002 × 0.001 m). "
                        "Is the file drawn in metres? Then set scale = 1"));
  const auto beside = notes_of("shape = { file = \"wedge.stl\" }\n");
  ASSERT_EQ(beside.size(), 1u);
  EXPECT_THAT(beside[0],
              HasSubstr("lies away from the centre of gravity of the body (got 6 m away). Check origin"));
  EXPECT_FALSE(compiled("shape = { file = \"wedge.stl\", scale = 1000.0 }\n"));
  EXPECT_THAT(findings_.text(),
              HasSubstr("bodies[0].shape.scale: makes the shape larger than any vehicle (got 4e+03 "
                        "× 2e+03 × 1e+03 m; allowed an edge of 0.001 to 500 m). Set scale = 0.001 if "
                        "the file is drawn in millimetres."));
}

TEST_F(ShapeOfABody, AMissingFileIsNamed) {
  EXPECT_FALSE(compiled("shape.file = \"wedge.stl\"\n"));
  EXPECT_THAT(findings_.text(), HasSubstr("wedge.stl: "));
  folder_.write("wedge.gltf", gltf_text(R"(,"uri":"wedge.bin")"));
  EXPECT_FALSE(compiled("shape.file = \"wedge.gltf\"\n"));
  EXPECT_THAT(findings_.text(), HasSubstr("wedge.bin: "));
  folder_.write("wedge.bin", gltf_buffer());
  EXPECT_TRUE(compiled("shape = { file = \"wedge.gltf\", origin = [9.0, 0.0, 1.0] }\n"));
  EXPECT_EQ(sources_.size(), 2u);  // with its buffer
}

}  // namespace
}  // namespace flangeway::vehicle
