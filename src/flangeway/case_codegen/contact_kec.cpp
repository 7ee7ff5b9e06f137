// The generated code of the contact method kec.
#include <fmt/format.h>

#include "flangeway/case_codegen/contact_methods.hpp"
#include "flangeway/case_codegen/rates_of_motion.hpp"

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

// An initialiser of fw_kec.
std::string initialiser(const geometry::KecProfile& profile, Tables& tables) {
  std::string branches, handovers;
  for (const geometry::KecBranch& branch : profile.branches)
    branches += fmt::format("{{{}, {}, {}}},\n", number(branch.first), number(branch.last),
                            tables.spline(branch.contact, contact_channels));
  for (const double handover : profile.handovers) handovers += number(handover) + ",";
  return fmt::format(
      "{{{}, {}, {}, {}, {}, {}, {}}}", tables.spline(profile.radius), profile.branches.size(),
      tables.array("fw_branch", branches), tables.array("double", handovers.empty() ? "0" : handovers),
      number(profile.transition_length), number(profile.knife_lateral), number(profile.radius_zero));
}

std::array<std::string, 2> kec_tables(const wheelrail::Pair& pair, Tables& tables) {
  return {initialiser(pair.kec.left, tables), initialiser(pair.kec.right, tables)};
}

std::vector<Function> kec_functions(const wheelrail::Model&) {
  return {place_knife(), constrain()};
}

}  // namespace

const ContactCode kec_code{wheelrail::Method::kec, "kec.c", "fw_kec fw_kecs[]", kec_tables, kec_functions};

}  // namespace flangeway::case_codegen
