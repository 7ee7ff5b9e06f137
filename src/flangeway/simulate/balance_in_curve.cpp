#include "flangeway/simulate/balance_in_curve.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "flangeway/math/dense.hpp"
#include "flangeway/multibody/joints.hpp"
#include "flangeway/multibody/lists.hpp"
#include "flangeway/multibody/suspension_jacobian.hpp"

namespace flangeway::simulate {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr std::size_t along = 0, yaw = 5;  // coordinates
constexpr double duration = 1;             // s, of the step to balance

// Whether a curve or cant at the bodies loads the suspension sideways.
bool loaded_sideways(const std::vector<multibody::BodyState>& bodies) {
  constexpr double straight = 1e-7, level = 1e-7;  // 1/m, rad
  return std::any_of(bodies.begin(), bodies.end(), [](const multibody::BodyState& body) {
    return std::abs(body.frame.curvature.z()) > straight || std::abs(body.frame.rotation(2, 1)) > level;
  });
}

// Places of the coordinates that may move, in the first half of the state. The rails hold the wheelsets but
// for rolling and yaw; the case says where its reference is.
std::vector<std::size_t> free_places(const multibody::Model& vehicle) {
  std::vector<std::size_t> places;
  for (std::size_t b = 0; b < vehicle.body_count(); ++b) {
    for (std::size_t k = 0; k < 6; ++k) {
      const bool on_rails = vehicle.bodies[b].wheelset && k != along && k != yaw;
      const bool given = b == vehicle.reference_body && k == along;
      if (!on_rails && !given) places.push_back(6 * b + k);
    }
  }
  return places;
}

using Forces = Eigen::Matrix<double, 6, 1>;  // generalised, of a body

// Forces of the part of curvature and cant that changes faster along the track than in the mean over a
// second: for a moment, at a kink at the start of cant, they exceed centrifugal force. The suspension does
// not follow.
Forces forces_of_kinks(const track::TrackModel& track, double s, const multibody::BodyState& body) {
  track::Frame before, after;
  const double way = body.speed * duration;
  track::evaluate_frame(track, s - way / 2, before);
  track::evaluate_frame(track, s + way / 2, after);
  const Eigen::Vector3d bend = body.speed * body.speed * body.frame.curvature_rate -
                               body.speed / duration * (after.curvature - before.curvature);
  Eigen::Matrix3d axes;
  axes << body.roll_axis, body.pitch_axis, Eigen::Vector3d::UnitZ();
  const Eigen::Vector3d force = -body.mass * bend.cross(body.position),
                        torque = -body.rotational_mass * axes.inverse() * bend,
                        moment = axes.transpose().inverse() * torque;
  Forces forces;
  forces << body.velocity_s.dot(force) + body.frame.curvature.dot(moment), force.y(), force.z(), torque;
  return forces;
}

class Balance {
 public:
  Balance(Equations& equations, double* y)
      : equations_(equations),
        vehicle_(equations.model().vehicle.bodies),
        bodies_(equations.workspace().bodies),
        y_(y),
        rate_(equations.model().vehicle.bodies.state_size()),
        places_(free_places(vehicle_)),
        rest_(multibody::states_at_rest(vehicle_)),
        jacobian_(multibody::make_suspension_jacobian(vehicle_)) {
    let_loose_wheelsets_be();
    unknowns_ = places_;
    for (const std::size_t state : rest_.relaxing) unknowns_.push_back(vehicle_.auxiliary_offset() + state);
  }

  // Takes the best iterate if friction or a stop keeps Newton's method from converging.
  void find() {
    constexpr int rounds = 30, halvings = 8;
    constexpr double done = 1e-8, farthest = 0.2;  // m, rad
    double imbalance = evaluate();
    for (int round = 0; round < rounds; ++round) {
      const VectorXd change = newton();
      const double size = change.size() > 0 ? change.cwiseAbs().maxCoeff() : 0;
      if (!std::isfinite(size) || size < done) break;
      const VectorXd start = values();
      double factor = std::min(1.0, farthest / size), next = 0;
      for (int i = 0; i < halvings; ++i, factor /= 2) {
        set(start + factor * change);
        next = evaluate();
        if (next < imbalance) break;
      }
      if (!(next < imbalance)) {
        set(start);
        break;
      }
      imbalance = next;
    }
    let_slip();
  }

