#include "flangeway/geometry/spatial/grid_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "flangeway/geometry/spatial/roller.hpp"

namespace flangeway::geometry::spatial {
namespace {

constexpr double no_rail = std::numeric_limits<double>::infinity();
// Cells with a gap up to this beyond the least one lie on the curve of the rail; others on its samples. m
constexpr double sharp_range = 1e-3;

// The point of the wheel at a sample of its profile whose x in track axes is the given one.
Vec3 point_at(const PlacedWheel& wheel, std::size_t sample, double x) {
  const Samples& samples = wheel.wheel->samples;
  const double radius = wheel.axle_height - samples.z[sample];
  double on_wheel = x - wheel.marker.origin.x();
  Vec3 at;
  for (int step = 0; step < 4; ++step) {
    const double depth = std::sqrt(radius * radius - on_wheel * on_wheel);
    at = wheel.marker.to_global(Vec3(on_wheel, samples.y[sample], wheel.axle_height - depth));
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

  void run(double first) {
    grid_.cells.resize(grid_.columns * grid_.rows);
    for (std::size_t i = 0; i < grid_.columns; ++i) measure(i, first + static_cast<double>(i) * grid_.dx);
    grid_.min_gap = no_rail;
    for (const GapCell& cell : grid_.cells) grid_.min_gap = std::min(grid_.min_gap, cell.gap);
  }

 private:
  // Heights of the wheel over its samples.
  void place_wheel(std::size_t column, double x) {
    if (varying_.wheel == nullptr) {
      for (std::size_t j = 0; j < grid_.rows; ++j) {
        const Vec3 point = point_at(wheel_, j, x);
        set(column, j, x, wheel_.wheel->samples.s[j], point.y(), point.z());
      }
      return;
    }
    place_section(column, x, wheel_section(varying_, wheel_, x));
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
    if (depth > region.depth) {
      region.depth = depth;
      region.deepest_x = cell.x, region.deepest_y = cell.y, region.deepest_rail_s = cell.rail.s;
    }
    const bool inside =
        j > 0 && j + 1 < grid_.rows && std::isfinite(at(i, j - 1).gap) && std::isfinite(at(i, j + 1).gap);
    region.at_profile_edge = region.at_profile_edge || !inside;
  }

  GapGrid& grid_;
  int power_;
};

}  // namespace

void measure_gaps(const PlacedWheel& wheel, const PlacedRail& rail, const RailTop& top,
                  const Varying& varying, const SearchGrid& search, GapGrid& grid) {
  grid.dx = search.dx;
  grid.columns = 2 * static_cast<std::size_t>(search.half_length / search.dx) + 1;
  grid.rows = wheel.wheel->samples.s.size();
  const double first = wheel.marker.origin.x() - static_cast<double>(grid.columns / 2) * search.dx;
  Measuring(wheel, rail, top, varying, grid).run(first);
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
