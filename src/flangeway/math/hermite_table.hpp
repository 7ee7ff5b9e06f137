// A function from its values and slopes at equal distances: what a step reads of shapes with kinks, where a
// spline would swing.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace flangeway::math {

/// Cubics between nodes (C¹). A node is [value, slope]; there are at least two. Zero beyond both ends.
class HermiteTable {
 public:
  struct At {
    double value = 0, first = 0, second = 0;
  };

  HermiteTable() = default;
  HermiteTable(double start, double step, std::vector<std::array<double, 2>> nodes)
      : start_(start), step_(step), nodes_(std::move(nodes)) {}

  [[nodiscard]] double start() const { return start_; }
  [[nodiscard]] double end() const { return start_ + step_ * static_cast<double>(nodes_.size() - 1); }
  [[nodiscard]] double step() const { return step_; }
  [[nodiscard]] const std::vector<std::array<double, 2>>& nodes() const { return nodes_; }

  [[nodiscard]] At at(double x) const {
    const double place = (x - start_) / step_, last = static_cast<double>(nodes_.size() - 1);
    if (!(place >= 0 && place <= last)) return {};
    const std::size_t i = std::min(static_cast<std::size_t>(place), nodes_.size() - 2);
    const auto& [a, a_slope] = nodes_[i];
    const auto& [b, b_slope] = nodes_[i + 1];
    const double t = place - static_cast<double>(i), rise = b - a;
    const double c2 = 3 * rise - step_ * (2 * a_slope + b_slope), c3 = step_ * (a_slope + b_slope) - 2 * rise;
    return {a + t * (step_ * a_slope + t * (c2 + t * c3)), a_slope + t * (2 * c2 + 3 * t * c3) / step_,
            (2 * c2 + 6 * t * c3) / (step_ * step_)};
  }

 private:
  double start_ = 0, step_ = 1;
  std::vector<std::array<double, 2>> nodes_;
};

}  // namespace flangeway::math
