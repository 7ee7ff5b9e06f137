#include "flangeway/wheelrail/elastic/evaluate.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/geometry/sweep.hpp"
#include "flangeway/math/batch_structs.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/wheelrail/batches.hpp"
#include "flangeway/wheelrail/creep.hpp"
#include "flangeway/wheelrail/elastic/candidates.hpp"
#include "flangeway/wheelrail/elastic/mirror.hpp"
#include "flangeway/wheelrail/elastic/solve_patches.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

// What one wheel of a wheelset sees. Left-hand coordinates: y of a right wheel is turned round. Rail heads
// turn with the cross level, as with lookup tables: a sleeper that lies askew.
Placement place_wheel(const multibody::BodyState& body, const track::Irregularity& irregularity,
                      double rail_half_distance, const RailMotion& rail, std::size_t side) {
  const double sign = sign_of(side);
  const std::size_t y = 2 * side, z = y + 1;
  Placement place;
  place.axes = body.intermediate;
  if (side == 1) {
    for (const auto& [i, j] : {std::pair{0, 1}, {1, 0}, {1, 2}, {2, 1}}) place.axes(i, j) *= -1;
  }
  place.y = sign * body.position.y();
  place.z = body.position.z();
  RailLine& line = place.rail;
  line.y = sign * (irregularity.value[y] + rail.displacement.y());
  line.z = irregularity.value[z] + rail.displacement.z();
  const double askew = (irregularity.value[1] - irregularity.value[3]) / (2 * rail_half_distance);
  line.roll = sign * (askew + rail.rotation.x());
  line.y_slope = sign * (irregularity.slope[y] + rail.rotation.z());
  line.z_slope = irregularity.slope[z] - rail.rotation.y();
  line.y_bend = sign * (irregularity.second[y] + body.frame.curvature.z());
  line.z_bend = irregularity.second[z] - body.frame.curvature.y();
  return place;
}

// Two peaks of one region of interpenetration share the indentation that they have in common, at the saddle
// between them: docs/theory/elastic.md (7).
void share_depths(const ContactCandidates& candidates, std::array<double, max_candidates>& depth) {
  for (std::size_t i = 0; i < candidates.count; ++i)
    depth[i] = candidates.at[i].peak ? candidates.at[i].depth : 0;
  for (std::size_t i = 1; i + 1 < candidates.count; ++i) {
    const ContactCandidate &before = candidates.at[i - 1], &saddle = candidates.at[i],
                           &after = candidates.at[i + 1];
    if (saddle.peak || !before.peak || !after.peak) continue;
    const double common = std::min({saddle.depth, before.depth, after.depth});
    if (!(common > 0)) continue;
    const double both = before.depth + after.depth - 2 * common;
    const double r = both > 0 ? (before.depth - after.depth) / both : 0;
    const double of_before = (1 - r) * (1 - r) * (2 + r) / 4;
    depth[i - 1] -= common * of_before;
    depth[i + 1] -= common * (1 - of_before);
  }
}

// In what the wheelset's track frame has of it.
struct Rail {
  const RailMotion& motion;
  Vec3 reference;  // from the centre of the track frame, displaced
  [[nodiscard]] Vec3 velocity_at(const Vec3& point) const {
    return motion.velocity + motion.angular_velocity.cross(point - reference);
  }
};

void set_values(const Shape& shape, const ContactCandidate& candidate, double roll, Contact& contact) {
  using namespace geometry;
  double p[profile_channels], r[profile_channels];
  shape.wheel.spline.evaluate(candidate.wheel_s, p);
  shape.rail.spline.evaluate(candidate.rail_s, r);
  const double profile_angle = std::atan2(p[tangent_z], p[tangent_y]);
  const double below = shape.radius - p[profile_z];
  set_patch(shape, p[tangent_y] / below, p[patch_curvature] - r[patch_curvature], contact.values);
  contact.values[wheel_y] = shape.wheel_lateral + p[profile_y];
  contact.values[wheel_z] = -below;
  contact.values[wheel_angle] = profile_angle;
  contact.angle = profile_angle + roll;
  contact.values[wheel_profile_y] = p[profile_y];
  const double y = r[profile_y] - shape.rail_reference.x(), z = r[profile_z] - shape.rail_reference.y();
  contact.values[rail_profile_y] = shape.rail_cosine * y + shape.rail_sine * z;
  contact.flange = candidate.wheel_s < shape.tread_begins && candidate.wheel_s > 0;
}

