#include "flangeway/wheelrail/batches.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/vectorized.hpp"

#include "flangeway/math/batch_structs.hpp"

#include "flangeway/wheelrail/creep.hpp"

namespace flangeway::wheelrail {
namespace {

// A contact that bears nothing and whose forces are no NaN.
Contact make_no_contact() {
  Contact contact;
  contact.values.fill(1);
  contact.values[geometry::wheel_y] = contact.values[geometry::wheel_z] =
      contact.values[geometry::wheel_angle] = 0;
  contact.arm.setZero();
  contact.normal = Vec3::UnitZ();
  contact.lateral = Vec3::UnitY();
  return contact;
}
const Contact no_contact = make_no_contact();

void read_twist(const Model& model, const multibody::Workspace& bodies, WheelsetBatch& batch) {
  for (std::size_t lane = 0; lane < math::batch_size; ++lane)
    batch.twist_rate.set(lane, bodies.bodies[model.wheelsets[batch.wheelsets[lane]].body].twist_rate);
}

}  // namespace

Workspace make_workspace(const Model& model) {
  Workspace workspace;
  const std::size_t count = model.wheelsets.size();
  workspace.wheelsets.resize(count);
  workspace.batches.resize((count + math::batch_size - 1) / math::batch_size);
  for (std::size_t place = 0; place < workspace.batches.size() * math::batch_size; ++place)
    workspace.batches[place / math::batch_size].wheelsets[place % math::batch_size] =
        std::min(place, count - 1);
  for (WheelsetBatch& batch : workspace.batches)
    batch.twisted = std::any_of(batch.wheelsets.begin(), batch.wheelsets.end(),
                                [&](std::size_t i) { return model.wheelsets[i].twists; });
  model.method->prepare(model, workspace);
  return workspace;
}

FLANGEWAY_VECTORIZED
void read_bodies(const Model& model, const multibody::Workspace& bodies, WheelsetBatch& batch) {
  const multibody::BasicBodyState<double>* from[math::batch_size];
  if (batch.twisted) read_twist(model, bodies, batch);
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    const multibody::BodyState& body = bodies.bodies[model.wheelsets[batch.wheelsets[lane]].body];
    from[lane] = &body;
    batch.prescribed.bits[lane] = body.speed_prescribed ? -1 : 0;
    batch.acceleration_s.set(lane, body.prescribed_acceleration);
    batch.speed.set(lane, reference_speed(body));
  }
  math::gather<multibody::BasicBodyState>(from, batch.body);
}

void read_rails(RailMotions rails, WheelsetBatch& batch) {
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    for (std::size_t channel = 0; channel < 4; ++channel) {
      const RailMotion& rail = rails[batch.wheelsets[lane]][channel / 2];
      const auto axis = static_cast<Eigen::Index>(channel % 2);
      batch.rails.displacement[channel].set(lane, rail.displacement(axis + 1));
      batch.rails.velocity[channel].set(lane, rail.velocity(axis + 1));
      batch.rails.acceleration[channel].set(lane, rail.acceleration(axis));
      batch.rails.mobility[channel].set(lane, rail.mobility(axis));
    }
  }
}

void find_rails(const Model& model, const ContactState& state, const Workspace& workspace,
                WheelsetBatch& batch) {
  const AdhesionRecovery& recovery = model.settings.recovery;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    RailPlace& place = batch.rail_places[lane];
    place = {workspace.wheelsets[batch.wheelsets[lane]].s, {}};
    if (!(recovery.work > 0)) continue;
    const bool forwards = batch.body.speed[lane] >= 0;
    for (std::size_t side = 0; side < 2; ++side)
      place.recovered[side] = -std::expm1(-state.rails[side].work_ahead(place.s, forwards) / recovery.work);
  }
}

FLANGEWAY_VECTORIZED
void list_contacts(Workspace& workspace, WheelsetBatch& batch) {
  batch.contact_count = 0;
  for (const std::size_t i : batch.wheelsets)
    batch.contact_count = std::max(batch.contact_count, workspace.wheelsets[i].contact_count);
  workspace.nothing = no_contact;
  for (std::size_t k = 0; k < batch.contact_count; ++k) {
    ContactBatch& contacts = batch.contacts[k];
    const BasicContactData<double>* from[math::batch_size];
    for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
      WheelsetResult& result = workspace.wheelsets[batch.wheelsets[lane]];
      contacts.contacts[lane] = k < result.contact_count ? &result.contacts[k] : &workspace.nothing;
      from[lane] = contacts.contacts[lane];
    }
    math::gather<BasicContactData>(from, contacts.data);
  }
}

}  // namespace flangeway::wheelrail
