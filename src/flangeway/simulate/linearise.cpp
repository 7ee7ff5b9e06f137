#include "flangeway/simulate/linearise.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "flangeway/math/dense.hpp"
#include "flangeway/simulate/simulation.hpp"

namespace flangeway::simulate {
namespace {

constexpr const char* coordinate_names[] = {"s", "y", "z", "roll", "pitch", "yaw"};

vehicle_case::CaseModel without_dampers(const vehicle_case::CaseModel& model) {
  vehicle_case::CaseModel copy = model;
  multibody::remove_dampers(copy.vehicle.bodies);
  return copy;
}

// The coordinates that the constraints leave free, as places in the first half of the state.
std::vector<std::size_t> independent(const Simulation& simulation) {
  const multibody::Model& vehicle = simulation.model().vehicle.bodies;
  multibody::JointWorkspace joints = simulation.bodies().joints;
  multibody::PartitionWorkspace partition = multibody::make_partition_workspace(vehicle);
  multibody::choose_dependent(vehicle, partition, joints);
  const std::span<const std::size_t> free = simulation.model().contact.method->free_coordinates;
  std::vector<std::size_t> result;
  for (std::size_t b = 0; b < vehicle.body_count(); ++b) {
    for (std::size_t k = 0; k < 6; ++k) {
      const bool constrained =
          vehicle.bodies[b].wheelset && std::find(free.begin(), free.end(), k) == free.end();
      const bool driven = b == vehicle.driven_body && k == 0;
      if (!constrained && !driven && !partition.chosen[6 * b + k]) result.push_back(6 * b + k);
    }
  }
  return result;
}

struct Linearisation {
  Simulation simulation;
  std::vector<std::size_t> places;  // in the full state: positions, velocities, auxiliary states
  std::size_t coordinates = 0;
  std::vector<double> rate;

  explicit Linearisation(const vehicle_case::CaseModel& model) : simulation(model) {
    const multibody::Model& vehicle = model.vehicle.bodies;
    const auto free = independent(simulation);
    coordinates = free.size();
    for (const std::size_t i : free) places.push_back(i);
    for (const std::size_t i : free) places.push_back(vehicle.velocity_offset() + i);
    for (std::size_t i = 0; i < vehicle.auxiliary_count; ++i)
      places.push_back(vehicle.auxiliary_offset() + i);
    rate.resize(vehicle.state_size());
  }

  // Heights and rolls follow, and what joints hold: only they are changed when a perturbed state is put back
  // onto its constraints. Where joints share a change between two bodies, a part of it is left each time.
  Eigen::VectorXd derivative(std::vector<double> y) {
    const std::vector<double> wanted = y;
    const int rounds = simulation.joints().any() ? 60 : 6;
    for (int i = 0; i < rounds; ++i) {
      (void)simulation.derivative(0, y.data(), rate.data());
      (void)simulation.project(0, y.data());
      for (const std::size_t place : places) y[place] = wanted[place];
    }
    (void)simulation.derivative(0, y.data(), rate.data());
    Eigen::VectorXd result(static_cast<Eigen::Index>(places.size()));
    for (std::size_t i = 0; i < places.size(); ++i) result(static_cast<Eigen::Index>(i)) = rate[places[i]];
    return result;
  }

  Eigen::MatrixXd matrix() {
    constexpr double step = 1e-6;  // m, rad, m/s, rad/s: far inside the tread, far above rounding
    const auto n = static_cast<Eigen::Index>(places.size());
    Eigen::MatrixXd a(n, n);
    const std::vector<double> y0 = simulation.state().y;
    for (Eigen::Index j = 0; j < n; ++j) {
      std::vector<double> plus = y0, minus = y0;
      plus[places[static_cast<std::size_t>(j)]] += step;
      minus[places[static_cast<std::size_t>(j)]] -= step;
      a.col(j) = (derivative(plus) - derivative(minus)) / (2 * step);
    }
    return a;
  }
};

Mode make_mode(const Linearisation& linear, std::complex<double> eigenvalue, const Eigen::VectorXcd& vector) {
  const multibody::Model& vehicle = linear.simulation.model().vehicle.bodies;
  Mode mode{eigenvalue, eigenvalue.imag() / (2 * pi),
            -eigenvalue.real() / std::max(std::abs(eigenvalue), 1e-300), "", ""};
  double largest = -1;
  for (std::size_t i = 0; i < linear.coordinates; ++i) {
    const std::size_t body = linear.places[i] / 6, k = linear.places[i] % 6;
    const multibody::Body& b = vehicle.bodies[body];
    const double inertia =
        k < 3 ? b.mass : b.inertia(static_cast<Eigen::Index>(k - 3), static_cast<Eigen::Index>(k - 3));
    const double size = std::abs(vector(static_cast<Eigen::Index>(i))) * std::sqrt(inertia);
    if (size > largest) {
      largest = size;
      mode.body = b.name;
      mode.coordinate = coordinate_names[k];
    }
  }
  return mode;
}

}  // namespace

std::vector<Mode> modes(const vehicle_case::CaseModel& model, bool dampers) {
  vehicle_case::CaseModel undamped = dampers ? model : without_dampers(model);
  undamped.integration.joint_stabilisation = vehicle_case::JointStabilisation::projection;
  Linearisation linear(undamped);
  const math::Eigenpairs pairs = math::eigenpairs(linear.matrix());
  std::vector<Mode> result;
  for (Eigen::Index i = 0; i < pairs.values.size(); ++i) {
    const std::complex<double> eigenvalue = pairs.values(i);
    if (eigenvalue.imag() < 0) continue;
    result.push_back(make_mode(linear, eigenvalue, pairs.vectors.col(i)));
  }
  std::sort(result.begin(), result.end(),
            [](const Mode& a, const Mode& b) { return a.frequency < b.frequency; });
  return result;
}

}  // namespace flangeway::simulate
