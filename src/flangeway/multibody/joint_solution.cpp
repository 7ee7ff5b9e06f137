#include "flangeway/multibody/joint_solution.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/multibody/kinematics.hpp"

namespace flangeway::multibody {
namespace {

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
  out.matrix.assign(n * n, 0.0);
  out.values.assign(n, 0.0);
  out.pivots.assign(n, 0);
  return out;
}

void assemble(const JointWorkspace& joints, JointEquations& group) {
  const std::size_t n = group.rows.size();
  std::fill(group.matrix.begin(), group.matrix.end(), 0.0);
  for (JointedBody& body : group.bodies) {
    const Mat6& response = joints.response[body.body];
    for (std::size_t k = 0; k < body.places.size(); ++k) {
      const JointedBody::Place& place = body.places[k];
      body.response[k].noalias() = response * joints.rows[place.of_model].jacobian[place.slot];
    }
    for (const JointedBody::Place& place : body.places) {
      const Vec6& jacobian = joints.rows[place.of_model].jacobian[place.slot];
      double* row = group.matrix.data() + n * place.row;
      for (std::size_t k = 0; k < body.places.size(); ++k)
        row[body.places[k].row] += jacobian.dot(body.response[k]);
    }
  }
}

// LU with pivots from the column. False where none is left beside rounding.
bool factorise(JointEquations& group) {
  constexpr double rounding = 1e-12;
  const std::size_t n = group.rows.size();
  double* const a = group.matrix.data();
  double largest = 0;
  for (const double entry : group.matrix) largest = std::max(largest, std::abs(entry));
  for (std::size_t k = 0; k < n; ++k) {
    std::size_t best = k;
    for (std::size_t i = k + 1; i < n; ++i)
      if (std::abs(a[n * i + k]) > std::abs(a[n * best + k])) best = i;
    group.pivots[k] = best;
    if (!(std::abs(a[n * best + k]) > rounding * largest)) return false;
    if (best != k) std::swap_ranges(a + n * k, a + n * (k + 1), a + n * best);
    const double inverse = 1 / a[n * k + k];
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = a[n * i + k] * inverse;
      a[n * i + k] = factor;
      if (factor == 0) continue;
      for (std::size_t j = k + 1; j < n; ++j) a[n * i + j] -= factor * a[n * k + j];
    }
  }
  return true;
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

Mat6 inverse_mass(const BodyState& body) {
  Mat6 result;
  for (Eigen::Index c = 0; c < 6; ++c) result.col(c) = solve_mass_column(body, Vec6::Unit(c));
  return result;
}

FLANGEWAY_VECTORIZED
EvalStatus factorise_joints(JointWorkspace& joints) {
  for (JointEquations& group : joints.groups) {
    assemble(joints, group);
    if (!factorise(group)) return EvalStatus::retry;
  }
  return EvalStatus::ok;
}

FLANGEWAY_VECTORIZED
void back_substitute(const JointEquations& group, double* values) {
  const std::size_t n = group.rows.size();
  const double* const a = group.matrix.data();
  for (std::size_t k = 0; k < n; ++k) std::swap(values[k], values[group.pivots[k]]);
  for (std::size_t i = 1; i < n; ++i)
    for (std::size_t j = 0; j < i; ++j) values[i] -= a[n * i + j] * values[j];
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; ++j) values[i] -= a[n * i + j] * values[j];
    values[i] /= a[n * i + i];
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
