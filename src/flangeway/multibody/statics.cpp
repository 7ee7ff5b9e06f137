#include "flangeway/multibody/statics.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/math/dense.hpp"
#include "flangeway/multibody/nominal_springs.hpp"
#include "flangeway/multibody/single_wheel.hpp"

namespace flangeway::multibody {

namespace {

using Row = Eigen::RowVectorXd;

/// Small displacements of all poses about the nominal position: 6 columns (translation, rotation) per body.
/// A row is the change of one deflection; −rowᵀ · force is the generalised force of an element.
class Geometry {
 public:
  explicit Geometry(const Model& model) : model_(model), columns_(6 * model.body_count()) {}

  [[nodiscard]] Vec3 position(std::size_t pose) const { return nominal_position(model_, pose); }

  /// Motion of a point of the pose along `direction`.
  void add_point(Row& row, std::size_t pose, const Vec3& point, const Vec3& direction, double sign) const {
    if (pose >= model_.body_count()) return;
    const auto c = static_cast<Eigen::Index>(6 * pose);
    row.segment<3>(c) += sign * direction.transpose();
    row.segment<3>(c + 3) += sign * (point - position(pose)).cross(direction).transpose();
  }
  void add_rotation(Row& row, std::size_t pose, const Vec3& axis, double sign) const {
    if (pose >= model_.body_count()) return;
    row.segment<3>(static_cast<Eigen::Index>(6 * pose + 3)) += sign * axis.transpose();
  }
  [[nodiscard]] Row zero() const { return Row::Zero(static_cast<Eigen::Index>(columns_)); }

  /// Rows of its constraints: those of the distance of two points, of rotations, and of one point.
  [[nodiscard]] std::vector<Row> of(const Joint& joint) const {
    std::vector<Row> rows(row_count(joint.type), zero());
    const Vec3 p = position(joint.i) + joint.point_i, q = position(joint.j) + joint.point_j;
    if (joint.type == JointType::link) {
      add_point(rows[0], joint.i, p, (p - q).normalized(), 1);
      add_point(rows[0], joint.j, q, (q - p).normalized(), 1);
    } else if (joint.type == JointType::gear) {
      add_rotation(rows[0], joint.i, Vec3::UnitY(), 1);
      add_rotation(rows[0], joint.j, Vec3::UnitY(), -joint.ratio);
      if (joint.carrier != no_index) add_rotation(rows[0], joint.carrier, Vec3::UnitY(), joint.ratio - 1);
    } else {
      for (std::size_t k = 0; k < 3; ++k) add_relative(rows[k], joint, q, Vec3::Unit(static_cast<int>(k)));
      const Vec3 across = joint.axis.unitOrthogonal();
      const Vec3 turns[] = {joint.axis.cross(across), across, joint.axis};
      for (std::size_t k = 3; k < rows.size(); ++k) {
        add_rotation(rows[k], joint.i, turns[k - 3], -1);
        add_rotation(rows[k], joint.j, turns[k - 3], 1);
      }
    }
    return rows;
  }
  [[nodiscard]] std::vector<Row> of_joints() const {
    std::vector<Row> rows;
    for (const Joint& joint : model_.joints)
      for (Row& row : of(joint)) rows.push_back(std::move(row));
    return rows;
  }

 private:
  void add_relative(Row& row, const Joint& joint, const Vec3& point, const Vec3& direction) const {
    add_point(row, joint.i, point, direction, -1);
    add_point(row, joint.j, point, direction, 1);
  }

  const Model& model_;
  std::size_t columns_;
};

/// Their reactions as further unknowns, [K Jᵀ; J 0], J as large as K.
void add_joints(const Model& model, Eigen::MatrixXd& stiffness, Eigen::VectorXd& load) {
  const std::vector<Row> rows = Geometry(model).of_joints();
  const Eigen::Index n = load.size(), m = static_cast<Eigen::Index>(rows.size());
  const double scale = std::max(1.0, stiffness.diagonal().maxCoeff());
  stiffness.conservativeResizeLike(Eigen::MatrixXd::Zero(n + m, n + m));
  load.conservativeResizeLike(Eigen::VectorXd::Zero(n + m));
  for (Eigen::Index r = 0; r < m; ++r) {
    stiffness.row(n + r).head(n) = scale * rows[static_cast<std::size_t>(r)];
    stiffness.col(n + r).head(n) = stiffness.row(n + r).head(n).transpose();
  }
}

/// Degrees of freedom of wheelsets that the rails hold.
enum class Wheelsets {
  still,   ///< all
  rolling  ///< not their place along the track: the motion of trailing arms moves them
};

/// A rail holds the carrier of a single wheel below its centre of gravity, where it may roll.
bool held_by_rails(const Body& body, std::size_t coordinate) {
  constexpr std::size_t roll = 3;
  return coordinate != roll || !carries_one_wheel(body);
}

/// Rows and columns of the wheelsets, as far as the rails hold them, are cut out.
void hold_wheelsets(const Model& model, Wheelsets wheelsets, Eigen::MatrixXd& stiffness,
                    Eigen::VectorXd& load) {
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    if (!model.bodies[b].wheelset) continue;
    for (std::size_t k = wheelsets == Wheelsets::rolling ? 1 : 0; k < 6; ++k) {
      if (!held_by_rails(model.bodies[b], k)) continue;
      const auto c = static_cast<Eigen::Index>(6 * b + k);
      stiffness.col(c).setZero();
      stiffness.row(c).setZero();
      load[c] = 0;
    }
  }
}

double weight_of(const Model& model) {
  double weight = 0;
  for (const Body& body : model.bodies) weight += body.mass * model.gravity;
  return weight;
}

std::vector<Unsupported> unsupported_bodies(const Model& model, const Eigen::VectorXd& residual) {
  const double weight = weight_of(model);
  std::vector<Unsupported> out;
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    Eigen::Index worst = 0;
    const double largest = residual.segment<6>(static_cast<Eigen::Index>(6 * b)).cwiseAbs().maxCoeff(&worst);
    if (largest <= 1e-7 * weight) continue;
    const double signed_residual = residual[static_cast<Eigen::Index>(6 * b) + worst];
    out.push_back({b, static_cast<std::size_t>(worst), signed_residual});
  }
  return out;
}

}  // namespace

