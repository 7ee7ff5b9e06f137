#include "flangeway/multibody/joint_partition.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::multibody {
namespace {

/// The rows of a group over the coordinates of its bodies, eliminated with full pivoting.
class Elimination {
 public:
  Elimination(const Model& model, const JointWorkspace& joints, const JointEquations& group,
              PartitionWorkspace& partition)
      : model_(model),
        group_(group),
        partition_(partition),
        rows_(group.rows.size()),
        columns_(6 * group.bodies.size()) {
    std::fill_n(partition.matrix.begin(), rows_ * columns_, 0.0);
    for (std::size_t b = 0; b < group.bodies.size(); ++b) {
      for (const JointedBody::Place& place : group.bodies[b].places)
        for (std::size_t k = 0; k < 6; ++k)
          at(place.row, 6 * b + k) =
              joints.rows[place.of_model].jacobian[place.slot][static_cast<Eigen::Index>(k)];
    }
    for (const JointedBody& body : group.bodies) std::fill_n(chosen(body.body), 6, 0);
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
  [[nodiscard]] unsigned char* chosen(std::size_t body) { return partition_.chosen.data() + 6 * body; }

  [[nodiscard]] bool may_depend(std::size_t column, bool wheelsets) {
    const std::size_t body = group_.bodies[column / 6].body;
    if (chosen(body)[column % 6] || (body == model_.driven_body && column % 6 == 0)) return false;
    return wheelsets || !model_.bodies[body].wheelset;
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
    chosen(group_.bodies[pivot.column / 6].body)[pivot.column % 6] = 1;
    std::swap_ranges(&at(row, 0), &at(row, 0) + columns_, &at(pivot.row, 0));
    for (std::size_t below = row + 1; below < rows_; ++below) {
      const double factor = at(below, pivot.column) / at(row, pivot.column);
      for (std::size_t column = 0; column < columns_; ++column) at(below, column) -= factor * at(row, column);
    }
  }

  const Model& model_;
  const JointEquations& group_;
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
  for (const JointEquations& group : joints.groups) {
    Elimination(model, joints, group, partition).choose();
    for (const JointedBody& body : group.bodies) {
      Mat6& response = joints.response[body.body];
      response.setZero();
      for (std::size_t k = 0; k < 6; ++k) {
        const auto i = static_cast<Eigen::Index>(k);
        response(i, i) = partition.chosen[6 * body.body + k];
      }
    }
  }
}

}  // namespace flangeway::multibody
