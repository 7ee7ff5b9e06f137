#include "flangeway/simulate/reduced_equations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "flangeway/multibody/lists.hpp"
#include "flangeway/simulate/mass_spring_rails.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/wheel.hpp"

namespace flangeway::simulate {
namespace {

using Kind = ReducedComponent::Kind;

constexpr std::size_t pitch = 4;

// The coordinates that the constraints leave free, as places in the first half of the state.
std::vector<std::size_t> independent(Equations& equations) {
  const multibody::Model& vehicle = equations.model().vehicle.bodies;
  const std::span<const std::size_t> of_wheelset = equations.model().contact.method->free_coordinates;
  const std::vector<unsigned char>& dependent =
      equations.joints().keep_dependent(equations.workspace().bodies);
  std::vector<std::size_t> result;
  for (std::size_t b = 0; b < vehicle.body_count(); ++b) {
    for (std::size_t k = 0; k < 6; ++k) {
      const bool constrained = vehicle.bodies[b].wheelset &&
                               std::find(of_wheelset.begin(), of_wheelset.end(), k) == of_wheelset.end();
      const bool driven = b == vehicle.driven_body && k == 0;
      if (!constrained && !driven && !dependent[6 * b + k]) result.push_back(6 * b + k);
    }
  }
  return result;
}

std::vector<ReducedComponent> make_components(Equations& equations, RollingAngles angles) {
  const multibody::Model& vehicle = equations.model().vehicle.bodies;
  const std::vector<std::size_t> free = independent(equations);
  std::vector<ReducedComponent> components;
  for (const std::size_t i : free) {
    const bool rolls = vehicle.bodies[i / 6].wheelset && i % 6 == pitch;
    if (!rolls || angles == RollingAngles::kept) components.push_back({Kind::position, i, i / 6, i % 6});
  }
  for (const std::size_t i : free)
    components.push_back({Kind::velocity, vehicle.velocity_offset() + i, i / 6, i % 6});
  for (std::size_t i = 0; i < vehicle.auxiliary_count; ++i)
    components.push_back({Kind::auxiliary, vehicle.auxiliary_offset() + i, 0, 0});
  return components;
}

// Joint constraints fix the coordinates that depend on the others, and the speed is the requested one. No
// step ends here, after which contacts that come nearer would be looked for.
vehicle_case::CaseModel prepared(const vehicle_case::CaseModel& model) {
  vehicle_case::CaseModel copy = model;
  copy.integration.joint_stabilisation = vehicle_case::JointStabilisation::partitioning;
  copy.integration.joint_stabilisation_threshold = 0;
  copy.drive.speed_profile.clear();
  copy.contact.settings.look = wheelrail::Look::all;
  return copy;
}

double largest_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

}  // namespace

const char* coordinate_name(std::size_t coordinate) {
  constexpr const char* names[] = {"s", "y", "z", "roll", "pitch", "yaw"};
  return names[coordinate];
}

std::string ReducedComponent::name(const multibody::Model& vehicle) const {
  return fmt::format("{}.{}", vehicle.bodies[body].name, coordinate_name(coordinate));
}

ReducedEquations::ReducedEquations(const vehicle_case::CaseModel& model, RollingAngles angles)
    : model_(prepared(model)),
      start_speed_(model.drive.speed),
      simulation_(model_),
      components_(make_components(simulation_.equations(), angles)),
      start_(simulation_.state().y),
      y_(start_),
      rate_(start_),
      before_(start_) {}

// Velocities at the start are proportional to the speed: wheels roll without slip.
double ReducedEquations::base(const ReducedComponent& component, double speed) const {
  if (component.kind == Kind::velocity) return start_[component.place] * (speed / start_speed_);
  return start_[component.place];
}

EvalStatus ReducedEquations::settle(const double* x, double speed) {
  const std::size_t offset = model_.vehicle.bodies.velocity_offset();
  y_ = start_;
  for (std::size_t i = 0; i < offset; ++i) y_[offset + i] *= speed / start_speed_;
  model_.drive.speed = speed;  // that of the driven body
  const auto put = [&] {
    for (std::size_t i = 0; i < components_.size(); ++i)
      y_[components_[i].place] = base(components_[i], speed) + x[i];
  };
  put();
  if (!simulation_.joints().any()) {
    if (!wheelrail::constrained(*model_.contact.method)) return EvalStatus::ok;
    Workspace& workspace = simulation_.equations().workspace();
    Equations& equations = simulation_.equations();
    if (model_.mass_spring) move_rails(*model_.mass_spring, y_.data(), false, equations.rail_motion());
    return wheelrail::seat(model_.contact, model_.track, equations.rail_motion(), offset,
                           simulation_.state().contact, workspace.bodies, workspace.contacts, y_.data());
  }
  // Wheels on their rails and joints may move each other's coordinates.
  constexpr int max_rounds = 60;
  constexpr double same = 1e-11;  // m, rad, m/s, rad/s, of 1e-6 by which the state is changed for a Jacobian
  for (int i = 0; i < max_rounds; ++i) {
    before_ = y_;
    (void)simulation_.derivative(0, y_.data(), rate_.data());
    if (const EvalStatus status = simulation_.project(0, y_.data()); status != EvalStatus::ok) return status;
    put();
    if (largest_difference(before_, y_) < same) return EvalStatus::ok;
  }
  return EvalStatus::retry;
}

EvalStatus ReducedEquations::derivative(double speed, const double* x, double* rate) {
  EvalStatus status = settle(x, speed);
  if (status == EvalStatus::ok) status = simulation_.derivative(0, y_.data(), rate_.data());
  if (status != EvalStatus::ok) return status;
  const std::size_t offset = model_.vehicle.bodies.velocity_offset();
  for (std::size_t i = 0; i < components_.size(); ++i) {
    const ReducedComponent& component = components_[i];
    rate[i] = rate_[component.place];
    if (component.kind == Kind::position)
      rate[i] -= start_[offset + component.place] * (speed / start_speed_);
  }
  return EvalStatus::ok;
}

void ReducedEquations::channels(double* row) const {
  fill_row(simulation_, 0, 0, y_.data(), {}, row);
}

ReducedEquations::Pull ReducedEquations::largest_pull() const {
  Pull largest;
  for (std::size_t i = 0; i < model_.contact.wheelsets.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      const double pull = look_at_wheel(simulation_.contacts().wheelsets[i], side).pull;
      if (pull > largest.force) largest = {wheel_name(model_, i, side), pull};
    }
  }
  return largest;
}

