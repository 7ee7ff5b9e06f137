#include "flangeway/wheelrail/creep.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/math/dual.hpp"
#include "flangeway/math/pair_table.hpp"
#include "flangeway/wheelrail/evaluate.hpp"

namespace flangeway::wheelrail {
namespace {

double reference_speed(const multibody::BodyState& body) {
  return std::max(std::abs(body.velocity.x()), least_reference_speed);
}

contact::UnitPatch patch_of(const geometry::ContactValues& v) {
  using namespace geometry;
  return {v[patch_a], v[patch_b], v[patch_approach], v[c11], v[c22], v[c23], v[c33]};
}

contact::CreepModel creep_model(const Settings& settings, const Contact& contact) {
  contact::CreepModel model = settings.creep;
  model.friction = settings.friction[contact.side].law;
  model.friction.coefficient = friction_at_rest(settings, contact);
  return model;
}

double sliding_speed(const Contact& contact, double speed) {
  return speed * std::hypot(contact.creepages.longitudinal, contact.creepages.lateral);
}

}  // namespace

double friction_at_rest(const Settings& settings, const Contact& contact) {
  const RailFriction& friction = settings.friction[contact.side];
  if (friction.over_angle.empty()) return friction.law.coefficient;
  return math::table_value(friction.over_angle, std::abs(contact.angle), math::TableEnds::held);
}

void set_creepages(const multibody::BodyState& body, Contact& contact) {
  const Vec3 velocity = multibody::point_velocity(body, contact.arm);
  const double inverse = 1 / reference_speed(body);
  contact.creepages.longitudinal = velocity.x() * inverse;
  contact.creepages.lateral = contact.lateral.dot(velocity) * inverse;
  contact.creepages.spin = contact.normal.dot(body.angular_velocity) * inverse;
}

CreepResponse creep_response(const Settings& settings, const multibody::BodyState& body,
                             const Contact& contact, double normal_force) {
  using Force = math::Dual<1>;
  const contact::BasicCreepages<Force> creepages{contact.creepages.longitudinal, contact.creepages.lateral,
                                                 contact.creepages.spin};
  const auto result = contact::creep_forces<Force>(creep_model(settings, contact), patch_of(contact.values),
                                                   Force::variable(normal_force, 0), creepages,
                                                   Force(sliding_speed(contact, reference_speed(body))));
  return {
      {result.longitudinal.value, result.lateral.value, result.spin_moment.value},
      {result.longitudinal.derivative[0], result.lateral.derivative[0], result.spin_moment.derivative[0]}};
}

contact::CreepDamping contact_damping(const Settings& settings, const multibody::BodyState& body,
                                      const Contact& contact) {
  return contact::creep_damping(creep_model(settings, contact), patch_of(contact.values),
                                contact.normal_force, contact.creepages, reference_speed(body));
}

}  // namespace flangeway::wheelrail
