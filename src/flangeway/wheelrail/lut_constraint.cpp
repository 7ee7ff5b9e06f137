// Lookup-table constraints z̄ = z(ȳ, gauge), φ̄ = φ(ȳ, gauge) [Escalona2021, eq. 20], [Yu2022, eq. 17–18]. ȳ, z̄
// and φ̄ are measured from the displaced rails: from the middle between them and in the axes of the line that
// joins them. Derivation, and what the papers leave out: docs/theory/lookup.md (3)–(8).
#include <cmath>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/math/sin_cos.hpp"
#include "flangeway/wheelrail/constraint.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {
namespace {

using Measures = std::array<double, 4>;  // alignment, vertical profile, gauge variation, cross level

// Position of the wheelset relative to the displaced rails and its derivatives. α is the roll of the line
// that joins the rails; the parts with q̈ are in y_by and z_by (∂/∂s, ∂/∂y, ∂/∂z), the rest of the second
// derivatives in *_rest.
struct Relative {
  double y, z, roll;
  double y_rate, z_rate, roll_rate;
  double y_by[3], z_by[3], roll_by_s;
  double y_rest, z_rest, roll_rest;
};

Relative relative_to_rails(const ConstraintInput& in, const Measures& value, const Measures& slope,
                           const Measures& second) {
  const double speed = in.velocity[0], speed2 = speed * speed;
  const double roll_per_level = 1 / (2 * in.model.rail_half_distance);
  const double angle = value[3] * roll_per_level, angle_by_s = slope[3] * roll_per_level;
  const double angle_rate = angle_by_s * speed, angle_rest = second[3] * roll_per_level * speed2;
  const auto [sn, c] = sin_cos(angle);
  const double dy = in.q[1] - value[0], dz = in.q[2] - value[1];
  const double vy = in.velocity[1] - slope[0] * speed, vz = in.velocity[2] - slope[1] * speed;
  const double along = c * vy + sn * vz, up = -sn * vy + c * vz;
  Relative r{};
  r.y = c * dy + sn * dz;
  r.z = -sn * dy + c * dz;
  r.roll = in.q[3] - angle;
  r.y_rate = along + angle_rate * r.z;
  r.z_rate = up - angle_rate * r.y;
  r.roll_rate = in.velocity[3] - angle_rate;
  r.y_by[0] = -c * slope[0] - sn * slope[1] + angle_by_s * r.z;
  r.z_by[0] = sn * slope[0] - c * slope[1] - angle_by_s * r.y;
  r.y_by[1] = r.z_by[2] = c;
  r.y_by[2] = sn;
  r.z_by[1] = -sn;
  r.roll_by_s = -angle_by_s;
  const double square = angle_rate * angle_rate;
  r.y_rest =
      -(c * second[0] + sn * second[1]) * speed2 + 2 * angle_rate * up - square * r.y + angle_rest * r.z;
  r.z_rest =
      (sn * second[0] - c * second[1]) * speed2 - 2 * angle_rate * along - square * r.z - angle_rest * r.y;
  r.roll_rest = -angle_rest;
  return r;
}

void add_tread_contacts(const ConstraintInput& in, const geometry::LookupPlace& place, WheelsetState& out) {
  geometry::LookupContacts contacts;
  geometry::lookup_contacts(place, contacts);
  for (std::size_t side = 0; side < 2; ++side) {
    Contact& contact = out.contacts[out.contact_count++];
    contact = Contact{};
    contact.side = side;
    contact.values = contacts.side[side];
    place_contact(in, side, contact);
    contact.flange = contact.angle > geometry::flange_angle;
  }
  // Both normal forces together have the vertical force and the roll moment of the multipliers.
  // [Escalona2021, eq. 31]
  const Contact &left = out.contacts[0], &right = out.contacts[1];
  const double moment_left = left.arm.y() * left.normal.z() - left.arm.z() * left.normal.y();
  const double moment_right = right.arm.y() * right.normal.z() - right.arm.z() * right.normal.y();
  const double determinant = left.normal.z() * moment_right - right.normal.z() * moment_left;
  for (int m = 0; m < 2; ++m) {
    const double force = out.directions(2, m) / determinant, moment = out.directions(3, m) / determinant;
    out.contacts[0].multiplier_part[m] = moment_right * force - right.normal.z() * moment;
    out.contacts[1].multiplier_part[m] = left.normal.z() * moment - moment_left * force;
  }
}

double hertz_stiffness(const geometry::ContactValues& values) {
  return std::pow(values[geometry::patch_approach], -1.5);  // N = (δ/approach)^1.5
}

// Elastic flange force [Escalona2021, eq. 28], never a pull.
void add_flange_contacts(const ConstraintInput& in, const geometry::LookupPlace& place, WheelsetState& out) {
  geometry::LookupFlanges flanges;
  geometry::lookup_flanges(place, flanges);
  const Settings& settings = in.model.settings;
  for (std::size_t side = 0; side < 2; ++side) {
    const double delta = flanges.indentation[side];
    if (delta <= 0) continue;
    Contact& contact = out.contacts[out.contact_count++];
    contact = Contact{};
    contact.side = side;
    contact.flange = contact.elastic = true;
    contact.values = flanges.side[side];
    contact.indentation = delta;
    place_contact(in, side, contact);
    const double stiffness =
        settings.flange_stiffness > 0 ? settings.flange_stiffness : hertz_stiffness(contact.values);
    const double rate = -contact.normal.dot(multibody::point_velocity(in.body, contact.arm));
    contact.elastic_force =
        std::fmax(stiffness * delta * std::sqrt(delta) + settings.flange_damping * rate * delta, 0.0);
  }
}

}  // namespace

