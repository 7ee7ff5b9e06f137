#include "flangeway/case_codegen/contact_equations.hpp"

#include <fmt/format.h>

#include "flangeway/case_codegen/contact_methods.hpp"
#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/expression/conditional.hpp"
#include "flangeway/expression/rewrite.hpp"
#include "flangeway/multibody/kinematics.hpp"

namespace flangeway::case_codegen {

namespace {

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

// The creep laws of the contact room, and their slopes over the load.
Function respond(const contact::CreepModel& model) {
  Symbols s;
  const Creep creep = creep_symbols(s);
  const auto force =
      contact::creep_forces_with(model, creep.patch, creep.load, creep.creepages, s.at("c->coefficient"));
  const Packed<Expression, 3> all{force.longitudinal, force.lateral, force.spin_moment};
  Targets out;
  out.set("c->force", all);
  for (Eigen::Index i = 0; i < 3; ++i)
    out.set(fmt::format("c->force_by_load[{}]", i), expression::derivative(all[i], creep.load));
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
  const auto force =
      contact::creep_forces_with(settings.creep, creep.patch, creep.load, creep.creepages, coefficient);
  const Expression inverse = 1 / s.at("speed");
  Targets out;
  out.set("damping[0]", -expression::derivative(force.longitudinal, x) * inverse);
  out.set("damping[1]", -expression::derivative(force.lateral, y) * inverse);
  return function("fw_damp",
                  "void fw_damp(const fw_side *side, double speed, const fw_contact *c, double *damping)", s,
                  out);
}

}  // namespace

std::vector<Function> contact_functions(const wheelrail::Model& model) {
  const wheelrail::Settings& settings = model.settings;
  std::vector<Function> functions = contact_code(settings.method)->functions(model);
  for (const Function& function : {place_contact(), slide(settings), respond(settings.creep), damp(settings)})
    functions.push_back(function);
  return functions;
}

}  // namespace flangeway::case_codegen
