#include "flangeway/wheelrail/elastic/evaluate.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/geometry/sweep.hpp"
#include "flangeway/math/batch_structs.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/wheelrail/batches.hpp"
#include "flangeway/wheelrail/creep.hpp"
#include "flangeway/wheelrail/elastic/back_contact.hpp"
#include "flangeway/wheelrail/elastic/candidates.hpp"
#include "flangeway/wheelrail/elastic/interpenetration.hpp"
#include "flangeway/wheelrail/elastic/mirror.hpp"
#include "flangeway/wheelrail/elastic/solve_patches.hpp"
#include "flangeway/wheelrail/motion_on_rail.hpp"
#include "flangeway/wheelrail/own_laws.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

// Wheel and rail deviate: the centre stands that much lower over an even rail. docs/theory/out_of_round.md
void lower(const Rise& rise, Placement& place) {
  place.z -= rise.value();
}

// The contact lies ahead of the centre where the wheel rises, outside the nominal circle where it deviates,
// and its normal leans back: the forces then do the work that lifts the wheel, on s and on the spin.
void lean(const Rise& rise, double radius, Contact& contact) {
  if (rise.rail.first == 0 && rise.wheel.first == 0 && rise.wheel.value == 0) return;
  contact.arm.x() += radius * rise.rail.first + rise.wheel.first;
  contact.arm.z() -= rise.wheel.value;
  const Vec3 pitch(0, -rise.rail.first, 0);
  contact.normal = (contact.normal + pitch.cross(contact.normal)).normalized();
  contact.longitudinal = (contact.longitudinal + pitch.cross(contact.longitudinal)).normalized();
}

// The rail in the wheelset's track frame.
struct Rail {
  const RailMotion& motion;
  Vec3 reference;  // from the centre of the track frame, displaced
  [[nodiscard]] Vec3 velocity_at(const Vec3& point) const {
    return motion.velocity + motion.angular_velocity.cross(point - reference);
  }
};

// In track coordinates of the regular track, `ahead` of the wheelset's centre.
Vec2 rail_point(const Shape& shape, const Placement& place, double ahead, double line) {
  if (shape.varying.empty()) {
    double rail[profile_channels];
    shape.rail.spline.evaluate(line, rail);
    return {rail[profile_y], rail[profile_z]};
  }
  RailPoint point;
  const RailStretch* stretch = stretch_at(shape.varying[place.on_rail], place.s + ahead);
  if (stretch == nullptr || !read_rail(*stretch, place.s + ahead, line, point)) return shape.rail_reference;
  return point.at;
}

// The rolling direction at a contact, in left-hand coordinates; not a unit vector.
Vec3 along_rail(const Shape& shape, const Placement& place, const Vec3& arm) {
  if (shape.roller_radius > 0) {  // square to the line from its axle
    const double height = place.z + arm.z() - place.rail.z - shape.rail_reference.y();
    return {shape.roller_radius + height, 0, place.roller_ahead - arm.x()};
  }
  const RailLine& line = place.rail;
  return {1, line.y_slope + line.y_bend * arm.x(), line.z_slope + line.z_bend * arm.x()};
}

// docs/theory/elastic.md (12): the ellipse of a share of a region has that share of the region's area.
void set_values(const Shape& shape, const Placement& place, const PressedContact& pressed, double roll,
                Contact& contact) {
  using namespace geometry;
  const PressedPart& part = pressed.part;
  const Vec2 on_wheel = part.wheel / part.load;
  const double below = shape.radius - on_wheel.y();
  const Vec2 on_rail = rail_point(shape, place, contact.arm.x(), part.rail_s / part.load);
  const double y = on_rail.x() - shape.rail_reference.x(), z = on_rail.y() - shape.rail_reference.y();
  const double along = contact.normal.z() / below + roller_curvature(shape, contact.normal.z(), z);
  set_patch(shape, along, pressed.curvature, contact.values);
  const double size = std::pow(pressed.share, 1.0 / 6);
  contact.values[patch_a] *= size;
  contact.values[patch_b] *= size;
  contact.values[wheel_y] = shape.wheel_lateral + on_wheel.x();
  contact.values[wheel_z] = -below;
  contact.angle = std::atan2(-contact.normal.y(), contact.normal.z());
  contact.values[wheel_angle] = contact.angle - roll;
  contact.values[wheel_profile_y] = on_wheel.x();
  contact.values[rail_profile_y] = shape.rail_cosine * y + shape.rail_sine * z;
  const double s = part.wheel_s / part.load;
  contact.flange = s < shape.tread_begins && s > 0;
}

