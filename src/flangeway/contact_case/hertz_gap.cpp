#include "flangeway/contact_case/hertz_gap.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/hertz.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact_case {
namespace {

// Ratio A/B of the gap's coefficients that gives an ellipse of this a/b: ln(a/b) falls as ln(A/B) rises.
double coefficient_ratio(double a_over_b) {
  const double wanted = std::log(a_over_b);
  double low = -40, high = 40;
  for (int i = 0; i < 100; ++i) {
    const double middle = (low + high) / 2;
    (contact::ellipse_shape(std::exp(middle)).log_a_over_b > wanted ? low : high) = middle;
  }
  return std::exp((low + high) / 2);
}

// Normal force that presses a Hertzian contact of A + B = `sum` by the approach.
double force_of(const contact::EllipseShape& shape, double sum, double approach, double modulus) {
  const double scaled = approach / (shape.approach * std::cbrt(sum));
  return modulus * scaled * std::sqrt(scaled);
}

}  // namespace

HertzGap from_curvatures(double a1, double b1, HertzLoad load, double modulus) {
  const contact::EllipseShape shape = contact::ellipse_shape(a1 / b1);
  const double sum = a1 + b1;
  const double force = load.by_force ? load.value : force_of(shape, sum, load.value, modulus);
  const double scale = std::cbrt(force / (sum * modulus));
  return {a1, b1, shape.a * scale, shape.b * scale, force, shape.approach * sum * scale * scale};
}

HertzGap from_ratio(double a1, double a_over_b, HertzLoad load, double modulus) {
  return from_curvatures(a1, a1 / coefficient_ratio(a_over_b), load, modulus);
}

HertzGap from_axes(double a, double b, HertzLoad load, double modulus) {
  const double ratio = coefficient_ratio(a / b);
  const contact::EllipseShape shape = contact::ellipse_shape(ratio);
  const double k = shape.a / a;
  const double sum = load.by_force ? k * k * k * load.value / modulus : load.value * k * k / shape.approach;
  HertzGap gap = from_curvatures(sum * ratio / (1 + ratio), sum / (1 + ratio), load, modulus);
  gap.a = a, gap.b = b;  // to the last digit
  return gap;
}

HertzGap line_from_curvature(double a1, double b, double force, double modulus) {
  return {a1, 0, std::sqrt(force / (b * pi * modulus * a1)), b, force, 0};  // a² = 2 P/(π E* A), P = F/2b
}

HertzGap line_from_width(double a, double b, double force, double modulus) {
  return {force / (b * pi * modulus * a * a), 0, a, b, force, 0};
}

std::vector<double> hertz_pressure(const contact::patch::Grid& grid, const HertzGap& hertz, double force,
                                   bool line, GivenPressure shape) {
  const bool elliptic = shape == GivenPressure::elliptic;
  const double a = hertz.a, b = hertz.b;
  const double mean = force / (line ? 4 * a * b : pi * a * b);
  const double largest = mean * (line ? (elliptic ? 4 / pi : 1.5) : (elliptic ? 1.5 : 2));
  std::vector<double> pressure;
  for (int iy = 0; iy < grid.ny; ++iy)
    for (int ix = 0; ix < grid.nx; ++ix) {
      const double x = grid.x(ix) / a, y = grid.y(iy) / b;
      const double room = line ? (std::abs(y) <= 1 ? 1 - x * x : 0) : 1 - x * x - y * y;
      const double inside = std::max(0.0, room);
      pressure.push_back(largest * (elliptic ? std::sqrt(inside) : inside));
    }
  return pressure;
}

}  // namespace flangeway::contact_case
