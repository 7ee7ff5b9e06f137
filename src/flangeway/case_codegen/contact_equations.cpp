#include "flangeway/case_codegen/contact_equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>

#include "flangeway/case_codegen/contact_methods.hpp"
#include "flangeway/case_codegen/load_equations.hpp"
#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/expression/conditional.hpp"
#include "flangeway/expression/rewrite.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/wheelrail/laws/contact_place.hpp"

namespace flangeway::case_codegen {

namespace {

wheelrail::BasicAttitude<Expression> attitude_symbols(Symbols& s) {
  const Expression roll = s.at("q[3]"), yaw = s.at("q[5]");
  return {{sin(roll), cos(roll)}, yaw, tan(yaw), s.at("side->rail[1][0]"), s.at("side->rail[1][1]")};
}

multibody::BasicBodyState<Expression> body_symbols(Symbols& s) {
  multibody::BasicBodyState<Expression> body;
  body.velocity = s.vector("b->velocity");
  body.angular_velocity = s.vector("b->angular_velocity");
  body.velocity_s = s.vector("b->velocity_s");
  body.frame.curvature = s.vector("b->curvature");
  body.roll_axis = s.vector("b->roll_axis");
  body.pitch_axis = s.vector("b->pitch_axis");
  return body;
}

/// Absolute, of the wheel of a contact. docs/theory/independent_wheels.md (4)
Vector wheel_angular_velocity(Symbols& s, const multibody::BasicBodyState<Expression>& body,
                              const Expression& sign) {
  return body.angular_velocity + Expression(0.5) * sign * s.at("b->twist_rate") * body.pitch_axis;
}

// Position of a contact, in components of the track frame; creepages of the wheel's material; generalised
// forces per unit force along, across and about. The law is that of the library. `twisted`: the wheels of a
// wheelset turn against each other.
Function place_contact(bool twisted) {
  Symbols s;
  wheelrail::BasicContactData<Expression> data;
  data.sign = s.at("side->sign");
  data.values[geometry::wheel_y] = s.at("c->values[FW_WHEEL_Y]");
  data.values[geometry::wheel_z] = s.at("c->values[FW_WHEEL_Z]");
  const Expression angle = s.at("c->values[FW_WHEEL_ANGLE]") + data.sign * s.at("q[3]");
  const multibody::BasicBodyState<Expression> body = body_symbols(s);
  wheelrail::BasicContactPlace<Expression> place;
  wheelrail::place_contact<Expression>(data, attitude_symbols(s), {sin(angle), cos(angle)}, place);
  const Vector turning = twisted ? wheel_angular_velocity(s, body, data.sign) : body.angular_velocity;
  const auto creepages = wheelrail::creepages<Expression>(body.velocity, turning, place, 1 / s.at("speed"));
  const Vector moving = body.velocity + cross(turning, place.arm);
  const Vector6 direction = wheelrail::normal_direction(place);
  wheelrail::BasicCreepWrenches<Expression> wrenches;
  wheelrail::set_wrenches(body, place, wrenches);
  Targets out;
  out.set("c->angle", angle);
  out.set("c->normal", place.normal);
  out.set("c->lateral", place.lateral);
  out.set("c->creepage[0]", creepages.longitudinal);
  out.set("c->creepage[1]", creepages.lateral);
  out.set("c->creepage[2]", creepages.spin);
  out.set("c->approach_rate", -place.normal.dot(moving));
  for (Eigen::Index i = 0; i < 3; ++i) out.set(fmt::format("c->normal_direction[{}]", i), direction[1 + i]);
  out.set("c->direction[0]", wrenches.longitudinal);
  out.set("c->direction[1]", wrenches.lateral);
  out.set("c->direction[2]", wrenches.spin);
  return function("fw_place",
                  "void fw_place(const double *q, const fw_body *b, double speed, const fw_side *side, "
                  "fw_contact *c)",
                  s, out);
}

struct Creep {
  contact::BasicUnitPatch<Expression> patch;
  contact::BasicCreepages<Expression> creepages;
  Expression load;
};

Creep creep_symbols(Symbols& s) {
  const auto value = [&](const char* name) { return s.at(fmt::format("c->values[FW_{}]", name)); };
  Creep creep;
  creep.patch = {value("PATCH_A"), value("PATCH_B"), 0,           value("C11"),
                 value("C22"),     value("C23"),     value("C33")};
  creep.creepages = {s.at("c->creepage[0]"), s.at("c->creepage[1]"), s.at("c->creepage[2]")};
  creep.load = s.at("c->normal_force");
  return creep;
}

/// The table of creep forces is read by the runtime between two generated functions: the first says where, in
/// the second values and slopes are symbols.
class TableOfSymbols {
 public:
  explicit TableOfSymbols(Symbols& symbols) : symbols_(symbols) {}
  [[nodiscard]] std::array<Expression, 3> operator()(const Expression& w,
                                                     const std::array<Expression, 3>& v) {
    place_ = {w, v[0], v[1], v[2]};
    return {value(0), value(1), value(2)};
  }
  /// Ratio, x, y, z; empty where the law reads no table.
  [[nodiscard]] const std::vector<Expression>& place() const { return place_; }
  /// ∂of/∂symbol.
  [[nodiscard]] Expression derivative(const Expression& of, const Expression& symbol) const {
    std::vector<expression::Assignment> rates{{symbol, 1}};
    for (std::size_t q = 0; q < 3 && !place_.empty(); ++q) {
      Expression rate = 0;
      for (std::size_t i = 0; i < 3; ++i) {
        rate += symbols_.at(fmt::format("c->table_slope[{}][{}]", q, i)) *
                expression::derivative(place_[1 + i], symbol);
      }
      rates.emplace_back(value(q), rate);
    }
    return expression::Derivative(symbols_.graph(), rates)(of);
  }