FLANGEWAY_VECTORIZED
void lut_constraints(const ConstraintInput& in, Scope scope, WheelsetState& out) {
  out.contact_count = 0;
  out.failure = Failure::none;
  const Measures value = track::measures_of_rails(in.irregularity.value);
  const Measures slope = track::measures_of_rails(in.irregularity.slope);
  const Measures second = track::measures_of_rails(in.irregularity.second);
  const Relative r = relative_to_rails(in, value, slope, second);
  const double speed = in.velocity[0];
  const geometry::LookupInput input{r.y, r.y_rate, value[2], slope[2] * speed, second[2] * speed * speed};
  const geometry::LookupPlace place = geometry::locate(in.pair.lookup, input);
  if (place.count == 0) {
    out.failure = Failure::gauge_outside;
    return;
  }
  if (!place.inside) {
    out.failure = Failure::left_table;
    return;
  }
  const geometry::LookupMotion motion = geometry::lookup_motion(place);
  const double position[2] = {r.z, r.roll}, rate[2] = {r.z_rate, r.roll_rate},
               rest[2] = {r.z_rest, r.roll_rest};
  out.jacobian.setZero();
  out.jacobian.row(0).head<3>() << r.z_by[0], r.z_by[1], r.z_by[2];
  out.jacobian(1, 0) = r.roll_by_s;
  out.jacobian(1, 3) = 1;
  for (std::size_t row = 0; row < 2; ++row) {
    const auto k = static_cast<Eigen::Index>(row);
    out.residual[row] = position[row] - motion.value[row];
    out.rate_residual[row] = rate[row] - motion.rate[row];
    for (Eigen::Index i = 0; i < 3; ++i) out.jacobian(k, i) -= motion.slope[row] * r.y_by[i];
    out.right_hand[row] = motion.slope[row] * r.y_rest + motion.curvature[row] - rest[row];
  }
  if (scope == Scope::constraints) return;
  out.directions = out.jacobian.transpose();
  add_tread_contacts(in, place, out);
  if (in.pair.lookup.hybrid) add_flange_contacts(in, place, out);
}

}  // namespace flangeway::wheelrail
