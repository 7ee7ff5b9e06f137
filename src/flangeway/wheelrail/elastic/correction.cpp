#include "flangeway/wheelrail/elastic/correction.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/multibody/kinematics.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

constexpr double lever = 0.75;                      // [m] of a wheel about the centre of its wheelset
constexpr double min_factor = 0.2, max_factor = 5;  // of Hertz's force

// Changes of the coordinates that are one: of ln N, y (m), yaw and roll (rad), ξ, η, φ (1/m), share of the
// flange.
constexpr std::array<double, 8> units{0.3, 2e-4, 2e-3, 2e-3, 5e-4, 5e-4, 0.2, 0.1};

// use(contact) for the contacts of one wheel.
template <typename Result, typename Use>
void for_wheel(Result& result, std::size_t side, const Use& use) {
  for (std::size_t k = 0; k < result.contact_count; ++k)
    if (result.contacts[k].side == side) use(result.contacts[k]);
}

// The larger of force and moment over a lever, over the load; the factor counts as force.
double size_of(const PatchValues& value) {
  return std::max({std::abs(value(0)), value.segment<3>(1).norm(), value.segment<3>(4).norm() / lever});
}

// Normal and creep forces of one contact, or of some.
struct ContactSum {
  double normal = 0;
  contact::CreepForces creep;
  void add(double more, const contact::CreepForces& forces) {
    normal += more;
    creep.longitudinal += forces.longitudinal;
    creep.lateral += forces.lateral;
    creep.spin_moment += forces.spin_moment;
  }
};

// Undamped Hertz force and creep forces of a contact with `factor` times its load. Creep forces follow their
// slope.
ContactSum law_of(const Contact& contact, double factor) {
  const BasicContactForces<double>& law = contact.stand_in;
  const double normal = factor * contact.hertz_force, more = normal - law.normal_force;
  const contact::CreepForces &f = law.forces, &slope = law.forces_by_load;
  return {normal,
          {f.longitudinal + more * slope.longitudinal, f.lateral + more * slope.lateral,
           f.spin_moment + more * slope.spin_moment}};
}

// … of a wheel: force and moment about the centre.
PatchAction law_action(const WheelsetResult& result, std::size_t side, double factor) {
  PatchAction action;
  for_wheel(result, side, [&](const Contact& contact) {
    const ContactSum law = law_of(contact, factor);
    const Vec3 force = contact.normal * law.normal + contact.longitudinal * law.creep.longitudinal +
                       contact.lateral * law.creep.lateral;
    action.force += force;
    action.moment += contact.arm.cross(force) + contact.normal * law.creep.spin_moment;
    const double now = contact.stand_in.normal_force;
    if (now > 0) action.moment += law.normal / now * contact.moment;
    action.pressure += law.normal;
  });
  return action;
}

// The contact of a wheel that carries most, by Hertz.
template <typename Result>
auto* main_contact(Result& result, std::size_t side) {
  decltype(&result.contacts[0]) best = nullptr;
  for_wheel(result, side, [&](auto& contact) {
    if (!best || contact.hertz_force > best->hertz_force) best = &contact;
  });
  return best;
}

// Whether the contact nearest to a patch is on the flange.
bool on_flange(const WheelsetResult& result, std::size_t side, const PatchForces& patch) {
  const auto distance = [&](const Contact& contact) {
    return std::abs(contact.values[geometry::wheel_profile_y] - patch.wheel_y);
  };
  const Contact* best = nullptr;
  for_wheel(result, side, [&](const Contact& contact) {
    if (!best || distance(contact) < distance(*best)) best = &contact;
  });
  return best && best->flange;
}

// Tread or flange of a wheel: its contacts and its patches.
struct Part {
  ContactSum law, solved;
  const Contact* contact = nullptr;  // the largest
  const PatchForces* patch = nullptr;
};

