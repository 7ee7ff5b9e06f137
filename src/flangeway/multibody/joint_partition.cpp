#include "flangeway/multibody/joint_partition.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::multibody {
namespace {

/// The rows of one of four groups over the coordinates of its bodies, eliminated with full pivoting.
class Elimination {
 public:
  Elimination(const Model& model, const JointBatch& groups, std::size_t lane, PartitionWorkspace& partition)
      : model_(model),
        groups_(groups),
        lane_(lane),
        partition_(partition),
        rows_(groups.rows.size()),
        columns_(6 * groups.bodies.size()) {
    std::fill_n(partition.matrix.begin(), rows_ * columns_, 0.0);
    for (std::size_t b = 0; b < groups.bodies.size(); ++b) {
      for (const JointedBodies::Place& place : groups.bodies[b].places)
        for (std::size_t k = 0; k < 6; ++k)
          at(place.row, 6 * b + k) =
              groups.rows[place.row].jacobian[place.slot][static_cast<Eigen::Index>(k)][lane];
      std::fill_n(chosen(body(b)), 6, 0);
    }
  }

  void choose() {
    // [1, m] A pivot below this is no coordinate to solve for: wheelsets' are taken instead.
    constexpr double well_determined = 1e-3;
    for (std::size_t row = 0; row < rows_; ++row) {
      Pivot pivot = best(row, false);
      if (pivot.size < well_determined) pivot = best(row, true);
      if (pivot.size == 0) return;
      eliminate(row, pivot);
    }
  }

 private:
  struct Pivot {
    double size = 0;
    std::size_t row = 0, column = 0;
  };
  double& at(std::size_t row, std::size_t column) { return partition_.matrix[row * columns_ + column]; }
  [[nodiscard]] std::size_t body(std::size_t place) const { return groups_.bodies[place].bodies[lane_]; }
  [[nodiscard]] unsigned char* chosen(std::size_t body) { return partition_.chosen.data() + 6 * body; }

  [[nodiscard]] bool may_depend(std::size_t column, bool wheelsets) {
    const std::size_t b = body(column / 6);
    if (chosen(b)[column % 6] || (b == model_.driven_body && column % 6 == 0)) return false;
    return wheelsets || !model_.bodies[b].wheelset;
  }
  Pivot best(std::size_t from, bool wheelsets) {
    Pivot pivot;
    for (std::size_t column = 0; column < columns_; ++column) {
      if (!may_depend(column, wheelsets)) continue;
      for (std::size_t row = from; row < rows_; ++row)
        if (std::abs(at(row, column)) > pivot.size) pivot = {std::abs(at(row, column)), row, column};
    }
    return pivot;
  }
  void eliminate(std::size_t row, const Pivot& pivot) {
    chosen(body(pivot.column / 6))[pivot.column % 6] = 1;
    std::swap_ranges(&at(row, 0), &at(row, 0) + columns_, &at(pivot.row, 0));
    for (std::size_t below = row + 1; below < rows_; ++below) {
      const double factor = at(below, pivot.column) / at(row, pivot.column);
      for (std::size_t column = 0; column < columns_; ++column) at(below, column) -= factor * at(row, column);
    }
  }

  const Model& model_;
  const JointBatch& groups_;
  std::size_t lane_;
  PartitionWorkspace& partition_;
  std::size_t rows_, columns_;
};

}  // namespace

PartitionWorkspace make_partition_workspace(const Model& model) {
  PartitionWorkspace out;
  std::size_t largest = 0;
  for (const JointGroup& group : model.joint_groups)
    largest = std::max(largest, group.rows.size() * 6 * group.bodies.size());
  out.matrix.assign(largest, 0.0);
  out.chosen.assign(6 * model.body_count(), 0);
  return out;
}

void choose_dependent(const Model& model, PartitionWorkspace& partition, JointWorkspace& joints) {
  for (JointBatch& batch : joints.batches) {
    for (std::size_t lane = 0; lane < batch.count; ++lane)
      Elimination(model, batch, lane, partition).choose();
  }
  take_dependent(partition, joints);
}

void take_dependent(const PartitionWorkspace& partition, JointWorkspace& joints) {
  for (JointBatch& batch : joints.batches) {
    for (JointedBodies& four : batch.bodies) {
      four.response.setZero();
      for (std::size_t lane = 0; lane < math::batch_size; ++lane)
        for (std::size_t k = 0; k < 6; ++k) {
          const auto i = static_cast<Eigen::Index>(k);
          four.response(i, i).set(lane, partition.chosen[6 * four.bodies[lane] + k]);
        }
    }
  }
}

}  // namespace flangeway::multibody
