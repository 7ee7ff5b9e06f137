#include "flangeway/vehicle/matrix_bushing_element.hpp"

#include <Eigen/Eigenvalues>

namespace flangeway::vehicle {

namespace {

using Matrix6 = Eigen::Matrix<double, 6, 6>;

Matrix6 matrix_of(const std::vector<double>& values) {
  Matrix6 matrix = Matrix6::Zero();
  for (std::size_t k = 0; k < values.size(); ++k)
    matrix(static_cast<Eigen::Index>(k / 6), static_cast<Eigen::Index>(k % 6)) = values[k];
  return matrix;
}

/// A matrix that is not symmetric, or has a negative eigenvalue, would give energy away.
void check_matrix(ElementBuilder& b, const ElementSpec& spec, std::string_view key,
                  const std::vector<double>& values) {
  if (values.size() != 36) return;
  const Matrix6 matrix = matrix_of(values);
  const double size = matrix.cwiseAbs().maxCoeff(),
               skew = (matrix - matrix.transpose()).cwiseAbs().maxCoeff();
  if (skew > 1e-9 * size) {
    b.complain(spec, key,
               {"is not symmetric", fmt::format("a difference of {:g}", skew), "a symmetric matrix", ""});
    return;
  }
  const double least = Eigen::SelfAdjointEigenSolver<Matrix6>(matrix).eigenvalues()[0];
  if (least < -1e-9 * size)
    b.complain(spec, key,
               {"gives energy away in some direction", fmt::format("an eigenvalue of {:g}", least),
                "no negative eigenvalue", "Check the terms beside the diagonal"});
}

}  // namespace

void MatrixBushingSpec::describe(document::Visitor& v) {
  describe_ends(v);
  place_of.describe(v);
  v.numbers(
      "stiffness", stiffness,
      {.presence = document::Presence::required, .unit = "N/m, N/rad, N m/rad", .least = 36, .most = 36},
      "symmetric matrix, row after row: forces along x, y, z of body_i and moments about them, over "
      "deflections "
      "along and rotations about the same axes");
  v.numbers("damping", damping, {.unit = "N s/m, N s/rad, N m s/rad", .least = 36, .most = 36},
            "symmetric matrix of damping in the same order");
  v.triple("preload", preload, {.unit = "N"},
           "force on body_j in the nominal position, with auto_preload = false");
  describe_auto_preload(v, auto_preload);
}

void MatrixBushingSpec::check(ElementBuilder& b) const {
  check_matrix(b, *this, "stiffness", stiffness);
  check_matrix(b, *this, "damping", damping);
  b.check_preload(*this, any(preload), auto_preload);
  b.check_place(*this, place_of);
}

void MatrixBushingSpec::place(ElementBuilder& b) const {
  const Ends ends = b.axes_first(b.ends_of(*this), place_of.axes);
  if (!ends.ok || stiffness.size() != 36) return;
  auto e = b.point_element<multibody::MatrixBushing>(*this, ends, place_of.centre());
  e.stiffness = matrix_of(stiffness), e.damping = matrix_of(damping);
  const Vec3 on_second = b.force_on_second(preload, place_of.axes);
  for (Eigen::Index k = 0; k < 3; ++k) e.preload[k] = on_second[k];
  e.auto_preload = auto_preload;
  b.add(e);
}

}  // namespace flangeway::vehicle
