// Comparisons and choices of expressions, so that a leaf template that masks its special cases (as the creep
// laws do for batches) can be instantiated with Expression.
#pragma once

#include "flangeway/expression/expression.hpp"

namespace flangeway::expression {

/// Holds where `excess` is positive.
class Condition {
 public:
  explicit Condition(const Expression& excess) : excess_(excess) {}
  [[nodiscard]] const Expression& excess() const { return excess_; }
  /// "May hold": false only where it is known that it does not. Asks of a template whether any case is left.
  operator bool() const {  // NOLINT(google-explicit-constructor): stands where a bool or a mask does
    return !excess_.is_number() || excess_.number() > 0;
  }

 private:
  Expression excess_;
};

[[nodiscard]] inline Condition operator>(const Expression& a, const Expression& b) {
  return Condition(a - b);
}
[[nodiscard]] inline Condition operator<(const Expression& a, const Expression& b) {
  return b > a;
}
[[nodiscard]] inline Condition operator&(const Condition& a, const Condition& b) {
  return Condition(select_positive(a.excess(), b.excess(), 0));
}

/// Exactly `yes` or exactly `no`, both of which must be finite.
[[nodiscard]] inline Expression select(const Condition& condition, const Expression& yes,
                                       const Expression& no) {
  return select_positive(condition.excess(), yes, no);
}

/// Of x > 0.
[[nodiscard]] inline Expression cbrt(const Expression& x) {
  return exp(log(x) * (1.0 / 3));
}
/// atan(x)/x; the first neglected term of the series is below 1e-14.
[[nodiscard]] inline Expression atan_ratio(const Expression& x) {
  const Expression square = x * x;
  const Condition large = square > 1e-5;
  const Expression series = 1 - square * (1.0 / 3 - square * (0.2 - square * (1.0 / 7)));
  const Expression divisor = select(large, x, 1);
  return select(large, atan(divisor) / divisor, series);
}

}  // namespace flangeway::expression
