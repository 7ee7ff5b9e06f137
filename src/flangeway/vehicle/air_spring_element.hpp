// The air spring of a vehicle file.
#pragma once

#include <algorithm>

#include "flangeway/math/pair_table.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// A bag between body i, below, and body j, above; with a tank, a levelling valve and an emergency spring.
struct AirSpringSpec : ElementSpec {
  static constexpr const char
      *list = "air_springs",
      *type = "air_spring",
      *help =
          "air springs: body_j stands on body_i by a bag of air, with a tank behind a "
          "throttle or a pipe";
  Triple position{};
  double area = 0, area_rate = 0;  ///< m², m
  Curve area_table;                ///< area (m²) over compression (m)
  double volume = 0, tank_volume = 0;
  double polytropic_exponent = 1.4, atmospheric_pressure = 101325;
  double throttle_resistance = 0, orifice_coefficient = 0, pipe_length = 0, pipe_area = 0;
  double emergency_stiffness = 0, emergency_clearance = 0;
  double valve_gain = 0, valve_dead_band = 0, valve_flow = 0.01;
  bool commanded_valve = false;
  Triple shear_stiffness{}, friction_stiffness{};
  double friction_force = 0, friction_time = 1e-7;
  Triple preload{};  ///< force on body j, N
  bool auto_preload = true;

  void describe(document::Visitor& v) {
    describe_ends(v);
    v.triple("position", position, required_point(), "nominal position of its centre, where the forces act");
    describe_gas(v);
    describe_flow(v);
    describe_springs(v);
    v.triple("preload", preload, {.unit = "N"},
             "force on body_j in the nominal position, with auto_preload = false; the gauge pressure is the "
             "vertical force over the area");
    v.flag("auto_preload", auto_preload,
           "true: the preload, and with it the pressure, follows from the static equilibrium in the nominal "
           "position");
  }
  void visit_vectors(VectorVisit& visit) {
    visit.point(position);
    visit.vector(preload, false);
  }
  void check(ElementBuilder& b) const {
    b.check_preload(*this, any(preload), auto_preload);
    b.check_either(*this, "area", area, "area_table", area_table);
    check_area(b);
    check_tank(b);
    if (any(friction_stiffness) && friction_force == 0)
      b.complain(*this, "friction_force", {"is missing", "", "", "Give the force at which the bag slips"});
    for (const auto& [key, stiffness] : {std::pair{"shear_stiffness", shear_stiffness},
                                         std::pair{"friction_stiffness", friction_stiffness}}) {
      if (stiffness[2] == 0) continue;
      b.complain(*this, key,
                 {"has a vertical part, which is that of the gas", fmt::format("{}", stiffness[2]), "0 in z",
                  "Give a spring beside the bag as a bushing"});
    }
  }
  void place(ElementBuilder& b) const {
    const Ends ends = b.ends_of(*this);
    if (!ends.ok) return;
    auto e = b.point_element<multibody::AirSpring>(*this, ends);
    e.area = nominal_area(), e.area_rate = area_rate, e.tables = {b.table_of(area_table, false)};
    e.volume = volume, e.atmosphere = atmospheric_pressure;
    e.polytropic = std::max(polytropic_exponent, 1 + 1e-6);  // the law divides by n − 1
    e.has_valve = valve_gain > 0 || commanded_valve ? 1 : 0;
    if (commanded_valve) e.sources[0].command = b.add_command(e.name + ".valve");
    e.valve_gain = valve_gain, e.valve_dead_band = valve_dead_band, e.valve_flow = valve_flow;
    e.emergency_stiffness = emergency_stiffness, e.emergency_clearance = emergency_clearance;
    e.shear_stiffness = vec(shear_stiffness), e.friction_stiffness = vec(friction_stiffness);
    if (friction_force > 0) e.friction_limit = friction_force;
    if (any(friction_stiffness)) e.friction_viscosity = friction_time * e.friction_stiffness.maxCoeff();
    e.preload = vec(preload), e.auto_preload = auto_preload;
    if (tank_volume > 0) place_tank(e);
    b.needs_load(*this);
    b.add(e);
  }

