#include "flangeway/vehicle/vehicle_expand.hpp"

namespace flangeway::vehicle {

namespace {

void flip_polar(Triple& vector) {
  vector[1] = -vector[1];
}
/// Moments turn the other way in a mirror.
void flip_axial(Triple& vector) {
  vector[0] = -vector[0];
  vector[2] = -vector[2];
}

template <typename Line>
void transform_line(Line& spec, double shift, bool mirror) {
  spec.position_i[0] += shift;
  spec.position_j[0] += shift;
  if (!mirror) return;
  flip_polar(spec.position_i);
  flip_polar(spec.position_j);
}

void transform(AxialSpec& spec, double shift, bool mirror) {
  transform_line(spec, shift, mirror);
}
void transform(SeriesSpec& spec, double shift, bool mirror) {
  transform_line(spec, shift, mirror);
}
void transform(ShearSpec& spec, double shift, bool mirror) {
  spec.position[0] += shift;
  if (!mirror) return;
  flip_polar(spec.position);
  flip_polar(spec.preload);
}
void transform(BumpStopSpec& spec, double shift, bool mirror) {
  spec.position[0] += shift;
  if (!mirror) return;
  flip_polar(spec.position);
  flip_polar(spec.direction);
}
void transform(AntiRollBarSpec&, double, bool) {}
void transform(ConstantSpec& spec, double shift, bool mirror) {
  spec.position[0] += shift;
  if (!mirror) return;
  flip_polar(spec.position);
  flip_polar(spec.force);
  flip_axial(spec.torque);
}
void transform(PointJointSpec& spec, double shift, bool mirror) {
  spec.position[0] += shift;
  if (mirror) flip_polar(spec.position);
}
void transform(RevoluteJointSpec& spec, double shift, bool mirror) {
  transform(static_cast<PointJointSpec&>(spec), shift, mirror);
  if (mirror) flip_polar(spec.axis);
}
void transform(RigidLinkSpec& spec, double shift, bool mirror) {
  transform_line(spec, shift, mirror);
}
void transform(GearSpec&, double, bool) {}

double side(const AxialSpec& spec) {
  return spec.position_i[1] + spec.position_j[1];
}
double side(const SeriesSpec& spec) {
  return spec.position_i[1] + spec.position_j[1];
}
double side(const ShearSpec& spec) {
  return spec.position[1];
}
double side(const BumpStopSpec& spec) {
  return spec.position[1];
}
double side(const AntiRollBarSpec&) {
  return 0;
}
double side(const ConstantSpec& spec) {
  return spec.position[1];
}
double side(const PointJointSpec& spec) {
  return spec.position[1];
}
double side(const RigidLinkSpec& spec) {
  return spec.position_i[1] + spec.position_j[1];
}
double side(const GearSpec&) {
  return 0;
}

template <typename Spec>
Spec copy_of(const Spec& original, const CopySpec& copy) {
  Spec out = original;
  out.name = copy.name;
  if (!copy.body_i.value.empty()) out.body_i = copy.body_i;
  if (!copy.body_j.value.empty()) out.body_j = copy.body_j;
  transform(out, copy.shift, false);
  return out;
}

template <typename Spec>
std::vector<Spec> expand_any(const Spec& spec) {
  std::vector<Spec> out = {spec};
  for (const CopySpec& copy : spec.copies) out.push_back(copy_of(spec, copy));
  const std::size_t count = spec.mirror_y ? out.size() : 0;
  const bool left = side(spec) >= 0;
  for (std::size_t k = 0; k < count; ++k) {
    Spec image = out[k];
    transform(image, 0, true);
    out[k].name.value += left ? "_left" : "_right";
    image.name.value += left ? "_right" : "_left";
    out.push_back(std::move(image));
  }
  for (Spec& element : out) element.copies.clear(), element.mirror_y = false;
  return out;
}

}  // namespace

std::vector<AxialSpec> expand(const AxialSpec& spec) {
  return expand_any(spec);
}
std::vector<SeriesSpec> expand(const SeriesSpec& spec) {
  return expand_any(spec);
}
std::vector<ShearSpec> expand(const ShearSpec& spec) {
  return expand_any(spec);
}
std::vector<BumpStopSpec> expand(const BumpStopSpec& spec) {
  return expand_any(spec);
}
std::vector<AntiRollBarSpec> expand(const AntiRollBarSpec& spec) {
  return expand_any(spec);
}
std::vector<ConstantSpec> expand(const ConstantSpec& spec) {
  return expand_any(spec);
}
std::vector<PointJointSpec> expand(const PointJointSpec& spec) {
  return expand_any(spec);
}
std::vector<RevoluteJointSpec> expand(const RevoluteJointSpec& spec) {
  return expand_any(spec);
}
std::vector<RigidLinkSpec> expand(const RigidLinkSpec& spec) {
  return expand_any(spec);
}
std::vector<GearSpec> expand(const GearSpec& spec) {
  return expand_any(spec);
}

bool is_central(const AxialSpec& spec) {
  return spec.position_i[1] == 0 && spec.position_j[1] == 0;
}
bool is_central(const SeriesSpec& spec) {
  return spec.position_i[1] == 0 && spec.position_j[1] == 0;
}
bool is_central(const ShearSpec& spec) {
  return side(spec) == 0;
}
bool is_central(const BumpStopSpec& spec) {
  return side(spec) == 0 && spec.direction[1] == 0;
}
bool is_central(const AntiRollBarSpec&) {
  return true;
}
bool is_central(const ConstantSpec& spec) {
  return side(spec) == 0 && spec.force[1] == 0 && spec.torque[0] == 0 && spec.torque[2] == 0;
}

bool is_central(const PointJointSpec& spec) {
  return side(spec) == 0;
}
bool is_central(const RevoluteJointSpec& spec) {
  return side(spec) == 0;
}
bool is_central(const RigidLinkSpec& spec) {
  return spec.position_i[1] == 0 && spec.position_j[1] == 0;
}
bool is_central(const GearSpec&) {
  return true;
}

}  // namespace flangeway::vehicle
