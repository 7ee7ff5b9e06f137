#include "flangeway/wheelrail/kec/constraint.hpp"

#include <cmath>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/math/batch_functions.hpp"
#include "flangeway/math/batch_structs.hpp"

#include "flangeway/wheelrail/laws/kec.hpp"

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

// f(s) of four equivalent profiles: each finds its interval, then the cubics run side by side.
BasicProfileAt<Batch> evaluate_profiles(const Model& model, const WheelsetBatch& batch, std::size_t side,
                                        const Batch& s) {
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

// A wheelset whose wheel is larger by δ stands on its knife as one with a round wheel that is lower by δ, and
// sinks at the rate of δ: docs/theory/out_of_round.md (6).
void lower(const WheelsetBatch& batch, std::size_t side, BasicKnifeEdge<Batch>& edge) {
  const auto& [value, slope, second] = batch.wheel_rise[side];
  edge.vertical -= value;
  edge.vertical_rate -= slope * batch.velocity[4];
}

// A wheelset over a rail that has moved is one that has moved the other way:
// docs/theory/mass_spring_track.md.
void follow_rail(const WheelsetBatch& batch, std::size_t side, BasicKnifeEdge<Batch>& edge) {
  const RailBatch& rails = batch.rails;
  edge.lateral -= rails.displacement[2 * side];
  edge.vertical -= rails.displacement[2 * side + 1];
  edge.lateral_rate -= rails.velocity[2 * side];
  edge.vertical_rate -= rails.velocity[2 * side + 1];
}

void set_rail_jacobian(std::size_t side, WheelsetBatch& batch) {
  const auto row = static_cast<Eigen::Index>(side);
  batch.rails.jacobian.row(row).setZero();
  for (const Eigen::Index axis : {0, 1})
    batch.rails.jacobian(row, 2 * row + axis) = -batch.constraints.jacobian(row, axis + 1);
}

// The part of the spin in the constraint.
void add_spin(std::size_t side, WheelsetBatch& batch) {
  const auto& [value, slope, second] = batch.wheel_rise[side];
  const Batch &spin = batch.velocity[4],
              vertical = batch.constraints.jacobian(static_cast<Eigen::Index>(side), 2);
  batch.constraints.jacobian(static_cast<Eigen::Index>(side), 4) = -vertical * slope;
  batch.constraints.right_hand[side] += vertical * second * spin * spin;
}

void constrain_side(const Model& model, std::size_t side, const BasicSinCos<Batch>& roll,
                    WheelsetBatch& batch) {
  BasicKnifeEdge<Batch> edge;
  edge.sign = sign_of(side);
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    const geometry::KecProfile& profile = profile_of(model, batch, lane, side);
    edge.knife_lateral.set(lane, profile.knife_lateral);
    edge.radius_zero.set(lane, profile.radius_zero);
  }
  edge.roll = roll;
  edge.lateral = batch.q[1], edge.vertical = batch.q[2];
  edge.speed = batch.velocity[0], edge.lateral_rate = batch.velocity[1];
  edge.vertical_rate = batch.velocity[2], edge.roll_rate = batch.velocity[3];
  for (std::size_t derivative = 0; derivative < 3; ++derivative)
    edge.rail[derivative] = rail(batch, derivative, side);
  if (!model.settings.terms.irregularity_accelerations) edge.rail[2] = Planar(Batch(0), Batch(0));
  if (!model.surfaces.even()) lower(batch, side, edge);
  if (model.rails_move) follow_rail(batch, side, edge);
  const geometry::KecSettings& settings = model.settings.kec;
  const Planar knife = settings.linear_roll ? knife_at_linear(edge, batch.q[3]) : knife_at(edge);
  const Batch s = knife.x() - edge.knife_lateral;
  const BasicProfileAt<Batch> profile = evaluate_profiles(model, batch, side, s);
  const BasicKnifeConstraint<Batch> found = settings.linear_roll
                                                ? constrain_linear(edge, batch.q[3], knife, profile)
                                                : wheelrail::constrain(edge, knife, profile);
  BasicConstraints<Batch>& out = batch.constraints;
  const auto row = static_cast<Eigen::Index>(side);
  out.jacobian.row(row) << found.row.transpose(), Batch(0), Batch(0);
  out.right_hand[side] = found.right_hand;
  out.gap[side] = out.residual[side] = found.gap;
  out.rate_residual[side] = found.rate;
  out.knife_s[side] = s;
  if (!model.surfaces.even()) add_spin(side, batch);
  if (model.rails_move) set_rail_jacobian(side, batch);
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
void direct(const Model& model, WheelsetBatch& batch) {
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
  if (model.surfaces.even()) return;
  for (Eigen::Index side = 0; side < 2; ++side) directions(4, side) = batch.constraints.jacobian(side, 4);
}

}  // namespace flangeway::wheelrail::kec
