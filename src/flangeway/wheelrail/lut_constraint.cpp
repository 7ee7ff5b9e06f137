// Lookup-table constraints z̄ = z(ȳ, gauge), φ̄ = φ(ȳ, gauge) [Escalona2021, eq. 20], [Yu2022, eq. 17–18], with the signs of
// the irregularities derived from the geometry: ȳ = y − alignment, z̄ = z − vertical profile, φ̄ = φ − cross level/(2 Lr).
#include <cmath>

#include "flangeway/wheelrail/constraint.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {
namespace {

using Measures = std::array<double, 4>;  // alignment, vertical profile, gauge variation, cross level

void add_tread_contacts(const ConstraintInput& in, const geometry::LookupPlace& place, WheelsetState& out) {
  geometry::LookupContacts contacts;
  geometry::lookup_contacts(place, contacts);
  for (std::size_t side = 0; side < 2; ++side) {
    Contact& contact = out.contacts[out.contact_count++];
    contact = Contact{};
    contact.side = side;
    contact.values = contacts.side[side];
    place_contact(side, in.q[3], contact);
    contact.flange = contact.angle > geometry::flange_angle;
  }
  // The multipliers are the vertical force and the roll moment of both normal forces:
  // n_z N and (r × n)_x N solve for the two N. [Escalona2021, eq. 31]
  const Contact &left = out.contacts[0], &right = out.contacts[1];
  const double moment_left = left.arm.y() * left.normal.z() - left.arm.z() * left.normal.y();
  const double moment_right = right.arm.y() * right.normal.z() - right.arm.z() * right.normal.y();
  const double determinant = left.normal.z() * moment_right - right.normal.z() * moment_left;
  out.contacts[0].multiplier_part[0] = moment_right / determinant;
  out.contacts[0].multiplier_part[1] = -right.normal.z() / determinant;
  out.contacts[1].multiplier_part[0] = -moment_left / determinant;
  out.contacts[1].multiplier_part[1] = left.normal.z() / determinant;
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
    place_contact(side, in.q[3], contact);
    const double stiffness =
        settings.flange_stiffness > 0 ? settings.flange_stiffness : hertz_stiffness(contact.values);
    const double rate = -contact.normal.dot(multibody::point_velocity(in.body, contact.arm));
    contact.elastic_force = std::fmax(stiffness * delta * std::sqrt(delta) + settings.flange_damping * rate * delta, 0.0);
  }
}

}  // namespace

void lut_constraints(const ConstraintInput& in, Scope scope, WheelsetState& out) {
  out.contact_count = 0;
  out.failure = Failure::none;
  const Measures value = track::measures_of_rails(in.irregularity.value);
  const Measures slope = track::measures_of_rails(in.irregularity.slope);
  const Measures second = track::measures_of_rails(in.irregularity.second);
  const double speed = in.velocity[0], speed2 = speed * speed;
  const double roll_per_level = 1 / (2 * in.model.rail_half_distance);
  const geometry::LookupInput input{in.q[1] - value[0], in.velocity[1] - slope[0] * speed, value[2], slope[2] * speed,
                                    second[2] * speed2};
  const geometry::LookupPlace place = geometry::locate(in.pair.lookup, input);
  if (!place.row[0]) {
    out.failure = Failure::gauge_outside;
    return;
  }
  if (!place.inside) {
    out.failure = Failure::left_table;
    return;
  }
  const geometry::LookupMotion motion = geometry::lookup_motion(place);
  const double level[2] = {value[1], value[3] * roll_per_level};
  const double level_slope[2] = {slope[1], slope[3] * roll_per_level};
  const double level_second[2] = {second[1], second[3] * roll_per_level};
  for (std::size_t row = 0; row < 2; ++row) {
    const auto r = static_cast<Eigen::Index>(row);
    out.residual[row] = in.q[2 + row] - level[row] - motion.value[row];
    out.rate_residual[row] = in.velocity[2 + row] - level_slope[row] * speed - motion.rate[row];
    out.jacobian.row(r).setZero();
    out.jacobian(r, 0) = motion.slope[row] * slope[0] - level_slope[row];
    out.jacobian(r, 1) = -motion.slope[row];
    out.jacobian(r, 2 + r) = 1;
    // ȳ'' = y'' − alignment'' ṡ²; the part with s̈ is in the Jacobian.
    out.right_hand[row] = (level_second[row] - motion.slope[row] * second[0]) * speed2 + motion.curvature[row];
  }
  if (scope == Scope::constraints) return;
  out.directions = out.jacobian.transpose();
  add_tread_contacts(in, place, out);
  if (in.pair.lookup.hybrid) add_flange_contacts(in, place, out);
}

}  // namespace flangeway::wheelrail
