#include "flangeway/geometry/spatial/wheel_mesh.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace flangeway::geometry::spatial {
namespace {

constexpr int max_steps = 100;
constexpr double longest_step = 10;  // cells
constexpr long most_rows = 20000;
// Where the profile stands steeper than this on the rows (dt/ds), it does not face them.
constexpr double min_facing = 0.1;

/// The line of the rows across the track, straight beyond its ends; the number of a row is its parameter.
class Line {
 public:
  explicit Line(const std::vector<Row>& rows, double ds) : rows_(rows), ds_(ds) {}

  /// Number of the row whose normal meets (y, z), not necessarily a whole one, and the distance along it;
  /// NaN where there is none. `guess`: a number near it.
  [[nodiscard]] Vec2 project(const Vec2& at, double guess) const {
    double row = guess;
    for (int step = 0; step < max_steps; ++step) {
      const Place place = at_row(row);
      const Vec2 d = at - place.point;
      const Vec2 normal(-place.along.y(), place.along.x());
      const double change = d.dot(place.along) / ds_;
      if (std::abs(change) < 1e-10) return {row, d.dot(normal)};
      row += std::clamp(change, -longest_step, longest_step);
    }
    return Vec2::Constant(std::numeric_limits<double>::quiet_NaN());
  }

  [[nodiscard]] Vec2 point(double row) const { return at_row(row).point; }

 private:
  struct Place {
    Vec2 point, along;  // unit tangent
  };
  static Vec2 tangent(const Row& row) { return {std::cos(row.angle), std::sin(row.angle)}; }

  // Between two rows the cubic with their tangents.
  [[nodiscard]] Place at_row(double row) const {
    const double last = static_cast<double>(rows_.size()) - 1, inside = std::clamp(row, 0.0, last);
    const std::size_t k = static_cast<std::size_t>(std::min(std::floor(inside), std::max(last - 1, 0.0)));
    const Row &a = rows_[k], &b = rows_[std::min(k + 1, rows_.size() - 1)];
    const double t = inside - static_cast<double>(k), angle = a.angle + t * (b.angle - a.angle);
    const Vec2 along(std::cos(angle), std::sin(angle)), from(a.y, a.z), to(b.y, b.z);
    const double chord = (to - from).norm();
    const Vec2 point = (1 + 2 * t) * (1 - t) * (1 - t) * from + t * (1 - t) * (1 - t) * chord * tangent(a) +
                       t * t * (3 - 2 * t) * to - t * t * (1 - t) * chord * tangent(b);
    return {point + (row - inside) * ds_ * along, along};
  }

  const std::vector<Row>& rows_;
  double ds_;
};

/// Points of the wheel as seen from the rows: x (m), number of the row, distance along the normal (m).
class Mesh {
 public:
  Mesh(const PlacedWheel& wheel, const MeshedRows& points, double wheel_s)
      : wheel_(wheel), points_(points), line_(points.rows, points.ds) {
    const Vec2 origin = line_.point(points.reference);
    const Vec3 local = wheel.marker.to_local(Vec3(points.x, origin.x(), origin.y()));
    x_middle_ = local.x();
    s_middle_ = place_of(local.y(), wheel_s);
    cover();
  }

  [[nodiscard]] bool empty() const { return columns_ < 2 || rows_ < 2; }
  [[nodiscard]] Vec2 middle() const { return {static_cast<double>(column_), static_cast<double>(row_)}; }

  /// Distance at a place of a row; `at`: where in the mesh, columns and rows, a guess on entry.
  [[nodiscard]] double offset(double x, double row, Vec2& at) const {
    const auto cell = [](double place, long count) {
      return std::clamp(static_cast<long>(std::floor(place)), 0L, count - 2);
    };
    for (int step = 0; step < max_steps; ++step) {
      const long i = cell(at.x(), columns_), k = cell(at.y(), rows_);
      const double u = at.x() - static_cast<double>(i), v = at.y() - static_cast<double>(k);
      const Vec3 &a = node(i, k), &b = node(i + 1, k), &c = node(i, k + 1), &d = node(i + 1, k + 1);
      const Vec3 by_u = (1 - v) * (b - a) + v * (d - c), by_v = (1 - u) * (c - a) + u * (d - b);
      const Vec3 here = a + u * (b - a) + v * (c - a) + u * v * (d - b - c + a);
      const double missing_x = x - here.x(), missing_row = row - here.y();
      const double determinant = by_u.x() * by_v.y() - by_v.x() * by_u.y();
      if (!(determinant > 0)) return far_away;
      const Vec2 change((missing_x * by_v.y() - missing_row * by_v.x()) / determinant,
                        (missing_row * by_u.x() - missing_x * by_u.y()) / determinant);
      if (change.cwiseAbs().maxCoeff() < 1e-9) return within(at) ? here.z() : far_away;
      at += change.cwiseMax(-longest_step).cwiseMin(longest_step);
    }
    return far_away;
  }

