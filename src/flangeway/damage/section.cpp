#include "flangeway/damage/section.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::damage {

Section::Section(double from, double to, double width)
    : from_(from), width_(width), depth_(static_cast<std::size_t>(std::ceil((to - from) / width)), 0) {}

double Section::place(std::size_t bin) const {
  return from_ + width_ * (static_cast<double>(bin) + 0.5);
}

void Section::add(double from, double to, double depth) {
  const double last = static_cast<double>(depth_.size());
  const double low = (std::min(from, to) - from_) / width_, high = (std::max(from, to) - from_) / width_;
  if (!(high > low)) return;
  const double begin = std::clamp(std::floor(low), 0.0, last - 1),
               end = std::clamp(std::ceil(high), 1.0, last);
  for (double bin = begin; bin < end; ++bin) {
    const double left = bin == 0 ? low : std::max(low, bin),
                 right = bin == last - 1 ? high : std::min(high, bin + 1);
    if (right > left) depth_[static_cast<std::size_t>(bin)] += depth * (right - left);
  }
}

double Section::area() const {
  double sum = 0;
  for (const double depth : depth_) sum += depth;
  return sum * width_;
}

}  // namespace flangeway::damage
