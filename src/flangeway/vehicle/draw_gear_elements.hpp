// Couplers and buffers of a vehicle file.
#pragma once

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/element_builder.hpp"

namespace flangeway::vehicle {

/// One direction of a draw gear: its springs and its friction in the file.
struct GearSide {
  double stiffness = 0, preload = 0, hysteresis = 0;
  Curve loading, unloading;

  [[nodiscard]] bool given() const { return stiffness > 0 || !loading.empty(); }
  [[nodiscard]] bool rubs() const { return hysteresis > 0 || !unloading.empty(); }
  /// Mean of loading and unloading over the deflection, and half of their difference.
  [[nodiscard]] Curve mean() const;
  [[nodiscard]] Curve friction() const;
  void check(ElementBuilder& b, const ElementSpec& spec, const std::string& prefix) const;

 private:
  [[nodiscard]] Curve loaded() const;
  [[nodiscard]] Curve combined(double of_loading, double of_unloading) const;
};

/// Between two vehicles.
struct CouplingGearSpec : ElementSpec {
  double friction_stiffness = 0, friction_time = 1e-6;
  double damping = 0;

 protected:
  void describe_friction(document::Visitor& v);
  void check_friction(ElementBuilder& b, bool rubs) const;
  /// Neither end is the track, and both are near their bodies.
  [[nodiscard]] bool joins_neighbours(ElementBuilder& b, const Ends& ends, const Triple& position_i,
                                      const Triple& position_j) const;
  template <typename E>
  void set_friction(E& e) const {
    e.damping = damping, e.friction_stiffness = friction_stiffness;
    if (friction_stiffness > 0) e.viscosity = friction_time * friction_stiffness;
  }
};

/// Draw gear: it pulls and, as an automatic or a semi-permanent coupler, pushes.
struct CouplerSpec : CouplingGearSpec {
  static constexpr const char *list = "couplers", *type = "coupler",
                              *help = "couplers: draw gear with slack, preload and hysteresis along a line";
  Triple position_i{}, position_j{};
  double slack = 0;
  GearSide draw, buff;

  void describe(document::Visitor& v);
  void visit_vectors(VectorVisit& visit) {
    visit.point(position_i);
    visit.point(position_j);
  }
  void check(ElementBuilder& b) const;
  void place(ElementBuilder& b) const;
};

/// Pushes only; its heads rub on each other.
struct BufferSpec : CouplingGearSpec {
  static constexpr const char *list = "buffers", *type = "buffer",
                              *help = "buffers: they push along x of body_i, and their heads rub";
  Triple position{};
  double clearance = 0;
  GearSide side;
  double friction_coefficient = 0, head_stiffness = 0;

  void describe(document::Visitor& v);
  void visit_vectors(VectorVisit& visit) { visit.point(position); }
  void check(ElementBuilder& b) const;
  void place(ElementBuilder& b) const;
};

}  // namespace flangeway::vehicle
