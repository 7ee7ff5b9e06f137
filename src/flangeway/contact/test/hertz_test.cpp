#include "flangeway/contact/hertz.hpp"

#include "flangeway/math/types.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace flangeway::contact {
namespace {

const Material steel;

TEST(Material, ShearModulusOfAnIsotropicSolid) {
  EXPECT_DOUBLE_EQ((Material{2.1e11, 0.25}.shear_modulus()), 8.4e10);
  EXPECT_DOUBLE_EQ(combined_shear_modulus(steel, steel), steel.shear_modulus());
  EXPECT_DOUBLE_EQ(combined_poisson_ratio(steel, steel), 0.28);
  EXPECT_NEAR(contact_modulus(steel, steel), 2.1e11 / (2 * (1 - 0.28 * 0.28)), 1);
  // One body rigid: its compliance vanishes.
  EXPECT_NEAR(contact_modulus(steel, {1e30, 0.3}), 2.1e11 / (1 - 0.28 * 0.28), 1);
}

// Unlike bodies: 2/G = 1/G1 + 1/G2 and 2 nu/G = nu1/G1 + nu2/G2 [Kalker1990], by hand:
// G = 2/(1/80 + 1/20) = 32 GPa, nu = 16 (0.25/80 + 0.45/20) = 0.41.
TEST(Material, UnlikeBodiesCountByTheirCompliance) {
  const Material hard{2 * 1.25 * 80e9, 0.25}, soft{2 * 1.45 * 20e9, 0.45};
  for (const auto& [wheel, rail] : {std::pair(hard, soft), std::pair(soft, hard)}) {
    EXPECT_NEAR(combined_shear_modulus(wheel, rail), 32e9, 1);
    EXPECT_NEAR(combined_poisson_ratio(wheel, rail), 0.41, 1e-12);
    // 1/E* = (1 − 0.25²)/200 + (1 − 0.45²)/58 GPa
    EXPECT_NEAR(contact_modulus(wheel, rail), 1e9 / (0.9375 / 200 + 0.7975 / 58), 1);
  }
}

// Sphere of radius R on a plane: a³ = 3NR/(4E*), δ = a²/R. [Johnson1985, ch. 4.2]
TEST(UnitPatch, SphereOnPlane) {
  const double radius = 0.46, modulus = contact_modulus(steel, steel);
  const UnitPatch patch = unit_patch(1 / radius, 1 / radius, steel, steel);
  EXPECT_NEAR(patch.a / std::cbrt(3 * radius / (4 * modulus)), 1, 1e-14);
  EXPECT_NEAR(patch.b, patch.a, 1e-14 * patch.a);
  EXPECT_NEAR(patch.approach / (patch.a * patch.a / radius), 1, 1e-14);
  EXPECT_NEAR(hertz_stiffness(1 / radius, 1 / radius, steel, steel) / (4.0 / 3 * modulus * std::sqrt(radius)),
              1, 1e-14);
}

// A rubber-like ball of 50 mm pressed to a contact radius of 1 mm takes 9.1954 N, peak pressure 4.3905 N/mm².
TEST(UnitPatch, SphereOfThePublishedHalfSpaceCase) {
  const double poisson = 0.42, shear = 200e6;
  const Material rubber{2 * (1 + poisson) * shear, poisson};
  const Material rigid{1e30, 0.3};
  // The case is of two equal bodies, or of one with half the compliance: G/(1−ν) is what counts.
  const UnitPatch both = unit_patch(1 / 0.05, 1 / 0.05, rubber, rubber);
  const double force = std::pow(1e-3 / both.a, 3);
  EXPECT_NEAR(force * 1e-3, 9.1954 * 1e-3, 1e-6);
  EXPECT_NEAR(1.5 * force / (pi * 1e-6) * 1e-6, 4.3905, 1e-4);
  EXPECT_NEAR(std::pow(both.a / unit_patch(20, 20, rubber, rigid).a, 3), 2, 1e-9);
}

TEST(UnitPatch, StiffnessBelongsToTheApproach) {
  for (const double lateral : {0.1, 2.0, 30.0, 500.0}) {
    const UnitPatch patch = unit_patch(1 / 0.46, lateral, steel, steel);
    EXPECT_NEAR(hertz_stiffness(1 / 0.46, lateral, steel, steel) * std::pow(patch.approach, 1.5), 1, 1e-13);
  }
}

// Wheel 0.46 m on a rail crown of 0.3 m and on a gauge corner of 13 mm: the range Hertz theory gives for
// steel.
TEST(UnitPatch, WheelOnRailHasTheStiffnessOfSteel) {
  EXPECT_NEAR(hertz_stiffness(1 / 0.46, 1 / 0.3, steel, steel), 9.3e10, 0.3e10);
  EXPECT_NEAR(hertz_stiffness(1 / 0.46, 1 / 0.013, steel, steel), 5.3e10, 0.05e10);
}

TEST(UnitPatch, TurningTheFrameSwapsTheAxes) {
  for (const double ratio : {1.0, 1.0001, 1.3, 8.0, 1e3, 1e8}) {
    const UnitPatch p = unit_patch(2, 2 * ratio, steel, steel), q = unit_patch(2 * ratio, 2, steel, steel);
    EXPECT_EQ(p.a, q.b);
    EXPECT_EQ(p.b, q.a);
    EXPECT_EQ(p.approach, q.approach);
  }
}

// Independent route: the ellipse must reproduce both curvatures through elliptic integrals in Carlson's form
// R_D(0, y, z), by the duplication theorem [Carlson1995]; λ → curvature ratio κ² R_D(0,κ²,1) … of E and K.
double carlson_rd(double x, double y, double z) {
  double sum = 0, factor = 1;
  for (int i = 0; i < 60; ++i) {
    const double lambda = std::sqrt(x * y) + std::sqrt(y * z) + std::sqrt(z * x);
    sum += factor / (std::sqrt(z) * (z + lambda));
    factor /= 4;
    x = (x + lambda) / 4;
    y = (y + lambda) / 4;
    z = (z + lambda) / 4;
  }
  return 3 * sum + factor / (z * std::sqrt(z));
}

TEST(EllipseShape, ReproducesTheCurvaturesWithCarlsonIntegrals) {
  for (const double ratio : {1e-8, 1e-4, 0.01, 0.3, 0.9, 0.999, 1.0, 1.001, 1.7, 25.0, 1e5, 1e8}) {
    const EllipseShape shape = ellipse_shape(ratio);
    // ∫₀^∞ ds/((a²+s)√(s(a²+s)(b²+s))) = (2/3) R_D(0, b², a²); the curvature of the pressure's displacement
    // in x.
    const double a2 = shape.a * shape.a, b2 = shape.b * shape.b;
    const double x = carlson_rd(0, b2, a2), y = carlson_rd(0, a2, b2);
    EXPECT_NEAR(x / y / ratio, 1, 2e-12) << ratio;
    // N = 1, E* = 1, A + B = 1: A = (3/4π)·⅔R_D(0,b²,a²)/… [Johnson1985, ch. 3]; their sum is 1.
    EXPECT_NEAR((x + y) / (2 * pi), 1, 1e-12) << ratio;
    EXPECT_NEAR(std::exp(shape.log_a_over_b) / shape.a_over_b, 1, 1e-14);
    EXPECT_NEAR(shape.a / shape.b / shape.a_over_b, 1, 1e-13);
  }
}

// Nearly circular: κ = R^(−2/3) to second order in ln R.
TEST(EllipseShape, IsSmoothThroughTheCircle) {
  for (const double log_ratio : {-1e-3, -1e-6, -1e-9, 0.0, 1e-9, 1e-6, 1e-3}) {
    const EllipseShape shape = ellipse_shape(std::exp(log_ratio));
    EXPECT_NEAR(shape.log_a_over_b, -2.0 / 3 * log_ratio, 1e-10) << log_ratio;
  }
}

// The same by the elliptic integrals of the standard library. With k = b/a and e² = 1 − k²: A/(A + B) = k² (K
// − E)/(e² E), m = (2E/(πk²))^⅓, n = km, approach coefficient 2K/(πm) [Johnson1985, section 4.2].
TEST(EllipseShape, AgreesWithTheIntegralsOfTheStandardLibrary) {
  for (double ratio = 0.0017; ratio < 0.99; ratio *= 1.3) {
    const double e2 = 1 - ratio * ratio, k = std::comp_ellint_1(std::sqrt(e2)),
                 e = std::comp_ellint_2(std::sqrt(e2));
    const double share = ratio * ratio * (k - e) / (e2 * e);
    const double m = std::cbrt(2 * e / (pi * ratio * ratio)), n = ratio * m;
    const EllipseShape shape = ellipse_shape(share / (1 - share));
    const double x = std::cbrt(0.75);  // semi-axes are m and n times (3N/(4(A+B)E*))^⅓
    EXPECT_NEAR(shape.a / x / m, 1, 1e-6) << ratio;
    EXPECT_NEAR(shape.b / x / n, 1, 1e-6) << ratio;
    EXPECT_NEAR(shape.approach / (x * x), 2 * k / (pi * m), 1e-6) << ratio;
  }
}

}  // namespace
}  // namespace flangeway::contact
