#include "flangeway/simulate/joints.hpp"

#include <algorithm>
#include <limits>

#include "flangeway/math/batch_structs.hpp"
#include "flangeway/multibody/joint_solution.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/multibody/suspension.hpp"
#include "flangeway/wheelrail/response.hpp"

namespace flangeway::simulate {

using vehicle_case::JointStabilisation;

namespace {

constexpr double small = 1e-9;  // [m, rad] a round squares what is left, over lengths of about a metre
constexpr double no_factors = std::numeric_limits<double>::infinity();

}  // namespace

double stabilisation_rate(const vehicle_case::IntegrationSettings& settings) {
  return settings.joint_stabilisation == JointStabilisation::projection ? 0
                                                                        : settings.joint_stabilisation_rate;
}

Joints::Joints(const vehicle_case::CaseModel& model, JointState& state, const multibody::Workspace& bodies)
    : contact_(model.contact),
      vehicle_(model.vehicle.bodies),
      settings_(model.integration),
      state_(state),
      elastic_(!wheelrail::constrained(*model.contact.method)),
      applied_(vehicle_.body_count()),
      partition_(multibody::make_partition_workspace(vehicle_)) {
  if (elastic_) return;
  std::size_t rows = 0;
  for (const multibody::JointBatch& batch : bodies.joints.batches) rows += batch.rows.size();
  state_.reactions.assign(rows, {});
}

void Joints::take_reactions(multibody::JointWorkspace& joints) const {
  auto reaction = state_.reactions.begin();
  for (multibody::JointBatch& batch : joints.batches)
    for (math::Batch& multiplier : batch.multipliers) multiplier = math::load((reaction++)->data());
}

void Joints::keep_reactions(const multibody::JointWorkspace& joints) {
  auto reaction = state_.reactions.begin();
  for (const multibody::JointBatch& batch : joints.batches)
    for (const math::Batch& multiplier : batch.multipliers) multiplier.store((reaction++)->data());
}

void Joints::begin(const double* y, multibody::Workspace& bodies) {
  multibody::evaluate_joints(vehicle_, y, stabilisation_rate(settings_), bodies);
  if (elastic_) return;
  for (std::size_t b = 0; b < applied_.size(); ++b) applied_[b] = bodies.bodies[b].force;
  take_reactions(bodies.joints);
  multibody::add_joint_forces(bodies.joints, bodies.bodies);
}

// R of wheelsets on constraints in place of M⁻¹.
template <typename Response>
void Joints::respond_as(const Response& response, multibody::JointWorkspace& joints) const {
  if (elastic_) return;
  for (multibody::JointBatch& batch : joints.batches) {
    for (multibody::JointedBodies& four : batch.bodies) {
      Mat6 last = Mat6::Zero();
      for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
        const std::size_t i = wheelrail::wheelset_of(contact_, four.bodies[lane]);
        if (i == multibody::no_index) continue;
        if (lane < batch.count) last = response(i);
        multibody::set_response(last, lane, four);  // places beyond the last group repeat it
      }
    }
  }
}

// R of docs/theory/joints.md (6).
void Joints::respond_to_forces(const wheelrail::Workspace& contacts, multibody::Workspace& bodies) const {
  multibody::set_inverse_masses(bodies);
  respond_as(
      [&](std::size_t i) {
        return wheelrail::force_response(contact_, bodies.bodies[contact_.wheelsets[i].body],
                                         contacts.wheelsets[i]);
      },
      bodies.joints);
}

EvalStatus Joints::solve(const wheelrail::ContactState& state, multibody::Workspace& bodies,
                         wheelrail::Workspace& contacts, double* acceleration) {
  constexpr int max_iterations = 20;
  constexpr double small_step = 1e-5;  // its square is left, as in the solution of the contact
  multibody::JointWorkspace& joints = bodies.joints;
  // The next evaluation would start from what a failed one has reached.
  const auto failed = [&](EvalStatus status) {
    multibody::forget_multipliers(joints);
    if (!elastic_) keep_reactions(joints);
    return status;
  };
  respond_to_forces(contacts, bodies);
  const auto symmetry = elastic_ ? multibody::Symmetry::symmetric : multibody::Symmetry::none;
  if (solved(multibody::factorise_joints(symmetry, joints)) != EvalStatus::ok)
    return failed(EvalStatus::retry);
  if (elastic_) multibody::forget_multipliers(joints);
  for (int i = 0; i < max_iterations; ++i) {
    multibody::move_by_joints(multibody::Wanted::accelerations, joints, acceleration);
    const bool small_change = multibody::add_change(small_step, joints);
    if (elastic_) return EvalStatus::ok;
    if (small_change) {
      keep_reactions(joints);
      return EvalStatus::ok;
    }
    for (std::size_t b = 0; b < applied_.size(); ++b) bodies.bodies[b].force = applied_[b];
    multibody::add_joint_forces(joints, bodies.bodies);
    const EvalStatus status = wheelrail::solve_again(contact_, state, bodies, contacts, acceleration);
    if (status != EvalStatus::ok) return failed(status);
  }
  return failed(solved(EvalStatus::retry));
}

