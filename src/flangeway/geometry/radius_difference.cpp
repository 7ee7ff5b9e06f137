#include "flangeway/geometry/radius_difference.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/geometry/position.hpp"
#include "flangeway/geometry/sweep.hpp"

namespace flangeway::geometry {
namespace {

struct Sample {
  double y, value;
  double left_angle, right_angle;
};

double rolling_radius(const Side& side, const Touch& touch) {
  return side.radius - side.wheel.point(touch.wheel_s).y();
}

class Sampler {
 public:
  Sampler(const WheelsetGeometry& geometry, bool roll) : search_(geometry), roll_(roll) {}

  std::optional<Sample> operator()(double y) {
    Position position;
    if (roll_) {
      position = search_.at_shift(y, 0, last_roll_);
      if (!position.found) return std::nullopt;
      last_roll_ = position.roll;
    } else {
      position.left = search_.left().first_touch(y, 0);
      position.right = search_.right().first_touch(-y, 0);
      if (!position.left.found() || !position.right.found()) return std::nullopt;
    }
    const double difference = rolling_radius(search_.left().side(), position.left) -
                              rolling_radius(search_.right().side(), position.right);
    return Sample{y, difference, position.left.angle, position.right.angle};
  }

 private:
  PositionSearch search_;
  bool roll_;
  double last_roll_ = 0;
};

// Samples from the middle outwards, without the middle. `direction`: +1 to the left, −1 to the right.
std::vector<Sample> outwards(Sampler sampler, double direction, const RadiusDifferenceOptions& options) {
  FLANGEWAY_ASSERT(options.step > 0, "displacements are a distance apart");
  std::vector<Sample> samples;
  double steepest = 0;
  for (int i = 1; options.step * i <= options.reach * (1 + 1e-9); ++i) {
    const auto sample = sampler(direction * options.step * i);
    if (!sample) break;
    const double angle = direction > 0 ? sample->left_angle : sample->right_angle;
    if (steepest > flange_angle && angle < flange_angle) break;  // over the flange's face
    steepest = std::max(steepest, angle);
    samples.push_back(*sample);
  }
  return samples;
}

}  // namespace

double RadiusDifference::at(double displacement) const {
  FLANGEWAY_ASSERT(y.size() >= 2 && y.size() == value.size(),
                   "there are two displacements at least, each with its difference");
  const auto above = std::upper_bound(y.begin(), y.end(), displacement) - y.begin();
  const auto i = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(above - 1, 0, std::ssize(y) - 2));
  return value[i] + (displacement - y[i]) * (value[i + 1] - value[i]) / (y[i + 1] - y[i]);
}

RadiusDifference radius_difference(const WheelsetGeometry& geometry, const RadiusDifferenceOptions& options) {
  RadiusDifference difference;
  const auto add = [&](const Sample& sample) {
    difference.y.push_back(sample.y);
    difference.value.push_back(sample.value);
  };
  Sampler sampler(geometry, options.roll);
  const auto middle = sampler(0);
  if (!middle) return difference;
  const std::vector<Sample> right = outwards(sampler, -1, options), left = outwards(sampler, 1, options);
  if (left.empty() || right.empty()) return difference;
  std::for_each(right.rbegin(), right.rend(), add);
  add(*middle);
  std::for_each(left.begin(), left.end(), add);
  return difference;
}

}  // namespace flangeway::geometry
