#include "flangeway/evolution/run_wear.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/wheel.hpp"

namespace flangeway::evolution {

RunWear::ContactColumns RunWear::columns_of(const std::vector<results::Channel>& all,
                                            const std::string& contact) const {
  const auto at = [&](const char* name) { return results::place_of(all, contact + name); };
  return {at("normal_force"),
          at("semi_axis_a"),
          at("semi_axis_b"),
          at("creepage_x"),
          at("creepage_y"),
          at("spin"),
          at("contact_angle"),
          at("wheel_s"),
          at("rail_s"),
          at("creep_force_x"),
          at("creep_force_y"),
          at("spin_moment"),
          wheelrail::friction_varies(contact_) ? std::optional(at("friction")) : std::nullopt};
}

RunWear::RunWear(const vehicle_case::CaseModel& model, const damage::WearLaw& law,
                 const WearSettings& settings)
    : contact_(model.contact.settings),
      law_(law),
      settings_(settings),
      ellipse_(contact::patch::combine(contact_.patch.wheel, contact_.patch.rail), settings.elements) {
  const std::vector<results::Channel> all = simulate::channels(model);
  distance_ = results::place_of(all, "distance");
  for (std::size_t i = 0; i < model.contact.wheelsets.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      if (!simulate::has_wheel(model, i, side)) continue;
      const std::string name = simulate::wheel_name(model, i, side);
      const std::string wheelset = name.substr(0, name.rfind('.'));
      columns_.push_back({side,
                          results::place_of(all, wheelset + ".speed"),
                          results::place_of(all, wheelset + ".s"),
                          {columns_of(all, name + ".tread."), columns_of(all, name + ".flange.")}});
      wheels_.push_back(
          {name, damage::WheelWear(model.contact.wheelsets[i].radius, model.shapes.wheels[2 * i + side].curve,
                                   model.shapes.rails[side].curve)});
    }
  }
}

void RunWear::add(const double* row) {
  const double step = std::abs(row[distance_] - last_);
  last_ = row[distance_];
  run_ += step;
  if (!(step > 0) || run_ <= settings_.from) return;
  total_ += step;
  for (std::size_t i = 0; i < wheels_.size(); ++i) {
    for (const ContactColumns& contact : columns_[i].contacts) {
      if (!add_contact(row, contact, step, columns_[i], wheels_[i])) continue;
      add_fatigue(row, contact, step, wheels_[i].fatigue);
    }
    while (settings_.cell > 0 &&
           total_ >= settings_.cell * static_cast<double>(wheels_[i].history.size() + 1))
      wheels_[i].history.push_back(wheels_[i].wear.wheel().depth());
  }
}

bool RunWear::add_contact(const double* row, const ContactColumns& at, double step,
                          const WheelColumns& columns, WornWheel& wheel) {
  const double speed = std::abs(row[columns.speed]);
  const wheelrail::RailFriction& rail = contact_.friction[columns.side];
  const double coefficient =
      at.friction ? row[*at.friction] : wheelrail::friction_coefficient(rail, row[at.angle], 0);
  const double sliding = speed * std::hypot(row[at.x], row[at.y]);
  const damage::EllipseContact contact{
      row[at.a],
      row[at.b],
      row[at.force],
      row[at.x],
      row[at.y],
      row[at.spin],
      wheelrail::sliding_friction(contact_, columns.side,
                                  {coefficient, sliding, speed, row[at.angle], row[columns.s]}),
      speed,
      std::max(0.0, -(row[at.force_x] * row[at.x] + row[at.force_y] * row[at.y] +
                      row[at.spin_moment] * row[at.spin]))};
  if (!ellipse_.find(law_, contact, wear_)) return false;
  const double pressure = 1.5 * contact.normal_force / (pi * contact.a * contact.b);
  if (pressure > wheel.pressure)
    wheel.hardest = contact, wheel.pressure = pressure, wheel.place = row[at.wheel];
  wheel.wear.add(wear_, contact.b, {row[at.wheel], row[at.rail], wheelrail::sign_of(columns.side)}, step);
  return true;
}

// After add_contact() with the same contact.
void RunWear::add_fatigue(const double* row, const ContactColumns& at, double step, Fatigue& fatigue) const {
  const double used = std::hypot(row[at.force_x], row[at.force_y]) / row[at.force];
  const double index =
      damage::surface_fatigue_index(used, row[at.a], row[at.b], row[at.force], settings_.yield_in_shear);
  fatigue.largest_index = std::max(fatigue.largest_index, index);
  if (index > 0) fatigue.ratchets += step;
  fatigue.cracks += damage::crack_damage(wear_.t_gamma) * step;
}

std::vector<damage::SubsurfaceMap> RunWear::below_the_surface() const {
  std::vector<damage::SubsurfaceMap> maps;
  for (const WornWheel& wheel : wheels_)
    maps.push_back(damage::subsurface_fatigue(contact_.patch.wheel, contact_.patch.rail, wheel.hardest,
                                              settings_.elements, {.factor = settings_.hydrostatic_factor}));
  return maps;
}

}  // namespace flangeway::evolution
