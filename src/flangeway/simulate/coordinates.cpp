#include "flangeway/simulate/coordinates.hpp"

#include "flangeway/multibody/lists.hpp"

namespace flangeway::simulate {

SlipCoordinates::SlipCoordinates(const vehicle_case::CaseModel& model)
    : size_(model.vehicle.bodies.state_size()) {
  const multibody::Model& vehicle = model.vehicle.bodies;
  for (const wheelrail::Wheelset& wheelset : model.contact.wheelsets) {
    if (wheelset.body == vehicle.driven_body) continue;
    const multibody::Body& body = vehicle.bodies[wheelset.body];
    const double spin_mass = body.inertia(1, 1) / (wheelset.radius * wheelset.radius);
    const std::size_t forward = vehicle.velocity_offset() + 6 * wheelset.body;
    rolling_.push_back({forward, forward + 4, wheelset.radius, spin_mass / (body.mass + spin_mass)});
  }
}

void SlipCoordinates::to_integration(double* values) const {
  for (const Rolling& w : rolling_) {
    const double forward = values[w.forward], rim = w.radius * values[w.spin];
    values[w.spin] = forward - rim;
    values[w.forward] = forward - w.forward_share * (forward - rim);
  }
}

void SlipCoordinates::to_state(double* values) const {
  for (const Rolling& w : rolling_) {
    const double slip = values[w.spin];
    values[w.forward] += w.forward_share * slip;
    values[w.spin] = (values[w.forward] - slip) / w.radius;
  }
}

void SlipCoordinates::transform_jacobian(double* matrix) const {
  const std::size_t n = size_;
  for (const Rolling& w : rolling_) {
    double *forward = matrix + n * w.forward, *spin = matrix + n * w.spin;
    for (std::size_t i = 0; i < n; ++i) {  // ṡ = P + share u, θ̇ = (P + (share − 1) u)/r
      const double by_forward = forward[i], by_spin = spin[i] / w.radius;
      forward[i] = by_forward + by_spin;
      spin[i] = w.forward_share * by_forward + (w.forward_share - 1) * by_spin;
    }
  }
  for (std::size_t j = 0; j < n; ++j) to_integration(matrix + n * j);
}

// For forward motion and spin the rates are those of the row sums, twice D/m and twice D r²/I; the slip
// relaxes with D (1/m + r²/I), the mean velocity is not damped.
void SlipCoordinates::transform_damping(double* rate) const {
  for (const Rolling& w : rolling_) {
    rate[w.spin] = (rate[w.forward] + rate[w.spin]) / 2;
    rate[w.forward] = 0;
  }
}

// Distances and spin angles grow without end, so that a share of them says nothing: 1e-6 of 1 km is a
// millimetre, in which primary springs have tens of kN.
std::vector<integrate::ErrorScale> error_scale(const multibody::Model& vehicle) {
  constexpr double spin_angle_unit = 10;  // wheels are round: nothing depends on the angle
  std::vector<integrate::ErrorScale> scale(vehicle.state_size());
  for (std::size_t i = 0; i < vehicle.body_count(); ++i) {
    scale[6 * i].relative_share = 0;
    if (vehicle.bodies[i].wheelset) scale[6 * i + 4] = {spin_angle_unit, 0};
    for (std::size_t k = 0; k < 6; ++k) scale[vehicle.velocity_offset() + 6 * i + k].unit = velocity_unit;
  }
  for (const multibody::AxleTwist& twist : vehicle.axle_twists)
    scale[vehicle.auxiliary_offset() + twist.rate].unit = velocity_unit;
  for (const multibody::FlexibleBody& body : multibody::flexible_bodies(vehicle))
    for (const multibody::BodyMode& mode : body.modes)
      scale[vehicle.auxiliary_offset() + mode.rate].unit = velocity_unit;
  return scale;
}

}  // namespace flangeway::simulate
