#include "flangeway/wheelrail/rail_friction.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/pair_table.hpp"

namespace flangeway::wheelrail {
namespace {

constexpr double margin = 4;  // m, of cells before the first and behind the last wheelset

double over_angle(const FrictionOverAngle& table, double angle) {
  FLANGEWAY_ASSERT(!table.empty(), "friction is given for one angle at least");
  return math::table_value(table, std::abs(angle), math::TableEnds::held);
}

double largest_of(const FrictionOverAngle& table) {
  double largest = 0;
  for (const auto& [angle, coefficient] : table) largest = std::max(largest, coefficient);
  return largest;
}

}  // namespace

double friction_coefficient(const RailFriction& friction, double angle, double s) {
  const std::vector<FrictionStation>& stations = friction.stations;
  if (stations.empty())
    return friction.over_angle.empty() ? friction.law.coefficient : over_angle(friction.over_angle, angle);
  if (!(s > stations.front().s)) return over_angle(stations.front().over_angle, angle);
  if (s >= stations.back().s) return over_angle(stations.back().over_angle, angle);
  std::size_t i = 0;
  while (s >= stations[i + 1].s) ++i;
  const double before = over_angle(stations[i].over_angle, angle),
               behind = over_angle(stations[i + 1].over_angle, angle);
  return before + (behind - before) * (s - stations[i].s) / (stations[i + 1].s - stations[i].s);
}

double largest_friction(const RailFriction& friction) {
  double largest = friction.over_angle.empty() ? friction.law.coefficient : largest_of(friction.over_angle);
  if (!friction.stations.empty()) largest = 0;
  for (const FrictionStation& station : friction.stations)
    largest = std::max(largest, largest_of(station.over_angle));
  return largest;
}

RailMemory::RailMemory(double length)
    : ring_(static_cast<std::size_t>(std::ceil((length + 2 * margin) / cell))) {}

std::size_t RailMemory::slot(double number) const {
  const auto size = static_cast<double>(ring_.size());
  return static_cast<std::size_t>(number - size * std::floor(number / size));
}

double RailMemory::at(double number) const {
  const Cell& found = ring_[slot(number)];
  return found.number == number ? found.work : 0;
}

void RailMemory::add(double from, double to, double work) {
  FLANGEWAY_ASSERT(!ring_.empty(), "the memory has a length");
  const double low = std::min(from, to) / cell, high = std::max(from, to) / cell;
  for (double number = std::floor(low); number < high; ++number) {
    Cell& at = ring_[slot(number)];
    if (at.number != number) at = {number, 0};
    at.work += work * (std::min(high, number + 1) - std::max(low, number));
  }
}

double RailMemory::work_ahead(double s, bool forwards) const {
  FLANGEWAY_ASSERT(!ring_.empty(), "the memory has a length");
  const double number = std::floor(s / cell), share = s / cell - number;
  return forwards ? (1 - share) * at(number + 1) + share * at(number + 2)
                  : share * at(number - 1) + (1 - share) * at(number - 2);
}

}  // namespace flangeway::wheelrail
