#include "flangeway/contact/make_creep_table.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <stdexcept>
#include <string>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/contact/creep_table/half_space.hpp"
#include "flangeway/contact/runtime_files.hpp"
#include "support/allocation_guard.hpp"

namespace flangeway::contact {
namespace {

const Watch nobody{[](double) {}, [] { return false; }};

CreepModel reduced_model(CreepLaw law = CreepLaw::kalker_table) {
  CreepModel model;
  model.law = law;
  model.shear_modulus = 1;
  return model;
}

// G, N and μ are 1 and ab = 1 m²: creepages are reduced ones over coefficients.
CreepForces reduced_force(double a_over_b, const ReducedCreepages& s, CreepLaw law = CreepLaw::kalker_table) {
  const UnitPatch ellipse = table::unit_ellipse(a_over_b);
  return creep_forces_with(reduced_model(law), ellipse, 1.0,
                           Creepages{s.x / ellipse.c11, s.y / ellipse.c22, s.z / table::spin_scale(ellipse)},
                           1.0);
}

constexpr ReducedCreepages situations[] = {
    {0.3, -0.2, 0.5}, {-1.2, 0.7, 0.9}, {2, 2, -1},        {0.1, -0.4, -2.5}, {5, -3, 0.2}, {-0.02, 0, 1.6},
    {0, 1e-3, 0},     {30, -20, 70},    {0.4, -1.1, 1.45}, {0, 0, 12},        {8, 0, 0},    {-1e3, 2e3, 1e3}};
constexpr double axis_ratios[] = {0.05, 0.11, 0.4, 1, 1.9, 6, 20};

// The short form of `flangeway creep --survey 10000`; the limits are those of docs/theory/creep_table.md.
TEST(CreepTable, IsTheHalfSpace) {
  const auto points = survey_creep_law(120, 2, 20260, nobody);
  ASSERT_EQ(points.size(), 120u);
  std::vector<double> force, moment;
  for (const SurveyPoint& point : points) {
    force.push_back(point.force_error());
    moment.push_back(point.moment_error());
  }
  std::sort(force.begin(), force.end());
  std::sort(moment.begin(), moment.end());
  EXPECT_LT(force[114], 0.005);
  EXPECT_LT(force.back(), 0.02);
  EXPECT_LT(moment.back(), 0.02);
}

TEST(CreepTable, ForcesStayInTheFrictionCircle) {
  for (const double ratio : axis_ratios) {
    for (const ReducedCreepages& s : situations) {
      const CreepForces f = reduced_force(ratio, s);
      EXPECT_LE(std::sqrt(f.longitudinal * f.longitudinal + f.lateral * f.lateral), 1 + 1e-12);
    }
  }
}

// Anywhere: ratios beyond the table's, creepages from linear theory to full sliding.
TEST(CreepTable, RandomForcesStayInTheFrictionCircle) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  double largest = 0;
  for (int i = 0; i < 100000; ++i) {
    const double size = std::pow(10, 4 * uniform(random)), x = uniform(random), y = uniform(random),
                 z = uniform(random), scale = size / std::sqrt(x * x + y * y + z * z);
    const CreepForces f = reduced_force(std::pow(40, uniform(random)), {scale * x, scale * y, scale * z});
    largest = std::max(largest, std::hypot(f.longitudinal, f.lateral));
  }
  EXPECT_LE(largest, 1 + 1e-12);
  EXPECT_GT(largest, 0.99);
}

// Slopes of the three forces by the reduced creepages v of the table, just before and just behind the
// boundaries of the cells in each coordinate.
TEST(CreepTable, SlopesAreContinuousWhereCellsMeet) {
  using Dual = math::Dual<3>;
  const auto slopes = [](double ratio, const std::array<double, 3>& v) {
    const UnitPatch ellipse = table::unit_ellipse(ratio);
    const double rest = 1 - std::hypot(v[0], v[1], v[2]), scale = CreepTable::half_size / rest;
    const auto f =
        creep_forces_with(reduced_model(), ellipse, 1.0,
                          BasicCreepages<Dual>{Dual::variable(scale * v[0] / ellipse.c11, 0),
                                               Dual::variable(scale * v[1] / ellipse.c22, 1),
                                               Dual::variable(scale * v[2] / table::spin_scale(ellipse), 2)},
                          1.0);
    std::array<double, 9> all{};
    for (std::size_t k = 0; k < 3; ++k) {
      const double by = (k == 0   ? 1 / ellipse.c11
                         : k == 1 ? 1 / ellipse.c22
                                  : 1 / table::spin_scale(ellipse));
      all[k] = f.longitudinal.derivative[k] * by, all[3 + k] = f.lateral.derivative[k] * by,
      all[6 + k] = f.spin_moment.derivative[k] * by;
    }
    return all;
  };
  constexpr double cells[] = {CreepTable::x_cells, CreepTable::y_cells / 2.0, CreepTable::z_cells};
  std::mt19937 random(2);
  std::uniform_real_distribution<double> uniform(-1, 1);
  double jump = 0;
  int tried = 0;
  while (tried < 3000) {
    std::array<double, 3> v{0.9 * uniform(random), 0.9 * uniform(random), 0.9 * uniform(random)};
    const auto axis = static_cast<std::size_t>(tried % 3);
    v[axis] = std::round(v[axis] * cells[axis]) / cells[axis];
    if (std::hypot(v[0], v[1], v[2]) > 0.9) continue;
    ++tried;
    const double ratio = std::pow(20, uniform(random));
    std::array<double, 3> before = v, behind = v;
    before[axis] -= 1e-9, behind[axis] += 1e-9;
    const auto a = slopes(ratio, before), b = slopes(ratio, behind);
    for (std::size_t i = 0; i < a.size(); ++i) jump = std::max(jump, std::abs(a[i] - b[i]));
  }
  EXPECT_LT(jump, 1e-6);
}

TEST(CreepTable, LargeCreepagesSlide) {
  for (const double ratio : axis_ratios) {
    for (const ReducedCreepages& s : situations) {
      const ReducedCreepages large{1e7 * s.x, 1e7 * s.y, 1e7 * s.z};
      const ReducedForces limit = contact::full_sliding(ratio, large);
      const CreepForces f = reduced_force(ratio, large);
      EXPECT_NEAR(f.longitudinal, -limit.longitudinal, 0.01);
      EXPECT_NEAR(f.lateral, -limit.lateral, 0.01);
      EXPECT_NEAR(f.spin_moment, -limit.moment, 0.02);
    }
  }
}

TEST(CreepTable, SmallCreepagesAreKalkersLinearTheory) {
  for (const double ratio : axis_ratios) {
    const ReducedCreepages s{1e-7, -2e-7, 1.5e-7};
    const CreepForces f = reduced_force(ratio, s), linear = reduced_force(ratio, s, CreepLaw::kalker_linear);
    EXPECT_NEAR(f.longitudinal / linear.longitudinal, 1, 1e-5);
    EXPECT_NEAR(f.lateral, linear.lateral, 1e-12);
    EXPECT_NEAR(f.spin_moment, linear.spin_moment, 1e-12);
  }
}

TEST(CreepTable, MirrorsAreExact) {
  for (const double ratio : axis_ratios) {
    for (const ReducedCreepages& s : situations) {
      const CreepForces f = reduced_force(ratio, s), x = reduced_force(ratio, {-s.x, s.y, s.z}),
                        yz = reduced_force(ratio, {s.x, -s.y, -s.z});
      EXPECT_EQ(x.longitudinal, -f.longitudinal);
      EXPECT_EQ(x.lateral, f.lateral);
      EXPECT_EQ(x.spin_moment, f.spin_moment);
      EXPECT_EQ(yz.longitudinal, f.longitudinal);
      EXPECT_NEAR(yz.lateral, -f.lateral, 1e-13);
      EXPECT_NEAR(yz.spin_moment, -f.spin_moment, 1e-13);
    }
  }
}

// Also at the mirrors x = 0 and z = 0, where the coordinates have a kink.
TEST(CreepTable, SlopesAreContinuousAndExact) {
  const UnitPatch ellipse = table::unit_ellipse(3);
  using Dual = math::Dual<3>;
  for (const ReducedCreepages& s : situations) {
    const double c[] = {s.x / ellipse.c11, s.y / ellipse.c22, s.z / table::spin_scale(ellipse)};
    const auto exact = creep_forces_with(
        reduced_model(), ellipse, 1.0,
        BasicCreepages<Dual>{Dual::variable(c[0], 0), Dual::variable(c[1], 1), Dual::variable(c[2], 2)}, 1.0);
    for (std::size_t k = 0; k < 3; ++k) {
      const double h = 1e-6 * (1 + std::abs(c[k]));
      const auto moved = [&](double by) {
        double d[] = {c[0], c[1], c[2]};
        d[k] += by;
        return creep_forces_with(reduced_model(), ellipse, 1.0, Creepages{d[0], d[1], d[2]}, 1.0);
      };
      const CreepForces ahead = moved(h), behind = moved(-h), here = moved(0);
      const double tolerance = 1e-4 * (ellipse.c11 + ellipse.c33);
      EXPECT_NEAR((ahead.longitudinal - here.longitudinal) / h, exact.longitudinal.derivative[k], tolerance);
      EXPECT_NEAR((here.longitudinal - behind.longitudinal) / h, exact.longitudinal.derivative[k], tolerance);
      EXPECT_NEAR((ahead.lateral - behind.lateral) / (2 * h), exact.lateral.derivative[k], tolerance);
      EXPECT_NEAR((ahead.spin_moment - behind.spin_moment) / (2 * h), exact.spin_moment.derivative[k],
                  tolerance);
    }
  }
}

TEST(CreepTable, FourContactsAreFourTimesOne) {
  using math::Batch;
  const UnitPatch one = table::unit_ellipse(0.7);
  const BasicUnitPatch<Batch> four{one.a, one.b, one.approach, one.c11, one.c22, one.c23, one.c33};
  for (std::size_t i = 0; i < 12; i += 4) {
    BasicCreepages<Batch> c;
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const ReducedCreepages& s = situations[i + lane];
      c.longitudinal.set(lane, s.x), c.lateral.set(lane, s.y), c.spin.set(lane, s.z);
    }
    const auto batch = creep_forces_with(reduced_model(), four, Batch(1), c, Batch(1));
    for (std::size_t lane = 0; lane < 4; ++lane) {
      const ReducedCreepages& s = situations[i + lane];
      const CreepForces f = creep_forces_with(reduced_model(), one, 1.0, Creepages{s.x, s.y, s.z}, 1.0);
      EXPECT_NEAR(batch.longitudinal[lane], f.longitudinal, 1e-13);
      EXPECT_NEAR(batch.lateral[lane], f.lateral, 1e-13);
      EXPECT_NEAR(batch.spin_moment[lane], f.spin_moment, 1e-13);
    }
  }
}

