#include <Eigen/LU>

#include "flangeway/multibody/joint_solution.hpp"
#include "flangeway/wheelrail/constraint/evaluate.hpp"
#include "flangeway/wheelrail/response.hpp"

namespace flangeway::wheelrail {

namespace {

using RailLoads = Eigen::Matrix<double, 4, 2>;

// The linearised form of solve_multipliers (multipliers.cpp): with R = M⁻¹Bᵀ, and L the force of a unit
// multiplier with the creep forces that it causes, S = Rᵀ L, and with rails that move S = Rᵀ L + P f: f are
// the forces of the wheels on their rails for a unit multiplier, and P what these do to the constraints.
struct Linearised {
  Mat6 inverse_mass;
  Eigen::Matrix<double, 6, 2> response, load;
  RailLoads rail_load = RailLoads::Zero();
  Eigen::Matrix2d schur;
};

void add_rail_load(const Contact& contact, double slope, RailLoads& load) {
  const Vec3 force = contact.normal + contact.lateral * slope;
  const auto first = static_cast<Eigen::Index>(2 * contact.side);
  for (Eigen::Index m = 0; m < 2; ++m)
    load.col(m).segment<2>(first) += force.tail<2>() * contact.multiplier_part[m];
}

Linearised linearise(const Model& model, const multibody::BodyState& body, const WheelsetResult& result) {
  Linearised out;
  out.inverse_mass = multibody::inverse_mass(body);
  out.response = out.inverse_mass * result.jacobian.transpose(), out.load = result.directions;
  const bool solved = model.settings.coupling == NormalForceCoupling::solved;
  for (std::size_t k = 0; k < result.contact_count; ++k) {
    const Contact& contact = result.contacts[k];
    if (contact.elastic) continue;
    const contact::CreepForces& slope = contact.forces_by_load;
    if (model.rails_move) add_rail_load(contact, solved ? slope.lateral : 0, out.rail_load);
    if (!solved) continue;
    const Vec6 change =
        multibody::generalized_force_at(body, contact.arm, Vec3::UnitX()) * slope.longitudinal +
        multibody::generalized_force_at(body, contact.arm, contact.lateral) * slope.lateral +
        multibody::generalized_force(body, Vec3::Zero(), contact.normal) * slope.spin_moment;
    out.load.col(0) += change * contact.multiplier_part[0];
    out.load.col(1) += change * contact.multiplier_part[1];
  }
  out.schur = out.response.transpose() * out.load;
  if (model.rails_move) out.schur += result.rail_response * out.rail_load;
  for (Eigen::Index c = 0; c < 2; ++c) {
    if (!result.lifted[static_cast<std::size_t>(c)]) continue;  // its multiplier stays 0
    out.response.col(c).setZero();
    out.schur.row(c) = Eigen::RowVector2d::Unit(c);
  }
  return out;
}

}  // namespace

// (Rᵀ L) δλ = −Rᵀ δQ and δq̈ = M⁻¹(δQ + L δλ).
Mat6 constraint::force_response(const Model& model, const multibody::BodyState& body,
                                const WheelsetResult& result) {
  const Linearised l = linearise(model, body, result);
  return l.inverse_mass - l.inverse_mass * l.load * l.schur.inverse() * l.response.transpose();
}

// A wheel's force on its rail is opposite to the rail's force on the wheel.
RailForceResponse rail_force_response(const Model& model, const multibody::BodyState& body,
                                      const WheelsetResult& result) {
  if (!constrained(*model.method)) return RailForceResponse::Zero();
  const Linearised l = linearise(model, body, result);
  return l.rail_load * l.schur.inverse() * l.response.transpose();
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
    if (workspace.wheelsets[wheelset].lifted[static_cast<std::size_t>(c)]) schur(c, c) = 1;
  return inverse_mass - response * schur.inverse() * response.transpose();
}

}  // namespace flangeway::wheelrail
