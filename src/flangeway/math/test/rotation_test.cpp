#include "flangeway/math/rotation.hpp"

#include <gtest/gtest.h>

namespace flangeway {
namespace {

TEST(Rotation, TurnsTheAxesAsTheConventionsSay) {
  const double quarter = pi / 2;
  EXPECT_TRUE((rotation_x(quarter) * Vec3::UnitY()).isApprox(Vec3::UnitZ(), 1e-15));
  EXPECT_TRUE((rotation_y(quarter) * Vec3::UnitZ()).isApprox(Vec3::UnitX(), 1e-15));
  EXPECT_TRUE((rotation_z(quarter) * Vec3::UnitX()).isApprox(Vec3::UnitY(), 1e-15));
}

TEST(Rotation, SkewIsTheCrossProduct) {
  const Vec3 a{1, -2, 3}, b{0.5, 4, -1};
  EXPECT_TRUE((skew(a) * b).isApprox(a.cross(b), 1e-15));
}

}  // namespace
}  // namespace flangeway
