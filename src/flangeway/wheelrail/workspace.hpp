// Scratch memory and results of an evaluation of the contacts; may be recreated at any time.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "flangeway/math/batch.hpp"
#include "flangeway/multibody/workspace.hpp"
#include "flangeway/wheelrail/laws/contact_place.hpp"
#include "flangeway/wheelrail/laws/load_equations.hpp"
#include "flangeway/wheelrail/model.hpp"
#include "flangeway/wheelrail/patch_correction.hpp"
#include "flangeway/wheelrail/rail_motion.hpp"

namespace flangeway::wheelrail::elastic {
class PatchSolver;
}

namespace flangeway::wheelrail {

/// Per wheelset: three of each wheel on each of two rails, and its back on a check rail.
inline constexpr std::size_t max_contacts = 14;

/// Its forces.
template <typename T>
struct BasicContactForces {
  T normal_force = 0;
  contact::BasicCreepages<T> creepages;
  contact::BasicCreepForces<T> forces,
      forces_by_load;                         ///< and their derivative with respect to the normal force
  Packed<T, 3> force = Packed<T, 3>::Zero();  ///< normal and creep force on the wheel
};

/// One contact in a step.
struct Contact : BasicContactData<double>, BasicContactPlace<double>, BasicContactForces<double> {
  std::size_t side = 0;   ///< 0 left, 1 right
  double friction = 0;    ///< coefficient at zero slip, here and now
  double rail_speed = 0;  ///< m/s, forward, of the surface of a roller
  bool flange = false;
  std::size_t on_rail = 0;  ///< of this side: 0 the running rail, as in elastic::Placement
  bool back = false;        ///< of the wheel's back with a check rail; it counts neither as tread nor flange
  bool elastic = false;     ///< normal force from indentation (hybrid table), not from a multiplier
  double hertz_force = 0;   ///< N, of the indentation alone, without damping
  double stiffness = 0;     ///< N/m, of elastic contact: how the normal force grows with indentation
  double energy = 0;        ///< J, of the indentation of elastic contact
  Vec3 moment = Vec3::Zero();  ///< N m, of the pressure about the contact, on the wheel: elastic contact
  double pressure_ratio = 1;   ///< largest pressure over that of an ellipse with the semi-axes of `values`
  /// Forces by Hertz and the creep law where patches are solved and the forces above are the patches'.
  BasicContactForces<double> stand_in;
  Vec3 longitudinal = Vec3::UnitX();  ///< unit, along the rail; constraint contact takes the track's
};

enum class Failure { none, left_table, no_rail, gauge_outside, singular, law };

/// Elastic contact of one wheel at the last evaluation.
struct WheelResult {
  elastic::Placement placement;           ///< left-hand coordinates
  elastic::ContactCandidates candidates;  ///< those that were found
  RailMotion rail;                        ///< as it was given
  Vec3 moment_beside = Vec3::Zero();      ///< N m, on the wheel: in addition to the forces at its contacts
  bool corrected = false;                 ///< by solved patches:
  PatchValues correction = PatchValues::Zero();
  std::array<PatchRatios, 2> parts;
};

/// The two constraints of a wheelset, or of four in a Batch.
template <typename T>
struct BasicConstraints {
  T residual[2] = {0, 0};  ///< m (rad for the table's roll)
  T rate_residual[2] = {0, 0};
  T right_hand[2] = {0, 0};    ///< B q̈ = this
  T gap[2] = {0, 0};           ///< KEC, m: vertical distance of wheel and rail
  T knife_s[2] = {0, 0};       ///< KEC: profile parameters, left-hand coordinates
  Packed<T, 2, 6> jacobian;    ///< B: rows of the constraints
  Packed<T, 6, 2> directions;  ///< N: generalised force per multiplier
};

/// Relative accelerations at both constraints for unit forces of the wheels on their rails, with moving
/// rails: left y and z, right y and z.
template <typename T>
using BasicRailResponse = Packed<T, 2, 4>;

/// Motion of the rails of four wheelsets: left y and z, right y and z.
struct RailBatch {
  std::array<math::Batch, 4> displacement, velocity, acceleration, mobility;  ///< as in RailMotion
  Packed<math::Batch, 2, 4> jacobian;  ///< B of the rails: how the constraints change with their displacement
  BasicRailResponse<math::Batch> response;
};

/// A law of the user that failed, and its arguments; `law` is null where none did.
struct LawFailure {
  const law::Law* law = nullptr;
  int code = 0;          ///< that it returned; 0: a number is not allowed
  std::size_t lane = 0;  ///< of the batch; of a normal law: the side of the wheel
  std::array<double, law::max_in_rows> input{};
};

/// Scratch and results of one wheelset. The residuals are those before a projection.
struct WheelsetResult : BasicConstraints<double> {
  std::size_t contact_count = 0;
  std::array<Contact, max_contacts> contacts;
  double multipliers[2] = {0, 0};
  Vec6 reaction = Vec6::Zero();             ///< generalised force of all contacts; of elastic contact
  BasicRailResponse<double> rail_response;  ///< where Model::rails_move
  std::array<bool, 2> lifted{};             ///< off the rail: no constraint, no contact
  Failure failure = Failure::none;
  std::array<WheelResult, 2> wheels;
  std::array<Rise, 2> rise;
  double s = 0;               ///< m, where it is
  LawFailure normal_failure;  ///< of the last evaluation
};

/// The contacts in the same place of four wheelsets' lists. Where a list is shorter there is a contact
/// without load.
struct ContactBatch {
  std::array<Contact*, math::batch_size> contacts{};
  BasicContactData<math::Batch> data;
  BasicContactPlace<math::Batch> place;
  BasicContactForces<math::Batch> result;
  BasicCreepWrenches<math::Batch> directions;
  BasicCreepEffects<math::Batch> effects;
  contact::BasicUnitPatch<math::Batch> patch;
  contact::BasicFriction<math::Batch> friction;
  math::Batch coefficient;  ///< of friction at the sliding speed
  LawFailure law_failure;   ///< of the last evaluation
  /// The same for the damping by creep, which belongs to no evaluation: it ends all that follow.
  mutable LawFailure damping_failure;
};

/// Position of a wheelset on its rails, and the rails' local data. Arrays: left, right rail.
struct RailPlace {
  double s = 0;                       ///< m
  std::array<double, 2> recovered{};  ///< share of AdhesionRecovery, 0 … 1
};

/// Four wheelsets side by side, with the equations S λ + Σ E F(N(λ)) = rhs of each; places beyond the last
/// wheelset repeat it.
struct WheelsetBatch {
  std::array<std::size_t, math::batch_size> wheelsets{};
  std::array<math::Batch, 6> q, velocity;
  /// Value, slope and second derivative of the channels of track::Irregularity.
  std::array<std::array<math::Batch, 4>, 3> irregularity;
  /// Rise of the wheels alone, left and right: value and derivatives with respect to the angle of rotation.
  std::array<std::array<math::Batch, 3>, 2> wheel_rise;
  RailBatch rails;  ///< where Model::rails_move
  multibody::BasicBodyState<math::Batch> body;
  math::Batch::Mask prescribed;  ///< s̈ is prescribed …
  math::Batch acceleration_s;    ///< … as this, m/s²
  math::Batch speed;             ///< that creepages are divided by, m/s
  bool twisted = false;          ///< wheels of any of them turn against each other …
  math::Batch twist_rate;        ///< … as multibody::BodyState::twist_rate
  BasicConstraints<math::Batch> constraints;
  Packed<math::Batch, 2, 2> schur;
  Packed<math::Batch, 2> rhs, multipliers, last_step;
  std::array<RailPlace, math::batch_size> rail_places{};
  std::size_t contact_count = 0;  ///< of the longest list
  std::array<ContactBatch, max_contacts> contacts;
};

/// Scratch, and the results of the last evaluation: no evaluation depends on the one before.
struct Workspace {
  std::vector<WheelsetResult> wheelsets;
  std::vector<WheelsetBatch> batches;                  ///< of all wheelsets
  Contact nothing;                                     ///< in place of contacts that a wheelset does not have
  std::shared_ptr<elastic::PatchSolver> patch_solver;  ///< methods strip and halfspace
};

}  // namespace flangeway::wheelrail
