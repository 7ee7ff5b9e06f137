#include "flangeway/damage/dang_van.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <deque>

#include "flangeway/core/assertion.hpp"

namespace flangeway::damage {
namespace {

using contact::patch::Grid;
using contact::patch::PointStress;
using contact::patch::Tractions;
using Vec5 = Eigen::Matrix<double, 5, 1>;

constexpr std::size_t dimensions = 5;
constexpr double inside = 1e-10;  // share of a radius by which a point may stand out of its ball
constexpr int beside = 3;         // widths of the patch that the stresses are followed over

struct Sphere {
  Vec5 centre = Vec5::Zero();
  double square = -1;  // of the radius; below 0: around nothing

  [[nodiscard]] bool holds(const Vec5& point) const {
    return (point - centre).squaredNorm() <= square * (1 + inside);
  }
};

// The smallest sphere through all of at most six points.
Sphere through(const std::vector<Vec5>& points) {
  if (points.empty()) return {};
  const auto count = static_cast<Eigen::Index>(points.size()) - 1;
  if (count == 0) return {points.front(), 0};
  Eigen::Matrix<double, 5, Eigen::Dynamic> edges(5, count);
  for (Eigen::Index i = 0; i < count; ++i)
    edges.col(i) = points[static_cast<std::size_t>(i) + 1] - points.front();
  // The centre is points[0] + E w, as far from each point as from the first: 2 EᵀE w = |columns|².
  const Eigen::MatrixXd gram = 2 * edges.transpose() * edges;
  const Eigen::VectorXd weights =
      gram.completeOrthogonalDecomposition().solve(edges.colwise().squaredNorm().transpose());
  const Vec5 arm = edges * weights;
  return {points.front() + arm, arm.squaredNorm()};
}

// [Welzl1991]: points[0 … count) in the sphere, `border` on it. A point that stood out goes to the front.
Sphere around(std::deque<Vec5>& points, std::size_t count, std::vector<Vec5>& border) {
  Sphere sphere = through(border);
  if (border.size() == dimensions + 1) return sphere;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec5 point = points[i];
    if (sphere.square >= 0 && sphere.holds(point)) continue;
    border.push_back(point);
    sphere = around(points, i, border);
    border.pop_back();
    points.erase(points.begin() + static_cast<std::ptrdiff_t>(i));
    points.push_front(point);
  }
  return sphere;
}

Mat3 tensor(const Deviator& d) {
  const double root = std::sqrt(0.5), xx = d[0] * root + d[1] / std::sqrt(6.0),
               yy = -d[0] * root + d[1] / std::sqrt(6.0);
  Mat3 s;
  s << xx, root * d[2], root * d[3], root * d[2], yy, root * d[4], root * d[3], root * d[4], -xx - yy;
  return s;
}

double largest_shear(const Deviator& d) {
  const Mat3 s = tensor(d);
  const PointStress stress{s(0, 0), s(1, 1), s(2, 2), s(0, 1), s(0, 2), s(1, 2)};
  return invariants(stress).tresca / 2;
}

// The same tractions on a grid that reaches farther along the way.
std::vector<double> widened(const std::vector<double>& field, const Grid& from, const Grid& to) {
  std::vector<double> result(to.size(), 0);
  const int margin = (to.nx - from.nx) / 2;
  for (int iy = 0; iy < from.ny; ++iy)
    for (int ix = 0; ix < from.nx; ++ix) result[to.index(ix + margin, iy)] = field[from.index(ix, iy)];
  return result;
}

}  // namespace

// An orthonormal basis of the tensors without trace.
Deviator deviator(const PointStress& s) {
  const double root = std::sqrt(2.0);
  return {(s.xx - s.yy) / root, (s.xx + s.yy - 2 * s.zz) / std::sqrt(6.0), root * s.xy, root * s.xz,
          root * s.yz};
}

Ball smallest_ball(const std::vector<Deviator>& points) {
  FLANGEWAY_ASSERT(!points.empty(), "there is a point");
  std::deque<Vec5> all;
  for (const Deviator& point : points) all.push_back(Eigen::Map<const Vec5>(point.data()));
  std::vector<Vec5> border;
  const Sphere sphere = around(all, all.size(), border);
  Ball ball;
  Eigen::Map<Vec5>(ball.centre.data()) = sphere.centre;
  ball.radius = std::sqrt(std::max(0.0, sphere.square));
  return ball;
}

double dang_van_stress(const std::vector<PointStress>& path, double factor) {
  FLANGEWAY_ASSERT(!path.empty(), "the path has a point");
  std::vector<Deviator> deviators;
  for (const PointStress& stress : path) deviators.push_back(deviator(stress));
  const Ball ball = smallest_ball(deviators);
  double largest = 0;
  for (std::size_t i = 0; i < path.size(); ++i) {
    Deviator around_mean = deviators[i];
    for (std::size_t k = 0; k < dimensions; ++k) around_mean[k] -= ball.centre[k];
    largest = std::max(largest, largest_shear(around_mean) + factor * hydrostatic(path[i]));
  }
  return largest;
}

SubsurfaceMap subsurface_fatigue(const Grid& grid, const Tractions& tractions, const contact::Material& body,
                                 const std::vector<double>& depths, double factor) {
  SubsurfaceMap map;
  map.z = depths;
  for (int iy = 0; iy < grid.ny; ++iy) map.y.push_back(grid.y(iy));
  contact::patch::StressLayers layers(grid, tractions, contact::patch::LayerValues::stresses);
  for (const double depth : depths) {
    const contact::patch::StressField field = layers.at(body, depth);
    for (int iy = 0; iy < grid.ny; ++iy) {
      std::vector<PointStress> path{PointStress{}};  // between two passes there is no load
      for (int ix = 0; ix < grid.nx; ++ix) path.push_back(field.points[grid.index(ix, iy)]);
      const double stress = dang_van_stress(path, factor);
      map.stress.push_back(stress);
      if (stress > map.largest) map.largest = stress, map.y_largest = grid.y(iy), map.z_largest = depth;
    }
  }
  return map;
}

SubsurfaceMap subsurface_fatigue(const contact::Material& wheel, const contact::Material& rail,
                                 const EllipseContact& contact, int elements,
                                 const SubsurfaceSettings& settings) {
  EllipseSolver solver(contact::patch::combine(wheel, rail), elements);
  if (!solver.solve(contact)) return {};
  const Grid& small = solver.grid();
  Grid grid = small;
  grid.nx = beside * small.nx;
  grid.x_first = small.x_first - small.dx * (grid.nx - small.nx) / 2;
  const Tractions& found = solver.solution().tractions;
  Tractions tractions;
  tractions.pressure = widened(found.pressure, small, grid);
  tractions.x = widened(found.x, small, grid);
  tractions.y = widened(found.y, small, grid);
  std::vector<double> depths;
  for (int i = 1; i <= settings.depths; ++i)
    depths.push_back(1.5 * std::sqrt(contact.a * contact.b) * i / settings.depths);
  return subsurface_fatigue(grid, tractions, wheel, depths, settings.factor);
}

}  // namespace flangeway::damage