void ReducedEquations::set_applied_force(std::size_t place, const Vec3& force, const Vec3& moment) {
  multibody::AppliedForce& applied = multibody::applied_forces(model_.vehicle.bodies)[place];
  applied.force = force;
  applied.torque = moment;
}

void ReducedEquations::displace_rails(const std::vector<track::Irregularity>& at_wheelsets) {
  std::vector<track::RailDisplacement> places;
  for (std::size_t i = 0; i < at_wheelsets.size(); ++i)
    places.push_back({start_[6 * model_.contact.wheelsets[i].body], at_wheelsets[i]});
  track::displace_rails(model_.track, places);
}

bool ReducedEquations::difference(double speed, Eigen::VectorXd& x, Eigen::Index j, double step,
                                  Eigen::VectorXd& quotient) {
  const double middle = x(j);
  Eigen::VectorXd behind(x.size());
  x(j) = middle - step;
  const EvalStatus before = derivative(speed, x.data(), behind.data());
  x(j) = middle + step;
  const EvalStatus after = derivative(speed, x.data(), quotient.data());
  x(j) = middle;
  quotient = (quotient - behind) / (2 * step);
  return before == EvalStatus::ok && after == EvalStatus::ok;
}

Eigen::MatrixXd ReducedEquations::jacobian(double speed, const Eigen::VectorXd& x) {
  constexpr double max_step = 1e-6, min_step = 1e-8;  // far inside the tread, far above rounding
  const auto n = static_cast<Eigen::Index>(size());
  Eigen::MatrixXd result(n, n);
  Eigen::VectorXd at = x, once(n), twice(n);
  for (Eigen::Index j = 0; j < n; ++j) {
    double step = max_step;
    // A wheelset almost without load leaves its rails sooner than others.
    while (!difference(speed, at, j, step, once) || !difference(speed, at, j, 2 * step, twice)) {
      step /= 10;
      if (step >= min_step) continue;
      const ReducedComponent& component = components_[static_cast<std::size_t>(j)];
      throw NumericalFailure(fmt::format(
          "A wheelset leaves its rails at {:.6g} m/s where {} is moved by {:g} from steady running", speed,
          component.name(model_.vehicle.bodies), 2 * min_step));
    }
    // Saturation of creep forces is a kink at zero creepage, |ξ| ξ: its error grows with the step, and goes.
    result.col(j) = 2 * once - twice;
  }
  return result;
}

}  // namespace flangeway::simulate
