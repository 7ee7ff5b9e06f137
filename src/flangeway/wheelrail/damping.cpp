#include <span>

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/batch_structs.hpp"

#include "flangeway/wheelrail/creep.hpp"

namespace flangeway::wheelrail {
namespace {

using math::Batch;
using Six = std::array<Batch, 6>;

Batch positive(const Batch& x) {
  return select(x > 0, x, Batch(0));
}

// Levers of both sides alike, so that the mirror image of a motion has the mirror image of its rates.
// Contacts without load have no place. A single wheel is below its carrier: yaw and roll hardly move it, and
// their rates, which are sums of shares in other motions, need a lever that is not 0.
Six levers(const Workspace& workspace, const WheelsetBatch& batch) {
  constexpr double min_base = 0.1;  // [m]
  Batch radius = 0, base = 0, count;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane)
    count.set(lane, static_cast<double>(workspace.wheelsets[batch.wheelsets[lane]].contact_count));
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    radius -= batch.contacts[k].data.values[geometry::wheel_z];
    base += batch.contacts[k].data.values[geometry::wheel_y];
  }
  const Batch::Mask any = count > 0;  // else both wheels are off their rails
  const Batch one(1), mean_radius = select(any, radius / count, one),
                      mean_base = math::larger(select(any, base / count, one), Batch(min_base));
  return {one, one, one, mean_base, mean_radius, mean_base};
}

// D = Σ w wᵀ (−∂F/∂v) for the velocities in `places`.
std::array<Six, 6> damping_matrix(const Settings& settings, const WheelsetBatch& batch,
                                  std::span<const std::size_t> places) {
  std::array<Six, 6> sum;
  for (Six& row : sum) row.fill(Batch(0));
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    const ContactBatch& contacts = batch.contacts[k];
    const auto damping = contact_damping(settings, batch, contacts);
    const Batch along = positive(damping.longitudinal), across = positive(damping.lateral);
    const auto &x = contacts.directions.longitudinal, &t = contacts.directions.lateral;
    for (const std::size_t i : places) {
      const auto row = static_cast<Eigen::Index>(i);
      const Batch x_part = x[row] * along, t_part = t[row] * across;
      for (const std::size_t j : places) {
        const auto column = static_cast<Eigen::Index>(j);
        sum[i][j] += x_part * x[column] + t_part * t[column];
      }
    }
  }
  return sum;
}

// Damping of a rail by creep, left and right, lateral and vertical, N s/m.
std::array<Batch, 4> rail_damping(const Settings& settings, const WheelsetBatch& batch) {
  std::array<Batch, 4> sum;
  sum.fill(Batch(0));
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    const ContactBatch& contacts = batch.contacts[k];
    const Batch across = positive(contact_damping(settings, batch, contacts).lateral);
    const Batch y = across * contacts.directions.lateral[1] * contacts.directions.lateral[1],
                z = across * contacts.directions.lateral[2] * contacts.directions.lateral[2], none(0);
    const Batch::Mask left = contacts.data.sign > 0;
    sum[0] += select(left, y, none), sum[1] += select(left, z, none);
    sum[2] += select(left, none, y), sum[3] += select(left, none, z);
  }
  return sum;
}

void set_rail_damping(const Model& model, const WheelsetBatch& batch, ContactState& state) {
  const std::array<Batch, 4> damping = rail_damping(model.settings, batch);
  for (std::size_t channel = 0; channel < 4; ++channel) {
    const Batch rate = damping[channel] * batch.rails.mobility[channel];
    for (std::size_t lane = 0; lane < math::batch_size; ++lane)
      state.wheelsets[batch.wheelsets[lane]].rail_damping[channel] = rate[lane];
  }
}

// Creep damps the velocities that constraints leave free; the others follow them.
void set_damping(const Model& model, const WheelsetBatch& batch, const Workspace& workspace,
                 ContactState& state) {
  const std::span<const std::size_t> places = model.method->free_coordinates;
  const auto matrix = damping_matrix(model.settings, batch, places);
  const Six lever = levers(workspace, batch);
  const auto& body = batch.body;
  const auto& rotational = body.rotational_mass;
  const Six mass{body.mass_ss, body.mass, body.mass, rotational(0, 0), rotational(1, 1), rotational(2, 2)};
  const auto free = [&](std::size_t i, const Batch& x) {
    return i == 0 ? select(batch.prescribed, Batch(0), x) : x;
  };
  for (const std::size_t i : places) {
    Batch rate = 0;
    for (const std::size_t j : places) rate += free(j, abs(matrix[i][j]) * lever[i] / (lever[j] * mass[i]));
    rate = free(i, rate);
    for (std::size_t lane = 0; lane < math::batch_size; ++lane)
      state.wheelsets[batch.wheelsets[lane]].damping(static_cast<Eigen::Index>(i)) = rate[lane];
  }
}

}  // namespace

// Row sums of the damping matrix, with rotations scaled to the speed they cause at the contact: where
// longitudinal motion and spin are coupled, a rate that is too small would be unstable, one too large is not
// (docs/theory/integrators.md).
FLANGEWAY_VECTORIZED
void evaluate_damping(const Model& model, const Workspace& workspace, ContactState& state) {
  FLANGEWAY_ASSERT(state.wheelsets.size() == model.wheelsets.size(),
                   "make_contact_state() has made the state for this model");
  state.damping_known = true;
  if (!model.settings.stiff_creep) return;  // the rates stay 0
  for (const WheelsetBatch& batch : workspace.batches) {
    set_damping(model, batch, workspace, state);
    if (model.rails_move) set_rail_damping(model, batch, state);
  }
}

void update_damping(const Model& model, const Workspace& workspace, ContactState& state) {
  FLANGEWAY_ASSERT(state.steps > 0, "commit() comes first");
  constexpr std::size_t interval = 4;               // [steps]
  const std::size_t after_start = state.steps - 1;  // the first commit() is that of the start
  if (after_start % interval == 0) evaluate_damping(model, workspace, state);
}

}  // namespace flangeway::wheelrail
