// Against results of the open-source program CONTACT (revision 2707), same discretisation: creep curves of
// tests/data, and printed results of its examples where the shared data are beside the checkout.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "flangeway/contact/patch/fastsim/fastsim.hpp"
#include "halfspace_cases.hpp"
#include "support/csv_rows.hpp"

namespace flangeway::contact::patch {
namespace {

using namespace test;
using Row = flangeway::test::CsvRow;

std::vector<Row> rows_of(const std::string& name) {
  return flangeway::test::rows_of(std::filesystem::path(FLANGEWAY_SHARED_DIR) / "data" / name);
}

std::vector<Row> creep_curve() {
  return flangeway::test::rows_of(std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "tests/data/creep_curve.csv");
}

/// Both programs iterate to 1e-4 or better; CONTACT's print has more digits than that.
void expect_equal(const Solution& s, const Row& r, double tolerance) {
  EXPECT_EQ(s.outcome, Outcome::solved);
  EXPECT_NEAR(s.normal_force / r.at("fn"), 1, tolerance);
  EXPECT_NEAR(s.force_x, r.at("fx"), tolerance * r.at("fn"));
  EXPECT_NEAR(s.force_y, r.at("fy"), tolerance * r.at("fn"));
  EXPECT_NEAR(s.moment_z * 1e3, r.at("mz"), tolerance * r.at("fn") * 10);
  EXPECT_NEAR(s.approach * 1e3 / r.at("pen"), 1, tolerance);
  EXPECT_NEAR(s.max_pressure * 1e-6 / r.at("pmax"), 1, tolerance);
  EXPECT_NEAR(s.elastic_energy / r.at("elast_en"), 1, tolerance);
  EXPECT_NEAR(s.contact_elements, r.at("ncon"), 0);
  EXPECT_NEAR(s.adhesion_elements, r.at("nadh"), 0.01 * r.at("ncon"));
}

TEST(PublishedContact, ShiftedBall) {
  const std::vector<Row> rows = rows_of("contact/precise/cattaneo.csv");
  if (rows.empty()) GTEST_SKIP() << "needs ../shared/data/contact";
  const Solution s = solve(cattaneo(19));
  expect_equal(s, rows[1], 2e-5);
  EXPECT_NEAR(s.creepage_x * 1e3 / rows[1].at("cksi"), 1, 1e-5);
  EXPECT_NEAR(s.frictional_power / rows[1].at("fric_pow"), 1, 1e-4);
}

TEST(PublishedContact, RollingCylinder) {
  const std::vector<Row> rows = rows_of("contact/precise/carter2d.csv");
  if (rows.empty()) GTEST_SKIP() << "needs ../shared/data/contact";
  Problem p = quadratic({55, 1, 0.04e-3, 0.2, -1.05e-3, 0}, 1, 0, steel, steel);
  p.normal_force = 35780;
  p.motion = carter(1).motion;
  const Solution s = solve(p);
  expect_equal(s, rows[0], 1e-5);
  EXPECT_NEAR(s.frictional_power / rows[0].at("fric_pow"), 1, 1e-5);
}

TEST(PublishedContact, SpinOfAnEllipse) {
  const std::vector<Row> rows = rows_of("contact/precise/fastsim.csv");
  if (rows.empty()) GTEST_SKIP() << "needs ../shared/data/contact";
  const Solution s = solve(spin_ellipse(44));
  expect_equal(s, rows[0], 2e-5);
  EXPECT_NEAR(s.frictional_power / rows[0].at("fric_pow"), 1, 1e-4);
}

TEST(PublishedContact, UnequalCylinders) {
  const std::vector<Row> rows = rows_of("contact/precise/bentall.csv");
  if (rows.empty()) GTEST_SKIP() << "needs ../shared/data/contact";
  const double friction[] = {1e-4, 10, 0.05};
  for (std::size_t k = 0; k < 3; ++k) {
    const Solution s = solve(bentall(friction[k]));
    expect_equal(s, rows[k], 1e-4);
    EXPECT_NEAR(s.creepage_x / rows[k].at("cksi"), 1, 2e-4);
  }
}

// A soft ball on a rigid plane pressed in 35 steps: friction and coupling, step after step.
TEST(PublishedContact, BallPressedInSteps) {
  const std::vector<Row> rows = rows_of("contact/precise/spence35.csv");
  if (rows.empty()) GTEST_SKIP() << "needs ../shared/data/contact";
  Problem p =
      quadratic({45, 45, 0.2e-3, 0.2e-3, -4.3999e-3, -4.3999e-3}, 4.116, 4.116, {2 * 0.5e6, 0}, {2e11, 0});
  p.friction[0].kinetic = 0.2986;
  p.motion.kind = TangentialKind::shift;
  Workspace workspace;
  Solution s, before;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    p.normal_force = rows[k].at("fn");
    before = s;
    solve(p, k == 0 ? nullptr : &before.tractions, workspace, s);
    EXPECT_EQ(s.contact_elements, rows[k].at("ncon")) << k;
    EXPECT_NEAR(s.adhesion_elements, rows[k].at("nadh"), 0.02 * rows[k].at("ncon")) << k;
    EXPECT_NEAR(s.approach * 1e3 / rows[k].at("pen"), 1, 1e-4) << k;
    EXPECT_NEAR(s.max_pressure * 1e-6 / rows[k].at("pmax"), 1, 1e-3) << k;
  }
  EXPECT_NEAR(std::sqrt(static_cast<double>(s.adhesion_elements) / s.contact_elements), 0.5, 0.01);
}

/// The contact of the creep curve: A 0.8 1/m, a/b ½, 106.7 kN.
struct CreepCurve {
  double a = 0, b = 0;
  Problem problem;

