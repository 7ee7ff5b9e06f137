#include "flangeway/flextrack/beam.hpp"

#include <array>

#include "flangeway/core/assertion.hpp"

namespace flangeway::flextrack {
namespace {

using track::BeamTheory;
using Row4 = Eigen::RowVector4d;

// A plane of bending: which unknowns of a node deflect and rotate in it, and the sign of the rotation.
struct Plane {
  int deflection, rotation;
  double sign;
};
constexpr Plane lateral{1, 5, 1}, vertical{2, 4, -1};

double inertia(const Beam& beam, const Plane& plane) {
  return plane.deflection == 1 ? beam.section.inertia_lateral : beam.section.inertia_vertical;
}

// Φ of (1)
double shear_share(const Beam& beam, const Plane& plane) {
  const Section& b = beam.section;
  if (beam.theory == BeamTheory::euler_bernoulli) return 0;
  return 12 * b.youngs_modulus * inertia(beam, plane) /
         (b.shear_coefficient * b.shear_modulus * b.area * beam.length * beam.length);
}

Row4 deflection_shape(double x, double phi, double length) {
  const double x2 = x * x, x3 = x2 * x;
  return Row4(1 - 3 * x2 + 2 * x3 + phi * (1 - x), length * (x - 2 * x2 + x3 + phi / 2 * (x - x2)),
              3 * x2 - 2 * x3 + phi * x, length * (x3 - x2 + phi / 2 * (x2 - x))) /
         (1 + phi);
}

Row4 rotation_shape(double x, double phi, double length) {
  const double x2 = x * x;
  return Row4(6 / length * (x2 - x), 1 - 4 * x + 3 * x2 + phi * (1 - x), 6 / length * (x - x2),
              3 * x2 - 2 * x + phi * x) /
         (1 + phi);
}

// The four unknowns of a plane among the twelve, and their signs.
std::array<int, 4> places(const Plane& plane) {
  return {plane.deflection, plane.rotation, node_unknowns + plane.deflection, node_unknowns + plane.rotation};
}
Row4 signs(const Plane& plane) {
  return {1, plane.sign, 1, plane.sign};
}

void add_bending(const Beam& beam, const Plane& plane, Mat12& matrix) {
  const double phi = shear_share(beam, plane), l = beam.length;
  const double factor = beam.section.youngs_modulus * inertia(beam, plane) / ((1 + phi) * l * l * l);
  const double near = (4 + phi) * l * l, far = (2 - phi) * l * l;
  Eigen::Matrix4d k;
  k << 12, 6 * l, -12, 6 * l, 6 * l, near, -6 * l, far, -12, -6 * l, 12, -6 * l, 6 * l, far, -6 * l, near;
  const auto place = places(plane);
  const Row4 sign = signs(plane);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) {
      matrix(place[static_cast<std::size_t>(i)], place[static_cast<std::size_t>(j)]) +=
          factor * sign(i) * sign(j) * k(i, j);
    }
  }
}

void add_line(double value, int unknown, Mat12& matrix) {
  const int other = node_unknowns + unknown;
  matrix(unknown, unknown) += value;
  matrix(other, other) += value;
  matrix(unknown, other) -= value;
  matrix(other, unknown) -= value;
}

}  // namespace

Mat6x12 shape_functions(const Beam& beam, double xi) {
  FLANGEWAY_ASSERT(!(xi < 0) && !(xi > 1), "the place lies on the element");
  Mat6x12 n = Mat6x12::Zero();
  for (const int linear : {0, 3}) {
    n(linear, linear) = 1 - xi;
    n(linear, node_unknowns + linear) = xi;
  }
  for (const Plane& plane : {lateral, vertical}) {
    const double phi = shear_share(beam, plane);
    const Row4 w = deflection_shape(xi, phi, beam.length), turn = rotation_shape(xi, phi, beam.length);
    const auto place = places(plane);
    const Row4 sign = signs(plane);
    for (int i = 0; i < 4; ++i) {
      const int column = place[static_cast<std::size_t>(i)];
      n(plane.deflection, column) = sign(i) * w(i);
      n(plane.rotation, column) = plane.sign * sign(i) * turn(i);
    }
  }
  return n;
}

Mat12 stiffness(const Beam& beam) {
  Mat12 k = Mat12::Zero();
  add_line(beam.section.youngs_modulus * beam.section.area / beam.length, 0, k);
  add_line(beam.section.shear_modulus * beam.section.torsion_constant / beam.length, 3, k);
  add_bending(beam, lateral, k);
  add_bending(beam, vertical, k);
  return k;
}

Mat12 consistent_mass(const Beam& beam) {
  // Gauss–Legendre on 0 … 1: exact to degree 7, the integrand has 6.
  constexpr std::array<double, 4> point{0.06943184420297371, 0.33000947820757187, 0.66999052179242813,
                                        0.93056815579702629};
  constexpr std::array<double, 4> weight{0.17392742256872693, 0.32607257743127307, 0.32607257743127307,
                                         0.17392742256872693};
  const Section& b = beam.section;
  const double rotatory = beam.theory == BeamTheory::timoshenko ? 1 : 0;
  Vec6 per_length;
  per_length << b.area, b.area, b.area, b.inertia_vertical + b.inertia_lateral, rotatory * b.inertia_vertical,
      rotatory * b.inertia_lateral;
  Mat12 mass = Mat12::Zero();
  for (std::size_t i = 0; i < point.size(); ++i) {
    const Mat6x12 n = shape_functions(beam, point[i]);
    mass += weight[i] * beam.length * b.density * n.transpose() * per_length.asDiagonal() * n;
  }
  return mass;
}

}  // namespace flangeway::flextrack
