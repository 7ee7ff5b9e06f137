#include "flangeway/simulate/jacobian.hpp"

#include <algorithm>
#include <span>

#include "flangeway/multibody/joint_batches.hpp"
#include "flangeway/multibody/joint_solution.hpp"
#include "flangeway/simulate/equations.hpp"
#include "flangeway/wheelrail/response.hpp"

namespace flangeway::simulate {
namespace {

// Increments of a wheelset's coordinates: far above rounding (forces are solved to 1e-10), far below the
// lengths over which contact changes (a transition to the flange takes some 0.1 mm, creep saturates at some
// 10 mm/s). The angle of rotation comes last, and counts where wheels are not round.
struct Increment {
  std::size_t place;  // among q, q̇ of the wheelset
  double size;        // m, rad, m/s, rad/s
};
constexpr Increment increments[] = {{0, 1e-5}, {1, 1e-7}, {2, 1e-7}, {3, 1e-7},  {5, 1e-7},  {6, 1e-6},
                                    {7, 1e-6}, {8, 1e-6}, {9, 1e-6}, {10, 1e-6}, {11, 1e-6}, {4, 1e-7}};

std::span<const Increment> increments_of(const vehicle_case::CaseModel& model) {
  const std::span<const Increment> all(increments);
  return model.contact.surfaces.even() ? all.first(all.size() - 1) : all;
}

// Calls use(i, j) for the two bodies of every element that joins bodies.
template <typename Use>
void for_each_joint(const multibody::Model& model, const Use& use) {
  for (const multibody::ElementInfo& e : model.elements)
    if (e.i < model.body_count() && e.j < model.body_count()) use(e.i, e.j);
}

}  // namespace

VehicleJacobian::VehicleJacobian(const vehicle_case::CaseModel& model)
    : model_(model),
      suspension_(multibody::make_suspension_jacobian(model.vehicle.bodies)),
      moved_with_(model.vehicle.bodies.body_count()),
      joints_(multibody::make_joint_workspace(model.vehicle.bodies)),
      moved_(model.vehicle.bodies.state_size()),
      rate_(moved_.size()) {
  for (std::size_t b = 0; b < moved_with_.size(); ++b) moved_with_[b] = {b};
  for (const multibody::JointGroup& group : model.vehicle.bodies.joint_groups)
    for (const std::size_t b : group.bodies) moved_with_[b] = group.bodies;
  colour_wheelsets();
}

// Greedily: the first colour without a wheelset that an element joins to this one.
void VehicleJacobian::colour_wheelsets() {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  const auto joined = [&](std::size_t a, std::size_t b) {
    bool found = false;
    for_each_joint(vehicle, [&](std::size_t i, std::size_t j) {
      const auto moves = [&](std::size_t wheelset, std::size_t body) {
        return std::count(moved_with_[wheelset].begin(), moved_with_[wheelset].end(), body) > 0;
      };
      found = found || (moves(a, i) && moves(b, j)) || (moves(b, i) && moves(a, j));
    });
    return found || std::count(moved_with_[a].begin(), moved_with_[a].end(), b) > 0;
  };
  for (const wheelrail::Wheelset& wheelset : model_.contact.wheelsets) {
    const auto free = std::find_if(colours_.begin(), colours_.end(), [&](const auto& colour) {
      return std::none_of(colour.begin(), colour.end(),
                          [&](std::size_t body) { return joined(body, wheelset.body); });
    });
    (free == colours_.end() ? colours_.emplace_back() : *free).push_back(wheelset.body);
  }
}

std::size_t VehicleJacobian::evaluations() const {
  const std::size_t of_rails = model_.mass_spring ? colours_.size() * model_.mass_spring->track.states() : 0;
  return colours_.size() * increments_of(model_).size() + model_.vehicle.bodies.axle_twists.size() + of_rails;
}

EvalStatus VehicleJacobian::evaluate(Equations& equations, double t, const double* y, const double* dydt,
                                     double* matrix, std::uint64_t* evaluations) {
  couple_bodies(equations, y, matrix);
  if (!joints_.batches.empty()) add_joints(equations, matrix);
  const EvalStatus status = difference_wheelsets(equations, t, y, dydt, matrix, evaluations);
  if (status != EvalStatus::ok) return status;
  if (model_.mass_spring) {
    const EvalStatus moved = difference_rails(equations, t, y, dydt, matrix, evaluations);
    if (moved != EvalStatus::ok) return moved;
  }
  return difference_twists(equations, t, y, dydt, matrix, evaluations);
}

// Column `at` of what a wheelset's coordinates change: q̈ of the bodies that move with it, and its twist.
void VehicleJacobian::set_column(std::size_t body, std::size_t at, double change, const double* dydt,
                                 double* matrix) const {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  const std::size_t n = vehicle.state_size(), v = vehicle.velocity_offset(), u = vehicle.auxiliary_offset();
  const auto set = [&](std::size_t row) { matrix[row + n * at] = (rate_[row] - dydt[row]) / change; };
  for (const std::size_t other : moved_with_[body])
    for (std::size_t k = 0; k < 6; ++k) set(v + 6 * other + k);
  for (const multibody::AxleTwist& twist : vehicle.axle_twists)
    if (std::count(moved_with_[body].begin(), moved_with_[body].end(), twist.body) > 0) set(u + twist.rate);
  for (std::size_t i = 0; model_.mass_spring && i < model_.contact.wheelsets.size(); ++i) {
    const std::size_t other = model_.contact.wheelsets[i].body;
    if (std::count(moved_with_[body].begin(), moved_with_[body].end(), other) == 0) continue;
    const std::size_t states = model_.mass_spring->track.states();
    for (std::size_t k = 0; k < states; ++k) set(model_.mass_spring->state_of(i) + k);
  }
}

EvalStatus VehicleJacobian::difference_rails(Equations& equations, double t, const double* y,
                                             const double* dydt, double* matrix, std::uint64_t* evaluations) {
  constexpr double displaced = 1e-7, moving = 1e-6;  // m, rad; m/s, rad/s
  const vehicle_case::MassSpringRails& rails = *model_.mass_spring;
  for (const std::vector<std::size_t>& colour : colours_) {
    for (std::size_t k = 0; k < rails.track.states(); ++k) {
      const double change = k < rails.track.coordinates() ? displaced : moving;
      const auto at = [&](std::size_t body) {
        return rails.state_of(wheelrail::wheelset_of(model_.contact, body)) + k;
      };
      for (const std::size_t body : colour) moved_[at(body)] = y[at(body)] + change;
      const EvalStatus status = equations.derivative(t, moved_.data(), rate_.data());
      ++*evaluations;
      if (status != EvalStatus::ok) return status;
      for (const std::size_t body : colour) {
        set_column(body, at(body), moved_[at(body)] - y[at(body)], dydt, matrix);
        moved_[at(body)] = y[at(body)];
      }
    }
  }
  return EvalStatus::ok;
}

EvalStatus VehicleJacobian::difference_twists(Equations& equations, double t, const double* y,
                                              const double* dydt, double* matrix,
                                              std::uint64_t* evaluations) {
  constexpr double increment = 1e-6;  // rad/s
  const multibody::Model& vehicle = model_.vehicle.bodies;
  const std::size_t n = vehicle.state_size(), u = vehicle.auxiliary_offset();
  for (const multibody::AxleTwist& twist : vehicle.axle_twists) {
    const std::size_t at = u + twist.rate;
    moved_[at] = y[at] + increment;
    const EvalStatus status = equations.derivative(t, moved_.data(), rate_.data());
    ++*evaluations;
    if (status != EvalStatus::ok) return status;
    set_column(twist.body, at, moved_[at] - y[at], dydt, matrix);
    moved_[at] = y[at];
    if (!twist.elastic) continue;
    matrix[u + twist.angle + n * at] = 1;
    matrix[at + n * (u + twist.angle)] = -twist.stiffness / twist.inertia;
  }
  return EvalStatus::ok;
}

// q̈ of body i through the elements: its answer to a force times the force's change with the coordinates of
// body j.
void VehicleJacobian::couple_bodies(const Equations& equations, const double* y, double* matrix) {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  multibody::evaluate_suspension_jacobian(vehicle, y, equations.workspace().bodies, suspension_);
  const auto n = static_cast<Eigen::Index>(vehicle.state_size()),
             v = static_cast<Eigen::Index>(vehicle.velocity_offset()),
             u = static_cast<Eigen::Index>(vehicle.auxiliary_offset()), a = n - u;
  Eigen::Map<Eigen::MatrixXd> jacobian(matrix, n, n);
  jacobian.block(0, v, v, v).setIdentity();
  jacobian.block(u, 0, a, v) = suspension_.rate_by_position;
  jacobian.block(u, v, a, v) = suspension_.rate_by_velocity;
  jacobian.block(u, u, a, a) = suspension_.rate_by_auxiliary;
  for (std::size_t b = 0; b < vehicle.body_count(); ++b) {
    const multibody::BodyState& body = equations.workspace().bodies.bodies[b];
    Mat6 answer = multibody::inverse_mass(body);
    if (const std::size_t i = wheelrail::wheelset_of(model_.contact, b); i != multibody::no_index) {
      answer = wheelrail::force_response(model_.contact, body, equations.workspace().contacts.wheelsets[i]);
      if (model_.mass_spring) couple_rails(equations, i, jacobian);
    }
    const auto row = static_cast<Eigen::Index>(6 * b);
    for (Eigen::Index column = 0; column < v; column += 6) {
      jacobian.block<6, 6>(v + row, column) = answer * suspension_.by_position.block<6, 6>(row, column);
      jacobian.block<6, 6>(v + row, v + column) = answer * suspension_.by_velocity.block<6, 6>(row, column);
    }
    for (Eigen::Index k = 0; k < a; ++k)
      jacobian.block<6, 1>(v + row, u + k) = answer * suspension_.by_auxiliary.block<6, 1>(row, k);
  }
}

// Element forces on a wheelset on constraints also load its rails.
void VehicleJacobian::couple_rails(const Equations& equations, std::size_t wheelset,
                                   Eigen::Map<Eigen::MatrixXd>& jacobian) const {
  const vehicle_case::MassSpringRails& rails = *model_.mass_spring;
  const std::size_t body = model_.contact.wheelsets[wheelset].body;
  wheelrail::RailForceResponse answer =
      wheelrail::rail_force_response(model_.contact, equations.workspace().bodies.bodies[body],
                                     equations.workspace().contacts.wheelsets[wheelset]);
  for (Eigen::Index k = 0; k < answer.rows(); ++k) answer.row(k) /= rails.track.mass(k);
  const auto row = static_cast<Eigen::Index>(6 * body),
             v = static_cast<Eigen::Index>(model_.vehicle.bodies.velocity_offset()),
             first = static_cast<Eigen::Index>(rails.state_of(wheelset) + rails.track.coordinates());
  for (Eigen::Index column = 0; column < v; column += 6) {
    jacobian.block<4, 6>(first, column) = answer * suspension_.by_position.block<6, 6>(row, column);
    jacobian.block<4, 6>(first, v + column) = answer * suspension_.by_velocity.block<6, 6>(row, column);
  }
  for (Eigen::Index k = 0; k < suspension_.by_auxiliary.cols(); ++k)
    jacobian.block<4, 1>(first, 2 * v + k) = answer * suspension_.by_auxiliary.block<6, 1>(row, k);
}

// Joints pass on what forces do to the bodies that they hold: δq̈ + R Jᵀ S⁻¹(δγ − J δq̈). Of δγ Baumgarte's
// terms are kept; how J turns with the positions is left out.
void VehicleJacobian::add_joints(const Equations& equations, double* matrix) {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  const std::size_t n = vehicle.state_size(), v = vehicle.velocity_offset();
  const double rate = stabilisation_rate(model_.integration);
  joints_ = equations.workspace().bodies.joints;
  for (std::size_t column = 0; column < n; ++column) {
    double* const answer = matrix + n * column + v;
    // δγ is J times this.
    const double share = column < v ? -rate * rate : column < 2 * v ? -2 * rate : 0;
    answer[column % v] -= share;
    multibody::move_by_joints(multibody::Wanted::none, joints_, answer);
    answer[column % v] += share;
  }
}

EvalStatus VehicleJacobian::difference_wheelsets(Equations& equations, double t, const double* y,
                                                 const double* dydt, double* matrix,
                                                 std::uint64_t* evaluations) {
  const multibody::Model& vehicle = model_.vehicle.bodies;
  const std::size_t n = vehicle.state_size(), v = vehicle.velocity_offset();
  std::copy_n(y, n, moved_.data());
  for (const std::vector<std::size_t>& colour : colours_) {
    for (const Increment& increment : increments_of(model_)) {
      const std::size_t shift = increment.place < 6 ? increment.place : v + increment.place - 6;
      for (const std::size_t body : colour) moved_[6 * body + shift] = y[6 * body + shift] + increment.size;
      const EvalStatus status = equations.derivative(t, moved_.data(), rate_.data());
      ++*evaluations;
      if (status != EvalStatus::ok) return status;
      for (const std::size_t body : colour) {
        const std::size_t at = 6 * body + shift;
        const double change = moved_[at] - y[at];
        set_column(body, at, change, dydt, matrix);
        moved_[at] = y[at];
      }
    }
  }
  return EvalStatus::ok;
}

}  // namespace flangeway::simulate
