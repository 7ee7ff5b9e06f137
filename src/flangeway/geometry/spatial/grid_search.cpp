#include "flangeway/geometry/spatial/grid_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "flangeway/core/assertion.hpp"
#include "flangeway/geometry/spatial/roller.hpp"

namespace flangeway::geometry::spatial {
namespace {

constexpr double no_rail = std::numeric_limits<double>::infinity();
// Cells with a gap up to this beyond the least one lie on the curve of the rail; others on its samples. m
constexpr double sharp_range = 1e-3;

// The point of the wheel at (y, z) of its profile whose x in track axes is the given one.
Vec3 point_at(const PlacedWheel& wheel, const Vec2& of_profile, double x) {
  const double radius = wheel.axle_height - of_profile.y();
  double on_wheel = x - wheel.marker.origin.x();
  Vec3 at;
  for (int step = 0; step < 4; ++step) {
    const double depth = std::sqrt(radius * radius - on_wheel * on_wheel);
    at = wheel.marker.to_global(Vec3(on_wheel, of_profile.x(), wheel.axle_height - depth));
    on_wheel += (x - at.x()) / (wheel.marker.axes(0, 0) + wheel.marker.axes(0, 2) * on_wheel / depth);
  }
  return at;
}

// Measures one column of cells after the other.
class Measuring {
 public:
  Measuring(const PlacedWheel& wheel, const PlacedRail& rail, const RailTop& top, const Varying& varying,
            GapGrid& grid)
      : wheel_(wheel), rail_(rail), top_(top), varying_(varying), grid_(grid) {}

  void run(double first, double first_y) {
    first_y_ = first_y;
    grid_.cells.resize(grid_.columns * grid_.rows);
    for (std::size_t i = 0; i < grid_.columns; ++i) measure(i, first + static_cast<double>(i) * grid_.dx);
    grid_.min_gap = no_rail;
    for (const GapCell& cell : grid_.cells) grid_.min_gap = std::min(grid_.min_gap, cell.gap);
  }

 private:
  // Heights of the wheel over its samples, or over rows.
  void place_wheel(std::size_t column, double x) {
    if (grid_.row_spacing > 0) return place_rows(column, x);
    if (varying_.wheel != nullptr) return place_section(column, x, wheel_section(varying_, wheel_, x));
    const Samples& samples = wheel_.wheel->samples;
    for (std::size_t j = 0; j < grid_.rows; ++j) {
      const Vec3 point = point_at(wheel_, Vec2(samples.y[j], samples.z[j]), x);
      set(column, j, x, samples.s[j], point.y(), point.z());
    }
  }

  // The points of the wheel's profile, or lines of its surface, at an x of the track: s, y, z.
  [[nodiscard]] std::vector<Vec3> wheel_points(double x) const {
    std::vector<Vec3> line;
    const auto append = [&](const std::vector<double>& knots, const std::vector<Vec2>& points) {
      for (std::size_t i = 0; i < knots.size(); ++i)
        line.emplace_back(knots[i], points[i].x(), points[i].y());
    };
    if (varying_.wheel != nullptr) {
      const WheelSection section = wheel_section(varying_, wheel_, x);
      append(section.curve.knots(), section.curve.points());
      return line;
    }
    const profile::Curve& curve = *wheel_.wheel->curve;
    append(curve.knots(), curve.points());
    for (Vec3& point : line) {
      const Vec3 at = point_at(wheel_, point.tail<2>(), x);
      point.tail<2>() = at.tail<2>();
    }
    return line;
  }

  // The lowest point counts where the wheel lies above a row more than once.
  void place_rows(std::size_t column, double x) {
    for (std::size_t j = 0; j < grid_.rows; ++j)
      set(column, j, x, 0, first_y_ + static_cast<double>(j) * grid_.row_spacing, no_rail);
    const std::vector<Vec3> line = wheel_points(x);
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      const bool rises = line[i].y() < line[i + 1].y();
      const Vec3 &a = line[rises ? i : i + 1], &b = line[rises ? i + 1 : i];
      const double begin = std::ceil((a.y() - first_y_) / grid_.row_spacing);
      for (auto j = static_cast<std::size_t>(std::max(0.0, begin)); j < grid_.rows; ++j) {
        GapCell& cell = grid_.cells[column + grid_.columns * j];
        if (cell.y > b.y()) break;
        const Vec3 at = b.y() > a.y() ? Vec3(a + (cell.y - a.y()) / (b.y() - a.y()) * (b - a)) : a;
        if (at.z() < cell.gap) cell.wheel_s = at.x(), cell.gap = at.z();
      }
    }
  }

