#include "flangeway/uncertainty/design.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "flangeway/uncertainty/normal.hpp"
#include "flangeway/uncertainty/sensitivity.hpp"

namespace flangeway::uncertainty {
namespace {

std::set<std::size_t> strata(const Design& design, std::size_t dimension, std::size_t count,
                             std::size_t first = 0) {
  std::set<std::size_t> hit;
  for (std::size_t row = first; row < first + count; ++row)
    hit.insert(static_cast<std::size_t>(design.at(row, dimension) * static_cast<double>(count)));
  return hit;
}

bool begins_with(const Design& longer, const Design& shorter) {
  return longer.dimensions == shorter.dimensions && longer.values.size() > shorter.values.size() &&
         std::equal(shorter.values.begin(), shorter.values.end(), longer.values.begin());
}

TEST(LatinHypercube, HitsEachStratumOnce) {
  for (const std::size_t count : {1u, 2u, 7u, 12u, 100u, 128u, 1001u}) {
    const Design design = latin_hypercube(count, 5, 9);
    for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(strata(design, i, count).size(), count) << count;
  }
}

TEST(Designs, GrowWithoutChangingWhatWasThere) {
  EXPECT_TRUE(begins_with(latin_hypercube(48, 3, 5), latin_hypercube(12, 3, 5)));
  EXPECT_TRUE(begins_with(random_design(31, 3, 5), random_design(30, 3, 5)));
  EXPECT_TRUE(begins_with(sobol_design(31, 3, 5), sobol_design(30, 3, 5)));
  EXPECT_TRUE(begins_with(saltelli_design(9, 3, 5), saltelli_design(8, 3, 5)));
  EXPECT_TRUE(begins_with(morris_design(9, 3, 5), morris_design(8, 3, 5)));
  EXPECT_NE(random_design(9, 3, 5).values, random_design(9, 3, 6).values);
}

// Every aligned part of 2^m points has one in each of 2^m strata of each dimension: (0, m, 1)-nets.
TEST(Sobol, EachDimensionIsStratified) {
  for (const bool shifted : {false, true}) {
    const Design design =
        sobol_design(1024, max_sobol_dimensions, shifted ? std::optional<std::uint64_t>(4) : std::nullopt);
    for (std::size_t i = 0; i < max_sobol_dimensions; ++i) {
      EXPECT_EQ(strata(design, i, 1024).size(), 1024u) << i;
      EXPECT_EQ(strata(design, i, 256, 512).size(), 256u) << i;
    }
  }
}

// The first two dimensions are a (0, 2)-sequence: one point in each of the 2^a × 2^(m - a) boxes.
TEST(Sobol, TheFirstTwoDimensionsAreANetOfQualityZero) {
  const Design design = sobol_design(256, 2, 77);
  for (std::size_t a = 0; a <= 8; ++a) {
    std::set<std::pair<int, int>> boxes;
    for (std::size_t row = 0; row < 256; ++row)
      boxes.insert({static_cast<int>(std::ldexp(design.at(row, 0), static_cast<int>(a))),
                    static_cast<int>(std::ldexp(design.at(row, 1), static_cast<int>(8 - a)))});
    EXPECT_EQ(boxes.size(), 256u) << a;
  }
}

// Property A of [JoeKuo2008] holds for all dimensions: any 2^d aligned points of d dimensions have one in
// each orthant.
TEST(Sobol, OrthantsAreHitOnce) {
  const std::size_t d = 12;
  const Design design = sobol_design(std::size_t{1} << d, d, std::nullopt);
  std::set<unsigned> orthants;
  for (std::size_t row = 0; row < design.rows(); ++row) {
    unsigned orthant = 0;
    for (std::size_t i = 0; i < d; ++i) orthant |= (design.at(row, i) < 0.5 ? 0U : 1U) << i;
    orthants.insert(orthant);
  }
  EXPECT_EQ(orthants.size(), std::size_t{1} << d);
}

// Points 1 to 4 in ten dimensions of sobol.cc of the authors' page, its example.
TEST(Sobol, FirstPoints) {
  const Design design = sobol_design(8, 3, std::nullopt);
  const double expected[8][3] = {{0, 0, 0},
                                 {0.5, 0.5, 0.5},
                                 {0.25, 0.75, 0.75},
                                 {0.75, 0.25, 0.25},
                                 {0.125, 0.625, 0.375},
                                 {0.625, 0.125, 0.875},
                                 {0.375, 0.375, 0.625},
                                 {0.875, 0.875, 0.125}};
  for (std::size_t row = 0; row < 8; ++row)
    for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(design.at(row, i), expected[row][i], 1e-15) << row;
}

// Smooth functions are integrated with an error of about 1/n, where independent points have 1/sqrt(n).
TEST(Sobol, IntegratesInFiftyDimensions) {
  const Design design = sobol_design(4096, 50, 1);
  double mean = 0;
  for (std::size_t row = 0; row < design.rows(); ++row) {
    double product = 1;
    for (std::size_t i = 0; i < 50; ++i)
      product *= 1 + (design.at(row, i) - 0.5) / static_cast<double>((i + 1) * (i + 1));
    mean += product / 4096;
  }
  // Deviation of a mean of independent points: 0.31 / 64 = 5e-3.
  EXPECT_NEAR(mean, 1, 3e-4);
}

TEST(Saltelli, RowsDifferInOneDimension) {
  const Design design = saltelli_design(4, 3, 8);
  ASSERT_EQ(design.rows(), 20u);
  for (std::size_t block = 0; block < 4; ++block) {
    for (std::size_t row = 2; row < 5; ++row) {
      for (std::size_t i = 0; i < 3; ++i)
        EXPECT_EQ(design.at(5 * block + row, i), design.at(5 * block + (row == i + 2 ? 1 : 0), i));
    }
  }
}

TEST(Morris, EachStepChangesOneDimensionByAHalf) {
  const Design design = morris_design(50, 4, 2);
  std::set<double> levels(design.values.begin(), design.values.end());
  EXPECT_EQ(levels, (std::set<double>{0.125, 0.375, 0.625, 0.875}));
  for (std::size_t block = 0; block < 50; ++block) {
    std::set<std::size_t> changed;
    for (std::size_t step = 0; step < 4; ++step) changed.insert(changed_dimension(design, 5 * block + step));
    EXPECT_EQ(changed, (std::set<std::size_t>{0, 1, 2, 3}));
  }
}

TEST(Correlate, GivesTheCorrelationAndKeepsTheStrataOfTheFirst) {
  Design design = sobol_design(4096, 2, 3);
  correlate(design, 0, 1, -0.7);
  double sum = 0, low = 0;
  for (std::size_t row = 0; row < design.rows(); ++row) {
    sum += normal_quantile(design.at(row, 0)) * normal_quantile(design.at(row, 1)) / 4096;
    low += design.at(row, 1) < 0.25 ? 1.0 / 4096 : 0;
  }
  EXPECT_NEAR(sum, -0.7, 0.01);
  EXPECT_NEAR(low, 0.25, 0.005);  // still uniform
}

}  // namespace
}  // namespace flangeway::uncertainty
