// The law of draw gears and buffers. Theory: docs/theory/trains.md.
#pragma once

#include "flangeway/multibody/elements/curve.hpp"
#include "flangeway/multibody/elements/draw_gear.hpp"
#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// Rises from 0 to 1 over the first millimetre beyond the slack; 1 where there is none.
template <typename T>
[[nodiscard]] T loaded_share(const T& deflection, const T& slack) {
  constexpr double rise = 1e-3;
  using math::select;
  const T share = deflection / rise, full = 1.0;
  return select(slack > T(0.0), T(full - positive_part(T(full - share))), full);
}

/// Mean of the curves, damping while a spring is loaded, and friction up to half the distance of the curves.
template <typename P, template <typename> class Seen>
template <typename T>
Response<T, 1, 1> DrawGearLaw<P, Seen>::respond(const Curves<P, curves>& curve,
                                                const Deformation<T, 1, 1>& at) const {
  constexpr double width = 1e-6;  // m: tables are straight over it, mostly
  const T &d = at.deflection[0], &rate = at.rate[0], none = 0.0;
  const T drawn = positive_part(T(d - draw_slack)), pressed = positive_part(T(-d - buff_slack));
  const T pull = curve_value(curve[draw_mean], drawn, T(draw_stiffness * drawn), width);
  const T push = curve_value(curve[buff_mean], pressed, T(buff_stiffness * pressed), width);
  const T viscous = damping * loaded_share(T(drawn + pressed), T(draw_slack + buff_slack)) * rate;
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

}  // namespace flangeway::multibody
