// Finds contact patches and forces from a wheel, a rail and their relative motion.
#pragma once

#include <memory>

#include "flangeway/wheel_on_rail/contact.hpp"

namespace flangeway::wheel_on_rail {

/// Data kept between calls: prepared shapes, influence coefficients, memory. One per thread; results do not
/// depend on what was solved before.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;
  struct Memory;
  [[nodiscard]] Memory& memory() { return *memory_; }

 private:
  std::unique_ptr<Memory> memory_;
};

/// Solves one problem, which must have passed find_faults. `previous`: the contact of the instant before,
/// for shifts and transient rolling; null: none. Memory of `contact` is used again.
void solve(const ContactProblem& problem, const Contact* previous, Workspace& workspace, Contact& contact);

/// The same with nothing kept.
[[nodiscard]] Contact solve(const ContactProblem& problem);

}  // namespace flangeway::wheel_on_rail
