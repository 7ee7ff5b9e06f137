#include "flangeway/multibody/suspension_jacobian.hpp"

#include <cmath>

#include "flangeway/multibody/suspension.hpp"

namespace flangeway::multibody {
namespace {

using Row6 = Eigen::Matrix<double, 1, 6>;

// One scalar deflection d of an element: ḋ = row_i q̇_i + row_j q̇_j.
struct Deflection {
  std::size_t i, j;  // bodies
  Row6 row_i, row_j;
};

class Assembly {
 public:
  Assembly(const Model& model, const double* y, const Workspace& workspace, SuspensionJacobian& out)
      : model_(model), y_(y), w_(workspace), out_(out), deflection_(workspace.element_deflection.data()) {}

  void run() {
    for (Eigen::MatrixXd* m :
         {&out_.by_position, &out_.by_velocity, &out_.by_auxiliary, &out_.auxiliary_rate})
      m->setZero();
    out_.auxiliary_self.setZero();
    for (const AxialElement& e : model_.axial) axial(e);
    for (const SeriesElement& e : model_.series) {
      series(along_line(e.i, e.j, e.point_i, e.point_j), e.stiffness, e.damping, e.auxiliary);
      ++deflection_;
    }
    for (const ShearElement& e : model_.shear) shear(e);
    for (const TorsionElement& e : model_.torsion) torsion(e);
    for (const BumpStopElement& e : model_.bump_stops) bump_stop(e);
  }

 private:
  [[nodiscard]] std::size_t body_of(std::size_t pose) const {
    return pose < model_.body_count() ? pose : model_.ground_bodies[pose - model_.body_count()];
  }

  // How velocities of the body move the pose: v·force + ω·moment for a wrench in master components.
  [[nodiscard]] Row6 power(std::size_t pose, const Vec3& force, const Vec3& moment) const {
    const std::size_t body = body_of(pose);
    const BodyState& b = w_.bodies[body];
    const Packed<double, 3, 3>& turn = w_.to_master[body];
    const Vec3 f = turn.transpose() * force, m = turn.transpose() * moment;
    Row6 row = Row6::Zero();
    if (pose >= model_.body_count()) {
      row[0] = f.x() + b.frame.curvature.dot(m);
      return row;
    }
    row << b.velocity_s.dot(f) + b.frame.curvature.dot(m), f.y(), f.z(), b.roll_axis.dot(m),
        b.pitch_axis.dot(m), m.z();
    if (model_.bodies[body].wheelset) row[4] = 0;  // attachments do not spin
    return row;
  }

  // Along e, between the points at the arms, positive when j moves in direction e from i.
  [[nodiscard]] Deflection along(std::size_t i, std::size_t j, const Vec3& arm_i, const Vec3& arm_j,
                                 const Vec3& e) const {
    return {body_of(i), body_of(j), -power(i, e, arm_i.cross(e)), power(j, e, arm_j.cross(e))};
  }
  [[nodiscard]] Deflection along_line(std::size_t i, std::size_t j, const Vec3& point_i,
                                      const Vec3& point_j) const {
    const Vec3 arm_i = w_.poses[i].rotation * point_i, arm_j = w_.poses[j].rotation * point_j;
    const Vec3 span = w_.poses[j].position + arm_j - w_.poses[i].position - arm_i;
    return along(i, j, arm_i, arm_j, span / std::fmax(span.norm(), 1e-12));
  }
  [[nodiscard]] Deflection along_axis(std::size_t i, std::size_t j, const Vec3& point_j,
                                      const Vec3& axis) const {
    const Vec3 arm_j = w_.poses[j].rotation * point_j;
    return along(i, j, w_.poses[j].position + arm_j - w_.poses[i].position, arm_j,
                 w_.poses[i].rotation * axis);
  }

  [[nodiscard]] double rate(const Deflection& d) const {
    const double* v = y_ + model_.velocity_offset();
    return d.row_i.dot(Eigen::Map<const Row6>(v + 6 * d.i)) +
           d.row_j.dot(Eigen::Map<const Row6>(v + 6 * d.j));
  }

