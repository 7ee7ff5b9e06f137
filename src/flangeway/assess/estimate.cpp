#include "flangeway/assess/estimate.hpp"

#include <cmath>

#include "flangeway/assess/statistics.hpp"

namespace flangeway::assess {
double standard_deviation(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double middle = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - middle) * (value - middle);
  return std::sqrt(sum / static_cast<double>(values.size() - 1));
}

Regression regression(std::span<const double> x, std::span<const double> y) {
  Regression line;
  line.count = static_cast<double>(x.size());
  line.mean_x = mean(x);
  const double mean_y = mean(y);
  double product = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    line.sum_square += (x[i] - line.mean_x) * (x[i] - line.mean_x);
    product += (x[i] - line.mean_x) * (y[i] - mean_y);
  }
  line.slope = line.sum_square > 0 ? product / line.sum_square : 0;
  line.intercept = mean_y - line.slope * line.mean_x;
  double squares = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double off = y[i] - line.intercept - line.slope * x[i];
    squares += off * off;
  }
  if (line.count > 2) line.residual = std::sqrt(squares / (line.count - 2));
  return line;
}

double upper_estimate(const Regression& line, double x, double k) {
  const double beside = x - line.mean_x;
  const double spread = line.sum_square > 0 ? beside * beside / line.sum_square : 0;
  return line.intercept + line.slope * x + k * line.residual * std::sqrt(1 + 1 / line.count + spread);
}

}  // namespace flangeway::assess
