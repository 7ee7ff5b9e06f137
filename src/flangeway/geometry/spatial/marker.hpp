// A position with axes, which converts coordinates of one frame to those of another.
#pragma once

#include "flangeway/math/types.hpp"

namespace flangeway::geometry::spatial {

/// global = origin + axes · local. axes is a rotation.
struct Marker {
  Vec3 origin = Vec3::Zero();
  Mat3 axes = Mat3::Identity();

  [[nodiscard]] Vec3 to_global(const Vec3& local) const { return origin + axes * local; }
  [[nodiscard]] Vec3 to_local(const Vec3& global) const { return axes.transpose() * (global - origin); }
  /// A marker given in this one's coordinates, in the coordinates this one is given in.
  [[nodiscard]] Marker to_global(const Marker& inner) const {
    return {to_global(inner.origin), axes * inner.axes};
  }
  /// The reverse: a marker given where this one is given, in this one's coordinates.
  [[nodiscard]] Marker to_local(const Marker& beside) const {
    return {to_local(beside.origin), axes.transpose() * beside.axes};
  }
};

}  // namespace flangeway::geometry::spatial
