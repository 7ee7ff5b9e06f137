#include "flangeway/vehicle/draw_gear_elements.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "flangeway/math/pair_table.hpp"

namespace flangeway::vehicle {

namespace {

constexpr double preload_travel = 1e-3;        // m, over which a preload builds up
constexpr double max_coupler_length = 5;       // m
constexpr double max_distance_from_body = 25;  // m: half a long vehicle, and more

double at(const Curve& curve, double x) {
  return math::table_value(curve, x, math::TableEnds::continued);
}

}  // namespace

// A gear whose springs are pressed together beforehand starts with a force.
Curve GearSide::loaded() const {
  Curve curve = loading;
  if (curve.empty()) curve = {{0, 0}, {1, stiffness}};
  if (preload == 0) return curve;
  std::set<double> places{0, preload_travel};
  for (const auto& point : curve) places.insert(point[0]);
  Curve out;
  for (const double x : places)
    out.push_back({x, at(curve, x) + preload * std::min(1.0, x / preload_travel)});
  return out;
}

Curve GearSide::combined(double of_loading, double of_unloading) const {
  const Curve load = loaded();
  std::set<double> places;
  for (const Curve& curve : {load, unloading})
    for (const auto& point : curve) places.insert(point[0]);
  Curve out;
  for (const double x : places) {
    const double up = at(load, x), down = unloading.empty() ? (1 - hysteresis) * up : at(unloading, x);
    out.push_back({x, of_loading * up + of_unloading * down});
  }
  return out;
}

Curve GearSide::mean() const {
  return given() ? combined(0.5, 0.5) : Curve{{0, 0}, {1, 0}};
}
Curve GearSide::friction() const {
  return given() && rubs() ? combined(0.5, -0.5) : Curve{{0, 0}, {1, 0}};
}

void GearSide::check(ElementBuilder& b, const ElementSpec& spec, const std::string& prefix) const {
  b.check_either(spec, prefix + "stiffness", stiffness, prefix + "loading", loading);
  b.check_either(spec, prefix + "hysteresis", hysteresis, prefix + "unloading", unloading);
  for (const auto& [key, curve] : {std::pair{"loading", &loading}, std::pair{"unloading", &unloading}}) {
    if (!curve->empty() && (*curve)[0] != std::array<double, 2>{0, 0})
      b.complain(spec, prefix + key,
                 {"does not start at [0, 0]", "", "a table whose first point is [0, 0]",
                  "Give a force at the beginning as preload"});
  }
  if (!given() && (rubs() || preload > 0))
    b.complain(spec, prefix + "loading", {"is missing", "", "", "Give the force over the deflection"});
  if (!given()) return;
  for (const auto& point : friction()) {
    if (point[1] >= 0) continue;
    b.complain(spec, prefix + "unloading",
               {"lies above loading", fmt::format("at {:g} m", point[0]), "no more than loading", ""});
    return;
  }
}

void CouplingGearSpec::describe_friction(document::Visitor& v) {
  v.number("friction_stiffness", friction_stiffness, not_negative("N/m"),
           "stiffness on the way from loading to unloading; required with hysteresis");
  describe_friction_time(v, friction_time);
  v.number("damping", damping, not_negative("N s/m"), "coefficient of a damper while a spring is loaded");
}

void CouplingGearSpec::check_friction(ElementBuilder& b, bool rubs) const {
  if (rubs == (friction_stiffness > 0)) return;
  b.complain(
      *this, "friction_stiffness",
      rubs ? Complaint{"is missing", "", "", "Give the stiffness between loading and unloading"}
           : Complaint{"is given, but unloading is as loading", "", "", "Give hysteresis or unloading"});
}

bool CouplingGearSpec::joins_neighbours(ElementBuilder& b, const Ends& ends, const Triple& position_i,
                                        const Triple& position_j) const {
  if (body_j.value == "track") {
    b.complain(*this, "body_j",
               {"is the track, which moves along with each body", "\"track\"", "a body or a wheelset", ""});
    return false;
  }
  if (!ends.ok) return false;
  const double length = (vec(position_j) - vec(position_i)).norm();
  if (length > max_coupler_length)
    b.complain(*this, "position_j",
               {"is far from position_i", fmt::format("{:.3g} m", length),
                fmt::format("at most {:g} m", max_coupler_length), "Couple neighbouring vehicles"});
  const std::pair<std::size_t, const Triple*> both[] = {{ends.i, &position_i}, {ends.j, &position_j}};
  bool near = length <= max_coupler_length;
  for (const auto& [body, position] : both) {
    const double arm = std::abs(b.local(body, *position).x());
    if (arm <= max_distance_from_body) continue;
    near = false;
    b.complain(*this, body == ends.i ? "body_i" : "body_j",
               {fmt::format("\"{}\" is far from the coupler", b.model().bodies[body].name),
                fmt::format("{:.3g} m along the vehicle", arm),
                fmt::format("at most {:g} m", max_distance_from_body), "Couple neighbouring vehicles"});
  }
  return near;
}

namespace {

void describe_side(document::Visitor& v, GearSide& side, const std::string& prefix,
                   const std::string& motion) {
  v.number(prefix + "stiffness", side.stiffness, not_negative("N/m"), "stiffness in " + motion);
  v.curve(prefix + "loading", side.loading, {.unit = "N", .minimum = 0, .least = 2},
          "force over the deflection while it grows in " + motion + ", instead of a stiffness; from [0, 0]");
  v.curve(prefix + "unloading", side.unloading, {.unit = "N", .minimum = 0, .least = 2},
          "force over the deflection while it falls; from [0, 0]");
  v.number(prefix + "hysteresis", side.hysteresis, {.unit = "1", .minimum = 0, .maximum = 1},
           "share of the force that is lost while the deflection falls, instead of unloading");
  v.number(prefix + "preload", side.preload, not_negative("N"),
           "force at which the gear begins to yield in " + motion + "; it builds up over 1 mm");
}

}  // namespace

void CouplerSpec::describe(document::Visitor& v) {
  describe_ends(v);
  describe_line(v, position_i, position_j);
  v.number("slack", slack, not_negative("m"), "free play, half of it in each direction");
  describe_side(v, draw, "draw_", "tension");
  describe_side(v, buff, "buff_", "compression");
  describe_friction(v);
}

void CouplerSpec::check(ElementBuilder& b) const {
  b.check_length(*this, position_i, position_j);
  draw.check(b, *this, "draw_");
  buff.check(b, *this, "buff_");
  check_friction(b, draw.rubs() || buff.rubs());
  if (!draw.given() && !buff.given())
    b.complain(*this, "",
               {"has no spring", "", "", "Give draw_stiffness or draw_loading, and the same for buff"});
}

// Slack of a direction without a spring, m.
constexpr double never = 1e9;

void CouplerSpec::place(ElementBuilder& b) const {
  const Ends ends = b.ends_of(*this);
  if (!joins_neighbours(b, ends, position_i, position_j)) return;
  using Law = multibody::DrawGear<double>;
  auto e = b.element<multibody::DrawGear>(*this, ends);
  e.point_i = b.local(ends.i, position_i), e.point_j = b.local(ends.j, position_j);
  e.length = (vec(position_j) - vec(position_i)).norm();
  e.draw_slack = draw.given() ? slack / 2 : never, e.buff_slack = buff.given() ? slack / 2 : never;
  set_friction(e);
  e.tables[Law::draw_mean] = b.table_of(draw.mean(), false);
  e.tables[Law::draw_friction] = b.table_of(draw.friction(), false);
  e.tables[Law::buff_mean] = b.table_of(buff.mean(), false);
  e.tables[Law::buff_friction] = b.table_of(buff.friction(), false);
  b.add(e);
}

void BufferSpec::describe(document::Visitor& v) {
  describe_ends(v);
  v.triple("position", position, required_point(), "nominal position where the heads touch");
  v.number("clearance", clearance, not_negative("m"), "gap between the heads in the nominal position");
  describe_side(v, side, "", "compression");
  describe_friction(v);
  v.number("friction_coefficient", friction_coefficient, not_negative("1"),
           "coefficient of friction of the heads across the buffer");
  v.number("head_stiffness", head_stiffness, not_negative("N/m"),
           "stiffness across the buffer before the heads slip");
}

void BufferSpec::check(ElementBuilder& b) const {
  side.check(b, *this, "");
  check_friction(b, side.rubs());
  if (!side.given()) b.complain(*this, "", {"has no spring", "", "", "Give stiffness or loading"});
  if ((friction_coefficient > 0) != (head_stiffness > 0))
    b.complain(*this, friction_coefficient > 0 ? "head_stiffness" : "friction_coefficient",
               {"is missing", "", "", "Heads rub with both or with neither"});
}

void BufferSpec::place(ElementBuilder& b) const {
  const Ends ends = b.ends_of(*this);
  if (!joins_neighbours(b, ends, position, position)) return;
  using Law = multibody::Buffer<double>;
  auto e = b.point_element<multibody::Buffer>(*this, ends);
  const double apart = b.model().bodies[ends.j].initial[0] - b.model().bodies[ends.i].initial[0];
  e.direction = apart < 0 ? Vec3(-Vec3::UnitX()) : Vec3(Vec3::UnitX());
  e.draw_slack = never, e.buff_slack = clearance;
  set_friction(e);
  e.tables[Law::draw_mean] = e.tables[Law::draw_friction] = b.table_of({{0, 0}, {1, 0}}, false);
  e.tables[Law::buff_mean] = b.table_of(side.mean(), false);
  e.tables[Law::buff_friction] = b.table_of(side.friction(), false);
  b.add(e);
  if (friction_coefficient == 0) return;
  auto heads = b.element<multibody::Friction>(*this, ends, "_heads");
  heads.point_i = e.point_i, heads.point_j = e.point_j;
  heads.stiffness = Vec3(0, head_stiffness, head_stiffness);
  heads.viscosity = friction_time * head_stiffness;
  heads.coefficient = friction_coefficient, heads.share = 1;
  heads.sources[0].element = e.name;
  b.add(heads);
}

}  // namespace flangeway::vehicle
