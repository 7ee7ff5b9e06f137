#include "flangeway/multibody/suspension_jacobian.hpp"

#include "flangeway/multibody/elements/tangent.hpp"
#include "flangeway/multibody/flexible.hpp"

namespace flangeway::multibody {
namespace {

using Row6 = Eigen::Matrix<double, 1, 6>;

// How a component of the deflection follows the velocities of the bodies: ḋ = row_i q̇_i + row_j q̇_j.
struct Rows {
  Row6 i, j;
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
  // Coordinates of the bodies of the two ends.
  struct Ends {
    Eigen::Index i, j;
  };
  template <typename E>
  [[nodiscard]] Ends ends_of(const E& e) const {
    return {static_cast<Eigen::Index>(6 * body_of(e.i)), static_cast<Eigen::Index>(6 * body_of(e.j))};
  }
  [[nodiscard]] std::size_t body_of(std::size_t pose) const {
    return pose < model_.body_count() ? pose : model_.ground_bodies[pose - model_.body_count()];
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
  [[nodiscard]] std::array<Rows, component_count<E>> rows_of(const E& e, const MotionOf<E>& motion) const {
    std::array<Rows, component_count<E>> rows;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      std::array<double, component_count<E>> unit{};
      unit[k] = 1;
      const Wrenches<double> wrenches = motion.resist(unit);
      rows[k] = {-power(e.i, wrenches.force, wrenches.moment_i),
                 -power(e.j, -wrenches.force, wrenches.moment_j)};
    }
    return rows;
  }

  template <typename E>
  void add(const E& e) {
    constexpr std::size_t components = component_count<E>;
    const MotionOf<E> motion(e, w_.poses[e.i], w_.poses[e.j]);
    const auto rows = rows_of(e, motion);
    const auto at = deformation_of<double>(
        e, motion, [&](std::size_t index) { return auxiliary_[index]; }, w_.element_force);
    const auto tangent = tangent_of(model_, e, at);
    add_turning_force(e, motion, at);
    const Ends ends = ends_of(e);
    for (std::size_t k = 0; k < components; ++k) {
      const auto& derivative = tangent.value[k];
      for (std::size_t l = 0; l < components; ++l) {
        add(out_.by_position, ends, rows[k], ends, rows[l], derivative[l]);
        add(out_.by_velocity, ends, rows[k], ends, rows[l], derivative[components + l]);
      }
      for (std::size_t l = 0; l < state_count<E>; ++l)
        add_column(e.auxiliary[l], ends, rows[k], derivative[2 * components + l]);
    }
    for (std::size_t k = 0; k < state_count<E>; ++k) {
      const auto& derivative = tangent.value[components + k];
      if (e.auxiliary[k] == no_index) continue;
      const auto u = static_cast<Eigen::Index>(e.auxiliary[k]);
      for (std::size_t l = 0; l < components; ++l) {
        add_row(out_.rate_by_position, u, ends, rows[l], derivative[l]);
        add_row(out_.rate_by_velocity, u, ends, rows[l], derivative[components + l]);
      }
      for (std::size_t l = 0; l < state_count<E>; ++l)
        if (e.auxiliary[l] != no_index)
          out_.rate_by_auxiliary(u, static_cast<Eigen::Index>(e.auxiliary[l])) =
              derivative[2 * components + l];
    }
    for (std::size_t k = 0; k < input_count<E>; ++k) add_source(e, ends, rows, tangent, k);
    for_each_mode(e, motion, [&](const BodyMode& mode, const auto& by_mode) {
      add_mode(e, ends, rows, tangent, mode, by_mode);
      for_each_mode(e, motion, [&](const BodyMode& other, const auto& by_other) {
        for (std::size_t k = 0; k < components; ++k) {
          for (std::size_t l = 0; l < components; ++l) {
            const double share = by_mode[k] * by_other[l] / mode.mass;
            auxiliary(mode.rate, other.coordinate) -= share * tangent.value[k][l];
            auxiliary(mode.rate, other.rate) -= share * tangent.value[k][components + l];
          }
        }
      });
    });
  }

