// Which oscillation is which: shapes and eigenvalues that are known.
#include "flangeway/stability/mode_tracking.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace flangeway::stability {
namespace {

namespace of_modes {

using simulate::Mode;
using ::testing::ElementsAre;
using ::testing::Optional;

Mode mode(double frequency, std::complex<double> first, std::complex<double> second) {
  Mode mode;
  mode.eigenvalue = {-0.1, 2 * pi * frequency};
  mode.frequency = frequency;
  mode.shape = Eigen::Vector2cd(first, second);
  return mode;
}
const Eigen::VectorXd equal = Eigen::Vector2d(1, 1);

TEST(ModeTracking, GoesThroughACrossing) {
  // The first coordinate oscillates slower before, and faster after.
  const ModeMatch found =
      match({mode(1.00, 1, 0.1), mode(1.05, 0, 1)}, {mode(1.02, 0.1, {0, 1}), mode(1.07, {0, 2}, 0)}, equal);
  EXPECT_THAT(found.from, ElementsAre(Optional(1u), Optional(0u)));
  EXPECT_TRUE(found.clear);
}

TEST(ModeTracking, SaysWhereShapesMix) {
  const ModeMatch found =
      match({mode(1, 1, 0), mode(1.05, 0, 1)}, {mode(1, 1, 0.9), mode(1.05, -0.9, 1)}, equal);
  EXPECT_THAT(found.from, ElementsAre(Optional(0u), Optional(1u)));
  EXPECT_FALSE(found.clear);
}

TEST(ModeTracking, KnowsOscillationsThatBeginAndEnd) {
  const ModeMatch begins =
      match({mode(1, 1, 0)}, {mode(0.001, 1, 1), mode(1.01, 1, 0), mode(3, 0, 1)}, equal);
  EXPECT_THAT(begins.from, ElementsAre(std::nullopt, Optional(0u), std::nullopt));
  EXPECT_FALSE(begins.clear);
  const ModeMatch ends = match({mode(1, 1, 0), mode(2, 0, 1)}, {mode(1.01, 1, 0)}, equal);
  EXPECT_THAT(ends.from, ElementsAre(Optional(0u)));
  EXPECT_FALSE(ends.clear);
}

// A far frequency with the same shape is another oscillation: springs in series have such pairs.
TEST(ModeTracking, TakesNoOscillationThatIsFarAway) {
  const ModeMatch found = match({mode(1, 1, 0)}, {mode(9, 1, 0)}, equal);
  EXPECT_THAT(found.from, ElementsAre(std::nullopt));
}

TEST(ModeTracking, ComparesCoordinatesByTheirWeight) {
  const std::vector<Mode> before{mode(1, 1, 0)}, after{mode(1, 1, 3)};
  EXPECT_FALSE(match(before, after, equal).clear);
  EXPECT_TRUE(match(before, after, Eigen::Vector2d(1, 1e-3)).clear);
}

}  // namespace of_modes
}  // namespace
}  // namespace flangeway::stability
