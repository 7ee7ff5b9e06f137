#include "flangeway/geometry/spatial/wheel_mesh.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::geometry::spatial {
namespace {

constexpr int max_steps = 100;
constexpr double max_cell_step = 10;  // cells
constexpr long max_rows = 20000;
// Lower bound of dt/ds: a steeper profile does not face the plane.
constexpr double min_facing = 0.1;

/// A point of the mesh in the plane's axes: x along the track, y across, z along the normal.
class Mesh {
 public:
  Mesh(const PlacedWheel& wheel, const PlanePoints& points, double ds, double wheel_s)
      : wheel_(wheel), points_(points), ds_(ds) {
    axes_.row(0) = Vec3::UnitX();
    axes_.row(1) = points.row.tangent();
    axes_.row(2) = points.row.normal();
    origin_ = Vec3(points.x, points.row.y, points.row.z);
    place_middle(wheel_s);
    cover();
  }

  [[nodiscard]] bool empty() const { return columns_ < 2 || rows_ < 2; }

  /// Distance at a point of the plane; `at`: where in the mesh, columns and rows, a guess on entry.
  [[nodiscard]] double offset(double x, double y, Vec2& at) const {
    for (int step = 0; step < max_steps; ++step) {
      const auto inside = [](double place, long count) {
        return std::clamp(static_cast<long>(std::floor(place)), 0L, count - 2);
      };
      const long i = inside(at.x(), columns_), k = inside(at.y(), rows_);
      const double u = at.x() - static_cast<double>(i), v = at.y() - static_cast<double>(k);
      const Vec3 &a = node(i, k), &b = node(i + 1, k), &c = node(i, k + 1), &d = node(i + 1, k + 1);
      const Vec3 by_u = (1 - v) * (b - a) + v * (d - c), by_v = (1 - u) * (c - a) + u * (d - b);
      const Vec3 here = a + u * (b - a) + v * (c - a) + u * v * (d - b - c + a);
      const double dx = x - here.x(), dy = y - here.y();
      const double determinant = by_u.x() * by_v.y() - by_v.x() * by_u.y();
      if (!(determinant > 0)) return far_away;
      const Vec2 change((dx * by_v.y() - dy * by_v.x()) / determinant,
                        (dy * by_u.x() - dx * by_u.y()) / determinant);
      if (change.cwiseAbs().maxCoeff() < 1e-9) return within(at) ? here.z() : far_away;
      at += change.cwiseMax(-max_cell_step).cwiseMin(max_cell_step);
    }
    return far_away;
  }

  [[nodiscard]] Vec2 middle() const { return {static_cast<double>(column_), static_cast<double>(row_)}; }

 private:
  /// The point of the mesh that is next to the reference point: whole steps from the one at mesh_point.
  void place_middle(double wheel_s) {
    const auto local = [&](const Vec2& place) -> Vec3 {
      return wheel_.marker.to_local(origin_ + axes_.transpose() * Vec3(place.x(), place.y(), 0));
    };
    const Vec3 reference = local(Vec2::Zero()), mesh_point = local(points_.mesh_point);
    const double s = arc_at(wheel_, reference.y(), wheel_s), mesh_s = arc_at(wheel_, mesh_point.y(), s);
    x_middle_ = mesh_point.x() + std::round((reference.x() - mesh_point.x()) / points_.dx) * points_.dx;
    s_middle_ = mesh_s + std::round((s - mesh_s) / ds_) * ds_;
  }

  [[nodiscard]] Vec3 point(double x, double s) const {
    return axes_ * (wheel_.marker.to_global(surface_point(wheel_, s, x).point) - origin_);
  }

  /// Rows from the middle on, as far as the points reach and the profile faces the plane.
  [[nodiscard]] long rows_until(double across, int sign) const {
    const double length = wheel_.wheel->curve->length();
    double last = point(x_middle_, s_middle_).y();
    for (long k = 1; k < max_rows; ++k) {
      const double s = s_middle_ + sign * static_cast<double>(k) * ds_;
      if (s < 0 || s > length) return k - 1;
      const double y = point(x_middle_, s).y();
      if (sign * (y - last) < min_facing * ds_) return k - 1;
      if (sign * (y - across) > 2 * ds_) return k;
      last = y;
    }
    return max_rows;
  }

  void cover() {
    const auto columns_until = [&](double x) {
      return static_cast<long>(std::ceil(std::abs(x) / points_.dx)) + 2;
    };
    column_ = columns_until(points_.x_first);
    columns_ = column_ + 1 + columns_until(points_.x_first + points_.dx * points_.count);
    row_ = rows_until(points_.across.front(), -1);
    rows_ = row_ + 1 + rows_until(points_.across.back(), 1);
    nodes_.reserve(static_cast<std::size_t>(columns_ * rows_));
    for (long k = 0; k < rows_; ++k)
      for (long i = 0; i < columns_; ++i)
        nodes_.push_back(point(x_middle_ + static_cast<double>(i - column_) * points_.dx,
                               s_middle_ + static_cast<double>(k - row_) * ds_));
  }

  [[nodiscard]] const Vec3& node(long i, long k) const {
    return nodes_[static_cast<std::size_t>(k * columns_ + i)];
  }
  [[nodiscard]] bool within(const Vec2& at) const {
    constexpr double edge = 1e-6;
    return at.x() > -edge && at.x() < static_cast<double>(columns_ - 1) + edge && at.y() > -edge &&
           at.y() < static_cast<double>(rows_ - 1) + edge;
  }

  const PlacedWheel& wheel_;
  const PlanePoints& points_;
  double ds_, x_middle_ = 0, s_middle_ = 0;
  Mat3 axes_;
  Vec3 origin_;
  long column_ = 0, row_ = 0, columns_ = 0, rows_ = 0;  // place of the reference point, size
  std::vector<Vec3> nodes_;                             // x fastest
};

}  // namespace

void mesh_offsets(const PlacedWheel& wheel, const PlanePoints& points, double ds, double wheel_s,
                  std::vector<double>& offsets) {
  offsets.clear();
  const Mesh mesh(wheel, points, ds, wheel_s);
  Vec2 first = mesh.middle();
  for (const double y : points.across) {
    Vec2 at = first;
    for (int i = 0; i < points.count; ++i) {
      const double x = points.x_first + i * points.dx;
      offsets.push_back(mesh.empty() ? far_away : mesh.offset(x, y, at));
      if (offsets.back() == far_away) at = first;
      if (i == 0 && offsets.back() != far_away) first = at;
    }
  }
}

}  // namespace flangeway::geometry::spatial
