#include "flangeway/wheelrail/online/evaluate.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/geometry/sweep.hpp"
#include "flangeway/math/batch_structs.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/wheelrail/batches.hpp"
#include "flangeway/wheelrail/creep.hpp"
#include "flangeway/wheelrail/online/mirror.hpp"
#include "flangeway/wheelrail/online/patch_solver.hpp"

namespace flangeway::wheelrail::online {
namespace {

constexpr double reach = 4e-3;      // [m] peaks with gaps up to this are followed
constexpr double near_rail = 2e-4;  // [m] a peak that is lost with a gap below this is looked for at once
constexpr double idle_gap = 5e-4;   // [m] more than a gap closes within a few steps

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

bool known(const Touches& touches, std::size_t count, const Touch& touch) {
  constexpr double same = 1e-6;  // [m]
  for (std::size_t i = 0; i < count; ++i) {
    if (touch.peak && touches.at[i].peak && std::abs(touches.at[i].wheel_s - touch.wheel_s) < same)
      return true;
  }
  return false;
}

// Keeps what can be brought onto a common normal, or, unless `idle_too`, is too far apart to matter; false if
// a peak near the rail was lost.
bool polish_all(const Shape& shape, const Placement& place, bool idle_too, Touches& touches) {
  bool complete = true;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < touches.count; ++i) {
    Touch touch = touches.at[i];
    const bool idle = touch.depth < (touch.peak ? -idle_gap : -near_rail);
    if ((idle && !idle_too) || polish(shape, place, touch)) {
      if (!known(touches, kept, touch)) touches.at[kept++] = touch;  // two peaks may have become one
    } else if (touch.peak && touch.depth > -near_rail) {
      complete = false;
    }
  }
  touches.count = kept;
  return complete;
}

void find_touches(const Shape& shape, const Touches& memory, WheelState& wheel) {
  wheel.touches = memory;
  for (std::size_t i = 0; i < memory.count; ++i) wheel.touches.at[i].pressed = false;
  if (polish_all(shape, wheel.placement, false, wheel.touches) && wheel.touches.count > 0) return;
  search(shape, wheel.placement, reach, wheel.touches);
  (void)polish_all(shape, wheel.placement, true, wheel.touches);
}

// Two peaks of one region of interpenetration share the indentation that they have in common, at the saddle
// between them: docs/theory/online.md (7).
void share_depths(const Touches& touches, std::array<double, max_touches>& depth) {
  for (std::size_t i = 0; i < touches.count; ++i) depth[i] = touches.at[i].peak ? touches.at[i].depth : 0;
  for (std::size_t i = 1; i + 1 < touches.count; ++i) {
    const Touch &before = touches.at[i - 1], &saddle = touches.at[i], &after = touches.at[i + 1];
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

void set_values(const Shape& shape, const Touch& touch, double roll, Contact& contact) {
  using namespace geometry;
  double p[profile_channels], r[profile_channels];
  shape.wheel.spline.evaluate(touch.wheel_s, p);
  shape.rail.spline.evaluate(touch.rail_s, r);
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
  contact.flange = touch.wheel_s < shape.tread_begins && touch.wheel_s > 0;
}

void add_contact(const Settings& settings, const Shape& shape, const multibody::BodyState& body,
                 const Rail& rail, std::size_t side, double depth, double normal_share, Touch& touch,
                 WheelsetState& out) {
  const double sign = sign_of(side);
  Contact& contact = out.contacts[out.contact_count];
  contact = Contact{};
  contact.side = side;
  contact.elastic = true;
  contact.indentation = depth;
  const double roll = sign * body.intermediate(2, 1);  // its sine: below 0.05 rad it errs by 2e-5
  set_values(shape, touch, roll, contact);
  contact.normal = mirrored(touch.normal, sign);
  contact.arm = mirrored(touch.arm, sign);
  const RailLine& line = out.wheels[side].placement.rail;
  const Vec3 along(1, line.y_slope + line.y_bend * touch.ahead, line.z_slope + line.z_bend * touch.ahead);
  contact.longitudinal = mirrored(along.normalized(), sign);
  contact.lateral = contact.normal.cross(contact.longitudinal);

  // The normal belongs to the wheel as well, so the spin has no part in the indentation.
  const Vec3 place = body.position + contact.arm, rail_velocity = rail.velocity_at(place);
  const Vec3 hub = body.velocity + body.intermediate_angular_velocity.cross(contact.arm);
  const double rate = -contact.normal.dot(hub - rail_velocity);
  const double approach = contact.values[geometry::patch_approach],
               stiffness = 1 / (approach * std::sqrt(approach));
  const contact::ImpactForce force =
      contact::impact_force(settings.impact, stiffness, depth, rate, touch.impact_speed);
  touch.pressed = true;
  touch.rate = rate;
  contact.hertz_force = stiffness * depth * std::sqrt(depth);
  contact.elastic_force = contact.normal_force = normal_share * force.force;
  contact.stiffness = normal_share * force.stiffness;

  const double inverse = 1 / reference_speed(body);
  const Vec3 slip = multibody::point_velocity(body, contact.arm) - rail_velocity;
  contact.sign = sign;
  contact.creepages = {contact.longitudinal.dot(slip) * inverse, contact.lateral.dot(slip) * inverse,
                       contact.normal.dot(body.angular_velocity - rail.motion.angular_velocity) * inverse};
  ++out.contact_count;
}

void evaluate_wheel(const Model& model, const Shape& shape, const multibody::BodyState& body,
                    const track::Irregularity& irregularity, const RailMotion& motion, const Touches& memory,
                    double normal_share, std::size_t side, WheelsetState& out) {
  WheelState& wheel = out.wheels[side];
  wheel.placement = place_wheel(body, irregularity, model.rail_half_distance, motion, side);
  find_touches(shape, memory, wheel);
  std::array<double, max_touches> depth{};
  share_depths(wheel.touches, depth);
  const RailLine& line = wheel.placement.rail;
  const Vec2 reference = shape.rail_reference + Vec2(line.y, line.z);
  const Rail rail{motion, Vec3(motion.displacement.x(), sign_of(side) * reference.x(), reference.y())};
  double deepest = -reach;
  const std::size_t before = out.contact_count;
  for (std::size_t i = 0; i < wheel.touches.count; ++i) {
    if (!wheel.touches.at[i].peak) continue;
    deepest = std::max(deepest, wheel.touches.at[i].depth);
    if (depth[i] > 0)
      add_contact(model.settings, shape, body, rail, side, depth[i], normal_share, wheel.touches.at[i], out);
  }
  out.lifted[side] = out.contact_count == before;
  out.gap[side] = -deepest;
}

// No rail where wheels can be: further down or aside than a wheel that has only been lifted.
bool lost(const Shape& shape, const WheelState& wheel) {
  constexpr double furthest_down = 0.02, furthest_aside = 0.08;  // [m]
  const Placement& place = wheel.placement;
  return wheel.touches.count == 0 &&
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
                    BasicCreepDirections<Batch>& directions) {
  const Vec6 longitudinal = multibody::generalized_force_at(body, contact.arm, contact.longitudinal),
             lateral = multibody::generalized_force_at(body, contact.arm, contact.lateral);
  for (Eigen::Index i = 0; i < 6; ++i) {
    directions.longitudinal[i].set(lane, longitudinal[i]);
    directions.lateral[i].set(lane, lateral[i]);
  }
}

void apply_forces(const multibody::BodyState& body, WheelsetState& state) {
  state.reaction.setZero();
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    Contact& contact = state.contacts[k];
    const contact::CreepForces& f = contact.forces;
    contact.force = contact.normal * contact.normal_force + contact.longitudinal * f.longitudinal +
                    contact.lateral * f.lateral;
    state.reaction += multibody::generalized_force_at(body, contact.arm, contact.force) +
                      multibody::generalized_force(body, Vec3::Zero(), contact.normal) * f.spin_moment;
  }
}

// The contact of a wheel that carries most.
Contact* main_contact(WheelsetState& state, std::size_t side) {
  Contact* best = nullptr;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    Contact& contact = state.contacts[k];
    if (contact.side == side && (!best || contact.normal_force > best->normal_force)) best = &contact;
  }
  return best;
}

double load_of(const WheelsetState& state, std::size_t side) {
  double load = 0;
  for (std::size_t k = 0; k < state.contact_count; ++k)
    if (state.contacts[k].side == side) load += state.contacts[k].normal_force;
  return load;
}

// docs/theory/online.md (11)
void apply_correction(const multibody::BodyState& body, const PatchCorrection& correction, std::size_t side,
                      WheelsetState& state) {
  WheelState& wheel = state.wheels[side];
  wheel.moment_beside.setZero();
  Contact* contact = main_contact(state, side);
  if (!contact || !(correction.load > 0)) return;
  const double scale = load_of(state, side) / correction.load;
  const Vec3 force = scale * correction.force, moment = scale * correction.moment;
  contact->force += force;
  wheel.moment_beside = moment - contact->arm.cross(force);
  state.reaction += multibody::generalized_force(body, force, moment);
}

// The touches of both wheels of a wheelset as contacts, with their elastic forces.
FLANGEWAY_VECTORIZED
EvalStatus find_contacts(const Model& model, const track::TrackModel& track, const double* y,
                         const multibody::Workspace& bodies, const Memory& memory, std::size_t i,
                         Workspace& workspace) {
  const Wheelset& wheelset = model.wheelsets[i];
  WheelsetState& state = workspace.wheelsets[i];
  track::Irregularity irregularity;
  track::evaluate_irregularity(track, y[6 * wheelset.body], irregularity);
  state.contact_count = 0;
  state.failure = Failure::none;
  for (std::size_t side = 0; side < 2; ++side) {
    const Shape& shape = model.pairs[wheelset.pair]->shapes[side];
    evaluate_wheel(model, shape, bodies.bodies[wheelset.body], irregularity, workspace.rail_motion[i][side],
                   memory.wheels[i][side], memory.corrections[i][side].normal, side, state);
    if (lost(shape, state.wheels[side])) state.failure = Failure::left_table;
  }
  return state.failure == Failure::none ? EvalStatus::ok : EvalStatus::retry;
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
EvalStatus evaluate(const Model& model, const track::TrackModel& track, const double* y,
                    multibody::Workspace& bodies, const Memory& memory, Workspace& workspace,
                    double* acceleration) {
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const EvalStatus status = find_contacts(model, track, y, bodies, memory, i, workspace);
    if (status != EvalStatus::ok) return status;
  }
  find_creep_forces(model, bodies, workspace);
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    multibody::BodyState& body = bodies.bodies[model.wheelsets[i].body];
    apply_forces(body, workspace.wheelsets[i]);
    if (workspace.patch_solver) {
      for (std::size_t side = 0; side < 2; ++side)
        apply_correction(body, memory.corrections[i][side], side, workspace.wheelsets[i]);
    }
    body.force += workspace.wheelsets[i].reaction;
    const Vec6 result = multibody::solve_mass(body, body.force);
    std::copy(result.data(), result.data() + 6, acceleration + 6 * model.wheelsets[i].body);
  }
  return EvalStatus::ok;
}

