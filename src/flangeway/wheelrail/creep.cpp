#include "flangeway/wheelrail/creep.hpp"

#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/dual.hpp"
#include "flangeway/math/pair_table.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {
namespace {

using math::Batch;

// Reads one number of each contact.
template <typename Function>
Batch read(const std::array<Contact*, math::batch_size>& contacts, const Function& number) {
  return {number(*contacts[0]), number(*contacts[1]), number(*contacts[2]), number(*contacts[3])};
}

contact::BasicUnitPatch<Batch> patches_of(const std::array<Contact*, math::batch_size>& contacts) {
  using namespace geometry;
  const auto value = [&](ContactChannel channel) {
    return read(contacts, [=](const Contact& contact) { return contact.values[channel]; });
  };
  return {value(patch_a), value(patch_b), value(patch_approach), value(c11), value(c22),
          value(c23),     value(c33)};
}

contact::BasicCreepages<Batch> creepages_of(const std::array<Contact*, math::batch_size>& contacts) {
  return {read(contacts, [](const Contact& contact) { return contact.creepages.longitudinal; }),
          read(contacts, [](const Contact& contact) { return contact.creepages.lateral; }),
          read(contacts, [](const Contact& contact) { return contact.creepages.spin; })};
}

Batch loads_of(const CreepBatch& batch) {
  return read(batch.contacts, [](const Contact& contact) { return contact.normal_force; });
}

contact::BasicFriction<Batch> frictions_of(const Settings& settings,
                                           const std::array<Contact*, math::batch_size>& contacts) {
  const auto law = [&](const Contact& contact) { return settings.friction[contact.side].law; };
  return {read(contacts, [&](const Contact& contact) { return friction_at_rest(settings, contact); }),
          read(contacts, [&](const Contact& contact) { return law(contact).limit_ratio; }),
          read(contacts, [&](const Contact& contact) { return law(contact).decay; })};
}

void fill(const Settings& settings, CreepBatch& batch) {
  batch.patch = patches_of(batch.contacts);
  batch.creepages = creepages_of(batch.contacts);
  batch.friction = frictions_of(settings, batch.contacts);
  const Batch &x = batch.creepages.longitudinal, &y = batch.creepages.lateral;
  batch.coefficient = contact::friction_coefficient(batch.friction, Batch(batch.speed * sqrt(x * x + y * y)));
}

}  // namespace

double friction_at_rest(const Settings& settings, const Contact& contact) {
  const RailFriction& friction = settings.friction[contact.side];
  if (friction.over_angle.empty()) return friction.law.coefficient;
  return math::table_value(friction.over_angle, std::abs(contact.angle), math::TableEnds::held);
}

FLANGEWAY_VECTORIZED
void fill_batches(const Settings& settings, const multibody::Workspace& bodies, const Model& model,
                  Workspace& workspace) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < model.wheelsets.size(); ++i) {
    WheelsetState& state = workspace.wheelsets[i];
    const double speed = reference_speed(bodies.bodies[model.wheelsets[i].body]);
    for (std::size_t k = 0; k < state.contact_count; ++k, ++count) {
      CreepBatch& batch = workspace.batches[count / math::batch_size];
      for (std::size_t lane = count % math::batch_size; lane < math::batch_size; ++lane) {
        batch.contacts[lane] = &state.contacts[k];
        batch.speed.set(lane, speed);
      }
    }
  }
  workspace.batch_count = (count + math::batch_size - 1) / math::batch_size;
  for (std::size_t i = 0; i < workspace.batch_count; ++i) fill(settings, workspace.batches[i]);
}

FLANGEWAY_VECTORIZED
void respond(const Settings& settings, Workspace& workspace) {
  using Load = math::Dual<1, Batch>;
  for (std::size_t i = 0; i < workspace.batch_count; ++i) {
    const CreepBatch& batch = workspace.batches[i];
    const auto result = contact::creep_forces_with(
        settings.creep, batch.patch, Load::variable(loads_of(batch), 0), batch.creepages, batch.coefficient);
    for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
      Contact& contact = *batch.contacts[lane];
      contact.forces = {result.longitudinal.value[lane], result.lateral.value[lane],
                        result.spin_moment.value[lane]};
      contact.forces_by_load = {result.longitudinal.derivative[0][lane], result.lateral.derivative[0][lane],
                                result.spin_moment.derivative[0][lane]};
    }
  }
}

FLANGEWAY_VECTORIZED
contact::BasicCreepDamping<math::Batch> contact_damping(const Settings& settings, const CreepBatch& batch) {
  return contact::creep_damping_with(settings.creep, batch.friction, batch.patch, loads_of(batch),
                                     batch.creepages, batch.speed);
}

}  // namespace flangeway::wheelrail
