// The matrices of a mesh.
#pragma once

#include <Eigen/SparseCore>

#include "flangeway/flextrack/mesh.hpp"

namespace flangeway::flextrack {

using SparseMatrix = Eigen::SparseMatrix<double>;

/// Symmetric, whole; unknown 6 · node + component, global components.
struct Matrices {
  SparseMatrix mass, damping, stiffness;
};

[[nodiscard]] Matrices assemble(const Mesh& mesh);
/// Effective mass of the acceleration at the end of a Newmark step: M + h/2 C + h²/4 K.
[[nodiscard]] SparseMatrix stepped_matrix(const Matrices& matrices, double step);

/// Deflection of a spring: relative displacement and rotation of its ends in its frame from the unknowns of
/// node i and of node j (zero for the ground). docs/theory/flexible_track.md (4)
[[nodiscard]] Mat6x12 relative_motion(const SpringElement& spring);
/// Force and moment of a spring on its node i in its frame for the unknowns and velocities of the mesh.
[[nodiscard]] Vec6 spring_force(const SpringElement& spring, const Eigen::VectorXd& displacement,
                                const Eigen::VectorXd& velocity);

/// The unknowns of nodes i and j of an element among those of the mesh; zero for the ground.
[[nodiscard]] Eigen::Matrix<double, 12, 1> gather(std::size_t i, std::size_t j,
                                                  const Eigen::VectorXd& values);

}  // namespace flangeway::flextrack
