#include "flangeway/case_codegen/load_equations.hpp"

#include <fmt/format.h>

#include "flangeway/wheelrail/laws/load_equations.hpp"

namespace flangeway::case_codegen {

namespace {

using Two = Packed<Expression, 2>;
using TwoByTwo = Packed<Expression, 2, 2>;

Two two(Symbols& s, const std::string& name) {
  return {s.at(name + "[0]"), s.at(name + "[1]")};
}

TwoByTwo two_by_two(Symbols& s, const std::string& name) {
  TwoByTwo m;
  m << s.at(name + "[0][0]"), s.at(name + "[0][1]"), s.at(name + "[1][0]"), s.at(name + "[1][1]");
  return m;
}

TwoByTwo by_rows(Symbols& s, const std::string& name) {
  TwoByTwo m;
  m << s.at(name + "[0]"), s.at(name + "[1]"), s.at(name + "[2]"), s.at(name + "[3]");
  return m;
}

void set(const std::string& name, const TwoByTwo& m, Targets& out) {
  for (Eigen::Index i = 0; i < 2; ++i) out.set(fmt::format("{}[{}]", name, i), Two(m.row(i)));
}

wheelrail::BasicContactPlace<Expression> place_symbols(Symbols& s) {
  wheelrail::BasicContactPlace<Expression> place;
  for (std::size_t k = 0; k < 2; ++k) place.multiplier_part[k] = s.at(fmt::format("c->part[{}]", k));
  place.elastic_force = s.at("c->elastic_force");
  return place;
}

contact::BasicCreepForces<Expression> force_symbols(Symbols& s, const std::string& name) {
  return {s.at(name + "[0]"), s.at(name + "[1]"), s.at(name + "[2]")};
}

Function set_normal_force() {
  Symbols s;
  Targets out;
  out.set("c->normal_force", wheelrail::normal_force<Expression>(place_symbols(s), two(s, "load")));
  return function("fw_set_normal_force", "void fw_set_normal_force(const double *load, fw_contact *c)", s,
                  out);
}

Function begin_equations() {
  Symbols s;
  const auto equations =
      wheelrail::begin_equations<Expression>(by_rows(s, "schur"), two(s, "right_hand"), two(s, "load"));
  Targets out;
  out.set("e->residual", equations.residual);
  set("e->slope", equations.slope, out);
  return function(
      "fw_begin_equations",
      "void fw_begin_equations(const double *schur, const double *right_hand, const double *load, "
      "fw_equations *e)",
      s, out);
}

Function add_creep() {
  Symbols s;
  const wheelrail::BasicCreepEffects<Expression> effects{two(s, "c->effect[0]"), two(s, "c->effect[1]"),
                                                         two(s, "c->effect[2]")};
  wheelrail::BasicLoadEquations<Expression> equations{two(s, "e->residual"), two_by_two(s, "e->slope")};
  wheelrail::add_creep(effects, force_symbols(s, "c->force"), equations);
  wheelrail::add_creep_slope(effects, force_symbols(s, "c->force_by_load"), place_symbols(s), equations);
  Targets out;
  out.set("e->residual", equations.residual);
  set("e->slope", equations.slope, out);
  return function("fw_add_creep", "void fw_add_creep(const fw_contact *c, fw_equations *e)", s, out);
}

Function newton_step() {
  Symbols s;
  const auto newton = wheelrail::newton_step<Expression>({two(s, "e->residual"), two_by_two(s, "e->slope")},
                                                         two(s, "load"), s.at("length"));
  Targets out;
  out.set("n->step", newton.step);
  out.set("n->load", newton.multipliers);
  out.set("n->determinant", newton.determinant);
  out.set("n->excess", newton.excess);
  return function(
      "fw_newton_step",
      "void fw_newton_step(double length, const fw_equations *e, const double *load, fw_newton *n)", s, out);
}

Function correct() {
  Symbols s;
  const auto force = wheelrail::corrected<Expression>(
      force_symbols(s, "c->force"), force_symbols(s, "c->force_by_load"), place_symbols(s), two(s, "step"));
  Targets out;
  out.set("c->force[0]", force.longitudinal);
  out.set("c->force[1]", force.lateral);
  out.set("c->force[2]", force.spin_moment);
  return function("fw_correct", "void fw_correct(const double *step, fw_contact *c)", s, out);
}

Function solve_two() {
  Symbols s;
  const Two right = two(s, "right_hand");
  Targets out;
  out.set("x", wheelrail::solve_two<Expression>(by_rows(s, "matrix"), right.data()));
  return function("fw_solve_two",
                  "void fw_solve_two(const double *matrix, const double *right_hand, double *x)", s, out);
}

}  // namespace

std::vector<Function> load_functions() {
  return {set_normal_force(), begin_equations(), add_creep(), newton_step(), correct(), solve_two()};
}

}  // namespace flangeway::case_codegen
