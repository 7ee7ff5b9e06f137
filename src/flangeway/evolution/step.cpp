#include "flangeway/evolution/step.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/evolution/worn_profile.hpp"

namespace flangeway::evolution {
namespace {

// 1/m, of wheel and rail across a patch. On treads and heads of rails contacts move as the profiles wear, and
// this is what they have there. In roots and corners they jump, and a small one keeps long steps stable.
constexpr double level_curvature = 4.5;
constexpr double steep_curvature = 1.5;
constexpr double level_slope = 0.12;  // of a tread or the head of a rail, at most
constexpr double always_taken = 0.1;  // of StepSpec::depth: wear that differs in so short a step jumps

double deepest_of(const std::vector<double>& depths) {
  return depths.empty() ? 0 : *std::max_element(depths.begin(), depths.end());
}

double deepest_rate(const Step& step) {
  double deepest = 0;
  for (const Surface& surface : step.surfaces) deepest = std::max(deepest, deepest_of(surface.rate.depth));
  return deepest;
}

// Throws where wear is so deep that the profile runs backwards: it is no profile any more.
void check_order(const Surface& from, const std::vector<Vec2>& after, double mileage) {
  for (std::size_t i = 0; i + 1 < after.size(); ++i) {
    if ((after[i + 1] - after[i]).dot(from.points[i + 1] - from.points[i]) > 0) continue;
    throw NumericalFailure(
        fmt::format("{} after {:.0f} km: the profile wears through near y = {:.1f} mm, where it would run "
                    "backwards. Results up to there: choose a smaller mileage; wheels may get their first "
                    "profiles again before (reprofiling)",
                    from.name, mileage / 1e3, from.points[i].x() * 1e3));
  }
}

std::vector<Vec2> moved(const Surface& from, const std::vector<double>& depths, double mileage) {
  std::vector<Vec2> after = worn(from.kind, from.points, depths, from.rate.bin);
  check_order(from, after, mileage);
  return after;
}

// Depths of all surfaces, each in the bins of its rate at the beginning of the step, m.
using Depths = std::vector<std::vector<double>>;

Depths zeros(const Step& from) {
  Depths depths;
  for (const Surface& surface : from.surfaces) depths.emplace_back(surface.rate.depth.size(), 0.0);
  return depths;
}

// sum += factor * rates; a bin of the worn surface may be a little narrower than that of the first one.
void add(double factor, const std::vector<WearRate>& rates, const Step& from, Depths& sum) {
  for (std::size_t i = 0; i < sum.size(); ++i) {
    const WearRate fitting = in_bins(rates[i], sum[i].size());
    const double scale = factor * fitting.bin / from.surfaces[i].rate.bin;
    for (std::size_t bin = 0; bin < sum[i].size(); ++bin) sum[i][bin] += scale * fitting.depth[bin];
  }
}

void add(double factor, const Depths& depths, Depths& sum) {
  for (std::size_t i = 0; i < sum.size(); ++i)
    for (std::size_t bin = 0; bin < sum[i].size(); ++bin) sum[i][bin] += factor * depths[i][bin];
}

double largest_of(const Depths& all) {
  double largest = 0;
  for (const std::vector<double>& depths : all)
    for (const double depth : depths) largest = std::max(largest, std::abs(depth));
  return largest;
}

// x := (1 − h J)⁻¹ x with J = ∂(R/κ)∂ over the bins of a surface. Nothing flows over its ends. Thomas'
// algorithm is stable, as the diagonal dominates.
void spread(const WearRate& rate, const std::vector<double>& curvature, double length,
            std::vector<double>& x) {
  const std::size_t count = x.size();
  const auto flow = [&](std::size_t i) {  // between the bins i and i + 1
    return length * (rate.depth[i] + rate.depth[i + 1]) / (2 * curvature[i] * rate.bin * rate.bin);
  };
  std::vector<double> ratio(count, 0.0);
  double below = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double above = i + 1 < count ? flow(i) : 0, before = i > 0 ? below * ratio[i - 1] : 0;
    const double pivot = 1 + below + above - before;
    x[i] = (x[i] + (i > 0 ? below * x[i - 1] : 0)) / pivot;
    ratio[i] = above / pivot;
    below = above;
  }
  for (std::size_t i = count - 1; i-- > 0;) x[i] += ratio[i] * x[i + 1];
}

// Relative curvature of each end of a bin but the last, 1/m.
std::vector<double> relative_curvatures(const Surface& surface) {
  const profile::Curve curve(surface.points);
  std::vector<double> curvatures;
  for (std::size_t i = 0; i < surface.rate.depth.size(); ++i) {
    const Vec2 tangent = curve.tangent(static_cast<double>(i + 1) * surface.rate.bin);
    curvatures.push_back(std::abs(tangent.y()) < level_slope * std::abs(tangent.x()) ? level_curvature
                                                                                     : steep_curvature);
  }
  return curvatures;
}

void spread(const Step& from, double length, Depths& depths) {
  for (std::size_t i = 0; i < depths.size(); ++i) {
    const Surface& surface = from.surfaces[i];
    if (depths[i].size() > 1) spread(surface.rate, relative_curvatures(surface), length, depths[i]);
  }
}

std::vector<WearRate> rates_of(const Step& from) {
  std::vector<WearRate> rates;
  for (const Surface& surface : from.surfaces) rates.push_back(surface.rate);
  return rates;
}

// The true depths are not below 0, but those of long steps may be at the edge of a band that wears. The
// other depths of the surface give up the area that this takes, so that the sum stays.
void take_only(Depths& depths) {
  for (std::vector<double>& surface : depths) {
    double sum = 0, taken = 0;
    for (const double depth : surface) sum += depth, taken += std::max(0.0, depth);
    if (!(sum > 0) || sum == taken) continue;
    for (double& depth : surface) depth = std::max(0.0, depth) * sum / taken;
  }
}

std::vector<std::vector<Vec2>> moved(const Step& from, const Depths& depths, double mileage) {
  std::vector<std::vector<Vec2>> profiles;
  for (std::size_t i = 0; i < depths.size(); ++i)
    profiles.push_back(moved(from.surfaces[i], depths[i], mileage));
  return profiles;
}

// End of a step of a given length.
struct Attempt {
  Depths depths;
  double error = 0;  // m
};

// ROS2: `first` and `second` are h k_1 and h k_2. The error is the difference from the method of first order,
// without the short bumps that the next step levels. [Verwer1999]
std::optional<Attempt> try_step(const Step& from, double length, double mileage, const Evaluate& evaluate) {
  constexpr double gamma = 1 + std::numbers::sqrt2 / 2;
  Depths first = zeros(from);
  add(length, rates_of(from), from, first);
  spread(from, gamma * length, first);
  std::optional<Evaluation> found = evaluate(moved(from, first, mileage));
  if (!found) return std::nullopt;
  Depths second = zeros(from);
  add(length, found->rates, from, second);
  add(-2, first, second);
  spread(from, gamma * length, second);
  Attempt attempt{.depths = zeros(from)};
  add(1.5, first, attempt.depths);
  add(0.5, second, attempt.depths);
  take_only(attempt.depths);
  Depths error = zeros(from);
  add(0.5, first, error);
  add(0.5, second, error);
  spread(from, gamma * length, error);
  attempt.error = largest_of(error);
  return attempt;
}

Surface worn_surface(const Surface& from, const std::vector<double>& depths, std::vector<Vec2> points,
                     WearRate rate) {
  Surface surface{.name = from.name, .kind = from.kind, .points = std::move(points), .rate = std::move(rate)};
  surface.area_lost = from.area_lost;
  for (const double depth : depths) surface.area_lost += depth * from.rate.bin;
  return surface;
}

double changed(double length, double tolerance, double error, double least, double most) {
  if (!(error > 0)) return length * most;
  return length * std::clamp(0.8 * std::sqrt(tolerance / error), least, most);
}

}  // namespace

