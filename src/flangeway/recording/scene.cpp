#include "flangeway/recording/scene.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "flangeway/geometry/pair.hpp"
#include "flangeway/multibody/roles.hpp"
#include "flangeway/multibody/single_wheel.hpp"
#include "flangeway/recording/scene_bending.hpp"
#include "flangeway/recording/scene_rails.hpp"
#include "flangeway/recording/scene_shapes.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::recording {
namespace {

using Json = nlohmann::ordered_json;
using multibody::Body;

// A tenth of a micrometre is more than a picture shows, and shorter than 17 digits.
double rounded(double value) {
  return std::round(value * 1e7) / 1e7;
}

Json json_of(const Vec3& v) {
  return Json::array({rounded(v.x()), rounded(v.y()), rounded(v.z())});
}

Json bodies_json(const multibody::Model& vehicle) {
  Json list = Json::array();
  const std::vector<multibody::BodyRole> roles = multibody::roles_of(vehicle);
  for (std::size_t i = 0; i < vehicle.body_count(); ++i) {
    const Body& body = vehicle.bodies[i];
    list.push_back({{"name", body.name},
                    {"wheelset", body.wheelset},
                    {"role", multibody::to_string(roles[i].role)},
                    {"role_number", roles[i].number},
                    {"role_side", roles[i].side},
                    {"mass", body.mass},
                    {"position", json_of(body.initial.head<3>())},
                    {"size", json_of(vehicle::equivalent_box(body))}});
    if (Json bending = bending_json(vehicle, i); !bending.is_null())
      list.back()["bending"] = std::move(bending);
  }
  return list;
}

std::vector<double> places_along(const profile::Curve& curve) {
  constexpr int count = 240;
  std::vector<double> places;
  for (int i = 0; i < count; ++i) places.push_back(curve.length() * i / (count - 1));
  return places;
}

Json outline(const profile::Curve& curve) {
  Json points = Json::array();
  for (const double s : places_along(curve)) {
    const Vec2 p = curve.point(s);
    points.push_back({rounded(p.x()), rounded(p.y())});
  }
  return points;
}

/// A rail as it stands in the track, with the lateral coordinate of each point in the rail's own frame.
Json rail_json(const geometry::Side& side) {
  Json own = Json::array();
  for (const double s : places_along(side.rail))
    own.push_back(rounded(geometry::lateral_in_rail_profile(side, side.rail.point(s))));
  return {{"points", outline(side.rail)}, {"own_y", std::move(own)}};
}

Json friction_json(const wheelrail::RailFriction& friction) {
  if (friction.stations.empty())
    return {{"coefficient", friction.law.coefficient}, {"over_angle", friction.over_angle}};
  return {{"coefficient", wheelrail::largest_friction(friction)}, {"over_angle", Json::array()}};
}

void add_wheels_and_rails(const vehicle_case::CaseModel& model, Json& scene) {
  const vehicle_case::Shapes& shapes = model.shapes;
  Json wheelsets = Json::array();
  for (std::size_t i = 0; i < model.vehicle.wheelsets.size(); ++i) {
    const vehicle::Wheelset& wheelset = model.vehicle.wheelsets[i];
    const Body& body = model.vehicle.bodies.bodies[wheelset.body];
    const auto profile = [&](std::size_t side) {
      return multibody::has_wheel(body, side) ? outline(shapes.wheels[2 * i + side].curve) : Json();
    };
    wheelsets.push_back({{"body", body.name},
                         {"radius", wheelset.wheel_radius},
                         {"profile_position", wheelset.profile_position - std::abs(body.initial(1))},
                         {"left", profile(0)},
                         {"right", profile(1)}});
  }
  scene["wheelsets"] = std::move(wheelsets);
  Json rails;
  for (std::size_t side = 0; side < 2; ++side) {
    geometry::Side placed{shapes.rails[side].curve, shapes.rails[side].curve};
    geometry::place_rail(shapes.rails[side], shapes.placement, placed);
    Json rail = rail_json(placed);
    if (!model.contact.pairs.empty())
      add_pieces(model.contact.pairs.front()->shapes[side], model.track, rail);
    rails[side == 0 ? "left" : "right"] = std::move(rail);
  }
  scene["rails"] = std::move(rails);
  scene["friction"] = {{"left", friction_json(model.contact.settings.friction[0])},
                       {"right", friction_json(model.contact.settings.friction[1])}};
}

/// Elements that join two points; `i` and `j` are bodies, or null for the track.
Json elements_json(const multibody::Model& vehicle) {
  const auto name = [&](std::size_t pose) {
    return pose < vehicle.body_count() ? Json(vehicle.bodies[pose].name) : Json();
  };
  Json list = Json::array();
  for (const multibody::ElementInfo& element : vehicle.elements) {
    if (!element.has_points) continue;
    list.push_back({{"name", element.name},
                    {"type", element.type},
                    {"i", name(element.i)},
                    {"j", name(element.j)},
                    {"point_i", json_of(element.point_i)},
                    {"point_j", json_of(element.point_j)}});
  }
  return list;
}

/// Channels of the centreline, at most 3001 places: between them a picture interpolates with the heading.
Json track_json(const track::TrackModel& track) {
  static constexpr std::array<const char*, 6> names{"x", "y", "z", "heading", "slope", "cant_angle"};
  const double first = std::max(track.start(), -100.0), last = std::min(track.end(), track.length() + 100);
  const double step = std::max(0.5, (last - first) / 3000);
  Json json{{"length", track.length()}, {"start", first}, {"step", step}};
  for (double s = first; s <= last; s += step) {
    std::array<double, 6> value{};
    track.centreline().evaluate(s, value.data());
    for (std::size_t i = 0; i < names.size(); ++i) json[names[i]].push_back(rounded(value[i]));
  }
  return json;
}

/// Displacements of the rails in whole µm, so that a long track stays small.
Json irregularities_json(const track::TrackModel& track) {
  if (!track.irregular()) return nullptr;
  static constexpr std::array<const char*, 4> names{"y_left", "z_left", "y_right", "z_right"};
  const double step = std::max(0.25, track.length() / 20000);
  Json json{{"start", 0.0}, {"step", step}};
  for (double s = 0; s <= track.length(); s += step) {
    track::Irregularity irregularity;
    track::evaluate_irregularity(track, s, irregularity);
    for (std::size_t i = 0; i < names.size(); ++i)
      json[names[i]].push_back(std::lround(irregularity.value[i] * 1e6));
  }
  return json;
}

/// A slab is drawn as sleepers that lie close to each other.
Json slab_json(const flextrack::Slab& slab) {
  return {{"kind", "slab"}, {"length", slab.width}, {"height", slab.height}, {"block_length", 0}};
}

Json sleeper_json(const flextrack::Structure& structure) {
  static constexpr std::array<const char*, 3> kinds{"mono_block", "twin_block", "timber"};
  Json json = structure.sleeper ? Json{{"kind", kinds.at(static_cast<std::size_t>(structure.sleeper->kind))},
                                       {"length", structure.sleeper->length},
                                       {"height", structure.sleeper->height},
                                       {"block_length", structure.sleeper->block_length}}
                                : slab_json(*structure.slab);
  json["spacing"] = structure.spacing;
  json["offset"] = structure.offset;
  if (structure.mixed()) {
    json["slab"] = slab_json(*structure.slab);
    json["slab"]["from"] = structure.slab->from;
    json["slab"]["to"] = structure.slab->to;
  }
  return json;
}

/// Structure of a flexible track: its sleepers, and the centre of rotation of the rail section.
Json structure_json(const flextrack::Structure& structure) {
  const flextrack::RailBeam& rail = structure.rail;
  return {{"sleeper", sleeper_json(structure)},
          {"rail_height", rail.height},
          {"rail_foot_width", rail.foot_width},
          {"rail_centre", {structure.rail_distance / 2, rail.centre_height - rail.height}}};
}

/// Rollers below the wheelsets, which go along with the body that is held.
Json rollers_json(const vehicle_case::CaseModel& model) {
  const vehicle_case::RollerRig& rig = *model.roller_rig;
  const multibody::Model& vehicle = model.vehicle.bodies;
  const double top = wheelrail::rail_reference(model.contact, model.contact.wheelsets.front(), 0).y();
  return {{"radius", rig.radius},
          {"axle_height", rounded(top - rig.radius)},
          {"held", vehicle.bodies[vehicle.driven_body].name},
          {"ahead", rig.ahead}};
}

}  // namespace

std::string scene_json(const vehicle_case::CaseModel& model) {
  Json scene{{"vehicle", model.vehicle.name},
             {"gravity", model.vehicle.bodies.gravity},
             {"bodies", bodies_json(model.vehicle.bodies)}};
  add_shapes(model.vehicle.shapes, scene);
  add_wheels_and_rails(model, scene);
  scene["elements"] = elements_json(model.vehicle.bodies);
  scene["track"] = track_json(model.track);
  if (model.roller_rig && !model.contact.wheelsets.empty()) scene["rollers"] = rollers_json(model);
  scene["structure"] = model.structure ? structure_json(*model.structure) : Json();
  scene["irregularities_um"] = irregularities_json(model.track);
  return scene.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace flangeway::recording
