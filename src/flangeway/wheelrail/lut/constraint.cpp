// Lookup-table constraints z̄ = z(ȳ, gauge), φ̄ = φ(ȳ, gauge) [Escalona2021, eq. 20], [Yu2022, eq. 17–18]. ȳ,
// z̄ and φ̄ are measured from the displaced rails: from the middle between them and in the axes of the line
// that joins them. Derivation, and terms that the papers neglect: docs/theory/lookup.md (3)–(8).
#include "flangeway/wheelrail/lut/constraint.hpp"

#include <cmath>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/math/batch_functions.hpp"
#include "flangeway/wheelrail/creep.hpp"
#include "flangeway/wheelrail/flange_spring.hpp"

namespace flangeway::wheelrail::lut {
namespace {

using math::Batch;
using Measures = std::array<Batch, 4>;  // alignment, vertical profile, gauge variation, cross level

// Position of the wheelset relative to the displaced rails and its derivatives. α is the roll of the line
// that joins the rails; the parts with q̈ are in y_by and z_by (∂/∂s, ∂/∂y, ∂/∂z), the rest of the second
// derivatives in *_rest.
struct Relative {
  Batch y, z, roll;
  Batch y_rate, z_rate, roll_rate;
  Batch y_by[3], z_by[3], roll_by_s;
  Batch y_rest, z_rest, roll_rest;
  Batch y_by_spin = 0, z_by_spin = 0, roll_by_spin = 0;  // wheels that are not round
};

// Mean deviation of both wheels, and their difference as a roll: value, rate and the part without the spin's
// acceleration.
struct WheelRise {
  Batch mean, mean_by_spin, mean_rate, mean_rest, roll, roll_by_spin, roll_rate, roll_rest;
};

// Adds the displacement of rails that move. Returns their velocity.
Measures follow_rails(const Model& model, const WheelsetBatch& batch, Measures& value) {
  Measures velocity;
  velocity.fill(Batch(0));
  if (!model.rails_move) return velocity;
  const Measures displacement = track::measures_of_rails(batch.rails.displacement);
  for (std::size_t i = 0; i < value.size(); ++i) value[i] += displacement[i];
  return track::measures_of_rails(batch.rails.velocity);
}

WheelRise rise_of(const Model& model, const WheelsetBatch& in) {
  const auto &left = in.wheel_rise[0], &right = in.wheel_rise[1];
  const Batch &spin = in.velocity[4], roll_per_level = 1 / (2 * model.rail_half_distance);
  const Batch mean[] = {(left[0] + right[0]) / 2, (left[1] + right[1]) / 2, (left[2] + right[2]) / 2},
              roll[] = {(left[0] - right[0]) * roll_per_level, (left[1] - right[1]) * roll_per_level,
                        (left[2] - right[2]) * roll_per_level};
  return {mean[0], mean[1], mean[1] * spin, mean[2] * spin * spin,
          roll[0], roll[1], roll[1] * spin, roll[2] * spin * spin};
}

// `value`: with the displacement of the rails. Their velocity comes beside what `slope` makes of the speed.
Relative relative_to_rails(const Model& model, const WheelsetBatch& in, const Measures& value,
                           const Measures& slope, const Measures& second, const Measures& rail_velocity) {
  const Batch speed = in.velocity[0], speed2 = speed * speed;
  const double roll_per_level = 1 / (2 * model.rail_half_distance);
  const Batch angle = value[3] * roll_per_level, angle_by_s = slope[3] * roll_per_level;
  const Batch angle_rate = angle_by_s * speed + rail_velocity[3] * roll_per_level,
              angle_rest = second[3] * roll_per_level * speed2;
  // [Yu2022, eq. 18] does not turn the axes.
  const Batch turned(model.settings.terms.rotated_axes ? 1.0 : 0.0);
  const Batch axes_by_s = turned * angle_by_s, axes_rate = turned * angle_rate,
              axes_rest = turned * angle_rest;
  const auto [sn, c] = math::sin_cos(turned * angle);
  const Batch dy = in.q[1] - value[0];
  Batch dz = in.q[2] - value[1];
  const Batch vy = in.velocity[1] - slope[0] * speed - rail_velocity[0];
  Batch vz = in.velocity[2] - slope[1] * speed - rail_velocity[1];
  WheelRise rise;
  if (!model.surfaces.even()) {
    rise = rise_of(model, in);
    dz -= rise.mean;
    vz -= rise.mean_rate;
  }
  const Batch along = c * vy + sn * vz, up = -sn * vy + c * vz;
  Relative r;
  r.y = c * dy + sn * dz;
  r.z = -sn * dy + c * dz;
  r.roll = in.q[3] - angle;
  r.y_rate = along + axes_rate * r.z;
  r.z_rate = up - axes_rate * r.y;
  r.roll_rate = in.velocity[3] - angle_rate;
  r.y_by[0] = -c * slope[0] - sn * slope[1] + axes_by_s * r.z;
  r.z_by[0] = sn * slope[0] - c * slope[1] - axes_by_s * r.y;
  r.y_by[1] = r.z_by[2] = c;
  r.y_by[2] = sn;
  r.z_by[1] = -sn;
  r.roll_by_s = -angle_by_s;
  const Batch square = axes_rate * axes_rate;
  r.y_rest = -(c * second[0] + sn * second[1]) * speed2 + 2 * axes_rate * up - square * r.y + axes_rest * r.z;
  r.z_rest =
      (sn * second[0] - c * second[1]) * speed2 - 2 * axes_rate * along - square * r.z - axes_rest * r.y;
  r.roll_rest = -angle_rest;
  if (!model.surfaces.even()) {  // docs/theory/out_of_round.md (7)
    r.roll -= rise.roll;
    r.roll_rate -= rise.roll_rate;
    r.y_by_spin = -sn * rise.mean_by_spin;
    r.z_by_spin = -c * rise.mean_by_spin;
    r.roll_by_spin = -rise.roll_by_spin;
    r.y_rest -= sn * rise.mean_rest;
    r.z_rest -= c * rise.mean_rest;
    r.roll_rest -= rise.roll_rest;
  }
  return r;
}

Contact& add_contact(std::size_t side, WheelsetResult& out) {
  Contact& contact = out.contacts[out.contact_count++];
  contact.side = side;
  contact.sign = sign_of(side);
  contact.share[0] = contact.share[1] = contact.indentation = 0;
  make_rigid(contact);
  contact.flange = true;  // if its angle says so
  return contact;
}

// The treads of the left and of the right wheel are the first two contacts of the list.
void list_contacts(const geometry::LookupPlace& place, bool hybrid, WheelsetResult& out) {
  geometry::LookupContacts treads;
  geometry::lookup_contacts(place, treads);
  for (std::size_t side = 0; side < 2; ++side) add_contact(side, out).values = treads.side[side];
  if (!hybrid) return;
  geometry::LookupFlanges flanges;
  geometry::lookup_flanges(place, flanges);
  for (std::size_t side = 0; side < 2; ++side) {
    if (flanges.indentation[side] <= 0) continue;
    Contact& contact = add_contact(side, out);
    contact.values = flanges.side[side];
    contact.indentation = flanges.indentation[side];
    contact.elastic = true;
  }
}

// Table values at four positions.
struct Motion {
  Batch value[2], slope[2], by_gauge[2], rate[2], curvature[2];
  void set(std::size_t lane, const geometry::LookupMotion& motion) {
    for (std::size_t i = 0; i < 2; ++i) {
      value[i].set(lane, motion.value[i]);
      slope[i].set(lane, motion.slope[i]);
      by_gauge[i].set(lane, motion.by_gauge[i]);
      rate[i].set(lane, motion.rate[i]);
      curvature[i].set(lane, motion.curvature[i]);
    }
  }
};

void constrain(const Relative& r, const Motion& motion, const Batch& gauge_slope,
               BasicConstraints<Batch>& out) {
  const Batch position[2] = {r.z, r.roll}, rate[2] = {r.z_rate, r.roll_rate},
              rest[2] = {r.z_rest, r.roll_rest};
  const Batch zero(0), one(1);
  out.jacobian << r.z_by[0], r.z_by[1], r.z_by[2], zero, r.z_by_spin, zero, r.roll_by_s, zero, zero, one,
      r.roll_by_spin, zero;
  for (std::size_t row = 0; row < 2; ++row) {
    const auto k = static_cast<Eigen::Index>(row);
    out.residual[row] = position[row] - motion.value[row];
    out.rate_residual[row] = rate[row] - motion.rate[row];
    for (Eigen::Index i = 0; i < 3; ++i) out.jacobian(k, i) -= motion.slope[row] * r.y_by[i];
    out.jacobian(k, 0) -= motion.by_gauge[row] * gauge_slope;
    out.jacobian(k, 4) -= motion.slope[row] * r.y_by_spin;
    out.right_hand[row] = motion.slope[row] * r.y_rest + motion.curvature[row] - rest[row];
    out.gap[row] = out.knife_s[row] = 0;
  }
}

Batch flange_springs(const Settings& settings, const ContactBatch& contacts) {
  Batch stiffness;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane)
    stiffness.set(lane, flange_spring(settings, contacts.data.values[geometry::patch_approach][lane]));
  return stiffness;
}

// The constraints depend on the place of the wheelset relative to the rails: on y and z less alignment and
// vertical profile, on the roll of the rails, and on their gauge.
void set_rail_jacobian(const Model& model, const Relative& r, const Motion& motion, WheelsetBatch& batch) {
  const auto& jacobian = batch.constraints.jacobian;
  const double roll_per_level = 1 / (2 * model.rail_half_distance);
  const double turned = model.settings.terms.rotated_axes ? 1 : 0;
  for (Eigen::Index row = 0; row < 2; ++row) {
    const Batch &slope = motion.slope[row], own = row == 0 ? -turned * r.y : Batch(-1);
    const Batch alignment = -jacobian(row, 1), profile = -jacobian(row, 2), gauge = -motion.by_gauge[row],
                level = roll_per_level * (own - turned * slope * r.z);
    batch.rails.jacobian.row(row) << alignment / 2 + gauge, profile / 2 + level, alignment / 2 - gauge,
        profile / 2 - level;
  }
}

// Elastic flange force [Escalona2021, eq. 28], never a pull.
Batch elastic_force(const Settings& settings, bool rails_move, const WheelsetBatch& batch,
                    const ContactBatch& contacts) {
  const auto& body = batch.body;
  const BasicContactPlace<Batch>& place = contacts.place;
  const Batch& delta = contacts.data.indentation;
  const Batch stiffness = flange_springs(settings, contacts);
  Packed<Batch, 3> turning = body.angular_velocity;
  if (batch.twisted) turning = wheel_angular_velocity(batch, contacts);
  Packed<Batch, 3> velocity = body.velocity + turning.cross(place.arm);
  if (rails_move) velocity -= rail_velocity(batch.rails, contacts);
  const Batch rate = -place.normal.dot(velocity);
  const Batch force = stiffness * delta * sqrt(delta) + settings.flange_damping * rate * delta;
  return select(force > 0, force, Batch(0));
}

// The normal forces of both treads together have the vertical force and the roll moment of the multipliers.
// [Escalona2021, eq. 31]
void share_treads(WheelsetBatch& batch) {
  BasicContactPlace<Batch>&left = batch.contacts[0].place, &right = batch.contacts[1].place;
  const Batch moment_left = left.arm.y() * left.normal.z() - left.arm.z() * left.normal.y();
  const Batch moment_right = right.arm.y() * right.normal.z() - right.arm.z() * right.normal.y();
  const Batch inverse = 1 / (left.normal.z() * moment_right - right.normal.z() * moment_left);
  for (int m = 0; m < 2; ++m) {
    const Batch force = batch.constraints.directions(2, m) * inverse,
                moment = batch.constraints.directions(3, m) * inverse;
    left.multiplier_part[m] = moment_right * force - right.normal.z() * moment;
    right.multiplier_part[m] = left.normal.z() * moment - moment_left * force;
  }
  left.elastic_force = right.elastic_force = 0;
}

}  // namespace

