#include "flangeway/multibody/joint_solution.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/batch_structs.hpp"

#include "flangeway/multibody/kinematics.hpp"

namespace flangeway::multibody {
namespace {

using math::Batch;
using Six = Packed<Batch, 6>;

// The arrow of docs/theory/multibody.md (9): the blocks' inverses, and where s is free u uᵀ over its Schur
// complement with u = [1, −b/m, −T₃⁻¹c]. `free`: 1 there, else 0.
template <typename T>
Packed<T, 6, 6> arrow_inverse(const BasicBodyState<T>& body, const T& free) {
  Packed<T, 6, 6> result = Packed<T, 6, 6>::Zero();
  const T inverse = 1 / body.mass, share = free / body.schur;
  result(1, 1) = result(2, 2) = inverse;
  result.template bottomRightCorner<3, 3>() = body.rotational_inverse;
  const Packed<T, 3> turn = body.rotational_inverse * body.coupling_rotation;
  const T u[] = {1,       -body.coupling_yz[0] * inverse, -body.coupling_yz[1] * inverse, -turn[0], -turn[1],
                 -turn[2]};
  for (Eigen::Index c = 0; c < 6; ++c)
    for (Eigen::Index r = 0; r < 6; ++r) result(r, c) += share * u[c] * u[r];
  return result;
}

// Lanes in place of batches: compilers keep them in registers.
using Lanes = Batch::Lanes;

void answer_to(const Six& a, const Packed<Batch, 6, 6>& response, Six& answer) {
  Lanes of[6];
  for (Eigen::Index r = 0; r < 6; ++r) of[r] = response(r, 0).lanes * a[0].lanes;
  for (Eigen::Index c = 1; c < 6; ++c)
    for (Eigen::Index r = 0; r < 6; ++r) of[r] += response(r, c).lanes * a[c].lanes;
  for (Eigen::Index r = 0; r < 6; ++r) answer[r].lanes = of[r];
}

// The part of four bodies in the same place, J R Jᵀ; of a symmetric one its upper half.
void add_bodies(Symmetry symmetry, const JointBatch& batch, JointedBodies& four, Batch* matrix) {
  const std::size_t n = batch.rows.size(), count = four.places.size();
  for (std::size_t k = 0; k < count; ++k) {
    const JointedBodies::Place& place = four.places[k];
    answer_to(batch.rows[place.row].jacobian[place.slot], four.response, four.answers[k]);
  }
  for (std::size_t i = 0; i < count; ++i) {  // places are in the order of the rows
    const JointedBodies::Place& place = four.places[i];
    const Six& jacobian = batch.rows[place.row].jacobian[place.slot];
    const Lanes j[] = {jacobian[0].lanes, jacobian[1].lanes, jacobian[2].lanes,
                       jacobian[3].lanes, jacobian[4].lanes, jacobian[5].lanes};
    Batch* const row = matrix + n * place.row;
    for (std::size_t k = symmetry == Symmetry::symmetric ? i : 0; k < count; ++k) {
      const Six& a = four.answers[k];
      row[four.places[k].row].lanes += (j[0] * a[0].lanes + j[1] * a[1].lanes + j[2] * a[2].lanes) +
                                       (j[3] * a[3].lanes + j[4] * a[4].lanes + j[5] * a[5].lanes);
    }
  }
}

// Swaps row k with the one whose entry in column k is largest, in those of the four where its own is small
// beside that. Few are: the diagonal of J M⁻¹ Jᵀ is never.
void pivot(std::size_t k, JointBatch& batch) {
  FLANGEWAY_ASSERT(k < batch.rows.size(), "the batch has this row");
  constexpr double well_determined = 0.1;
  const std::size_t n = batch.rows.size();
  Batch* const column = batch.matrix.data() + k;
  Batch largest = abs(column[n * k]);
  const Batch own = largest;
  for (std::size_t i = k + 1; i < n; ++i) largest = math::larger(abs(column[n * i]), largest);
  batch.pivots[k] = {k, k, k, k};
  if (!any(own < well_determined * largest)) return;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    if (!(own[lane] < well_determined * largest[lane])) continue;
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(column[n * i][lane]) == largest[lane]) best = i;
    batch.pivots[k][lane] = best;
    batch.swapped = true;
    for (std::size_t i = 0; i < n; ++i) {
      Batch &a = batch.matrix[n * k + i], &b = batch.matrix[n * best + i];
      const double kept = a[lane];
      a.set(lane, b[lane]);
      b.set(lane, kept);
    }
  }
}

