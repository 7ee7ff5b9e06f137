#include "flangeway/multibody/suspension_jacobian.hpp"

#include "flangeway/core/assertion.hpp"
#include "flangeway/multibody/differential_valves.hpp"
#include "flangeway/multibody/elements/gas_exchange.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/elements/tangent.hpp"
#include "flangeway/multibody/flexible.hpp"

namespace flangeway::multibody {
namespace {

using Row6 = Eigen::Matrix<double, 1, 6>;

// How a component of the deflection follows the velocities of the bodies: ḋ = row_i q̇_i + row_j q̇_j.
struct Rows {
  Row6 i, j;
};

// Coordinates of the bodies of the two ends.
struct Ends {
  Eigen::Index i, j;
};

// Ends of an element of any kind under unit resistances, and its deflections by motions of the bodies.
struct Ties {
  static constexpr std::size_t most = 6;  // components
  std::size_t i = 0, j = 0;               // poses
  Ends ends{};
  std::array<Wrenches<double>, most> units;
  std::array<Rows, most> rows;
};

class Assembly {
 public:
  Assembly(const Model& model, const double* y, const Workspace& workspace, SuspensionJacobian& out)
      : model_(model), auxiliary_(y + model.auxiliary_offset()), w_(workspace), out_(out) {}

  void run() {
    for (Eigen::MatrixXd* m : {&out_.by_position, &out_.by_velocity, &out_.by_auxiliary,
                               &out_.rate_by_position, &out_.rate_by_velocity, &out_.rate_by_auxiliary})
      m->setZero();
    for_each_element(model_, [&](const auto& element) { add(element); });
    for (const DifferentialValve& valve : model_.lists->differential_valves) add(valve);
    for (const FlexibleBody& body : model_.lists->flexible_bodies)
      for (const BodyMode& mode : body.modes) add_oscillator(mode);
  }

 private:
  [[nodiscard]] std::size_t body_of(std::size_t pose) const {
    return pose < model_.body_count() ? pose : model_.ground_bodies[pose - model_.body_count()];
  }

  [[nodiscard]] Ends ends_of(std::size_t i, std::size_t j) const {
    return {static_cast<Eigen::Index>(6 * body_of(i)), static_cast<Eigen::Index>(6 * body_of(j))};
  }

  // How velocities of the body move the pose: v·force + ω·moment for a wrench in master components.
  [[nodiscard]] Row6 power(std::size_t pose, const Vec3& force, const Vec3& moment) const {
    const std::size_t body = body_of(pose);
    const BodyState& b = w_.bodies[body];
    const Packed<double, 3, 3>& turn = w_.to_master[body];
    const bool bends = pose >= model_.body_count() && flexible_point(model_, pose) != nullptr;
    const Vec3 apart = bends ? Vec3(w_.poses[pose].position - w_.poses[body].position) : Vec3::Zero();
    const Vec3 f = turn.transpose() * force, m = turn.transpose() * (moment + apart.cross(force));
    Row6 row = Row6::Zero();
    if (pose >= model_.body_count() && !bends) {
      if (is_standing(model_, pose - model_.body_count())) return row;
      row[0] = f.x() + b.frame.curvature.dot(m);
      return row;
    }
    row << b.velocity_s.dot(f) + b.frame.curvature.dot(m), f.y(), f.z(), b.roll_axis.dot(m),
        b.pitch_axis.dot(m), m.z();
    if (model_.bodies[body].wheelset) row[4] = 0;  // attachments do not spin
    return row;
  }

  // A unit resistance takes the power of its deflection's rate.
  template <typename E>
  [[nodiscard]] Ties ties_of(const E& e, const MotionOf<E>& motion) const {
    static_assert(component_count<E> <= Ties::most);
    Ties ties;
    ties.i = e.i, ties.j = e.j;
    for (std::size_t k = 0; k < component_count<E>; ++k) {
      std::array<double, component_count<E>> unit{};
      unit[k] = 1;
      ties.units[k] = motion.resist(unit);
    }
    complete(ties, component_count<E>);
    return ties;
  }
  void complete(Ties& ties, std::size_t components) const {
    ties.ends = ends_of(ties.i, ties.j);
    for (std::size_t k = 0; k < components; ++k) {
      const Wrenches<double>& unit = ties.units[k];
      ties.rows[k] = {-power(ties.i, unit.force, unit.moment_i), -power(ties.j, -unit.force, unit.moment_j)};
    }
  }