void add_contact(const Settings& settings, const Shape& shape, const multibody::BodyState& body,
                 const Rail& rail, std::size_t side, double depth, ContactCandidate& candidate,
                 WheelsetResult& out) {
  const double sign = sign_of(side);
  Contact& contact = out.contacts[out.contact_count];
  contact = Contact{};
  contact.side = side;
  contact.elastic = true;
  contact.indentation = depth;
  const double roll = sign * body.intermediate(2, 1);  // its sine: below 0.05 rad it errs by 2e-5
  set_values(shape, candidate, roll, contact);
  contact.normal = mirrored(candidate.normal, sign);
  contact.arm = mirrored(candidate.arm, sign);
  const RailLine& line = out.wheels[side].placement.rail;
  const Vec3 along(1, line.y_slope + line.y_bend * candidate.ahead,
                   line.z_slope + line.z_bend * candidate.ahead);
  contact.longitudinal = mirrored(along.normalized(), sign);
  contact.lateral = contact.normal.cross(contact.longitudinal);

  // The normal belongs to the wheel as well, so the spin has no part in the indentation.
  const Vec3 place = body.position + contact.arm, rail_velocity = rail.velocity_at(place);
  const Vec3 hub = body.velocity + body.intermediate_angular_velocity.cross(contact.arm);
  const double rate = -contact.normal.dot(hub - rail_velocity);
  const double approach = contact.values[geometry::patch_approach],
               stiffness = 1 / (approach * std::sqrt(approach));
  const contact::ImpactForce force =
      contact::impact_force(settings.impact, stiffness, depth, rate, candidate.impact_speed);
  candidate.pressed = true;
  candidate.rate = rate;
  contact.hertz_force = stiffness * depth * std::sqrt(depth);
  contact.elastic_force = contact.normal_force = force.force;
  contact.stiffness = force.stiffness;

  const double inverse = 1 / reference_speed(body);
  const Vec3 slip = multibody::point_velocity(body, contact.arm) - rail_velocity;
  contact.sign = sign;
  contact.creepages = {contact.longitudinal.dot(slip) * inverse, contact.lateral.dot(slip) * inverse,
                       contact.normal.dot(body.angular_velocity - rail.motion.angular_velocity) * inverse};
  ++out.contact_count;
}

void evaluate_wheel(const Model& model, const Shape& shape, const multibody::BodyState& body,
                    const track::Irregularity& irregularity, const RailMotion& motion,
                    const WheelsetHistory& history, std::size_t side, WheelsetResult& out) {
  WheelResult& wheel = out.wheels[side];
  wheel.placement = place_wheel(body, irregularity, model.rail_half_distance, motion, side);
  wheel.rail = motion;
  wheel.moment_beside.setZero();
  find_candidates(shape, history.candidates[side], wheel);
  std::array<double, max_candidates> depth{};
  share_depths(wheel.candidates, depth);
  const RailLine& line = wheel.placement.rail;
  const Vec2 reference = shape.rail_reference + Vec2(line.y, line.z);
  const Rail rail{motion, Vec3(motion.displacement.x(), sign_of(side) * reference.x(), reference.y())};
  double deepest = -reach;
  const std::size_t before = out.contact_count;
  for (std::size_t i = 0; i < wheel.candidates.count; ++i) {
    if (!wheel.candidates.at[i].peak) continue;
    deepest = std::max(deepest, wheel.candidates.at[i].depth);
    if (depth[i] > 0)
      add_contact(model.settings, shape, body, rail, side, depth[i], wheel.candidates.at[i], out);
  }
  out.lifted[side] = out.contact_count == before;
  out.gap[side] = -deepest;
}

// No rail where wheels can be: further down or aside than a wheel that has only been lifted.
bool lost(const Shape& shape, const WheelResult& wheel) {
  constexpr double furthest_down = 0.02, furthest_aside = 0.08;  // [m]
  const Placement& place = wheel.placement;
  return wheel.candidates.count == 0 &&
         (place.z < shape.radius - furthest_down || std::abs(place.y - place.rail.y) > furthest_aside);
}

using math::Batch;

// Creep forces of the contacts of four wheelsets, whose normal forces and creepages are known.
void read_forces(const Settings& settings, Workspace& workspace, WheelsetBatch& batch) {
  list_contacts(workspace, batch);
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    ContactBatch& contacts = batch.contacts[k];
    const auto& [a, b, c, d] = contacts.contacts;
    math::gather<BasicContactForces>({a, b, c, d}, contacts.result);
    set_friction(settings, batch, contacts);
  }
}

