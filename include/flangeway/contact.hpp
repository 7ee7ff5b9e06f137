// The contact of one wheel with one rail, or one patch of any shape, by boundary elements and fast methods.
//
//   Contact contact;
//   contact.set_text("wheel_on_rail.wheel", "s1002");
//   contact.set_text("wheel_on_rail.rail", "60e1");
//   contact.set_number("wheel_on_rail.vertical_force", 80e3);
//   contact.set_number("wheel_on_rail.wheelset.speed", 30);
//   if (contact.solve() == ContactStatus::solved) use(contact.force("track"));
//
// Keys, units and words as in contact files (docs/reference/contact.md). Forces act on the wheel or on
// the upper body. flangeway_contact.h has the same for other languages; messages may name its functions.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "flangeway/profile.hpp"

namespace flangeway {

enum class ContactStatus {
  solved,
  no_contact,    ///< a result: all forces are zero
  unreached,     ///< a prescribed force cannot be reached; message() says why
  not_converged  ///< a solver stopped early
};

struct Wrench {
  std::array<double, 3> force{};   ///< N
  std::array<double, 3> moment{};  ///< N m, about the origin of the frame
};

/// Elements of a patch: columns along x, rows along y.
struct ContactGrid {
  std::size_t columns = 0, rows = 0;
  double dx = 0, dy = 0;  ///< m, sides of an element
  double x = 0, y = 0;    ///< m, centre of the first element
};

/// One problem with its solution and history. Not for several threads at once; different objects are
/// independent. Functions throw InputError, and those that read a result also where there is none.
class Contact {
 public:
  Contact();
  Contact(Contact&&) noexcept;
  Contact& operator=(Contact&&) noexcept;
  ~Contact();

  /// The problem from a contact file with one case, or from its text. Earlier settings are forgotten.
  void load(const std::filesystem::path& file);
  void load_text(const std::string& text);
  /// Keys wheel_on_rail.wheel and wheel_on_rail.rail take the name.
  void add_profile(const std::string& name, const Profile& profile);

  /// Keys with their whole path. check() and solve() report all wrong values at once.
  void set_number(const std::string& key, double value);
  /// Lists; pairs one after the other: x, y, x, y, …
  void set_numbers(const std::string& key, std::span<const double> values);
  void set_text(const std::string& key, const std::string& text);
  void set_flag(const std::string& key, bool value);
  /// Removes a setting.
  void unset(const std::string& key);
  void check();

  /// Solves the instant. A history is read and not changed.
  ContactStatus solve();
  /// Why there is no solution, or warnings; empty if there are none.
  [[nodiscard]] const std::string& message() const;
  /// Makes the result the history of what follows, for shifts and transient rolling.
  void accept();
  void forget();
  /// The history for a restart file, and back.
  [[nodiscard]] std::vector<std::byte> history() const;
  void restore(std::span<const std::byte> history);

  [[nodiscard]] std::size_t patch_count() const;
  /// On all patches. frame: "track", "rail", "wheel" or "wheelset".
  [[nodiscard]] Wrench force(const std::string& frame) const;
  /// On one patch, counted from 0; also in the frame "patch".
  [[nodiscard]] Wrench patch_force(std::size_t patch, const std::string& frame = "patch") const;
  /// Numbers of a wheel on its rail: "z" (m), "velocity_pitch" (rad/s), "rail_deflection_y",
  /// "rail_deflection_z" (m).
  [[nodiscard]] double number(const std::string& name) const;
  /// "max_pressure" (Pa), "contact_area" (m²), "approach" (m), "lateral_creepage", … ; an unknown name throws
  /// InputError with all names.
  [[nodiscard]] double patch_number(std::size_t patch, const std::string& name) const;
  [[nodiscard]] ContactGrid grid(std::size_t patch) const;
  /// One number for each element, x fastest: "pressure", "traction_x", "traction_y" (Pa), "slip_x", "slip_y",
  /// "displacement_x" … "displacement_z", "gap" (m), "state" (0 outside, 1 adhesion, 2 slip, 3 plastic), …
  [[nodiscard]] std::vector<double> field(std::size_t patch, const std::string& name) const;
  /// Derivatives of longitudinal force, lateral force and moment (rows) with longitudinal creepage, lateral
  /// creepage and spin (columns).
  [[nodiscard]] std::array<double, 9> stiffness(std::size_t patch);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace flangeway
