// Wheelsets on rails: constraint contact by lookup table or knife-edge equivalent profiles, or elastic
// contact found on line, with creep forces.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/contact/impact.hpp"
#include "flangeway/geometry/kec.hpp"
#include "flangeway/geometry/lookup.hpp"
#include "flangeway/math/batch.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/multibody/workspace.hpp"
#include "flangeway/wheelrail/method.hpp"
#include "flangeway/wheelrail/online/search.hpp"
#include "flangeway/wheelrail/rail_motion.hpp"

namespace flangeway::wheelrail::online {
class PatchSolver;
}

namespace flangeway::wheelrail {

/// Where the normal force in the creep laws comes from.
enum class NormalForceCoupling {
  solved,  ///< normal and creep forces of one instant agree: the right-hand side depends on the state alone
  previous_step,  ///< the papers' shortcut: creep forces of the normal force found at the evaluation before
};

/// Friction of one rail: the law, and optionally the coefficient over the contact angle.
struct RailFriction {
  contact::Friction law;
  /// [|contact angle| in rad, coefficient], increasing angle, linear between; empty: law.coefficient
  /// everywhere.
  std::vector<std::array<double, 2>> over_angle;
};

/// How methods strip and halfspace solve patches.
struct PatchSolution {
  bool curved = false;    ///< on a curved reference surface, not a plane
  double element = 5e-4;  ///< m, side of the elements
  long interval = 1;      ///< steps between two solutions
};

struct Settings {
  Method method = Method::kec;
  geometry::KecSettings kec;
  geometry::LookupSettings lookup;
  geometry::PatchSettings patch;  ///< of elastic contact
  contact::CreepModel creep;      ///< its friction is replaced by the rail's
  RailFriction friction[2];       ///< left, right
  NormalForceCoupling coupling = NormalForceCoupling::solved;
  double flange_stiffness = 1e10;  ///< N/m^1.5, hybrid table; 0: Hertz, from the curvatures
  double flange_damping = 1e8;     ///< N s/m² [Escalona2021, eq. 28]
  PatchSolution patch_solution;
  contact::ImpactLaw impact;  ///< normal force of elastic contact
  bool lift_off = false;      ///< KEC: a wheel whose constraint would pull leaves its rail
  bool stiff_creep = true;    ///< tell the integrator about the damping by creep
};

/// Tables of one combination of wheel and rail profiles, shared by all wheelsets that have it.
struct Pair {
  geometry::KecProfiles kec;
  geometry::LookupTable lookup;
  std::array<online::Shape, 2> shapes;  ///< left, right: elastic contact
};

struct Wheelset {
  std::size_t body = 0;  ///< index in multibody::Model::bodies
  std::size_t pair = 0;
  double radius = 0;  ///< r0
};

struct Model {
  Settings settings;
  std::vector<std::shared_ptr<const Pair>> pairs;  ///< shared by the models of a study
  std::vector<Wheelset> wheelsets;
  double rail_half_distance = 0.75;  ///< m, Lr: cross level / (2 Lr) is the roll of the irregular track
};

/// Its place among the wheelsets; multibody::no_index for another body.
[[nodiscard]] std::size_t wheelset_of(const Model& model, std::size_t body);

inline constexpr std::size_t max_contacts = 2 * geometry::max_kec_contacts;

/// What the tables say of a contact; of one, or of four in a Batch.
template <typename T>
struct BasicContactData {
  std::array<T, geometry::contact_channels> values{};
  T sign = 0;           ///< of its side: +1 left, −1 right
  T share[2] = {0, 0};  ///< KEC: of the vertical loads of the left and of the right wheel
  T indentation = 0;    ///< of an elastic contact, m
};

/// Where it is and how it is loaded. Vectors in the components of the wheelset's track frame.
template <typename T>
struct BasicContactPlace {
  Packed<T, 3> arm;               ///< from the wheelset's centre
  Packed<T, 3> normal, lateral;   ///< unit: into the wheel; across the rail to the left
  T angle = 0;                    ///< contact angle in left-hand coordinates, track frame
  T multiplier_part[2] = {0, 0};  ///< normal force = elastic_force + Σ part λ
  T elastic_force = 0;
};

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
  std::size_t side = 0;  ///< 0 left, 1 right
  bool flange = false;
  bool elastic = false;    ///< normal force from indentation (hybrid table), not from a multiplier
  double hertz_force = 0;  ///< N, of the indentation alone, without damping
  double stiffness = 0;    ///< N/m, of elastic contact: how the normal force grows with indentation
  Vec3 longitudinal = Vec3::UnitX();  ///< unit, along the rail; constraint contact takes the track's
};

enum class Failure { none, left_table, gauge_outside, singular };

