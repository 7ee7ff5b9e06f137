#include "flangeway/case_codegen/contact_equations.hpp"

#include <fmt/format.h>

#include <array>
#include <functional>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/expression/conditional.hpp"
#include "flangeway/expression/rewrite.hpp"
#include "flangeway/multibody/kinematics.hpp"

namespace flangeway::case_codegen {

namespace {

// Of one wheel in left-hand coordinates: the knife in the wheelset frame, K = R(φ)ᵀ d. docs/theory/kec.md (3)
struct Knife {
  Expression y, z;
};

Knife knife(Symbols& s) {
  const Expression sign = s.at("side->sign"), roll = sign * s.at("q[3]");
  const Expression y = s.at("p->knife_lateral") - sign * s.at("q[1]") + s.at("side->rail[0][0]");
  const Expression z = s.at("side->rail[0][1]") - s.at("q[2]");
  const Expression c = cos(roll), sn = sin(roll);
  return {c * y + sn * z, c * z - sn * y};
}

Function place_knife() {
  Symbols s;
  Targets out;
  out.set("side->s", knife(s).y - s.at("p->knife_lateral"));
  return function("fw_knife", "void fw_knife(const fw_kec *p, const double *q, fw_side *side)", s, out);
}

// How coordinates change with time, and the rail's measures (`count` of them) with their derivatives along
// the track.
std::vector<expression::Assignment> rates_of_motion(Symbols& s, const char* measures, int count) {
  std::vector<expression::Assignment> rates;
  for (int k = 0; k < 4; ++k)
    rates.emplace_back(s.at(fmt::format("q[{}]", k)), s.at(fmt::format("v[{}]", k)));
  const auto measure = [&](int derivative, int channel) {
    return s.at(fmt::format("{}[{}][{}]", measures, derivative, channel));
  };
  for (int derivative = 0; derivative < 2; ++derivative) {
    for (int channel = 0; channel < count; ++channel)
      rates.emplace_back(measure(derivative, channel), measure(derivative + 1, channel) * s.at("v[0]"));
  }
  return rates;
}

// The gap g = −K_z − r0 − f(s) and what follows from it by differentiation along the motion: its rate, the
// Jacobian (the rate is linear in the velocities) and the acceleration for q̈ = 0. docs/theory/kec.md (4)–(6)
Function constrain() {
  Symbols s;
  const Knife place = knife(s);
  const Expression f = s.at("side->profile[0]"), slope = s.at("side->profile[1]"),
                   second = s.at("side->profile[2]");
  std::vector<expression::Assignment> rates = rates_of_motion(s, "side->rail", 2);
  const Expression place_rate = expression::Derivative(s.graph(), rates)(place.y);
  rates.emplace_back(f, slope * place_rate);
  rates.emplace_back(slope, second * place_rate);
  expression::Derivative along(s.graph(), rates);
  const Expression gap = -place.z - s.at("p->radius_zero") - f, rate = along(gap);
  Targets out;
  out.set("side->gap", gap);
  out.set("side->rate", rate);
  for (int k = 0; k < 4; ++k)
    out.set(fmt::format("side->row[{}]", k), expression::derivative(rate, s.at(fmt::format("v[{}]", k))));
  out.set("side->right_hand", -along(rate));
  return function("fw_constrain",
                  "void fw_constrain(const fw_kec *p, const double *q, const double *v, fw_side *side)", s,
                  out);
}

// A wheelset beside displaced rails, in the axes of the line that joins them. docs/theory/lookup.md (3)
struct Relative {
  Expression y, z, roll;
};

Relative relative_to_rails(Symbols& s, double rail_half_distance) {
  const auto measure = [&](int channel) { return s.at(fmt::format("at->measure[0][{}]", channel)); };
  const Expression angle = measure(3) * (1 / (2 * rail_half_distance)), c = cos(angle), sn = sin(angle);
  const Expression y = s.at("q[1]") - measure(0), z = s.at("q[2]") - measure(1);
  return {c * y + sn * z, c * z - sn * y, s.at("q[3]") - angle};
}

Function displace(double rail_half_distance) {
  Symbols s;
  Targets out;
  out.set("at->y", relative_to_rails(s, rail_half_distance).y);
  return function("fw_displace", "void fw_displace(const double *q, fw_relative *at)", s, out);
}

// z − z(y, g) = 0 and φ − φ(y, g) = 0 with the table's partial derivatives as symbols; the rest by
// differentiation along the motion.
Function constrain_both(double rail_half_distance) {
  Symbols s;
  const Relative place = relative_to_rails(s, rail_half_distance);
  std::vector<expression::Assignment> rates = rates_of_motion(s, "at->measure", 4);
  const Expression y_rate = expression::Derivative(s.graph(), rates)(place.y),
                   g_rate = s.at("at->measure[1][2]") * s.at("v[0]");
  const auto motion = [&](int channel, int part) {
    return s.at(fmt::format("at->motion[{}][{}]", channel, part));
  };
  for (int channel = 0; channel < 2; ++channel) {
    // value, y, g, yy, yg, gg: what each changes with over y and over g
    const int by_y[] = {1, 3, 4}, by_g[] = {2, 4, 5};
    for (int part = 0; part < 3; ++part)
      rates.emplace_back(motion(channel, part),
                         motion(channel, by_y[part]) * y_rate + motion(channel, by_g[part]) * g_rate);
  }
  expression::Derivative along(s.graph(), rates);
  Targets out;
  for (int row = 0; row < 2; ++row) {
    const std::string to = fmt::format("sides[{}].", row);
    const Expression gap = (row == 0 ? place.z : place.roll) - motion(row, 0), rate = along(gap);
    out.set(to + "gap", gap);
    out.set(to + "rate", rate);
    for (int k = 0; k < 4; ++k)
      out.set(to + fmt::format("row[{}]", k), expression::derivative(rate, s.at(fmt::format("v[{}]", k))));
    out.set(to + "right_hand", -along(rate));
  }
  return function(
      "fw_constrain_both",
      "void fw_constrain_both(const double *q, const double *v, const fw_relative *at, fw_side *sides)", s,
      out);
}

// Where a contact is, as docs/theory/kec.md and docs/validation/wheelset.md derive it, in components of the
// track frame; creepages of the wheel's material; generalised forces per unit force along, across and about.
Function place_contact() {
  Symbols s;
  const Expression sign = s.at("side->sign"), roll = s.at("q[3]"), yaw = s.at("q[5]");
  const Expression y = sign * s.at("c->values[FW_WHEEL_Y]"), z = s.at("c->values[FW_WHEEL_Z]");
  const Expression angle = s.at("c->values[FW_WHEEL_ANGLE]") + sign * roll;
  const Expression sine = sin(angle), cosine = cos(angle);
  const Vector normal{0, -sign * sine, cosine}, lateral{0, cosine, sign * sine};
  const Expression ahead =
      -z * (sine / cosine * (sign * yaw - s.at("side->rail[1][0]")) + s.at("side->rail[1][1]"));
  const Expression across = cos(roll) * y - sin(roll) * z;
  const Vector arm{ahead - tan(yaw) * across, across, sin(roll) * y + cos(roll) * z};
  const Vector turning = s.vector("b->angular_velocity");
  const Vector moving = s.vector("b->velocity") + cross(turning, arm);
  multibody::BasicBodyState<Expression> body;
  body.velocity_s = s.vector("b->velocity_s");
  body.frame.curvature = s.vector("b->curvature");
  body.roll_axis = s.vector("b->roll_axis");
  body.pitch_axis = s.vector("b->pitch_axis");
  const auto wrench = [&](const Vector& force, const Vector& moment) {
    return multibody::generalized_wrench<Expression>(body, force, moment);
  };
  const Vector forwards{1, 0, 0};
  const Expression inverse = 1 / s.at("speed");
  Targets out;
  out.set("c->angle", angle);
  out.set("c->normal", normal);
  out.set("c->lateral", lateral);
  out.set("c->creepage[0]", moving[0] * inverse);
  out.set("c->creepage[1]", lateral.dot(moving) * inverse);
  out.set("c->creepage[2]", normal.dot(turning) * inverse);
  out.set("c->approach_rate", -normal.dot(moving));
  out.set("c->normal_direction[0]", normal[1]);
  out.set("c->normal_direction[1]", normal[2]);
  out.set("c->normal_direction[2]", arm[1] * normal[2] - arm[2] * normal[1]);
  out.set("c->direction[0]", wrench(forwards, cross(arm, forwards)));
  out.set("c->direction[1]", wrench(lateral, cross(arm, lateral)));
  out.set("c->direction[2]", wrench({0, 0, 0}, normal));
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

std::vector<Function> contact_functions(const wheelrail::Model& model) {
  const wheelrail::Settings& settings = model.settings;
  std::vector<Function> functions;
  if (settings.method == wheelrail::Method::kec) {
    functions = {place_knife(), constrain()};
  } else {
    functions = {displace(model.rail_half_distance), constrain_both(model.rail_half_distance)};
  }
  for (const Function& function : {place_contact(), slide(settings), enter_creep(settings.creep),
                                   respond(settings.creep), damp(settings)})
    functions.push_back(function);
  return functions;
}

}  // namespace flangeway::case_codegen
