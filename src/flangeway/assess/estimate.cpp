#include "flangeway/assess/estimate.hpp"

#include <cmath>
#include <numbers>

#include "flangeway/assess/statistics.hpp"

namespace flangeway::assess {
namespace {

// ∫ from 0 to angle of cos^(ν−1): t = √ν tan(angle) turns the density of t into it.
double cosine_integral(double angle, double degrees) {
  constexpr int panels = 2000;  // Simpson's rule
  const double h = angle / panels;
  double sum = 0;
  for (int i = 0; i <= panels; ++i) {
    const double weight = i == 0 || i == panels ? 1 : (i % 2 == 1 ? 4 : 2);
    sum += weight * std::pow(std::cos(h * i), degrees - 1);
  }
  return sum * h / 3;
}

}  // namespace

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

double student_quantile(double p, double degrees) {
  const double whole = cosine_integral(std::numbers::pi / 2, degrees);
  double low = 0, high = std::numbers::pi / 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (0.5 + cosine_integral(middle, degrees) / (2 * whole) < p ? low : high) = middle;
  }
  return std::sqrt(degrees) * std::tan(low);
}

}  // namespace flangeway::assess
