#include "flangeway/flextrack/matrices.hpp"

#include <vector>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/rotation.hpp"

namespace flangeway::flextrack {
namespace {

using Triplets = std::vector<Eigen::Triplet<double>>;

Eigen::Index unknown(std::size_t i, std::size_t j, int k) {
  const std::size_t node = k < node_unknowns ? i : j;
  return static_cast<Eigen::Index>(node_unknowns * node) + k % node_unknowns;
}

void scatter(std::size_t i, std::size_t j, const Mat12& element, Triplets& out) {
  FLANGEWAY_ASSERT(i != ground, "the first node is one of the mesh");
  const int size = j == ground ? node_unknowns : 12;
  for (int row = 0; row < size; ++row) {
    for (int column = 0; column < size; ++column) {
      if (element(row, column) == 0) continue;
      out.emplace_back(unknown(i, j, row), unknown(i, j, column), element(row, column));
    }
  }
}

// From the axes of the beam to global ones; symmetric to the last bit.
Mat12 to_global(const Mat12& local, const Mat3& axes) {
  Mat12 turned = Mat12::Zero();
  for (int i = 0; i < 12; i += 3) {
    for (int j = 0; j < 12; j += 3) {
      turned.block<3, 3>(i, j) = axes * local.block<3, 3>(i, j) * axes.transpose();
    }
  }
  return (turned + turned.transpose()) / 2;
}

struct Lists {
  Triplets mass, damping, stiffness;
};

void add(const BeamElement& element, Lists& lists) {
  const Section& section = element.beam.section;
  const Mat12 m = to_global(consistent_mass(element.beam), element.axes),
              k = to_global(stiffness(element.beam), element.axes);
  scatter(element.i, element.j, m, lists.mass);
  scatter(element.i, element.j, k, lists.stiffness);
  const Mat12 c = (section.rayleigh_mass + element.absorption) * m + section.rayleigh_stiffness * k;
  scatter(element.i, element.j, c, lists.damping);
}

void add(const SpringElement& element, Lists& lists) {
  const Mat6x12 b = relative_motion(element);
  scatter(element.i, element.j, b.transpose() * element.stiffness.asDiagonal() * b, lists.stiffness);
  scatter(element.i, element.j, b.transpose() * element.damping.asDiagonal() * b, lists.damping);
  if (element.mass <= 0) return;
  Mat12 m = Mat12::Zero();
  m.diagonal().head<3>().setConstant(element.mass / 2);
  m.diagonal().segment<3>(node_unknowns).setConstant(element.mass / 2);
  scatter(element.i, element.j, m, lists.mass);
}

SparseMatrix matrix(const Triplets& triplets, std::size_t size) {
  const auto n = static_cast<Eigen::Index>(size);
  SparseMatrix result(n, n);
  result.setFromTriplets(triplets.begin(), triplets.end());
  return result;
}

}  // namespace

Matrices assemble(const Mesh& mesh) {
  Lists lists;
  for (const BeamElement& element : mesh.beams) add(element, lists);
  for (const SpringElement& element : mesh.springs) add(element, lists);
  const std::size_t n = mesh.unknowns();
  return {matrix(lists.mass, n), matrix(lists.damping, n), matrix(lists.stiffness, n)};
}

Mat6x12 relative_motion(const SpringElement& spring) {
  const Mat3 to_spring = spring.frame.transpose();
  Mat6x12 b = Mat6x12::Zero();
  b.block<3, 3>(0, 0) = -to_spring;
  b.block<3, 3>(0, 3) = to_spring * skew(spring.arm_i);
  b.block<3, 3>(3, 3) = -to_spring;
  if (spring.j == ground) return b;
  b.block<3, 3>(0, 6) = to_spring;
  b.block<3, 3>(0, 9) = -to_spring * skew(spring.arm_j);
  b.block<3, 3>(3, 9) = to_spring;
  return b;
}

Eigen::Matrix<double, 12, 1> gather(std::size_t i, std::size_t j, const Eigen::VectorXd& values) {
  FLANGEWAY_ASSERT(i != ground, "the first node is one of the mesh");
  Eigen::Matrix<double, 12, 1> result = Eigen::Matrix<double, 12, 1>::Zero();
  result.head<6>() = values.segment<6>(static_cast<Eigen::Index>(6 * i));
  if (j != ground) result.tail<6>() = values.segment<6>(static_cast<Eigen::Index>(6 * j));
  return result;
}

Vec6 spring_force(const SpringElement& spring, const Eigen::VectorXd& displacement,
                  const Eigen::VectorXd& velocity) {
  const Mat6x12 b = relative_motion(spring);
  return spring.stiffness.cwiseProduct(b * gather(spring.i, spring.j, displacement)) +
         spring.damping.cwiseProduct(b * gather(spring.i, spring.j, velocity));
}

SparseMatrix stepped_matrix(const Matrices& matrices, double step) {
  FLANGEWAY_ASSERT(step > 0, "a step has a length");
  return matrices.mass + step / 2 * matrices.damping + step * step / 4 * matrices.stiffness;
}

}  // namespace flangeway::flextrack
