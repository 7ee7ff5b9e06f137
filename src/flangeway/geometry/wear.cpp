#include "flangeway/geometry/wear.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "flangeway/core/assertion.hpp"
#include "flangeway/geometry/spatial/rail_top.hpp"
#include "flangeway/math/rotation.hpp"

namespace flangeway::geometry {
namespace {

constexpr double point_spacing = 5e-4;  // m, along the worn profile
constexpr double press_depth = 3e-5;    // m, like a loaded wheel
constexpr double smoothing = 1.5e-3;    // m, standard deviation: no patch is narrower than a few millimetres
constexpr double min_spread = 0.05;     // dy/ds of a surface that a rail below can wear

// Uniform in 0 … 1 and normal: the engine is the standard's, the distributions are ours, so that every
// platform draws the same wheels.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : engine_(seed) {}
  double uniform() { return (static_cast<double>(engine_() >> 11) + 0.5) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  double normal() { return std::sqrt(-2 * std::log(uniform())) * std::cos(2 * pi * uniform()); }

 private:
  std::mt19937_64 engine_;
};

// The profile as points that move along the normals of the new profile.
struct Worn {
  std::vector<Vec2> start, normal;  // normal points out of the wheel, down
  std::vector<double> lost;         // m
  std::vector<Vec2> now;
};

Worn start_from(const profile::Curve& curve) {
  Worn worn;
  const auto count = static_cast<std::size_t>(std::ceil(curve.length() / point_spacing));
  for (std::size_t i = 0; i <= count; ++i) {
    const double s = curve.length() * static_cast<double>(i) / static_cast<double>(count);
    const Vec2 tangent = curve.tangent(s);
    worn.start.push_back(curve.point(s));
    worn.normal.emplace_back(tangent.y(), -tangent.x());
  }
  worn.lost.assign(worn.start.size(), 0);
  worn.now = worn.start;
  return worn;
}

void move_points(Worn& worn) {
  for (std::size_t i = 0; i < worn.now.size(); ++i)
    worn.now[i] = worn.start[i] - worn.lost[i] * worn.normal[i];
}

// Weights of a bell curve over the neighbours.
std::vector<double> bell() {
  std::vector<double> weights;
  const int reach = static_cast<int>(3 * smoothing / point_spacing);
  for (int i = 0; i <= reach; ++i) {
    const double t = i * point_spacing / smoothing;
    weights.push_back(std::exp(-t * t / 2));
  }
  return weights;
}

std::vector<double> smoothed(const std::vector<double>& values, const std::vector<double>& weights) {
  FLANGEWAY_ASSERT(!weights.empty(), "there is a weight");
  std::vector<double> result(values.size(), 0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    double sum = 0, weight = 0;
    const std::size_t low = i > weights.size() - 1 ? i - (weights.size() - 1) : 0;
    const std::size_t high = std::min(values.size() - 1, i + weights.size() - 1);
    for (std::size_t j = low; j <= high; ++j) {
      const double w = weights[j > i ? j - i : i - j];
      sum += w * values[j], weight += w;
    }
    result[i] = sum / weight;
  }
  return result;
}

// Depth removed by one pass, m along the normals, not scaled; `lateral` puts the wheel over the rail.
std::vector<double> one_pass(const Worn& worn, const spatial::RailTop& top, double lateral,
                             double flange_share) {
  const std::size_t count = worn.now.size();
  std::vector<double> gap(count, std::numeric_limits<double>::infinity()), taken(count, 0);
  double least = gap[0];
  std::size_t hint = 0;
  for (std::size_t i = 0; i < count; ++i) {
    spatial::RailPoint rail;
    if (-worn.normal[i].y() < min_spread || !spatial::look_up(top, worn.now[i].x() + lateral, hint, rail))
      continue;
    gap[i] = worn.now[i].y() - rail.z;
    least = std::min(least, gap[i]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double depth = least + press_depth - gap[i], cosine = -worn.normal[i].y();
    if (!(depth > 0)) continue;
    const double slope = worn.normal[i].x() / cosine;
    taken[i] = depth * cosine * (1 + (flange_share - 1) * std::min(4.0, slope * slope));
  }
  return taken;
}

void add_pass(const std::vector<double>& taken, double area, Worn& worn) {
  FLANGEWAY_ASSERT(taken.size() == worn.lost.size(), "each point has a depth");
  double sum = 0;
  for (const double t : taken) sum += t;
  if (!(sum > 0)) return;
  const double scale = area / (sum * point_spacing);
  for (std::size_t i = 0; i < taken.size(); ++i) worn.lost[i] += scale * taken[i];
  move_points(worn);
}

// Ridges of three wavelengths where the wheel is worn.
void add_ridges(double amplitude, Dice& dice, Worn& worn) {
  FLANGEWAY_ASSERT(!worn.lost.empty(), "the profile has points");
  const double deepest = *std::max_element(worn.lost.begin(), worn.lost.end());
  for (int wave = 0; wave < 3; ++wave) {
    const double length = dice.uniform(6e-3, 16e-3), phase = dice.uniform(0, 2 * pi);
    for (std::size_t i = 0; i < worn.lost.size(); ++i) {
      const double s = point_spacing * static_cast<double>(i);
      const double part = deepest > 0 ? std::min(1.0, 4 * worn.lost[i] / deepest) : 0;
      worn.lost[i] += part * amplitude / 3 * (1 + std::sin(2 * pi * s / length + phase));
    }
  }
  move_points(worn);
}

}  // namespace

profile::Curve worn_wheel(const profile::Curve& wheel, const spatial::Rail& rail, const WearTrack& track,
                          const Usage& usage) {
  Dice dice(usage.seed);
  Worn worn = start_from(wheel);
  const spatial::PlacedRail placed{&rail,
                                   {Vec3(0, track.rail_lateral, 0), rotation_x(track.rail_inclination)}};
  spatial::RailTop top;
  spatial::find_top(placed, top);
  const std::vector<double> weights = bell();
  for (int pass = 0; pass < usage.passes; ++pass) {
    const double shift = usage.mean_shift + usage.shift_spread * dice.normal();
    const std::vector<double> taken = one_pass(worn, top, track.wheel_lateral + shift, usage.flange_share);
    add_pass(smoothed(taken, weights), usage.worn_area / usage.passes, worn);
  }
  add_ridges(usage.waviness, dice, worn);
  return profile::Curve(worn.now);
}

std::vector<Usage> random_uses(std::size_t count, std::uint64_t seed) {
  std::vector<Usage> uses;
  Dice dice(seed);
  for (std::size_t i = 0; i < count; ++i) {
    Usage usage;
    usage.mean_shift = dice.uniform(-1e-3, 6e-3);
    usage.shift_spread = dice.uniform(1e-3, 3e-3);
    usage.worn_area = dice.uniform(0, 6e-5);
    usage.flange_share = dice.uniform(1, 8);
    usage.waviness = dice.uniform(0, 15e-6);
    usage.seed = seed + 7919 * (i + 1);
    uses.push_back(usage);
  }
  return uses;
}

}  // namespace flangeway::geometry
