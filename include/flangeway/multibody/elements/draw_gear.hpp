// Draw gears and buffers: springs in both directions of a line, with slack and with friction that depends on
// the force. Theory: docs/theory/trains.md.
#pragma once

#include "flangeway/multibody/elements/element.hpp"
#include "flangeway/multibody/elements/slip.hpp"

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
  /// Of a state that sticks at rest, 1/s.
  [[nodiscard]] double slip_rate(std::size_t) const { return friction_stiffness / viscosity; }

  template <typename T>
  [[nodiscard]] Response<T, 1, 1> respond(const Curves<P, curves>& curve,
                                          const Deformation<T, 1, 1>& at) const {
    constexpr double width = 1e-6;  // m: tables are straight over it, mostly
    const T &d = at.deflection[0], &rate = at.rate[0], none = 0.0;
    const T drawn = positive_part(T(d - draw_slack)), pressed = positive_part(T(-d - buff_slack));
    const T pull = curve_value(curve[draw_mean], drawn, T(draw_stiffness * drawn), width);
    const T push = curve_value(curve[buff_mean], pressed, T(buff_stiffness * pressed), width);
    const T viscous = damping * loaded_share(T(drawn + pressed)) * rate;
    Response<T, 1, 1> r;
    r.force[0] = pull - push + viscous;
    r.energy = curve_work(curve[draw_mean], drawn, T(0.5 * (draw_stiffness * (drawn * drawn)))) +
               curve_work(curve[buff_mean], pressed, T(0.5 * (buff_stiffness * (pressed * pressed))));
    r.loss = viscous * rate;
    if (!at.has[0]) return r;
    const T stretch = d - at.state[0];
    const std::array<T, 1> held{T(friction_stiffness * stretch)};
    // Beyond their ends tables go on as straight lines, which may cross zero.
    const T limit = positive_part(T(curve_value(curve[draw_friction], drawn, none, width) +
                                    curve_value(curve[buff_friction], pressed, none, width)));
    const Slip<T, 1> slip = slip_of(held, limit, viscosity);
    r.force[0] += slip.force[0];
    r.energy += 0.5 * (slip.share * slip.share * held[0] * stretch);
    r.state_rate = slip.rate;
    r.drag = slip.force;
    r.lead = slip.lead;
    return r;
  }
  void remove_dampers(std::array<Table, curves>&) { damping = 0, slides = 0; }

 private:
  /// Rises from 0 to 1 over the first millimetre beyond the slack; 1 where there is none.
  template <typename T>
  [[nodiscard]] T loaded_share(const T& deflection) const {
    constexpr double rise = 1e-3;
    using math::select;
    const T share = deflection / rise, full = 1.0;
    const T slack = draw_slack + buff_slack;
    return select(slack > T(0.0), T(full - positive_part(T(full - share))), full);
  }
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
