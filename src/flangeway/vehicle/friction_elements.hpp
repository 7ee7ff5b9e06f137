// The friction elements of a vehicle file.
#pragma once

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// Keys of friction in series with a spring, for forces or for moments.
struct FrictionSpec : ElementSpec {
  Triple stiffness{};
  double friction_time = 1e-7;
  NormalForce normal;

 protected:
  void check_friction(ElementBuilder& b, std::string_view key, const Triple& stiff, double limit) const {
    if (!any(stiff))
      b.complain(*this, key, {"is missing", "", "", "Give the stiffness before the surface slips"});
    b.check_normal(*this, normal, limit);
  }
  template <typename E>
  void set_law(E& e, const Triple& stiff, double limit, double arm) const {
    e.stiffness = vec(stiff), e.limit = limit;
    e.viscosity = friction_time * e.stiffness.maxCoeff();
    e.coefficient = arm * normal.friction_coefficient, e.normal = normal.normal_force;
    e.share = normal.normal_share;
  }
};

/// Along the axes of body i.
struct DryFrictionSpec : FrictionSpec {
  static constexpr const char *list = "friction_elements", *type = "friction",
                              *help = "dry friction in series with a spring, in one, two or three directions";
  Triple position{};
  double friction_force = 0;

  void describe(document::Visitor& v) {
    describe_ends(v);
    v.triple("position", position, required_point(), "nominal position of its centre, where the forces act");
    v.triple("stiffness", stiffness, not_negative("N/m"),
             "stiffness along x, y, z of body_i before the surface slips; 0: no friction in this direction");
    v.number("friction_force", friction_force, not_negative("N"),
             "part of the limit of the force that does not depend on a load");
    normal.describe(v);
    describe_friction_time(v, friction_time);
  }
  void visit_vectors(VectorVisit& visit) { visit.point(position); }
  void check(ElementBuilder& b) const { check_friction(b, "stiffness", stiffness, friction_force); }
  void place(ElementBuilder& b) const {
    const Ends ends = b.ends_of(*this);
    if (!ends.ok) return;
    auto e = b.point_element<multibody::Friction>(*this, ends);
    set_law(e, stiffness, friction_force, 1);
    b.set_source(*this, normal, e.sources[0]);
    b.add(e);
  }
};

/// About the axes of body i, as in a centre bowl.
struct RotationFrictionSpec : FrictionSpec {
  static constexpr const char *list = "rotation_friction_elements", *type = "rotation_friction",
                              *help = "dry friction against relative rotation, as in a centre bowl";
  double friction_moment = 0, friction_radius = 0;

  void describe(document::Visitor& v) {
    describe_ends(v);
    v.triple("stiffness", stiffness, not_negative("N m/rad"),
             "stiffness about x, y, z of body_i before the surface slips; 0: no friction about this axis");
    v.number("friction_moment", friction_moment, not_negative("N m"),
             "part of the limit of the moment that does not depend on a load");
    v.number("friction_radius", friction_radius, not_negative("m"),
             "arm of the friction of the normal force; of a flat ring about two thirds of its radius");
    normal.describe(v);
    describe_friction_time(v, friction_time);
  }
  void visit_vectors(VectorVisit&) {}
  void check(ElementBuilder& b) const {
    check_friction(b, "stiffness", stiffness, friction_moment);
    if (normal.friction_coefficient > 0 && friction_radius == 0)
      b.complain(*this, "friction_radius", {"is missing", "", "", "Give the arm of the friction"});
  }
  void place(ElementBuilder& b) const {
    const Ends ends = b.ends_of(*this);
    if (!ends.ok) return;
    auto e = b.element<multibody::RotationFriction>(*this, ends);
    set_law(e, stiffness, friction_moment, friction_radius);
    b.set_source(*this, normal, e.sources[0]);
    b.add(e);
  }
};

/// A pad that stops body j along a direction after a clearance, and rubs then.
struct SideBearerSpec : FrictionSpec {
  static constexpr const char *list = "side_bearers", *type = "side_bearer",
                              *help = "side bearers: body_j comes down on a pad of body_i, which rubs then";
  Triple position{};
  double clearance = 0, pad_stiffness = 0;

  void describe(document::Visitor& v) {
    describe_ends(v);
    v.triple("position", position, required_point(), "nominal position of the pad, where the forces act");
    v.number("clearance", clearance, not_negative("m"), "gap above the pad in the nominal position");
    v.number("pad_stiffness", pad_stiffness, required_positive("N/m"), "vertical stiffness of the pad");
    v.triple("stiffness", stiffness, not_negative("N/m"),
             "stiffness of the pad along x, y of body_i before it slips");
    v.number("friction_coefficient", normal.friction_coefficient, not_negative("1"),
             "coefficient of friction of the pad");
    describe_friction_time(v, friction_time);
  }
  void visit_vectors(VectorVisit& visit) { visit.point(position); }
  void check(ElementBuilder& b) const {
    if (normal.friction_coefficient > 0 && !any(stiffness))
      b.complain(*this, "stiffness", {"is missing", "", "", "Give the stiffness before the pad slips"});
    if (stiffness[2] != 0)
      b.complain(
          *this, "stiffness",
          {"has a vertical part", fmt::format("{}", stiffness[2]), "0 in z", "Give it as pad_stiffness"});
  }
  void place(ElementBuilder& b) const {
    const Ends ends = b.ends_of(*this);
    if (!ends.ok) return;
    auto pad = b.point_element<multibody::BumpStop>(*this, ends);
    pad.direction = -Vec3::UnitZ(), pad.clearance = clearance, pad.negative = 0;
    pad.tables = {b.table_of({{0, 0}, {1, pad_stiffness}}, false)};
    b.add(pad);
    if (normal.friction_coefficient == 0) return;
    auto e = b.element<multibody::Friction>(*this, ends, "_friction");
    e.point_i = pad.point_i, e.point_j = pad.point_j;
    set_law(e, stiffness, 0, 1);
    e.sources[0].element = pad.name;
    b.add(e);
  }
};

}  // namespace flangeway::vehicle