  // use(motion, deformation, tangent) of an element at the present state.
  template <typename E, typename Use>
  void with_tangent(const E& e, const Use& use) const {
    const MotionOf<E> motion(e, w_.poses[e.i], w_.poses[e.j]);
    const auto at = deformation_of<double>(
        e, motion, [&](std::size_t index) { return auxiliary_[index]; }, w_.element_force);
    use(motion, at, tangent_of(model_, e, at));
  }

  template <typename E>
  void add(const E& e) {
    with_tangent(e, [&](const auto& motion, const auto& at, const auto& tangent) {
      if (bends(e.i) || bends(e.j)) {
        const auto force = response_of(model_, e, at).force;
        add_turning_force(e.i, e.j, motion.resist(force),
                          wrench_slopes(e, w_.poses[e.i], w_.poses[e.j], force));
      }
      add(ties_of(e, motion), {e, tangent}, e.sources);
    });
  }
  [[nodiscard]] bool bends(std::size_t pose) const { return flexible_point(model_, pose) != nullptr; }

  void add(const Ties& ties, const AnyTangent& tangent, std::span<const ForceSource> sources) {
    for (std::size_t k = 0; k < tangent.rows; ++k) {
      for (std::size_t l = 0; l < tangent.components; ++l)
        add_slopes(ties, tangent, k, ties, l, tangent.by_deflection(k, l), tangent.by_rate(k, l));
      for (std::size_t l = 0; l < tangent.states.size(); ++l)
        add_state_slope(ties, tangent, k, tangent.states[l], tangent.by_state(k, l));
    }
    for (std::size_t l = 0; l < sources.size(); ++l) add_source(ties, tangent, l, sources[l]);
    for_each_mode(ties, tangent.components, [&](const BodyMode& mode, const auto& by_mode) {
      add_mode(ties, tangent, mode, by_mode);
      for_each_mode(ties, tangent.components, [&](const BodyMode& other, const auto& by_other) {
        for (std::size_t k = 0; k < tangent.components; ++k) {
          for (std::size_t l = 0; l < tangent.components; ++l) {
            const double share = by_mode[k] * by_other[l] / mode.mass;
            auxiliary(mode.rate, other.coordinate) -= share * tangent.by_deflection(k, l);
            auxiliary(mode.rate, other.rate) -= share * tangent.by_rate(k, l);
          }
        }
      });
    });
  }

  // A row of a tangent, which is a force component or the rate of a state, by deflection l of an element and
  // its rate.
  void add_slopes(const Ties& ties, const AnyTangent& tangent, std::size_t row, const Ties& of, std::size_t l,
                  double by_deflection, double by_rate) {
    if (row < tangent.components) {
      add(out_.by_position, ties.ends, ties.rows[row], of.ends, of.rows[l], by_deflection);
      add(out_.by_velocity, ties.ends, ties.rows[row], of.ends, of.rows[l], by_rate);
    } else if (const std::size_t state = tangent.states[row - tangent.components]; state != no_index) {
      const auto u = static_cast<Eigen::Index>(state);
      add_row(out_.rate_by_position, u, of.ends, of.rows[l], by_deflection);
      add_row(out_.rate_by_velocity, u, of.ends, of.rows[l], by_rate);
    }
  }
  // The same by a state.
  void add_state_slope(const Ties& ties, const AnyTangent& tangent, std::size_t row, std::size_t by,
                       double slope) {
    if (by == no_index) return;
    if (row < tangent.components) {
      add_column(by, ties.ends, ties.rows[row], slope);
    } else if (const std::size_t state = tangent.states[row - tangent.components]; state != no_index) {
      auxiliary(state, by) += slope;
    }
  }
  // Adds the effect of another element's force: its slopes times those of this element by that force.
  void add_source(const Ties& ties, const AnyTangent& tangent, std::size_t input, const ForceSource& from) {
    if (from.place == no_index) return;
    with_element(model_, from.place, [&](const auto& source) {
      with_tangent(source, [&](const auto& motion, const auto&, const auto& its) {
        const Ties of = ties_of(source, motion);
        for (std::size_t row = 0; row < tangent.rows; ++row)
          add_source(ties, tangent, row, of, {source, its}, from.component,
                     tangent(row, tangent.first_input + input));
      });
    });
  }
  void add_source(const Ties& ties, const AnyTangent& tangent, std::size_t row, const Ties& source,
                  const AnyTangent& its, std::size_t component, double by_force) {
    if (by_force == 0) return;
    for (std::size_t l = 0; l < its.components; ++l)
      add_slopes(ties, tangent, row, source, l, by_force * its.by_deflection(component, l),
                 by_force * its.by_rate(component, l));
    for (std::size_t l = 0; l < its.states.size(); ++l)
      add_state_slope(ties, tangent, row, its.states[l], by_force * its.by_state(component, l));
  }

