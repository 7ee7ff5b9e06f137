// The actuators of a vehicle file.
#pragma once

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// Keys shared by forces and torques of a controller.
struct CommandedSpec : ElementSpec {
  Triple direction{0, 1, 0};
  double time_constant = 0;  ///< s

 protected:
  void describe_command(document::Visitor& v, const char* direction_text) {
    v.triple("direction", direction, {.unit = "1"}, direction_text);
    v.number("time_constant", time_constant, {.unit = "s", .minimum = 0, .maximum = 10},
             "time constant of the lag from the command to the force or torque; 0: no lag");
  }
  void check_direction(ElementBuilder& b) const {
    if (!any(direction))
      b.complain(*this, "direction", {"is zero", "", "a vector of any length but zero", ""});
  }
  template <typename E>
  void place_command(ElementBuilder& b, E element) const {
    element.direction = vec(direction).normalized();
    element.lags = time_constant > 0 ? 1 : 0;
    element.lag_rate = time_constant > 0 ? 1 / time_constant : 0;
    element.sources[0].command = b.add_command(element.name);
    b.add(element);
  }
};

/// Between a point of body i and the same point of body j.
struct ActuatorSpec : CommandedSpec {
  static constexpr const char *list = "actuators", *type = "actuator",
                              *help = "forces between two bodies that a controller of the case commands";
  Triple position{};

  void describe(document::Visitor& v) {
    describe_ends(v);
    v.triple("position", position, required_point(), "nominal position where the force acts");
    describe_command(v, "direction, fixed in body_i, in which a positive command pushes body_j");
  }
  void visit_vectors(VectorVisit& visit) {
    visit.point(position);
    visit.vector(direction, false);
  }
  void check(ElementBuilder& b) const { check_direction(b); }
  void place(ElementBuilder& b) const {
    const Ends ends = b.ends_of(*this);
    if (ends.ok && any(direction)) place_command(b, b.point_element<multibody::Actuator>(*this, ends));
  }
};

/// About an axis of body i.
struct TorqueActuatorSpec : CommandedSpec {
  static constexpr const char *list = "torque_actuators", *type = "torque_actuator",
                              *help = "torques between two bodies that a controller of the case commands";

  void describe(document::Visitor& v) {
    describe_ends(v);
    describe_command(v, "axis, fixed in body_i, about which a positive command turns body_j");
  }
  void visit_vectors(VectorVisit& visit) { visit.vector(direction, false); }
  void check(ElementBuilder& b) const {
    check_direction(b);
    b.refuse_spins(*this);
  }
  void place(ElementBuilder& b) const {
    const Ends ends = b.ends_of(*this);
    if (ends.ok && any(direction)) place_command(b, b.element<multibody::TorqueActuator>(*this, ends));
  }
};

}  // namespace flangeway::vehicle