PatchRatios ratios_of(const Part& part, double factor) {
  using namespace geometry;
  PatchRatios ratios;
  if (!part.contact || !(part.law.normal > 0)) return ratios;
  const ContactSum &law = part.law, &solved = part.solved;
  ratios.normal = solved.normal / law.normal;
  if (!part.patch || !(solved.normal > 0)) return ratios;
  const auto rest = [&](double patches, double of_law) {
    return (patches - ratios.normal * of_law) / solved.normal;
  };
  ratios.longitudinal = rest(solved.creep.longitudinal, law.creep.longitudinal);
  ratios.lateral = rest(solved.creep.lateral, law.creep.lateral);
  ratios.spin = rest(solved.creep.spin_moment, law.creep.spin_moment);
  const double load = factor * part.contact->hertz_force, scale = std::cbrt(load);
  const double a = part.contact->values[patch_a] * scale, b = part.contact->values[patch_b] * scale;
  ratios.length = part.patch->half_length / a;
  ratios.width = part.patch->half_width / b;
  ratios.max_pressure = part.patch->max_pressure / (1.5 * load / (pi * a * b));
  return ratios;
}

}  // namespace

double hertz_load(const WheelsetResult& result, std::size_t side) {
  double load = 0;
  for_wheel(result, side, [&](const Contact& contact) { load += contact.hertz_force; });
  return load;
}

PatchCoordinates patch_coordinates(const WheelsetResult& result, std::size_t side) {
  const Placement& place = result.wheels[side].placement;
  PatchCoordinates x = PatchCoordinates::Zero();
  double load = 0;
  for_wheel(result, side, [&](const Contact& contact) {
    const double part = contact.hertz_force;
    load += part;
    x(4) += part * contact.creepages.longitudinal;
    x(5) += part * contact.creepages.lateral;
    x(6) += part * contact.creepages.spin;
    if (contact.flange) x(7) += part;
  });
  if (load > 0) x.tail<4>() /= load;
  x(0) = std::log(std::max(load, 1.0));
  x(1) = place.y - place.rail.y;
  x(2) = place.axes(0, 1) + place.rail.y_slope;  // sine of the yaw, negative
  x(3) = place.axes(2, 1) - place.rail.roll;
  for (std::size_t i = 0; i < units.size(); ++i) x(static_cast<Eigen::Index>(i)) /= units[i];
  return x;
}

// Further away than patches would be solved again the line ends.
PatchValues correction_at(const PatchCorrection& correction, const PatchCoordinates& place) {
  PatchCoordinates change = place - correction.at;
  const double distance = change.norm(), most = 2 * correction.reach;
  if (distance > most) change *= most / distance;
  PatchValues value = correction.value + correction.slope * change;
  value(0) = std::clamp(value(0), min_factor, max_factor);
  return value;
}

bool is_due(const PatchCorrection& correction, const PatchCoordinates& place) {
  constexpr std::size_t most_passed = 25;
  return !correction.known || correction.passed >= most_passed ||
         (place - correction.at).norm() > correction.reach;
}

PatchValues difference(const WheelsetResult& result, std::size_t side, const PatchAction& patches) {
  PatchValues value;
  value(0) = std::clamp(patches.pressure / hertz_load(result, side), min_factor, max_factor);
  const PatchAction law = law_action(result, side, value(0));
  value.segment<3>(1) = (patches.force - law.force) / law.pressure;
  value.segment<3>(4) = (patches.moment - law.moment) / law.pressure;
  return value;
}

std::array<PatchRatios, 2> ratios(const WheelsetResult& result, std::size_t side, double factor,
                                  const PatchAction& patches) {
  std::array<Part, 2> parts;
  for_wheel(result, side, [&](const Contact& contact) {
    Part& part = parts[contact.flange];
    const ContactSum law = law_of(contact, factor);
    part.law.add(law.normal, law.creep);
    if (!part.contact || contact.hertz_force > part.contact->hertz_force) part.contact = &contact;
  });
  for (std::size_t i = 0; i < patches.patch_count; ++i) {
    const PatchForces& patch = patches.patches[i];
    Part& part = parts[on_flange(result, side, patch)];
    part.solved.add(patch.normal, {patch.longitudinal, patch.lateral, patch.spin_moment});
    if (!part.patch || patch.normal > part.patch->normal) part.patch = &patch;
  }
  return {ratios_of(parts[0], factor), ratios_of(parts[1], factor)};
}