  // Cells of a row lie between the same lines of the surface, whatever is missing beside them.
  void place_section(std::size_t column, double x, const WheelSection& section) {
    const std::vector<double>& knots = section.curve.knots();
    const double last = static_cast<double>(knots.size() - 1),
                 first = static_cast<double>(section.first_line);
    const double step =
        static_cast<double>(varying_.wheel->lines() - 1) / static_cast<double>(grid_.rows - 1);
    for (std::size_t j = 0; j < grid_.rows; ++j) {
      const double line = step * static_cast<double>(j) - first, inside = std::clamp(line, 0.0, last);
      const auto k = static_cast<std::size_t>(std::min(inside, last - 1));
      const double s = knots[k] + (inside - static_cast<double>(k)) * (knots[k + 1] - knots[k]);
      const Vec2 point = section.curve.point(s);
      const bool there = std::abs(line - inside) < 1e-9;
      set(column, j, x, s, point.x(), there ? point.y() : no_rail);
    }
  }

  void set(std::size_t column, std::size_t row, double x, double s, double y, double z) {
    GapCell& cell = grid_.cells[column + grid_.columns * row];
    cell = {x, y, s, z, {}, false};
  }

  void measure(std::size_t column, double x) {
    place_wheel(column, x);
    if (varying_.rail == nullptr) return measure(column, rail_, top_);
    const Rail section = rail_section(varying_, x);
    const PlacedRail placed{&section, rail_.marker, std::nullopt};
    RailTop top;
    find_top(placed, top);
    measure(column, placed, top);
  }

  // The height of the wheel becomes a gap.
  void measure(std::size_t column, const PlacedRail& rail, const RailTop& top) {
    std::size_t hint = 0, reference_hint = 0;
    double least = no_rail;
    for (std::size_t j = 0; j < grid_.rows; ++j) {
      GapCell& cell = grid_.cells[column + grid_.columns * j];
      const bool above = look_up(top, cell.y, hint, cell.rail);
      cell.gap = above ? cell.gap - height(rail, cell) : no_rail;
      least = std::min(least, cell.gap);
    }
    for (std::size_t j = 0; j < grid_.rows; ++j) {
      GapCell& cell = grid_.cells[column + grid_.columns * j];
      if (!(cell.gap < least + sharp_range)) continue;
      const double before = height(rail, cell);
      sharpen(rail, cell.y, cell.rail);
      cell.gap += before - height(rail, cell);
      RailPoint reference;
      if (&top == &top_ || !look_up(top_, cell.y, reference_hint, reference)) continue;
      sharpen(rail_, cell.y, reference);
      cell.rail.slope = reference.slope;
    }
  }

  [[nodiscard]] static double height(const PlacedRail& rail, const GapCell& cell) {
    return rail.roller_radius ? height_at(rail, cell.y, cell.rail, cell.x) : cell.rail.z;
  }

  const PlacedWheel& wheel_;
  const PlacedRail& rail_;
  const RailTop& top_;
  const Varying& varying_;
  GapGrid& grid_;
  double first_y_ = 0;
};

class Flood {
 public:
  Flood(GapGrid& grid, int power) : grid_(grid), power_(power) {}

  [[nodiscard]] bool free(std::size_t i, std::size_t j) const {
    const GapCell& cell = grid_.cells[i + grid_.columns * j];
    return cell.gap < 0 && !cell.taken;
  }

  // Fills from one cell over all that are connected with it.
  Region run(std::size_t i, std::size_t j) {
    Region region;
    region.rail_begin = region.x_begin = region.y_begin = no_rail;
    region.rail_end = region.x_end = region.y_end = -no_rail;
    std::vector<std::pair<std::size_t, std::size_t>> open{{i, j}};
    at(i, j).taken = true;
    while (!open.empty()) {
      const auto [column, row] = open.back();
      open.pop_back();
      add(column, row, region);
      const auto visit = [&](std::size_t c, std::size_t r) {
        if (c < grid_.columns && r < grid_.rows && free(c, r)) {
          at(c, r).taken = true;
          open.emplace_back(c, r);
        }
      };
      visit(column - 1, row), visit(column + 1, row), visit(column, row - 1), visit(column, row + 1);
    }
    return region;
  }

 private:
  GapCell& at(std::size_t i, std::size_t j) { return grid_.cells[i + grid_.columns * j]; }

  // Half the distance in y of both neighbours.
  double width(std::size_t i, std::size_t j) {
    if (grid_.row_spacing > 0) return grid_.row_spacing;
    const std::size_t before = j > 0 ? j - 1 : j, after = std::min(j + 1, grid_.rows - 1);
    return std::abs(at(i, after).y - at(i, before).y) / static_cast<double>(after - before);
  }

