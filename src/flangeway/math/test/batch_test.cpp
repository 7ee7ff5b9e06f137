#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "flangeway/math/batch_functions.hpp"
#include "flangeway/math/batch_structs.hpp"

namespace flangeway::math {
namespace {

/// Largest relative difference of four at once from the library's function, over random numbers.
template <typename Function, typename Reference, typename Draw>
double largest_difference(const Function& function, const Reference& reference, const Draw& draw) {
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    const Batch x(draw(), draw(), draw(), draw()), value = function(x);
    for (std::size_t lane = 0; lane < batch_size; ++lane) {
      const double expected = reference(x[lane]);
      worst = std::fmax(worst, std::abs(value[lane] - expected) / std::abs(expected));
    }
  }
  return worst;
}

std::mt19937 generator(7);

auto uniform(double low, double high) {
  return [=] { return std::uniform_real_distribution(low, high)(generator); };
}
auto logarithmic(double low, double high) {
  return [=] { return std::exp(uniform(std::log(low), std::log(high))()); };
}

constexpr double few_last_places = 1e-15;

TEST(Batch, ExpEqualsTheLibrarys) {
  const auto library = [](double x) { return std::exp(x); };
  EXPECT_LT(largest_difference([](const Batch& x) { return exp(x); }, library, uniform(-50, 50)),
            few_last_places);
  EXPECT_EQ(exp(Batch(0.0))[2], 1);
}

TEST(Batch, CbrtEqualsTheLibrarys) {
  const auto library = [](double x) { return std::cbrt(x); };
  // x r r has three roundings of its own beside twice the error of r
  EXPECT_LT(largest_difference([](const Batch& x) { return cbrt(x); }, library, logarithmic(1e-200, 1e200)),
            1.5 * few_last_places);
}

TEST(Batch, LogarithmsEqualTheLibrarys) {
  const auto log_of = [](const Batch& x) { return log(x); };
  const auto library = [](double x) { return std::log(x); };
  EXPECT_LT(largest_difference(log_of, library, logarithmic(1e-300, 1e300)), few_last_places);
  EXPECT_LT(largest_difference(log_of, library, uniform(0.5, 2)), few_last_places);
  EXPECT_LT(largest_difference(log_of, library, uniform(1 - 1e-9, 1 + 1e-9)), few_last_places);
  EXPECT_EQ(log(Batch(1.0))[1], 0);
  EXPECT_LT(largest_difference([](const Batch& x) { return log1p(x); },
                               [](double x) { return std::log1p(x); }, logarithmic(1e-30, 1e30)),
            few_last_places);
  EXPECT_EQ(log1p(Batch(0.0))[3], 0);
}

TEST(Batch, AsinhEqualsTheLibrarysAndIsOdd) {
  EXPECT_LT(largest_difference([](const Batch& x) { return asinh(x); },
                               [](double x) { return std::asinh(x); }, logarithmic(1e-30, 1e30)),
            few_last_places);
  EXPECT_EQ(asinh(Batch(-0.3))[0], -asinh(Batch(0.3))[0]);
}

TEST(Batch, AnglesOfPointsEqualTheLibrarys) {
  for (const double x : {1e-9, 0.3, 2.0, 1e9}) {
    const auto angle = [&](const Batch& y) { return atan2(y, Batch(x)); };
    const auto library = [&](double y) { return std::atan2(y, x); };
    EXPECT_LT(largest_difference(angle, library, logarithmic(1e-12, 1e12)), few_last_places) << x;
    EXPECT_EQ(angle(Batch(-0.3))[0], -angle(Batch(0.3))[0]);
  }
  EXPECT_EQ(atan2(Batch(2.0), Batch(0.0))[0], std::atan2(2.0, 0.0));
  EXPECT_EQ(atan2(Batch(0.0), Batch(0.0))[0], 0);
  EXPECT_LT(largest_difference([](const Batch& x) { return atan(x); }, [](double x) { return std::atan(x); },
                               logarithmic(1e-12, 1e12)),
            few_last_places);
}

TEST(Batch, AtanRatioEqualsTheLibrarysAndIsEven) {
  const auto library = [](double x) { return std::atan(x) / x; };
  EXPECT_LT(
      largest_difference([](const Batch& x) { return atan_ratio(x); }, library, logarithmic(1e-12, 1e12)),
      few_last_places);
  EXPECT_EQ(atan_ratio(Batch(0.0))[0], 1);
  EXPECT_EQ(atan_ratio(Batch(0.7))[1], atan_ratio(Batch(-0.7))[3]);
}

// Near its zeros a sine is small by cancellation, and its relative error is not the measure.
TEST(Batch, SineAndCosineEqualTheLibrarysAtAnyAngle) {
  for (const double size : {1e-3, 1.0, 1e3, 1e6}) {
    const auto draw = uniform(-size, size);
    for (int i = 0; i < 5000; ++i) {
      const Batch x(draw(), draw(), draw(), draw());
      const BasicSinCos<Batch> value = sin_cos(x), opposite = sin_cos(-x);
      for (std::size_t lane = 0; lane < batch_size; ++lane) {
        EXPECT_NEAR(value.sine[lane], std::sin(x[lane]), 3e-16);
        EXPECT_NEAR(value.cosine[lane], std::cos(x[lane]), 3e-16);
        EXPECT_EQ(opposite.sine[lane], -value.sine[lane]);
        EXPECT_EQ(opposite.cosine[lane], value.cosine[lane]);
      }
    }
  }
}

TEST(Batch, SelectTakesEachLaneFromItsSide) {
  const Batch x(1, -2, 3, std::nan("")), chosen = select(x > 0, x, Batch(7));
  EXPECT_EQ(chosen[0], 1);
  EXPECT_EQ(chosen[1], 7);
  EXPECT_EQ(chosen[2], 3);
  EXPECT_EQ(chosen[3], 7);
  EXPECT_TRUE(any(x > 2));
  EXPECT_FALSE(any(x > 3));
}

template <typename Scalar>
struct Six {
  Scalar values[6];
};

TEST(Batch, ScatterIsTheInverseOfGather) {
  Six<double> in[4], out[4];
  for (int i = 0; i < 24; ++i) in[i % 4].values[i / 4] = i;
  const double* const from[] = {in[0].values, in[1].values, in[2].values, in[3].values};
  Six<Batch> batches;
  for (std::size_t i = 0; i < 6; ++i) batches.values[i] = gather(from, i);
  EXPECT_EQ(batches.values[2][1], in[1].values[2]);
  Six<double>* const to[] = {&out[0], &out[1], &out[2], &out[3]};
  scatter(batches, to);
  for (std::size_t lane = 0; lane < batch_size; ++lane) {
    for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(out[lane].values[i], in[lane].values[i]);
  }
  Six<Batch> again;
  gather<Six>({&in[0], &in[1], &in[2], &in[3]}, again);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(again.values[i][3], in[3].values[i]);
}

}  // namespace
}  // namespace flangeway::math