 private:
  /// Arc length of the profile at y, from a guess on.
  [[nodiscard]] double place_of(double y, double s) const {
    for (int step = 0; step < max_steps; ++step) {
      const auto frame = extended_frame(*wheel_.wheel->curve, s);
      const double change = (y - frame.point.x()) / std::max(min_facing, frame.first.x());
      s += std::clamp(change, -2e-3, 2e-3);
      if (std::abs(change) < 1e-12) break;
    }
    return s;
  }

  [[nodiscard]] Vec3 seen(double x, double s, double guess) const {
    const Vec3 at = wheel_.marker.to_global(surface_point(wheel_, s, x).point);
    const Vec2 from_line = line_.project(Vec2(at.y(), at.z()), guess);
    return {at.x() - points_.x, from_line.x(), from_line.y()};
  }

  /// Rows of the mesh from its middle on, as far as the points reach and the profile faces them.
  [[nodiscard]] long rows_until(double end, int sign) const {
    const double length = wheel_.wheel->curve->length();
    double last = seen(x_middle_, s_middle_, points_.reference).y();
    for (long k = 1; k < most_rows; ++k) {
      const double s = s_middle_ + sign * static_cast<double>(k) * points_.ds;
      if (s < 0 || s > length) return k - 1;
      const double row = seen(x_middle_, s, last).y();
      if (!(sign * (row - last) >= min_facing)) return k - 1;
      if (sign * (row - end) > 2) return k;
      last = row;
    }
    return most_rows;
  }

  void cover() {
    const auto columns_until = [&](double x) {
      return static_cast<long>(std::ceil(std::abs(x) / points_.dx)) + 2;
    };
    column_ = columns_until(points_.x_first);
    columns_ = column_ + 1 + columns_until(points_.x_first + points_.dx * points_.count);
    row_ = rows_until(0, -1);
    rows_ = row_ + 1 + rows_until(static_cast<double>(points_.rows.size()) - 1, 1);
    nodes_.reserve(static_cast<std::size_t>(columns_ * rows_));
    for (long k = 0; k < rows_; ++k)
      for (long i = 0; i < columns_; ++i) {
        const double guess = i > 0   ? nodes_.back().y()
                             : k > 0 ? node(0, k - 1).y()
                                     : points_.reference - static_cast<double>(row_);
        nodes_.push_back(seen(x_middle_ + static_cast<double>(i - column_) * points_.dx,
                              s_middle_ + static_cast<double>(k - row_) * points_.ds, guess));
      }
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
  const MeshedRows& points_;
  Line line_;
  double x_middle_ = 0, s_middle_ = 0;
  long column_ = 0, row_ = 0, columns_ = 0, rows_ = 0;  // place of the reference point, size
  std::vector<Vec3> nodes_;                             // x fastest
};

}  // namespace

void mesh_offsets(const PlacedWheel& wheel, const MeshedRows& points, double wheel_s,
                  std::vector<double>& offsets) {
  offsets.clear();
  const Mesh mesh(wheel, points, wheel_s);
  Vec2 first = mesh.middle();
  for (std::size_t j = 0; j < points.rows.size(); ++j) {
    Vec2 at = first;
    for (int i = 0; i < points.count; ++i) {
      const double x = points.x_first + i * points.dx;
      offsets.push_back(mesh.empty() ? far_away : mesh.offset(x, static_cast<double>(j), at));
      if (offsets.back() == far_away) at = first;
      if (i == 0 && offsets.back() != far_away) first = at;
    }
  }
}

}  // namespace flangeway::geometry::spatial
