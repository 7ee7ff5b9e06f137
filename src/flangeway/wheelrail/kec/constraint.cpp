// Knife-edge constraints: docs/theory/kec.md (3)–(6). In left-hand coordinates of a side, with K = Rᵀ d the
// knife in the wheelset frame, s = K_y − Lw and the gap g = −K_z − r0 − f(s). The gap, its Jacobian B and its
// second derivative are exact; s is eliminated, which is the step of [Escalona2021, eq. 37–44] with the
// paper's linearised roll replaced by rotations.
#include "flangeway/wheelrail/kec/constraint.hpp"

#include <cmath>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/math/batch_functions.hpp"
#include "flangeway/math/batch_structs.hpp"

namespace flangeway::wheelrail::kec {
namespace {

using math::Batch;
using Planar = Packed<Batch, 2>;  // y, z in left-hand coordinates

const geometry::KecProfile& profile_of(const Model& model, const WheelsetBatch& batch, std::size_t lane,
                                       std::size_t side) {
  const geometry::KecProfiles& profiles = model.pairs[model.wheelsets[batch.wheelsets[lane]].pair]->kec;
  return side == 0 ? profiles.left : profiles.right;
}

// Rail displacement of a side (0: value, 1: slope, 2: second derivative) in left-hand coordinates.
Planar rail(const WheelsetBatch& batch, std::size_t derivative, std::size_t side) {
  const auto& channels = batch.irregularity[derivative];
  return {sign_of(side) * channels[2 * side], channels[2 * side + 1]};
}

struct Profile {
  Batch value, slope, second;
};

// f(s) of four equivalent profiles: each finds its interval, then the cubics run side by side.
Profile evaluate_profiles(const Model& model, const WheelsetBatch& batch, std::size_t side, const Batch& s) {
  Batch c[math::batch_size], t;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    const auto cubic = profile_of(model, batch, lane, side).radius.locate(s[lane]);
    c[lane] = math::load(cubic.coefficients);
    t.set(lane, cubic.t);
  }
  math::transpose(c);
  return {c[0] + t * (c[1] + t * (c[2] + t * c[3])), c[1] + t * (2 * c[2] + 3 * t * c[3]),
          2 * c[2] + 6 * t * c[3]};
}

void constrain_side(const Model& model, std::size_t side, const BasicSinCos<Batch>& roll,
                    WheelsetBatch& batch) {
  const double sign = sign_of(side);
  const Batch &speed = batch.velocity[0], roll_rate = sign * batch.velocity[3];
  const Batch sn = sign * roll.sine, &c = roll.cosine;
  Batch knife_lateral, radius_zero;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    const geometry::KecProfile& profile = profile_of(model, batch, lane, side);
    knife_lateral.set(lane, profile.knife_lateral);
    radius_zero.set(lane, profile.radius_zero);
  }
  const Planar slope = rail(batch, 1, side);
  const Planar d = Planar(knife_lateral - sign * batch.q[1], -batch.q[2]) + rail(batch, 0, side);
  const Planar d_rate = Planar(-sign * batch.velocity[1], -batch.velocity[2]) + slope * speed;
  const Planar knife(c * d.x() + sn * d.y(), c * d.y() - sn * d.x());
  const Planar w(c * d_rate.x() + sn * d_rate.y(), c * d_rate.y() - sn * d_rate.x());
  const Planar knife_rate = w + roll_rate * Planar(knife.y(), -knife.x());
  const Batch s = knife.x() - knife_lateral;
  const Profile f = evaluate_profiles(model, batch, side, s);

  BasicConstraints<Batch>& out = batch.constraints;
  const auto row = static_cast<Eigen::Index>(side);
  const Planar e(-f.slope, -1);                                    // ∂g/∂K
  const Planar g(c * e.x() - sn * e.y(), sn * e.x() + c * e.y());  // ∂g/∂d
  const Batch by_roll = e.x() * knife.y() - e.y() * knife.x();
  out.jacobian.row(row) << g.dot(slope), -sign * g.x(), -g.y(), sign * by_roll, Batch(0), Batch(0);
  const Planar frame_terms = 2 * roll_rate * Planar(w.y(), -w.x()) - roll_rate * roll_rate * knife;
  out.right_hand[side] = f.second * knife_rate.x() * knife_rate.x() - e.dot(frame_terms) -
                         g.dot(rail(batch, 2, side)) * speed * speed;
  out.gap[side] = -knife.y() - radius_zero - f.value;
  out.residual[side] = out.gap[side];
  out.rate_residual[side] = e.dot(knife_rate);
  out.knife_s[side] = s;
}

void list_contacts(const geometry::KecProfile& profile, std::size_t side, double s, WheelsetResult& out) {
  const geometry::KecShares shares = geometry::shares(profile, s);
  for (std::size_t i = 0; i < shares.count && out.contact_count < max_contacts; ++i) {
    const geometry::KecBranch& branch = profile.branches[shares.index[i]];
    Contact& contact = out.contacts[out.contact_count++];
    contact.side = side;
    contact.sign = sign_of(side);
    make_rigid(contact);
    contact.flange = branch.flange;
    // Within a transition each contact stays at the end of its branch. [Yu2022, Fig. 10]
    const double at = std::fmin(std::fmax(s, branch.first), branch.last);
    branch.contact.evaluate(at, contact.values.data());
    contact.share[side] = shares.share[i];
    contact.share[1 - side] = contact.indentation = 0;
  }
}

}  // namespace

FLANGEWAY_VECTORIZED
void constrain(const Model& model, Scope scope, WheelsetBatch& batch, Workspace& workspace) {
  const BasicSinCos<Batch> roll = math::sin_cos(batch.q[3]);
  for (std::size_t side = 0; side < 2; ++side) constrain_side(model, side, roll, batch);
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    WheelsetResult& result = workspace.wheelsets[batch.wheelsets[lane]];
    result.failure = Failure::none;
    result.contact_count = 0;
    for (std::size_t side = 0; side < 2; ++side) {
      const geometry::KecProfile& profile = profile_of(model, batch, lane, side);
      const double s = batch.constraints.knife_s[side][lane];
      if (!profile.radius.contains(s)) result.failure = Failure::left_table;
      if (scope == Scope::contacts && !result.lifted[side]) list_contacts(profile, side, s, result);
    }
  }
}

// The multiplier is the vertical load of the wheel; each contact carries its share of it. The rail's slope
// along the track tilts the normal: the same work as the constraint's.
FLANGEWAY_VECTORIZED
void direct(const Model&, WheelsetBatch& batch) {
  Packed<Batch, 6, 2>& directions = batch.constraints.directions;
  directions.setZero();
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    const BasicContactData<Batch>& data = batch.contacts[k].data;
    BasicContactPlace<Batch>& place = batch.contacts[k].place;
    const Packed<Batch, 6> direction = normal_direction(place);
    const Batch per_load = 1 / place.normal.z();
    place.elastic_force = 0;
    for (Eigen::Index side = 0; side < 2; ++side) {
      const Batch part = data.share[side] * per_load;
      place.multiplier_part[side] = part;
      directions.col(side) += part * direction;
    }
  }
  for (Eigen::Index side = 0; side < 2; ++side) directions(0, side) = batch.constraints.jacobian(side, 0);
}

}  // namespace flangeway::wheelrail::kec