  CreepCurve() {
    const double ax = 0.8, force = 106.7e3;
    double low = ax / 100, high = ax;
    for (int i = 0; i < 80; ++i) {
      const double middle = std::sqrt(low * high);
      (ellipse_shape(ax / middle).a_over_b > 0.5 ? high : low) = middle;
    }
    const EllipseShape shape = ellipse_shape(ax / low);
    const double scale = std::cbrt(force / ((ax + low) * contact_modulus(steel, steel)));
    a = shape.a * scale, b = shape.b * scale;
    problem = quadratic(centred(48, 44, 1.1 * a, 1.1 * b), ax, low, steel, steel);
    problem.normal_force = force;
    problem.friction[0].kinetic = 0.33;
    problem.motion.speed = 10;
  }
};

// The tolerance is 1 % of the largest force for every row; the print's four digits are met.
TEST(PublishedContact, CreepCurveOfTheHalfSpace) {
  const std::vector<Row> rows = creep_curve();
  ASSERT_EQ(rows.size(), 60U);
  Problem p = CreepCurve().problem;
  Workspace workspace;
  Solution s;
  for (const Row& row : rows) {
    if (row.at("case") > 30) break;
    p.motion.longitudinal.value = row.at("cksi");
    solve(p, nullptr, workspace, s);
    EXPECT_NEAR(s.force_x, row.at("FX_N"), 5e-4 * 35210) << row.at("cksi");
    EXPECT_NEAR(s.approach * 1e3, row.at("approach_mm"), 1e-5);
  }
}

// Cases 61 to 90: FASTSIM; 91 to 120: modified FASTSIM with falling friction.
TEST(PublishedContact, CreepCurvesOfFastsim) {
  const std::vector<Row> rows = creep_curve();
  ASSERT_EQ(rows.size(), 60U);
  CreepCurve curve;
  Problem& p = curve.problem;
  p.given_pressure = ellipse_pressure(p.grid, curve.a, curve.b, 106.7e3, PressureShape::parabolic);
  p.method.tangential = TangentialMethod::fastsim;
  p.method.ellipse = Ellipse{curve.a, curve.b};
  for (const Row& row : rows) {
    if (row.at("case") < 61) continue;
    p.motion.longitudinal.value = row.at("cksi");
    double tolerance = 5e-4;
    if (row.at("case") > 90) {
      p.friction = {{FrictionKind::exponential, 0.1368, 0.2232, 0.99, 0, 0}};
      p.memory = {3e-6, 1e-3};
      p.method.slope = {0.54, 0.02, 0.62};
      tolerance = 2e-3;  // the published ε is known to 0.4 % only
    }
    EXPECT_NEAR(solve(p).force_x, row.at("FX_N"), tolerance * 35210) << row.at("case");
  }
}

}  // namespace
}  // namespace flangeway::contact::patch
