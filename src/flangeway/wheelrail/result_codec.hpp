// Contact results of a wheelset that are sent to another process, for core/state_codec.hpp: all that results,
// events and derailment need.
#pragma once

#include <algorithm>

#include "flangeway/core/state_codec.hpp"
#include "flangeway/wheelrail/answer.hpp"

namespace flangeway::wheelrail {

template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<Contact> contact) {
  codec(contact.values, contact.indentation, contact.arm, contact.normal, contact.lateral,
        contact.longitudinal, contact.angle, contact.normal_force, contact.creepages.longitudinal,
        contact.creepages.lateral, contact.creepages.spin, contact.forces.longitudinal,
        contact.forces.lateral, contact.forces.spin_moment, contact.force, contact.side, contact.friction,
        contact.flange, contact.on_rail, contact.back, contact.elastic, contact.hertz_force,
        contact.stiffness, contact.energy, contact.moment, contact.pressure_ratio);
}

template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<WheelResult> wheel) {
  auto& candidates = wheel.candidates;
  codec(wheel.placement.y, wheel.placement.z, wheel.moment_beside, candidates.count);
  const std::size_t count = std::min(candidates.count, candidates.at.size());
  for (std::size_t k = 0; k < count; ++k) codec(candidates.at[k].wheel_s, candidates.at[k].pressed);
}

template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<WheelsetResult> wheelset) {
  codec(wheelset.failure, wheelset.reaction, wheelset.lifted, wheelset.gap, wheelset.wheels,
        wheelset.contact_count);
  const std::size_t count = std::min(wheelset.contact_count, wheelset.contacts.size());
  for (std::size_t k = 0; k < count; ++k) codec(wheelset.contacts[k]);
}

template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<ContactAnswer> answer) {
  codec(answer.stiffness, answer.damping);
}

/// All counts and choices have a meaning: a message may be anything.
[[nodiscard]] inline bool is_sound(const WheelsetResult& wheelset) {
  const auto& contacts = wheelset.contacts;
  const bool failure = wheelset.failure >= Failure::none && wheelset.failure <= Failure::law;
  if (!failure || wheelset.contact_count > contacts.size()) return false;
  const auto end = contacts.begin() + static_cast<std::ptrdiff_t>(wheelset.contact_count);
  return std::all_of(contacts.begin(), end, [](const Contact& contact) { return contact.side <= 1; }) &&
         std::all_of(wheelset.wheels.begin(), wheelset.wheels.end(), [](const WheelResult& wheel) {
           return wheel.candidates.count <= wheel.candidates.at.size();
         });
}

}  // namespace flangeway::wheelrail
