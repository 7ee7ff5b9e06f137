// Scratch of one evaluation: sized from the Model once, never read across evaluations.
#pragma once

#include <vector>

#include "flangeway/math/types.hpp"
#include "flangeway/multibody/element_batches.hpp"
#include "flangeway/multibody/model.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::multibody {

/// Where a body is, how it moves, and its inertia. Vectors are in components of the body's own track frame.
///
/// Velocity of the origin v = J_v q̇ with J_v = [velocity_s, e_y, e_z, 0, 0, 0]; absolute angular velocity
/// ω = J_ω q̇ with J_ω = [κ, 0, 0, roll_axis, pitch_axis, e_z]. The mass matrix M = m J_vᵀJ_v + J_ωᵀ I J_ω is
/// an arrow: s couples with all, (y, z) and (φ, θ, ψ) do not couple with each other.
template <typename T>
struct BasicBodyState {
  track::BasicFrame<T> frame;
  Packed<T, 3> position;                       ///< [0, y, z]
  Packed<T, 3, 3> intermediate;                ///< track ← intermediate, Rz(ψ) Rx(φ)
  Packed<T, 3, 3> rotation;                    ///< track ← body, Rz(ψ) Rx(φ) Ry(θ)
  Packed<T, 3> velocity;                       ///< of the origin, absolute
  Packed<T, 3> angular_velocity;               ///< of the body, absolute
  Packed<T, 3> intermediate_angular_velocity;  ///< of the intermediate frame, absolute: without the spin θ̇
  T speed = 0;                                 ///< ṡ

  Packed<T, 3> velocity_s;             ///< ∂v/∂ṡ
  Packed<T, 3> roll_axis, pitch_axis;  ///< ∂ω/∂φ̇, ∂ω/∂θ̇

  T mass = 0, mass_ss = 0;                              ///< M_ss in kg
  Packed<T, 2> coupling_yz;                             ///< M_sy, M_sz
  Packed<T, 3> coupling_rotation;                       ///< M_sφ, M_sθ, M_sψ
  Packed<T, 3, 3> rotational_mass, rotational_inverse;  ///< block (φ, θ, ψ) and its inverse
  T schur = 0;                                          ///< M_ss − coupling · D⁻¹ · coupling

  Packed<T, 6> force;  ///< generalised: gravity and quadratic velocity terms, then all that is added
};

struct BodyState : BasicBodyState<double> {
  bool speed_prescribed = false;
  double prescribed_acceleration = 0;  ///< s̈, m/s², if speed_prescribed
};

/// Four bodies side by side; places beyond the last body repeat it.
struct BodyBatch {
  Indices bodies{};
  std::size_t count = 0;  ///< without the repeated ones
  math::Batch mass;
  Packed<math::Batch, 3, 3> inertia;
  math::Batch wheelset;  ///< 1 where the body is one, else 0
  BasicBodyState<math::Batch> state;
  Packed<math::Batch, 3, 3> to_master;  ///< master ← own track frame
};

/// Where a body, or a track frame, is and how it moves, seen from the master track frame.
template <typename T>
struct BasicPose {
  Packed<T, 3, 3> rotation;  ///< master ← attachment frame
  Packed<T, 3> position, velocity,
      angular_velocity;  ///< of the attachment frame, absolute, master components
};

/// It collects the forces of the elements.
struct Pose : BasicPose<double> {
  Packed<double, 3> force, moment;  ///< moment about `position`, master components
  double filler[2];                 ///< force and moment are added four numbers at a time
};

/// A constraint of a joint: J q̈ = right_hand. Sizes in m or rad.
struct JointRow {
  std::size_t count = 0;              ///< bodies
  std::array<std::size_t, 3> bodies;  ///< i, j, and the carrier of a gear
  std::array<Vec6, 3> jacobian;       ///< its entries at the six coordinates of each
  double residual = 0, rate = 0, right_hand = 0;
};

/// A body in a group: the rows of the group that it is in, and where in each.
struct JointedBody {
  std::size_t body = 0;
  struct Place {
    std::size_t row = 0, of_model = 0, slot = 0;  ///< in the group, among all rows, in JointRow::bodies
  };
  std::vector<Place> places;
  std::vector<Vec6> response;  ///< R Jᵀ of each place
};

/// The equations S Δμ = … of a group, factorised in place.
struct JointEquations {
  std::vector<JointedBody> bodies;
  std::vector<std::size_t> rows;    ///< among all rows
  std::vector<double> matrix;       ///< S and its factors
  std::vector<std::size_t> pivots;  ///< row swapped with each
  std::vector<double> values;       ///< right-hand side and solution
};

struct JointWorkspace {
  std::vector<JointRow> rows;
  std::vector<Mat6> response;       ///< R of each body: how q̈ answers a generalised force
  std::vector<double> multipliers;  ///< μ of each row: force along it, N or Nm
  std::vector<double> change;       ///< of the multipliers, by the last solution
  std::vector<JointEquations> groups;
};

struct Workspace {
  std::vector<BodyState> bodies;
  std::vector<BodyBatch> batches;  ///< of all bodies
  ElementBatches elements;
  std::vector<Pose> poses;                      ///< Model::pose_count()
  std::vector<Packed<double, 3, 3>> to_master;  ///< master ← own track frame, per body
  std::vector<double> spin_torque;              ///< on the spin of each wheelset, Nm
  std::vector<double> element_force;            ///< N or Nm, see ElementInfo
  std::vector<double> element_deflection;       ///< m or rad
  JointWorkspace joints;
  double prescribed_acceleration = 0;  ///< s̈ of the driven body, m/s²: set it before evaluating
};

[[nodiscard]] Workspace make_workspace(const Model& model);

}  // namespace flangeway::multibody
