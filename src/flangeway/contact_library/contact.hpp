// The problem, the history and the result of a handle, for the interfaces in C and in C++. Functions throw
// BadInput.
#pragma once

#include <span>
#include <string>

#include "flangeway/contact/patch/stiffness.hpp"
#include "flangeway/contact/patch/subsurface/subsurface.hpp"
#include "flangeway/contact_library/history.hpp"
#include "flangeway/contact_library/quantities.hpp"
#include "flangeway/contact_library/setup.hpp"
#include "flangeway/wheel_on_rail/solve.hpp"

namespace flangeway::contact_library {

class ContactHandle {
 public:
  Setup setup;
  History history;

  /// Throws BadInput where the problem is not one. `message`: why there is no solution, or warnings.
  contact_case::Status solve(std::string& message);
  /// Throws BadInput without a finite result.
  void accept();
  void check();

  [[nodiscard]] const Result* result() const { return result_.get(); }
  /// Throw BadInput where there is no result, or no such thing in it.
  [[nodiscard]] const Result& finite_result() const;
  [[nodiscard]] int patch_count() const;
  [[nodiscard]] PatchView patch(int index) const;
  [[nodiscard]] double number(std::string_view name) const;
  [[nodiscard]] double patch_number(int index, std::string_view name) const;
  void field(int index, std::string_view name, std::span<double> values) const;
  [[nodiscard]] wheel_on_rail::Wrench wrench(std::string_view frame) const;
  [[nodiscard]] wheel_on_rail::Wrench patch_wrench(int index, std::string_view frame) const;
  /// On a wheel on the right lateral creepage, spin, lateral force and moment change their signs.
  [[nodiscard]] std::array<double, 9> stiffness(int index);
  void stresses(int index, double z, std::span<const double> x, std::span<const double> y,
                std::span<double> values) const;

 private:
  void solve_patch(contact_case::PatchCase given, Result& result, std::string& message);
  void solve_wheel(contact_case::WheelRailCase given, Result& result, std::string& message);
  [[nodiscard]] std::shared_ptr<Result> fresh_result();

  std::shared_ptr<Result> result_, spare_;
  contact::patch::Workspace patch_workspace_;
  wheel_on_rail::Workspace wheel_workspace_;
};

/// A finding about a call: "FUNCTION: what: problem …".
[[noreturn]] void refuse(std::string what, std::string problem, std::string got, std::string allowed,
                         std::string advice);

/// Refuses texts that are no path of a key: other characters could change other keys.
void check_key(const std::string& path);

}  // namespace flangeway::contact_library
