#include "flangeway/contact/creep_forces.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "flangeway/math/types.hpp"
#include "support/allocation_guard.hpp"
#include "support/csv_rows.hpp"

namespace flangeway::contact {
namespace {

// All laws of the program that users can choose, from their table: a new one is tested without a change here.
std::vector<CreepLaw> laws_of(bool (*wanted)(CreepLaw)) {
  std::vector<CreepLaw> found;
  for (const auto& one : alternatives_of(CreepLaw{}))
    if (one.value != CreepLaw::library && wanted(one.value)) found.push_back(one.value);
  return found;
}
const std::vector<CreepLaw> laws = laws_of([](CreepLaw) { return true; });
// FASTSIM on 10 × 10 elements is near the continuous theory only: FastsimLaw and CreepTable hold it.
const std::vector<CreepLaw> saturating =
    laws_of([](CreepLaw law) { return depends_on_friction(law) && law != CreepLaw::fastsim; });
constexpr double load = 6e4;

const Material steel_of_rail;
const UnitPatch patch = unit_patch(1 / 0.46, 1 / 0.3 + 1, steel_of_rail, steel_of_rail);

CreepModel model_of(CreepLaw law) {
  CreepModel model;
  model.law = law;
  model.shear_modulus = steel_of_rail.shear_modulus();
  model.fixed = {1e7, 9e6, 2e4, 30};
  return model;
}
CreepForces force(const CreepModel& model, const Creepages& c, double normal = load) {
  return creep_forces(model, patch, normal, c, 0.0);
}

struct Slopes {
  double f11, f22, f23, f33;
};
Slopes kalker_slopes() {
  const double a = patch.a * std::cbrt(load), b = patch.b * std::cbrt(load),
               g = steel_of_rail.shear_modulus();
  return {g * a * b * patch.c11, g * a * b * patch.c22, g * std::pow(a * b, 1.5) * patch.c23,
          g * std::pow(a * b, 2) * patch.c33};
}

TEST(CreepForces, NoLoadNoForce) {
  for (const CreepLaw law : laws) {
    for (const double normal : {0.0, -1.0, -1e5, std::numeric_limits<double>::quiet_NaN()}) {
      const CreepForces f = force(model_of(law), {1e-3, 2e-3, 0.5}, normal);
      EXPECT_EQ(f.longitudinal, 0);
      EXPECT_EQ(f.lateral, 0);
      EXPECT_EQ(f.spin_moment, 0);
    }
  }
}

TEST(CreepForces, AllocateNothing) {
  const UnitPatch first = unit_patch(2, 3, steel_of_rail, steel_of_rail);  // builds the tables
  (void)creep_table();
  const test::AllocationGuard guard;
  double sum = hertz_stiffness(2, 5, steel_of_rail, steel_of_rail) + first.a;
  for (const CreepLaw law : laws) {
    const UnitPatch other = unit_patch(2, 4, steel_of_rail, steel_of_rail);
    sum += creep_forces(model_of(law), other, load, Creepages{1e-3, 1e-3, 0.1}, 0.0).lateral;
    sum += creep_damping(model_of(law), other, load, {1e-3, 1e-3, 0.1}, 20).lateral;
  }
  EXPECT_EQ(guard.count(), 0u);
  EXPECT_TRUE(std::isfinite(sum));
}

TEST(CreepForces, NoCreepageNoForce) {
  for (const CreepLaw law : laws) {
    const CreepForces f = force(model_of(law), {0, 0, 0});
    EXPECT_EQ(f.longitudinal, 0);
    EXPECT_EQ(f.lateral, 0);
    EXPECT_EQ(f.spin_moment, 0);
  }
}

TEST(CreepForces, LinearLawIsKalkers) {
  const Slopes k = kalker_slopes();
  const CreepForces f = force(model_of(CreepLaw::kalker_linear), {1e-3, 2e-3, 0.5});
  EXPECT_NEAR(f.longitudinal / (-k.f11 * 1e-3), 1, 1e-13);
  EXPECT_NEAR(f.lateral / (-k.f22 * 2e-3 - k.f23 * 0.5), 1, 1e-13);
  EXPECT_NEAR(f.spin_moment / (k.f23 * 2e-3 - k.f33 * 0.5), 1, 1e-12);
}

TEST(CreepForces, FixedCoefficientsIgnoreTheLoad) {
  const CreepModel model = model_of(CreepLaw::fixed_coefficients);
  for (const double normal : {1.0, 1e4, 1e6}) {
    const CreepForces f = force(model, {1e-3, 2e-3, 0.5}, normal);
    EXPECT_DOUBLE_EQ(f.longitudinal, -1e4);
    EXPECT_DOUBLE_EQ(f.lateral, -1.8e4 - 1e4);
    EXPECT_DOUBLE_EQ(f.spin_moment, 40 - 15.0);
  }
}

TEST(CreepForces, SlopesAtZeroAreKalkers) {
  const Slopes k = kalker_slopes();
  for (const CreepLaw law : saturating) {
    const CreepModel model = model_of(law);
    const double e = 1e-9;
    EXPECT_NEAR(force(model, {e, 0, 0}).longitudinal / (-k.f11 * e), 1, 1e-5);
    EXPECT_NEAR(force(model, {0, e, 0}).lateral / (-k.f22 * e), 1, 1e-5);
    EXPECT_NEAR(force(model, {0, 0, e}).lateral / (-k.f23 * e), 1, 1e-5);
    EXPECT_NEAR(force(model, {0, e, 0}).spin_moment / (k.f23 * e), 1, 1e-5);
    EXPECT_NEAR(force(model, {0, 0, e}).spin_moment / (-k.f33 * e), 1, 1e-5);
    // … and exactly at zero, through dual numbers.
    const CreepDamping damping = creep_damping(model, patch, load, {0, 0, 0}, 20);
    EXPECT_NEAR(damping.longitudinal * 20 / k.f11, 1, 1e-12);
    EXPECT_NEAR(damping.lateral * 20 / k.f22, 1, 1e-12);
  }
}

// A circular patch under pure longitudinal creepage: F = (2μN/π)(ε/(1+ε²) + atan ε), ε = π C11 G a² ξ/(4μN).
TEST(CreepForces, PolachOnACircularPatchIsItsClosedForm) {
  const UnitPatch circle = unit_patch(2, 2, steel_of_rail, steel_of_rail);
  const double a = circle.a * std::cbrt(load), bound = 0.3 * load;
  for (const double xi : {1e-5, 1e-4, 1e-3, 5e-3, 0.1}) {
    const double eps = pi / 4 * steel_of_rail.shear_modulus() * a * a * circle.c11 * xi / bound;
    const CreepForces f = creep_forces(model_of(CreepLaw::polach), circle, load, Creepages{xi, 0, 0}, 0.0);
    EXPECT_NEAR(f.longitudinal / (-2 * bound / pi * (eps / (1 + eps * eps) + std::atan(eps))), 1, 1e-12)
        << xi;
    EXPECT_EQ(f.lateral, 0);
  }
}

TEST(CreepForces, ReductionFactorsActWhereTheyShould) {
  CreepModel model = model_of(CreepLaw::polach);
  model.reduction = {0.5, 0.2};
  const double e = 1e-9;
  EXPECT_NEAR(force(model, {e, 0, 0}).longitudinal / (-kalker_slopes().f11 * e), 0.35, 1e-6);  // their mean
  EXPECT_NEAR(creep_damping(model, patch, load, {0, 0, 0}, 1).longitudinal / kalker_slopes().f11, 0.35,
              1e-12);
  EXPECT_NEAR(std::abs(force(model, {10, 0, 0}).longitudinal), 0.3 * load, 0.001 * load);
}

TEST(CreepForces, SaturateAtTheFrictionBound) {
  for (const CreepLaw law : saturating) {
    const CreepModel model = model_of(law);
    for (const double angle : {0.0, 0.4, 1.0, 1.6, 3.0}) {
      const CreepForces f = force(model, {10 * std::cos(angle), 10 * std::sin(angle), 0});
      EXPECT_NEAR(std::hypot(f.longitudinal, f.lateral) / (0.3 * load), 1,
                  law == CreepLaw::kalker_table ? 1.5e-3 : 1e-3);
      EXPECT_NEAR(std::atan2(-f.lateral, -f.longitudinal), angle, law == CreepLaw::polach ? 1e-12 : 0.1);
      if (law == CreepLaw::polach) {  // the cubic law scales its moment like its force
        EXPECT_LT(std::abs(f.spin_moment), 0.05);
      }
    }
  }
}

TEST(CreepForces, StayWithinTheFrictionBound) {
  for (const CreepLaw law : saturating) {
    const CreepModel model = model_of(law);
    double largest = 0;
    for (double xi = -8e-3; xi <= 8e-3; xi += 5e-4) {
      for (double eta = -8e-3; eta <= 8e-3; eta += 5e-4) {
        for (const double spin : {-2.0, -0.3, 0.0, 0.1, 0.3, 1.0, 5.0}) {
          const CreepForces f = force(model, {xi, eta, spin});
          largest = std::max(largest, std::hypot(f.longitudinal, f.lateral) / (0.3 * load));
        }
      }
    }
    EXPECT_LT(largest, 1.0 + 1e-12) << static_cast<int>(law);
    EXPECT_GT(largest, 0.95);
  }
}

TEST(CreepForces, GrowWithCreepage) {
  for (const CreepLaw law : saturating) {
    double before = 0;
    for (double xi = 1e-5; xi < 0.05; xi *= 1.1) {
      const double now = -force(model_of(law), {xi, 0, 0}).longitudinal;
      // Least squares leave a ripple of the table where all slides.
      EXPECT_GE(now, before - (law == CreepLaw::kalker_table ? 1e-3 * 0.3 * load : 1e-9)) << xi;
      before = now;
    }
  }
}

TEST(CreepForces, MirrorSymmetry) {
  const Creepages c{1.3e-3, -0.7e-3, 0.4};
  for (const CreepLaw law : laws) {
    const CreepModel model = model_of(law);
    const auto same = [&](double a, double b) {  // sums over elements are rounded
      EXPECT_NEAR(a, b, law == CreepLaw::fastsim ? 1e-10 * std::abs(b) : 0);
    };
    const CreepForces f = force(model, c);
    const CreepForces side = force(model, {c.longitudinal, -c.lateral, -c.spin});  // mirrored in the xz plane
    same(side.longitudinal, f.longitudinal);
    same(side.lateral, -f.lateral);
    same(side.spin_moment, -f.spin_moment);
    const CreepForces back = force(model, {-c.longitudinal, -c.lateral, -c.spin});
    same(back.longitudinal, -f.longitudinal);
    same(back.lateral, -f.lateral);
    same(back.spin_moment, -f.spin_moment);
  }
}

// The creep power on the wheel is never positive without spin.
TEST(CreepForces, Dissipate) {
  for (const CreepLaw law : laws) {
    for (double angle = 0; angle < 6.3; angle += 0.1) {
      for (const double size : {1e-6, 1e-3, 0.1}) {
        const Creepages c{size * std::cos(angle), size * std::sin(angle), 0};
        const CreepForces f = force(model_of(law), c);
        EXPECT_LE(f.longitudinal * c.longitudinal + f.lateral * c.lateral, 0);
      }
    }
  }
}

TEST(CreepForces, PolachIsContinuousWhereItsBranchesMeet) {
  const CreepModel model = model_of(CreepLaw::polach);
  const double a = patch.a * std::cbrt(load), spin = 0.5, meeting = -spin * a / 2;  // |η + φa| = |η|
  const CreepForces left = force(model, {3e-4, meeting - 1e-12, spin}),
                    right = force(model, {3e-4, meeting + 1e-12, spin});
  EXPECT_NEAR(left.longitudinal, right.longitudinal, 1e-3);
  EXPECT_NEAR(left.lateral, right.lateral, 1e-3);
  for (const double size : {0.99e-12, 1.01e-12}) {  // around the branch at negligible creepage
    EXPECT_NEAR(force(model, {size, size, 0.3}).lateral, force(model, {0, 0, 0.3}).lateral, 1e-3);
  }
}

TEST(CreepForces, SpinForceFadesAtLargeSpin) {
  const CreepModel model = model_of(CreepLaw::polach);
  double largest = 0;
  for (double spin = 0.01; spin < 100; spin *= 1.1)
    largest = std::max(largest, -force(model, {0, 0, spin}).lateral);
  EXPECT_GT(largest, 0.3 * 0.3 * load);
  EXPECT_LT(-force(model, {0, 0, 100}).lateral, 0.05 * largest);
  // The moment tends to (3π/16) μN √(ab).
  const double mean = std::sqrt(patch.a * patch.b) * std::cbrt(load);
  EXPECT_NEAR(force(model, {0, 0, 1e5}).spin_moment / (-3 * pi / 16 * 0.3 * load * mean), 1, 1e-3);
}

// Polach's own form of the spin force, before its simplification in the theory page.
TEST(CreepForces, SpinForceIsPolachs) {
  const CreepModel model = model_of(CreepLaw::polach);
  const double a = patch.a * std::cbrt(load), b = patch.b * std::cbrt(load), mu = 0.3;
  for (const double spin : {0.01, 0.1, 0.4, 1.0, 4.0, 20.0}) {
    const double growth = 1 + 6.3 * (1 - std::exp(-a / b));
    const double eps = 8.0 / 3 * b * std::sqrt(a * b) * steel_of_rail.shear_modulus() * patch.c23 * spin * a /
                       (growth * load * mu);
    const double delta = (eps * eps - 1) / (eps * eps + 1);
    const double k = eps * (-delta * delta * delta / 3 + delta * delta / 2 - 1.0 / 6) +
                     std::pow(1 - delta * delta, 1.5) / 3;
    const double expected = -load * 9.0 / 16 * a * mu * growth * k * spin / (spin * a);
    EXPECT_NEAR(force(model, {0, 0, spin}).lateral, expected, 1e-9 * load) << spin;
  }
}

TEST(CreepForces, FrictionFallsWithSlidingSpeed) {
  CreepModel model = model_of(CreepLaw::polach);
  model.friction = {0.4, 0.4, 0.6};
  const auto bound = [&](double w) {
    return -creep_forces(model, patch, load, Creepages{100, 0, 0}, w).longitudinal / load;
  };
  EXPECT_NEAR(bound(0), 0.4, 1e-4);
  EXPECT_NEAR(bound(1), 0.4 * (0.6 * std::exp(-0.6) + 0.4), 1e-4);
  EXPECT_NEAR(bound(1e3), 0.16, 1e-4);
  model.friction.coefficient = 0;
  EXPECT_EQ(bound(0), 0);
}

TEST(CreepDamping, IsTheCentralDifference) {
  const double speed = 20;
  for (const CreepLaw law : laws) {
    CreepModel model = model_of(law);
    model.friction = {0.4, 0.4, 0.6};
    for (const Creepages c :
         {Creepages{1e-4, 0, 0}, {5e-4, -7e-4, 0.3}, {-3e-3, 2e-3, -0.4}, {2e-2, 1e-2, 0.1}}) {
      const auto at = [&](double dx, double dy) {
        const Creepages moved{c.longitudinal + dx / speed, c.lateral + dy / speed, c.spin};
        return creep_forces(model, patch, load, moved, speed * std::hypot(moved.longitudinal, moved.lateral));
      };
      const double h = 1e-6;
      const CreepDamping damping = creep_damping(model, patch, load, c, speed);
      const double x = -(at(h, 0).longitudinal - at(-h, 0).longitudinal) / (2 * h);
      const double y = -(at(0, h).lateral - at(0, -h).lateral) / (2 * h);
      EXPECT_NEAR(damping.longitudinal, x, 1e-5 * std::abs(x) + 0.01) << static_cast<int>(law);
      EXPECT_NEAR(damping.lateral, y, 1e-5 * std::abs(y) + 0.01) << static_cast<int>(law);
    }
  }
}

TEST(CreepDamping, OfTheNormalForceToo) {
  using Scalar = math::Dual<1>;
  const CreepModel model = model_of(CreepLaw::polach);
  const BasicCreepages<Scalar> c{5e-4, -7e-4, 0.3};
  const auto f = creep_forces<Scalar>(model, patch, Scalar::variable(load, 0), c, 0.0);
  const double h = 1;
  const auto plus = force(model, {5e-4, -7e-4, 0.3}, load + h),
             minus = force(model, {5e-4, -7e-4, 0.3}, load - h);
  EXPECT_NEAR(f.longitudinal.derivative[0], (plus.longitudinal - minus.longitudinal) / (2 * h), 1e-8);
  EXPECT_NEAR(f.lateral.derivative[0], (plus.lateral - minus.lateral) / (2 * h), 1e-8);
  EXPECT_NEAR(f.spin_moment.derivative[0], (plus.spin_moment - minus.spin_moment) / (2 * h), 1e-8);
}

// Lateral creepage against spin: a 8 mm, b 4 mm, 82 kN, μ 0.3, η −6.25e-4, φ 0.625 1/m, G 82 GPa, ν 0.28. A
// half-space solution gives Fy −14 940 N and Mz −48.21 N m; FASTSIM −15 050 and −39.0.
TEST(CreepForces, PolachIsNearTheHalfSpaceSolutionWithSpin) {
  const double normal = 82e3, root = std::cbrt(normal);
  const UnitPatch shape = unit_patch(1, 2.87, steel_of_rail, steel_of_rail);  // a/b close to 2
  ASSERT_NEAR(shape.a / shape.b, 2, 0.02);
  UnitPatch published = shape;
  published.a = 8e-3 / root;
  published.b = 4e-3 / root;
  CreepModel model = model_of(CreepLaw::polach);
  model.shear_modulus = 82e9;
  const CreepForces f = creep_forces(model, published, normal, Creepages{0, -6.25e-4, 0.625}, 0.0);
  EXPECT_NEAR(f.lateral / -14940, 1, 0.07);
  EXPECT_NEAR(f.spin_moment / -48.21, 1, 0.03);
}

// Creep curve of an exact half-space solution, steel_of_rail, a/b 0.5, 106.7 kN, μ 0.33: the first sixteen
// rows are pure longitudinal creepage, dry. Polach is an approximation: within 6 % of μN.
TEST(CreepForces, PolachIsNearTheHalfSpaceCreepCurve) {
  const auto rows =
      flangeway::test::rows_of(std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "tests/data/creep_curve.csv");
  ASSERT_GT(rows.size(), 15U);
  CreepModel model = model_of(CreepLaw::polach);
  model.friction.coefficient = 0.33;
  constexpr double force = 106.7e3;
  for (std::size_t i = 0; i < 15; ++i) {
    const double creepage = rows[i].at("cksi");
    const double p_max = rows[i].at("pmax_MPa") * 1e6, area = 1.5 * force / p_max;  // πab
    UnitPatch published;
    const double b = std::sqrt(area / (0.5 * pi)), root = std::cbrt(force);
    published.a = 0.5 * b / root;
    published.b = b / root;
    const UnitPatch shape = unit_patch(2.87, 1, steel_of_rail, steel_of_rail);  // a/b close to ½
    ASSERT_NEAR(shape.a / shape.b, 0.5, 0.01);
    published.c11 = shape.c11;
    published.c22 = shape.c22;
    published.c23 = shape.c23;
    published.c33 = shape.c33;
    const auto f = creep_forces(model, published, force, Creepages{creepage, 0, 0}, 0.0);
    EXPECT_NEAR(f.longitudinal / (0.33 * force), rows[i].at("FX_N") / (0.33 * force), 0.06) << creepage;
  }
}

// Coulomb friction where the whole patch slides, summed over Hertz's pressure: −∫ p (η + φx)/|slip| / ∫ p.
double full_sliding(double a, double b, const Creepages& c) {
  constexpr int radii = 200, angles = 400;
  double force = 0, weight = 0;
  for (int i = 0; i < radii; ++i) {
    const double r = (i + 0.5) / radii, pressure = std::sqrt(1 - r * r) * r;
    for (int j = 0; j < angles; ++j) {
      const double t = 2 * pi * (j + 0.5) / angles;
      const double along = c.longitudinal - c.spin * b * r * std::sin(t);
      const double across = c.lateral + c.spin * a * r * std::cos(t);
      force -= pressure * across / std::hypot(along, across);
      weight += pressure;
    }
  }
  return force / weight;
}

// The flange of a climbing wheel. The saturated linear law has all of the friction, Polach's has lost 30 % of
// it.
TEST(CreepForces, OnASlidingFlangeOnlyTheSaturatedLinearLawHasAllFriction) {
  const double normal = 34e3, root = std::cbrt(normal), a = 10.55e-3, b = 0.67e-3;
  UnitPatch flange = unit_patch(1, 76, steel_of_rail, steel_of_rail);
  ASSERT_NEAR(flange.a / flange.b, a / b, 1.5);  // for Kalker's coefficients, which full sliding hardly feels
  flange.a = a / root;
  flange.b = b / root;
  const Creepages sliding{0.0018, 0.0449, 2.0};
  const double exact = full_sliding(a, b, sliding);
  EXPECT_NEAR(exact, -0.999, 1e-3);
  const auto share = [&](CreepLaw law) {
    CreepModel model = model_of(law);
    model.friction.coefficient = 0.8;
    return creep_forces(model, flange, normal, sliding, 0.0).lateral / (0.8 * normal);
  };
  EXPECT_NEAR(share(CreepLaw::shen_hedrick_elkins), exact, 0.005);
  EXPECT_NEAR(share(CreepLaw::polach), -0.70, 0.02);
}

}  // namespace
}  // namespace flangeway::contact