WearRate in_bins(const WearRate& rate, std::size_t count) {
  if (rate.depth.size() == count) return rate;
  const double ratio = static_cast<double>(rate.depth.size()) / static_cast<double>(count);
  WearRate result{std::vector<double>(count, 0), rate.bin * ratio};
  for (std::size_t bin = 0; bin < count; ++bin) {
    const double from = ratio * static_cast<double>(bin), to = ratio * static_cast<double>(bin + 1);
    for (auto old = static_cast<std::size_t>(from); old < rate.depth.size(); ++old) {
      const double left = std::max(from, static_cast<double>(old)),
                   right = std::min(to, static_cast<double>(old + 1));
      if (!(right > left)) break;
      result.depth[bin] += rate.depth[old] * (right - left) / ratio;
    }
  }
  return result;
}

std::optional<Step> advance(const Step& from, const StepSpec& spec, double end, const Evaluate& evaluate) {
  const double deepest = deepest_rate(from);
  double length = from.planned;
  if (deepest > 0)
    length = std::min(std::max(length, always_taken * spec.depth / deepest), spec.depth / deepest);
  length = std::min(length, spec.mileage);
  for (;;) {
    const bool last = from.mileage + length >= end * (1 - 1e-9);
    if (last) length = end - from.mileage;
    const double mileage = last ? end : from.mileage + length;
    std::optional<Attempt> attempt = try_step(from, length, mileage, evaluate);
    if (!attempt) return std::nullopt;
    if (attempt->error > spec.tolerance && largest_of(attempt->depths) > always_taken * spec.depth) {
      length = changed(length, spec.tolerance, attempt->error, 0.2, 0.9);
      continue;
    }
    std::vector<std::vector<Vec2>> profiles = moved(from, attempt->depths, mileage);
    std::optional<Evaluation> end_of_step = evaluate(profiles);
    if (!end_of_step) return std::nullopt;
    Step next{.mileage = mileage,
              .planned = changed(length, spec.tolerance, attempt->error, 0.3, 2),
              .error = attempt->error,
              .radius_lost = from.radius_lost,
              .since_reprofiling = from.since_reprofiling + length,
              .sections = std::move(end_of_step->sections)};
    if (last) next.planned = std::max(next.planned, from.planned);
    for (std::size_t i = 0; i < from.surfaces.size(); ++i)
      next.surfaces.push_back(worn_surface(from.surfaces[i], attempt->depths[i], std::move(profiles[i]),
                                           std::move(end_of_step->rates[i])));
    return next;
  }
}

}  // namespace flangeway::evolution
