// Problems with known solutions for the integrators with adaptive steps.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "flangeway/integrate/adaptive.hpp"

namespace flangeway::integrate::test {

/// Two bodies, the orbit an ellipse of semi-axis 1 and eccentricity e, from its pericentre: period 2π.
struct Kepler {
  double eccentricity = 0.3;
  static EvalStatus derivative(void*, double, const double* y, double* f) {
    const double r = std::hypot(y[0], y[1]), cube = r * r * r;
    f[0] = y[2];
    f[1] = y[3];
    f[2] = -y[0] / cube;
    f[3] = -y[1] / cube;
    return EvalStatus::ok;
  }
  Problem problem() {
    Problem p;
    p.size = 4;
    p.user = this;
    p.derivative = &derivative;
    return p;
  }
  [[nodiscard]] std::vector<double> start() const {
    return {1 - eccentricity, 0, 0, std::sqrt((1 + eccentricity) / (1 - eccentricity))};
  }
  /// Kepler's equation E − e sin E = t.
  [[nodiscard]] std::array<double, 2> position(double t) const {
    double e = t;
    for (int i = 0; i < 50; ++i) e -= (e - eccentricity * std::sin(e) - t) / (1 - eccentricity * std::cos(e));
    return {std::cos(e) - eccentricity, std::sqrt(1 - eccentricity * eccentricity) * std::sin(e)};
  }
  [[nodiscard]] double error(double t, const double* y) const {
    const auto exact = position(t);
    return std::hypot(y[0] - exact[0], y[1] - exact[1]);
  }
};

/// Robertson's chemical reactions: rates from 0.04 to 3e7 [HairerWanner1996, section IV.1].
struct Robertson {
  static EvalStatus derivative(void*, double, const double* y, double* f) {
    f[0] = -0.04 * y[0] + 1e4 * y[1] * y[2];
    f[2] = 3e7 * y[1] * y[1];
    f[1] = -f[0] - f[2];
    return EvalStatus::ok;
  }
  static EvalStatus jacobian(void*, double, const double* y, const double*, double* j, std::uint64_t*) {
    const double rows[3][3] = {
        {-0.04, 1e4 * y[2], 1e4 * y[1]}, {0.04, -1e4 * y[2] - 6e7 * y[1], -1e4 * y[1]}, {0, 6e7 * y[1], 0}};
    for (std::size_t r = 0; r < 3; ++r) {
      for (std::size_t c = 0; c < 3; ++c) j[r + 3 * c] = rows[r][c];
    }
    return EvalStatus::ok;
  }
  /// Masses near 1, 1e-5 and 1.
  std::array<ErrorScale, 3> scale{{{1, 1}, {1e-5, 1}, {1, 1}}};
  Problem problem(bool with_jacobian) {
    Problem p;
    p.size = 3;
    p.user = this;
    p.derivative = &derivative;
    p.scale = scale.data();
    if (with_jacobian) p.jacobian = &jacobian;
    return p;
  }
};

/// A pendulum of length 1 under gravity 1 in Cartesian coordinates, its rod force solved from the
/// acceleration of the constraint (index 1), and projected: x² + y² = 1, x ẋ + y ẏ = 0. Released at rest from
/// the horizontal.
struct Pendulum {
  bool projected = true;
  static EvalStatus derivative(void*, double, const double* y, double* f) {
    const double square = y[0] * y[0] + y[1] * y[1];
    const double force = (y[2] * y[2] + y[3] * y[3] - y[1]) / square;
    f[0] = y[2];
    f[1] = y[3];
    f[2] = -force * y[0];
    f[3] = -force * y[1] - 1;
    return EvalStatus::ok;
  }
  static EvalStatus project(void*, double, double* y) {
    const double length = std::hypot(y[0], y[1]);
    y[0] /= length;
    y[1] /= length;
    const double along = y[0] * y[2] + y[1] * y[3];
    y[2] -= along * y[0];
    y[3] -= along * y[1];
    return EvalStatus::ok;
  }
  Problem problem() {
    Problem p;
    p.size = 4;
    p.user = this;
    p.derivative = &derivative;
    if (projected) p.project = &project;
    return p;
  }
  [[nodiscard]] static std::vector<double> start() { return {1, 0, 0, 0}; }
  /// 4 K(sin 45°) by the arithmetic-geometric mean: at its end the pendulum is where it was.
  [[nodiscard]] static double period() {
    double a = 1, b = std::sqrt(0.5);
    for (int i = 0; i < 10; ++i) {
      const double mean = (a + b) / 2;
      b = std::sqrt(a * b);
      a = mean;
    }
    return 2 * std::acos(-1.0) / a;
  }
  [[nodiscard]] static double residual(const double* y) {
    return std::fmax(std::abs(y[0] * y[0] + y[1] * y[1] - 1), std::abs(y[0] * y[2] + y[1] * y[3]));
  }
};

/// y at t from the dense output of the step that passes it. False if a step fails.
template <typename Method>
bool run_to(Method& method, double t, std::vector<double>& y) {
  while (method.time() < t) {
    if (method.step() != EvalStatus::ok) return false;
  }
  method.interpolate(t, y.data());
  return true;
}

}  // namespace flangeway::integrate::test