double hertz_stiffness(const Contact& contact) {
  const double approach = contact.values[geometry::patch_approach];
  return 1 / (approach * std::sqrt(approach));
}

void set_normal_force(const contact::ImpactForce& force, double energy, Contact& contact) {
  contact.elastic_force = contact.normal_force = force.force;
  contact.stiffness = force.stiffness;
  contact.energy = energy;
}

// The indentation of a Hertz contact with the conservative force that the contact has.
void set_indentation(double stiffness, Contact& contact) {
  const double ratio = contact.hertz_force / stiffness;
  contact.indentation = std::cbrt(ratio * ratio);
}

// Normal force with damping.
contact::ImpactForce normal_force(const Settings& settings, double stiffness, double rate,
                                  double impact_speed, const Contact& contact, WheelsetResult& out) {
  if (settings.normal_law == nullptr)
    return contact::impact_force(settings.impact, stiffness, contact.indentation, rate, impact_speed);
  const double size = std::cbrt(contact.hertz_force);
  out.normal_failure.lane = contact.side;
  return own_normal_force(
      *settings.normal_law,
      {contact.indentation, rate, impact_speed, stiffness, contact.values[geometry::patch_a] * size,
       contact.values[geometry::patch_b] * size, contact.angle, out.s},
      out.normal_failure);
}

