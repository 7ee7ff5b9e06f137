#include "flangeway/contact/hertz.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "flangeway/contact/elliptic_integrals.hpp"
#include "flangeway/contact/kalker_table.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/math/uniform_spline.hpp"

namespace flangeway::contact {
namespace {

// u = ln κ ≤ 0 with ln(B/(κ² D)) = log_ratio ≥ 0, by Newton from `u`. The function is odd in u and nearly
// straight, slope −3/2 … −2.
double log_kappa_from(double u, double log_ratio) {
  for (int i = 0; i < 12; ++i) {
    const double kappa = std::exp(u), k_square = -std::expm1(2 * u);
    const EllipticIntegrals e = elliptic_integrals(kappa);
    const double d_slope = k_square > 1e-6 ? (kappa * kappa * e.d - e.b) / k_square : -0.75 * e.d;  // dD/du
    const double slope = -3 - d_slope * (1 / e.b + 1 / e.d);
    const double change = (std::log(e.b / e.d) - 2 * u - log_ratio) / slope;
    u -= change;
    if (u > 0) u = 0;
    if (std::abs(change) < 1e-7) break;  // the error left is of the order of its square
  }
  return u;
}

// The fit κ = R^−0.636 [Hamrock1991]: four Newton steps from there.
double rough_log_kappa(double log_ratio) {
  return -0.636 * log_ratio;
}

constexpr double guess_range = 20;  // ratios up to 5e8

math::UniformSpline make_guess() {
  constexpr int intervals = 400;
  std::vector<double> u;
  for (int i = 0; i <= intervals; ++i) {
    const double log_ratio = guess_range * i / intervals;
    u.push_back(log_kappa_from(rough_log_kappa(log_ratio), log_ratio));
  }
  return math::UniformSpline(0, guess_range / intervals, {u});
}

// One Newton step from a table of solutions, which is right within 1e-8.
double log_kappa(double log_ratio) {
  static const math::UniformSpline guess = make_guess();
  if (log_ratio > guess_range) return log_kappa_from(rough_log_kappa(log_ratio), log_ratio);
  return log_kappa_from(std::min(guess.value(0, log_ratio), 0.0), log_ratio);
}

}  // namespace

double contact_modulus(const Material& wheel, const Material& rail) {
  const auto compliance = [](const Material& m) {
    return (1 - m.poisson_ratio * m.poisson_ratio) / m.youngs_modulus;
  };
  return 1 / (compliance(wheel) + compliance(rail));
}

double combined_shear_modulus(const Material& wheel, const Material& rail) {
  return 2 / (1 / wheel.shear_modulus() + 1 / rail.shear_modulus());
}

double combined_poisson_ratio(const Material& wheel, const Material& rail) {
  return combined_shear_modulus(wheel, rail) / 2 *
         (wheel.poisson_ratio / wheel.shear_modulus() + rail.poisson_ratio / rail.shear_modulus());
}

EllipseShape ellipse_shape(double longitudinal_over_lateral) {
  FLANGEWAY_ASSERT(longitudinal_over_lateral > 0, "curvatures are positive");
  const double log_ratio = std::log(longitudinal_over_lateral);
  const double u = log_kappa(std::abs(log_ratio));
  const double kappa = std::exp(u);
  const EllipticIntegrals e = elliptic_integrals(kappa);
  // long³ κ² = 3E/(2π), with E = B + κ² D; approach = 3K/(2π long). [Johnson1985, ch. 4.2]
  const double longer = std::cbrt(3 * (e.b / (kappa * kappa) + e.d) / (2 * pi));
  const double shorter = kappa * longer;
  EllipseShape shape;
  const bool long_in_x = log_ratio < 0;  // the flatter direction
  shape.log_a_over_b = long_in_x ? -u : u;
  shape.a_over_b = long_in_x ? 1 / kappa : kappa;
  shape.a = long_in_x ? longer : shorter;
  shape.b = long_in_x ? shorter : longer;
  shape.approach = 3 * e.first / (2 * pi * longer);
  return shape;
}

UnitPatch unit_patch(double curvature_sum_longitudinal, double curvature_sum_lateral, const Material& wheel,
                     const Material& rail) {
  FLANGEWAY_ASSERT(curvature_sum_longitudinal > 0 && curvature_sum_lateral > 0, "curvatures are positive");
  const EllipseShape shape = ellipse_shape(curvature_sum_longitudinal / curvature_sum_lateral);
  const double sum = (curvature_sum_longitudinal + curvature_sum_lateral) / 2;  // A + B
  const double modulus = contact_modulus(wheel, rail);
  const double length = 1 / std::cbrt(sum * modulus);  // m/N^⅓
  const KalkerCoefficients c = kalker_coefficients(shape.log_a_over_b, combined_poisson_ratio(wheel, rail));
  UnitPatch patch;
  patch.a = shape.a * length;
  patch.b = shape.b * length;
  patch.approach = shape.approach * sum * length * length;
  patch.c11 = c.c11;
  patch.c22 = c.c22;
  patch.c23 = c.c23;
  patch.c33 = c.c33;
  return patch;
}

double hertz_stiffness(double curvature_sum_longitudinal, double curvature_sum_lateral, const Material& wheel,
                       const Material& rail) {
  FLANGEWAY_ASSERT(curvature_sum_longitudinal > 0 && curvature_sum_lateral > 0, "curvatures are positive");
  const EllipseShape shape = ellipse_shape(curvature_sum_longitudinal / curvature_sum_lateral);
  const double sum = (curvature_sum_longitudinal + curvature_sum_lateral) / 2;
  const double scaled = shape.approach * std::cbrt(sum);  // δ = scaled (N/E*)^⅔
  return contact_modulus(wheel, rail) / (scaled * std::sqrt(scaled));
}

}  // namespace flangeway::contact
