// LU factors of a sparse matrix of some hundred rows whose pattern hardly ever changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flangeway::integrate {

/// For Newton matrices I − γJ: pivots are taken from the diagonal in an order of least fill, so that the
/// factors of bodies that hang together like a tree stay as sparse as the tree. A pivot that vanishes is
/// answered, not circumvented: a shorter step has another γ. The pattern is found from the entries and only
/// grows; factors are computed without allocation once it does not change.
class SparseLu {
 public:
  void init(std::size_t size);
  /// `columns`: size × size, column-major. False if a pivot vanishes or an entry is not finite.
  [[nodiscard]] bool factorise(const double* columns);
  /// Solves in place, after factorise().
  void solve(double* x) const;

  /// The pattern so far, from which the order of elimination follows. [size²]
  [[nodiscard]] const std::vector<std::uint8_t>& pattern() const { return pattern_; }
  /// Goes on with a pattern of the same size.
  void set_pattern(const std::vector<std::uint8_t>& pattern);

  /// Entries of both factors, for tests and the curious.
  [[nodiscard]] std::size_t entries() const { return later_.size() * 2 + size_; }

 private:
  bool grow_pattern(const double* columns);
  void order();

  std::size_t size_ = 0;
  std::vector<std::uint8_t> pattern_;  // [size²] entries that were not zero, in the given order, symmetric
  std::vector<std::size_t> place_;     // [size] row of the given matrix that is eliminated k-th
  std::vector<std::size_t> first_;     // [size + 1] into later_
  std::vector<std::size_t> later_;     // per pivot: rows (and columns) after it that it touches
  std::vector<double> factors_;  // [size²] row-major in the order of elimination: L below, U on and above
  mutable std::vector<double> permuted_;
};

}  // namespace flangeway::integrate
