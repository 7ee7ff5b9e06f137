#include "flangeway/profile/sliced.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace flangeway::profile {
namespace {

// An arc whose top lies at `height`.
std::shared_ptr<const Curve> arc(double height) {
  std::vector<Vec2> points;
  for (int i = -20; i <= 20; ++i) {
    const double y = 1e-3 * i;
    points.emplace_back(y, height - 2 * y * y);
  }
  return std::make_shared<const Curve>(points);
}

std::vector<Slice> slices(const std::vector<double>& places, const std::function<double(double)>& height) {
  std::vector<Slice> made;
  for (const double place : places) made.push_back({place, arc(height(place)), {}});
  return made;
}

double height_at(const SlicedProfile& profile, double place) {
  const Curve curve = profile.at(place);
  return curve.point(curve.length() / 2).y();
}

TEST(SlicedProfile, OfEqualSlicesIsThatProfile) {
  const auto constant = [](double) { return 0.01; };
  for (const SliceFit fit : {SliceFit::interpolate, SliceFit::approximate}) {
    const SlicedProfile profile(slices({0, 0.1, 0.25, 0.3, 0.7}, constant), fit);
    const auto one = arc(0.01);
    for (const double place : {-1.0, 0.0, 0.17, 0.3, 0.69, 2.0}) {
      const Curve curve = profile.at(place);
      EXPECT_NEAR(curve.length(), one->length(), 1e-9);
      for (int i = 0; i <= 30; ++i) {
        const double s = one->length() * i / 30;
        EXPECT_LT((curve.point(s) - one->point(s)).norm(), 1e-9);
      }
    }
  }
}

TEST(SlicedProfile, GoesStraightThroughARamp) {
  const auto ramp = [](double place) { return 0.1 * place; };
  for (const SliceFit fit : {SliceFit::interpolate, SliceFit::approximate}) {
    const SlicedProfile profile(slices({-0.1, 0, 0.1, 0.2, 0.3}, ramp), fit);
    for (const double place : {-0.1, -0.033, 0.0, 0.15, 0.3})
      EXPECT_NEAR(height_at(profile, place), ramp(place), 1e-12);
    EXPECT_NEAR(height_at(profile, 0.4), ramp(0.3), 1e-12);  // constant beyond
  }
}

TEST(SlicedProfile, InterpolatesOrRoundsASpike) {
  const auto spike = [](double place) { return std::abs(place) < 1e-9 ? 1e-3 : 0; };
  const std::vector<double> places{-0.3, -0.2, -0.1, 0, 0.1, 0.2, 0.3};
  const SlicedProfile through(slices(places, spike), SliceFit::interpolate),
      rounded(slices(places, spike), SliceFit::approximate);
  EXPECT_NEAR(height_at(through, 0), 1e-3, 1e-12);
  EXPECT_NEAR(height_at(rounded, 0), 4e-3 / 6, 1e-12);
  EXPECT_NEAR(height_at(rounded, 0.1), 1e-3 / 6, 1e-12);
  EXPECT_NEAR(height_at(rounded, 0.2), 0, 1e-12);
}

// A feature that moves across the profile: lines follow it.
TEST(SlicedProfile, FollowsItsFeatures) {
  std::vector<Slice> made;
  const auto flat =
      std::make_shared<const Curve>(std::vector<Vec2>{{0, 0}, {0.01, 0}, {0.02, 0}, {0.03, 0}, {0.04, 0}});
  for (int i = 0; i < 5; ++i) made.push_back({0.1 * i, flat, {0, 0.01 + 0.002 * i, 0.04}});
  const SlicedProfile profile(made, SliceFit::interpolate);
  const std::size_t line = 37;  // the first part is 18 mm long in the last slice: 37 steps
  EXPECT_NEAR(profile.point(line, 0).x(), 0.01, 1e-12);
  EXPECT_NEAR(profile.point(line, 0.25).x(), 0.015, 1e-12);
  EXPECT_EQ(profile.lines(), 37u + 61u + 1u);
}

// A second part that only the first six of ten slices have: it ends at the sixth with a step, its heights
// come from these six alone, and the common feature stays.
TEST(SlicedProfile, EndsAPartAtTheLastSliceThatHasIt) {
  std::vector<Slice> made;
  for (int i = 0; i < 10; ++i) {
    const double height = i < 6 ? 1e-3 * i : 0.05;  // where the part is not, it must not matter
    const auto curve = std::make_shared<const Curve>(
        std::vector<Vec2>{{0, 0}, {0.01, 0}, {0.02, 0}, {0.03, height}, {0.04, 2 * height}},
        std::vector<std::size_t>{2});
    made.push_back({0.1 * i, curve, {0, 0.02, i < 6 ? 1.0 : -1.0}});
  }
  for (const SliceFit fit : {SliceFit::interpolate, SliceFit::approximate}) {
    const SlicedProfile profile(made, fit);
    const std::size_t feature = 41, last = profile.lines() - 1;
    EXPECT_NEAR(profile.point(feature, 0.77).x(), 0.02, 1e-9);
    EXPECT_TRUE(profile.has(feature, 0.77));
    for (const double place : {-1.0, 0.0, 0.33, 0.5}) {
      EXPECT_TRUE(profile.has(last, place)) << place;
      EXPECT_NEAR(profile.point(last, place).y(), 0.02 * std::max(place, 0.0), 1e-9) << place;
    }
    EXPECT_FALSE(profile.has(last, 0.501));
    EXPECT_FALSE(profile.has(feature + 1, 5));
    EXPECT_NEAR(profile.point(last, 0.8).y(), 0.01, 1e-9);  // its end
    EXPECT_NEAR(profile.at(0.5).points().back().x(), 0.04, 1e-9);
    EXPECT_NEAR(profile.at(0.51).points().back().x(), 0.02, 1e-9);
    EXPECT_NEAR(profile.at(9).points().back().x(), 0.02, 1e-9);
  }
}

// A part that no slice has is not there.
TEST(SlicedProfile, LeavesOutPartsOfNoSlice) {
  const auto flat =
      std::make_shared<const Curve>(std::vector<Vec2>{{0, 0}, {0.01, 0}, {0.02, 0}, {0.03, 0}, {0.04, 0}});
  for (const std::vector<double>& features : {std::vector<double>{-1, 0.01, 0.03}, {0.01, 0.03, -1}}) {
    std::vector<Slice> made;
    for (int i = 0; i < 5; ++i) made.push_back({0.1 * i, flat, features});
    const Curve curve = SlicedProfile(made, SliceFit::interpolate).at(0.17);
    EXPECT_NEAR(curve.points().front().x(), 0.01, 1e-9);
    EXPECT_NEAR(curve.points().back().x(), 0.03, 1e-9);
  }
}

// Interrupted in between: two runs, each a spline of its own, and nothing between them.
TEST(SlicedProfile, InterruptsAPart) {
  const auto flat =
      std::make_shared<const Curve>(std::vector<Vec2>{{0, 0}, {0.01, 0}, {0.02, 0}, {0.03, 0}, {0.04, 0}});
  std::vector<Slice> made;
  for (int i = 0; i < 12; ++i) made.push_back({0.1 * i, flat, {0, 0.02, i < 4 || i > 7 ? 0.04 : -1}});
  const SlicedProfile profile(made, SliceFit::interpolate);
  const std::size_t last = profile.lines() - 1;
  EXPECT_TRUE(profile.has(last, 0.3) && profile.has(last, 0.8) && profile.has(last, 1.1));
  EXPECT_FALSE(profile.has(last, 0.31) || profile.has(last, 0.55) || profile.has(last, 0.79));
}

}  // namespace
}  // namespace flangeway::profile
