#include "flangeway/profile/standard.hpp"

#include <fmt/format.h>

#include "flangeway/profile/standard_shapes.hpp"

namespace flangeway::profile {
namespace {

std::optional<Profile> from_table(const std::vector<Shape>& shapes, Kind kind, std::string_view name) {
  for (const Shape& shape : shapes) {
    if (shape.name != name) continue;
    return Profile{kind,
                   shape.name,
                   curve_from_pieces(shape.start, shape.pieces),
                   {},
                   shape.source,
                   shape.lateral_origin,
                   shape.built_in_inclination};
  }
  return std::nullopt;
}

}  // namespace

Profile cone(double conicity) {
  return {Kind::wheel,
          "cone",
          curve_from_pieces(-70, {polynomial(65, {0, -conicity})}),
          {},
          fmt::format("cone of conicity {}", conicity),
          {},
          0};
}

std::optional<Profile> standard_profile(std::string_view name) {
  for (const int denominator : {20, 40}) {
    if (name != fmt::format("cone_1_{}", denominator)) continue;
    Profile profile = cone(1.0 / denominator);
    profile.name = name;
    profile.source = fmt::format("cone 1:{} without a flange", denominator);
    return profile;
  }
  if (auto wheel = from_table(wheel_shapes(), Kind::wheel, name)) return wheel;
  if (auto thin = thin_flange_shape(name)) return from_table({std::move(*thin)}, Kind::wheel, name);
  return from_table(rail_shapes(), Kind::rail, name);
}

const std::vector<MissingShape>& missing_shapes() {
  static const char* const no_coordinates = "no printed coordinates at hand; give a file that has them";
  static const char* const no_arcs = "no printed arcs at hand; give a file of the section";
  static const std::vector<MissingShape> missing{
      {"EPS of EN 13715",
       "its transition from root to tread is printed as tables rounded to 1 um, which makes the curvature "
       "rough"},
      {"P8", no_coordinates},
      {"AAR-1B", no_coordinates},
      {"LM, LMA, S1002CN, XP55", no_coordinates},
      {"Russian and Japanese wheels", no_coordinates},
      {"46E1, 136RE, 141RE, 115RE, R50, R65, CN60, CN60N, 50kgN, 60kgN", no_arcs},
      {"grooved 59R2, 60R2", no_arcs}};
  return missing;
}

const std::vector<ShapeFamily>& shape_families() {
  static const std::vector<ShapeFamily> families{
      {"s1002_e28.5 to s1002_e32", "S1002 of EN 13715 with a thinner flange, in steps of 0.5 mm"},
      {"en13715_1_40_e28.5 to en13715_1_40_e32",
       "1:40 of EN 13715 with a thinner flange, in steps of 0.5 mm"}};
  return families;
}

std::vector<std::string> standard_profile_names(Kind kind) {
  std::vector<std::string> names;
  for (const Shape& shape : kind == Kind::wheel ? wheel_shapes() : rail_shapes()) names.push_back(shape.name);
  if (kind == Kind::wheel) names.insert(names.end(), {"cone_1_20", "cone_1_40"});
  return names;
}

std::vector<std::string> standard_profile_choices(Kind kind) {
  std::vector<std::string> names = standard_profile_names(kind);
  if (kind == Kind::wheel)
    for (const ShapeFamily& family : shape_families()) names.push_back(family.names);
  return names;
}

}  // namespace flangeway::profile
