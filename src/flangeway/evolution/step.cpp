#include "flangeway/evolution/step.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include <fmt/format.h>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/evolution/wear_diffusion.hpp"
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

// h J of all surfaces.
Depths matrices_of(const std::vector<Surface>& surfaces, double length) {
  Depths result;
  for (const Surface& surface : surfaces) result.push_back(conductances(surface, length));
  return result;
}

void spread_all(const Depths& matrices, double factor, Depths& depths) {
  for (std::size_t i = 0; i < depths.size(); ++i) spread(matrices[i], factor, depths[i]);
}

// ROS2 multiplies short waves by 1 − 2 q + q²/2, where q is the true answer over γ times the answer of the
// matrix: they fade without a change of sign where the two answers have a ratio of at most 1. So the matrix
// gets the ratio that the stage shows, with room for a change until the next step.
constexpr double max_ratio = 1.1, ratio_margin = 1.25, ratio_limit = 16, ratio_decay = 0.7;
constexpr int max_repetitions = 2;

// The true answer over the one that eq. (4) assumes, for the next step; `used` is the ratio in the matrix of
// this one. `too_weak`: some bin needs a stronger matrix in this step.
std::vector<double> next_ratio(const std::vector<double>& used, const std::vector<double>& measured,
                               bool& too_weak) {
  std::vector<double> next;
  for (std::size_t i = 0; i < used.size(); ++i) {
    const double now = std::min(used[i] * measured[i], ratio_limit / ratio_margin);
    too_weak |= now > max_ratio * used[i];
    next.push_back(std::clamp(ratio_margin * now, std::max(1.0, ratio_decay * used[i]), ratio_limit));
  }
  return next;
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
  Depths responses = {};
  double error = 0;  // m
};

// ROS2: `first` and `second` are h k_1 and h k_2. The error is the difference from the method of first order,
// without the short bumps that the next step levels. [Verwer1999]
std::optional<Attempt> try_step(const Step& from, double length, double mileage, const Evaluate& evaluate) {
  constexpr double gamma = 1 + std::numbers::sqrt2 / 2;
  std::vector<Surface> surfaces = from.surfaces;
  for (Surface& surface : surfaces) surface.response = resampled(surface.response, surface.rate.depth.size());
  Depths start = zeros(from);
  add(length, rates_of(from), from, start);
  for (int repetition = 0;; ++repetition) {
    const Depths matrices = matrices_of(surfaces, length);
    Depths first = start;
    spread_all(matrices, gamma, first);
    std::optional<Evaluation> found = evaluate(moved(from, first, mileage));
    if (!found) return std::nullopt;
    Depths second = zeros(from);
    add(length, found->rates, from, second);
    Attempt attempt{.depths = zeros(from)};
    bool too_weak = false;
    for (std::size_t i = 0; i < surfaces.size(); ++i) {
      std::vector<double> answer = second[i];
      for (std::size_t bin = 0; bin < answer.size(); ++bin) answer[bin] -= start[i][bin];
      const auto ratio = response_ratio(flow(matrices[i], first[i]), answer, first[i], surfaces[i].rate.bin);
      attempt.responses.push_back(next_ratio(surfaces[i].response, ratio, too_weak));
    }
    if (too_weak && repetition < max_repetitions) {
      for (std::size_t i = 0; i < surfaces.size(); ++i)
        for (std::size_t bin = 0; bin < surfaces[i].response.size(); ++bin)
          surfaces[i].response[bin] = std::max(surfaces[i].response[bin], attempt.responses[i][bin]);
      continue;
    }
    add(-2, first, second);
    spread_all(matrices, gamma, second);
    add(1.5, first, attempt.depths);
    add(0.5, second, attempt.depths);
    take_only(attempt.depths);
    Depths error = zeros(from);
    add(0.5, first, error);
    add(0.5, second, error);
    spread_all(matrices, gamma, error);
    attempt.error = largest_of(error);
    return attempt;
  }
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
    for (std::size_t i = 0; i < from.surfaces.size(); ++i) {
      next.surfaces.push_back(worn_surface(from.surfaces[i], attempt->depths[i], std::move(profiles[i]),
                                           std::move(end_of_step->rates[i])));
      Surface& surface = next.surfaces.back();
      surface.response = resampled(attempt->responses[i], surface.rate.depth.size());
    }
    return next;
  }
}

}  // namespace flangeway::evolution
