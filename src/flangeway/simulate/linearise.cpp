#include "flangeway/simulate/linearise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "flangeway/math/dense.hpp"
#include "flangeway/multibody/lists.hpp"
#include "flangeway/simulate/mass_spring_rails.hpp"
#include "flangeway/vehicle_case/coupling.hpp"

namespace flangeway::simulate {
namespace {

constexpr double still = 1e-5;  // 1/s; what rounding leaves of a double eigenvalue that is zero is below

// With the inertia of a coordinate among the auxiliary states; `by` is what its place in the vector has to be
// multiplied by to be a coordinate.
struct OwnCoordinate {
  std::size_t place = 0, body = 0;
  double inertia = 0;
  std::complex<double> by = 1;
  std::string name;
};

// Twists of axles and modes of bodies. Independent wheels have a rate without an angle, which is λ times one.
std::vector<OwnCoordinate> own_coordinates(const multibody::Model& vehicle, std::complex<double> eigenvalue) {
  std::vector<OwnCoordinate> all;
  for (const multibody::AxleTwist& twist : vehicle.axle_twists) {
    if (twist.elastic)
      all.push_back({twist.angle, twist.body, twist.inertia, 1, "twist"});
    else if (std::abs(eigenvalue) > still)  // not of rigid motions, whose angle grows without end
      all.push_back({twist.rate, twist.body, twist.inertia, 1.0 / eigenvalue, "twist"});
  }
  for (const multibody::FlexibleBody& flexible : multibody::flexible_bodies(vehicle))
    for (std::size_t k = 0; k < flexible.modes.size(); ++k)
      all.push_back({flexible.modes[k].coordinate, flexible.body, flexible.modes[k].mass, 1,
                     fmt::format("mode{}", k + 1)});
  return all;
}

// Names the coordinate with the largest motion, scaled by the square root of its inertia.
void name_largest(const ReducedEquations& equations, const Eigen::VectorXcd& vector, Mode& mode) {
  const multibody::Model& vehicle = equations.model().vehicle.bodies;
  double largest = -1;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    const ReducedComponent& component = equations.components()[i];
    if (component.kind != ReducedComponent::Kind::position) continue;
    const multibody::Body& body = vehicle.bodies[component.body];
    const auto axis = static_cast<Eigen::Index>(component.coordinate) - 3;
    const double inertia = axis < 0 ? body.mass : body.inertia(axis, axis);
    const double size = std::abs(vector(static_cast<Eigen::Index>(i))) * std::sqrt(inertia);
    if (size <= largest) continue;
    largest = size;
    mode.body = body.name;
    mode.coordinate = coordinate_name(component.coordinate);
  }
  for (const OwnCoordinate& own : own_coordinates(vehicle, mode.eigenvalue)) {
    for (std::size_t i = 0; i < equations.size(); ++i) {
      if (equations.components()[i].place != vehicle.auxiliary_offset() + own.place) continue;
      const double size = std::abs(vector(static_cast<Eigen::Index>(i)) * own.by) * std::sqrt(own.inertia);
      if (size <= largest) continue;
      largest = size;
      mode.body = vehicle.bodies[own.body].name;
      mode.coordinate = own.name;
    }
  }
  for (std::size_t i = 0; i < equations.size(); ++i) {
    const std::optional<RailComponent> rail =
        rail_component(equations.model(), equations.components()[i].place);
    if (!rail || rail->is_rate) continue;
    const vehicle_case::MassSpringRails& rails = *equations.model().mass_spring;
    const std::size_t k = (equations.components()[i].place - rails.first) % rails.track.states();
    const double mass = rails.track.mass(static_cast<Eigen::Index>(k));
    const double size = std::abs(vector(static_cast<Eigen::Index>(i))) * std::sqrt(mass);
    if (size <= largest) continue;
    largest = size;
    mode.body = rail->part;
    mode.coordinate = rail->motion;
  }
}

}  // namespace

ModeKind kind_of(const Mode& mode) {
  constexpr double aperiodic =
      0.999;  // a period leaves e^-140; pairs of real eigenvalues meet so by rounding
  if (std::abs(mode.eigenvalue) < still) return ModeKind::neutral;
  if (mode.damping_ratio > aperiodic) return ModeKind::overdamped;
  return mode.damping_ratio < -aperiodic ? ModeKind::growing : ModeKind::oscillation;
}

