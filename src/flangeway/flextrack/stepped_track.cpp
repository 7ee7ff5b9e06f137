#include "flangeway/flextrack/stepped_track.hpp"

namespace flangeway::flextrack {

bool is_seen(const SpringElement& spring, std::size_t sleeper) {
  return spring.sleeper == sleeper && (spring.kind == SpringKind::pad || spring.kind == SpringKind::ballast);
}

void add_force(const SpringElement& spring, const Vec6& force, SleeperView& view) {
  if (spring.kind == SpringKind::pad) {
    view.pad[spring.place] += force.head<3>();
  } else {
    view.ballast[spring.place < 3 ? 0 : 1] -= force.head<3>();
  }
}

}  // namespace flangeway::flextrack
