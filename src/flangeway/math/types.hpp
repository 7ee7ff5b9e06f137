// Fixed-size vectors and matrices; everything a step touches is one of these.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

namespace flangeway {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;

inline constexpr double pi = 3.14159265358979323846;

}  // namespace flangeway
