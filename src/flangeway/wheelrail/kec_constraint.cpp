// Knife-edge constraints: docs/theory/kec.md (3)–(6). In left-hand coordinates of a side, with K = Rᵀ d the
// knife in the wheelset frame, s = K_y − Lw and the gap g = −K_z − r0 − f(s). The gap, its Jacobian B and its
// second derivative are exact; s is eliminated, which is the step of [Escalona2021, eq. 37–44] with the
// paper's linearised roll replaced by rotations.
#include <cmath>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/math/sin_cos.hpp"

#include "flangeway/wheelrail/constraint.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {
namespace {

// Rail displacement of a side and its time derivatives without s̈, in left-hand coordinates.
struct RailMotion {
  Vec2 value, slope, curvature;
};

RailMotion rail_motion(const track::Irregularity& ir, std::size_t side, double sign) {
  const std::size_t iy = 2 * side, iz = iy + 1;
  return {{sign * ir.value[iy], ir.value[iz]},
          {sign * ir.slope[iy], ir.slope[iz]},
          {sign * ir.second[iy], ir.second[iz]}};
}

void add_contacts(const geometry::KecProfile& profile, const ConstraintInput& in, std::size_t side, double s,
                  WheelsetState& out) {
  const geometry::KecShares shares = geometry::shares(profile, s);
  for (std::size_t i = 0; i < shares.count && out.contact_count < most_contacts; ++i) {
    const geometry::KecBranch& branch = profile.branches[shares.index[i]];
    Contact& contact = out.contacts[out.contact_count++];
    contact = Contact{};
    contact.side = side;
    // Within a transition each contact stays at the end of its branch. [Yu2022, Fig. 10]
    const double at = std::fmin(std::fmax(s, branch.first), branch.last);
    branch.contact.evaluate(at, contact.values.data());
    place_contact(in, side, contact);
    contact.flange = branch.flange && contact.angle > geometry::flange_angle;
    // The multiplier is the vertical load of the wheel; each contact carries its share of it.
    contact.multiplier_part[side] = shares.share[i] / contact.normal.z();
    out.directions.col(static_cast<Eigen::Index>(side)) +=
        contact.multiplier_part[side] * normal_direction(contact);
  }
}

void one_side(const ConstraintInput& in, std::size_t side, Scope scope, WheelsetState& out) {
  const double sign = sign_of(side);
  const geometry::KecProfile& profile = side == 0 ? in.pair.kec.left : in.pair.kec.right;
  const RailMotion rail = rail_motion(in.irregularity, side, sign);
  const double roll = sign * in.q[3], roll_rate = sign * in.velocity[3], speed = in.velocity[0];
  const SinCos turn = sin_cos(roll);
  const double c = turn.cosine, sn = turn.sine;
  const auto to_wheelset = [&](const Vec2& v) {
    return Vec2(c * v.x() + sn * v.y(), -sn * v.x() + c * v.y());
  };
  const Vec2 d = Vec2(profile.knife_lateral - sign * in.q[1], -in.q[2]) + rail.value;
  const Vec2 d_rate = Vec2(-sign * in.velocity[1], -in.velocity[2]) + rail.slope * speed;
  const Vec2 knife = to_wheelset(d), w = to_wheelset(d_rate);
  const Vec2 knife_rate = w + roll_rate * Vec2(knife.y(), -knife.x());
  const double s = knife.x() - profile.knife_lateral;
  double f, slope, second;
  profile.radius.evaluate(s, &f, &slope, &second);

  const auto row = static_cast<Eigen::Index>(side);
  const Vec2 e(-slope, -1);                                      // ∂g/∂K
  const Vec2 g(c * e.x() - sn * e.y(), sn * e.x() + c * e.y());  // ∂g/∂d
  const double by_roll = e.x() * knife.y() - e.y() * knife.x();
  out.jacobian.row(row) << g.dot(rail.slope), -sign * g.x(), -g.y(), sign * by_roll, 0, 0;
  const Vec2 frame_terms = 2 * roll_rate * Vec2(w.y(), -w.x()) - roll_rate * roll_rate * knife;
  out.right_hand[side] = -(g.dot(rail.curvature) * speed * speed + e.dot(frame_terms) -
                           second * knife_rate.x() * knife_rate.x());
  out.gap[side] = -knife.y() - profile.radius_zero - f;
  out.residual[side] = out.gap[side];
  out.rate_residual[side] = e.dot(knife_rate);
  out.knife_s[side] = s;
  if (!profile.radius.contains(s)) out.failure = Failure::left_table;

  if (scope == Scope::constraints) return;
  out.directions.col(row).setZero();
  if (out.lifted[side]) return;
  add_contacts(profile, in, side, s, out);
  // The rail's slope along the track tilts the normal: the same work as the constraint's.
  out.directions(0, row) += g.dot(rail.slope);
}

}  // namespace

FLANGEWAY_VECTORIZED
void kec_constraints(const ConstraintInput& in, Scope scope, WheelsetState& out) {
  out.contact_count = 0;
  out.failure = Failure::none;
  for (std::size_t side = 0; side < 2; ++side) one_side(in, side, scope, out);
}

}  // namespace flangeway::wheelrail