void write_forces(const WheelsetBatch& batch) {
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    const auto& [a, b, c, d] = batch.contacts[k].contacts;
    math::scatter<BasicContactForces>(batch.contacts[k].result, {a, b, c, d});
  }
}

// Generalised forces per unit creep force of a contact, for the rates of damping.
void set_directions(const multibody::BodyState& body, const Contact& contact, std::size_t lane,
                    BasicCreepWrenches<Batch>& directions) {
  const Vec6 longitudinal = multibody::generalized_force_at(body, contact.arm, contact.longitudinal),
             lateral = multibody::generalized_force_at(body, contact.arm, contact.lateral);
  for (Eigen::Index i = 0; i < 6; ++i) {
    directions.longitudinal[i].set(lane, longitudinal[i]);
    directions.lateral[i].set(lane, lateral[i]);
  }
}

void apply_forces(const multibody::BodyState& body, WheelsetResult& result) {
  result.reaction.setZero();
  for (std::size_t k = 0; k < result.contact_count; ++k) {
    Contact& contact = result.contacts[k];
    const contact::CreepForces& f = contact.forces;
    contact.force = contact.normal * contact.normal_force + contact.longitudinal * f.longitudinal +
                    contact.lateral * f.lateral;
    result.reaction += multibody::generalized_force_at(body, contact.arm, contact.force) +
                       multibody::generalized_force(body, Vec3::Zero(), contact.normal) * f.spin_moment;
  }
}

// The candidates of both wheels of a wheelset as contacts, with their elastic forces.
FLANGEWAY_VECTORIZED
EvalStatus find_contacts(const Model& model, const track::TrackModel& track, RailMotions rails,
                         const double* y, const multibody::Workspace& bodies, const ContactState& state,
                         std::size_t i, Workspace& workspace) {
  const RailMotion rigid;
  const Wheelset& wheelset = model.wheelsets[i];
  WheelsetResult& result = workspace.wheelsets[i];
  track::Irregularity irregularity;
  track::evaluate_irregularity(track, y[6 * wheelset.body], irregularity);
  result.contact_count = 0;
  result.failure = Failure::none;
  for (std::size_t side = 0; side < 2; ++side) {
    const Shape& shape = model.pairs[wheelset.pair]->shapes[side];
    evaluate_wheel(model, shape, bodies.bodies[wheelset.body], irregularity,
                   rails.empty() ? rigid : rails[i][side], state.wheelsets[i], side, result);
    if (lost(shape, result.wheels[side])) result.failure = Failure::left_table;
  }
  return result.failure == Failure::none ? EvalStatus::ok : EvalStatus::retry;
}

FLANGEWAY_VECTORIZED
void find_creep_forces(const Model& model, const multibody::Workspace& bodies, Workspace& workspace) {
  for (WheelsetBatch& batch : workspace.batches) {
    read_bodies(model, bodies, batch);
    read_forces(model.settings, workspace, batch);
    for (std::size_t k = 0; k < batch.contact_count; ++k) {
      for (std::size_t lane = 0; lane < math::batch_size; ++lane)
        set_directions(bodies.bodies[model.wheelsets[batch.wheelsets[lane]].body],
                       *batch.contacts[k].contacts[lane], lane, batch.contacts[k].directions);
    }
  }
  respond(model.settings, workspace);
  for (const WheelsetBatch& batch : workspace.batches) write_forces(batch);
}

}  // namespace

FLANGEWAY_VECTORIZED
EvalStatus evaluate(const Model& model, const track::TrackModel& track, RailMotions rails, const double* y,
                    std::size_t, const ContactState& state, multibody::Workspace& bodies,
                    Workspace& workspace, double* acceleration) {
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const EvalStatus status = find_contacts(model, track, rails, y, bodies, state, i, workspace);
    if (status != EvalStatus::ok) return status;
  }
  const bool patches = workspace.patch_solver != nullptr;
  if (patches) take_corrections(model, state, workspace);
  find_creep_forces(model, bodies, workspace);
  if (patches) solve_patches_now(model, bodies, workspace);
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    multibody::BodyState& body = bodies.bodies[model.wheelsets[i].body];
    apply_forces(body, workspace.wheelsets[i]);
    if (patches) add_corrections(body, i, workspace);
    body.force += workspace.wheelsets[i].reaction;
    const Vec6 accelerated = multibody::solve_mass(body, body.force);
    std::copy(accelerated.data(), accelerated.data() + 6, acceleration + 6 * model.wheelsets[i].body);
  }
  return EvalStatus::ok;
}

}  // namespace flangeway::wheelrail::elastic