 private:
  [[nodiscard]] VectorXd values() const {
    VectorXd values(static_cast<Index>(unknowns_.size()));
    for (std::size_t k = 0; k < unknowns_.size(); ++k) values(static_cast<Index>(k)) = y_[unknowns_[k]];
    return values;
  }
  void set(const VectorXd& values) {
    for (std::size_t k = 0; k < unknowns_.size(); ++k) y_[unknowns_[k]] = values(static_cast<Index>(k));
  }

  // A wheelset without suspension stands as the case says: nothing would end its motion.
  void let_loose_wheelsets_be() {
    (void)evaluate();
    multibody::evaluate_suspension_jacobian(vehicle_, y_, bodies_, jacobian_);
    std::vector<std::size_t> held;
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const auto place = static_cast<Index>(places_[k]);
      const bool springs =
          -jacobian_.by_position(place, place) > inertia(static_cast<std::size_t>(k)) / (duration * duration);
      if (springs || !vehicle_.bodies[places_[k] / 6].wheelset || on_joints(places_[k] / 6))
        held.push_back(places_[k]);
    }
    places_ = held;
  }

  [[nodiscard]] bool on_joints(std::size_t body) const {
    return std::any_of(vehicle_.joint_groups.begin(), vehicle_.joint_groups.end(), [&](const auto& group) {
      return std::find(group.bodies.begin(), group.bodies.end(), body) != group.bodies.end();
    });
  }

  // Forces, joints and rates of states; returns what joints do not bear, N and Nm over lengths of a metre.
  double evaluate() {
    equations_.load_bodies(0, y_, rate_.data());
    multibody::evaluate_joints(vehicle_, y_, 0, bodies_);
    for (std::size_t b = 0; b < vehicle_.body_count(); ++b)
      bodies_.bodies[b].force -= forces_of_kinks(equations_.model().track, y_[6 * b], bodies_.bodies[b]);
    force_.resize(static_cast<Index>(places_.size()));
    for (std::size_t k = 0; k < places_.size(); ++k)
      force_(static_cast<Index>(k)) =
          bodies_.bodies[places_[k] / 6].force(static_cast<Index>(places_[k] % 6));
    read_joints();
    return std::hypot(left_by_joints().norm(), stiff * apart_.norm());
  }

  void read_joints() {
    rows_.setZero(static_cast<Index>(vehicle_.joint_rows), static_cast<Index>(places_.size()));
    apart_.setZero(rows_.rows());
    for (Index r = 0; r < rows_.rows(); ++r) {
      const multibody::JointWorkspace::Place& at = bodies_.joints.places[static_cast<std::size_t>(r)];
      const multibody::JointBatch& batch = bodies_.joints.batches[at.batch];
      const multibody::JointRow& row = batch.rows[at.row];
      apart_(r) = row.residual[at.lane];
      for (std::size_t slot = 0; slot < row.count; ++slot) {
        const std::size_t body = batch.bodies[row.bodies[slot]].bodies[at.lane];
        for (std::size_t k = 0; k < places_.size(); ++k)
          if (places_[k] / 6 == body)
            rows_(r, static_cast<Index>(k)) +=
                row.jacobian[slot][static_cast<Index>(places_[k] % 6)][at.lane];
      }
    }
  }

  // The forces less the reactions of joints that bear most of them.
  [[nodiscard]] VectorXd left_by_joints() const {
    VectorXd left = force_;
    for (const multibody::JointGroup& group : vehicle_.joint_groups) {
      std::vector<std::size_t> columns;
      for (std::size_t k = 0; k < places_.size(); ++k)
        if (std::find(group.bodies.begin(), group.bodies.end(), places_[k] / 6) != group.bodies.end())
          columns.push_back(k);
      const MatrixXd reactions = rows_(group.rows, columns).transpose();
      const VectorXd loads = left(columns);
      left(columns) = loads - reactions * math::least_squares(reactions, loads);
    }
    return left;
  }

