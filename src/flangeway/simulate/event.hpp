// Events of wheels during a run, such as the first touch of a flange.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "flangeway/core/state_codec.hpp"

namespace flangeway::simulate {

/// Kinds of events. A derailment is also an event and has the kind of the derailment.
namespace event_kind {
inline constexpr const char* flange_begins = "flange contact begins";
inline constexpr const char* flange_ends = "flange contact ends";
inline constexpr const char* tread_lifts = "tread contact unloads";
inline constexpr const char* tread_lands = "tread contact loads again";
}  // namespace event_kind

struct Event {
  double time = 0, distance = 0;  ///< s, m since the start of the run
  std::string wheel;              ///< "wheelset1.left"
  std::string kind;
};

template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<Event> event) {
  codec(event.time, event.distance, event.wheel, event.kind);
}

/// The first events of a run in the order of time, and how many more there were: a wheel that chatters on its
/// flange must not fill a result file.
struct EventList {
  static constexpr std::size_t most = 200;
  std::vector<Event> first;
  std::size_t more = 0;

  void add(const Event& event) {
    if (first.size() < most) {
      first.push_back(event);
    } else {
      ++more;
    }
  }
};
template <typename Codec>
void fields(Codec& codec, typename Codec::template Reference<EventList> list) {
  codec(list.first, list.more);
}

}  // namespace flangeway::simulate
