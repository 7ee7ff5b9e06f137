#include "flangeway/symbolic/vector.hpp"

#include <stdexcept>

namespace flangeway::symbolic {

namespace {

void same_base(Base a, Base b) {
  if (a != b) throw std::logic_error("vectors of two bases meet without a change of base");
}

}  // namespace

Vector operator+(const Vector& a, const Vector& b) {
  same_base(a.base, b.base);
  Vector sum = a;
  for (std::size_t i = 0; i < 3; ++i) sum.components[i] += b.components[i];
  return sum;
}

Vector operator-(const Vector& a, const Vector& b) {
  return a + -b;
}

Vector operator-(const Vector& a) {
  return {a.base, {-a.components[0], -a.components[1], -a.components[2]}};
}

Vector operator*(const Expression& factor, const Vector& a) {
  return {a.base, {factor * a.components[0], factor * a.components[1], factor * a.components[2]}};
}

Vector operator*(const Tensor& tensor, const Vector& a) {
  same_base(tensor.base, a.base);
  return {a.base, tensor.components * a.components};
}

Expression dot(const Vector& a, const Vector& b) {
  same_base(a.base, b.base);
  Expression sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += a.components[i] * b.components[i];
  return sum;
}

Vector cross(const Vector& a, const Vector& b) {
  same_base(a.base, b.base);
  const Components &u = a.components, &v = b.components;
  return {a.base, {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]}};
}

Expression norm(const Vector& a) {
  return sqrt(dot(a, a));
}

bool is_zero(const Vector& a) {
  for (const Expression& component : a.components) {
    if (!(component == Expression(0))) return false;
  }
  return true;
}

Components operator*(const Matrix& matrix, const Components& a) {
  Components result;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) result[i] += matrix[i][j] * a[j];
  }
  return result;
}

Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix result;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) result[i][j] += a[i][k] * b[k][j];
    }
  }
  return result;
}

Matrix transposed(const Matrix& a) {
  Matrix result;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) result[i][j] = a[j][i];
  }
  return result;
}

Matrix identity() {
  return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

// Rodrigues: R = c 1 + s [a]× + (1 − c) a aᵀ; about a coordinate axis only c and s remain.
Matrix rotation_about(const std::array<double, 3>& axis, const Expression& angle) {
  const Expression c = cos(angle), s = sin(angle);
  const auto& [x, y, z] = axis;
  const Matrix skew{{{0, -z, y}, {z, 0, -x}, {-y, x, 0}}};
  Matrix result;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const double along = axis[i] * axis[j];  // c (δ − a a) + a a: exact for coordinate axes
      result[i][j] = ((i == j ? 1.0 : 0.0) - along) * c + s * skew[i][j] + along;
    }
  }
  return result;
}

}  // namespace flangeway::symbolic
