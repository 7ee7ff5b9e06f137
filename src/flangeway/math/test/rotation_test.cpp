#include "flangeway/math/rotation.hpp"

#include <gtest/gtest.h>

#include "flangeway/math/sin_cos.hpp"

namespace flangeway {
namespace {

TEST(Rotation, TurnsTheAxesAsTheConventionsSay) {
  const double quarter = pi / 2;
  EXPECT_TRUE((rotation_x(quarter) * Vec3::UnitY()).isApprox(Vec3::UnitZ(), 1e-15));
  EXPECT_TRUE((rotation_z(quarter) * Vec3::UnitX()).isApprox(Vec3::UnitY(), 1e-15));
}

TEST(Rotation, SkewIsTheCrossProduct) {
  const Vec3 a{1, -2, 3}, b{0.5, 4, -1};
  EXPECT_TRUE((skew(a) * b).isApprox(a.cross(b), 1e-15));
}

TEST(SinCos, EqualsTheLibraryForSmallAndLargeAngles) {
  for (double angle = -4; angle < 4; angle += 0.00317) {
    EXPECT_NEAR(sin_cos(angle).sine, std::sin(angle), 1.2e-16 * std::max(1.0, std::abs(angle)));
    EXPECT_NEAR(sin_cos(angle).cosine, std::cos(angle), 2.3e-16);
  }
  EXPECT_EQ(sin_cos(-0.0).sine, 0);
  EXPECT_EQ(sin_cos(0.1).sine, -sin_cos(-0.1).sine);
}

}  // namespace
}  // namespace flangeway