/// Elastic contact of one wheel at the last evaluation.
struct WheelState {
  online::Placement placement;        ///< left-hand coordinates
  online::Touches touches;            ///< those that were found
  Vec3 moment_beside = Vec3::Zero();  ///< N m, on the wheel: what the forces at its contacts do not show
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

/// Scratch and results of one wheelset. The residuals are those before a projection.
struct WheelsetState : BasicConstraints<double> {
  std::size_t contact_count = 0;
  std::array<Contact, max_contacts> contacts;
  double multipliers[2] = {0, 0};
  Vec6 reaction = Vec6::Zero();     ///< generalised force of all contacts; of elastic contact
  bool lifted[2] = {false, false};  ///< off the rail: no constraint, no contact; kept between evaluations
  Failure failure = Failure::none;
  Vec6 damping = Vec6::Zero();  ///< rates of damping by creep, 1/s
  std::array<WheelState, 2> wheels;
  /// By how much the force of each wheel on its rail (Q, Y) stood out from the mean of the steps before and
  /// after, at the last step but one, N. Kept between evaluations.
  std::array<double, 2> jump{};
};

/// Generalised forces per unit creep force of contacts, and what they do to the constraints: E = B M⁻¹ W.
template <typename T>
struct BasicCreepDirections {
  Packed<T, 6> longitudinal, lateral, spin;
  Packed<T, 2> on_longitudinal, on_lateral, on_spin;
};

/// The contacts in the same place of four wheelsets' lists. Where a list is shorter there is a contact
/// without load.
struct ContactBatch {
  std::array<Contact*, math::batch_size> contacts{};
  BasicContactData<math::Batch> data;
  BasicContactPlace<math::Batch> place;
  BasicContactForces<math::Batch> result;
  BasicCreepDirections<math::Batch> directions;
  contact::BasicUnitPatch<math::Batch> patch;
  contact::BasicFriction<math::Batch> friction;
  math::Batch coefficient;  ///< of friction at the sliding speed
};

/// Four wheelsets side by side, with the equations S λ + Σ E F(N(λ)) = rhs of each; places beyond the last
/// wheelset repeat it.
struct WheelsetBatch {
  std::array<std::size_t, math::batch_size> wheelsets{};
  std::array<math::Batch, 6> q, velocity;
  /// Value, slope and second derivative of the channels of track::Irregularity.
  std::array<std::array<math::Batch, 4>, 3> irregularity;
  multibody::BasicBodyState<math::Batch> body;
  math::Batch::Mask prescribed;  ///< s̈ is prescribed …
  math::Batch acceleration_s;    ///< … as this, m/s²
  math::Batch speed;             ///< that creepages are divided by, m/s
  BasicConstraints<math::Batch> constraints;
  Packed<math::Batch, 2, 2> schur;
  Packed<math::Batch, 2> rhs, multipliers, last_step;
  std::size_t contact_count = 0;  ///< of the longest list
  std::array<ContactBatch, max_contacts> contacts;
};

struct Workspace {
  std::vector<WheelsetState> wheelsets;
  std::vector<WheelsetBatch> batches;  ///< of all wheelsets
  Contact nothing;                     ///< in place of contacts that a wheelset does not have
  /// Left and right rail of each wheelset: set before an evaluation; zero for rigid rails. Elastic contact.
  std::vector<std::array<RailMotion, 2>> rail_motion;
  std::shared_ptr<online::PatchSolver> patch_solver;  ///< of this run; methods strip and halfspace
  std::size_t unsolved_patches = 0;                   ///< wheels in steps in which a solver stopped early
};

/// What patches say beside Hertz and the creep law, until they are solved again: the normal force of a wheel
/// is `normal` times Hertz's, and the rest of the action grows with it. In the wheelset's track frame, moment
/// about its centre.
struct PatchCorrection {
  double normal = 1;
  double load = 0;  ///< N, normal force that the rest belongs to; 0: nothing is known
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();                ///< the rest, as expected until then
  Vec3 solved_force = Vec3::Zero(), solved_moment = Vec3::Zero();  ///< … as it was at the last solution
};

/// Force of a wheel on its rail at the ends of the last two steps.
struct ForceHistory {
  std::size_t count = 0;
  Vec2 last = Vec2::Zero(), before = Vec2::Zero();  ///< Q, Y in N
};

/// What is kept of the contact: normal forces of constraints to start the next solution from, and touches of
/// elastic contact at the end of the last step.
struct Memory {
  std::vector<std::array<double, 2>> multipliers;
  std::vector<std::array<online::Touches, 2>> wheels;
  std::vector<std::array<PatchCorrection, 2>> corrections;
  std::vector<std::array<ForceHistory, 2>> forces;
  std::size_t steps = 0;
};

}  // namespace flangeway::wheelrail
