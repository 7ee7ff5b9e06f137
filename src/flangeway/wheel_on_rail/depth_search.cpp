#include "flangeway/wheel_on_rail/depth_search.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/math/root.hpp"

namespace flangeway::wheel_on_rail {
namespace {

// Where friction takes all but this share of what the pressures carry, the force says nothing of the depth.
constexpr double min_share = 0.05;
constexpr int patience = 3;

}  // namespace

double sinking_ratio(double wanted, double slope, double power, double least, double most) {
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

double DepthSearch::next(const Trial& trial) {
  learn(trial);
  if (trial.rolled) narrow(trial);
  last_ = trial;
  if (std::isfinite(high_) && trial.rolled && halving_.is_due(distance())) return (low_ + high_) / 2;
  return keep_inside(step(trial));
}

double DepthSearch::keep_inside(double depth) const {
  if (depth > low_ && depth < high_) return depth;
  return std::isfinite(high_) ? (low_ + high_) / 2 : 2 * low_;
}

// From trials of one kind: the share of friction may be a guess before.
void DepthSearch::learn(const Trial& trial) {
  if (!(last_.depth > 0) || trial.depth == last_.depth) return;
  const bool rolled = trial.rolled && last_.rolled;
  const double force = rolled ? trial.force / last_.force : trial.pressures / last_.pressures;
  const double learnt = std::log(force) / std::log(trial.depth / last_.depth);
  if (learnt > 0.7 && learnt < 4) power_ = learnt;
}

void DepthSearch::narrow(const Trial& trial) {
  const auto missed = [&](const Trial& t) { return std::abs(t.force - wanted(t.depth)); };
  if (!nearest_.rolled || missed(trial) < missed(nearest_)) nearest_ = trial;
  (trial.force < wanted(trial.depth) ? low_ : high_) = trial.depth;
}

double DepthSearch::step(const Trial& trial) const {
  if (!(trial.force > min_share * trial.pressures)) return 2 * trial.depth;
  return trial.depth * sinking_ratio(wanted(trial.depth) / trial.force,
                                     demand_.stiffness * trial.depth / trial.force, power_, 0.2, 5.0);
}

}  // namespace flangeway::wheel_on_rail
