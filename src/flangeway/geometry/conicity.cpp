#include "flangeway/geometry/conicity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "flangeway/geometry/position.hpp"
#include "flangeway/geometry/sweep.hpp"
#include "flangeway/math/root.hpp"

namespace flangeway::geometry {
namespace {

constexpr int quadrature_points = 4000;  // of half a period: 1e-7 for a straight line, 1e-5 with jumps of Δr

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

// ∫Δr dy from the first y to each y; exact for the broken line.
std::vector<double> integral(const RadiusDifference& difference) {
  std::vector<double> sum(difference.y.size(), 0.0);
  for (std::size_t i = 1; i < sum.size(); ++i) {
    sum[i] = sum[i - 1] +
             (difference.y[i] - difference.y[i - 1]) * (difference.value[i] + difference.value[i - 1]) / 2;
  }
  return sum;
}

class Potential {
 public:
  explicit Potential(const RadiusDifference& difference)
      : difference_(difference), sum_(integral(difference)) {}

  [[nodiscard]] double at(double y) const {
    const std::size_t i = interval(y);
    const double d = y - difference_.y[i];
    const double slope =
        (difference_.value[i + 1] - difference_.value[i]) / (difference_.y[i + 1] - difference_.y[i]);
    return sum_[i] + d * (difference_.value[i] + d * slope / 2);
  }
  // Middle of the interval of this half length that begins and ends at the same potential.
  [[nodiscard]] std::optional<double> centre(double amplitude) const {
    const double low = difference_.y.front() + amplitude, high = difference_.y.back() - amplitude;
    if (low > high) return std::nullopt;
    const auto rise = [&](double middle) { return at(middle + amplitude) - at(middle - amplitude); };
    if (low <= 0 && high >= 0 && rise(0) == 0) return 0;
    const double root = math::find_root(rise, low, high, 1e-15);
    return std::isnan(root) ? std::nullopt : std::optional(root);
  }

 private:
  [[nodiscard]] std::size_t interval(double y) const {
    const auto above =
        std::upper_bound(difference_.y.begin(), difference_.y.end(), y) - difference_.y.begin();
    return static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(above - 1, 0, std::ssize(difference_.y) - 2));
  }

  const RadiusDifference& difference_;
  std::vector<double> sum_;
};

}  // namespace

double RadiusDifference::at(double displacement) const {
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

// With y = centre + amplitude sin θ, the time through the interval is a smooth integral over θ (midpoint
// rule); in the length x √(e r0), which drops out of tan γe, the motion is y″ = −Δr with the half period Λ/2
// = ∫dy/√(2(U0 − U)).
std::optional<Conicity> equivalent_conicity(const RadiusDifference& difference, double amplitude) {
  if (difference.y.size() < 2) return std::nullopt;
  const Potential potential(difference);
  const auto centre = potential.centre(amplitude);
  if (!centre) return std::nullopt;
  const double top = std::min(potential.at(*centre + amplitude), potential.at(*centre - amplitude));
  const double h = pi / quadrature_points;
  double half_period = 0, moment = 0, first_harmonic = 0;
  for (int i = 0; i < quadrature_points; ++i) {
    const double theta = -pi / 2 + h * (i + 0.5), s = std::sin(theta), c = std::cos(theta);
    const double y = *centre + amplitude * s, value = difference.at(y);
    half_period += h * amplitude * c / std::sqrt(2 * (top - potential.at(y)));  // NaN or ∞ if it is held back
    moment += h * value * s * c;
    first_harmonic += h * value * s;
  }
  Conicity result{.amplitude = amplitude, .centre = *centre, .nonlinear = std::nullopt};
  if (std::isfinite(half_period)) result.nonlinear = (pi / half_period) * (pi / half_period) / 2;
  result.regression = 0.75 * moment / amplitude;
  result.harmonic = first_harmonic / (pi * amplitude);
  return result;
}

std::vector<Conicity> equivalent_conicities(const RadiusDifference& difference,
                                            const std::vector<double>& amplitudes, Findings& findings) {
  std::vector<Conicity> all;
  if (difference.y.empty()) {
    findings.add({{},
                  "",
                  "wheel and rail do not touch at the centred position",
                  "",
                  "",
                  "Check the tape circle distance, the gauge and the profiles"});
    return all;
  }
  for (const double amplitude : amplitudes) {
    const auto conicity = equivalent_conicity(difference, amplitude);
    if (!conicity) {
      const double most = std::floor(largest_amplitude(difference) * 1e5) / 100;  // mm, two decimals
      findings.add({{},
                    "--amplitude",
                    "goes beyond the contact of tread and flange with the rail",
                    fmt::format("{:.6g} mm", amplitude * 1e3),
                    fmt::format("at most {:.2f} mm", most),
                    "Choose smaller amplitudes"});
      return all;
    }
    all.push_back(*conicity);
  }
  return all;
}

double largest_amplitude(const RadiusDifference& difference) {
  if (difference.y.size() < 2) return 0;
  const Potential potential(difference);
  double possible = 0, impossible = (difference.y.back() - difference.y.front()) / 2;
  if (potential.centre(impossible)) return impossible;
  for (int i = 0; i < 50; ++i) {
    const double amplitude = (possible + impossible) / 2;
    (potential.centre(amplitude) ? possible : impossible) = amplitude;
  }
  return possible;
}

}  // namespace flangeway::geometry
