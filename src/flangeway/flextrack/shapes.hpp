// A piece of track, reduced to the basis vectors that loads near its middle excite.
// Theory: docs/theory/flexible_track.md, "Windows".
#pragma once

#include <Eigen/Dense>

#include "flangeway/flextrack/matrices.hpp"
#include "flangeway/flextrack/stepped_track.hpp"

namespace flangeway::flextrack {

using Shapes = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Immutable; shared by the windows of groups with the same wheelset distances.
struct ReducedTrack {
  Structure structure;        ///< without its changes, its joints closed
  Mesh mesh;                  ///< straight, from x = 0
  double step = 0;            ///< s
  double first_wheelset = 0;  ///< m, least x of the first wheelset; it moves one bay from there
  Shapes shapes;              ///< V: unknowns of the mesh × shapes; Vᵀ A V = I with A of the step
  std::size_t symmetric = 0;  ///< so many shapes come first that the mirror keeps; it turns round the others
  Eigen::MatrixXd damping, stiffness;  ///< Vᵀ C V, Vᵀ K V
  Eigen::MatrixXd inverse_stiffness;
  Eigen::MatrixXd shift;  ///< the same state seen from the window one bay further on: (10) of the theory

  [[nodiscard]] Eigen::Index size() const { return shapes.cols(); }
  [[nodiscard]] double bay() const { return structure.spacing; }
};

/// `places`: of the wheelsets, the rearmost one at 0, ascending, m.
[[nodiscard]] ReducedTrack reduce(const Structure& structure, const std::vector<double>& places, double step,
                                  const WindowSettings& settings);

}  // namespace flangeway::flextrack
