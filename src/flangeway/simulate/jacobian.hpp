// Assembles the Jacobian of the equations of motion from its parts, for implicit integration.
#pragma once

#include <cstdint>
#include <vector>

#include "flangeway/multibody/suspension_jacobian.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::simulate {

class Equations;

/// ∂f/∂y of Equations::derivative(). Derivatives with respect to a
/// wheelset's own coordinates are differences, taken at once for all wheelsets that no element joins. All
/// others follow from stiffness and damping of the elements between two bodies and from the response of each
/// body to a force. Theory: docs/theory/integrators.md.
class VehicleJacobian {
 public:
  explicit VehicleJacobian(const vehicle_case::CaseModel& model);

  /// At (t, y), where derivative() was evaluated last, with result dydt. `matrix`: column-major, zeroed; adds
  /// to `evaluations` how often derivative() was called. Allocates nothing.
  EvalStatus evaluate(Equations& equations, double t, const double* y, const double* dydt, double* matrix,
                      std::uint64_t* evaluations);

  /// Evaluations of the derivative for one Jacobian.
  [[nodiscard]] std::size_t evaluations() const;

 private:
  void colour_wheelsets();
  void couple_bodies(const Equations& equations, const double* y, double* matrix);
  void couple_rails(const Equations& equations, std::size_t wheelset,
                    Eigen::Map<Eigen::MatrixXd>& jacobian) const;
  void add_joints(const Equations& equations, double* matrix);
  EvalStatus difference_wheelsets(Equations& equations, double t, const double* y, const double* dydt,
                                  double* matrix, std::uint64_t* evaluations);

  EvalStatus difference_rails(Equations& equations, double t, const double* y, const double* dydt,
                              double* matrix, std::uint64_t* evaluations);
  EvalStatus difference_twists(Equations& equations, double t, const double* y, const double* dydt,
                               double* matrix, std::uint64_t* evaluations);
  void set_column(std::size_t body, std::size_t at, double change, const double* dydt, double* matrix) const;

  const vehicle_case::CaseModel& model_;
  multibody::SuspensionJacobian suspension_;
  std::vector<std::vector<std::size_t>> colours_;     // bodies of wheelsets that may be moved together
  std::vector<std::vector<std::size_t>> moved_with_;  // bodies whose q̈ a wheelset's coordinates change
  multibody::JointWorkspace joints_;
  std::vector<double> moved_, rate_;
};

}  // namespace flangeway::simulate
