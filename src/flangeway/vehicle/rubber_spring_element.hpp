// The rubber spring of a vehicle file.
#pragma once

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// Elastic, with friction and with viscosity, along the axes of body i.
struct RubberSpringSpec : ElementSpec {
  static constexpr const char
      *list = "rubber_springs",
      *type = "rubber_spring",
      *help = "rubber springs in three directions, whose stiffness depends on amplitude and frequency";
  Triple position{}, stiffness{};
  Triple friction_force{}, friction_displacement{};
  Triple viscous_stiffness{}, viscous_damping{};
  Triple preload{};  ///< force on body j, N
  bool auto_preload = true;

  void describe(document::Visitor& v);
  void visit_vectors(VectorVisit& visit) {
    visit.point(position);
    visit.vector(preload, false);
  }
  void check(ElementBuilder& b) const;
  void place(ElementBuilder& b) const;
};

}  // namespace flangeway::vehicle
