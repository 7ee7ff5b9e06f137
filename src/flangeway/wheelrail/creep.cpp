#include "flangeway/wheelrail/creep.hpp"

#include <cmath>

#include "flangeway/core/vectorized.hpp"
#include "flangeway/math/dual.hpp"
#include "flangeway/wheelrail/evaluate.hpp"
#include "flangeway/wheelrail/own_laws.hpp"

namespace flangeway::wheelrail {
namespace {

using math::Batch;

// At zero slip.
double friction_at(const Settings& settings, const RailPlace& place, std::size_t side, double angle) {
  const double friction = friction_coefficient(settings.friction[side], angle, place.s);
  return friction + place.recovered[side] * std::fmax(settings.recovery.coefficient - friction, 0);
}

contact::BasicFriction<Batch> frictions_of(const Settings& settings, const WheelsetBatch& wheelsets,
                                           ContactBatch& batch) {
  contact::BasicFriction<Batch> friction;
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    Contact& contact = *batch.contacts[lane];
    const contact::Friction& law = settings.friction[contact.side].law;
    contact.friction =
        friction_at(settings, wheelsets.rail_places[lane], contact.side, batch.place.angle[lane]);
    friction.coefficient.set(lane, contact.friction);
    friction.limit_ratio.set(lane, law.limit_ratio);
    friction.decay.set(lane, law.decay);
  }
  return friction;
}

}  // namespace

double creep_power(const multibody::BodyState& body, const Contact& contact) {
  const contact::CreepForces& f = contact.forces;
  const contact::Creepages& c = contact.creepages;
  return -reference_speed(body, contact.rail_speed) *
         (f.longitudinal * c.longitudinal + f.lateral * c.lateral + f.spin_moment * c.spin);
}

FLANGEWAY_VECTORIZED
void set_creepages(const WheelsetBatch& wheelsets, ContactBatch& batch) {
  const auto& body = wheelsets.body;
  const Batch inverse = 1 / wheelsets.speed;
  batch.result.creepages =
      wheelsets.twisted
          ? creepages<Batch>(body.velocity, wheel_angular_velocity(wheelsets, batch), batch.place, inverse)
          : creepages<Batch>(body.velocity, body.angular_velocity, batch.place, inverse);
}

FLANGEWAY_VECTORIZED
void subtract_rails(const WheelsetBatch& wheelsets, ContactBatch& batch) {
  batch.result.creepages.lateral -=
      batch.place.lateral.dot(rail_velocity(wheelsets.rails, batch)) / wheelsets.speed;
}

FLANGEWAY_VECTORIZED
void set_friction(const Settings& settings, const WheelsetBatch& wheelsets, ContactBatch& batch) {
  using namespace geometry;
  const auto& values = batch.data.values;
  batch.patch = {values[patch_a], values[patch_b], values[patch_approach], values[c11], values[c22],
                 values[c23],     values[c33]};
  batch.friction = frictions_of(settings, wheelsets, batch);
  const Batch &x = batch.result.creepages.longitudinal, &y = batch.result.creepages.lateral;
  const Batch sliding = wheelsets.speed * sqrt(x * x + y * y);
  batch.law_failure = {};
  if (settings.friction_law != nullptr)
    own_friction(*settings.friction_law, wheelsets, batch, sliding, batch.coefficient, batch.law_failure);
  else
    batch.coefficient = contact::friction_coefficient(batch.friction, sliding);
}

EvalStatus respond(const Settings& settings, Workspace& workspace) {
  if (settings.creep_law != nullptr || settings.friction_law != nullptr)
    return respond_with_laws(settings, workspace);
  respond_built_in(settings, workspace);
  return EvalStatus::ok;
}

FLANGEWAY_VECTORIZED
void respond_built_in(const Settings& settings, Workspace& workspace) {
  using Load = math::Dual<1, Batch>;
  for (WheelsetBatch& wheelsets : workspace.batches) {
    for (std::size_t k = 0; k < wheelsets.contact_count; ++k) {
      ContactBatch& batch = wheelsets.contacts[k];
      const auto found = contact::creep_forces_with(settings.creep, batch.patch,
                                                    Load::variable(batch.result.normal_force, 0),
                                                    batch.result.creepages, batch.coefficient);
      batch.result.forces = {found.longitudinal.value, found.lateral.value, found.spin_moment.value};
      batch.result.forces_by_load = {found.longitudinal.derivative[0], found.lateral.derivative[0],
                                     found.spin_moment.derivative[0]};
    }
  }
}

FLANGEWAY_VECTORIZED
contact::BasicCreepDamping<Batch> contact_damping(const Settings& settings, const WheelsetBatch& wheelsets,
                                                  const ContactBatch& contacts) {
  if (settings.creep_law != nullptr || settings.friction_law != nullptr)
    return own_damping(settings, wheelsets, contacts);
  return contact::creep_damping_with(settings.creep, contacts.friction, contacts.patch,
                                     contacts.result.normal_force, contacts.result.creepages,
                                     wheelsets.speed);
}

}  // namespace flangeway::wheelrail
