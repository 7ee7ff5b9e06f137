// Draw gears and buffers: springs in both directions of a line, with slack and with friction that depends on
// the force. Theory: docs/theory/trains.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"

namespace flangeway::multibody {

/// Beyond the slack the force lies between two curves over the deflection: their mean is a spring, and half
/// of their distance limits friction that acts through a spring. `draw` holds for elongation, `buff` for
/// compression. `Seen` is the motion. The state is the place of the friction surface in m.
template <typename P, template <typename> class Seen>
struct DrawGearLaw {
  template <typename T>
  using Motion = Seen<T>;
  static constexpr std::size_t states = 1;
  enum : std::size_t { draw_mean, draw_friction, buff_mean, buff_friction, curves };

  P draw_stiffness = 0, buff_stiffness = 0;  ///< N/m, in place of a table of the mean
  P draw_slack = 0, buff_slack = 0;          ///< m, deflection without force in each direction
  P damping = 0;                             ///< N s/m, while a spring is loaded
  P friction_stiffness = 0;                  ///< N/m; 0: no friction
  P viscosity = 1;                           ///< N s/m, of the friction surface
  P slides = 1;                              ///< 0: the surface sticks

  [[nodiscard]] bool has_state(std::size_t) const { return slides > 0 && friction_stiffness > 0; }
  /// Relaxation rate of a state that sticks at rest, 1/s.
  [[nodiscard]] double slip_rate(std::size_t) const { return friction_stiffness / viscosity; }

  template <typename T>
  [[nodiscard]] Response<T, 1, 1> respond(const Curves<P, curves>& curve,
                                          const Deformation<T, 1, 1>& at) const;
  void remove_dampers(std::array<Table, curves>&) { damping = 0, slides = 0; }
};

/// Along the line of two points.
template <typename P>
struct DrawGear : DrawGearLaw<P, AlongLine> {
  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  P length = 0;  ///< nominal, m
};

/// Along a direction fixed in pose i, from i to j.
template <typename P>
struct Buffer : DrawGearLaw<P, AlongDirection> {
  Packed<P, 3> point_i = Packed<P, 3>::Zero(), point_j = Packed<P, 3>::Zero();
  Packed<P, 3> direction = Packed<P, 3>::UnitX();  ///< axes of pose i
};

}  // namespace flangeway::multibody
