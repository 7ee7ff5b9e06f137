#include "flangeway/assess/sliding_mean.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace flangeway::assess {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;
using Numbers = std::vector<double>;

TEST(SlidingMean, OfARampIsTheRampHalfAWindowBack) {
  const Numbers x{0, 1, 2, 3, 4}, ramp{1, 2, 3, 4, 5};
  EXPECT_THAT(sliding_mean({x, ramp}, 2), ElementsAre(1, 1.5, 2, 3, 4));
  EXPECT_THAT(sliding_mean({x, ramp}, 2, Window::centred), ElementsAre(1.5, 2, 3, 4, 4.5));
  EXPECT_THAT(sliding_mean({x, ramp}, 1.5), ElementsAre(1, 1.5, 2.25, 3.25, 4.25));  // between samples
}

TEST(SlidingMean, OfAStepRisesOverTheWindow) {
  const Numbers x{0, 5, 5, 6, 7, 8, 9}, step{0, 0, 1, 1, 1, 1, 1};
  const double third = 1.0 / 3;
  EXPECT_THAT(sliding_mean({x, step}, 3),
              ElementsAre(0, 0, 0, DoubleNear(third, 1e-15), DoubleNear(2 * third, 1e-15), 1, 1));
}

// Over whole periods a sine has no mean; over a part of one its integral.
TEST(SlidingMean, OfASine) {
  constexpr int n = 4000;
  Numbers x, sine;
  for (int i = 0; i <= n; ++i) {
    x.push_back(10.0 * i / n);
    sine.push_back(std::sin(2 * M_PI * x.back()));
  }
  const auto whole = sliding_mean({x, sine}, 1), part = sliding_mean({x, sine}, 0.3);
  for (std::size_t i = 400; i < whole.size(); ++i) {
    EXPECT_NEAR(whole[i], 0, 1e-12);
    const double exact = (std::cos(2 * M_PI * (x[i] - 0.3)) - std::cos(2 * M_PI * x[i])) / (2 * M_PI * 0.3);
    EXPECT_NEAR(part[i], exact, 2.1e-5);  // of the broken line: h² f″/12
  }
}

// Samples count by how far they lie apart: the same line, sampled twice as densely somewhere, has the same
// mean.
TEST(SlidingMean, DoesNotDependOnHowDenselyALineIsSampled) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> uniform(0, 1);
  Numbers x{0}, value{uniform(random)}, fine_x = x, fine_value = value;
  std::vector<std::size_t> same{0};
  for (int i = 0; i < 300; ++i) {
    const double next_x = x.back() + 0.02 + uniform(random), next = uniform(random);
    for (const double share : {0.25, 0.3, 0.9}) {
      fine_x.push_back(x.back() + share * (next_x - x.back()));
      fine_value.push_back(value.back() + share * (next - value.back()));
    }
    x.push_back(next_x), value.push_back(next), fine_x.push_back(next_x), fine_value.push_back(next);
    same.push_back(fine_x.size() - 1);
  }
  for (const Window window : {Window::behind, Window::centred}) {
    const auto coarse = sliding_mean({x, value}, 2, window),
               fine = sliding_mean({fine_x, fine_value}, 2, window);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(coarse[i], fine[same[i]], 1e-12);
  }
}

TEST(SlidingMean, WhereTheVehicleStandsTimeDoesNotCount) {
  const Numbers x{0, 1, 2, 2, 2, 3}, value{1, 1, 1, 9, 1, 1};
  EXPECT_THAT(sliding_mean({x, value}, 2), ElementsAre(1, 1, 1, 1, 1, 1));
  EXPECT_THAT(sliding_mean({Numbers{4, 4, 4}, Numbers{1, 2, 3}}, 2), ElementsAre(1, 2, 3));
}

TEST(SlidingMean, LongerThanTheSeriesIsTheMeanSoFar) {
  const Numbers x{0, 1, 2}, value{0, 4, 4};
  EXPECT_THAT(sliding_mean({x, value}, 100), ElementsAre(0, 2, 3));
  EXPECT_THAT(sliding_mean({x, value}, 100, Window::centred), ElementsAre(3, 3, 3));
}

}  // namespace
}  // namespace flangeway::assess
