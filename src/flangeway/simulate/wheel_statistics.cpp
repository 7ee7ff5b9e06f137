#include "flangeway/simulate/wheel_statistics.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::simulate {

WheelStatistics::WheelStatistics(const vehicle_case::CaseModel& model)
    : rough_(model.track.irregular() || !model.contact.surfaces.even() || model.structure ||
             model.mass_spring) {
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      WheelSummary wheel;
      if (has_wheel(model, i, side)) wheel.name = wheel_name(model, i, side);
      wheels_.push_back(wheel);
    }
  }
}

void WheelStatistics::add(const wheelrail::Workspace& contacts, const wheelrail::ContactState& carried,
                          double step, double distance) {
  time_ += step;
  for (std::size_t i = 0; i < wheels_.size(); ++i) {
    const wheelrail::WheelsetResult& state = contacts.wheelsets[i / 2];
    WheelInstant instant = look_at_wheel(state, i % 2);
    instant.force_discontinuity = carried.wheelsets[i / 2].forces[i % 2].discontinuity;
    add_wheel(instant, step, distance, wheels_[i]);
    if (state.lifted[i % 2]) wheels_[i].lift_time += step;
  }
}

void WheelStatistics::add_wheel(const WheelInstant& instant, double step, double distance,
                                WheelSummary& wheel) const {
  wheel.q_mean += instant.forces.q * step;
  wheel.q_max = std::max(wheel.q_max, instant.forces.q);
  wheel.y_max = std::max(wheel.y_max, std::abs(instant.forces.y));
  if (instant.yq > wheel.yq_max) {
    wheel.yq_max = instant.yq;
    wheel.yq_max_distance = distance;
    wheel.nadal_at_yq_max = instant.nadal;
  }
  if (instant.flange) {
    wheel.flange_time += step;
    if (instant.angle >= wheel.contact_angle_max) wheel.nadal_limit = instant.nadal;
    if (instant.yq > instant.nadal) wheel.above_nadal_time += step;
  }
  // A rough track, an uneven surface or sleepers make forces of all frequencies, but not of a third of the
  // load for half a second.
  const double least = rough_ ? 0.3 * wheel.chatter.mean : 500;
  add_force(instant.forces.q, std::max(least, 500.0), step, distance, wheel.chatter);
  wheel.contact_angle_max = std::max(wheel.contact_angle_max, instant.angle);
  if (instant.force_discontinuity > wheel.force_discontinuity_max) {
    wheel.force_discontinuity_max = instant.force_discontinuity;
    wheel.force_discontinuity_max_distance = distance;
  }
  if (instant.lift > 0) {
    if (wheel.lift_max == 0) wheel.lift_from = distance;
    wheel.lift_max = std::max(wheel.lift_max, instant.lift);
  }
  if (instant.pull <= 0) return;
  if (wheel.tensile_time == 0) wheel.tensile_from = distance;
  wheel.tensile_to = distance;
  wheel.tensile_time += step;
  if (instant.pull > wheel.pull_max) {
    wheel.pull_max = instant.pull;
    wheel.pull_max_distance = distance;
  }
}

std::vector<WheelSummary> WheelStatistics::result() const {
  std::vector<WheelSummary> wheels;
  std::copy_if(wheels_.begin(), wheels_.end(), std::back_inserter(wheels),
               [](const WheelSummary& wheel) { return !wheel.name.empty(); });
  for (WheelSummary& wheel : wheels) wheel.q_mean /= time_ > 0 ? time_ : 1;
  return wheels;
}

}  // namespace flangeway::simulate
