// Symbolic vectors and tensors with the base of their components.
#pragma once

#include <array>
#include <cstddef>

#include "flangeway/expression/expression.hpp"

namespace flangeway::symbolic {

using expression::Expression;

/// Index of a base or point of a Frames; 0 is the inertial one.
struct Base {
  std::size_t index = 0;
  friend bool operator==(Base, Base) = default;
};
struct Point {
  std::size_t index = 0;
  friend bool operator==(Point, Point) = default;
};

using Components = std::array<Expression, 3>;
using Matrix = std::array<Components, 3>;  ///< [row][column]

/// Components along the axes of a base. The arithmetic here asks for one base (std::logic_error); Frames
/// brings vectors of different bases together.
struct Vector {
  Base base;
  Components components;
};

/// A symmetric tensor of second order (inertia, stiffness) in a base.
struct Tensor {
  Base base;
  Matrix components;
};

[[nodiscard]] Vector operator+(const Vector& a, const Vector& b);
[[nodiscard]] Vector operator-(const Vector& a, const Vector& b);
[[nodiscard]] Vector operator-(const Vector& a);
[[nodiscard]] Vector operator*(const Expression& factor, const Vector& a);
[[nodiscard]] Vector operator*(const Tensor& tensor, const Vector& a);
[[nodiscard]] Expression dot(const Vector& a, const Vector& b);
[[nodiscard]] Vector cross(const Vector& a, const Vector& b);
[[nodiscard]] Expression norm(const Vector& a);
[[nodiscard]] bool is_zero(const Vector& a);

[[nodiscard]] Components operator*(const Matrix& matrix, const Components& a);
[[nodiscard]] Matrix operator*(const Matrix& a, const Matrix& b);
[[nodiscard]] Matrix transposed(const Matrix& a);
[[nodiscard]] Matrix identity();
/// Turns the components of the turned base into those of the fixed one; axis of unit length in either.
[[nodiscard]] Matrix rotation_about(const std::array<double, 3>& axis, const Expression& angle);

}  // namespace flangeway::symbolic
