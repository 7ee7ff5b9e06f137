// Patches with known solutions.
#pragma once

#include <cmath>

#include "flangeway/contact/patch/solve.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch::test {

inline const Material steel{2 * 1.28 * 82e9, 0.28};

/// Gap curvature_x x² + curvature_y y² on a grid whose lower left corner is (x_low, y_low).
inline Problem quadratic(Grid grid, double curvature_x, double curvature_y, const Material& body_1,
                         const Material& body_2) {
  Problem p;
  p.grid = grid;
  p.material = combine(body_1, body_2);
  for (int iy = 0; iy < grid.ny; ++iy) {
    for (int ix = 0; ix < grid.nx; ++ix) {
      p.gap.push_back(curvature_x * grid.x(ix) * grid.x(ix) + curvature_y * grid.y(iy) * grid.y(iy));
    }
  }
  return p;
}

/// nx × ny elements over ±half_x, ±half_y.
inline Grid centred(int nx, int ny, double half_x, double half_y) {
  const double dx = 2 * half_x / nx, dy = 2 * half_y / ny;
  return {nx, ny, dx, dy, -half_x + dx / 2, -half_y + dy / 2};
}

/// The gap curvatures of an ellipse with semi-axes a and b under a force.
struct Curvatures {
  double x = 0, y = 0;
};
inline Curvatures curvatures_of(double a, double b, double force, const Material& m) {
  double low = -20, high = 20;  // logarithm of the ratio of curvatures
  for (int i = 0; i < 80; ++i) {
    const double middle = 0.5 * (low + high);
    (ellipse_shape(std::exp(middle)).a_over_b < a / b ? high : low) = middle;
  }
  const double ratio = std::exp(low);
  const EllipseShape shape = ellipse_shape(ratio);
  const double sum = force / (contact_modulus(m, m) * std::pow(a / shape.a, 3));
  return {sum * ratio / (1 + ratio), sum / (1 + ratio)};
}

/// An ellipse of steel with a margin of a tenth, n × n elements.
inline Problem ellipse(double a, double b, double force, int n, const Material& m = steel) {
  const Curvatures c = curvatures_of(a, b, force, m);
  Problem p = quadratic(centred(n, n, 1.1 * a, 1.1 * b), c.x, c.y, m, m);
  p.normal_force = force;
  return p;
}

/// The ellipse of 8 × 4 mm under 82 kN with lateral creepage and spin of the comparison of FASTSIM in physics
/// notes.
inline Problem spin_ellipse(int n) {
  Problem p = ellipse(8e-3, 4e-3, 82e3, n);
  p.motion.lateral.value = -6.25e-4;
  p.motion.spin = 0.625;
  p.motion.speed = 30;
  return p;
}

/// Carter's cylinder: R 0.5 m, half width 1 mm, 178.9 N/mm, creepage −2.4e-4; one row 200 mm wide.
inline Problem carter(int n) {
  Problem p = quadratic(centred(n, 1, 1.1e-3, 0.1), 1, 0, steel, steel);
  p.normal_force = 35780;
  p.motion.longitudinal.value = -2.4e-4;
  p.motion.speed = 30;
  return p;
}

/// Ball of 50 mm on a plane, G 200 N/mm², ν 0.42, contact radius 1 mm, shifted by 7/8 of μ FN.
inline Problem cattaneo(int n) {
  const Material plastic{2 * 1.42 * 200e6, 0.42};
  Problem p = quadratic(centred(n, n, 1.26667e-3, 1.26667e-3), 10, 10, plastic, plastic);
  p.normal_force = 9.1954;
  p.friction[0].kinetic = 0.4;
  p.motion.kind = TangentialKind::shift;
  p.motion.longitudinal = {Control::force_over_mu_n, -0.875};
  p.motion.lateral = {Control::force_over_mu_n, 0};
  return p;
}

/// Aluminium on steel, cylinders of 50 mm, rolling backward: half width 0.1 mm.
inline Problem bentall(double friction) {
  const Material aluminium{2 * 1.31 * 23e9, 0.31};
  Problem p = quadratic(centred(216, 1, 0.108e-3, 0.5), 20, 0, aluminium, steel);
  p.normal_force = 16201.9;
  p.friction[0].kinetic = friction;
  p.motion.direction = -1;
  p.motion.longitudinal = {Control::force_over_mu_n, 0};
  return p;
}

}  // namespace flangeway::contact::patch::test
