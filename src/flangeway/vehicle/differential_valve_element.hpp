// The differential valve of a vehicle file.
#pragma once

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// Joins the bags or the tanks of two air springs where their pressures differ too much. The two springs have
/// the place of bodies, so that parts rename them.
struct DifferentialValveSpec : ElementSpec {
  static constexpr const char *list = "differential_valves", *type = "differential_valve",
                              *help =
                                  "valves between two air springs, which open where their pressures differ "
                                  "in either direction";
  bool between_tanks = false;
  double opening_pressure = 0, full_opening_pressure = 0;  ///< Pa
  double throttle_resistance = 0, orifice_coefficient = 0;
  double opening_time = 0;  ///< s

  void describe(document::Visitor& v);
  void visit_vectors(VectorVisit&) {}
  void check(ElementBuilder& b) const;
  void place(ElementBuilder& b) const;

 private:
  /// Among the air springs of the model; no_index where none has the name: says so.
  [[nodiscard]] std::size_t find_spring(ElementBuilder& b, std::string_view key,
                                        const document::Located<std::string>& name) const;
};

}  // namespace flangeway::vehicle
