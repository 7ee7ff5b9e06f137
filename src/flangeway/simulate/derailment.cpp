#include "flangeway/simulate/derailment.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "flangeway/contact/nadal.hpp"

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

DerailmentWatch::DerailmentWatch(const vehicle_case::CaseModel& model, double sample)
    : model_(model),
      sample_(sample),
      loads_(static_cast<std::size_t>(std::max(1.0, std::ceil(overturning_time / sample * (1 - 1e-9)))),
             {0, 0}) {
  const bool kec = model.contact.settings.method == wheelrail::Method::kec;
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    const geometry::KecProfiles& profiles = model.contact.pairs[model.contact.wheelsets[i].pair]->kec;
    for (std::size_t side = 0; side < 2; ++side) {
      wheels_.push_back(
          {i, side, kec ? (side == 0 ? &profiles.left : &profiles.right) : nullptr, 0, nullptr});
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
  found.nadal = contact::nadal_limit(steepest->angle, wheelrail::friction_at_rest(settings, *steepest));
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
  for (Wheel& wheel : wheels_) {
    if (wheel.shape != nullptr && !first) first = climbed_over(simulation, wheel, time, distance);
    if (wheel.profile == nullptr) continue;
    const double before = wheel.s, end = wheel.profile->climb_end;
    wheel.s = knife_s(simulation, wheel.wheelset, wheel.side);
    if (wheel.s >= end) continue;
    // Where within the step: the knife moves by some tenths of a millimetre in it.
    const double left = started_ && before > end ? (end - wheel.s) / (before - wheel.s) : 0.0;
    const double speed = simulation.bodies().bodies[model_.vehicle.bodies.reference_body].velocity.x();
    const Derailment found =
        describe(simulation, wheel, climbed, time - left * step, distance - left * step * speed);
    if (!first || found.time < first->time) first = found;
  }
  started_ = true;
  return first ? first : overturned(simulation, time, distance, step);
}

// Rails cannot pull: where the forces of one side add up to a pull, the vehicle is turning over.
std::optional<Derailment> DerailmentWatch::overturned(const Simulation& simulation, double time,
                                                      double distance, double step) {
  const Wheel* lifting[2] = {nullptr, nullptr};  // of each side the wheel with the least load
  double least[2] = {0, 0}, load[2] = {0, 0};
  for (const Wheel& wheel : wheels_) {
    const double q = wheelrail::wheel_forces(simulation.contacts().wheelsets[wheel.wheelset], wheel.side).q;
    load[wheel.side] += q;
    if (lifting[wheel.side] != nullptr && q >= least[wheel.side]) continue;
    lifting[wheel.side] = &wheel;
    least[wheel.side] = q;
  }
  bool full = false;
  for (since_sample_ += step; since_sample_ >= sample_ * (1 - 1e-9); since_sample_ -= sample_)
    full = add_loads(load);
  if (!full) return std::nullopt;
  const double nothing = 1e-9 * std::max(std::abs(sum_[0]), std::abs(sum_[1]));  // rounding of the sums
  for (std::size_t side = 0; side < 2; ++side) {
    if (lifting[side] == nullptr || sum_[side] > nothing) continue;
    return describe(simulation, *lifting[side], sum_[1 - side] > nothing ? turned_over : lifted, time,
                    distance);
  }
  return std::nullopt;
}

// One more sample in place of the oldest one; true once they span overturning_time.
bool DerailmentWatch::add_loads(const double* load) {
  std::array<double, 2>& place = loads_[samples_++ % loads_.size()];
  for (std::size_t side = 0; side < 2; ++side)
    sum_[side] += load[side] - std::exchange(place[side], load[side]);
  return samples_ >= loads_.size();
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
