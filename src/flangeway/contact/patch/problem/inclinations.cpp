#include "flangeway/contact/patch/problem/inclinations.hpp"

#include "flangeway/core/assertion.hpp"

namespace flangeway::contact::patch {

double inclination_at(const Inclinations& points, double place) {
  FLANGEWAY_ASSERT(points.size() >= 2, "a line has two points at least");
  std::size_t k = 0;
  while (k + 2 < points.size() && place > points[k + 1][0]) ++k;
  const double share = (place - points[k][0]) / (points[k + 1][0] - points[k][0]);
  return points[k][1] + share * (points[k + 1][1] - points[k][1]);
}

Inclinations straightened(const Inclinations& points) {
  FLANGEWAY_ASSERT(points.size() >= 2, "a line has two points at least");
  const auto count = static_cast<double>(points.size());
  double middle = 0, mean = 0;
  for (const auto& [place, angle] : points) middle += place / count, mean += angle / count;
  double spread = 0, common = 0;
  for (const auto& [place, angle] : points) {
    spread += (place - middle) * (place - middle);
    common += (place - middle) * (angle - mean);
  }
  FLANGEWAY_ASSERT(spread > 0, "two points differ in place");
  Inclinations line = points;
  for (auto& [place, angle] : line) angle = mean + common / spread * (place - middle);
  return line;
}

}  // namespace flangeway::contact::patch
