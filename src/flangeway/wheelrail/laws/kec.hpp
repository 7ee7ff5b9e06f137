// The constraint of one wheel on its knife edge: docs/theory/kec.md (3)–(6). In left-hand coordinates of a
// side, with K = Rᵀ d the knife in the wheelset frame, s = K_y − Lw and the gap g = −K_z − r0 − f(s). The
// gap, its Jacobian B and its second derivative are exact; s is eliminated, which is the step of
// [Escalona2021, eq. 37–44] with the paper's linearised roll replaced by rotations. One template serves the
// library (four wheels in a Batch) and generated code (expressions).
#pragma once

#include "flangeway/math/sin_cos.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::wheelrail {

/// A wheelset over the knife of one side.
template <typename T>
struct BasicKnifeEdge {
  T sign;                        ///< of the side: +1 left, −1 right
  T knife_lateral, radius_zero;  ///< Lw, r0 in m
  BasicSinCos<T> roll;           ///< of the wheelset
  T lateral, vertical;           ///< y, z of the wheelset in m
  T speed, lateral_rate, vertical_rate, roll_rate;
  Packed<T, 2> rail[3];  ///< its displacement, slope and second derivative along the track, left-hand y and z
};

/// Value, slope and second derivative of the equivalent profile f(s).
template <typename T>
struct BasicProfileAt {
  T value, slope, second;
};

template <typename T>
struct BasicKnifeConstraint {
  T gap, rate;       ///< g in m, ġ in m/s
  Packed<T, 4> row;  ///< of B: ∂ġ over the rates of s, y, z and roll
  T right_hand;      ///< B q̈ = this
};

/// K, the knife in the wheelset frame.
template <typename T>
[[nodiscard]] inline Packed<T, 2> knife_at(const BasicKnifeEdge<T>& edge) {
  const T sn = edge.sign * edge.roll.sine, &c = edge.roll.cosine;
  const Packed<T, 2> d =
      Packed<T, 2>(edge.knife_lateral - edge.sign * edge.lateral, -edge.vertical) + edge.rail[0];
  return {c * d.x() + sn * d.y(), c * d.y() - sn * d.x()};
}

template <typename T>
[[nodiscard]] inline BasicKnifeConstraint<T> constrain(const BasicKnifeEdge<T>& edge,
                                                       const Packed<T, 2>& knife,
                                                       const BasicProfileAt<T>& f) {
  using Planar = Packed<T, 2>;
  const T &sign = edge.sign, &speed = edge.speed, &c = edge.roll.cosine;
  const T sn = sign * edge.roll.sine, roll_rate = sign * edge.roll_rate;
  const Planar d_rate = Planar(-sign * edge.lateral_rate, -edge.vertical_rate) + edge.rail[1] * speed;
  const Planar w(c * d_rate.x() + sn * d_rate.y(), c * d_rate.y() - sn * d_rate.x());
  const Planar knife_rate = w + roll_rate * Planar(knife.y(), -knife.x());
  const Planar e(-f.slope, T(-1));                                 // ∂g/∂K
  const Planar g(c * e.x() - sn * e.y(), sn * e.x() + c * e.y());  // ∂g/∂d
  const T by_roll = e.x() * knife.y() - e.y() * knife.x();
  const Planar frame_terms = 2 * roll_rate * Planar(w.y(), -w.x()) - roll_rate * roll_rate * knife;
  BasicKnifeConstraint<T> out;
  out.gap = -knife.y() - edge.radius_zero - f.value;
  out.rate = e.dot(knife_rate);
  out.row << g.dot(edge.rail[1]), -sign * g.x(), -g.y(), sign * by_roll;
  out.right_hand =
      f.second * knife_rate.x() * knife_rate.x() - e.dot(frame_terms) - g.dot(edge.rail[2]) * speed * speed;
  return out;
}

// The same with the linear terms of the roll alone, as [Escalona2021, eq. 32] has it: A K = d with A = I + φ
// J and J (y, z) = (−z, y). Then A K̇ = ḋ − φ̇ J K and A K̈ = d̈ − 2 φ̇ J K̇ − φ̈ J K.

template <typename T>
[[nodiscard]] inline Packed<T, 2> solve_linear_roll(const T& roll, const Packed<T, 2>& d) {
  const T per_determinant = T(1) / (T(1) + roll * roll);
  return {per_determinant * (d.x() + roll * d.y()), per_determinant * (d.y() - roll * d.x())};
}

template <typename T>
[[nodiscard]] inline Packed<T, 2> knife_at_linear(const BasicKnifeEdge<T>& edge, const T& roll) {
  const Packed<T, 2> d =
      Packed<T, 2>(edge.knife_lateral - edge.sign * edge.lateral, -edge.vertical) + edge.rail[0];
  return solve_linear_roll<T>(edge.sign * roll, d);
}

template <typename T>
[[nodiscard]] inline BasicKnifeConstraint<T> constrain_linear(const BasicKnifeEdge<T>& edge, const T& roll,
                                                              const Packed<T, 2>& knife,
                                                              const BasicProfileAt<T>& f) {
  using Planar = Packed<T, 2>;
  const T &sign = edge.sign, &speed = edge.speed;
  const T phi = sign * roll, roll_rate = sign * edge.roll_rate;
  const Planar turned(-knife.y(), knife.x());  // J K
  const Planar d_rate = Planar(-sign * edge.lateral_rate, -edge.vertical_rate) + edge.rail[1] * speed;
  const Planar knife_rate = solve_linear_roll<T>(phi, d_rate - roll_rate * turned);
  const Planar e(-f.slope, T(-1));                        // ∂g/∂K
  const Planar gradient = solve_linear_roll<T>(-phi, e);  // ∂g/∂d: Aᵀ has −φ
  BasicKnifeConstraint<T> out;
  out.gap = -knife.y() - edge.radius_zero - f.value;
  out.rate = e.dot(knife_rate);
  out.row << gradient.dot(edge.rail[1]), -sign * gradient.x(), -gradient.y(), -sign * gradient.dot(turned);
  const Planar frame_terms = -2 * roll_rate * Planar(-knife_rate.y(), knife_rate.x());
  out.right_hand = f.second * knife_rate.x() * knife_rate.x() - gradient.dot(frame_terms) -
                   gradient.dot(edge.rail[2]) * speed * speed;
  return out;
}

}  // namespace flangeway::wheelrail
