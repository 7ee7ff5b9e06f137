// Centre bowl of a freight wagon. Theory: docs/theory/friction.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Pose j stands in the bowl of pose i, whose floor is normal to z, on `contact_points` around the edge of
/// the floor, which only push: beyond a tilting moment of load times radius it tips over the edge. The load
/// limits friction along x and y and about z. Around it is the rim of the bowl, after a clearance.
template <typename P>
struct CentreBowl {
  template <typename T>
  using Motion = PointAndRotation<T>;
  enum : std::size_t { along, across, turn, states };
  static constexpr std::size_t curves = 0, preload_component = 2, contact_points = 8;
  static constexpr double preload_sign = -1;

  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  P contact_stiffness = 1, contact_damping = 0;            ///< of the floor, N/m, N s/m while it is pressed
  P preload = 0;                                           ///< load, N
  P radius = 0;                                            ///< of the edge, m
  P coefficient = 0, friction_radius = 0;                  ///< 1; arm of the friction about z, m
  Packed<P, 3> friction_stiffness = Packed<P, 3>::Zero();  ///< x, y: N/m; about z: Nm/rad
  P viscosity = 1, turn_viscosity = 1;                     ///< N s/m, Nm s
  P rim_stiffness = 0, rim_clearance = 0;                  ///< N/m, m
  P slides = 1;                                            ///< 0: the surface sticks

  [[nodiscard]] bool has_state(std::size_t k) const {
    return slides > 0 && friction_stiffness[static_cast<Eigen::Index>(k)] > 0;
  }
  /// Relaxation rate of a state that sticks at rest, 1/s.
  [[nodiscard]] double slip_rate(std::size_t k) const {
    return friction_stiffness[static_cast<Eigen::Index>(k)] / (k == turn ? turn_viscosity : viscosity);
  }
  [[nodiscard]] double static_stiffness() const { return contact_stiffness; }

  template <typename T>
  [[nodiscard]] Response<T, 6, 3> respond(const Curves<P, curves>&, const Deformation<T, 6, 3>& at) const;
  void remove_dampers(std::array<Table, curves>&) { contact_damping = 0, slides = 0; }

 private:
  // Parts of the law.
  template <typename T>
  void add_floor(const Deformation<T, 6, 3>& at, Response<T, 6, 3>& r, T& load) const;
  template <typename T>
  void add_rim(const Deformation<T, 6, 3>& at, Response<T, 6, 3>& r) const;
  template <typename T>
  void add_friction(const Deformation<T, 6, 3>& at, const T& load, Response<T, 6, 3>& r) const;
};

}  // namespace flangeway::multibody
