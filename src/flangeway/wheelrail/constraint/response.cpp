#include <Eigen/LU>

#include "flangeway/multibody/joint_solution.hpp"
#include "flangeway/wheelrail/constraint/evaluate.hpp"

namespace flangeway::wheelrail {

// The linearised form of solve_multipliers (multipliers.cpp): with R = M⁻¹Bᵀ, and L the force of a unit
// multiplier with the creep forces that it causes, (Rᵀ L) δλ = −Rᵀ δQ and δq̈ = M⁻¹(δQ + L δλ).
Mat6 constraint::force_response(const Model& model, const multibody::BodyState& body,
                                const WheelsetResult& result) {
  const Mat6 inverse_mass = multibody::inverse_mass(body);
  Eigen::Matrix<double, 6, 2> response = inverse_mass * result.jacobian.transpose(), load = result.directions;
  const bool solved = model.settings.coupling == NormalForceCoupling::solved;
  for (std::size_t k = 0; solved && k < result.contact_count; ++k) {
    const Contact& contact = result.contacts[k];
    if (contact.elastic) continue;
    const contact::CreepForces& slope = contact.forces_by_load;
    const Vec6 change =
        multibody::generalized_force_at(body, contact.arm, Vec3::UnitX()) * slope.longitudinal +
        multibody::generalized_force_at(body, contact.arm, contact.lateral) * slope.lateral +
        multibody::generalized_force(body, Vec3::Zero(), contact.normal) * slope.spin_moment;
    load.col(0) += change * contact.multiplier_part[0];
    load.col(1) += change * contact.multiplier_part[1];
  }
  Eigen::Matrix2d schur = response.transpose() * load;
  for (Eigen::Index c = 0; c < 2; ++c) {
    if (!result.lifted[c]) continue;  // its multiplier stays 0
    response.col(c).setZero();
    schur.row(c) = Eigen::RowVector2d::Unit(c);
  }
  return inverse_mass - inverse_mass * load * schur.inverse() * response.transpose();
}

Mat6 constraint::free_response(const Model&, const multibody::BodyState& body, const Workspace& workspace,
                               std::size_t wheelset) {
  const Mat6 inverse_mass = multibody::inverse_mass(body);
  const WheelsetBatch& batch = workspace.batches[wheelset / math::batch_size];
  Eigen::Matrix<double, 2, 6> jacobian;
  for (Eigen::Index i = 0; i < 12; ++i)
    jacobian(i / 6, i % 6) = batch.constraints.jacobian(i / 6, i % 6)[wheelset % math::batch_size];
  const Eigen::Matrix<double, 6, 2> response = inverse_mass * jacobian.transpose();
  Eigen::Matrix2d schur = jacobian * response;
  for (Eigen::Index c = 0; c < 2; ++c)
    if (workspace.wheelsets[wheelset].lifted[c]) schur(c, c) = 1;
  return inverse_mass - response * schur.inverse() * response.transpose();
}

}  // namespace flangeway::wheelrail
