#include "flangeway/uncertainty/normal.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/uncertainty/generator.hpp"

namespace flangeway::uncertainty {
namespace {

// Answers of the authors' Random123 1.09, file kat_vectors, philox4x32 with ten rounds.
TEST(Philox, GivesTheKnownAnswers) {
  using Words = std::array<std::uint32_t, 4>;
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const std::uint32_t all = 0xffffffff;
  EXPECT_EQ(philox({all, all, all, all}, {all, all}),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomBelow, IsEquallyLikelyAndStaysBelow) {
  std::array<int, 7> hits{};
  for (std::uint64_t i = 0; i < 70'000; ++i) ++hits.at(random_below(7, 3, 0, i));
  // Deviation of a count: sqrt(70000 · 6/49) = 93.
  for (const int count : hits) EXPECT_NEAR(count, 10'000, 450);
}

// The system's library is the other route; it is within one unit of the last place.
TEST(PortableFunctions, AgreeWithTheLibrary) {
  for (double x = 1e-300; x < 1e300; x *= 1.37) {
    EXPECT_NEAR(portable_log(x), std::log(x), 4e-16 * std::max(1.0, std::abs(std::log(x)))) << x;
    if (std::abs(std::log(x)) < 690) {
      EXPECT_NEAR(portable_exp(std::log(x)) / std::exp(std::log(x)), 1, 1e-15) << x;
    }
  }
}

TEST(NormalDistribution, AgreesWithTheErrorFunction) {
  for (double z = -12; z < 12; z += 0.013) {
    EXPECT_NEAR(normal_probability(z), 0.5 * std::erfc(-z / std::sqrt(2.0)), 1e-15) << z;
    if (z < -3.5) {
      EXPECT_NEAR(normal_probability(z) / (0.5 * std::erfc(-z / std::sqrt(2.0))), 1, 1e-12) << z;
    }
  }
}

TEST(NormalQuantile, IsTheInverse) {
  // z(0.975), known to 16 digits.
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-15);
  EXPECT_EQ(normal_quantile(0.5), 0);
  for (double p = 1e-15; p < 0.5; p *= 1.3) {
    EXPECT_NEAR(normal_probability(normal_quantile(p)) / p, 1, 3e-12) << p;  // 1e-16 of 1 over 1e-4
    EXPECT_NEAR(normal_quantile(p), -normal_quantile(1 - p), 1e-14 / std::max(p, 1e-15)) << p;
  }
}

// Bits are promised: these were written by this program, and a change of them would change samples of old
// studies.
TEST(Samples, KeepTheirBits) {
  EXPECT_EQ(random_bits(1, 2, 3), 15999248036857315151U);
  EXPECT_EQ(normal_quantile(0x1p-20), -0x1.30d5024a3fa4dp+2);
  EXPECT_EQ(portable_exp(1.25), 0x1.bec38edb0fafp+1);
}

}  // namespace
}  // namespace flangeway::uncertainty