  void add(std::size_t i, std::size_t j, Region& region) {
    const GapCell& cell = at(i, j);
    const double depth = -cell.gap, area = grid_.dx * width(i, j), weight = area * std::pow(depth, power_);
    region.moments =
        region.moments.plus({weight, weight * cell.x, weight * cell.y, weight * std::atan(cell.rail.slope)});
    region.area += area;
    if (cell.rail.s < region.rail_begin) region.rail_begin = cell.rail.s, region.wheel_begin = cell.wheel_s;
    region.rail_end = std::max(region.rail_end, cell.rail.s);
    region.x_begin = std::min(region.x_begin, cell.x);
    region.x_end = std::max(region.x_end, cell.x);
    if (cell.y < region.y_begin) region.y_begin = cell.y, region.z_begin = cell.rail.z;
    if (cell.y > region.y_end) region.y_end = cell.y, region.z_end = cell.rail.z;
    if (grid_.row_spacing > 0) reach_beside(i, j, region);
    if (depth > region.depth) {
      region.depth = depth;
      region.deepest_x = cell.x, region.deepest_y = cell.y, region.deepest_rail_s = cell.rail.s;
    }
    const bool inside =
        j > 0 && j + 1 < grid_.rows && std::isfinite(at(i, j - 1).gap) && std::isfinite(at(i, j + 1).gap);
    region.at_profile_edge = region.at_profile_edge || !inside;
  }

  // As far as the first lines without interpenetration.
  void reach_beside(std::size_t i, std::size_t j, Region& region) {
    region.x_begin = std::min(region.x_begin, at(i > 0 ? i - 1 : i, j).x);
    region.x_end = std::max(region.x_end, at(std::min(i + 1, grid_.columns - 1), j).x);
    const GapCell &before = at(i, j > 0 ? j - 1 : j), &after = at(i, std::min(j + 1, grid_.rows - 1));
    if (std::isfinite(before.gap) && before.y < region.y_begin) {
      region.y_begin = before.y, region.z_begin = before.rail.z;
      region.rail_begin = std::min(region.rail_begin, before.rail.s);
    }
    if (std::isfinite(after.gap) && after.y > region.y_end) {
      region.y_end = after.y, region.z_end = after.rail.z;
      region.rail_end = std::max(region.rail_end, after.rail.s);
    }
  }

  GapGrid& grid_;
  int power_;
};

// The least and the greatest x of the wheel's points at ±half_length of its own x.
std::pair<double, double> reach_along(const PlacedWheel& wheel, double half_length) {
  std::pair<double, double> reach{no_rail, -no_rail};
  for (const Vec2& point : wheel.wheel->curve->points()) {
    const double radius = wheel.axle_height - point.y();
    for (const double x : {-half_length, half_length}) {
      if (std::abs(x) >= radius) continue;
      const double z = wheel.axle_height - std::sqrt(radius * radius - x * x),
                   at = wheel.marker.to_global(Vec3(x, point.x(), z)).x();
      reach = {std::min(reach.first, at), std::max(reach.second, at)};
    }
  }
  return reach;
}

// The rows of the program CONTACT; returns the first y.
double set_rows(const PlacedRail& rail, double spacing, GapGrid& grid) {
  FLANGEWAY_ASSERT(spacing > 0, "rows are a distance apart");
  const std::vector<Vec2> points = rail.rail->curve->points();
  const auto y_of = [&](std::size_t i) {
    return rail.marker.to_global(Vec3(0, points[i].x(), points[i].y())).y();
  };
  const double first = y_of(1), last = y_of(points.size() - 2);
  grid.row_spacing = spacing;
  grid.rows = static_cast<std::size_t>(std::max(0.0, std::floor((last - first) / spacing + 1e-9))) + 1;
  return first;
}

}  // namespace

void measure_gaps(const PlacedWheel& wheel, const PlacedRail& rail, const RailTop& top,
                  const Varying& varying, const SearchGrid& search, GapGrid& grid) {
  grid.row_spacing = 0;
  if (search.row_spacing > 0) {
    const double first_y = set_rows(rail, search.row_spacing, grid);
    const auto [first, last] = reach_along(wheel, search.half_length);
    const auto slices = static_cast<std::size_t>(std::lround(2 * search.half_length / search.dx + 2));
    grid.columns = slices + 1 - slices % 2;
    grid.dx = (last - first) / static_cast<double>(grid.columns - 1);
    return Measuring(wheel, rail, top, varying, grid).run(first, first_y);
  }
  grid.dx = search.dx;
  grid.columns = 2 * static_cast<std::size_t>(search.half_length / search.dx) + 1;
  grid.rows = wheel.wheel->samples.s.size();
  const double first = wheel.marker.origin.x() - static_cast<double>(grid.columns / 2) * search.dx;
  Measuring(wheel, rail, top, varying, grid).run(first, 0);
}

void raise(double rise, GapGrid& grid) {
  for (GapCell& cell : grid.cells) cell.gap += rise;
  grid.min_gap += rise;
}

void find_regions(GapGrid& grid, int power, std::vector<Region>& regions) {
  regions.clear();
  for (GapCell& cell : grid.cells) cell.taken = false;
  Flood flood(grid, power);
  for (std::size_t j = 0; j < grid.rows; ++j) {
    for (std::size_t i = 0; i < grid.columns; ++i)
      if (flood.free(i, j)) regions.push_back(flood.run(i, j));
  }
}

}  // namespace flangeway::geometry::spatial
