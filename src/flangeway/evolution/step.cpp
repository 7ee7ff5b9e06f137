#include "flangeway/evolution/step.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/evolution/worn_profile.hpp"

namespace flangeway::evolution {
namespace {

constexpr double always_taken = 0.1;  // of StepSpec::depth: wear that differs in so short a step jumps

double deepest_of(const std::vector<double>& depths) {
  return depths.empty() ? 0 : *std::max_element(depths.begin(), depths.end());
}

double deepest_rate(const Step& step) {
  double deepest = 0;
  for (const Surface& surface : step.surfaces) deepest = std::max(deepest, deepest_of(surface.rate.depth));
  return deepest;
}

// Where wear came so deep that the profile runs backwards, it is no profile any more.
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

std::vector<double> predicted(const Surface& surface, double length) {
  std::vector<double> depths = surface.rate.depth;
  for (double& depth : depths) depth *= length;
  return depths;
}

std::vector<double> corrected(const Surface& from, const WearRate& end, double length) {
  const WearRate after = in_bins(end, from.rate.depth.size());
  std::vector<double> depths;
  for (std::size_t bin = 0; bin < after.depth.size(); ++bin)
    depths.push_back(length / 2 * (from.rate.depth[bin] + after.depth[bin] * (after.bin / from.rate.bin)));
  return depths;
}

// Half of what the rates at both ends differ by over the step.
double difference_of(const Step& from, const Evaluation& end, double length) {
  double largest = 0;
  for (std::size_t i = 0; i < from.surfaces.size(); ++i) {
    const std::vector<double>& begin = from.surfaces[i].rate.depth;
    const WearRate after = in_bins(end.rates[i], begin.size());
    for (std::size_t bin = 0; bin < begin.size(); ++bin)
      largest = std::max(largest, std::abs(after.depth[bin] - begin[bin]) * length / 2);
  }
  return largest;
}

double deepest_wear(const Step& from, const Evaluation& end, double length) {
  double deepest = 0;
  for (std::size_t i = 0; i < from.surfaces.size(); ++i)
    deepest = std::max(deepest, deepest_of(corrected(from.surfaces[i], end.rates[i], length)));
  return deepest;
}

Surface worn_surface(const Surface& from, WearRate end, double length, double mileage) {
  Surface surface{.name = from.name, .kind = from.kind};
  surface.points = moved(from, corrected(from, end, length), mileage);
  surface.area_lost = from.area_lost + area_between(from.kind, from.points, surface.points);
  surface.rate = std::move(end);
  return surface;
}

double changed(double length, double tolerance, double difference, double least, double most) {
  if (!(difference > 0)) return length * most;
  return length * std::clamp(0.9 * std::sqrt(tolerance / difference), least, most);
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
    std::vector<std::vector<Vec2>> profiles;
    for (const Surface& surface : from.surfaces)
      profiles.push_back(moved(surface, predicted(surface, length), mileage));
    std::optional<Evaluation> found = evaluate(profiles);
    if (!found) return std::nullopt;
    const double difference = difference_of(from, *found, length);
    if (difference > spec.tolerance && deepest_wear(from, *found, length) > always_taken * spec.depth) {
      length = changed(length, spec.tolerance, difference, 0.2, 0.9);
      continue;
    }
    Step next{.mileage = mileage,
              .planned = changed(length, spec.tolerance, difference, 0.3, 2),
              .difference = difference,
              .radius_lost = from.radius_lost,
              .since_reprofiling = from.since_reprofiling + length,
              .sections = std::move(found->sections)};
    if (last) next.planned = std::max(next.planned, from.planned);
    for (std::size_t i = 0; i < from.surfaces.size(); ++i)
      next.surfaces.push_back(worn_surface(from.surfaces[i], std::move(found->rates[i]), length, mileage));
    return next;
  }
}

}  // namespace flangeway::evolution
