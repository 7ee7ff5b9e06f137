// Memory that a workspace keeps between calls. Internal to the room.
#pragma once

#include <memory>
#include <vector>

#include "flangeway/contact/patch/solve.hpp"
#include "flangeway/geometry/spatial/grid_search.hpp"
#include "flangeway/wheel_on_rail/discretise.hpp"
#include "flangeway/wheel_on_rail/solve.hpp"

namespace flangeway::wheel_on_rail {

/// Shapes prepared before, so that many problems with the same profiles prepare them once.
template <typename Shape>
class ShapeCache {
 public:
  template <typename Make>
  const Shape& get(const std::shared_ptr<const profile::Curve>& curve, const Make& make) {
    for (const auto& shape : shapes_)
      if (shape->curve == curve) return *shape;
    if (shapes_.size() == most_) shapes_.erase(shapes_.begin());
    shapes_.push_back(std::make_unique<Shape>(make(curve)));
    return *shapes_.back();
  }

 private:
  static constexpr std::size_t most_ = 8;
  std::vector<std::unique_ptr<Shape>> shapes_;
};

struct Workspace::Memory {
  ShapeCache<geometry::spatial::Wheel> wheels;
  ShapeCache<geometry::spatial::Rail> rails;
  geometry::spatial::RailTop top;
  geometry::spatial::Locus locus;
  geometry::spatial::GapGrid grid;  ///< in place of the locus
  std::vector<geometry::spatial::Region> regions;
  std::vector<Plan> plans;
  std::vector<PatchWork> works;
  std::vector<const Patch*> continued;  ///< of the instant before, while patches are formed
  contact::patch::Workspace halfspace;
};

}  // namespace flangeway::wheel_on_rail