 private:
  [[nodiscard]] Expression value(std::size_t q) const { return symbols_.at(fmt::format("c->table[{}]", q)); }

  Symbols& symbols_;
  std::vector<Expression> place_;
};

contact::BasicCreepForces<Expression> creep_forces(const contact::CreepModel& model, const Creep& creep,
                                                   const Expression& coefficient, TableOfSymbols& table) {
  return contact::creep_forces_with(model, creep.patch, creep.load, creep.creepages, coefficient,
                                    std::ref(table));
}

Function enter_creep(const contact::CreepModel& model) {
  Symbols s;
  TableOfSymbols table(s);
  (void)creep_forces(model, creep_symbols(s), s.at("c->coefficient"), table);
  Targets out;
  for (std::size_t i = 0; i < table.place().size(); ++i)
    out.set(fmt::format("c->table_at[{}]", i), table.place()[i]);
  return function("fw_enter_creep", "void fw_enter_creep(fw_contact *c)", s, out);
}

// The creep laws of the contact room, and their slopes over the load.
Function respond(const contact::CreepModel& model) {
  Symbols s;
  TableOfSymbols table(s);
  const Creep creep = creep_symbols(s);
  const auto force = creep_forces(model, creep, s.at("c->coefficient"), table);
  const Packed<Expression, 3> all{force.longitudinal, force.lateral, force.spin_moment};
  Targets out;
  out.set("c->force", all);
  for (Eigen::Index i = 0; i < 3; ++i)
    out.set(fmt::format("c->force_by_load[{}]", i), table.derivative(all[i], creep.load));
  return function("fw_respond", "void fw_respond(fw_contact *c)", s, out);
}

contact::BasicFriction<Expression> friction_symbols(Symbols& s, const wheelrail::Settings& settings) {
  contact::BasicFriction<Expression> friction{s.at("c->friction"), s.at("side->limit_ratio"),
                                              s.at("side->decay")};
  const auto &left = settings.friction[0].law, &right = settings.friction[1].law;
  if (left.limit_ratio == right.limit_ratio) friction.limit_ratio = left.limit_ratio;
  if (left.decay == right.decay) friction.decay = left.decay;
  return friction;
}

Function slide(const wheelrail::Settings& settings) {
  Symbols s;
  const Expression x = s.at("c->creepage[0]"), y = s.at("c->creepage[1]");
  Targets out;
  out.set("c->coefficient", contact::friction_coefficient(friction_symbols(s, settings),
                                                          Expression(s.at("speed") * sqrt(x * x + y * y))));
  return function("fw_slide", "void fw_slide(const fw_side *side, double speed, fw_contact *c)", s, out);
}

// −∂F/∂v along and across; falling friction follows the sliding speed.
Function damp(const wheelrail::Settings& settings) {
  Symbols s;
  const Creep creep = creep_symbols(s);
  const auto &x = creep.creepages.longitudinal, &y = creep.creepages.lateral;
  const Expression sliding = s.at("speed") * sqrt(x * x + y * y);
  const Expression coefficient = contact::friction_coefficient(friction_symbols(s, settings), sliding);
  TableOfSymbols table(s);
  const auto force = creep_forces(settings.creep, creep, coefficient, table);
  const Expression inverse = 1 / s.at("speed");
  Targets out;
  out.set("damping[0]", -table.derivative(force.longitudinal, x) * inverse);
  out.set("damping[1]", -table.derivative(force.lateral, y) * inverse);
  return function("fw_damp",
                  "void fw_damp(const fw_side *side, double speed, const fw_contact *c, double *damping)", s,
                  out);
}

}  // namespace

std::vector<Function> contact_functions(const wheelrail::Model& model, bool rails_move) {
  const wheelrail::Settings& settings = model.settings;
  std::vector<Function> functions = contact_code(settings.method)->functions(model, rails_move);
  const bool twisted = std::any_of(model.wheelsets.begin(), model.wheelsets.end(),
                                   [](const wheelrail::Wheelset& wheelset) { return wheelset.twists; });
  for (const Function& function : {place_contact(twisted), slide(settings), enter_creep(settings.creep),
                                   respond(settings.creep), damp(settings)})
    functions.push_back(function);
  for (const Function& function : load_functions()) functions.push_back(function);
  return functions;
}

}  // namespace flangeway::case_codegen