EvalStatus Joints::solved(EvalStatus status) {
  failed_ = status != EvalStatus::ok;
  return status;
}

// R of (7) in that document, or what takes its place.
void Joints::set_response(Move move, const wheelrail::Workspace& contacts, multibody::Workspace& bodies) {
  if (move == Move::dependent) {
    if (dependent_kept_) return multibody::take_dependent(partition_, bodies.joints);
    return multibody::choose_dependent(vehicle_, partition_, bodies.joints);
  }
  multibody::set_inverse_masses(bodies);
  if (move == Move::all) {
    respond_as(
        [&](std::size_t i) {
          return wheelrail::free_response(contact_, bodies.bodies[contact_.wheelsets[i].body], contacts, i);
        },
        bodies.joints);
    return;
  }
  // Light bodies go to heavy ones: a rotor is set spinning, its frame stays. Wheelsets stay.
  for (multibody::JointBatch& batch : bodies.joints.batches) {
    for (multibody::JointedBodies& four : batch.bodies) {
      const multibody::BodyBatch& of = bodies.batches[four.batch];
      const math::Batch share = (1 - of.wheelset) / (of.mass * of.mass);
      for (Eigen::Index i = 0; i < 36; ++i) four.response(i / 6, i % 6) *= share;
    }
  }
}

EvalStatus Joints::factorise(Move move, const track::TrackModel& track, const double* y,
                             multibody::Workspace& bodies, const wheelrail::Workspace& contacts) {
  multibody::evaluate_kinematics(vehicle_, track, y, bodies);
  multibody::evaluate_poses(vehicle_, bodies);
  multibody::evaluate_joints(vehicle_, y, 0, bodies);
  set_response(move, contacts, bodies);
  return multibody::factorise_joints(multibody::Symmetry::symmetric, bodies.joints);
}

multibody::JointDrift Joints::look(const track::TrackModel& track, const double* y,
                                   multibody::Workspace& bodies) const {
  multibody::evaluate_joint_errors(vehicle_, track, y, bodies);
  return multibody::joint_drift(bodies.joints);
}

// docs/theory/joints.md (7): positions in rounds, then the velocities with the last round's factors.
// factorised_at: how far the joints were apart at most where the factors of this move were made; infinite
// where none are.
EvalStatus Joints::fulfil(Move move, double factorised_at, multibody::JointDrift drift,
                          const track::TrackModel& track, multibody::Workspace& bodies,
                          const wheelrail::Workspace& contacts, double* y) {
  constexpr int max_rounds = 20;
  constexpr double same = 1e-6;  // [m, rad] over which S and J change by as much, of 1
  for (int round = 0; round < max_rounds; ++round) {
    if (round > 0) drift = look(track, y, bodies);
    const bool last = drift.position <= small;
    if (!last || factorised_at > same) {
      if (factorise(move, track, y, bodies, contacts) != EvalStatus::ok) return EvalStatus::retry;
      factorised_at = drift.position;
    }
    multibody::move_by_joints(multibody::Wanted::positions, bodies.joints, y);
    if (!last) continue;
    multibody::move_by_joints(multibody::Wanted::velocities, bodies.joints, y + vehicle_.velocity_offset());
    return EvalStatus::ok;
  }
  return EvalStatus::retry;
}

EvalStatus Joints::stabilise(const track::TrackModel& track, multibody::Workspace& bodies,
                             const wheelrail::Workspace& contacts, double* y) {
  last_drift_ = look(track, y, bodies);
  const double threshold = settings_.joint_stabilisation_threshold;
  switch (settings_.joint_stabilisation) {
    case JointStabilisation::projection:
      // With elastic contact R of the last evaluation is M⁻¹, and J hardly another: what that leaves of so
      // small an error is its thousandth.
      return solved(
          fulfil(Move::all, elastic_ ? small : no_factors, last_drift_, track, bodies, contacts, y));
    case JointStabilisation::partitioning:
      if (std::max(last_drift_.position, last_drift_.velocity) <= threshold) break;
      return solved(fulfil(Move::dependent, no_factors, last_drift_, track, bodies, contacts, y));
    case JointStabilisation::baumgarte:
      break;
  }
  return EvalStatus::ok;
}

const std::vector<unsigned char>& Joints::keep_dependent(multibody::Workspace& bodies) {
  multibody::choose_dependent(vehicle_, partition_, bodies.joints);
  dependent_kept_ = true;
  return partition_.chosen;
}

void Joints::keep_drift() {
  state_.drift = {std::max(state_.drift.position, last_drift_.position),
                  std::max(state_.drift.velocity, last_drift_.velocity)};
}

EvalStatus Joints::hang(const track::TrackModel& track, multibody::Workspace& bodies,
                        const wheelrail::Workspace& contacts, double* y) {
  EvalStatus status = EvalStatus::retry;
  for (const Move move : {Move::hanging, Move::all}) {
    if (status == EvalStatus::ok) break;
    status = fulfil(move, no_factors, look(track, y, bodies), track, bodies, contacts, y);
  }
  return solved(status);
}

}  // namespace flangeway::simulate
