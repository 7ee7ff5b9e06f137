// The law of a centre bowl. Theory: docs/theory/friction.md.
#pragma once

#include "flangeway/multibody/elements/centre_bowl.hpp"
#include "flangeway/multibody/elements/push.hpp"
#include "flangeway/multibody/elements/slip.hpp"

namespace flangeway::multibody {

/// The floor carries on `contact_points` around its edge, the rim holds in the plane, and the load limits
/// friction along x and y and about z.
template <typename P>
template <typename T>
Response<T, 6, 3> CentreBowl<P>::respond(const Curves<P, curves>&, const Deformation<T, 6, 3>& at) const {
  Response<T, 6, 3> r;
  r.force.fill(T(0.0));
  T load = 0.0;
  add_floor(at, r, load);
  add_rim(at, r);
  add_friction(at, load, r);
  return r;
}

template <typename P>
template <typename T>
void CentreBowl<P>::add_floor(const Deformation<T, 6, 3>& at, Response<T, 6, 3>& r, T& load) const {
  constexpr double root_half = 0.70710678118654752, share = 1.0 / contact_points;
  constexpr std::array<double, contact_points> ahead{1,  root_half,  0, -root_half,
                                                     -1, -root_half, 0, root_half};
  constexpr double rise = 1e-4;  // m: the damper is whole once the floor is pressed by this
  for_each_index<contact_points>([&](std::size_t n) {
    const P x = ahead[n] * radius, y = ahead[(n + contact_points - 2) % contact_points] * radius;
    const T lift = at.deflection[2] + y * at.deflection[3] - x * at.deflection[4];
    const T rate = at.rate[2] + y * at.rate[3] - x * at.rate[4];
    const P stiff = share * contact_stiffness, before = share * preload;
    const Push<T> push = push_of(before, stiff, lift);
    const T touching = 1.0 - positive_part(T(1.0 - push.force / (rise * stiff)));
    const T brake = (share * contact_damping) * touching * rate, up = push.force - brake;
    r.force[2] += -up, r.force[3] += -(y * up), r.force[4] += x * up;
    r.energy += push.energy;
    r.loss += brake * rate;
    load += push.force;
  });
}

template <typename P>
template <typename T>
void CentreBowl<P>::add_rim(const Deformation<T, 6, 3>& at, Response<T, 6, 3>& r) const {
  using std::sqrt;
  constexpr double tiny = 0x1p-26;  // m: in the middle no direction is outwards
  const T &x = at.deflection[0], &y = at.deflection[1];
  const T length = sqrt(x * x + y * y + tiny * tiny),
          pressed = positive_part(T(length - tiny - rim_clearance));
  const T push = rim_stiffness * pressed;
  r.force[0] += push * x / length, r.force[1] += push * y / length;
  r.energy += 0.5 * (push * pressed);
}

template <typename P>
template <typename T>
void CentreBowl<P>::add_friction(const Deformation<T, 6, 3>& at, const T& load, Response<T, 6, 3>& r) const {
  constexpr std::array<std::size_t, states> component{0, 1, 5};
  std::array<T, states> held{T(0.0), T(0.0), T(0.0)}, energy = held;
  for_each_index<states>([&](std::size_t k) {
    const T& d = at.deflection[component[k]];
    const T stretch = at.has[k] ? T(d - at.state[k]) : d;
    held[k] = friction_stiffness[static_cast<Eigen::Index>(k)] * stretch;
    energy[k] = 0.5 * (held[k] * stretch);
  });
  const T limit = coefficient * load;
  if (at.has[along] || at.has[across]) {
    const Slip<T, 2> slip = slip_of(std::array<T, 2>{held[along], held[across]}, limit, viscosity);
    for_each_index<2>([&](std::size_t k) {
      r.state_rate[k] = slip.rate[k], r.lead[k] = slip.lead[k];
      held[k] = r.drag[k] = slip.force[k];
      energy[k] = slip.share * slip.share * energy[k];
    });
  }
  if (at.has[turn]) {
    const Slip<T, 1> slip = slip_of(std::array<T, 1>{held[turn]}, T(friction_radius * limit), turn_viscosity);
    r.state_rate[turn] = slip.rate[0], r.lead[turn] = slip.lead[0];
    held[turn] = r.drag[turn] = slip.force[0];
    energy[turn] = slip.share * slip.share * energy[turn];
  }
  for_each_index<states>([&](std::size_t k) {
    r.force[component[k]] += held[k];
    r.energy += energy[k];
  });
}

}  // namespace flangeway::multibody