  static void add(Eigen::MatrixXd& matrix, const Deflection& d, double coefficient) {
    const auto i = static_cast<Eigen::Index>(6 * d.i), j = static_cast<Eigen::Index>(6 * d.j);
    if (coefficient == 0) return;
    matrix.block<6, 6>(i, i) -= coefficient * d.row_i.transpose() * d.row_i;
    matrix.block<6, 6>(i, j) -= coefficient * d.row_i.transpose() * d.row_j;
    matrix.block<6, 6>(j, i) -= coefficient * d.row_j.transpose() * d.row_i;
    matrix.block<6, 6>(j, j) -= coefficient * d.row_j.transpose() * d.row_j;
  }
  void resist(const Deflection& d, double stiffness, double damping) {
    add(out_.by_position, d, stiffness);
    add(out_.by_velocity, d, damping);
  }
  // F = k (d − u), u̇ = F/c.
  void series(const Deflection& d, double stiffness, double damping, std::size_t auxiliary) {
    const auto i = static_cast<Eigen::Index>(6 * d.i), j = static_cast<Eigen::Index>(6 * d.j),
               u = static_cast<Eigen::Index>(auxiliary);
    add(out_.by_position, d, stiffness);
    out_.by_auxiliary.block<6, 1>(i, u) += stiffness * d.row_i.transpose();
    out_.by_auxiliary.block<6, 1>(j, u) += stiffness * d.row_j.transpose();
    out_.auxiliary_rate.block<1, 6>(u, i) += stiffness / damping * d.row_i;
    out_.auxiliary_rate.block<1, 6>(u, j) += stiffness / damping * d.row_j;
    out_.auxiliary_self[u] = -stiffness / damping;
  }

  // Over a width inside which tables are straight, mostly.
  [[nodiscard]] double slope(const Table& table, double x, double width) const {
    return (interpolate(model_, table, x + width) - interpolate(model_, table, x - width)) / (2 * width);
  }
  static constexpr double spring_width = 1e-6, damper_width = 1e-4;  // m, m/s

  void axial(const AxialElement& e) {
    const Deflection d = along_line(e.i, e.j, e.point_i, e.point_j);
    const double k = e.spring.given() ? slope(e.spring, *deflection_, spring_width) : e.stiffness;
    resist(d, k, e.damper.given() ? slope(e.damper, rate(d), damper_width) : e.damping);
    ++deflection_;
  }
  void shear(const ShearElement& e) {
    for (int k = 0; k < 3; ++k) {
      const Deflection d = along_axis(e.i, e.j, e.point_j, Vec3::Unit(k));
      resist(d, e.stiffness[k], e.damping[k]);
      const auto& damper = e.series[static_cast<std::size_t>(k)];
      if (damper.auxiliary != no_index) series(d, damper.stiffness, damper.damping, damper.auxiliary);
    }
    deflection_ += 3;
  }
  void torsion(const TorsionElement& e) {
    const Pose &i = w_.poses[e.i], &j = w_.poses[e.j];
    const Mat3 r = i.rotation.transpose() * j.rotation;
    const Mat3 chi_rate = 0.5 * (r.trace() * Mat3::Identity() - r);
    for (int k = 0; k < 3; ++k) {
      const Vec3 axis = i.rotation * chi_rate.row(k).transpose();
      resist({body_of(e.i), body_of(e.j), -power(e.i, Vec3::Zero(), axis), power(e.j, Vec3::Zero(), axis)},
             e.stiffness[k], e.damping[k]);
    }
    deflection_ += 3;
  }
  void bump_stop(const BumpStopElement& e) {
    const double d = *deflection_++, penetration = std::abs(d) - e.clearance;
    const bool open =
        penetration <= model_.table_points[e.table.first][0] || !(d > 0 ? e.positive : e.negative);
    if (!open)
      resist(along_axis(e.i, e.j, e.point_j, e.direction), slope(e.table, penetration, spring_width), 0);
  }

  const Model& model_;
  const double* y_;
  const Workspace& w_;
  SuspensionJacobian& out_;
  const double* deflection_;
};

}  // namespace

SuspensionJacobian make_suspension_jacobian(const Model& model) {
  const auto n = static_cast<Eigen::Index>(6 * model.body_count()),
             a = static_cast<Eigen::Index>(model.auxiliary_count);
  return {Eigen::MatrixXd::Zero(n, n), Eigen::MatrixXd::Zero(n, n), Eigen::MatrixXd::Zero(n, a),
          Eigen::MatrixXd::Zero(a, n), Eigen::VectorXd::Zero(a)};
}

void evaluate_suspension_jacobian(const Model& model, const double* y, const Workspace& workspace,
                                  SuspensionJacobian& out) {
  Assembly(model, y, workspace, out).run();
}

}  // namespace flangeway::multibody