vehicle_case::CaseModel without_dampers(const vehicle_case::CaseModel& model) {
  vehicle_case::CaseModel copy = model;
  multibody::remove_dampers(copy.vehicle.bodies);  // and their states: others move up
  if (!copy.mass_spring) return copy;
  flextrack::MassSpringTrack track = std::move(copy.mass_spring->track);
  track.damping.setZero();
  copy.mass_spring = vehicle_case::put_on_rails(std::move(track), copy.vehicle);
  return copy;
}

vehicle_case::CaseModel centred(const vehicle_case::CaseModel& model) {
  vehicle_case::CaseModel copy = model;
  copy.initial.y = copy.initial.yaw = 0;
  copy.drive.speed_profile.clear();
  if (copy.drive.speed == 0) copy.drive.speed = 1;  // the start has to roll, at whatever speed
  return copy;
}

// Contacts change within a millimetre: a longer step of Newton's method may end beyond a flange.
double bounded_share(const ReducedEquations& equations, const Eigen::VectorXd& step) {
  constexpr double max_step = 1e-3;  // m, rad
  double largest = 0;
  for (std::size_t i = 0; i < equations.size(); ++i) {
    const ReducedComponent& c = equations.components()[i];
    const bool of_wheelset = equations.model().vehicle.bodies.bodies[c.body].wheelset;
    if (c.kind == ReducedComponent::Kind::position && of_wheelset && (c.coordinate == 1 || c.coordinate == 5))
      largest = std::max(largest, std::abs(step(static_cast<Eigen::Index>(i))));
  }
  return largest > max_step ? max_step / largest : 1;
}

Eigen::VectorXd equilibrium(ReducedEquations& equations, double speed, Eigen::VectorXd x) {
  constexpr int max_iterations = 60;
  constexpr double small = 1e-9;  // m, rad, m/s, rad/s; the step after it is far smaller
  Eigen::VectorXd rate(x.size());
  for (int i = 0; i < max_iterations; ++i) {
    if (equations.derivative(speed, x.data(), rate.data()) != EvalStatus::ok) break;
    const Eigen::VectorXd step = math::least_squares(equations.jacobian(speed, x), -rate);
    if (!step.allFinite()) break;
    x += bounded_share(equations, step) * step;
    if (step.cwiseAbs().maxCoeff() < small) return x;
  }
  throw NumericalFailure(
      fmt::format("No steady running was found at {:.6g} m/s: Newton's method does not converge from the "
                  "start of the case",
                  speed));
}

std::vector<Mode> modes(ReducedEquations& equations, double speed, const Eigen::VectorXd& x) {
  const math::Eigenpairs pairs = math::eigenpairs(equations.jacobian(speed, x));
  std::vector<Mode> result;
  for (Eigen::Index i = 0; i < pairs.values.size(); ++i) {
    const std::complex<double> eigenvalue = pairs.values(i);
    if (eigenvalue.imag() < 0) continue;
    Mode mode{eigenvalue,
              eigenvalue.imag() / (2 * pi),
              -eigenvalue.real() / std::max(std::abs(eigenvalue), 1e-300),
              "",
              "",
              pairs.vectors.col(i)};
    name_largest(equations, mode.shape, mode);
    result.push_back(std::move(mode));
  }
  std::sort(result.begin(), result.end(), [](const Mode& a, const Mode& b) {
    const auto place = [](const Mode& mode) {
      const ModeKind kind = kind_of(mode);
      const double rate = kind == ModeKind::oscillation ? mode.frequency : std::abs(mode.eigenvalue.real());
      return std::pair(kind, rate);
    };
    return place(a) < place(b);
  });
  return result;
}

std::vector<Mode> modes(const vehicle_case::CaseModel& model, bool dampers) {
  ReducedEquations equations(dampers ? model : without_dampers(model), RollingAngles::kept);
  return modes(equations, model.drive.speed,
               Eigen::VectorXd::Zero(static_cast<Eigen::Index>(equations.size())));
}

}  // namespace flangeway::simulate
