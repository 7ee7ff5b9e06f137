#include "flangeway/vehicle_import/rotation.hpp"

#include <cmath>

namespace flangeway::vehicle_import {
namespace {

Matrix diagonal(const Vector& vector) {
  return {Vector{vector[0], 0, 0}, Vector{0, vector[1], 0}, Vector{0, 0, vector[2]}};
}

bool has_right_angles(const Matrix& axes) {
  constexpr double tolerance = 1e-6;  // rad
  for (const Vector& row : axes)
    for (const double cosine : row)
      if (std::abs(cosine) > tolerance && std::abs(std::abs(cosine) - 1) > tolerance) return false;
  return true;
}

void add_along(Element& element, const char* key, const Matrix& axes, const Vector& values) {
  if (values == Vector{}) return;
  Vector turned{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      if (std::abs(axes[i][j]) > 0.5) turned[i] = values[j];
  element.keys.push_back({key, toml_of(turned)});
}

void add_matrix(Element& element, const char* key, const Matrix& axes, const Vector& along,
                const Vector& about) {
  const Matrix upper = product(product(axes, diagonal(along)), transposed(axes)),
               lower = product(product(axes, diagonal(about)), transposed(axes));
  std::string text;
  for (std::size_t i = 0; i < 6; ++i)
    for (std::size_t j = 0; j < 6; ++j) {
      const bool is_upper = i < 3 && j < 3, is_lower = i >= 3 && j >= 3;
      // The mean of both halves is symmetric to the last digit.
      const double value = is_upper   ? (upper[i][j] + upper[j][i]) / 2
                           : is_lower ? (lower[i - 3][j - 3] + lower[j - 3][i - 3]) / 2
                                      : 0;
      text += (text.empty() ? "" : ", ") + toml_of(value);
    }
  element.keys.push_back({key, "[" + text + "]"});
}

}  // namespace

Matrix product(const Matrix& one, const Matrix& other) {
  Matrix result{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) result[i][j] += one[i][k] * other[k][j];
  return result;
}

Vector product(const Matrix& matrix, const Vector& vector) {
  Vector result{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) result[i] += matrix[i][k] * vector[k];
  return result;
}

Matrix transposed(const Matrix& matrix) {
  Matrix result{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) result[i][j] = matrix[j][i];
  return result;
}

Matrix rotation_about(std::size_t axis, double angle) {
  const std::size_t one = (axis + 1) % 3, other = (axis + 2) % 3;
  Matrix result = identity;
  result[one][one] = result[other][other] = std::cos(angle);
  result[other][one] = std::sin(angle);
  result[one][other] = -std::sin(angle);
  return result;
}

bool are_close(const Matrix& one, const Matrix& other) {
  constexpr double tolerance = 1e-6;  // rad: angles are written as rounded numbers
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      if (std::abs(one[i][j] - other[i][j]) > tolerance) return false;
  return true;
}

void set_bushing(Element& element, const Matrix& axes, const BushingValues& values) {
  element.table = has_right_angles(axes) ? "bushings" : "matrix_bushings";
  if (element.table == "bushings") {
    add_along(element, "stiffness", axes, values.stiffness);
    add_along(element, "damping", axes, values.damping);
    add_along(element, "rotational_stiffness", axes, values.rotational_stiffness);
    add_along(element, "rotational_damping", axes, values.rotational_damping);
  } else {
    add_matrix(element, "stiffness", axes, values.stiffness, values.rotational_stiffness);
    add_matrix(element, "damping", axes, values.damping, values.rotational_damping);
  }
}

}  // namespace flangeway::vehicle_import
