// A map over the lateral place on a profile (upwards) and a distance (to the right). Private to the room.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "flangeway/math/types.hpp"
#include "flangeway/plot/map.hpp"

namespace flangeway::evolution {

/// The worn part of a profile with a margin on both sides, m; the whole of an unworn one.
class WornPart {
 public:
  void add(double y, double depth) {
    widen(whole_, y);
    if (depth > 0) widen(worn_, y);
  }
  [[nodiscard]] plot::Range range() const {
    constexpr double margin = 5e-3;
    if (!(worn_.from <= worn_.to)) return whole_;
    return {std::max(worn_.from - margin, whole_.from), std::min(worn_.to + margin, whole_.to)};
  }

 private:
  static void widen(plot::Range& range, double y) {
    range = {std::min(range.from, y), std::max(range.to, y)};
  }
  plot::Range whole_{HUGE_VAL, -HUGE_VAL}, worn_{HUGE_VAL, -HUGE_VAL};
};

class SectionMap {
 public:
  /// The places (m) that the rows reach over, the end of the distance in its unit, and the largest distance
  /// of neighbouring places (m): rows are no narrower, so that none is left empty between two places.
  SectionMap(const plot::Range& places, double end, std::size_t columns, double spacing)
      : low_(places.from * 1e3), rows_(rows_of(places.to - places.from, spacing)), columns_(columns) {
    height_ = (places.to - places.from) * 1e3 / static_cast<double>(rows_);
    const double width = end / static_cast<double>(columns);
    panel_.grid = {columns, rows_, width / 2, low_ + height_ / 2, width, height_};
    panel_.values.assign(columns * rows_, 0);
  }
  /// Several values in one cell: the largest is kept. `place` in m.
  /// Places beyond the rows are left out.
  void put(std::size_t column, double place, double value) {
    const double row = (place * 1e3 - low_) / height_;
    if (!(row >= 0 && row <= static_cast<double>(rows_))) return;
    double& cell = panel_.values[column + columns_ * std::min(static_cast<std::size_t>(row), rows_ - 1)];
    cell = std::max(cell, value);
  }
  [[nodiscard]] plot::MapPanel panel(std::string title, std::string unit) && {
    panel_.title = std::move(title);
    panel_.unit = std::move(unit);
    return std::move(panel_);
  }

 private:
  static std::size_t rows_of(double reach, double spacing) {
    return static_cast<std::size_t>(std::clamp(reach / spacing, 1.0, 100.0));
  }

  double low_, height_ = 0;  // mm
  std::size_t rows_, columns_;
  plot::MapPanel panel_;
};

}  // namespace flangeway::evolution
