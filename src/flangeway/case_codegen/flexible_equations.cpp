// Bodies that bend, over expressions. Theory: docs/theory/flexible_bodies.md.
#include <fmt/format.h>

#include <map>

#include "flangeway/case_codegen/body_equations.hpp"
#include "flangeway/multibody/flexible_motion.hpp"
#include "flangeway/multibody/lists.hpp"

namespace flangeway::case_codegen {

namespace {

auto states_of(Symbols& symbols) {
  return [&symbols](std::size_t state) { return symbols.at(fmt::format("auxiliary[{}]", state)); };
}

}  // namespace

void set_flexible_poses(const multibody::Model& model, Symbols& symbols, std::vector<Pose>& poses) {
  for (const multibody::FlexiblePoint& point : multibody::flexible_points(model)) {
    const multibody::FlexibleBody& flexible = multibody::flexible_bodies(model)[point.flexible];
    multibody::BasicPose<Expression>& pose = poses[point.pose];
    pose = multibody::flexible_pose<Expression>(point, flexible, poses[flexible.body], states_of(symbols));
  }
}

void load_flexible_bodies(const multibody::Model& model, Symbols& symbols, std::vector<Pose>& poses,
                          Targets& out) {
  std::map<std::size_t, Expression> rates;
  for (const multibody::FlexibleBody& flexible : multibody::flexible_bodies(model)) {
    for (const multibody::BodyMode& mode : flexible.modes) {
      const Expression q = states_of(symbols)(mode.coordinate), v = states_of(symbols)(mode.rate);
      rates.emplace(mode.coordinate, v);
      rates.emplace(mode.rate, multibody::free_mode_rate(mode, q, v));
    }
  }
  for (const multibody::FlexiblePoint& point : multibody::flexible_points(model)) {
    const multibody::FlexibleBody& flexible = multibody::flexible_bodies(model)[point.flexible];
    const Pose& pose = poses[point.pose];
    Pose& body = poses[flexible.body];
    body.force += pose.force;
    body.moment += pose.moment + cross(Vector(pose.position - body.position), pose.force);
    multibody::for_each_modal_load<Expression>(point, flexible, body, pose.force, pose.moment,
                                               states_of(symbols),
                                               [&](const multibody::BodyMode& mode, const Expression& load) {
                                                 rates.at(mode.rate) += load / mode.mass;
                                               });
  }
  for (const auto& [state, rate] : rates) out.set(fmt::format("auxiliary_rate[{}]", state), rate);
}

}  // namespace flangeway::case_codegen
