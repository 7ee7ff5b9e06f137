#include "flangeway/simulate/derailment.hpp"

#include <array>
#include <utility>

#include "flangeway/assess/limits.hpp"

namespace flangeway::simulate {
namespace {

constexpr const char* climbed = "flange climbed the rail";
constexpr const char* dropped = "wheel dropped off the rail to the gauge side";
constexpr const char* field_side = "wheel left the rail to the field side";
constexpr const char* turned_over = "vehicle overturned";
constexpr const char* lifted = "vehicle lifted off both rails";

}  // namespace

DerailmentWatch::DerailmentWatch(const vehicle_case::CaseModel& model, double sample) : model_(model) {
  state_.loads = assess::side_loads(assess::overturning_time, sample);
  state_.place.assign(2 * model.contact.wheelsets.size(), 0);
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i)
    for (std::size_t side = 0; side < 2; ++side)
      if (has_wheel(model, i, side)) wheels_.push_back({i, side});
}

Derailment DerailmentWatch::describe(const Simulation& simulation, const Wheel& wheel, const char* kind,
                                     double time, double distance) const {
  const wheelrail::WheelsetResult& state = simulation.contacts().wheelsets[wheel.wheelset];
  const wheelrail::Contact* steepest = nullptr;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const wheelrail::Contact& contact = state.contacts[k];
    if (contact.side != wheel.side) continue;
    if (steepest == nullptr || contact.angle > steepest->angle) steepest = &contact;
  }
  const double yq = look_at_wheel(state, wheel.side).yq;
  Derailment found{time, distance, wheel_name(model_, wheel.wheelset, wheel.side), kind, yq, 0, 0};
  if (steepest == nullptr) return found;  // the wheel has lifted off
  found.angle = steepest->angle;
  found.nadal = assess::nadal_limit(steepest->angle, steepest->friction);
  return found;
}

std::optional<Derailment> DerailmentWatch::after_step(const Simulation& simulation, double time,
                                                      double distance, double step) {
  std::optional<Derailment> first;
  for (const Wheel& wheel : wheels_) {
    const wheelrail::WheelsetResult& contacts = simulation.contacts().wheelsets[wheel.wheelset];
    const wheelrail::Climb climb =
        model_.contact.method->climb(model_.contact, contacts, wheel.wheelset, wheel.side);
    const double before = std::exchange(state_.place[2 * wheel.wheelset + wheel.side], climb.place);
    if (climb.place >= climb.end) continue;
    const bool crossed = state_.started && climb.gradual;
    const double left = crossed ? assess::share_after_crossing(before, climb.place, climb.end) : 0.0;
    const double speed = simulation.bodies().bodies[model_.vehicle.bodies.reference_body].velocity.x();
    const Derailment found =
        describe(simulation, wheel, climbed, time - left * step, distance - left * step * speed);
    if (!first || found.time < first->time) first = found;
  }
  state_.started = true;
  if (!first) first = tipped(simulation, time, distance);
  return first ? first : overturned(simulation, time, distance, step);
}

// Elastic contact lets a wheelset turn about one rail. A wheel that has dropped between the rails turns it by
// less.
std::optional<Derailment> DerailmentWatch::tipped(const Simulation& simulation, double time,
                                                  double distance) const {
  constexpr double max_roll = 0.06;  // [rad] the raised wheel is 0.09 m above its rail
  for (const Wheel& wheel : wheels_) {
    if (!has_wheel(model_, wheel.wheelset, 1 - wheel.side)) continue;
    const double roll = simulation.state().y[6 * model_.contact.wheelsets[wheel.wheelset].body + 3];
    const bool raised = wheel.side == 0 ? roll > max_roll : roll < -max_roll;
    if (raised) return describe(simulation, wheel, turned_over, time, distance);
  }
  return std::nullopt;
}

// Rails cannot pull: where the forces of one side add up to a pull, the vehicle is turning over.
std::optional<Derailment> DerailmentWatch::overturned(const Simulation& simulation, double time,
                                                      double distance, double step) {
  std::array<const Wheel*, 2> lifting{nullptr, nullptr};  // of each side the wheel with the least load
  std::array<double, 2> least{0, 0}, load{0, 0};
  for (const Wheel& wheel : wheels_) {
    const double q = wheelrail::wheel_forces(simulation.contacts().wheelsets[wheel.wheelset], wheel.side).q;
    load[wheel.side] += q;
    if (lifting[wheel.side] != nullptr && q >= least[wheel.side]) continue;
    lifting[wheel.side] = &wheel;
    least[wheel.side] = q;
  }
  const assess::Unloaded sides = assess::add_loads(state_.loads, load, step);
  const Wheel* wheel = sides.left ? lifting[0] : sides.right ? lifting[1] : nullptr;
  if (wheel == nullptr) return std::nullopt;
  const bool both = sides.left && sides.right;
  return describe(simulation, *wheel, both ? lifted : turned_over, time, distance);
}

std::optional<Derailment> DerailmentWatch::after_failure(const Simulation& simulation, double time,
                                                         double distance) const {
  for (const Wheel& wheel : wheels_) {
    const wheelrail::OffRail off = model_.contact.method->off_rail(
        model_.contact, simulation.contacts().wheelsets[wheel.wheelset], wheel.wheelset, wheel.side);
    if (off == wheelrail::OffRail::no) continue;
    return describe(simulation, wheel, off == wheelrail::OffRail::gauge_side ? dropped : field_side, time,
                    distance);
  }
  return std::nullopt;
}

}  // namespace flangeway::simulate
