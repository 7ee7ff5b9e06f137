// The joints of a vehicle: their reactions in an evaluation, and their stabilisation in time.
// Theory: docs/theory/joints.md.
#pragma once

#include <vector>

#include "flangeway/multibody/joint_partition.hpp"
#include "flangeway/multibody/joints.hpp"
#include "flangeway/simulate/state.hpp"
#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::simulate {

/// 1/s of Baumgarte's terms in the accelerations; 0 where there are none.
[[nodiscard]] double stabilisation_rate(const vehicle_case::IntegrationSettings& settings);

/// One per run. Its functions allocate nothing. Without joints none of them has to be called.
class Joints {
 public:
  /// `bodies`: the workspace it will be used with.
  Joints(const vehicle_case::CaseModel& model, JointState& state, const multibody::Workspace& bodies);
  [[nodiscard]] bool any() const { return !vehicle_.joints.empty(); }

  /// Before contact is evaluated, with all other forces in BodyState::force: the constraints, and where
  /// contact depends on them the reactions of the evaluation before.
  void begin(const double* y, multibody::Workspace& bodies);
  /// After contact: the reactions, and what they do to `acceleration`, six per body. `retry` where they have
  /// no solution.
  EvalStatus solve(const wheelrail::ContactState& state, multibody::Workspace& bodies,
                   wheelrail::Workspace& contacts, double* acceleration);

  /// After a step, with the wheels on their rails: what integration.joint_stabilisation asks for.
  EvalStatus stabilise(const track::TrackModel& track, multibody::Workspace& bodies,
                       const wheelrail::Workspace& contacts, double* y);
  /// At the start: moves bodies to the wheelsets on which they hang.
  EvalStatus hang(const track::TrackModel& track, multibody::Workspace& bodies,
                  const wheelrail::Workspace& contacts, double* y);

  /// Chooses the coordinates that depend on the others, 1 for each of these, and keeps the choice: else
  /// partitioning chooses anew each time. After an evaluation.
  const std::vector<unsigned char>& keep_dependent(multibody::Workspace& bodies);

  /// The last evaluation or stabilisation found no solution.
  [[nodiscard]] bool failed() const { return failed_; }
  /// The last stabilise() was called after a step.
  void keep_drift();
  /// Largest errors of the joints after steps, before anything was done about them.
  [[nodiscard]] const multibody::JointDrift& drift() const { return state_.drift; }

 private:
  enum class Move { all, hanging, dependent };  // which coordinates may be moved
  EvalStatus fulfil(Move move, double factorised_at, multibody::JointDrift drift,
                    const track::TrackModel& track, multibody::Workspace& bodies,
                    const wheelrail::Workspace& contacts, double* y);
  EvalStatus factorise(Move move, const track::TrackModel& track, const double* y,
                       multibody::Workspace& bodies, const wheelrail::Workspace& contacts);
  void set_response(Move move, const wheelrail::Workspace& contacts, multibody::Workspace& bodies);
  void respond_to_forces(const wheelrail::Workspace& contacts, multibody::Workspace& bodies) const;
  template <typename Response>
  void respond_as(const Response& response, multibody::JointWorkspace& joints) const;
  multibody::JointDrift look(const track::TrackModel& track, const double* y,
                             multibody::Workspace& bodies) const;
  EvalStatus solved(EvalStatus status);
  void take_reactions(multibody::JointWorkspace& joints) const;
  void keep_reactions(const multibody::JointWorkspace& joints);

  const wheelrail::Model& contact_;
  const multibody::Model& vehicle_;
  const vehicle_case::IntegrationSettings& settings_;
  JointState& state_;
  bool elastic_;               // contact does not depend on the reactions
  std::vector<Vec6> applied_;  // forces without contact and joints, per body
  multibody::PartitionWorkspace partition_;
  multibody::JointDrift last_drift_;
  bool failed_ = false, dependent_kept_ = false;
};

}  // namespace flangeway::simulate