namespace {

// Touches that have come within reach since the last look, and those that the step before knew.
void look_again(const Shape& shape, const WheelState& wheel, Touches& memory) {
  constexpr double same = 4e-3;  // [m] peaks of two looks that are one
  const Touches before = memory;
  search(shape, wheel.placement, reach, memory);
  for (std::size_t i = 0; i < memory.count; ++i) {
    double nearest = same;
    for (std::size_t k = 0; k < before.count; ++k) {
      const double distance = std::abs(before.at[k].wheel_s - memory.at[i].wheel_s);
      if (!before.at[k].peak || distance >= nearest) continue;
      nearest = distance;
      memory.at[i].impact_speed = before.at[k].impact_speed;
    }
  }
}

// What the creep law and Hertz say of a wheel with its normal forces times `share`: force and moment about
// the centre. Creep forces go along with their slope.
PatchAction fast_action(const WheelsetState& state, std::size_t side, double share) {
  PatchAction action;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const Contact& contact = state.contacts[k];
    if (contact.side != side) continue;
    const double normal = share * contact.hertz_force, more = normal - contact.normal_force;
    const contact::CreepForces &f = contact.forces, &slope = contact.forces_by_load;
    const Vec3 force = contact.normal * normal +
                       contact.longitudinal * (f.longitudinal + slope.longitudinal * more) +
                       contact.lateral * (f.lateral + slope.lateral * more);
    action.force += force;
    action.moment += contact.arm.cross(force) + contact.normal * (f.spin_moment + slope.spin_moment * more);
    action.pressure += normal;
  }
  return action;
}