  // A step of implicit Euler of the bodies without dampers, and of the states that relax, from rest: Newton's
  // method but for what no spring holds, which does not go far.
  VectorXd newton() {
    multibody::evaluate_suspension_jacobian(vehicle_, y_, bodies_, jacobian_);
    const std::vector<std::size_t>& states = rest_.relaxing;
    const Index n = force_.size(), a = static_cast<Index>(states.size()), m = rows_.rows();
    MatrixXd matrix = MatrixXd::Zero(n + a + m, n + a + m);
    matrix.topLeftCorner(n, n) = -jacobian_.by_position(places_, places_);
    matrix.block(0, n, n, a) = -jacobian_.by_auxiliary(places_, states);
    matrix.block(n, 0, a, n) = -jacobian_.rate_by_position(states, places_);
    matrix.block(n, n, a, a) = -jacobian_.rate_by_auxiliary(states, states);
    for (Index k = 0; k < n; ++k)
      matrix(k, k) += inertia(static_cast<std::size_t>(k)) / (duration * duration);
    for (Index k = n; k < n + a; ++k) matrix(k, k) += 1 / duration;
    matrix.topRightCorner(n, m) = stiff * rows_.transpose();
    matrix.bottomLeftCorner(m, n) = stiff * rows_;
    matrix.bottomRightCorner(m, m).diagonal().setConstant(-1);  // for joints that repeat each other
    VectorXd right(n + a + m);
    right << force_, VectorXd::Zero(a), -stiff * apart_;
    for (Index k = 0; k < a; ++k)
      right(n + k) = rate_[vehicle_.auxiliary_offset() + states[static_cast<std::size_t>(k)]];
    return Eigen::PartialPivLU<MatrixXd>(matrix).solve(right).head(n + a);
  }

  [[nodiscard]] double inertia(std::size_t k) const {
    const multibody::BodyState& body = bodies_.bodies[places_[k] / 6];
    const auto coordinate = static_cast<Index>(places_[k] % 6);
    return coordinate < 3 ? body.mass : body.rotational_mass(coordinate - 3, coordinate - 3);
  }

  // Surfaces that bear more than they can slip to where they bear that: docs/theory/friction.md (2).
  void let_slip() {
    constexpr int rounds = 4;  // the excess is rounded
    for (int round = 0; round < rounds; ++round) {
      (void)evaluate();
      for (const std::size_t state : rest_.surfaces) {
        const std::size_t place = vehicle_.auxiliary_offset() + state;
        y_[place] += rate_[place] / vehicle_.relaxation_rates[state];
      }
    }
  }

  static constexpr double stiff = 1e7;  // N/m or Nm/rad: rows of joints beside those of springs
  Equations& equations_;
  const multibody::Model& vehicle_;
  multibody::Workspace& bodies_;
  double* y_;
  std::vector<double> rate_;
  std::vector<std::size_t> places_, unknowns_;
  multibody::StatesAtRest rest_;
  multibody::SuspensionJacobian jacobian_;
  VectorXd force_, apart_;
  MatrixXd rows_;
};

}  // namespace

bool balance_in_curve(Equations& equations, double* y) {
  if (!loaded_sideways(equations.workspace().bodies.bodies)) return false;
  const auto turn_wheelsets = [&](double by) {
    for (const wheelrail::Wheelset& wheelset : equations.model().contact.wheelsets)
      y[6 * wheelset.body + yaw] += by;
  };
  turn_wheelsets(-equations.model().initial.yaw);
  Balance(equations, y).find();
  turn_wheelsets(equations.model().initial.yaw);
  return true;
}

}  // namespace flangeway::simulate
