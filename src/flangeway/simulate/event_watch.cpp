#include "flangeway/simulate/event_watch.hpp"

#include <algorithm>

#include "flangeway/simulate/wheel.hpp"

namespace flangeway::simulate {

EventWatch::EventWatch(const vehicle_case::CaseModel& model)
    : model_(model),
      before_(2 * model.contact.wheelsets.size()),
      after_(before_.size()),
      y_(model.vehicle.bodies.state_size()) {}

EventWatch::WheelTouch EventWatch::touch(const Simulation& simulation, std::size_t wheel) {
  const wheelrail::WheelsetResult& state = simulation.contacts().wheelsets[wheel / 2];
  WheelTouch result;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const wheelrail::Contact& contact = state.contacts[k];
    if (contact.side != wheel % 2 || contact.back || !(contact.normal_force > 0)) continue;
    (contact.flange ? result.flange : result.tread) = true;
  }
  return result;
}

void EventWatch::start(const Simulation& simulation) {
  start_ = simulation.state().y[6 * model_.vehicle.bodies.reference_body];
  for (std::size_t i = 0; i < before_.size(); ++i) before_[i] = touch(simulation, i);
}

bool EventWatch::after_step(const Simulation& simulation, Advance& advance, double end) {
  for (std::size_t i = 0; i < after_.size(); ++i) after_[i] = touch(simulation, i);
  if (after_ == before_) return false;
  found_.clear();
  bool looked = false;
  for (std::size_t i = 0; i < after_.size(); ++i) {
    for (const auto what : {&WheelTouch::flange, &WheelTouch::tread}) {
      if (after_[i].*what == before_[i].*what) continue;
      looked = true;
      locate(simulation, advance, i, end, what);
    }
  }
  std::sort(found_.begin(), found_.end(), [](const Event& a, const Event& b) { return a.time < b.time; });
  for (const Event& event : found_) events_.add(event);
  std::swap(before_, after_);
  return looked;
}

// Bisection: loads jump at contacts with damping, and rise from zero without a change of sign at others.
// Contacts of another solver are known at its own times only: those that the end of the step shows.
void EventWatch::locate(const Simulation& simulation, Advance& advance, std::size_t wheel, double end,
                        bool WheelTouch::*what) {
  double low = advance.step_start(), high = end;
  const bool begins = after_[wheel].*what;
  while (simulation.remote() == nullptr && high - low > event_resolution &&
         events_.first.size() < EventList::most) {
    const double middle = low + (high - low) / 2;
    if (advance.look_at(middle, y_.data()) != EvalStatus::ok) break;
    (touch(simulation, wheel).*what == begins ? high : low) = middle;
  }
  const char* kind = what == &WheelTouch::flange
                         ? (begins ? event_kind::flange_begins : event_kind::flange_ends)
                         : (begins ? event_kind::tread_lands : event_kind::tread_lifts);
  if (advance.look_at(high, y_.data()) != EvalStatus::ok) return;
  found_.push_back({high, y_[6 * model_.vehicle.bodies.reference_body] - start_,
                    wheel_name(model_, wheel / 2, wheel % 2), kind});
}

}  // namespace flangeway::simulate
