// A map over the lateral place on a profile (upwards) and a distance (to the right). Private to the room.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "flangeway/math/types.hpp"
#include "flangeway/plot/map.hpp"

namespace flangeway::evolution {

class SectionMap {
 public:
  /// The places (m) that the rows reach over, and the end of the distance in its unit.
  SectionMap(double low, double high, double end, std::size_t columns)
      : low_(low * 1e3), height_((high - low) * 1e3 / rows), columns_(columns) {
    const double width = end / static_cast<double>(columns);
    panel_.grid = {columns, rows, width / 2, low_ + height_ / 2, width, height_};
    panel_.values.assign(columns * rows, 0);
  }
  /// Several values in one cell: the largest is kept. `place` in m.
  void put(std::size_t column, double place, double value) {
    const double row = std::clamp((place * 1e3 - low_) / height_, 0.0, static_cast<double>(rows - 1));
    double& cell = panel_.values[column + columns_ * static_cast<std::size_t>(row)];
    cell = std::max(cell, value);
  }
  [[nodiscard]] plot::MapPanel panel(std::string title, std::string unit) && {
    panel_.title = std::move(title);
    panel_.unit = std::move(unit);
    return std::move(panel_);
  }

 private:
  static constexpr std::size_t rows = 100;
  double low_, height_;  // mm
  std::size_t columns_;
  plot::MapPanel panel_;
};

}  // namespace flangeway::evolution
