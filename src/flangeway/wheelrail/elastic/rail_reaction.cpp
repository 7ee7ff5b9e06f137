#include "flangeway/wheelrail/evaluate.hpp"

#include "flangeway/core/assertion.hpp"

namespace flangeway::wheelrail {

Vec2 rail_reference(const Model& model, const Wheelset& wheelset, std::size_t side) {
  FLANGEWAY_ASSERT(side < 2, "a side is left or right");
  return model.pairs[wheelset.pair]->shapes[side].rail_reference;
}

RailReaction rail_reaction(const Model& model, const Wheelset& wheelset, const WheelsetResult& result,
                           std::size_t side) {
  FLANGEWAY_ASSERT(side < 2, "a side is left or right");
  const elastic::Shape& shape = model.pairs[wheelset.pair]->shapes[side];
  const elastic::Placement& place = result.wheels[side].placement;
  const double sign = sign_of(side);
  // The contacts were searched with the wheel lower by its rise, their arms are from where its centre is.
  const Vec3 centre(0, sign * place.y, place.z + result.rise[side].value());
  const Vec3 reference(0, sign * (shape.rail_reference.x() + place.rail.y),
                       shape.rail_reference.y() + place.rail.z);
  RailReaction reaction;
  double load = 0;
  for (std::size_t k = 0; k < result.contact_count; ++k) {
    const Contact& contact = result.contacts[k];
    if (contact.side != side) continue;
    reaction.force -= contact.force;
    reaction.moment -= (centre + contact.arm - reference).cross(contact.force) +
                       contact.normal * contact.forces.spin_moment + contact.moment;
    reaction.stiffness += contact.stiffness;
    reaction.ahead += contact.arm.x() * contact.normal_force;
    load += contact.normal_force;
  }
  reaction.moment -= result.wheels[side].moment_beside;
  if (load > 0) reaction.ahead /= load;
  return reaction;
}

}  // namespace flangeway::wheelrail