// The rest of the action goes on as it changed since the solution before, by a small part of the load at
// most: a rest that is always one step late takes damping away. docs/theory/online.md (12)
void set_rest(const Vec3& force, const Vec3& moment, double load, PatchCorrection& correction) {
  constexpr double most = 0.005;  // of the load
  constexpr double lever = 0.75;  // [m] of a wheel about the centre of its wheelset
  const Vec3 change = force - correction.solved_force, turn = moment - correction.solved_moment;
  const double size = std::max(change.norm(), turn.norm() / lever);
  double share = 0;
  if (correction.load > 0) share = size > most * load ? most * load / size : 1;
  correction.force = force + share * change;
  correction.moment = moment + share * turn;
  correction.solved_force = force;
  correction.solved_moment = moment;
  correction.load = load;
}

// docs/theory/online.md (10), (11)
void correct(const multibody::BodyState& body, std::size_t i, std::size_t side, Workspace& workspace,
             PatchCorrection& correction) {
  constexpr double least = 0.2, most = 5;  // of Hertz's force
  const WheelsetState& state = workspace.wheelsets[i];
  const double hertz = fast_action(state, side, 1).pressure;
  if (!(hertz > 0)) correction.load = 0;  // off the rail: what the patches said last is of another contact
  if (!(hertz > 0) || std::abs(body.velocity.x()) < min_rolling_speed) return;
  const PatchAction patches = workspace.patch_solver->solve(i, side, body, workspace.rail_motion[i][side],
                                                            state.wheels[side].placement);
  if (patches.status == wheel_on_rail::Status::not_converged) ++workspace.unsolved_patches;
  if (!(patches.pressure > 0)) return;
  correction.normal = std::clamp(patches.pressure / hertz, least, most);
  const PatchAction fast = fast_action(state, side, correction.normal);
  set_rest(patches.force - fast.force, patches.moment - fast.moment, fast.pressure, correction);
}

