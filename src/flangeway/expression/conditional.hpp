// Comparisons and choices of expressions. A template that masks its special cases, as the creep laws do for
// batches, can then be instantiated with Expression.
#pragma once

#include "flangeway/expression/expression.hpp"

namespace flangeway::expression {

/// Whether something holds, as an expression that is 1 or 0.
class Condition {
 public:
  explicit Condition(const Expression& share) : share_(share) {}
  [[nodiscard]] const Expression& share() const { return share_; }
  /// "May hold": false only where it is known that it does not. Asks of a template whether any case is left.
  operator bool() const {  // NOLINT(google-explicit-constructor): stands where a bool or a mask does
    return !share_.is_number() || share_.number() != 0;
  }

 private:
  Expression share_;
};

[[nodiscard]] inline Condition operator>(const Expression& a, const Expression& b) {
  return Condition(select_positive(a - b, 1, 0));
}
[[nodiscard]] inline Condition operator<(const Expression& a, const Expression& b) {
  return b > a;
}
[[nodiscard]] inline Condition operator&(const Condition& a, const Condition& b) {
  return Condition(a.share() * b.share());
}

/// Exactly `yes` or exactly `no`, which must both be finite: no digits are lost where they are far apart.
[[nodiscard]] inline Expression select(const Condition& condition, const Expression& yes,
                                       const Expression& no) {
  return condition.share() * yes + (1 - condition.share()) * no;
}

/// For x > 0.
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
