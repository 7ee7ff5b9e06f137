// Modes of a free beam. Theory: docs/theory/flexible_bodies.md.
#include "flangeway/multibody/flexible.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace flangeway::multibody {
namespace {

// Over the length, by Simpson's rule.
template <typename Function>
double integral(const Function& f) {
  constexpr int parts = 2000;
  double sum = 0;
  for (int i = 0; i <= parts; ++i) {
    const int weight = i == 0 || i == parts ? 1 : i % 2 == 1 ? 4 : 2;
    sum += weight * f(static_cast<double>(i) / parts - 0.5);
  }
  return sum / (3 * parts);
}

TEST(FreeBeam, RootsAreThoseOfTheClosedForm) {
  double before = 0;
  for (std::size_t n = 1; n <= 10; ++n) {
    const double root = free_beam_root(n);
    EXPECT_NEAR(std::cos(root) * std::cosh(root), 1, 1e-14 * std::cosh(root) * root) << n;
    EXPECT_GT(root, before + 3);
    before = root;
  }
}

// The fourth derivative of φ is (βL)⁴ φ, and the ends bear neither moment nor force.
TEST(FreeBeam, ShapesObeyTheEquationOfTheBeam) {
  constexpr double h = 1e-3;
  for (std::size_t n = 1; n <= 4; ++n) {
    const auto f = [&](double x) { return free_beam_shape(n, x); };
    const double power = std::pow(free_beam_root(n), 4);
    for (const double x : {-0.3, 0.1, 0.45}) {
      const double fourth =
          (f(x - 2 * h) - 4 * f(x - h) + 6 * f(x) - 4 * f(x + h) + f(x + 2 * h)) / std::pow(h, 4);
      EXPECT_NEAR(fourth, power * f(x), 1e-3 * power + 1) << n << ' ' << x;
    }
    const double bending = (f(0.5 + h) - 2 * f(0.5) + f(0.5 - h)) / (h * h);
    EXPECT_NEAR(bending, 0, 1e-3 * std::sqrt(power)) << n;
    const double shear =
        (f(0.5 + 2 * h) - 2 * f(0.5 + h) + 2 * f(0.5 - h) - f(0.5 - 2 * h)) / (2 * h * h * h);
    EXPECT_NEAR(shear, 0, 2e-3 * std::pow(power, 0.75)) << n;
    EXPECT_NEAR(std::abs(f(0.5)), 2, 1e-12);
  }
}

TEST(FreeBeam, SlopesAreThoseOfTheShapes) {
  constexpr double h = 1e-5;
  for (std::size_t n = 1; n <= 4; ++n)
    for (const double x : {-0.5, -0.2, 0.0, 0.35})
      EXPECT_NEAR(free_beam_slope(n, x), (free_beam_shape(n, x + h) - free_beam_shape(n, x - h)) / (2 * h),
                  1e-6 * free_beam_root(n));
}

// Cayley's transform turns properly, and its velocity is that of the rotation.
TEST(ModalTurn, VelocityIsTheRateOfItsRotation) {
  const Vec3 theta{0.2, -0.5, 0.3}, rate{0.7, 0.1, -0.4};
  constexpr double h = 1e-5;
  const Mat3 r = ModalTurn(theta).rotation();
  EXPECT_LT((r * r.transpose() - Mat3::Identity()).norm(), 1e-14);
  EXPECT_NEAR(r.determinant(), 1, 1e-14);
  const Mat3 change =
      (ModalTurn(theta + h * rate).rotation() - ModalTurn(theta - h * rate).rotation()) / (2 * h);
  const Mat3 cross = change * r.transpose();
  EXPECT_LT((Vec3(cross(2, 1), cross(0, 2), cross(1, 0)) - ModalTurn(theta).velocity(rate)).norm(), 1e-9);
  const Vec3 by{-0.3, 0.8, 0.5};
  const Vec3 slope =
      (ModalTurn(theta + h * by).velocity(rate) - ModalTurn(theta - h * by).velocity(rate)) / (2 * h);
  EXPECT_LT((slope - ModalTurn(theta).velocity_slope(rate, by)).norm(), 1e-9);
}

// No mode moves the body as a rigid one, and each has the mass of the beam.
TEST(FreeBeam, ShapesAreOrthogonal) {
  for (std::size_t n = 1; n <= 4; ++n) {
    const auto f = [&](double x) { return free_beam_shape(n, x); };
    EXPECT_NEAR(integral(f), 0, 1e-9) << n;
    EXPECT_NEAR(integral([&](double x) { return x * f(x); }), 0, 1e-9) << n;
    for (std::size_t m = 1; m <= 4; ++m)
      EXPECT_NEAR(integral([&](double x) { return f(x) * free_beam_shape(m, x); }), n == m ? 1 : 0, 1e-9);
  }
}

}  // namespace
}  // namespace flangeway::multibody
