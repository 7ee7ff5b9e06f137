// Dry friction in series with springs, in one to three directions. Theory: docs/theory/friction.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Springs along, or about, the axes of pose i hold a surface; its places are the states, m or rad. Its limit
/// is limit + coefficient (normal + share |force of another element|). `Seen` is the motion.
template <typename P, template <typename> class Seen>
struct FrictionLaw {
  template <typename T>
  using Motion = Seen<T>;
  static constexpr std::size_t states = 3, curves = 0, inputs = 1;

  Packed<P, 3> stiffness = Packed<P, 3>::Zero();  ///< 0: no friction in this direction
  P limit = 0;                                    ///< N or Nm
  P coefficient = 0, normal = 0, share = 0;       ///< 1 or m, N, 1
  P viscosity = 1;                                ///< N s/m or Nm s
  P slides = 1;                                   ///< 0: the surface sticks

  [[nodiscard]] bool has_state(std::size_t k) const {
    return slides > 0 && stiffness[static_cast<Eigen::Index>(k)] > 0;
  }
  /// Relaxation rate of a state that sticks at rest, 1/s.
  [[nodiscard]] double slip_rate(std::size_t k) const {
    return stiffness[static_cast<Eigen::Index>(k)] / viscosity;
  }

  template <typename T>
  [[nodiscard]] Response<T, 3, 3> respond(const Curves<P, curves>&, const Deformation<T, 3, 3, 1>& at) const;
  void remove_dampers(std::array<Table, curves>&) { slides = 0; }
};

/// Between two points that coincide nominally.
template <typename P>
struct Friction : FrictionLaw<P, OfPoint> {
  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
};

/// Against relative rotation.
template <typename P>
struct RotationFriction : FrictionLaw<P, Rotation> {};

}  // namespace flangeway::multibody
