// Depth of wear over the section of a wheel or a rail.
#pragma once

#include <cstddef>
#include <vector>

namespace flangeway::damage {

/// Bins of equal width across a profile, in its own lateral coordinate, m. What is put in keeps its area to
/// the last bits; what lies beside the bins goes into the first or the last one.
class Section {
 public:
  Section(double from, double to, double width);

  /// A strip between the places `from` and `to`, either may be the larger, with a depth normal to the
  /// surface, m.
  void add(double from, double to, double depth);
  [[nodiscard]] std::size_t size() const { return depth_.size(); }
  [[nodiscard]] double place(std::size_t bin) const;  ///< middle of a bin, m
  [[nodiscard]] const std::vector<double>& depth() const { return depth_; }
  [[nodiscard]] double area() const;  ///< ∫ depth over the lateral coordinate, m²

 private:
  double from_, width_;
  std::vector<double> depth_;
};

}  // namespace flangeway::damage