// LU. False where no pivot is left beside rounding. A symmetric matrix, J R Jᵀ with R from masses, is
// positive: it needs no pivots from beside the diagonal, and its L is Uᵀ over the pivots.
bool factorise(Symmetry symmetry, JointBatch& batch) {
  constexpr double rounding = 1e-12;
  const bool symmetric = symmetry == Symmetry::symmetric;
  const std::size_t n = batch.rows.size();
  Batch* const matrix = batch.matrix.data();
  Batch largest = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = symmetric ? i : 0; j < n; ++j)
      largest = math::larger(abs(matrix[n * i + j]), largest);
  batch.swapped = false;
  for (std::size_t k = 0; k < n; ++k) {
    if (!symmetric) pivot(k, batch);
    const Batch* const own = matrix + n * k;
    const Batch::Mask good = abs(own[k]) > rounding * largest;
    if (any(Batch::Mask{~good.bits})) return false;
    const Lanes inverse = 1.0 / own[k].lanes;
    batch.inverse[k].lanes = inverse;
    for (std::size_t i = k + 1; i < n; ++i) {
      Batch* const row = matrix + n * i;
      const Lanes factor = (symmetric ? own[i] : row[k]).lanes * inverse;
      row[k].lanes = factor;
      for (std::size_t j = symmetric ? i : k + 1; j < n; ++j) row[j].lanes -= factor * own[j].lanes;
    }
  }
  return true;
}

void back_substitute(const JointBatch& batch, Batch* values) {
  const std::size_t n = batch.rows.size();
  for (std::size_t k = 0; batch.swapped && k < n; ++k) {
    for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
      const std::size_t other = batch.pivots[k][lane];
      const double kept = values[k][lane];
      values[k].set(lane, values[other][lane]);
      values[other].set(lane, kept);
    }
  }
  const Batch* const matrix = batch.matrix.data();
  for (std::size_t i = 1; i < n; ++i) {
    Lanes sum = values[i].lanes;
    for (std::size_t j = 0; j < i; ++j) sum -= matrix[n * i + j].lanes * values[j].lanes;
    values[i].lanes = sum;
  }
  for (std::size_t i = n; i-- > 0;) {
    Lanes sum = values[i].lanes;
    for (std::size_t j = i + 1; j < n; ++j) sum -= matrix[n * i + j].lanes * values[j].lanes;
    values[i].lanes = sum * batch.inverse[i].lanes;
  }
}

// Adds six numbers to each of four bodies.
void add(const JointBatch& batch, const JointedBodies& four, const Lanes (&of_bodies)[6], double* values) {
  Batch front[] = {Batch(of_bodies[0]), Batch(of_bodies[1]), Batch(of_bodies[2]), Batch(of_bodies[3])};
  math::transpose(front);
  for (std::size_t lane = 0; lane < batch.count; ++lane) {
    double* const of_body = values + 6 * four.bodies[lane];
    (math::load(of_body) + front[lane]).store(of_body);
    of_body[4] += of_bodies[4][lane];
    of_body[5] += of_bodies[5][lane];
  }
}

void solve(Wanted wanted, JointBatch& batch, const double* values) {
  Six* const of_bodies = batch.values.data();
  const bool of_values = wanted == Wanted::accelerations || wanted == Wanted::none;
  for (std::size_t b = 0; of_values && b < batch.bodies.size(); ++b) {
    const auto six_each = six(values, batch.bodies[b].bodies);
    for (std::size_t i = 0; i < 6; ++i) of_bodies[b][static_cast<Eigen::Index>(i)] = six_each[i];
  }
  for (std::size_t r = 0; r < batch.rows.size(); ++r) {
    const JointRow& row = batch.rows[r];
    if (wanted == Wanted::positions) batch.change[r] = -row.residual;
    if (wanted == Wanted::velocities) batch.change[r] = -row.rate;
    if (wanted == Wanted::accelerations) batch.change[r] = row.right_hand - row_times(row, of_bodies);
    if (wanted == Wanted::none) batch.change[r] = -row_times(row, of_bodies);
  }
  back_substitute(batch, batch.change.data());
}

}  // namespace

