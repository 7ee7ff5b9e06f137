// Fixed-size vectors and matrices for everything that a step uses.
#pragma once

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "flangeway/math/batch.hpp"

/// Matrices of batches: every entry is four numbers.
template <>
struct Eigen::NumTraits<flangeway::math::Batch> : Eigen::GenericNumTraits<flangeway::math::Batch> {
  enum { IsInteger = 0, IsSigned = 1, RequireInitialization = 0, ReadCost = 1, AddCost = 1, MulCost = 1 };
};

namespace flangeway {

using Vec2 = Eigen::Vector2d;
using Vec3 = Eigen::Vector3d;
using Mat3 = Eigen::Matrix3d;
using Vec6 = Eigen::Matrix<double, 6, 1>;
using Mat6 = Eigen::Matrix<double, 6, 6>;
/// The same of any scalar, packed without gaps.
template <typename T, int Rows, int Columns = 1>
using Packed = Eigen::Matrix<T, Rows, Columns, Eigen::DontAlign>;

inline constexpr double pi = 3.14159265358979323846;

}  // namespace flangeway
