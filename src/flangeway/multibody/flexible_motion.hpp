// How modes move and turn a point of a body that bends, over numbers or expressions. Theory:
// docs/theory/flexible_bodies.md.
#pragma once

#include "flangeway/multibody/elements/flexible_body.hpp"
#include "flangeway/multibody/elements/pose.hpp"

namespace flangeway::multibody {

/// Rotation of a point by the modes, as Cayley's transform of θ = Σ ψ q: for small angles their vector.
/// docs/theory/flexible_bodies.md (4)
template <typename T>
class BasicModalTurn {
 public:
  using Vector = Packed<T, 3>;
  explicit BasicModalTurn(const Vector& theta)
      : theta_(theta), scale_(T(1) / (T(1) + T(0.25) * theta.dot(theta))) {}
  [[nodiscard]] Packed<T, 3, 3> rotation() const {
    const T zero(0), &x = theta_[0], &y = theta_[1], &z = theta_[2];
    const Packed<T, 3, 3> cross{{zero, -z, y}, {z, zero, -x}, {-y, x, zero}}, twice = cross * cross;
    return Packed<T, 3, 3>::Identity() + scale_ * (cross + T(0.5) * twice);
  }
  /// Angular velocity, for the rate of θ.
  [[nodiscard]] Vector velocity(const Vector& rate) const {
    return scale_ * (rate + T(0.5) * theta_.cross(rate));
  }
  /// Its change with θ along `by`.
  [[nodiscard]] Vector velocity_slope(const Vector& rate, const Vector& by) const {
    return T(0.5) * scale_ * (by.cross(rate) - theta_.dot(by) * velocity(rate));
  }

 private:
  Vector theta_;
  T scale_;
};

/// state_at(k): auxiliary state k.
template <typename T, typename StateAt>
[[nodiscard]] BasicModalTurn<T> modal_turn(const FlexibleBody& flexible, const Shapes& shapes,
                                           const StateAt& state_at) {
  Packed<T, 3> theta = Packed<T, 3>::Zero();
  for (std::size_t k = 0; k < shapes.size(); ++k)
    theta += state_at(flexible.modes[k].coordinate) * shapes[k].turn.cast<T>();
  return BasicModalTurn<T>(theta);
}

/// The pose of a point, from that of its body. docs/theory/flexible_bodies.md (3), (4)
template <typename T, typename StateAt>
[[nodiscard]] BasicPose<T> flexible_pose(const FlexiblePoint& point, const FlexibleBody& flexible,
                                         const BasicPose<T>& body, const StateAt& state_at) {
  using Vector = Packed<T, 3>;
  Vector moved = point.place.cast<T>(), moving = Vector::Zero(), turning = Vector::Zero();
  for (std::size_t k = 0; k < flexible.modes.size(); ++k) {
    const T q = state_at(flexible.modes[k].coordinate), rate = state_at(flexible.modes[k].rate);
    moved += q * point.shapes[k].move.cast<T>();
    moving += rate * point.shapes[k].move.cast<T>();
    turning += rate * point.shapes[k].turn.cast<T>();
  }
  const BasicModalTurn<T> turn = modal_turn<T>(flexible, point.shapes, state_at);
  const Vector apart = body.rotation * moved;
  BasicPose<T> pose;
  pose.rotation = body.rotation * turn.rotation();
  pose.position = body.position + apart;
  pose.velocity = body.velocity + body.angular_velocity.cross(apart) + body.rotation * moving;
  pose.angular_velocity = body.angular_velocity + body.rotation * turn.velocity(turning);
  return pose;
}

/// q'' of a mode on which no element acts. docs/theory/flexible_bodies.md (2)
template <typename T>
[[nodiscard]] T free_mode_rate(const BodyMode& mode, const T& q, const T& rate) {
  return -mode.frequency * (2 * mode.damping * rate + mode.frequency * q) - mode.held_load / mode.mass;
}

/// Generalised loads on each mode of a force on a point and a moment about it: use(mode, load in N).
/// docs/theory/flexible_bodies.md (5)
template <typename T, typename StateAt, typename Use>
void for_each_modal_load(const FlexiblePoint& point, const FlexibleBody& flexible, const BasicPose<T>& body,
                         const Packed<T, 3>& force, const Packed<T, 3>& moment, const StateAt& state_at,
                         const Use& use) {
  using Vector = Packed<T, 3>;
  const Vector pull = body.rotation.transpose() * force, twist = body.rotation.transpose() * moment;
  const BasicModalTurn<T> turn = modal_turn<T>(flexible, point.shapes, state_at);
  for (std::size_t k = 0; k < flexible.modes.size(); ++k) {
    const Shape& shape = point.shapes[k];
    const Vector move = shape.move.cast<T>();
    use(flexible.modes[k], move.dot(pull) + turn.velocity(shape.turn.cast<T>()).dot(twist));
  }
}

}  // namespace flangeway::multibody
