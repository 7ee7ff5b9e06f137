// Solves the contact patches of the wheels of a run by boundary elements or strips.
// docs/theory/elastic.md
#pragma once

#include <memory>
#include <vector>

#include "flangeway/multibody/workspace.hpp"
#include "flangeway/wheel_on_rail/solve.hpp"
#include "flangeway/wheelrail/workspace.hpp"

namespace flangeway::wheelrail::elastic {

/// One patch, in its contact plane: x forward, y to the left.
struct PatchForces {
  double wheel_y = 0;                                ///< m, on the wheel's profile, as of a left wheel
  double normal = 0, longitudinal = 0, lateral = 0;  ///< N, creep forces on the wheel
  double spin_moment = 0;                            ///< N m, about the normal at its middle
  double half_length = 0, half_width = 0, max_pressure = 0;  ///< m, m, Pa
};

/// Action of one wheel's patches on the wheel: in the wheelset's track frame, moment about its centre.
struct PatchAction {
  wheel_on_rail::Status status = wheel_on_rail::Status::no_contact;
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();  ///< N, N m
  double pressure = 0;                               ///< N, sum of the normal forces of all patches
  std::size_t patch_count = 0;
  std::array<PatchForces, 4> patches;  ///< the first from the flange on
};

/// The profiles of all wheels and the memory of their solvers. No solution depends on the one before, so that
/// wheels can be solved at the same time.
class PatchSolver {
 public:
  explicit PatchSolver(const Model& model);

  /// Solves the patches of one wheel at the place of the last evaluation. Rolling is steady, so the wheelset
  /// must move.
  PatchAction solve(std::size_t wheelset, std::size_t side, const multibody::BodyState& body,
                    const RailMotion& rail, const Placement& place);

  struct Place {
    std::size_t wheelset, side;
  };
  std::vector<Place> list;           ///< wheels to be solved next …
  std::vector<PatchAction> actions;  ///< … and what came out

 private:
  struct Wheel {
    wheel_on_rail::ContactProblem situation;
    wheel_on_rail::Contact contact;
    Vec2 rail_reference;
    wheel_on_rail::Workspace workspace;
  };
  std::vector<std::array<Wheel, 2>> wheels_;
};

/// Lowest speed at which patches are solved, m/s. Below it there is no steady rolling.
inline constexpr double min_rolling_speed = 0.5;

}  // namespace flangeway::wheelrail::elastic