  // The height of two springs, their gas, and the opening of the valve between them.
  void add(const DifferentialValve& valve) {
    using T = math::Dual<7>;
    const auto& springs = elements_of<AirSpring>(model_);
    const AirSpringAt &i = springs[valve.i], &j = springs[valve.j];
    const auto moved = [&](const AirSpringAt& spring, std::size_t output, std::size_t first) {
      DeformationOf<AirSpringAt, T> at;
      at.deflection[2] = T::variable(w_.element_deflection[output + 2], first);
      std::size_t next = first + 1;
      for (const std::size_t k : {AirSpringAt::moved, AirSpringAt::supply}) {
        at.has[k] = spring.auxiliary[k] != no_index;
        if (at.has[k]) at.state[k] = T::variable(auxiliary_[spring.auxiliary[k]], next);
        ++next;
      }
      return at;
    };
    const bool lags = valve.opening != no_index;
    const T opening = lags ? T::variable(auxiliary_[valve.opening], 6) : T(0.0);
    const ValveFlow<T> flow =
        flow_through(model_, valve, i, j, moved(i, valve.output_i, 0), moved(j, valve.output_j, 3), opening);
    for_each_gas_state(valve, i, j, [&](std::size_t state, double by_flow) {
      add_flow(valve, i, j, state, T(by_flow * flow.flow));
    });
    if (lags) add_flow(valve, i, j, valve.opening, flow.opening_rate);
  }

