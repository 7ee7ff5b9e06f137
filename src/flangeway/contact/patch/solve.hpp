// Solves one contact patch by boundary elements on the half-space, or by the faster methods that Method
// names.
#pragma once

#include <memory>

#include "flangeway/contact/patch/problem/faults.hpp"
#include "flangeway/contact/patch/problem/problem.hpp"

namespace flangeway::contact::patch {

/// Memory and coefficients kept between calls: with grids of the same element sides and materials nothing is
/// computed twice, with sizes not larger than before nothing is allocated. One per thread.
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

/// Fills `solution`. `previous` are the tractions of the previous instant for shifts and transient rolling
/// (same grid; null: none). What `solution` held before is the initial estimate if its sizes fit. The problem
/// must have passed find_faults.
void solve(const Problem& problem, const Tractions* previous, Workspace& workspace, Solution& solution);

/// The same with nothing kept.
[[nodiscard]] Solution solve(const Problem& problem);

}  // namespace flangeway::contact::patch