FLANGEWAY_VECTORIZED
void constrain(const Model& model, Scope scope, WheelsetBatch& batch, Workspace& workspace) {
  const auto& [values, slopes, seconds] = batch.irregularity;
  Measures value = track::measures_of_rails(values);
  const Measures slope = track::measures_of_rails(slopes), second = track::measures_of_rails(seconds);
  const Measures rail_velocity = follow_rails(model, batch, value);
  const Relative r = relative_to_rails(model, batch, value, slope, second, rail_velocity);
  const Batch speed = batch.velocity[0], gauge_rate = slope[2] * speed + rail_velocity[2],
              gauge_curvature = second[2] * speed * speed;
  Motion motion;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    WheelsetResult& result = workspace.wheelsets[batch.wheelsets[lane]];
    result.contact_count = 0;
    result.failure = Failure::none;
    const geometry::LookupTable& table = model.pairs[model.wheelsets[batch.wheelsets[lane]].pair]->lookup;
    const geometry::LookupPlace place = geometry::locate(
        table, {r.y[lane], r.y_rate[lane], value[2][lane], gauge_rate[lane], gauge_curvature[lane]});
    if (place.count == 0 || !place.inside) {
      result.failure = place.count == 0 ? Failure::gauge_outside : Failure::left_table;
      return;
    }
    motion.set(lane, geometry::lookup_motion(place));
    if (scope == Scope::contacts) list_contacts(place, table.hybrid, result);
  }
  constrain(r, motion, slope[2], batch.constraints);
  if (!model.settings.terms.longitudinal_terms) batch.constraints.jacobian.col(0).setZero();
  if (model.rails_move) set_rail_jacobian(model, r, motion, batch);
}

FLANGEWAY_VECTORIZED
void direct(const Model& model, WheelsetBatch& batch) {
  batch.constraints.directions = batch.constraints.jacobian.transpose();
  share_treads(batch);
  for (std::size_t k = 2; k < batch.contact_count; ++k) {
    BasicContactPlace<Batch>& place = batch.contacts[k].place;
    place.multiplier_part[0] = place.multiplier_part[1] = 0;
    place.elastic_force = elastic_force(model.settings, model.rails_move, batch, batch.contacts[k]);
  }
}

}  // namespace flangeway::wheelrail::lut