  // A rate of one state by all that the flow through a valve depends on.
  void add_flow(const DifferentialValve& valve, const AirSpringAt& i, const AirSpringAt& j, std::size_t state,
                const math::Dual<7>& rate) {
    const auto u = static_cast<Eigen::Index>(state);
    std::size_t first = 0;
    for (const AirSpringAt* spring : {&i, &j}) {
      const MotionOf<AirSpringAt> motion(*spring, w_.poses[spring->i], w_.poses[spring->j]);
      add_row(out_.rate_by_position, u, ends_of(*spring), rows_of(*spring, motion)[2],
              rate.derivative[first]);
      for_each_mode(*spring, motion, [&](const BodyMode& mode, const auto& by_mode) {
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

  // use(mode, its shape, the point, 0 or 1 for the end) of the bodies that bend at the ends.
  template <typename E, typename Use>
  void for_each_shape(const E& e, const Use& use) const {
    for (const std::size_t end : {0, 1}) {
      const FlexiblePoint* point = flexible_point(model_, end == 0 ? e.i : e.j);
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

  // use(mode, deflections of the element by its coordinate) of the bodies that bend at the ends.
  template <typename E, typename Use>
  void for_each_mode(const E& e, const MotionOf<E>& motion, const Use& use) const {
    for_each_shape(
        e, [&](const BodyMode& mode, const Shape& shape, const FlexiblePoint& point, std::size_t end) {
          const ModeMotion by = motion_of(point, shape);
          std::array<double, component_count<E>> by_mode;
          for (std::size_t k = 0; k < by_mode.size(); ++k) {
            std::array<double, component_count<E>> unit{};
            unit[k] = 1;
            const Wrenches<double> pull = motion.resist(unit);
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

  // What the present force of an element does to a mode, as its poses move under it; and so what the mode
  // does to the bodies: both are second derivatives of one energy.
  template <typename E>
  void add_turning_force(const E& e, const MotionOf<E>& motion, const DeformationOf<E, double>& deformation) {
    if (flexible_point(model_, e.i) == nullptr && flexible_point(model_, e.j) == nullptr) return;
    const auto force = e.respond(curves_of(model_, e), deformation).force;
    const WrenchSlopes slopes = wrench_slopes(e, w_.poses[e.i], w_.poses[e.j], force);
    const Wrenches<double> held = motion.resist(force);
    const std::array<Eigen::Matrix<double, 6, 6>, 2> rows{pose_rows(e.i), pose_rows(e.j)};
    const Ends ends = ends_of(e);
    for_each_shape(
        e, [&](const BodyMode& mode, const Shape& shape, const FlexiblePoint& point, std::size_t end) {
          const ModeMotion by = motion_of(point, shape);
          const Vec3 pull = end == 0 ? Vec3(held.force) : Vec3(-held.force),
                     twist = end == 0 ? Vec3(held.moment_i) : Vec3(held.moment_j);
          const double sign = end == 0 ? 1 : -1;
          const Eigen::Matrix<double, 1, 12> by_poses =
              sign * by.move.transpose() * slopes.topRows<3>() +
              by.turn.transpose() * slopes.middleRows<3>(end == 0 ? 3 : 6);
          const std::size_t body = body_of(point.pose);
          const Row6 by_own = power(body, Vec3::Zero(), by.move.cross(pull) + by.turn.cross(twist));
          for (const std::size_t other : {0, 1}) {
            const auto at = static_cast<Eigen::Index>(6 * other);
            Row6 slope = by_poses.segment<6>(at) * rows[other];
            if (other == end) slope += by_own;
            add_mode_force(mode, other == 0 ? ends.i : ends.j, slope);
          }
          for_each_shape(
              e, [&](const BodyMode& with, const Shape& its, const FlexiblePoint& where, std::size_t other) {
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

  // What the mode does to bodies and states through the element, and they to the mode.
  template <typename E, typename Tangent>
  void add_mode(const E& e, const Ends& ends, const std::array<Rows, component_count<E>>& rows,
                const Tangent& tangent, const BodyMode& mode,
                const std::array<double, component_count<E>>& by_mode) {
    constexpr std::size_t components = component_count<E>;
    const auto rate = static_cast<Eigen::Index>(mode.rate);
    for (std::size_t k = 0; k < components; ++k) {
      for (std::size_t l = 0; l < components; ++l) {
        const double position = tangent.value[k][l], velocity = tangent.value[k][components + l];
        add_column(mode.coordinate, ends, rows[k], position * by_mode[l]);
        add_column(mode.rate, ends, rows[k], velocity * by_mode[l]);
        add_row(out_.rate_by_position, rate, ends, rows[l], -by_mode[k] * position / mode.mass);
        add_row(out_.rate_by_velocity, rate, ends, rows[l], -by_mode[k] * velocity / mode.mass);
      }
      for (std::size_t s = 0; s < state_count<E>; ++s)
        if (e.auxiliary[s] != no_index)
          auxiliary(mode.rate, e.auxiliary[s]) -=
              by_mode[k] * tangent.value[k][2 * components + s] / mode.mass;
    }
    for (std::size_t s = 0; s < state_count<E>; ++s) {
      if (e.auxiliary[s] == no_index) continue;
      for (std::size_t l = 0; l < components; ++l) {
        auxiliary(e.auxiliary[s], mode.coordinate) += tangent.value[components + s][l] * by_mode[l];
        auxiliary(e.auxiliary[s], mode.rate) += tangent.value[components + s][components + l] * by_mode[l];
      }
    }
  }

  // What the force of another element changes: its slopes times those of this element by that force.
  template <typename E, typename Tangent>
  void add_source(const E& e, const Ends& ends, const std::array<Rows, component_count<E>>& rows,
                  const Tangent& tangent, std::size_t input) {
    constexpr std::size_t components = component_count<E>;
    if (e.sources[input].place == no_index) return;
    with_element(model_, e.sources[input].place, [&](const auto& source) {
      using Source = std::decay_t<decltype(source)>;
      constexpr std::size_t count = component_count<Source>;
      const MotionOf<Source> motion(source, w_.poses[source.i], w_.poses[source.j]);
      const auto source_rows = rows_of(source, motion);
      const auto& slope = tangent_of(model_, source,
                                     deformation_of<double>(
                                         source, motion, [&](std::size_t index) { return auxiliary_[index]; },
                                         w_.element_force))
                              .value[e.sources[input].component];
      const Ends source_ends = ends_of(source);
      for (std::size_t row = 0; row < tangent.rows; ++row) {
        const double by_force = tangent.value[row][Tangent::first_input + input];
        const std::size_t state = row < components ? no_index : e.auxiliary[row - components];
        if (by_force == 0 || (row >= components && state == no_index)) continue;
        for (std::size_t l = 0; l < count; ++l) {
          const double position = by_force * slope[l], velocity = by_force * slope[count + l];
          if (row < components) {
            add(out_.by_position, ends, rows[row], source_ends, source_rows[l], position);
            add(out_.by_velocity, ends, rows[row], source_ends, source_rows[l], velocity);
          } else {
            const auto u = static_cast<Eigen::Index>(state);
            add_row(out_.rate_by_position, u, source_ends, source_rows[l], position);
            add_row(out_.rate_by_velocity, u, source_ends, source_rows[l], velocity);
          }
        }
        for (std::size_t l = 0; l < state_count<Source>; ++l) {
          const double coefficient = by_force * slope[2 * count + l];
          if (source.auxiliary[l] == no_index) continue;
          if (row < components) {
            add_column(source.auxiliary[l], ends, rows[row], coefficient);
          } else {
            out_.rate_by_auxiliary(static_cast<Eigen::Index>(state),
                                   static_cast<Eigen::Index>(source.auxiliary[l])) += coefficient;
          }
        }
      }
    });
  }

  // Of a force at the ends `at` by a deflection between the ends `of`.
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
  Assembly(model, y, workspace, out).run();
}

}  // namespace flangeway::multibody