void learn(const PatchCoordinates& place, const PatchValues& value, double tolerance,
           PatchCorrection& correction) {
  FLANGEWAY_ASSERT(tolerance >= 0, "a tolerance has no sign");
  constexpr double min_reach = 0.02, max_reach = 2, first_reach = 0.1;
  constexpr double noise = 0.05;  // distance below which a secant tells little
  constexpr double jump = 10;     // tolerances: the secant across a jump tells nothing
  if (!correction.known) {
    correction.slope.setZero();
    correction.reach = first_reach;
  } else {
    const PatchCoordinates change = place - correction.at;
    const double distance = change.norm();
    const PatchValues error = value - correction.value - correction.slope * change;
    const double part = size_of(error) / tolerance;
    if (part > jump) {
      correction.slope.setZero();
    } else {
      correction.slope += error * change.transpose() / (change.squaredNorm() + noise * noise);
    }
    const double factor = std::clamp(0.8 / std::sqrt(std::max(part, 1e-6)), 0.3, 2.0);
    if (factor < 1) {
      correction.reach = std::min(correction.reach, std::max(distance, 0.3 * correction.reach)) * factor;
    } else if (distance > correction.reach / 2) {
      correction.reach *= factor;
    }
    correction.reach = std::clamp(correction.reach, min_reach, max_reach);
  }
  correction.at = place;
  correction.value = value;
  correction.known = true;
  correction.passed = 0;
}

void scale_normal_forces(double factor, std::size_t side, WheelsetResult& result) {
  for_wheel(result, side, [&](Contact& contact) {
    contact.normal_force *= factor;
    contact.elastic_force *= factor;
    contact.stiffness *= factor;
    contact.moment *= factor;
    contact.energy *= factor;
  });
}

void scale_forces(double factor, std::size_t side, WheelsetResult& result) {
  for_wheel(result, side, [&](Contact& contact) {
    const double more = (factor - 1) * contact.normal_force;
    contact::CreepForces& f = contact.forces;
    const contact::CreepForces& slope = contact.forces_by_load;
    f.longitudinal += more * slope.longitudinal;
    f.lateral += more * slope.lateral;
    f.spin_moment += more * slope.spin_moment;
  });
  scale_normal_forces(factor, side, result);
}

void add_rest(const multibody::BodyState& body, const PatchValues& value, std::size_t side,
              WheelsetResult& result) {
  Contact* contact = main_contact(result, side);
  if (!contact) return;
  double load = 0;
  for_wheel(result, side, [&](const Contact& one) { load += one.normal_force; });
  const Vec3 force = load * value.segment<3>(1), moment = load * value.segment<3>(4);
  contact->force += force;
  result.wheels[side].moment_beside += moment - contact->arm.cross(force);
  result.reaction += multibody::generalized_force(body, force, moment);
}

void show_patches(const std::array<PatchRatios, 2>& parts, std::size_t side, WheelsetResult& result) {
  using namespace geometry;
  for_wheel(result, side, [&](Contact& contact) {
    const PatchRatios& part = parts[contact.flange];
    contact::CreepForces& f = contact.forces;
    const double normal = part.normal * contact.normal_force, spin_moment = f.spin_moment;
    f.longitudinal = part.normal * f.longitudinal + normal * part.longitudinal;
    f.lateral = part.normal * f.lateral + normal * part.lateral;
    f.spin_moment = part.normal * f.spin_moment + normal * part.spin;
    result.wheels[side].moment_beside -= contact.normal * (f.spin_moment - spin_moment);
    contact.normal_force = normal;
    const double growth = 1 / std::cbrt(std::max(part.normal, 1e-9));  // a ~ values[a] ∛N
    contact.values[patch_a] *= part.length * growth;
    contact.values[patch_b] *= part.width * growth;
    contact.pressure_ratio = part.max_pressure * part.length * part.width / std::max(part.normal, 1e-9);
  });
}

}  // namespace flangeway::wheelrail::elastic
