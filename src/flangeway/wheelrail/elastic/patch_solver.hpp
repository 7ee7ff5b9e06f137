// Patches of the wheels of a run, solved by boundary elements or strips where the wheels are.
// docs/theory/elastic.md
#pragma once

#include <memory>
#include <vector>

#include "flangeway/multibody/workspace.hpp"
#include "flangeway/wheel_on_rail/solve.hpp"
#include "flangeway/wheelrail/workspace.hpp"

namespace flangeway::wheelrail::elastic {

/// Action of one wheel's patches on the wheel: in the wheelset's track frame, moment about its centre.
struct PatchAction {
  wheel_on_rail::Status status = wheel_on_rail::Status::no_contact;
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();  ///< N, N m
  double pressure = 0;                               ///< N, sum of the normal forces of all patches
};

/// Profiles as the solvers need them, and their memory: no solution depends on the one before.
class PatchSolver {
 public:
  explicit PatchSolver(const Model& model);

  /// One wheel where the last evaluation had it. Steady rolling: the wheelset must move.
  PatchAction solve(std::size_t wheelset, std::size_t side, const multibody::BodyState& body,
                    const RailMotion& rail, const Placement& place);

 private:
  struct Wheel {
    wheel_on_rail::ContactProblem situation;
    wheel_on_rail::Contact contact;
    Vec2 rail_reference;
  };
  std::vector<std::array<Wheel, 2>> wheels_;
  wheel_on_rail::Workspace workspace_;
};

/// Slowest speed at which patches are solved, m/s: below it nothing rolls steadily.
inline constexpr double min_rolling_speed = 0.5;

}  // namespace flangeway::wheelrail::elastic
