#include "flangeway/vehicle_case/suspension_at_rest.hpp"

#include <Eigen/QR>
#include <algorithm>

#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/multibody/library_failure.hpp"
#include "flangeway/multibody/lists.hpp"
#include "flangeway/multibody/suspension.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::vehicle_case {
namespace {

using Eigen::Index;

track::TrackModel straight_track(double length) {
  track::TrackSpec spec;
  track::SegmentSpec segment;
  segment.kind = track::SegmentKind::straight;
  segment.length = length;
  spec.segments.push_back(segment);
  Findings findings;
  auto track = track::compile(spec, findings);
  findings.throw_if_any();
  return std::move(*track);
}

class Evaluator {
 public:
  explicit Evaluator(const multibody::Model& vehicle)
      : vehicle_(vehicle),
        half_(half_length(vehicle)),
        track_(straight_track(2 * half_)),
        workspace_(multibody::make_workspace(vehicle)),
        y(multibody::nominal_state(vehicle, half_, 0)),
        auxiliary_(vehicle.auxiliary_count) {}

  // [force of all bodies | output | auxiliary rates]
  Eigen::VectorXd at_state() {
    multibody::evaluate_kinematics(vehicle_, track_, y.data(), workspace_);
    multibody::evaluate_suspension(vehicle_, y.data(), workspace_, auxiliary_.data());
    multibody::throw_if_library_failed(vehicle_, workspace_);
    const auto bodies = static_cast<Index>(6 * vehicle_.body_count()),
               outputs = static_cast<Index>(vehicle_.output_count),
               states = static_cast<Index>(vehicle_.auxiliary_count);
    Eigen::VectorXd result(bodies + outputs + states);
    for (std::size_t b = 0; b < vehicle_.body_count(); ++b)
      result.segment<6>(static_cast<Index>(6 * b)) = workspace_.bodies[b].force;
    for (Index i = 0; i < outputs; ++i)
      result(bodies + i) = workspace_.element_force[static_cast<std::size_t>(i)];
    for (Index i = 0; i < states; ++i) result(bodies + outputs + i) = auxiliary_[static_cast<std::size_t>(i)];
    return result;
  }

  // ∂/∂y of a component of the state, by central differences.
  Eigen::VectorXd slope(std::size_t place) {
    constexpr double step = 1e-6;  // m, rad, m/s, rad/s
    const double middle = y[place];
    y[place] = middle - step;
    const Eigen::VectorXd before = at_state();
    y[place] = middle + step;
    const Eigen::VectorXd after = at_state();
    y[place] = middle;
    return (after - before) / (2 * step);
  }

 private:
  static double half_length(const multibody::Model& vehicle) {
    double reach = 50;  // m
    for (const multibody::Body& body : vehicle.bodies)
      reach = std::max(reach, std::abs(body.initial(0)) + 50);
    return reach;
  }

  const multibody::Model& vehicle_;
  double half_;  // m, from the start of the track to the origin of the vehicle
  track::TrackModel track_;
  multibody::Workspace workspace_;

 public:
  std::vector<double> y;

 private:
  std::vector<double> auxiliary_;
};

// Coordinates at rest: s, y and z have the mass, the angles the inertia about x, y and z.
Eigen::MatrixXd accelerations(const multibody::Body& body, const Eigen::MatrixXd& force) {
  Eigen::MatrixXd result(6, force.cols());
  result.topRows<3>() = force.topRows<3>() / body.mass;
  result.bottomRows<3>() = body.inertia.inverse() * force.bottomRows<3>();
  return result;
}

Eigen::MatrixXd system_of(const multibody::Model& vehicle, const std::vector<std::size_t>& bodies,
                          Evaluator& evaluator) {
  const auto n = static_cast<Index>(6 * bodies.size()), m = static_cast<Index>(vehicle.auxiliary_count);
  const auto outputs = static_cast<Index>(6 * vehicle.body_count() + vehicle.output_count);
  Eigen::MatrixXd slopes(outputs + m, 2 * n + m);
  Index column = 0;
  for (const std::size_t offset : {std::size_t{0}, vehicle.velocity_offset()})
    for (const std::size_t b : bodies)
      for (std::size_t k = 0; k < 6; ++k) slopes.col(column++) = evaluator.slope(offset + 6 * b + k);
  for (std::size_t i = 0; i < vehicle.auxiliary_count; ++i)
    slopes.col(column++) = evaluator.slope(vehicle.auxiliary_offset() + i);
  Eigen::MatrixXd system = Eigen::MatrixXd::Zero(2 * n + m, 2 * n + m);
  system.block(0, n, n, n).setIdentity();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto rows = slopes.middleRows<6>(static_cast<Index>(6 * bodies[i]));
    system.middleRows<6>(n + static_cast<Index>(6 * i)) = accelerations(vehicle.bodies[bodies[i]], rows);
  }
  system.bottomRows(m) = slopes.bottomRows(m);
  return system;
}

}  // namespace

SuspensionAtRest suspension_at_rest(const multibody::Model& vehicle) {
  Evaluator evaluator(vehicle);
  const auto n = static_cast<Index>(6 * vehicle.body_count()),
             outputs = static_cast<Index>(vehicle.output_count);
  SuspensionAtRest result;
  // Relaxing states follow the bodies: ∂u/∂q = −D⁻¹ B with u̇ = B q + D u.
  const std::vector<std::size_t> relaxing = multibody::states_at_rest(vehicle).relaxing;
  const auto states_relaxing = static_cast<Index>(relaxing.size());
  Eigen::MatrixXd by_state(n, states_relaxing), own(states_relaxing, states_relaxing),
      by_body(states_relaxing, n);
  const auto rates_of = [&](const Eigen::VectorXd& slope) {
    Eigen::VectorXd rates(states_relaxing);
    for (Index k = 0; k < states_relaxing; ++k)
      rates(k) = slope(n + outputs + static_cast<Index>(relaxing[static_cast<std::size_t>(k)]));
    return rates;
  };
  for (Index k = 0; k < states_relaxing; ++k) {
    const Eigen::VectorXd slope =
        evaluator.slope(vehicle.auxiliary_offset() + relaxing[static_cast<std::size_t>(k)]);
    by_state.col(k) = slope.head(n);
    own.col(k) = rates_of(slope);
  }
  result.force = evaluator.at_state().head(n);
  result.stiffness.resize(n, n);
  result.element.resize(outputs, n);
  for (Index i = 0; i < n; ++i) {
    const Eigen::VectorXd slope = evaluator.slope(static_cast<std::size_t>(i));
    result.stiffness.col(i) = -slope.head(n);
    result.element.col(i) = slope.segment(n, outputs);
    by_body.col(i) = rates_of(slope);
  }
  if (states_relaxing > 0)
    result.stiffness += by_state * own.completeOrthogonalDecomposition().solve(by_body);
  for (std::size_t b = 0; b < vehicle.body_count(); ++b)
    if (!vehicle.bodies[b].wheelset) result.bodies.push_back(b);
  const auto states = static_cast<Index>(12 * result.bodies.size() + vehicle.auxiliary_count);
  if (states <= SuspensionAtRest::max_states) result.system = system_of(vehicle, result.bodies, evaluator);
  return result;
}

}  // namespace flangeway::vehicle_case
