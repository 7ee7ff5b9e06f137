// Handles of the tests. Private to them.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "flangeway_contact.h"

namespace flangeway::contact_library::test {

struct Destroy {
  void operator()(flangeway_contact* contact) const { flangeway_contact_destroy(contact); }
  void operator()(flangeway_contact_history* history) const { flangeway_contact_history_destroy(history); }
};
using Handle = std::unique_ptr<flangeway_contact, Destroy>;
using Kept = std::unique_ptr<flangeway_contact_history, Destroy>;

inline Handle make() {
  flangeway_contact* made = nullptr;
  EXPECT_EQ(flangeway_contact_create(FLANGEWAY_CONTACT_INTERFACE, &made), FLANGEWAY_CONTACT_OK);
  return Handle(made);
}

inline std::string message(const flangeway_contact* contact) {
  std::size_t size = 0;
  flangeway_contact_get_message(contact, nullptr, 0, &size);
  std::vector<char> buffer(size + 1);
  flangeway_contact_get_message(contact, buffer.data(), buffer.size(), nullptr);
  return buffer.data();
}

inline void set(const Handle& contact, const std::string& key, double value) {
  EXPECT_EQ(flangeway_contact_set_number(contact.get(), key.c_str(), value), 0) << message(contact.get());
}
inline void set(const Handle& contact, const std::string& key, const char* text) {
  EXPECT_EQ(flangeway_contact_set_text(contact.get(), key.c_str(), text), 0) << message(contact.get());
}

// A wheel with flange clearance to spare, on elements of 1 mm.
inline Handle wheel_on_rail(const char* side = "left", const char* motion = "steady_rolling") {
  Handle contact = make();
  set(contact, "wheel_on_rail.side", side);
  set(contact, "wheel_on_rail.wheel", "s1002");
  set(contact, "wheel_on_rail.rail", "60e1");
  set(contact, "wheel_on_rail.tangential", motion);
  set(contact, "wheel_on_rail.rail_place.inclination_angle", 0.025);
  set(contact, "wheel_on_rail.vertical_force", 60e3);
  set(contact, "wheel_on_rail.wheelset.speed", 20.0);
  set(contact, "wheel_on_rail.wheelset.y", 1e-3);
  set(contact, "wheel_on_rail.wheelset.yaw", 2e-3);
  set(contact, "wheel_on_rail.elements.dx", 1e-3);
  set(contact, "wheel_on_rail.elements.ds", 1e-3);
  return contact;
}

// A ball of 0.4 m radius on a plane.
inline Handle ball(const char* motion = "steady_rolling") {
  Handle contact = make();
  const std::array<double, 2> curvatures{2.5, 2.5};
  EXPECT_EQ(flangeway_contact_set_numbers(contact.get(), "patch.surface.curvatures", 2, curvatures.data()),
            0);
  set(contact, "patch.normal_force", 50e3);
  set(contact, "patch.tangential", motion);
  set(contact, "patch.speed", 10.0);
  set(contact, "patch.longitudinal_creepage", 1e-3);
  set(contact, "patch.elements.nx", 16.0);
  set(contact, "patch.elements.ny", 15.0);
  return contact;
}

inline void solve(const Handle& contact) {
  EXPECT_EQ(flangeway_contact_solve(contact.get()), FLANGEWAY_CONTACT_OK) << message(contact.get());
}

inline double patch_number(const Handle& contact, const char* name) {
  double value = 0;
  EXPECT_EQ(flangeway_contact_get_patch_number(contact.get(), 0, name, &value), 0) << message(contact.get());
  return value;
}

struct Loads {
  std::array<double, 3> force{}, moment{};
  bool operator==(const Loads&) const = default;
};
inline Loads loads(const Handle& contact, const char* frame = "track") {
  Loads found;
  EXPECT_EQ(flangeway_contact_get_force(contact.get(), frame, found.force.data(), found.moment.data()), 0)
      << message(contact.get());
  return found;
}

struct FieldOf {
  std::array<int, 2> size{};
  std::array<double, 4> geometry{};
  std::vector<double> values;
  [[nodiscard]] double at(int ix, int iy) const {
    return values[static_cast<std::size_t>(ix + size[0] * iy)];
  }
};
inline FieldOf field(const Handle& contact, const char* name) {
  FieldOf found;
  EXPECT_EQ(flangeway_contact_get_grid(contact.get(), 0, found.size.data(), found.geometry.data()), 0);
  found.values.resize(static_cast<std::size_t>(found.size[0] * found.size[1]));
  EXPECT_EQ(flangeway_contact_get_field(contact.get(), 0, name, found.values.size(), found.values.data()), 0)
      << message(contact.get());
  return found;
}

}  // namespace flangeway::contact_library::test