TEST(CreepTable, BeyondItsRatiosTheForcesOfTheLastHold) {
  const CreepForces f = reduced_force(80, {2, 1, -1}), end = reduced_force(20, {2, 1, -1});
  EXPECT_NEAR(f.longitudinal, end.longitudinal, 0.05);
  EXPECT_TRUE(std::isfinite(f.spin_moment));
}

std::string failure_of(const std::string& text) {
  try {
    (void)table_of(text);
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

TEST(CreepTable, DamagedTextsAreRefused) {
  const std::string& text = runtime_files().front().second;
  EXPECT_EQ(failure_of(text), "");
  EXPECT_EQ(failure_of("x"), "no creep table of this version");
  EXPECT_EQ(failure_of(text.substr(0, text.size() / 2)), "the creep table is cut off");
  std::string damaged = text;
  damaged[text.size() / 2] = '!';
  EXPECT_EQ(failure_of(damaged), "the creep table is damaged");
}

TEST(CreepTable, TextReadsBack) {
  CreepTableData data;
  data.made_by = "a test";
  const double count = static_cast<double>(free_coefficients().size());
  for (int layer = 0; layer < CreepTable::layers; ++layer) {
    auto& values = data.layers.emplace_back();
    for (auto& quantity : values) {
      for (std::size_t i = 0; i < free_coefficients().size(); ++i)
        quantity.push_back((static_cast<double>(i) / count - 0.5) * CreepTable::quantities);
    }
  }
  CreepTable read = table_of(table_text(data));
  const auto [x, y, z] = free_coefficients()[1000];
  EXPECT_NEAR(read.at(8, z, y, 1, x), (1000 / count - 0.5) * CreepTable::quantities,
              2 * CreepTable::resolution);
}

TEST(CreepTable, MakingItStopsOnRequest) {
  EXPECT_TRUE(make_creep_table({.solutions = 2000, .threads = 1}, {[](double) {}, [] { return true; }})
                  .layers.empty());
}

TEST(CreepTable, IsMadeOfSolutionsWithKnownLimits) {
  const ReducedForces sliding = contact::full_sliding(1, {0, 0, 1});
  EXPECT_NEAR(sliding.moment, 3 * 3.14159265358979 / 16, 2e-3);  // of a circle
  table::HalfSpace circle(1);
  const ReducedForces f = circle.solve({1e-3, 0, 0});
  EXPECT_NEAR(f.longitudinal, 1e-3, 1e-5);  // C11 within 1 %
}

TEST(FastsimLaw, IsKalkersLinearTheoryAndCoulombsLimit) {
  for (const double ratio : {0.3, 1.0, 4.0}) {
    for (const ReducedCreepages& s : {ReducedCreepages{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}) {
      const ReducedCreepages small{1e-4 * s.x, 1e-4 * s.y, 1e-4 * s.z};
      const CreepForces f = reduced_force(ratio, small, CreepLaw::fastsim),
                        linear = reduced_force(ratio, small, CreepLaw::kalker_linear);
      EXPECT_NEAR(f.longitudinal, linear.longitudinal, 0.02e-4);
      EXPECT_NEAR(f.lateral, linear.lateral, 0.02e-4);
    }
    const CreepForces slides = reduced_force(ratio, {30, 40, 0}, CreepLaw::fastsim);
    EXPECT_NEAR(slides.longitudinal, -0.6, 0.3);
    EXPECT_NEAR(std::sqrt(slides.longitudinal * slides.longitudinal + slides.lateral * slides.lateral), 1,
                0.02);
  }
}

TEST(FastsimLaw, AllocatesNothing) {
  (void)reduced_force(1, {1, 1, 1});  // reads the table
  const test::AllocationGuard guard;
  double sum = 0;
  for (const ReducedCreepages& s : situations)
    sum += reduced_force(2, s, CreepLaw::fastsim).lateral + reduced_force(2, s).lateral;
  EXPECT_EQ(guard.count(), 0u);
  EXPECT_TRUE(std::isfinite(sum));
}

}  // namespace
}  // namespace flangeway::contact