void remember_touches(const Shape& shape, const WheelState& wheel, std::size_t turn, Touches& touches) {
  constexpr std::size_t looks = 32;  // steps between two searches of a wheel as a whole
  constexpr std::size_t idles = 4;   // steps between two looks at touches that are idle
  touches = wheel.touches;
  for (std::size_t k = 0; k < touches.count; ++k) {
    Touch& touch = touches.at[k];
    if (!touch.pressed) touch.impact_speed = 0;
    if (touch.pressed && touch.impact_speed == 0) touch.impact_speed = std::max(touch.rate, 1e-12);
  }
  if (turn % idles == 0 && touches.count > 1) (void)polish_all(shape, wheel.placement, true, touches);
  if (turn % looks == 0) look_again(shape, wheel, touches);
}

}  // namespace

void remember(const Model& model, const multibody::Workspace& bodies, Workspace& workspace, Memory& memory) {
  const bool solve = workspace.patch_solver &&
                     memory.steps % static_cast<std::size_t>(model.settings.patch_solution.interval) == 0;
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const Wheelset& wheelset = model.wheelsets[i];
    for (std::size_t side = 0; side < 2; ++side) {
      remember_touches(model.pairs[wheelset.pair]->shapes[side], workspace.wheelsets[i].wheels[side],
                       memory.steps + 2 * i + side, memory.wheels[i][side]);
      if (solve) correct(bodies.bodies[wheelset.body], i, side, workspace, memory.corrections[i][side]);
    }
  }
}

}  // namespace flangeway::wheelrail::online
