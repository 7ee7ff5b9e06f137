#include "flangeway/contact/patch/subsurface/subsurface.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>

#include "flangeway/contact/patch/subsurface/corner_stress.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch {
namespace {

void add_corner(StressKernels& sum, double factor, const StressKernels& k) {
  for (std::size_t source = 0; source < sum.size(); ++source)
    for (std::size_t s = 0; s < stress_components; ++s) sum[source][s] += factor * k[source][s];
}

StressKernels kernels_at(const Grid& g, double x, double y, double z, double poisson) {
  StressKernels k{};
  // Exactly over an edge the functions of the corners are 0/0; their limits are smooth.
  const auto beside = [](double value, double side) {
    return std::abs(value) < 1e-7 * side ? 1e-7 * side : value;
  };
  for (const int i : {-1, 1}) {
    for (const int j : {-1, 1}) {
      const double cx = beside(x + 0.5 * i * g.dx, g.dx), cy = beside(y + 0.5 * j * g.dy, g.dy);
      add_corner(k, i * j / (2 * pi), corner_stress(cx, cy, z, poisson));
    }
  }
  return k;
}

}  // namespace

double hydrostatic(const PointStress& p) {
  return (p.xx + p.yy + p.zz) / 3;
}

double mises(const PointStress& p) {
  const double mean = hydrostatic(p), xx = p.xx - mean, yy = p.yy - mean, zz = p.zz - mean;
  return std::sqrt(1.5 * (xx * xx + yy * yy + zz * zz + 2 * (p.xy * p.xy + p.xz * p.xz + p.yz * p.yz)));
}

Invariants invariants(const PointStress& p) {
  const double mean = hydrostatic(p);
  Mat3 deviator;
  deviator << p.xx - mean, p.xy, p.xz, p.xy, p.yy - mean, p.yz, p.xz, p.yz, p.zz - mean;
  Eigen::SelfAdjointEigenSolver<Mat3> solver;
  solver.computeDirect(deviator, Eigen::EigenvaluesOnly);
  const double largest = solver.eigenvalues()(2), least = solver.eigenvalues()(0);
  return {mean, mises(p), largest - least, mean + largest, mean + least};
}

std::vector<PointStress> subsurface_stress_at(const Grid& grid, const Tractions& tractions,
                                              const Material& body, double z,
                                              const std::vector<Vec2>& points) {
  FLANGEWAY_ASSERT(tractions.pressure.size() == grid.size(), "each element has a pressure");
  FLANGEWAY_ASSERT(tractions.x.size() == grid.size() && tractions.y.size() == grid.size(),
                   "each element has tractions");
  const double side = z < 0 ? -1 : 1;
  std::vector<PointStress> found;
  for (const Vec2& point : points) {
    Stress sum{};
    for (int iy = 0; iy < grid.ny; ++iy)
      for (int ix = 0; ix < grid.nx; ++ix) {
        const std::size_t i = grid.index(ix, iy);
        if (!(tractions.pressure[i] > 0)) continue;
        const StressKernels k =
            kernels_at(grid, point.x() - grid.x(ix), point.y() - grid.y(iy), std::abs(z), body.poisson_ratio);
        for (std::size_t c = 0; c < stress_components; ++c)
          sum[c] +=
              k[0][c] * tractions.pressure[i] + side * (k[1][c] * tractions.x[i] + k[2][c] * tractions.y[i]);
      }
    found.push_back(in_body(sum, body, side));
  }
  return found;
}

}  // namespace flangeway::contact::patch
