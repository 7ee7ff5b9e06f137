#include "flangeway/assess/conicity.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace flangeway::assess {
namespace {

using std::numbers::pi;

TEST(Conicity, CubicDifferenceHasItsClosedForms) {
  constexpr double k = 5e3, amplitude = 4e-3;  // 1/m², m
  std::vector<double> y, value;
  for (int i = -6000; i <= 6000; ++i) {
    y.push_back(i * 1e-6);
    value.push_back(k * y.back() * y.back() * y.back());
  }
  const auto conicity = equivalent_conicity({y, value}, amplitude);
  ASSERT_TRUE(conicity && conicity->nonlinear);
  // Period of y″ = −k y³: 4 √2 /(A √k) ∫₀¹ du/√(1 − u⁴), the integral being Γ(1/4)²/(4 √(2π)).
  const double integral = std::pow(std::tgamma(0.25), 2) / (4 * std::sqrt(2 * pi));
  const double period = 4 * std::sqrt(2.0) * integral / (amplitude * std::sqrt(k));
  EXPECT_NEAR(*conicity->nonlinear, std::pow(2 * pi / period, 2) / 2, 1e-6);
  EXPECT_NEAR(conicity->regression, 0.3 * k * amplitude * amplitude, 1e-6);
  EXPECT_NEAR(conicity->harmonic, 0.375 * k * amplitude * amplitude, 1e-6);
}

TEST(Conicity, JumpsOfTheDifferenceAreNoSpecialPlace) {
  constexpr double jump_at = 2e-3, jump = 1e-3, amplitude = 4e-3, width = 1e-7;
  const std::vector<double> y{-6e-3,           -jump_at - width, -jump_at + width,
                              jump_at - width, jump_at + width,  6e-3};
  const std::vector<double> value{-jump, -jump, 0, 0, jump, jump};
  const auto conicity = equivalent_conicity({y, value}, amplitude);
  ASSERT_TRUE(conicity && conicity->nonlinear);
  // From rest at A to d under the constant acceleration D, then at constant speed through 2d, and back.
  const double fall = std::sqrt(2 * (amplitude - jump_at) / jump), speed = jump * fall;
  const double period = 2 * (2 * fall + 2 * jump_at / speed);
  EXPECT_NEAR(*conicity->nonlinear, std::pow(2 * pi / period, 2) / 2, 1e-4);
  EXPECT_NEAR(conicity->regression, 0.75 * jump * (1 - 0.25) / amplitude, 1e-4);
  EXPECT_NEAR(conicity->harmonic, 2 * jump * std::sqrt(1 - 0.25) / (pi * amplitude), 1e-4);
}

// For a straight line all three are half its slope, at any amplitude that it covers.
TEST(Conicity, AStraightLineHasHalfItsSlope) {
  const std::vector<double> y{-8e-3, 6e-3}, value{-8e-3 * 0.3, 6e-3 * 0.3};
  for (const double amplitude : {1e-3, 5e-3}) {
    const auto conicity = equivalent_conicity({y, value}, amplitude);
    ASSERT_TRUE(conicity && conicity->nonlinear);
    EXPECT_NEAR(*conicity->nonlinear, 0.15, 1e-6);
    EXPECT_NEAR(conicity->regression, 0.15, 1e-6);
    EXPECT_NEAR(conicity->harmonic, 0.15, 1e-6);
    EXPECT_NEAR(conicity->centre, 0, 1e-12);
  }
  EXPECT_NEAR(largest_amplitude({y, value}), 6e-3, 1e-9);
  EXPECT_FALSE(equivalent_conicity({y, value}, 6.1e-3));
}

}  // namespace
}  // namespace flangeway::assess
