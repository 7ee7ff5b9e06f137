#include "flangeway/wheelrail/elastic/patch_solver.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/rotation.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/wheelrail/elastic/mirror.hpp"
#include "flangeway/wheelrail/evaluate.hpp"
#include "flangeway/wheelrail/motion_on_rail.hpp"
#include "flangeway/wheelrail/patch_friction.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

// A plane across tread and flange would turn with every change of their shares, and the force with it:
// regions further apart than that have planes of their own, 10° and 20°.
constexpr double plane_combine_angle = pi / 18, plane_separate_angle = pi / 9;

wheel_on_rail::ContactProblem situation_of(const Settings& settings, const Shape& shape,
                                           const RailFriction& friction) {
  wheel_on_rail::ContactProblem situation;
  situation.wheel = shape.wheel_curve;
  situation.rail = shape.rail_curve;
  situation.rail_place.by_gauge = false;  // the curve is that of the placed rail
  situation.wheel_place.back_position = 0;
  situation.wheel_place.back_distance = 2 * shape.wheel_lateral;
  situation.wheel_place.nominal_radius = shape.radius;
  situation.wheel_material = settings.patch.wheel;
  situation.rail_material = settings.patch.rail;
  situation.friction = patch_friction(friction);
  situation.resolution.dx = situation.resolution.ds = settings.patch_solution.element;
  situation.reference.surface =
      settings.patch_solution.curved ? wheel_on_rail::Surface::curved : wheel_on_rail::Surface::plane;
  if (!settings.patch_solution.curved) {
    situation.resolution.combine_angle = plane_combine_angle;
    situation.resolution.separate_angle = plane_separate_angle;
  }
  if (settings.patch_solution.model == PatchModel::strip) {
    situation.method.normal = contact::patch::NormalMethod::strips;
    situation.method.tangential = contact::patch::TangentialMethod::fastrip;
  }
  return situation;
}

// Half the length and width of the elements in contact.
void measure(const contact::patch::Problem& problem, const contact::patch::Solution& solution,
             PatchForces& patch) {
  const contact::patch::Grid& grid = problem.grid;
  int x_begin = grid.nx, x_end = 0, y_begin = grid.ny, y_end = 0;
  for (int iy = 0; iy < grid.ny; ++iy) {
    for (int ix = 0; ix < grid.nx; ++ix) {
      if (!(solution.tractions.pressure[grid.index(ix, iy)] > 0)) continue;
      x_begin = std::min(x_begin, ix), x_end = std::max(x_end, ix + 1);
      y_begin = std::min(y_begin, iy), y_end = std::max(y_end, iy + 1);
    }
  }
  patch.half_length = std::max(x_end - x_begin, 0) * grid.dx / 2;
  patch.half_width = std::max(y_end - y_begin, 0) * grid.dy / 2;
}

// Lateral forces and turning to the left change their sign with the side.
PatchForces forces_of(const wheel_on_rail::Patch& patch, double sign) {
  PatchForces forces;
  forces.wheel_y = patch.on_wheel.y();
  forces.normal = patch.sum_of_pressure;
  forces.longitudinal = patch.longitudinal_force;
  forces.lateral = sign * patch.lateral_force;
  forces.spin_moment = sign * patch.moment.z();
  forces.max_pressure = patch.max_pressure;
  measure(patch.problem, patch.solution, forces);
  return forces;
}

}  // namespace

PatchSolver::PatchSolver(const Model& model) {
  for (const Wheelset& wheelset : model.wheelsets) {
    auto& wheels = wheels_.emplace_back();
    for (std::size_t side = 0; side < 2; ++side) {
      const Shape& shape = model.pairs[wheelset.pair]->shapes[side];
      wheels[side].situation = situation_of(model.settings, shape, model.settings.friction[side]);
      wheels[side].rail_reference = shape.rail_reference;
    }
  }
  list.reserve(2 * wheels_.size());
  actions.resize(2 * wheels_.size());
}

PatchAction PatchSolver::solve(std::size_t wheelset, std::size_t side, const multibody::BodyState& body,
                               const RailMotion& rail, const Placement& place) {
  FLANGEWAY_ASSERT(wheelset < wheels_.size() && side < 2, "the model has this wheel");
  Wheel& wheel = wheels_[wheelset][side];
  const double sign = sign_of(side);
  wheel.situation.motion =
      motion_on_rail(body, multibody::wheel_angular_velocity(body, sign), rail, place, wheel.rail_reference,
                     wheel.situation.wheel_place.nominal_radius, side);
  wheel_on_rail::solve(wheel.situation, nullptr, wheel.workspace, wheel.contact);
  PatchAction action;
  action.status = wheel.contact.status;
  const wheel_on_rail::WheelsetMotion& motion = wheel.situation.motion;
  const Mat3 back = rail_axes(place.rail) * rotation_x(motion.roll) * rotation_z(motion.yaw);
  action.force = mirrored(back * wheel.contact.total.wheelset.force, sign);
  action.moment = mirrored_axial(back * wheel.contact.total.wheelset.moment, sign);
  for (const wheel_on_rail::Patch& patch : wheel.contact.patches) {
    action.pressure += patch.sum_of_pressure;
    if (action.patch_count < action.patches.size())
      action.patches[action.patch_count++] = forces_of(patch, sign);
  }
  return action;
}

}  // namespace flangeway::wheelrail::elastic
