#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <map>

#include "flangeway/vehicle/shape_formats.hpp"

namespace flangeway::vehicle {

namespace {

static_assert(std::endian::native == std::endian::little, "STL and glTF have little-endian numbers");

constexpr std::size_t stl_head = 84, stl_triangle = 50;

std::size_t stl_count(std::string_view bytes) {
  std::uint32_t count = 0;
  std::memcpy(&count, bytes.data() + 80, sizeof count);
  return count;
}

/// Collects triangles; corners at one place are one point.
class StlMesh {
 public:
  std::uint32_t point(const std::array<float, 3>& position) {
    const auto [found, added] = known_.try_emplace(position, static_cast<std::uint32_t>(mesh.points.size()));
    if (added) mesh.points.emplace_back(position[0], position[1], position[2]);
    return found->second;
  }
  TriangleMesh mesh;

 private:
  std::map<std::array<float, 3>, std::uint32_t> known_;
};

bool is_finite_place(const std::array<float, 3>& position) {
  return std::all_of(position.begin(), position.end(), [](float value) { return std::isfinite(value); });
}

/// Words of a text in lower case, with the lines on which they stand.
class Words {
 public:
  explicit Words(std::string_view text) : text_(text) {}
  /// Empty at the end.
  std::string next() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) line_ += is_end();
    std::string word;
    for (; at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) == 0; ++at_)
      word.push_back(static_cast<char>(std::tolower(static_cast<unsigned char>(text_[at_]))));
    return word;
  }
  void skip_line() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }
  [[nodiscard]] int line() const { return line_; }

 private:
  int is_end() { return text_[at_++] == '\n' ? 1 : 0; }
  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1;
};

std::array<float, 3> read_vertex(Words& words) {
  std::array<float, 3> position{};
  for (float& value : position) {
    const std::string word = words.next();
    const char *const begin = word.data() + (word.starts_with('+') ? 1 : 0), *const end =
                                                                                 word.data() + word.size();
    const auto [stop, error] = std::from_chars(begin, end, value);
    if (error != std::errc() || stop != end || !std::isfinite(value))
      throw DamagedShape{"a coordinate is not a finite number", '"' + word + '"', "", "", words.line()};
  }
  return position;
}

}  // namespace

bool is_binary_stl(std::string_view bytes) {
  return bytes.size() >= stl_head && bytes.size() == stl_head + stl_triangle * stl_count(bytes);
}

TriangleMesh parse_binary_stl(std::string_view bytes) {
  const std::size_t count = stl_count(bytes);
  check_triangle_count(count);
  StlMesh out;
  for (std::size_t k = 0; k < count; ++k) {
    std::array<std::uint32_t, 3> triangle{};
    for (std::size_t corner = 0; corner < 3; ++corner) {
      std::array<float, 3> position{};
      // The normal comes first: it follows from the corners.
      std::memcpy(position.data(), bytes.data() + stl_head + stl_triangle * k + 12 * (corner + 1), 12);
      if (!is_finite_place(position))
        throw DamagedShape{fmt::format("triangle {} has a coordinate that is not finite", k + 1)};
      triangle[corner] = out.point(position);
    }
    out.mesh.triangles.push_back(triangle);
  }
  return std::move(out.mesh);
}

TriangleMesh parse_text_stl(std::string_view text) {
  StlMesh out;
  Words words(text);
  std::vector<std::uint32_t> corners;
  bool ended = false;
  words.skip_line();  // the name of the solid
  for (std::string word = words.next(); !word.empty(); word = words.next()) {
    if (word == "solid" || word == "endsolid") words.skip_line();
    ended = word == "endsolid";
    if (word == "vertex") corners.push_back(out.point(read_vertex(words)));
    if (word != "endloop") continue;
    if (corners.size() != 3)
      throw DamagedShape{"a loop has not three corners", fmt::format("{}", corners.size()), "3", "",
                         words.line()};
    out.mesh.triangles.push_back({corners[0], corners[1], corners[2]});
    check_triangle_count(out.mesh.triangles.size());
    corners.clear();
  }
  if (!ended)
    throw DamagedShape{"ends before \"endsolid\"", "", "", "Export it again: it may have been cut off",
                       words.line()};
  return std::move(out.mesh);
}

}  // namespace flangeway::vehicle
