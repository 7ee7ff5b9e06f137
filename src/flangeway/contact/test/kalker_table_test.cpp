#include "flangeway/contact/kalker_table.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace flangeway::contact {
namespace {

std::array<double, 4> as_array(const KalkerCoefficients& c) {
  return {c.c11, c.c22, c.c23, c.c33};
}
std::array<double, 4> at(double x, double nu) {
  return as_array(kalker_coefficients(x, nu));
}
constexpr double poisson[] = {0, 0.25, 0.5};

// The table itself: what theory says of it.
TEST(KalkerTable, IsOrderedAndMonotone) {
  const auto& rows = kalker_table();
  EXPECT_DOUBLE_EQ(rows.front().a_over_b, 0.1);
  EXPECT_DOUBLE_EQ(rows[9].a_over_b, 1);
  for (std::size_t n = 0; n < rows.size(); ++n) {
    EXPECT_NEAR(rows[n].a_over_b * rows[rows.size() - 1 - n].a_over_b, 1, 1e-12);  // a/b and b/a alternate
    EXPECT_EQ(rows[n].c[0][0], rows[n].c[1][0]);  // C11 = C22 at ν = 0, by symmetry of the elastic problem
    for (std::size_t j = 0; j < 3; ++j) {
      if (n == 0) continue;
      EXPECT_GT(rows[n].a_over_b, rows[n - 1].a_over_b);
      EXPECT_GE(rows[n].c[1][j], rows[n - 1].c[1][j]);
      EXPECT_GT(rows[n].c[2][j], rows[n - 1].c[2][j]);
      EXPECT_LT(rows[n].c[3][j], rows[n - 1].c[3][j]);
    }
  }
}

TEST(KalkerCoefficients, PassThroughTheTable) {
  for (const KalkerRow& row : kalker_table()) {
    for (std::size_t j = 0; j < 3; ++j) {
      const auto c = at(std::log(row.a_over_b), poisson[j]);
      for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(c[i] / row.c[i][j], 1, 5e-5) << row.a_over_b;
    }
  }
}

// Leave one row out: neighbours and smoothness must predict it to its three digits, i.e. the table has no
// misprint and the interpolation does not swing between nodes. Parabola of ln C through n−1, n+1 and the
// nearer end of n±2.
TEST(KalkerTable, HasNoOutlier) {
  const auto& rows = kalker_table();
  for (std::size_t n = 2; n + 2 < rows.size(); ++n) {
    for (std::size_t i = 0; i < 4; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        double predicted = 0;
        const std::size_t nodes[] = {n - 2, n - 1, n + 1, n + 2};
        for (const std::size_t p : nodes) {
          double weight = std::log(rows[p].c[i][j]);
          for (const std::size_t q : nodes) {
            if (q == p) continue;
            weight *=
                std::log(rows[n].a_over_b / rows[q].a_over_b) / std::log(rows[p].a_over_b / rows[q].a_over_b);
          }
          predicted += weight;
        }
        EXPECT_NEAR(std::exp(predicted) / rows[n].c[i][j], 1, 0.012)
            << rows[n].a_over_b << " C" << i << " " << j;
      }
    }
  }
}

TEST(KalkerCoefficients, AreContinuousAndSmoothEverywhere) {
  for (const double nu : {0.0, 0.28, 0.5}) {
    const double step = 1e-3;
    for (double x = -9; x < 9; x += step) {
      const auto c = at(x, nu), next = at(x + step, nu), after = at(x + 2 * step, nu);
      for (std::size_t i = 0; i < 4; ++i) {
        const double slope = std::log(next[i] / c[i]) / step,
                     next_slope = std::log(after[i] / next[i]) / step;
        EXPECT_LT(std::abs(slope), 2.0) << x << " C" << i;
        EXPECT_LT(std::abs(next_slope - slope), 0.02) << x << " C" << i;
      }
    }
  }
}

TEST(KalkerCoefficients, TendToTheAsymptotes) {
  for (const double nu : {0.0, 0.25, 0.28, 0.5}) {
    for (const double x : {-14.0, -7.0, -5.0, 5.0, 7.0, 14.0}) {
      const auto c = at(x, nu), asymptote = as_array(kalker_asymptote(x, nu));
      for (std::size_t i = 0; i < 4; ++i)
        EXPECT_NEAR(c[i] / asymptote[i], 1, 0.018) << x << " " << nu << " C" << i;
    }
  }
}

// Rolling of cylinders: C11 → π²/(4(1−ν)), which Carter's solution gives per unit width (docs/theory).
TEST(KalkerCoefficients, OfAWidePatchAreThoseOfPlaneStrain) {
  const double pi = std::acos(-1.0);
  const KalkerCoefficients c = kalker_coefficients(-16, 0.28);
  EXPECT_NEAR(c.c11, pi * pi / (4 * 0.72), 1e-3);
  EXPECT_NEAR(c.c22, pi * pi / 4, 1e-3);
}

// C33 beyond the table: boundary elements on 64² and 128² elements, continued to zero size (program
// contact_refinement, docs/validation/contact_patch.md), good to 1 %. The form printed with the table is 10 …
// 33 % above them.
TEST(KalkerCoefficients, SpinStiffnessOfALongPatchIsThatOfBoundaryElements) {
  const double solved[2][3] = {{0.7881, 0.4879, 0.1633}, {0.7850, 0.4572, 0.1119}};
  const double ratio[2] = {20, 50};
  for (std::size_t n = 0; n < 2; ++n) {
    for (std::size_t j = 0; j < 3; ++j)
      EXPECT_NEAR(at(std::log(ratio[n]), poisson[j])[3] / solved[n][j], 1, 0.01) << ratio[n] << ' ' << j;
  }
}

TEST(KalkerTable, EndsNearTheAsymptotes) {
  for (const double x : {-std::log(10.0), std::log(10.0)}) {
    const KalkerRow& row = x < 0 ? kalker_table().front() : kalker_table().back();
    for (std::size_t j = 0; j < 3; ++j) {
      const auto asymptote = as_array(kalker_asymptote(x, poisson[j]));
      for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(row.c[i][j] / asymptote[i], 1, 0.075) << x << j << i;
    }
  }
}

// At ν = 0.28 the table gives nothing; neighbours bound it.
TEST(KalkerCoefficients, AreMonotoneInPoissonsRatio) {
  for (double x = -3; x <= 3; x += 0.1) {
    for (double nu = 0; nu < 0.5; nu += 0.02) {
      const auto c = at(x, nu), next = at(x, nu + 0.02);
      for (std::size_t i = 0; i < 3; ++i) EXPECT_GT(next[i], c[i]) << x << " " << nu << " C" << i;
    }
  }
}

}  // namespace
}  // namespace flangeway::contact