  // The height of two springs, their gas, and the opening of the valve between them.
  void add(const DifferentialValve& valve) {
    const auto& springs = elements_of<AirSpring>(model_);
    const AirSpringAt &i = springs[valve.i], &j = springs[valve.j];
    const ValveFlow<ValveSlopes> flow = flow_slopes(model_, valve, auxiliary_, w_);
    for_each_gas_state(valve, i, j, [&](std::size_t state, double by_flow) {
      add_flow(valve, i, j, state, ValveSlopes(by_flow * flow.flow));
    });
    if (valve.opening != no_index) add_flow(valve, i, j, valve.opening, flow.opening_rate);
  }

  // A rate of one state by all that the flow through a valve depends on.
  void add_flow(const DifferentialValve& valve, const AirSpringAt& i, const AirSpringAt& j, std::size_t state,
                const ValveSlopes& rate) {
    const auto u = static_cast<Eigen::Index>(state);
    std::size_t first = 0;
    for (const AirSpringAt* spring : {&i, &j}) {
      const MotionOf<AirSpringAt> motion(*spring, w_.poses[spring->i], w_.poses[spring->j]);
      const Ties ties = ties_of(*spring, motion);
      add_row(out_.rate_by_position, u, ties.ends, ties.rows[2], rate.derivative[first]);
      for_each_mode(ties, component_count<AirSpringAt>, [&](const BodyMode& mode, const auto& by_mode) {
        auxiliary(state, mode.coordinate) += rate.derivative[first] * by_mode[2];
      });
      std::size_t next = first + 1;
      for (const std::size_t k : {AirSpringAt::moved, AirSpringAt::supply}) {
        if (spring->auxiliary[k] != no_index) auxiliary(state, spring->auxiliary[k]) += rate.derivative[next];
        ++next;
      }
      first += 3;
    }
    if (valve.opening != no_index) auxiliary(state, valve.opening) += rate.derivative[6];
  }

  [[nodiscard]] double& auxiliary(std::size_t rate, std::size_t state) const {
    return out_.rate_by_auxiliary(static_cast<Eigen::Index>(rate), static_cast<Eigen::Index>(state));
  }
  void add_oscillator(const BodyMode& mode) const {
    auxiliary(mode.coordinate, mode.rate) = 1;
    auxiliary(mode.rate, mode.coordinate) -= mode.frequency * mode.frequency;
    auxiliary(mode.rate, mode.rate) -= 2 * mode.damping * mode.frequency;
  }

  // use(mode, its shape, the point, 0 or 1 for the end) of the bodies that bend at two poses.
  template <typename Use>
  void for_each_shape(std::size_t i, std::size_t j, const Use& use) const {
    for (const std::size_t end : {0u, 1u}) {
      const FlexiblePoint* point = flexible_point(model_, end == 0 ? i : j);
      if (point == nullptr) continue;
      const FlexibleBody& body = model_.lists->flexible_bodies[point->flexible];
      for (std::size_t m = 0; m < body.modes.size(); ++m) use(body.modes[m], point->shapes[m], *point, end);
    }
  }

