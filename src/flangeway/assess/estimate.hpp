// The largest value that has to be expected from the values of many sections.
#pragma once

#include <span>

namespace flangeway::assess {

/// Standard deviation of a sample, with n − 1; 0 for fewer than two values.
[[nodiscard]] double standard_deviation(std::span<const double> values);

/// The line y = intercept + slope x with the least squares of its residuals.
struct Regression {
  double intercept = 0, slope = 0;
  double residual = 0;  ///< standard deviation about the line, with n − 2; 0 for fewer than three points
  double mean_x = 0, sum_square = 0;  ///< Σ (x − mean_x)²
  double count = 0;
};
/// As many x as y, at least one. Where all x are equal the slope is 0.
[[nodiscard]] Regression regression(std::span<const double> x, std::span<const double> y);

/// intercept + slope x + k · residual · √(1 + 1/n + (x − mean_x)²/sum_square): what one further value at x is
/// not expected to exceed.
[[nodiscard]] double upper_estimate(const Regression& line, double x, double k);

/// Student's t: the value that a variable with so many degrees of freedom (>= 1) does not exceed with this
/// probability (0 < probability < 1).
[[nodiscard]] double student_quantile(double probability, double degrees);

/// Chi squared, in the same way.
[[nodiscard]] double chi_square_quantile(double probability, double degrees);

}  // namespace flangeway::assess
