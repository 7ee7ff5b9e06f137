#include "flangeway/multibody/flexible.hpp"

#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/multibody/elements/law.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/nominal_springs.hpp"
#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

const FlexiblePoint* flexible_point(const Model& model, std::size_t pose) {
  for (const FlexiblePoint& point : model.lists->flexible_points)
    if (point.pose == pose) return &point;
  return nullptr;
}

namespace {

BasicPose<double> nominal_pose(const Model& model, std::size_t pose) {
  FLANGEWAY_ASSERT(pose < model.pose_count(), "the model has this pose");
  BasicPose<double> at;
  at.rotation.setIdentity();
  const FlexiblePoint* point = flexible_point(model, pose);
  at.position =
      point ? nominal_position(model, model.lists->flexible_bodies[point->flexible].body) + point->place
            : nominal_position(model, pose);
  at.velocity.setZero(), at.angular_velocity.setZero();
  return at;
}

std::size_t add_pose(Model& model, std::size_t body) {
  FLANGEWAY_ASSERT(body < model.body_count(), "the model has this body");
  std::vector<bool>& standing = model.lists->standing_grounds;
  standing.resize(model.ground_bodies.size(), false);
  standing.push_back(true);  // no track frame takes what acts on it
  model.ground_bodies.push_back(body);
  return model.pose_count() - 1;
}

/// Action of an element on its ends in the nominal state, where all bodies have parallel axes.
template <typename E>
Wrenches<double> nominal_wrenches(const Model& model, const E& element) {
  const BasicPose<double> i = nominal_pose(model, element.i), j = nominal_pose(model, element.j);
  const MotionOf<E> motion(element, i, j);
  const std::vector<double> forces(model.output_count + model.commands.size(), 0.0);
  const auto at = deformation_of<double>(
      element, motion, [](std::size_t) { return 0.0; }, forces);
  return motion.resist(response_of(model, element, at).force);
}

class Adding {
 public:
  Adding(Model& model, FlexibleBody& body, const ShapesAt& shapes_at)
      : model_(model), body_(body), shapes_at_(shapes_at) {}

  /// The points of an element become those of the poses of its ends.
  template <typename E>
  void add(E& element) {
    if (element.i != body_.body && element.j != body_.body) return;
    const Wrenches<double> held = nominal_wrenches(model_, element);
    if constexpr (requires { element.point_i; }) {
      if (element.i == body_.body) move(element.name, element.i, element.point_i, held.force, held.moment_i);
      if (element.j == body_.body) move(element.name, element.j, element.point_j, -held.force, held.moment_j);
    } else if (element.seats) {
      auto& [seat_i, seat_j] = *element.seats;
      if (element.i == body_.body) move(element.name, element.i, seat_i, held.force, held.moment_i);
      if (element.j == body_.body) move(element.name, element.j, seat_j, -held.force, held.moment_j);
    }
  }
  std::vector<std::string> without_shapes;

 private:
  template <typename Point>
  void move(const std::string& name, std::size_t& pose, Point& point, const Vec3& force, const Vec3& moment) {
    const Vec3 place = point;
    Shapes shapes = shapes_at_(place);
    if (shapes.empty()) return without_shapes.push_back(name);
    const Vec3 about_place = moment - place.cross(force);
    for (std::size_t k = 0; k < shapes.size(); ++k)
      body_.modes[k].held_load += shapes[k].move.dot(force) + shapes[k].turn.dot(about_place);
    pose = add_pose(model_, body_.body);
    point.setZero();
    model_.lists->flexible_points.push_back(
        {model_.lists->flexible_bodies.size(), pose, place, std::move(shapes)});
  }

  Model& model_;
  FlexibleBody& body_;
  const ShapesAt& shapes_at_;
};

}  // namespace

std::vector<std::string> add_flexible_body(Model& model, FlexibleBody body, const ShapesAt& shapes_at) {
  Adding adding(model, body, shapes_at);
  for_each_element(model, [&](auto& element) { adding.add(element); });
  for (BodyMode& mode : body.modes) {
    mode.coordinate = model.auxiliary_count++;
    mode.rate = model.auxiliary_count++;
  }
  model.lists->flexible_bodies.push_back(std::move(body));
  set_relaxation_rates(model);
  return adding.without_shapes;
}