  // How a mode moves and turns the pose of a point.
  struct ModeMotion {
    Vec3 move, turn;
  };
  [[nodiscard]] ModeMotion motion_of(const FlexiblePoint& point, const Shape& shape) const {
    const FlexibleBody& body = model_.lists->flexible_bodies[point.flexible];
    const Packed<double, 3, 3>& axes = w_.poses[body.body].rotation;
    return {axes * shape.move, axes * turn_of(body, point.shapes, auxiliary_).velocity(shape.turn)};
  }

  using ByMode = std::array<double, Ties::most>;
  // use(mode, deflections of the element by its coordinate) of the bodies that bend at the ends.
  template <typename Use>
  void for_each_mode(const Ties& ties, std::size_t components, const Use& use) const {
    for_each_shape(
        ties.i, ties.j,
        [&](const BodyMode& mode, const Shape& shape, const FlexiblePoint& point, std::size_t end) {
          const ModeMotion by = motion_of(point, shape);
          ByMode by_mode{};
          for (std::size_t k = 0; k < components; ++k) {
            const Wrenches<double>& pull = ties.units[k];
            const Vec3 force = pull.force;
            by_mode[k] = end == 0 ? -by.move.dot(force) - by.turn.dot(Vec3(pull.moment_i))
                                  : by.move.dot(force) - by.turn.dot(Vec3(pull.moment_j));
          }
          use(mode, by_mode);
        });
  }

  // How the velocities of its body move and turn a pose.
  [[nodiscard]] Eigen::Matrix<double, 6, 6> pose_rows(std::size_t pose) const {
    Eigen::Matrix<double, 6, 6> rows;
    for (Eigen::Index k = 0; k < 3; ++k) {
      rows.row(k) = power(pose, Vec3::Unit(k), Vec3::Zero());
      rows.row(3 + k) = power(pose, Vec3::Zero(), Vec3::Unit(k));
    }
    return rows;
  }

  // Adds the change of an element's present force on a mode as its poses move, and the transposed effect of
  // the mode on the bodies: both are second derivatives of one energy.
  void add_turning_force(std::size_t i, std::size_t j, const Wrenches<double>& held,
                         const WrenchSlopes& slopes) {
    const std::array<Eigen::Matrix<double, 6, 6>, 2> rows{pose_rows(i), pose_rows(j)};
    const Ends ends = ends_of(i, j);
    for_each_shape(
        i, j, [&](const BodyMode& mode, const Shape& shape, const FlexiblePoint& point, std::size_t end) {
          const ModeMotion by = motion_of(point, shape);
          const Vec3 pull = end == 0 ? Vec3(held.force) : Vec3(-held.force),
                     twist = end == 0 ? Vec3(held.moment_i) : Vec3(held.moment_j);
          const double sign = end == 0 ? 1 : -1;
          const Eigen::Matrix<double, 1, 12> by_poses =
              sign * by.move.transpose() * slopes.topRows<3>() +
              by.turn.transpose() * slopes.middleRows<3>(end == 0 ? 3 : 6);
          const std::size_t body = body_of(point.pose);
          const Row6 by_own = power(body, Vec3::Zero(), by.move.cross(pull) + by.turn.cross(twist));
          for (const std::size_t other : {0u, 1u}) {
            const auto at = static_cast<Eigen::Index>(6 * other);
            Row6 slope = by_poses.segment<6>(at) * rows[other];
            if (other == end) slope += by_own;
            add_mode_force(mode, other == 0 ? ends.i : ends.j, slope);
          }
          for_each_shape(
              i, j,
              [&](const BodyMode& with, const Shape& its, const FlexiblePoint& where, std::size_t other) {
                const ModeMotion change = motion_of(where, its);
                const auto at = static_cast<Eigen::Index>(6 * other);
                double slope =
                    by_poses.segment<3>(at).dot(change.move) + by_poses.segment<3>(at + 3).dot(change.turn);
                if (other == end) slope += twist_slope(point, shape, its).dot(twist);
                auxiliary(mode.rate, with.coordinate) += slope / mode.mass;
              });
        });
  }

  [[nodiscard]] Vec3 twist_slope(const FlexiblePoint& point, const Shape& shape, const Shape& by) const {
    const FlexibleBody& body = model_.lists->flexible_bodies[point.flexible];
    return w_.poses[body.body].rotation *
           turn_of(body, point.shapes, auxiliary_).velocity_slope(shape.turn, by.turn);
  }

