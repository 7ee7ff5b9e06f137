#include "flangeway/evolution/step.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/evolution/worn_profile.hpp"

namespace flangeway::evolution {
namespace {

constexpr double always_taken = 0.1;  // of StepSpec::depth: wear that differs in so short a step jumps

double deepest_rate(const Step& step) {
  double deepest = 0;
  for (const Surface& surface : step.surfaces)
    for (const double depth : surface.rate.depth) deepest = std::max(deepest, depth);
  return deepest;
}

std::vector<Vec2> predicted(const Surface& surface, double length) {
  std::vector<double> depths = surface.rate.depth;
  for (double& depth : depths) depth *= length;
  return worn(surface.kind, surface.points, depths, surface.rate.bin);
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

Surface corrected(const Surface& from, WearRate end, double length) {
  const WearRate after = in_bins(end, from.rate.depth.size());
  std::vector<double> depths;
  for (std::size_t bin = 0; bin < after.depth.size(); ++bin)
    depths.push_back(length / 2 * (from.rate.depth[bin] + after.depth[bin] * (after.bin / from.rate.bin)));
  Surface surface{.name = from.name, .kind = from.kind, .rate = std::move(end)};
  surface.points = worn(from.kind, from.points, depths, from.rate.bin);
  surface.area_lost = from.area_lost + area_between(from.kind, from.points, surface.points);
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
  double length = std::min(from.planned, spec.mileage);
  if (deepest > 0) length = std::min(length, spec.depth / deepest);
  for (;;) {
    const bool last = from.mileage + length >= end * (1 - 1e-9);
    if (last) length = end - from.mileage;
    std::vector<std::vector<Vec2>> profiles;
    for (const Surface& surface : from.surfaces) profiles.push_back(predicted(surface, length));
    std::optional<Evaluation> found = evaluate(profiles);
    if (!found) return std::nullopt;
    const double difference = difference_of(from, *found, length);
    if (difference > spec.tolerance && length * deepest > always_taken * spec.depth) {
      length = changed(length, spec.tolerance, difference, 0.2, 0.9);
      continue;
    }
    Step next{.mileage = last ? end : from.mileage + length,
              .planned = changed(length, spec.tolerance, difference, 0.3, 2),
              .difference = difference,
              .radius_lost = from.radius_lost,
              .since_reprofiling = from.since_reprofiling + length,
              .sections = std::move(found->sections)};
    if (last) next.planned = std::max(next.planned, from.planned);
    for (std::size_t i = 0; i < from.surfaces.size(); ++i)
      next.surfaces.push_back(corrected(from.surfaces[i], std::move(found->rates[i]), length));
    return next;
  }
}

}  // namespace flangeway::evolution
