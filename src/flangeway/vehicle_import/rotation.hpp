// Rotations, and elements along axes that are turned in the vehicle.
#pragma once

#include "flangeway/vehicle_import/model.hpp"

namespace flangeway::vehicle_import {

using Matrix = std::array<Vector, 3>;  ///< rows

[[nodiscard]] Matrix product(const Matrix& one, const Matrix& other);
[[nodiscard]] Vector product(const Matrix& matrix, const Vector& vector);
[[nodiscard]] Matrix transposed(const Matrix& matrix);
/// Rotation by `angle` (rad) about x (0), y (1) or z (2).
[[nodiscard]] Matrix rotation_about(std::size_t axis, double angle);
[[nodiscard]] bool are_close(const Matrix& one, const Matrix& other);
inline constexpr Matrix identity{Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}};

/// Stiffness and damping along and about three axes, N/m, N s/m, N m/rad, N m s/rad.
struct BushingValues {
  Vector stiffness{}, damping{}, rotational_stiffness{}, rotational_damping{};
};
/// Makes an element one of `bushings` with these values along the columns of `axes`, or one of
/// `matrix_bushings` where they are oblique.
void set_bushing(Element& element, const Matrix& axes, const BushingValues& values);

}  // namespace flangeway::vehicle_import
