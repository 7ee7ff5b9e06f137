#include "flangeway/integrate/fixed_step.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace flangeway::integrate {
namespace {

constexpr double z_values[] = {0, 1e-12, 1e-6, 1e-3, 0.1, 0.5, 0.999999, 1, 1.000001, 2, 5, 20, 100, 1000};

std::array<double, 5> phi_functions(double z) {
  std::array<double, 5> phi;
  fw_phi_functions(z, phi.data());
  return phi;
}

fw_weights weights(double z) {
  fw_weights w{};
  fw_set_adams(z, &w);
  fw_set_runge_kutta(z, &w);
  return w;
}

/// ∫₀¹ e^(−z(1−θ)) θ^m dθ by Gauss–Legendre with 5 points on 4000 intervals: an independent route.
double moment(double z, int m) {
  constexpr double x[] = {0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640,
                          -0.9061798459386640};
  constexpr double w[] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665, 0.2369268850561891,
                          0.2369268850561891};
  constexpr int n = 4000;
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < 5; ++k) {
      const double theta = (i + 0.5 + 0.5 * x[k]) / n;
      sum += w[k] / (2 * n) * std::exp(-z * (1 - theta)) * std::pow(theta, m);
    }
  }
  return sum;
}

TEST(PhiFunctions, AreTheirIntegrals) {
  for (const double z : z_values) {
    const auto phi = phi_functions(z);
    EXPECT_NEAR(phi[0], std::exp(-z), 4e-15 * std::exp(-z)) << z;
    double factorial = 1;
    for (int j = 1; j <= 4; ++j) {
      EXPECT_NEAR(phi[static_cast<std::size_t>(j)] * factorial / moment(z, j - 1), 1, 5e-13) << z << " " << j;
      factorial *= j;
    }
  }
}

TEST(PhiFunctions, AreSmoothWhereTheSeriesEnds) {
  const auto below = phi_functions(std::nextafter(1.0, 0.0)), above = phi_functions(1.0);
  for (std::size_t j = 0; j < 5; ++j) EXPECT_NEAR(below[j] / above[j], 1, 4e-15) << j;
}

// One component with a rate of 0 beside one without: the weights reduce to the classical ones.
TEST(AdamsWeights, ReduceToTheClassicalOnes) {
  const fw_weights w = weights(0);
  const std::size_t place = 1;
  const fw_stiff stiff{1, &place, &w};
  const double y0[] = {0.3, 0.3}, y1[] = {0.2, 0.2}, y2[] = {-0.1, -0.1}, y3[] = {0.5, 0.5};
  const double f0[] = {1.5, 1.5}, f1[] = {-2.5, -2.5}, f2[] = {0.5, 0.5}, f3[] = {3.5, 3.5};
  const double *const y[] = {y0, y1, y2, y3}, *const f[] = {f0, f1, f2, f3}, next_f[] = {0.7, 0.7};
  double next[2], scratch[1];
  fw_adams_predict(2, 0.1, &stiff, y, f, next);
  EXPECT_NEAR(next[0], next[1], 1e-15);
  fw_adams_correct(2, 0.1, &stiff, y, f, next_f, scratch, next);
  EXPECT_NEAR(next[0], next[1], 1e-15);
}

// Order conditions: a rule of order p integrates θ^m, m < p, exactly against the kernel.
TEST(AdamsWeights, ClassicalOrderConditions) {
  const fw_stiff none{0, nullptr, nullptr};
  for (int m = 0; m < 4; ++m) {
    double f[4], next_f = 1, y = 0, next = 0, scratch = 0;
    for (int k = 0; k < 4; ++k) f[k] = std::pow(-static_cast<double>(k), m);
    const double *const past_f[] = {f, f + 1, f + 2, f + 3}, *const past_y[] = {&y, &y, &y, &y};
    fw_adams_predict(1, 1, &none, past_y, past_f, &next);
    EXPECT_NEAR(next, 1.0 / (m + 1), 1e-14) << m;
    fw_adams_correct(1, 1, &none, past_y, past_f, &next_f, &scratch, &next);
    EXPECT_NEAR(next, 1.0 / (m + 1), 1e-14) << m;
  }
}

TEST(AdamsWeights, ExponentialOrderConditions) {
  for (const double z : z_values) {
    const fw_weights w = weights(z);
    for (int m = 0; m < 4; ++m) {
      double predictor = 0, corrector = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        predictor += w.predictor[k] * std::pow(-static_cast<double>(k), m);
        corrector += w.corrector[k] * std::pow(1 - static_cast<double>(k), m);
      }
      const double exact = moment(z, m);
      EXPECT_NEAR(corrector / exact, 1, 1e-12) << z << " " << m;
      // The predictor keeps order 2 up to z = 200, then order 1, and loses orders 3 and 4 as z².
      const double allowed = m < (z > 200 ? 1 : 2) ? 1e-12 : 20 * std::min(z * z, 1.0) + 1e-12;
      EXPECT_NEAR(predictor / exact, 1, allowed) << z << " " << m;
    }
  }
}

TEST(RungeKuttaWeights, ReduceToTheClassicalOnes) {
  const fw_weights w = weights(0);
  EXPECT_DOUBLE_EQ(w.half1, 1);
  EXPECT_DOUBLE_EQ(w.half2, 0.5);
  EXPECT_DOUBLE_EQ(w.full1, 1);
  EXPECT_DOUBLE_EQ(w.full2, 0.5);
  EXPECT_NEAR(w.middle, 1.0 / 3, 1e-15);
  EXPECT_NEAR(w.last, 1.0 / 6, 1e-15);
}

// With N a polynomial in time of degree ≤ 2, the final sum is the exact integral (nodes 0, ½, 1).
TEST(RungeKuttaWeights, OrderConditions) {
  for (const double z : z_values) {
    const fw_weights w = weights(z);
    for (int m = 1; m <= 2; ++m) {
      const double sum = 2 * w.middle * std::pow(0.5, m) + w.last;
      EXPECT_NEAR(sum / moment(z, m), 1, 1e-12) << z << " " << m;
    }
    EXPECT_NEAR(w.full1 / moment(z, 0), 1, 1e-12) << z;
  }
}

}  // namespace
}  // namespace flangeway::integrate
