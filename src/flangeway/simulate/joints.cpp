#include "flangeway/simulate/joints.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/multibody/joint_solution.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/multibody/suspension.hpp"
#include "flangeway/wheelrail/response.hpp"

namespace flangeway::simulate {

using vehicle::JointStabilisation;

Joints::Joints(const vehicle::CaseModel& model)
    : contact_(model.contact),
      vehicle_(model.vehicle.bodies),
      spec_(model.spec.integration),
      wheelset_of_(vehicle_.body_count(), multibody::no_index),
      applied_(vehicle_.body_count()),
      none_(6 * vehicle_.body_count(), 0.0),
      partition_(multibody::make_partition_workspace(vehicle_)) {
  for (std::size_t i = 0; i < contact_.wheelsets.size(); ++i) wheelset_of_[contact_.wheelsets[i].body] = i;
}

void Joints::begin(const double* y, multibody::Workspace& bodies) {
  const bool damped = spec_.joint_stabilisation != JointStabilisation::projection;
  multibody::evaluate_joints(vehicle_, y, damped ? spec_.joint_stabilisation_rate : 0, bodies);
  if (wheelrail::is_elastic(contact_.settings.method)) return;
  for (std::size_t b = 0; b < applied_.size(); ++b) applied_[b] = bodies.bodies[b].force;
  multibody::add_joint_forces(bodies.joints, bodies.joints.multipliers, bodies.bodies);
}

// R of docs/theory/joints.md (6).
void Joints::respond_to_forces(const wheelrail::Workspace& contacts, multibody::Workspace& bodies) {
  const bool elastic = wheelrail::is_elastic(contact_.settings.method);
  for (const multibody::JointGroup& group : vehicle_.joint_groups) {
    for (const std::size_t b : group.bodies) {
      const multibody::BodyState& body = bodies.bodies[b];
      const std::size_t i = wheelset_of_[b];
      bodies.joints.response[b] = i == multibody::no_index || elastic
                                      ? multibody::inverse_mass(body)
                                      : wheelrail::force_response(contact_, body, contacts.wheelsets[i]);
    }
  }
}

namespace {

double right_hand(const multibody::JointRow& row) {
  return row.right_hand;
}

bool is_small(const std::vector<double>& change, const std::vector<double>& multipliers) {
  constexpr double relative = 1e-5;  // its square is left, as in the solution of the contact
  double largest = 0, all = 0;
  for (const double c : change) {
    if (!std::isfinite(c)) return false;
    largest = std::max(largest, std::abs(c));
  }
  for (const double m : multipliers) all = std::max(all, std::abs(m));
  return largest <= relative * all + 1e-9;
}

}  // namespace

EvalStatus Joints::solve(multibody::Workspace& bodies, wheelrail::Memory& memory,
                         wheelrail::Workspace& contacts, double* acceleration) {
  constexpr int most_iterations = 20;
  multibody::JointWorkspace& joints = bodies.joints;
  const bool elastic = wheelrail::is_elastic(contact_.settings.method);
  // The next evaluation would start from what a failed one has reached.
  const auto failed = [&](EvalStatus status) {
    std::fill(joints.multipliers.begin(), joints.multipliers.end(), 0.0);
    return status;
  };
  respond_to_forces(contacts, bodies);
  if (solved(multibody::factorise_joints(joints)) != EvalStatus::ok) return failed(EvalStatus::retry);
  if (elastic) std::fill(joints.multipliers.begin(), joints.multipliers.end(), 0.0);
  for (int i = 0; i < most_iterations; ++i) {
    multibody::solve_joints(right_hand, acceleration, joints);
    multibody::move_by_joints(joints, acceleration);
    for (std::size_t r = 0; r < joints.change.size(); ++r) joints.multipliers[r] += joints.change[r];
    if (elastic || is_small(joints.change, joints.multipliers)) {
      multibody::add_joint_forces(joints, joints.change, bodies.bodies);
      return EvalStatus::ok;
    }
    for (std::size_t b = 0; b < applied_.size(); ++b) bodies.bodies[b].force = applied_[b];
    multibody::add_joint_forces(joints, joints.multipliers, bodies.bodies);
    const EvalStatus status = wheelrail::solve_again(contact_, bodies, memory, contacts, acceleration);
    if (status != EvalStatus::ok) return failed(status);
  }
  return failed(solved(EvalStatus::retry));
}

EvalStatus Joints::solved(EvalStatus status) {
  failed_ = status != EvalStatus::ok;
  return status;
}

void Joints::look(const track::TrackModel& track, const double* y, multibody::Workspace& bodies) const {
  multibody::evaluate_kinematics(vehicle_, track, y, bodies);
  multibody::evaluate_poses(vehicle_, bodies);
  multibody::evaluate_joints(vehicle_, y, 0, bodies);
}

void Joints::set_response(Move move, const wheelrail::Workspace& contacts, multibody::Workspace& bodies) {
  if (move == Move::dependent) return multibody::choose_dependent(vehicle_, partition_, bodies.joints);
  for (const multibody::JointGroup& group : vehicle_.joint_groups) {
    for (const std::size_t b : group.bodies) {
      const std::size_t i = wheelset_of_[b];
      Mat6& response = bodies.joints.response[b];
      if (i == multibody::no_index) {
        response = multibody::inverse_mass(bodies.bodies[b]);
        // Light bodies go to heavy ones: a rotor is set spinning, its frame stays.
        if (move == Move::hanging) response /= vehicle_.bodies[b].mass * vehicle_.bodies[b].mass;
      } else if (move == Move::all) {
        response = wheelrail::free_response(contact_, bodies.bodies[b], contacts, i);
      } else {
        response.setZero();
      }
    }
  }
}

// docs/theory/joints.md (7): positions in rounds, then the velocities with the last round's Jacobian.
EvalStatus Joints::fulfil(Move move, const track::TrackModel& track, multibody::Workspace& bodies,
                          const wheelrail::Workspace& contacts, double* y) {
  constexpr int most_rounds = 20;
  constexpr double small = 1e-9;  // [m, rad] a round squares what is left, over lengths of about a metre
  multibody::JointWorkspace& joints = bodies.joints;
  double* const velocity = y + vehicle_.velocity_offset();
  for (int round = 0; round < most_rounds; ++round) {
    if (round > 0) look(track, y, bodies);
    const bool last = multibody::joint_drift(joints).position <= small;
    // With elastic contact R of the last evaluation is M⁻¹, and J hardly another: what that leaves of so
    // small an error is its thousandth.
    if (!last || move != Move::all || !wheelrail::is_elastic(contact_.settings.method)) {
      set_response(move, contacts, bodies);
      if (multibody::factorise_joints(joints) != EvalStatus::ok) return EvalStatus::retry;
    }
    multibody::solve_joints([](const multibody::JointRow& row) { return -row.residual; }, none_.data(),
                            joints);
    multibody::move_by_joints(joints, y);
    if (!last) continue;
    multibody::solve_joints([](const multibody::JointRow&) { return 0.0; }, velocity, joints);
    multibody::move_by_joints(joints, velocity);
    return EvalStatus::ok;
  }
  return EvalStatus::retry;
}

EvalStatus Joints::stabilise(const track::TrackModel& track, multibody::Workspace& bodies,
                             const wheelrail::Workspace& contacts, double* y) {
  look(track, y, bodies);
  const multibody::JointDrift drift = multibody::joint_drift(bodies.joints);
  drift_ = {std::max(drift_.position, drift.position), std::max(drift_.velocity, drift.velocity)};
  const double threshold = spec_.joint_stabilisation_threshold;
  switch (spec_.joint_stabilisation) {
    case JointStabilisation::projection:
      return solved(fulfil(Move::all, track, bodies, contacts, y));
    case JointStabilisation::partitioning:
      if (std::max(drift.position, drift.velocity) <= threshold) break;
      return solved(fulfil(Move::dependent, track, bodies, contacts, y));
    case JointStabilisation::baumgarte:
      break;
  }
  return EvalStatus::ok;
}

EvalStatus Joints::hang(const track::TrackModel& track, multibody::Workspace& bodies,
                        const wheelrail::Workspace& contacts, double* y) {
  look(track, y, bodies);
  if (fulfil(Move::hanging, track, bodies, contacts, y) == EvalStatus::ok) return solved(EvalStatus::ok);
  look(track, y, bodies);
  return solved(fulfil(Move::all, track, bodies, contacts, y));
}

}  // namespace flangeway::simulate
