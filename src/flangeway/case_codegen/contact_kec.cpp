// The generated code of the contact method kec.
#include "flangeway/case_codegen/contact_kec.hpp"

#include <fmt/format.h>

#include "flangeway/case_codegen/contact_methods.hpp"

namespace flangeway::case_codegen {

wheelrail::BasicKnifeEdge<Expression> knife_edge(Symbols& s) {
  wheelrail::BasicKnifeEdge<Expression> edge;
  edge.sign = s.at("side->sign");
  edge.knife_lateral = s.at("p->knife_lateral"), edge.radius_zero = s.at("p->radius_zero");
  edge.roll = {sin(s.at("q[3]")), cos(s.at("q[3]"))};
  edge.lateral = s.at("q[1]"), edge.vertical = s.at("q[2]");
  edge.speed = s.at("v[0]"), edge.lateral_rate = s.at("v[1]");
  edge.vertical_rate = s.at("v[2]"), edge.roll_rate = s.at("v[3]");
  for (std::size_t derivative = 0; derivative < 3; ++derivative) {
    for (Eigen::Index i = 0; i < 2; ++i)
      edge.rail[derivative][i] = s.at(fmt::format("side->rail[{}][{}]", derivative, i));
  }
  return edge;
}

namespace {

Function place_knife() {
  Symbols s;
  Targets out;
  const wheelrail::BasicKnifeEdge<Expression> edge = knife_edge(s);
  out.set("side->s", wheelrail::knife_at(edge).x() - edge.knife_lateral);
  return function("fw_knife", "void fw_knife(const fw_kec *p, const double *q, fw_side *side)", s, out);
}

Function constrain() {
  Symbols s;
  const wheelrail::BasicKnifeEdge<Expression> edge = knife_edge(s);
  const auto found = wheelrail::constrain<Expression>(
      edge, wheelrail::knife_at(edge),
      {s.at("side->profile[0]"), s.at("side->profile[1]"), s.at("side->profile[2]")});
  Targets out;
  out.set("side->gap", found.gap);
  out.set("side->rate", found.rate);
  out.set("side->row", found.row);
  out.set("side->right_hand", found.right_hand);
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
      number(profile.load_transition_length), number(profile.knife_lateral), number(profile.radius_zero));
}

std::array<std::string, 2> kec_tables(const wheelrail::Pair& pair, Tables& tables) {
  return {initialiser(pair.kec.left, tables), initialiser(pair.kec.right, tables)};
}

std::vector<Function> kec_functions(const wheelrail::Model&, bool) {
  return {place_knife(), constrain()};
}

}  // namespace

const ContactCode kec_code{wheelrail::Method::kec, "kec.c", "fw_kec fw_kecs[]", kec_tables, kec_functions};

}  // namespace flangeway::case_codegen