// The candidate that a contact belongs to: it knows how fast it began to press.
ContactCandidate& candidate_at(double wheel_s, std::size_t on_rail, ContactCandidates& candidates) {
  constexpr double elsewhere = 10;  // [m] further than any place on the wheel
  const auto distance = [&](const ContactCandidate& one) {
    return std::abs(one.wheel_s - wheel_s) + (one.on_rail == on_rail ? 0 : elsewhere);
  };
  return *std::min_element(candidates.at.begin(),
                           candidates.at.begin() + static_cast<std::ptrdiff_t>(candidates.count),
                           [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
}

void set_creepages(const multibody::BodyState& body, const Rail& rail, double sign, Contact& contact) {
  const double inverse = 1 / reference_speed(body, contact.rail_speed);
  const Vec3 turning = multibody::wheel_angular_velocity(body, sign);
  const Vec3 slip =
      body.velocity + turning.cross(contact.arm) - rail.velocity_at(body.position + contact.arm);
  contact.sign = sign;
  contact.creepages = {contact.longitudinal.dot(slip) * inverse, contact.lateral.dot(slip) * inverse,
                       contact.normal.dot(turning - rail.motion.angular_velocity) * inverse};
}

// `spin`: rate of the angle of rotation.
void add_contact(const Model& model, const Shape& shape, const multibody::BodyState& body, const Rail& rail,
                 double spin, std::size_t side, const PressedContact& pressed, WheelsetResult& out) {
  const PressedPart& part = pressed.part;
  const double sign = sign_of(side), force = part.force.norm();
  Contact& contact = out.contacts[out.contact_count];
  contact = Contact{};
  contact.side = side;
  contact.on_rail = out.wheels[side].placement.on_rail;
  contact.elastic = true;
  contact.hertz_force = force;
  if (shape.roller_radius > 0) contact.rail_speed = rail.motion.velocity.x();
  contact.normal = part.force / force;
  contact.arm = part.arm / part.load;
  const Vec3 moment = part.moment - contact.arm.cross(part.force);
  set_values(shape, out.wheels[side].placement, pressed, sign * body.intermediate(2, 1),
             contact);  // sine: below 0.05 rad it errs by 2e-5
  Vec3 along = along_rail(shape, out.wheels[side].placement, contact.arm);
  // A rail that rises or moves aside tilts the normal, and creep forces lie in its surface.
  if (!shape.varying.empty()) along -= along.dot(contact.normal) * contact.normal;
  contact.normal = mirrored(contact.normal, sign);
  contact.arm = mirrored(contact.arm, sign);
  contact.longitudinal = mirrored(along.normalized(), sign);
  const Rise& rise = out.rise[side];
  if (!model.surfaces.even()) lean(rise, shape.radius, contact);
  contact.lateral = contact.normal.cross(contact.longitudinal).normalized();

  // The normal belongs to a round wheel as well, so the spin has no part in the indentation.
  const Vec3 place = body.position + contact.arm, rail_velocity = rail.velocity_at(place);
  const Vec3 hub = body.velocity + body.intermediate_angular_velocity.cross(contact.arm);
  ContactCandidate& candidate =
      candidate_at(pressed.peak_s, out.wheels[side].placement.on_rail, out.wheels[side].candidates);
  candidate.pressed = true;
  candidate.rate = -contact.normal.dot(hub - rail_velocity);
  if (!model.surfaces.even()) candidate.rate += contact.normal.z() * rise.wheel.first * spin;
  const double stiffness = hertz_stiffness(contact);
  set_indentation(stiffness, contact);
  set_normal_force(
      normal_force(model.settings, stiffness, candidate.rate, candidate.impact_speed, contact, out),
      part.energy, contact);
  contact.moment = mirrored_axial(contact.normal_force / force * moment, sign);

  set_creepages(body, rail, sign, contact);
  ++out.contact_count;
}

// The back of a wheel on a check rail. Friction slides there: the patch, of an edge rounded like that of a
// flange's back on a flat face, only says how soon.
void add_back_contact(const Model& model, const Shape& shape, const multibody::BodyState& body,
                      const Rail& rail, std::size_t side, const BackContact& back, WheelsetResult& out) {
  constexpr double along_curvature = 0.5, edge_curvature = 50;  // [1/m]
  const PressedPart& part = back.part;
  const double sign = sign_of(side), force = part.force.norm();
  Contact& contact = out.contacts[out.contact_count];
  contact = Contact{};
  contact.side = side;
  contact.back = contact.elastic = true;
  contact.hertz_force = force;
  contact.normal = part.force / force;
  contact.arm = part.arm / part.load;
  contact.angle = std::atan2(-contact.normal.y(), contact.normal.z());
  const Vec2 on_wheel = part.wheel / part.load;
  set_patch(shape, along_curvature, edge_curvature, contact.values);
  contact.values[geometry::wheel_y] = shape.wheel_lateral + on_wheel.x();
  contact.values[geometry::wheel_z] = on_wheel.y() - shape.radius;
  contact.values[geometry::wheel_angle] = contact.angle;
  contact.values[geometry::wheel_profile_y] = on_wheel.x();
  const Vec3 moment = part.moment - contact.arm.cross(part.force), along(1, 0, 0);
  contact.normal = mirrored(contact.normal, sign);
  contact.arm = mirrored(contact.arm, sign);
  contact.longitudinal = (along - along.dot(contact.normal) * contact.normal).normalized();
  contact.lateral = contact.normal.cross(contact.longitudinal);
  const Vec3 hub = body.velocity + body.intermediate_angular_velocity.cross(contact.arm);
  const double rate = -contact.normal.dot(hub - rail.velocity_at(body.position + contact.arm));
  const double stiffness = hertz_stiffness(contact);
  set_indentation(stiffness, contact);
  set_normal_force(contact::impact_force(model.settings.impact, stiffness, contact.indentation, rate, 0),
                   part.energy, contact);
  contact.stiffness = back.stiffness;
  contact.moment = mirrored_axial(contact.normal_force / force * moment, sign);
  set_creepages(body, rail, sign, contact);
  ++out.contact_count;
}

void press_backs(const Model& model, const Shape& shape, const multibody::BodyState& body, const Rail& rail,
                 std::size_t side, WheelsetResult& out) {
  for (const GuidingFace& face : shape.checks) {
    const BackContact back = press_back(shape, face, out.wheels[side].placement);
    if (back.part.load > 0 && out.contact_count < max_contacts)
      add_back_contact(model, shape, body, rail, side, back, out);
  }
}

// Its contacts with the rail of its placement.
void press(const Model& model, const Shape& shape, const multibody::BodyState& body, const Rail& rail,
           const ContactCandidates& committed, Look look, double spin, std::size_t side,
           WheelsetResult& out) {
  WheelResult& wheel = out.wheels[side];
  DepthProfile profile;
  PointForces forces;
  PressedContacts pressed;
  find_candidates(shape, committed, look, wheel, profile);
  FactorsHere factors;
  if (!shape.varying.empty()) factors = factors_at(shape.varying[wheel.placement.on_rail], wheel.placement.s);
  find_forces(shape, factors, profile, forces);
  collect(shape, profile, forces, pressed);
  for (std::size_t i = 0; i < pressed.count; ++i) {
    if (pressed.at[i].part.load > 0 && out.contact_count < max_contacts)
      add_contact(model, shape, body, rail, spin, side, pressed.at[i], out);
  }
}

void evaluate_wheel(const Model& model, const Shape& shape, const multibody::BodyState& body,
                    const track::Irregularity& irregularity, const RailMotion& motion,
                    const WheelsetHistory& history, double s, double spin, std::size_t side,
                    WheelsetResult& out) {
  WheelResult& wheel = out.wheels[side];
  wheel.placement = place_wheel(body, irregularity, s, model.rail_half_distance, motion, side);
  if (!model.surfaces.even()) lower(out.rise[side], wheel.placement);
  wheel.rail = motion;
  wheel.moment_beside.setZero();
  wheel.candidates = {};  // as a whole: unused entries are in checkpoints, too
  const RailLine& line = wheel.placement.rail;
  const Vec2 reference = shape.rail_reference + Vec2(line.y, line.z);
  const Rail rail{motion, Vec3(motion.displacement.x(), sign_of(side) * reference.x(), reference.y())};
  const std::size_t before = out.contact_count;
  // Known places first; a wheel that has none of them is searched as a whole, and so is one that may come
  // onto a rail that it was not on at the last step.
  std::size_t& on_rail = wheel.placement.on_rail;
  const bool at_end = std::any_of(shape.varying.begin(), shape.varying.end(),
                                  [s](const VaryingRail& one) { return ends_near(one, s); });
  for (const Look look : {at_end ? Look::everywhere : model.settings.look, Look::everywhere}) {
    for (on_rail = 0; on_rail < rail_count(shape); ++on_rail)
      press(model, shape, body, rail, history.candidates[side], look, spin, side, out);
    if (look == Look::everywhere || wheel.candidates.count > 0) break;
  }
  on_rail = 0;
  double deepest = -reach;
  for (std::size_t i = 0; i < wheel.candidates.count; ++i)
    deepest = std::max(deepest, wheel.candidates.at[i].depth);
  out.lifted[side] = out.contact_count == before;
  out.gap[side] = -deepest;
  press_backs(model, shape, body, rail, side, out);
}

// No rail where wheels can be: further down or aside than a wheel that has only been lifted.
bool lost(const Shape& shape, const WheelResult& wheel) {
  constexpr double furthest_down = 0.02, furthest_aside = 0.08;  // [m]
  const Placement& place = wheel.placement;
  return wheel.candidates.count == 0 &&
         (place.z < shape.radius - furthest_down || std::abs(beside_rail(shape, place)) > furthest_aside);
}

void clear_wheel(std::size_t side, WheelsetResult& out) {
  out.wheels[side] = {};
  out.lifted[side] = false;
  out.gap[side] = 0;
  out.rise[side] = {};
}

using math::Batch;

// Creep forces of the contacts of four wheelsets, whose normal forces and creepages are known.
void read_forces(const Settings& settings, Workspace& workspace, WheelsetBatch& batch) {
  list_contacts(workspace, batch);
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    ContactBatch& contacts = batch.contacts[k];
    const auto& [a, b, c, d] = contacts.contacts;
    math::gather<BasicContactForces>({a, b, c, d}, contacts.result);
    contacts.place.angle = {a->angle, b->angle, c->angle, d->angle};
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
    result.reaction +=
        multibody::generalized_force_at(body, contact.arm, contact.force) +
        multibody::generalized_force(body, Vec3::Zero(), contact.normal * f.spin_moment + contact.moment);
  }
}

// The candidates of both wheels of a wheelset as contacts, with their elastic forces.
FLANGEWAY_VECTORIZED
EvalStatus find_contacts(const Model& model, const track::TrackModel& track, RailMotions rails,
                         const double* y, std::size_t velocity_offset, const multibody::Workspace& bodies,
                         const ContactState& state, std::size_t i, Workspace& workspace) {
  const RailMotion rigid;
  const Wheelset& wheelset = model.wheelsets[i];
  WheelsetResult& result = workspace.wheelsets[i];
  track::Irregularity irregularity;
  const double* q = y + 6 * wheelset.body;
  const double spin = q[velocity_offset + 4];
  track::evaluate_irregularity(track, q[0], irregularity);
  result.s = q[0];
  result.contact_count = 0;
  result.failure = Failure::none;
  result.normal_failure.law = nullptr;
  for (std::size_t side = 0; side < 2; ++side) {
    const Shape& shape = model.pairs[wheelset.pair]->shapes[side];
    if (!has_wheel(shape)) {
      clear_wheel(side, result);
      continue;
    }
    if (!model.surfaces.even()) result.rise[side] = model.surfaces.at(i, side, q[0], q[4]);
    evaluate_wheel(model, shape, bodies.bodies[wheelset.body], irregularity,
                   rails.empty() ? rigid : rails[i][side], state.wheelsets[i], q[0], spin, side, result);
    if (lost(shape, result.wheels[side]))
      result.failure = has_rail(shape, q[0]) ? Failure::left_table : Failure::no_rail;
  }
  if (result.normal_failure.law != nullptr) result.failure = Failure::law;
  return result.failure == Failure::none ? EvalStatus::ok : EvalStatus::retry;
}

void read_roller_speeds(const Model& model, const multibody::Workspace& bodies, RailMotions rails,
                        WheelsetBatch& batch) {
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    const std::size_t i = batch.wheelsets[lane];
    const multibody::BodyState& body = bodies.bodies[model.wheelsets[i].body];
    batch.speed.set(lane, reference_speed(body, rails[i][0].velocity.x()));
  }
}

