#include "flangeway/flextrack/stepped_track.hpp"

namespace flangeway::flextrack {

bool is_seen(const SpringElement& spring, std::size_t sleeper) {
  return spring.sleeper == sleeper && (spring.kind == SpringKind::pad || spring.kind == SpringKind::ballast);
}

void add_force(const Mesh& mesh, const SpringElement& spring, const Vec6& force, SleeperView& view) {
  // node i is of the sleeper, whose axes are the track's
  const Vec3 in_track = mesh.nodes[spring.i].frame.transpose() * (spring.frame * force.head<3>());
  if (spring.kind == SpringKind::pad) {
    view.pad[spring.place] += in_track;
  } else {
    view.ballast[spring.place < 3 ? 0 : 1] -= in_track;
  }
}

}  // namespace flangeway::flextrack
