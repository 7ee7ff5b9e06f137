#include "flangeway/multibody/joint_solution.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/batch_structs.hpp"

#include "flangeway/multibody/kinematics.hpp"

namespace flangeway::multibody {
namespace {

using math::Batch;

/// What lies in JointEquations::matrix: U in rows of whole batches, the factors of L, and scratch.
struct Storage {
  std::size_t rows, stride;
  double *matrix, *factors, *responses;

  static std::size_t stride_of(std::size_t rows) {
    return (rows + math::batch_size - 1) / math::batch_size * math::batch_size;
  }
  static std::size_t size(std::size_t rows) { return (rows + 6) * stride_of(rows) + rows * rows; }
  explicit Storage(JointEquations& group)
      : rows(group.rows.size()),
        stride(stride_of(rows)),
        matrix(group.matrix.data()),
        factors(matrix + rows * stride),
        responses(factors + rows * rows) {}
};

// Where a body stands in the rows of the joints of its group.
JointedBody jointed(const Model& model, const JointGroup& group, std::size_t body) {
  JointedBody out;
  out.body = body;
  for (std::size_t r = 0, k = 0; k < group.joints.size(); ++k) {
    const Joint& joint = model.joints[group.joints[k]];
    for (std::size_t row = 0; row < row_count(joint.type); ++row, ++r) {
      const std::size_t bodies[] = {joint.i, joint.j, joint.carrier};
      for (std::size_t slot = 0; slot < 3; ++slot)
        if (bodies[slot] == body) out.places.push_back({r, joint.first_row + row, slot});
    }
  }
  out.response.assign(out.places.size(), Vec6::Zero());
  return out;
}

JointEquations equations_of(const Model& model, const JointGroup& group) {
  JointEquations out;
  const std::size_t n = group.rows.size();
  for (const std::size_t body : group.bodies) out.bodies.push_back(jointed(model, group, body));
  out.rows = group.rows;
  out.matrix.assign(Storage::size(n), 0.0);
  out.values.assign(n, 0.0);
  out.pivots.assign(n, 0);
  return out;
}

// The part of one body, J R Jᵀ, row by row of S: R Jᵀ lies over all rows of the group, so that sums run along
// rows, four entries at a time.
void add_body(const JointWorkspace& joints, const Storage& at, JointedBody& body) {
  const Mat6& response = joints.response[body.body];
  std::fill_n(at.responses, 6 * at.stride, 0.0);
  for (std::size_t k = 0; k < body.places.size(); ++k) {
    const JointedBody::Place& place = body.places[k];
    body.response[k].noalias() = response * joints.rows[place.of_model].jacobian[place.slot];
    for (std::size_t c = 0; c < 6; ++c)
      at.responses[at.stride * c + place.row] = body.response[k][static_cast<Eigen::Index>(c)];
  }
  for (const JointedBody::Place& place : body.places) {
    const double* const jacobian = joints.rows[place.of_model].jacobian[place.slot].data();
    double* const row = at.matrix + at.stride * place.row;
    for (std::size_t i = 0; i < at.stride; i += math::batch_size) {
      Batch sum = math::load(row + i);
      for (std::size_t c = 0; c < 6; ++c) sum += jacobian[c] * math::load(at.responses + at.stride * c + i);
      sum.store(row + i);
    }
  }
}

// row −= factor · other in the blocks that hold columns from `first` on; what is left of that in the first
// block is of no more use, since the factors stand apart.
void subtract_row(const Storage& at, std::size_t first, double factor, const double* other, double* row) {
  for (std::size_t i = first / math::batch_size * math::batch_size; i < at.stride; i += math::batch_size)
    (math::load(row + i) - factor * math::load(other + i)).store(row + i);
}

std::size_t pivot_row(const Storage& at, std::size_t column) {
  std::size_t best = column;
  for (std::size_t i = column + 1; i < at.rows; ++i)
    if (std::abs(at.matrix[at.stride * i + column]) > std::abs(at.matrix[at.stride * best + column]))
      best = i;
  return best;
}

// LU with pivots from the column. False where none is left beside rounding.
bool factorise(const Storage& at, std::size_t* pivots) {
  constexpr double rounding = 1e-12;
  const std::size_t n = at.rows;
  double largest = 0;
  for (std::size_t i = 0; i < n * at.stride; ++i) largest = std::max(largest, std::abs(at.matrix[i]));
  for (std::size_t k = 0; k < n; ++k) {
    double* const pivot = at.matrix + at.stride * k;
    const std::size_t best = pivots[k] = pivot_row(at, k);
    double* const other = at.matrix + at.stride * best;
    if (!(std::abs(other[k]) > rounding * largest)) return false;
    if (best != k) {
      std::swap_ranges(pivot, pivot + at.stride, other);
      std::swap_ranges(at.factors + n * k, at.factors + n * k + k, at.factors + n * best);
    }
    const double inverse = 1 / pivot[k];
    for (std::size_t i = k + 1; i < n; ++i) {
      double* const row = at.matrix + at.stride * i;
      const double factor = at.factors[n * i + k] = row[k] * inverse;
      subtract_row(at, k + 1, factor, pivot, row);
    }
  }
  return true;
}

EvalStatus factorise(const JointWorkspace& joints, JointEquations& group) {
  const Storage at(group);
  std::fill_n(at.matrix, at.rows * at.stride, 0.0);
  for (JointedBody& body : group.bodies) add_body(joints, at, body);
  return factorise(at, group.pivots.data()) ? EvalStatus::ok : EvalStatus::retry;
}

}  // namespace

JointWorkspace make_joint_workspace(const Model& model) {
  JointWorkspace joints;
  joints.rows.resize(model.joint_rows);
  if (!model.joints.empty()) joints.response.assign(model.body_count(), Mat6::Zero());
  joints.multipliers.assign(model.joint_rows, 0.0);
  joints.change = joints.multipliers;
  for (const JointGroup& group : model.joint_groups) joints.groups.push_back(equations_of(model, group));
  return joints;
}

// The arrow of docs/theory/multibody.md (9): the blocks' inverses, and where s is free u uᵀ over its Schur
// complement with u = [1, −b/m, −T₃⁻¹c].
Mat6 inverse_mass(const BodyState& body) {
  Mat6 result = Mat6::Zero();
  result(1, 1) = result(2, 2) = 1 / body.mass;
  result.bottomRightCorner<3, 3>() = body.rotational_inverse;
  if (body.speed_prescribed) return result;
  Vec6 u;
  u << 1, -body.coupling_yz / body.mass, -(body.rotational_inverse * body.coupling_rotation);
  for (Eigen::Index c = 0; c < 6; ++c) result.col(c) += (u[c] / body.schur) * u;
  return result;
}

FLANGEWAY_VECTORIZED
EvalStatus factorise_joints(JointWorkspace& joints) {
  for (JointEquations& group : joints.groups) {
    if (factorise(joints, group) != EvalStatus::ok) return EvalStatus::retry;
  }
  return EvalStatus::ok;
}

FLANGEWAY_VECTORIZED
void back_substitute(JointEquations& group, double* values) {
  const Storage at(group);
  const std::size_t n = at.rows;
  for (std::size_t k = 0; k < n; ++k) std::swap(values[k], values[group.pivots[k]]);
  for (std::size_t i = 1; i < n; ++i) {
    double sum = values[i];
    for (std::size_t j = 0; j < i; ++j) sum -= at.factors[n * i + j] * values[j];
    values[i] = sum;
  }
  for (std::size_t i = n; i-- > 0;) {
    double sum = values[i];
    for (std::size_t j = i + 1; j < n; ++j) sum -= at.matrix[at.stride * i + j] * values[j];
    values[i] = sum / at.matrix[at.stride * i + i];
  }
}

FLANGEWAY_VECTORIZED
void move_by_joints(const JointWorkspace& joints, double* values) {
  for (const JointEquations& group : joints.groups) {
    for (const JointedBody& body : group.bodies) {
      Eigen::Map<Vec6> of_body(values + 6 * body.body);
      for (std::size_t k = 0; k < body.places.size(); ++k)
        of_body += joints.change[body.places[k].of_model] * body.response[k];
    }
  }
}

void add_joint_forces(const JointWorkspace& joints, const std::vector<double>& forces,
                      std::vector<BodyState>& bodies) {
  for (std::size_t r = 0; r < joints.rows.size(); ++r) {
    const JointRow& row = joints.rows[r];
    for (std::size_t k = 0; k < row.count; ++k) bodies[row.bodies[k]].force += forces[r] * row.jacobian[k];
  }
}

}  // namespace flangeway::multibody
