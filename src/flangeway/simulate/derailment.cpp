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

double knife_s(const Simulation& simulation, std::size_t wheelset, std::size_t side) {
  return simulation.contacts().wheelsets[wheelset].knife_s[side];
}

}  // namespace

DerailmentWatch::DerailmentWatch(const vehicle_case::CaseModel& model, double sample) : model_(model) {
  state_.loads = assess::side_loads(assess::overturning_time, sample);
  state_.knife_s.assign(2 * model.contact.wheelsets.size(), 0);
  const bool kec = model.contact.settings.method == wheelrail::Method::kec;
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    const geometry::KecProfiles& profiles = model.contact.pairs[model.contact.wheelsets[i].pair]->kec;
    for (std::size_t side = 0; side < 2; ++side) {
      wheels_.push_back({i, side, kec ? (side == 0 ? &profiles.left : &profiles.right) : nullptr, nullptr});
      if (wheelrail::is_elastic(model.contact.settings.method))
        wheels_.back().shape = &model.contact.pairs[model.contact.wheelsets[i].pair]->shapes[side];
    }
  }
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
  const wheelrail::Settings& settings = model_.contact.settings;
  const double yq = look_at_wheel(settings, state, wheel.side).yq;
  Derailment found{time, distance, wheel_name(model_, wheel.wheelset, wheel.side), kind, yq, 0, 0};
  if (steepest == nullptr) return found;  // the wheel has lifted off
  found.angle = steepest->angle;
  found.nadal = assess::nadal_limit(steepest->angle, wheelrail::friction_at_rest(settings, *steepest));
  return found;
}

// Elastic contact: the flange carries load beyond its steep face.
std::optional<Derailment> DerailmentWatch::climbed_over(const Simulation& simulation, const Wheel& wheel,
                                                        double time, double distance) const {
  const wheelrail::online::ContactCandidates& candidates =
      simulation.contacts().wheelsets[wheel.wheelset].wheels[wheel.side].candidates;
  for (std::size_t i = 0; i < candidates.count; ++i) {
    if (candidates.at[i].pressed && candidates.at[i].wheel_s < wheel.shape->climb_end)
      return describe(simulation, wheel, climbed, time, distance);
  }
  return std::nullopt;
}

std::optional<Derailment> DerailmentWatch::after_step(const Simulation& simulation, double time,
                                                      double distance, double step) {
  std::optional<Derailment> first;
  for (const Wheel& wheel : wheels_) {
    if (wheel.shape != nullptr && !first) first = climbed_over(simulation, wheel, time, distance);
    if (wheel.profile == nullptr) continue;
    const double now = knife_s(simulation, wheel.wheelset, wheel.side), end = wheel.profile->climb_end;
    const double before = std::exchange(state_.knife_s[2 * wheel.wheelset + wheel.side], now);
    if (now >= end) continue;
    // Where within the step: the knife moves by some tenths of a millimetre in it.
    const double left = state_.started ? assess::share_after_crossing(before, now, end) : 0.0;
    const double speed = simulation.bodies().bodies[model_.vehicle.bodies.reference_body].velocity.x();
    const Derailment found =
        describe(simulation, wheel, climbed, time - left * step, distance - left * step * speed);
    if (!first || found.time < first->time) first = found;
  }
  state_.started = true;
  return first ? first : overturned(simulation, time, distance, step);
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
  constexpr double reach = 5e-3;  // [m] further than a knife gets in a step
  for (const Wheel& wheel : wheels_) {
    if (wheel.shape != nullptr) {
      const wheelrail::WheelResult& state =
          simulation.contacts().wheelsets[wheel.wheelset].wheels[wheel.side];
      if (state.candidates.count > 0) continue;
      return describe(simulation, wheel, state.placement.y < 0 ? dropped : field_side, time, distance);
    }
    if (wheel.profile == nullptr) continue;
    const double s = knife_s(simulation, wheel.wheelset, wheel.side);
    if (s > wheel.profile->last() - reach) return describe(simulation, wheel, dropped, time, distance);
    if (s < wheel.profile->first() + reach) return describe(simulation, wheel, field_side, time, distance);
  }
  return std::nullopt;
}

}  // namespace flangeway::simulate
