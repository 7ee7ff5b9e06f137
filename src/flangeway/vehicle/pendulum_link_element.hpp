// The pendulum link of a vehicle file.
#pragma once

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// A UIC link: it swings under its load, and its joints rub.
struct PendulumLinkSpec : ElementSpec {
  static constexpr const char
      *list = "pendulum_links",
      *type = "pendulum_link",
      *help = "links that hang under a load: horizontal stiffness load/length, and friction";
  Triple position{}, friction_stiffness{};
  double length = 0, friction_time = 1e-7;
  NormalForce normal;

  void describe(document::Visitor& v) {
    describe_ends(v);
    v.triple("position", position, required_point(), "nominal position where the forces act");
    v.number("length", length, required_positive("m"),
             "length of the pendulum: the stiffness along x and y of body_i is load/length");
    v.triple("friction_stiffness", friction_stiffness, not_negative("N/m"),
             "stiffness along x and y before the joints slip; 0: no friction");
    normal.describe(v);
    describe_friction_time(v, friction_time);
  }
  void visit_vectors(VectorVisit& visit) { visit.point(position); }
  void check(ElementBuilder& b) const {
    if (normal.normal_force == 0 && normal.normal_from.value.empty())
      b.complain(*this, "", {"has no load", "", "", "Give normal_force or normal_from"});
    if (any(friction_stiffness) && normal.friction_coefficient == 0)
      b.complain(*this, "friction_coefficient",
                 {"is missing", "", "", "Give the limit of friction over the load"});
    if (friction_stiffness[2] != 0)
      b.complain(*this, "friction_stiffness",
                 {"has a vertical part", fmt::format("{}", friction_stiffness[2]), "0 in z", ""});
  }
  void place(ElementBuilder& b) const {
    const Ends ends = b.ends_of(*this);
    if (!ends.ok) return;
    auto e = b.point_element<multibody::PendulumLink>(*this, ends);
    e.length = length, e.normal = normal.normal_force, e.share = normal.normal_share;
    e.coefficient = normal.friction_coefficient, e.friction_stiffness = vec(friction_stiffness);
    if (any(friction_stiffness)) e.viscosity = friction_time * e.friction_stiffness.maxCoeff();
    b.set_source(*this, normal, e.sources[0]);
    b.add(e);
  }
};

}  // namespace flangeway::vehicle
