// Cubic splines of several functions on one uniform grid, the form of every table that a step reads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace flangeway::math {

/// Cubic splines (C², natural-like "not-a-knot" ends) of `channels` functions on the same uniform grid.
/// The coefficients of one interval lie together, so that one evaluation touches one stretch of memory.
class UniformSpline {
 public:
  UniformSpline() = default;

  /// Interpolates values[c][i] = f_c(start + i step). At least 4 nodes; all channels of the same length.
  UniformSpline(double start, double step, const std::vector<std::vector<double>>& values);

  [[nodiscard]] bool empty() const { return coefficients_.empty(); }
  [[nodiscard]] std::size_t channels() const { return channels_; }
  [[nodiscard]] std::size_t intervals() const { return intervals_; }
  [[nodiscard]] double start() const { return start_; }
  [[nodiscard]] double step() const { return step_; }
  [[nodiscard]] double end() const { return start_ + step_ * static_cast<double>(intervals_); }
  [[nodiscard]] bool contains(double x) const { return x >= start() && x <= end(); }

  /// f_c(x) for all channels into value[channels()]. Outside the grid the end cubic is continued.
  void evaluate(double x, double* value) const;
  /// Value and first derivative.
  void evaluate(double x, double* value, double* first) const;
  /// Value, first and second derivative.
  void evaluate(double x, double* value, double* first, double* second) const;
  /// One channel alone.
  [[nodiscard]] double value(std::size_t channel, double x) const;

  /// An interval, and the distance from its left node in the unit of x.
  struct Cell {
    std::size_t index = 0;
    double t = 0;
  };
  [[nodiscard]] Cell cell(double x) const {
    const double offset = (x - start_) * inverse_step_;
    const double last = static_cast<double>(intervals_ - 1);
    const double cell =
        offset > 0 ? (offset < last ? offset : last) : 0;  // a NaN stays one in t, and never indexes
    const auto index = static_cast<std::int64_t>(cell);
    return {static_cast<std::size_t>(index), x - (start_ + step_ * static_cast<double>(index))};
  }
  /// The cubics of an interval: Σ coefficients[power · channels() + channel] t^power.
  [[nodiscard]] const double* coefficients(std::size_t interval) const {
    return coefficients_.data() + interval * 4 * channels_;
  }
  /// The cubics that hold at x.
  struct Place {
    const double* coefficients;
    double t;
  };
  [[nodiscard]] Place locate(double x) const {
    const Cell at = cell(x);
    return {coefficients(at.index), at.t};
  }

 private:
  double start_ = 0, step_ = 1, inverse_step_ = 1;
  std::size_t channels_ = 0, intervals_ = 0;
  std::vector<double> coefficients_;  // [interval][power 0..3][channel]
};

}  // namespace flangeway::math
