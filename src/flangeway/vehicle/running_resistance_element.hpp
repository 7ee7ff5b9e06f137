// The running resistance of a vehicle file.
#pragma once

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// Resistance of a body against the track, which stands still.
struct RunningResistanceSpec : ElementSpec {
  static constexpr const char *list = "running_resistances", *type = "running_resistance",
                              *help = "resistance A + B v + C v² of a body to its motion along the track";
  Triple position{};
  double constant = 0, linear = 0, quadratic = 0, least_speed = 0.01;

  void describe(document::Visitor& v) {
    describe_ends(v, document::Presence::optional);
    v.triple("position", position, required_point(), "nominal position where the force acts");
    v.number("constant", constant, not_negative("N"), "part A, of bearings and rolling");
    v.number("linear", linear, not_negative("N s/m"), "part B v");
    v.number("quadratic", quadratic, not_negative("N s²/m²"), "part C v², of the air");
    v.number("least_speed", least_speed, required_speed(),
             "speed from which the constant part acts in full; below it grows from zero");
  }
  void visit_vectors(VectorVisit& visit) { visit.point(position); }
  void check(ElementBuilder& b) const {
    if (constant == 0 && linear == 0 && quadratic == 0)
      b.complain(*this, "", {"resists nothing", "", "", "Give constant, linear or quadratic"});
    if (!body_j.value.empty() && body_j.value != "track")
      b.complain(*this, "body_j",
                 {"is not the track", "\"" + body_j.value + "\"", "\"track\"", "Leave it out"});
  }
  void place(ElementBuilder& b) const {
    const std::size_t body = b.named_body_of(*this);
    if (body == multibody::no_index) return;
    auto e = b.point_element<multibody::RunningResistance>(*this, {b.standing_ground_of(body), body, true});
    e.constant = constant, e.linear = linear, e.quadratic = quadratic, e.least_speed = least_speed;
    b.add(e);
  }

 private:
  static document::NumberRule required_speed() { return {.unit = "m/s", .minimum = 1e-6, .maximum = 10}; }
};

}  // namespace flangeway::vehicle