FLANGEWAY_VECTORIZED
EvalStatus find_creep_forces(const Model& model, RailMotions rails, const multibody::Workspace& bodies,
                             const ContactState& state, Workspace& workspace) {
  for (WheelsetBatch& batch : workspace.batches) {
    read_bodies(model, bodies, batch);
    if (model.settings.roller_radius > 0 && !rails.empty()) read_roller_speeds(model, bodies, rails, batch);
    if (model.rails_move) read_rails(rails, batch);
    find_rails(model, state, workspace, batch);
    read_forces(model.settings, workspace, batch);
    for (std::size_t k = 0; k < batch.contact_count; ++k) {
      for (std::size_t lane = 0; lane < math::batch_size; ++lane)
        set_directions(bodies.bodies[model.wheelsets[batch.wheelsets[lane]].body],
                       *batch.contacts[k].contacts[lane], lane, batch.contacts[k].directions);
    }
  }
  const EvalStatus status = respond(model.settings, workspace);
  for (const WheelsetBatch& batch : workspace.batches) write_forces(batch);
  return status;
}

}  // namespace

FLANGEWAY_VECTORIZED
EvalStatus evaluate(const Model& model, const track::TrackModel& track, RailMotions rails, const double* y,
                    std::size_t velocity_offset, const ContactState& state, multibody::Workspace& bodies,
                    Workspace& workspace, double* acceleration) {
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    const EvalStatus status =
        find_contacts(model, track, rails, y, velocity_offset, bodies, state, i, workspace);
    if (status != EvalStatus::ok) return status;
  }
  const bool patches = workspace.patch_solver != nullptr;
  if (patches) take_corrections(model, state, workspace);
  if (const EvalStatus status = find_creep_forces(model, rails, bodies, state, workspace);
      status != EvalStatus::ok)
    return status;
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
