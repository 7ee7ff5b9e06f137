// Counts memory allocations, to hold "a step allocates nothing" in a test:
//
//   AllocationGuard guard;
//   step(model, state, workspace);
//   EXPECT_EQ(guard.count(), 0u);
#pragma once

#include <cstddef>

namespace flangeway::test {

/// Counts every allocation that this thread makes after the guard was built: operator new, malloc and its
/// relatives (so Eigen, the standard library and C libraries are seen alike). Guards may be nested.
class AllocationGuard {
 public:
  AllocationGuard();
  [[nodiscard]] std::size_t count() const;

 private:
  std::size_t at_start_;
};

}  // namespace flangeway::test
