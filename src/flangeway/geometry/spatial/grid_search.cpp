#include "flangeway/geometry/spatial/grid_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "flangeway/geometry/spatial/roller.hpp"

namespace flangeway::geometry::spatial {
namespace {

// A cell of the grid: one x, one sample of the wheel.
struct Cell {
  double x = 0, y = 0, wheel_s = 0;
  double gap = std::numeric_limits<double>::infinity();
  RailPoint rail;
  bool taken = false;
};

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

class Grid {
 public:
  Grid(const PlacedWheel& wheel, const PlacedRail& rail, const RailTop& top, const SearchGrid& search)
      : dx_(search.dx),
        columns_(2 * static_cast<std::size_t>(search.half_length / search.dx) + 1),
        rows_(wheel.wheel->samples.s.size()),
        cells_(columns_ * rows_) {
    const double first = wheel.marker.origin.x() - static_cast<double>(columns_ / 2) * dx_;
    for (std::size_t i = 0; i < columns_; ++i) {
      std::size_t hint = 0;
      for (std::size_t j = 0; j < rows_; ++j) {
        Cell& cell = at(i, j);
        cell.x = first + static_cast<double>(i) * dx_;
        cell.wheel_s = wheel.wheel->samples.s[j];
        const Vec3 point = point_at(wheel, j, cell.x);
        cell.y = point.y();
        if (!look_up(top, point.y(), hint, cell.rail)) continue;
        sharpen(rail, point.y(), cell.rail);
        cell.gap =
            point.z() - (rail.roller_radius ? height_at(rail, cell.y, cell.rail, cell.x) : cell.rail.z);
      }
    }
  }

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] bool free(std::size_t i, std::size_t j) const {
    const Cell& cell = cells_[i + columns_ * j];
    return cell.gap < 0 && !cell.taken;
  }

  // Fills from one cell over all that are connected with it.
  Region flood(std::size_t i, std::size_t j, int power) {
    Region region;
    region.rail_begin = region.x_begin = region.y_begin = std::numeric_limits<double>::infinity();
    region.rail_end = region.x_end = region.y_end = -std::numeric_limits<double>::infinity();
    std::vector<std::pair<std::size_t, std::size_t>> open{{i, j}};
    at(i, j).taken = true;
    while (!open.empty()) {
      const auto [column, row] = open.back();
      open.pop_back();
      add(column, row, power, region);
      const auto visit = [&](std::size_t c, std::size_t r) {
        if (c < columns_ && r < rows_ && free(c, r)) {
          at(c, r).taken = true;
          open.emplace_back(c, r);
        }
      };
      visit(column - 1, row), visit(column + 1, row), visit(column, row - 1), visit(column, row + 1);
    }
    return region;
  }

 private:
  Cell& at(std::size_t i, std::size_t j) { return cells_[i + columns_ * j]; }

  // Half the distance in y of both neighbours.
  double width(std::size_t i, std::size_t j) {
    const std::size_t before = j > 0 ? j - 1 : j, after = std::min(j + 1, rows_ - 1);
    return std::abs(at(i, after).y - at(i, before).y) / static_cast<double>(after - before);
  }

  void add(std::size_t i, std::size_t j, int power, Region& region) {
    const Cell& cell = at(i, j);
    const double depth = -cell.gap, area = dx_ * width(i, j), weight = area * std::pow(depth, power);
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
        j > 0 && j + 1 < rows_ && std::isfinite(at(i, j - 1).gap) && std::isfinite(at(i, j + 1).gap);
    region.at_profile_edge = region.at_profile_edge || !inside;
  }

  double dx_;
  std::size_t columns_, rows_;
  std::vector<Cell> cells_;
};

}  // namespace

void find_regions_on_grid(const PlacedWheel& wheel, const PlacedRail& rail, const RailTop& top,
                          const SearchGrid& search, int power, std::vector<Region>& regions) {
  regions.clear();
  Grid grid(wheel, rail, top, search);
  for (std::size_t j = 0; j < grid.rows(); ++j) {
    for (std::size_t i = 0; i < grid.columns(); ++i)
      if (grid.free(i, j)) regions.push_back(grid.flood(i, j, power));
  }
}

}  // namespace flangeway::geometry::spatial
