// The leaf spring of a vehicle file.
#pragma once

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// Between body i, below, and body j, above.
struct LeafSpringSpec : ElementSpec {
  static constexpr const char *list = "leaf_springs", *type = "leaf_spring",
                              *help =
                                  "leaf springs with friction between the leaves: body_j stands on body_i";
  Triple position{}, direction{0, 0, 1};
  double stiffness = 0, friction = 0, friction_length = 0;
  double preload = 0;  ///< N
  bool auto_preload = true;

  void describe(document::Visitor& v) {
    describe_ends(v);
    v.triple("position", position, required_point(), "nominal position of its centre, where the force acts");
    v.triple("direction", direction, {.unit = "1"},
             "direction, fixed in body_i, in which the spring pushes body_j");
    v.number("stiffness", stiffness, required_positive("N/m"), "mean stiffness of loading and unloading");
    v.number("friction", friction,
             {.presence = document::Presence::required,
              .unit = "1",
              .minimum = 0,
              .maximum = 0.9,
              .minimum_excluded = true},
             "share of the force by which loading is above and unloading below the mean");
    v.number("friction_length", friction_length, required_positive("m"),
             "deflection over which the force comes near to that of the other direction, beta");
    v.number("preload", preload, {.unit = "N"},
             "force on body_j in the nominal position, with auto_preload = false");
    describe_auto_preload(v, auto_preload);
  }
  void visit_vectors(VectorVisit& visit) {
    visit.point(position);
    visit.vector(direction, true);
  }
  void check(ElementBuilder& b) const {
    b.check_preload(*this, preload != 0, auto_preload);
    if (!any(direction))
      b.complain(*this, "direction", {"is zero", "", "a vector of any length but zero", ""});
  }
  void place(ElementBuilder& b) const {
    const Ends ends = b.ends_of(*this);
    if (!ends.ok || !any(direction)) return;
    auto e = b.point_element<multibody::LeafSpring>(*this, ends);
    e.direction = vec(direction).normalized();
    e.stiffness = stiffness, e.friction = friction, e.length = friction_length;
    e.preload = preload, e.auto_preload = auto_preload;
    b.needs_load(*this);
    b.add(e);
  }
};

}  // namespace flangeway::vehicle
