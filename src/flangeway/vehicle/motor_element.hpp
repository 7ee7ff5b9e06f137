// The motor of a vehicle file.
#pragma once

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// Between the stator (body i) and the rotor (body j). Gears and joints take its torque to the wheels.
struct MotorSpec : ElementSpec {
  static constexpr const char *list = "motors", *type = "motor",
                              *help = "motors and brakes: torque on body_j over its speed relative to body_i";
  Triple direction{0, 1, 0};
  Curve torque;

  void describe(document::Visitor& v) {
    describe_ends(v);
    v.triple("direction", direction, {.unit = "1"}, "direction of the axis, fixed in body_i");
    v.curve(
        "torque", torque, {.presence = document::Presence::required, .unit = "N m", .least = 2},
        "torque on body_j over its angular velocity relative to body_i in rad/s; beyond the ends it goes on "
        "straight");
  }
  void visit_vectors(VectorVisit& visit) { visit.vector(direction, false); }
  void check(ElementBuilder& b) const {
    if (!any(direction))
      b.complain(*this, "direction", {"is zero", "", "a vector of any length but zero", ""});
    b.refuse_spins(*this);
  }
  void place(ElementBuilder& b) const {
    const Ends ends = b.ends_of(*this);
    if (!ends.ok || !any(direction) || torque.size() < 2) return;
    auto e = b.element<multibody::Motor>(*this, ends);
    e.direction = vec(direction).normalized();
    e.tables = {b.table_of(torque, false)};
    b.add(e);
  }
};

}  // namespace flangeway::vehicle
