#include "flangeway/simulate/mass_spring_rails.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "flangeway/simulate/coordinates.hpp"

namespace flangeway::simulate {
namespace {

using flextrack::MassSpringTrack;
using flextrack::RailForces;
using vehicle_case::MassSpringRails;

// Forces of a wheelset on its rails.
RailForces forces_on_rails(const wheelrail::WheelsetResult& wheelset) {
  RailForces forces;
  for (std::size_t side = 0; side < 2; ++side) {
    const wheelrail::WheelForces wheel = wheelrail::wheel_forces(wheelset, side);
    forces.segment<2>(static_cast<Eigen::Index>(2 * side)) << wheel.y, -wheel.q;
  }
  return forces;
}

}  // namespace

void move_rails(const MassSpringRails& rails, const double* y, bool held,
                std::vector<std::array<wheelrail::RailMotion, 2>>& motion) {
  const std::size_t n = rails.track.coordinates();
  for (std::size_t i = 0; i < motion.size(); ++i) {
    const double* state = y + rails.state_of(i);
    const MassSpringTrack::Vector free = accelerations(rails.track, state, RailForces::Zero());
    for (std::size_t side = 0; side < 2; ++side) {
      wheelrail::RailMotion& rail = motion[i][side];
      const std::size_t first = 2 * side;
      rail = {};
      rail.displacement.tail<2>() << state[first], state[first + 1];
      if (held) continue;
      rail.velocity.tail<2>() << state[n + first], state[n + first + 1];
      rail.acceleration = free.segment<2>(static_cast<Eigen::Index>(first));
      rail.mobility = rails.track.mass.segment<2>(static_cast<Eigen::Index>(first)).cwiseInverse();
    }
  }
}

void set_rail_rates(const MassSpringRails& rails, const wheelrail::Workspace& contacts, const double* y,
                    double* dydt) {
  const std::size_t n = rails.track.coordinates();
  for (std::size_t i = 0; i < contacts.wheelsets.size(); ++i) {
    const double* state = y + rails.state_of(i);
    double* rate = dydt + rails.state_of(i);
    const MassSpringTrack::Vector acceleration =
        accelerations(rails.track, state, forces_on_rails(contacts.wheelsets[i]));
    std::copy_n(state + n, n, rate);
    std::copy_n(acceleration.data(), n, rate + n);
  }
}

void rest_rails(const MassSpringRails& rails, const wheelrail::Workspace& contacts, double* y) {
  const std::size_t n = rails.track.coordinates();
  for (std::size_t i = 0; i < contacts.wheelsets.size(); ++i) {
    double* state = y + rails.state_of(i);
    const MassSpringTrack::Vector rest = flextrack::rest(rails.track, forces_on_rails(contacts.wheelsets[i]));
    std::copy_n(rest.data(), n, state);
    std::fill_n(state + n, n, 0.0);
  }
}

void damp_rails(const MassSpringRails& rails, const wheelrail::ContactState& contacts, double* rate) {
  const std::size_t n = rails.track.coordinates();
  for (std::size_t i = 0; i < contacts.wheelsets.size(); ++i) {
    double* of_rates = rate + rails.state_of(i) + n;
    for (std::size_t k = 0; k < n; ++k) {
      const auto at = static_cast<Eigen::Index>(k);
      of_rates[k] = rails.track.damping(at, at) / rails.track.mass(at);
      if (k < MassSpringTrack::rail_coordinates) of_rates[k] += contacts.wheelsets[i].rail_damping[k];
    }
  }
}

void set_rail_scale(const MassSpringRails& rails, std::size_t wheelsets,
                    std::vector<integrate::ErrorScale>& scale) {
  const std::size_t n = rails.track.coordinates();
  for (std::size_t i = 0; i < wheelsets; ++i) {
    for (std::size_t k = 0; k < n; ++k) scale[rails.state_of(i) + n + k].unit = velocity_unit;
  }
}

std::optional<RailComponent> rail_component(const vehicle_case::CaseModel& model, std::size_t component) {
  if (!model.mass_spring || component < model.mass_spring->first) return std::nullopt;
  constexpr const char* parts[] = {"left rail", "left rail", "right rail", "right rail",
                                   "sleeper",   "sleeper",   "sleeper"};
  constexpr const char* motions[] = {"lateral", "vertical", "lateral", "vertical",
                                     "lateral", "vertical", "roll"};
  const std::size_t n = model.mass_spring->track.coordinates(), place = component - model.mass_spring->first,
                    k = place % (2 * n);
  const std::size_t body = model.contact.wheelsets[place / (2 * n)].body;
  return RailComponent{fmt::format("the {} under {}", parts[k % n], model.vehicle.bodies.bodies[body].name),
                       motions[k % n], k >= n};
}

}  // namespace flangeway::simulate