Mat6 inverse_mass(const BodyState& body) {
  return arrow_inverse<double>(body, body.speed_prescribed ? 0 : 1);
}

FLANGEWAY_VECTORIZED
void set_inverse_masses(Workspace& workspace) {
  for (JointBatch& batch : workspace.joints.batches) {
    for (JointedBodies& four : batch.bodies) {
      const BodyBatch& bodies = workspace.batches[four.batch];
      four.response = arrow_inverse<Batch>(bodies.state, bodies.free);
    }
  }
}

void set_response(const Mat6& response, std::size_t lane, JointedBodies& four) {
  for (Eigen::Index c = 0; c < 6; ++c)
    for (Eigen::Index r = 0; r < 6; ++r) four.response(r, c).set(lane, response(r, c));
}

FLANGEWAY_VECTORIZED
EvalStatus factorise_joints(Symmetry symmetry, JointWorkspace& joints) {
  for (JointBatch& batch : joints.batches) {
    const std::size_t n = batch.rows.size();
    for (std::size_t i = 0; i < n; ++i) std::fill_n(batch.matrix.data() + n * i, n, Batch(0));
    for (JointedBodies& four : batch.bodies) add_bodies(symmetry, batch, four, batch.matrix.data());
    if (!factorise(symmetry, batch)) return EvalStatus::retry;
  }
  return EvalStatus::ok;
}

FLANGEWAY_VECTORIZED
void move_by_joints(Wanted wanted, JointWorkspace& joints, double* values) {
  for (JointBatch& batch : joints.batches) {
    solve(wanted, batch, values);
    for (const JointedBodies& four : batch.bodies) {
      Lanes of[6] = {};
      for (std::size_t k = 0; k < four.places.size(); ++k) {
        const Lanes change = batch.change[four.places[k].row].lanes;
        for (Eigen::Index i = 0; i < 6; ++i) of[i] += change * four.answers[k][i].lanes;
      }
      add(batch, four, of, values);
    }
  }
}

FLANGEWAY_VECTORIZED
bool add_change(double relative, JointWorkspace& joints) {
  FLANGEWAY_ASSERT(relative >= 0, "a tolerance has no sign");
  constexpr double absolute_tolerance = 1e-9;  // [N, Nm]
  Batch largest = 0, all = 0;
  bool finite = true;
  for (JointBatch& batch : joints.batches) {
    for (std::size_t r = 0; r < batch.rows.size(); ++r) {
      batch.multipliers[r] += batch.change[r];
      const Batch::Mask good = abs(batch.change[r]) < std::numeric_limits<double>::max();
      finite = finite && !any(Batch::Mask{~good.bits});
      largest = math::larger(abs(batch.change[r]), largest);
      all = math::larger(abs(batch.multipliers[r]), all);
    }
  }
  return finite && math::largest(largest) <= relative * math::largest(all) + absolute_tolerance;
}

void forget_multipliers(JointWorkspace& joints) {
  for (JointBatch& batch : joints.batches)
    std::fill(batch.multipliers.begin(), batch.multipliers.end(), Batch(0));
}

FLANGEWAY_VECTORIZED
void add_joint_forces(const JointWorkspace& joints, std::vector<BodyState>& bodies) {
  for (const JointBatch& batch : joints.batches) {
    for (const JointedBodies& four : batch.bodies) {
      Six sum = Six::Zero();
      for (const JointedBodies::Place& place : four.places)
        sum += batch.multipliers[place.row] * batch.rows[place.row].jacobian[place.slot];
      for (std::size_t lane = 0; lane < batch.count; ++lane)
        for (Eigen::Index i = 0; i < 6; ++i) bodies[four.bodies[lane]].force[i] += sum[i][lane];
    }
  }
}

}  // namespace flangeway::multibody