  void add_mode_force(const BodyMode& mode, Eigen::Index body, const Row6& slope) const {
    out_.rate_by_position.block<1, 6>(static_cast<Eigen::Index>(mode.rate), body) += slope / mode.mass;
    out_.by_auxiliary.block<6, 1>(body, static_cast<Eigen::Index>(mode.coordinate)) += slope.transpose();
  }

  // Adds the coupling of a mode with bodies and states through the element, both ways.
  void add_mode(const Ties& ties, const AnyTangent& tangent, const BodyMode& mode, const ByMode& by_mode) {
    const auto rate = static_cast<Eigen::Index>(mode.rate);
    for (std::size_t k = 0; k < tangent.rows; ++k) {
      for (std::size_t l = 0; l < tangent.components; ++l) {
        add_state_slope(ties, tangent, k, mode.coordinate, tangent.by_deflection(k, l) * by_mode[l]);
        add_state_slope(ties, tangent, k, mode.rate, tangent.by_rate(k, l) * by_mode[l]);
      }
    }
    for (std::size_t k = 0; k < tangent.components; ++k) {
      const double pull = -by_mode[k] / mode.mass;
      for (std::size_t l = 0; l < tangent.components; ++l) {
        add_row(out_.rate_by_position, rate, ties.ends, ties.rows[l], pull * tangent.by_deflection(k, l));
        add_row(out_.rate_by_velocity, rate, ties.ends, ties.rows[l], pull * tangent.by_rate(k, l));
      }
      for (std::size_t s = 0; s < tangent.states.size(); ++s)
        if (tangent.states[s] != no_index)
          auxiliary(mode.rate, tangent.states[s]) += pull * tangent.by_state(k, s);
    }
  }

  // Adds the force at the ends `at` by a deflection between the ends `of`.
  static void add(Eigen::MatrixXd& matrix, const Ends& at, const Rows& force, const Ends& of,
                  const Rows& deflection, double coefficient) {
    if (coefficient == 0) return;
    matrix.block<6, 6>(at.i, of.i) -= coefficient * force.i.transpose() * deflection.i;
    matrix.block<6, 6>(at.i, of.j) -= coefficient * force.i.transpose() * deflection.j;
    matrix.block<6, 6>(at.j, of.i) -= coefficient * force.j.transpose() * deflection.i;
    matrix.block<6, 6>(at.j, of.j) -= coefficient * force.j.transpose() * deflection.j;
  }
  void add_column(std::size_t state, const Ends& at, const Rows& force, double coefficient) {
    if (state == no_index || coefficient == 0) return;
    const auto u = static_cast<Eigen::Index>(state);
    out_.by_auxiliary.block<6, 1>(at.i, u) -= coefficient * force.i.transpose();
    out_.by_auxiliary.block<6, 1>(at.j, u) -= coefficient * force.j.transpose();
  }
  static void add_row(Eigen::MatrixXd& matrix, Eigen::Index state, const Ends& at, const Rows& deflection,
                      double coefficient) {
    matrix.block<1, 6>(state, at.i) += coefficient * deflection.i;
    matrix.block<1, 6>(state, at.j) += coefficient * deflection.j;
  }

  const Model& model_;
  const double* auxiliary_;
  const Workspace& w_;
  SuspensionJacobian& out_;
};

}  // namespace

SuspensionJacobian make_suspension_jacobian(const Model& model) {
  const auto n = static_cast<Eigen::Index>(6 * model.body_count()),
             a = static_cast<Eigen::Index>(model.auxiliary_count);
  const auto zero = [](Eigen::Index rows, Eigen::Index columns) -> Eigen::MatrixXd {
    return Eigen::MatrixXd::Zero(rows, columns);
  };
  return {zero(n, n), zero(n, n), zero(n, a), zero(a, n), zero(a, n), zero(a, a)};
}

void evaluate_suspension_jacobian(const Model& model, const double* y, const Workspace& workspace,
                                  SuspensionJacobian& out) {
  FLANGEWAY_ASSERT(workspace.poses.size() == model.pose_count(),
                   "make_workspace() has made the workspace for this model");
  Assembly(model, y, workspace, out).run();
}

}  // namespace flangeway::multibody