 private:
  [[nodiscard]] double nominal_area() const {
    return area_table.empty() ? area : math::table_value(area_table, 0, math::TableEnds::continued);
  }
  void place_tank(multibody::Element<multibody::AirSpring>& e) const {
    e.has_tank = 1, e.tank_volume = tank_volume;
    e.resistance = throttle_resistance, e.orifice = orifice_coefficient;
    if (pipe_length > 0) e.has_pipe = 1, e.pipe_slenderness = pipe_length / pipe_area;
  }
  void check_area(ElementBuilder& b) const {
    if (area == 0 && area_table.empty())
      b.complain(*this, "area", {"is missing", "", "", "Give area or area_table"});
    b.check_either(*this, "area_rate", area_rate, "area_table", area_table);
    if (!area_table.empty() && (area_table.front()[0] > 0 || area_table.back()[0] < 0))
      b.complain(*this, "area_table", {"does not reach compression 0", "", "a table on both sides of 0", ""});
  }
  void check_tank(ElementBuilder& b) const {
    if (tank_volume == 0) return;
    if (throttle_resistance == 0 && (orifice_coefficient == 0 || pipe_length == 0))
      b.complain(
          *this, "throttle_resistance",
          {"is missing", "", "", "Give the resistance between bag and tank, or leave out tank_volume"});
    if (pipe_length > 0 && pipe_area == 0)
      b.complain(*this, "pipe_area", {"is missing", "", "", "Give the cross-section of the pipe"});
  }
  void describe_gas(document::Visitor& v) {
    v.number("area", area, not_negative("m²"), "effective area in the nominal position; or give area_table");
    v.number("area_rate", area_rate, {.unit = "m²/m"}, "growth of the area with compression");
    v.curve("area_table", area_table, {.unit = "m²", .minimum = 0, .least = 2},
            "effective area over the compression in m, instead of area and area_rate");
    v.number("volume", volume, required_positive("m³"), "volume of the bag in the nominal position");
    v.number("polytropic_exponent", polytropic_exponent, {.unit = "1", .minimum = 1, .maximum = 2},
             "exponent of the gas in bag and tank: 1 isothermal, 1.4 adiabatic");
    v.number("atmospheric_pressure", atmospheric_pressure, not_negative("Pa"), "pressure outside the bag");
  }
  void describe_flow(document::Visitor& v) {
    v.number("tank_volume", tank_volume, not_negative("m³"), "volume of the tank; 0: no tank");
    v.number("throttle_resistance", throttle_resistance, not_negative("Pa s/m³"),
             "pressure difference of bag and tank over the flow between them");
    v.number("orifice_coefficient", orifice_coefficient, not_negative("Pa s²/m⁶"),
             "further pressure difference over the square of the flow");
    v.number("pipe_length", pipe_length, not_negative("m"),
             "length of the pipe to the tank, whose air has inertia; 0: without inertia");
    v.number("pipe_area", pipe_area, not_negative("m²"), "cross-section of the pipe");
    v.number("valve_gain", valve_gain, not_negative("m²/s"),
             "levelling valve: flow of air at the nominal density for each metre beyond valve_dead_band; "
             "0: no valve");
    v.number("valve_dead_band", valve_dead_band, not_negative("m"),
             "change of height up to which the levelling valve is shut");
    v.number("valve_flow", valve_flow, not_negative("m³/s"), "largest flow through the levelling valve");
    v.flag("commanded_valve", commanded_valve,
           "true: a controller of the case commands a flow into the bag, in m³/s at the nominal density, by "
           "the output NAME.valve");
  }
  void describe_springs(document::Visitor& v) {
    v.number("emergency_stiffness", emergency_stiffness, not_negative("N/m"),
             "stiffness of the emergency spring, which the bag sinks onto");
    v.number("emergency_clearance", emergency_clearance, not_negative("m"),
             "compression at which the emergency spring begins to carry");
    v.triple("shear_stiffness", shear_stiffness, not_negative("N/m"),
             "stiffness of the bag along x and y of body_i; the vertical one, that of the gas, stays 0");
    v.triple("friction_stiffness", friction_stiffness, not_negative("N/m"),
             "stiffness along x and y of the springs in series with the friction of the bag");
    v.number("friction_force", friction_force, not_negative("N"),
             "horizontal force at which the friction surface slips");
    v.number("friction_time", friction_time, {.unit = "s", .minimum = 1e-9, .maximum = 0.1},
             "time in which a force above friction_force falls to it");
  }
};

}  // namespace flangeway::vehicle
