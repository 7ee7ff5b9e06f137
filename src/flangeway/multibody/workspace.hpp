// Scratch of one evaluation: sized from the Model once, never read across evaluations.
#pragma once

#include <vector>

#include "flangeway/math/types.hpp"
#include "flangeway/multibody/elements/pose.hpp"
#include "flangeway/multibody/model.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::multibody {
struct ElementBatches;  // element_batches.hpp: the elements of each kind, four side by side
}
extern template class flangeway::Indirect<flangeway::multibody::ElementBatches>;

namespace flangeway::multibody {

using Vec3Batch = Packed<math::Batch, 3>;
inline void set(Vec3Batch& to, std::size_t lane, const Vec3& value) {
  for (Eigen::Index k = 0; k < 3; ++k) to[k].set(lane, value[k]);
}

/// Position, motion and inertia of a body. Vectors are in components of the body's own track frame.
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
  double twist_rate = 0;  ///< spin of the left wheel minus that of the right one, rad/s; 0: rigid wheelset
};

/// It collects the forces of the elements.
struct Pose : BasicPose<double> {
  Packed<double, 3> force, moment;  ///< moment about `position`, master components
  double filler[2];                 ///< force and moment are added four numbers at a time
};

/// Four bodies side by side; places beyond the last body repeat it. Bodies that joints connect come first:
/// those in the same place of groups alike.
struct BodyBatch {
  Indices bodies{};
  std::size_t count = 0;  ///< without the repeated ones
  math::Batch mass;
  Packed<math::Batch, 3, 3> inertia;
  math::Batch still_inertia;  ///< Ixx − Izz of what does not spin with a wheelset
  math::Batch wheelset;       ///< 1 where the body is one, else 0
  math::Batch free;           ///< 0 where s is prescribed, else 1
  std::array<math::Batch, 6> velocity;
  BasicBodyState<math::Batch> state;
  Packed<math::Batch, 3, 3> to_master;  ///< master ← own track frame
  BasicPose<math::Batch> pose;
};

/// A constraint of four joints alike: J q̈ = right_hand. Sizes in m or rad.
struct JointRow {
  std::size_t count = 0;                           ///< bodies
  std::array<std::size_t, 3> bodies{};             ///< i, j and the carrier of a gear, in JointBatch::bodies
  std::array<Packed<math::Batch, 6>, 3> jacobian;  ///< its entries at the six coordinates of each
  math::Batch residual, rate, right_hand;
};

/// Four joints alike. Bodies are those of the batch of groups.
struct FourJoints {
  JointType type = JointType::revolute;
  std::size_t i = 0, j = 0, carrier = no_index;
  std::size_t first_row = 0;  ///< in JointBatch::rows
  Vec3Batch point_i, point_j;
  std::array<Vec3Batch, 3> axes;  ///< of a revolute joint, and two directions square to it
  math::Batch length, ratio;
};

/// Four bodies in the same place of groups alike.
struct JointedBodies {
  std::size_t batch = 0;  ///< in Workspace::batches
  Indices bodies{};
  Packed<math::Batch, 6, 6> response;  ///< R: how q̈ answers a generalised force
  struct Place {
    std::size_t row = 0, slot = 0;  ///< in JointBatch::rows, in JointRow::bodies
  };
  std::vector<Place> places;                    ///< of the rows that hold the body
  std::vector<Packed<math::Batch, 6>> answers;  ///< R Jᵀ of each
};

/// Four groups of bodies whose joints are alike, side by side; places beyond the last group repeat it. With
/// the equations S Δμ = … of each, factorised in place.
struct JointBatch {
  std::size_t count = 0;  ///< groups without the repeated ones
  std::vector<FourJoints> joints;
  std::vector<JointedBodies> bodies;
  std::vector<JointRow> rows;
  std::vector<math::Batch> multipliers;        ///< μ of each row: force along it, N or Nm
  std::vector<math::Batch> change;             ///< of the multipliers, by the last solution
  std::vector<math::Batch> matrix;             ///< S and its factors
  std::vector<Packed<math::Batch, 6>> values;  ///< scratch: six of each of `bodies`
  std::vector<math::Batch> inverse;            ///< of the pivots
  std::vector<Indices> pivots;                 ///< row swapped with each
  bool swapped = false;                        ///< any
};

struct JointWorkspace {
  std::vector<JointBatch> batches;
  struct Place {
    std::size_t batch = 0, row = 0, lane = 0;
  };
  std::vector<Place> places;  ///< of each row of the model
  [[nodiscard]] double multiplier(std::size_t row) const {
    const Place& at = places[row];
    return batches[at.batch].multipliers[at.row][at.lane];
  }
};

struct Workspace {
  std::vector<BodyState> bodies;
  std::vector<BodyBatch> batches;  ///< of all bodies
  Indirect<ElementBatches> elements;
  std::vector<Pose> poses;                      ///< Model::pose_count()
  std::vector<Packed<double, 3, 3>> to_master;  ///< master ← own track frame, per body
  std::vector<double> spin_torque;              ///< on the spin of each wheelset, Nm
  std::vector<double> element_force;            ///< N or Nm, see ElementInfo; then the commands
  std::vector<double> element_deflection;       ///< m or rad
  JointWorkspace joints;
  double prescribed_acceleration = 0;  ///< s̈ of the driven body, m/s²: set it before evaluating
};

[[nodiscard]] Workspace make_workspace(const Model& model);

}  // namespace flangeway::multibody
