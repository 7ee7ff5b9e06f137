#include "flangeway/wheel_on_rail/depth_search.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/math/root.hpp"

namespace flangeway::wheel_on_rail {
namespace {

// Below this share of the load on the pressures (friction takes the rest) the force does not determine depth.
constexpr double min_share = 0.05;
constexpr int patience = 3;

}  // namespace

double depth_ratio(double wanted, double slope, double power, double least, double most) {
  if (slope == 0) return std::clamp(std::pow(wanted, 1 / power), least, most);
  const auto excess = [&](double q) { return std::pow(q, power) - wanted + slope * (q - 1); };
  if (excess(least) >= 0) return least;
  if (excess(most) <= 0) return most;
  return math::find_root(excess, least, most, 1e-12);
}

bool Halving::is_due(double distance) {
  if (++steps_ < patience) return false;
  const bool halved = distance <= checked_distance_ / 2;
  steps_ = 0, checked_distance_ = distance;
  return !halved;
}

double DepthSearch::next(const Iterate& iterate) {
  learn(iterate);
  if (iterate.full) narrow(iterate);
  last_ = iterate;
  if (std::isfinite(high_) && iterate.full && halving_.is_due(distance())) return (low_ + high_) / 2;
  return keep_inside(step(iterate));
}

double DepthSearch::keep_inside(double depth) const {
  if (depth > low_ && depth < high_) return depth;
  return std::isfinite(high_) ? (low_ + high_) / 2 : 2 * low_;
}

// From iterates of one kind: the share of friction may be a guess before.
void DepthSearch::learn(const Iterate& iterate) {
  if (!(last_.depth > 0) || iterate.depth == last_.depth) return;
  const bool full = iterate.full && last_.full;
  const double force = full ? iterate.force / last_.force : iterate.pressures / last_.pressures;
  const double learnt = std::log(force) / std::log(iterate.depth / last_.depth);
  if (learnt > 0.7 && learnt < 4) power_ = learnt;
}

void DepthSearch::narrow(const Iterate& iterate) {
  const auto missed = [&](const Iterate& t) { return std::abs(t.force - wanted(t.depth)); };
  if (!nearest_.full || missed(iterate) < missed(nearest_)) nearest_ = iterate;
  (iterate.force < wanted(iterate.depth) ? low_ : high_) = iterate.depth;
}

double DepthSearch::step(const Iterate& iterate) const {
  if (!(iterate.force > min_share * iterate.pressures)) return 2 * iterate.depth;
  return iterate.depth * depth_ratio(wanted(iterate.depth) / iterate.force,
                                     demand_.stiffness * iterate.depth / iterate.force, power_, 0.2, 5.0);
}

}  // namespace flangeway::wheel_on_rail