namespace {

struct Shared {
  std::vector<Unsupported> unsupported;
  bool pushes_along = false;  ///< a wheelset is pushed along the track
};

/// The preloads that go with the present stiffnesses.
Shared share_load(Model& model, const std::vector<NominalSpring>& springs, Wheelsets wheelsets) {
  Eigen::VectorXd load = nominal_load(model);
  Eigen::MatrixXd stiffness = Eigen::MatrixXd::Zero(load.size(), load.size());
  for (const NominalSpring& spring : springs) {
    if (spring.preload != nullptr) {
      stiffness += spring.stiffness * spring.row.transpose() * spring.row;
    } else {
      load -= spring.resistance * spring.row.transpose();
    }
  }
  add_joints(model, stiffness, load);
  const Eigen::MatrixXd whole = stiffness;
  const Eigen::VectorXd all = load;
  hold_wheelsets(model, wheelsets, stiffness, load);
  const Eigen::VectorXd u = math::least_squares(stiffness, load);
  for (const NominalSpring& spring : springs) {
    if (spring.preload != nullptr)
      *spring.preload = spring.sign * spring.stiffness * spring.row.dot(u.head(spring.row.size()));
  }
  Shared shared{unsupported_bodies(model, load - stiffness * u)};
  const double small = 1e-7 * weight_of(model);
  for (std::size_t b = 0; b < model.body_count(); ++b) {
    const auto along = static_cast<Eigen::Index>(6 * b);
    if (model.bodies[b].wheelset && std::abs(all[along] - whole.row(along).dot(u)) > small)
      shared.pushes_along = true;
  }
  return shared;
}

/// Wheelsets that roll take no force along the track. Where a preload that is given pushes them, they are
/// held.
std::vector<Unsupported> share_load(Model& model, const std::vector<NominalSpring>& springs) {
  const Shared still = share_load(model, springs, Wheelsets::still);
  if (!still.pushes_along) return still.unsupported;
  const Shared rolling = share_load(model, springs, Wheelsets::rolling);
  if (rolling.unsupported.size() <= still.unsupported.size()) return rolling.unsupported;
  return share_load(model, springs, Wheelsets::still).unsupported;
}

/// Their loads are shared alike.
bool same(const std::vector<NominalSpring>& a, const std::vector<NominalSpring>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.stiffness == y.stiffness && (x.preload != nullptr || x.resistance == y.resistance);
  });
}

}  // namespace

// An air spring is stiffer under a higher load, and a wedge pushes sideways under its load.
std::vector<Unsupported> solve_preloads(Model& model) {
  constexpr int max_rounds = 4;
  std::vector<NominalSpring> springs = nominal_springs(model);
  std::vector<Unsupported> unsupported;
  for (int round = 0; round < max_rounds; ++round) {
    unsupported = share_load(model, springs);
    std::vector<NominalSpring> loaded = nominal_springs(model);
    if (same(springs, loaded)) break;
    springs = std::move(loaded);
  }
  set_relaxation_rates(model);
  return unsupported;
}

bool balance_given_preloads(Model& model, const std::vector<Unsupported>& unsupported) {
  constexpr double max_share = 1e-3;  // of the weight, N and Nm alike
  const double weight = weight_of(model);
  for (const Unsupported& left : unsupported)
    if (std::abs(left.residual) > max_share * weight) return false;
  const std::vector<NominalSpring> springs = nominal_springs(model);
  Eigen::VectorXd load = nominal_load(model);
  Eigen::MatrixXd stiffness = Eigen::MatrixXd::Zero(load.size(), load.size());
  for (const NominalSpring& spring : springs) {
    load -= spring.resistance * spring.row.transpose();
    if (spring.preload != nullptr || spring.given != nullptr)
      stiffness += spring.stiffness * spring.row.transpose() * spring.row;
  }
  add_joints(model, stiffness, load);
  hold_wheelsets(model, Wheelsets::still, stiffness, load);
  const Eigen::VectorXd u = math::least_squares(stiffness, load);
  if (!unsupported_bodies(model, load - stiffness * u).empty()) return false;
  for (const NominalSpring& spring : springs) {
    double* const preload = spring.preload != nullptr ? spring.preload : spring.given;
    if (preload != nullptr)
      *preload += spring.sign * spring.stiffness * spring.row.dot(u.head(spring.row.size()));
  }
  set_relaxation_rates(model);
  return true;
}

// Row after row by Gram and Schmidt; rotations count as at a metre.
std::vector<RepeatedJoint> repeated_joints(const Model& model) {
  constexpr double rounding = 1e-9;
  const Geometry geometry(model);
  std::vector<Row> basis;
  std::vector<RepeatedJoint> out;
  for (std::size_t k = 0; k < model.joints.size(); ++k) {
    RepeatedJoint repeated{k, 0};
    for (Row row : geometry.of(model.joints[k])) {
      const double size = row.norm();
      for (int twice = 0; twice < 2; ++twice)
        for (const Row& other : basis) row -= row.dot(other) * other;
      if (row.norm() > rounding * size) {
        basis.push_back(row.normalized());
      } else {
        ++repeated.directions;
      }
    }
    if (repeated.directions > 0) out.push_back(repeated);
  }
  return out;
}

}  // namespace flangeway::multibody
