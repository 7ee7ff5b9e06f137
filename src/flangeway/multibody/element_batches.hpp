// Elements of one kind four side by side, as a step evaluates them. Places beyond the last element repeat it
// without stiffness, damping and preload: they add no force.
#pragma once

#include <array>
#include <vector>

#include "flangeway/math/types.hpp"
#include "flangeway/multibody/model.hpp"

namespace flangeway::multibody {

using Indices = std::array<std::size_t, math::batch_size>;
using Vec3Batch = Packed<math::Batch, 3>;
inline void set(Vec3Batch& to, std::size_t lane, const Vec3& value) {
  for (Eigen::Index k = 0; k < 3; ++k) to[k].set(lane, value[k]);
}

/// What elements of all kinds have.
struct ElementBatch {
  std::size_t first = 0, count = 0;  ///< elements of the model's list that are in the batch
  Indices i{}, j{};                  ///< poses
};

struct AxialBatch : ElementBatch {
  Vec3Batch point_i, point_j;
  math::Batch length, stiffness, damping, preload;
  bool any_table = false;
};

struct SeriesBatch : ElementBatch {
  Vec3Batch point_i, point_j;
  math::Batch length, stiffness, damping;
  Indices auxiliary{};
};

struct ShearBatch : ElementBatch {
  Vec3Batch point_i, point_j, stiffness, damping, preload;
  /// Dampers in series with a spring, along one direction.
  struct SeriesDampers {
    math::Batch stiffness, damping;
    Indices auxiliary{};
    std::array<bool, math::batch_size> given{};
    bool any = false;
  };
  std::array<SeriesDampers, 3> series;
};

struct TorsionBatch : ElementBatch {
  Vec3Batch stiffness, damping, preload;
};

struct BumpStopBatch : ElementBatch {
  Vec3Batch point_i, point_j, direction;
  math::Batch gap;  ///< |d| up to which there is no force, m
};

struct ElementBatches {
  std::vector<AxialBatch> axial;
  std::vector<SeriesBatch> series;
  std::vector<ShearBatch> shear;
  std::vector<TorsionBatch> torsion;
  std::vector<BumpStopBatch> bump_stops;
};

[[nodiscard]] ElementBatches make_element_batches(const Model& model);

}  // namespace flangeway::multibody