Vec3 displacement(const Model& model, std::size_t flexible, const Shapes& shapes, const double* auxiliary) {
  FLANGEWAY_ASSERT(shapes.size() >= model.lists->flexible_bodies[flexible].modes.size(),
                   "each mode has a shape");
  const std::vector<BodyMode>& modes = model.lists->flexible_bodies[flexible].modes;
  Vec3 sum = Vec3::Zero();
  for (std::size_t k = 0; k < modes.size(); ++k) sum += auxiliary[modes[k].coordinate] * shapes[k].move;
  return sum;
}

namespace {

auto states(const double* auxiliary) {
  return [auxiliary](std::size_t k) { return auxiliary[k]; };
}

}  // namespace

ModalTurn turn_of(const FlexibleBody& body, const Shapes& shapes, const double* auxiliary) {
  return modal_turn<double>(body, shapes, states(auxiliary));
}

void set_flexible_poses(const Model& model, const double* auxiliary, Workspace& w) {
  FLANGEWAY_ASSERT(w.poses.size() == model.pose_count(),
                   "make_workspace() has made the workspace for this model");
  for (const FlexiblePoint& point : model.lists->flexible_points) {
    const FlexibleBody& flexible = model.lists->flexible_bodies[point.flexible];
    BasicPose<double>& pose = w.poses[point.pose];
    pose = flexible_pose<double>(point, flexible, w.poses[flexible.body], states(auxiliary));
  }
}

void load_flexible_bodies(const Model& model, const double* auxiliary, Workspace& w, double* rate) {
  for (const FlexibleBody& flexible : model.lists->flexible_bodies) {
    for (const BodyMode& mode : flexible.modes) {
      const double v = auxiliary[mode.rate];
      rate[mode.coordinate] = v;
      rate[mode.rate] = free_mode_rate(mode, auxiliary[mode.coordinate], v);
    }
  }
  for (const FlexiblePoint& point : model.lists->flexible_points) {
    const FlexibleBody& flexible = model.lists->flexible_bodies[point.flexible];
    const Pose& pose = w.poses[point.pose];
    Pose& body = w.poses[flexible.body];
    body.force += pose.force;
    body.moment += pose.moment + Vec3(pose.position - body.position).cross(Vec3(pose.force));
    for_each_modal_load<double>(
        point, flexible, body, pose.force, pose.moment, states(auxiliary),
        [&](const BodyMode& mode, double load) { rate[mode.rate] += load / mode.mass; });
  }
}

ModalEnergy modal_energy(const Model& model, const double* auxiliary) {
  ModalEnergy sum;
  for (const FlexibleBody& flexible : model.lists->flexible_bodies) {
    for (const BodyMode& mode : flexible.modes) {
      const double q = auxiliary[mode.coordinate], v = auxiliary[mode.rate], w = mode.frequency;
      sum.stored += 0.5 * mode.mass * (v * v + w * w * q * q) + mode.held_load * q;
      sum.loss += 2 * mode.mass * mode.damping * w * v * v;
    }
  }
  return sum;
}

// Newton's method from (n + ½)π, with 1/cosh in place of cosh, which would overflow.
double free_beam_root(std::size_t n) {
  FLANGEWAY_ASSERT(n >= 1, "modes count from 1");
  double x = (static_cast<double>(n) + 0.5) * pi;
  for (int i = 0; i < 8; ++i) {
    const double hidden = 1 / std::cosh(x);
    x -= (std::cos(x) - hidden) / (-std::sin(x) + hidden * std::tanh(x));
  }
  return x;
}

// Symmetric modes (n odd) and antisymmetric ones. docs/theory/flexible_bodies.md (7)
double free_beam_shape(std::size_t n, double place) {
  const double root = free_beam_root(n), x = root * place, half = root / 2;
  if (n % 2 == 1) return std::cos(x) / std::cos(half) + std::cosh(x) / std::cosh(half);
  return std::sin(x) / std::sin(half) + std::sinh(x) / std::sinh(half);
}

double free_beam_slope(std::size_t n, double place) {
  const double root = free_beam_root(n), x = root * place, half = root / 2;
  if (n % 2 == 1) return root * (std::sinh(x) / std::cosh(half) - std::sin(x) / std::cos(half));
  return root * (std::cos(x) / std::sin(half) + std::cosh(x) / std::sinh(half));
}

}  // namespace flangeway::multibody
