#include "flangeway/evolution/step.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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

// The coefficients of a stage of RKC, the method of Runge, Kutta and Chebyshev of second order.
// [Sommeijer1998]
struct Stage {
  double mu, nu, mu_rate, gamma_rate;
};
std::vector<Stage> chebyshev_stages(int count) {
  const double s = count, w0 = 1 + 2 / (13 * s * s);
  std::vector<double> value{1, w0}, slope{0, 1}, second{0, 0};  // of the Chebyshev polynomials at w0
  for (std::size_t j = 2; j <= static_cast<std::size_t>(count); ++j) {
    value.push_back(2 * w0 * value[j - 1] - value[j - 2]);
    slope.push_back(2 * value[j - 1] + 2 * w0 * slope[j - 1] - slope[j - 2]);
    second.push_back(4 * slope[j - 1] + 2 * w0 * second[j - 1] - second[j - 2]);
  }
  const double w1 = slope.back() / second.back();
  const auto b = [&](std::size_t j) {
    const std::size_t at = std::max<std::size_t>(j, 2);
    return second[at] / (slope[at] * slope[at]);
  };
  std::vector<Stage> stages{{0, 0, b(1) * w1, 0}};
  for (std::size_t j = 2; j <= static_cast<std::size_t>(count); ++j) {
    const double mu_rate = 2 * b(j) * w1 / b(j - 1), a = 1 - b(j - 1) * value[j - 1];
    stages.push_back({2 * b(j) * w0 / b(j - 1), -b(j) / b(j - 2), mu_rate, -a * mu_rate});
  }
  return stages;
}

std::vector<WearRate> rates_of(const Step& from) {
  std::vector<WearRate> rates;
  for (const Surface& surface : from.surfaces) rates.push_back(surface.rate);
  return rates;
}

std::vector<std::vector<Vec2>> moved(const Step& from, const Depths& depths, double mileage) {
  std::vector<std::vector<Vec2>> profiles;
  for (std::size_t i = 0; i < depths.size(); ++i)
    profiles.push_back(moved(from.surfaces[i], depths[i], mileage));
  return profiles;
}

// Where a step of a given length ends.
struct Attempt {
  Depths depths;
  std::vector<std::vector<Vec2>> profiles;
  Evaluation end;
  double error = 0;  // m
};

// Y_j = μ Y_{j−1} + ν Y_{j−2} + (1 − μ − ν) Y_0 + h (μ̃ R_{j−1} + γ̃ R_0), in depths from Y_0 on.
std::optional<Attempt> try_step(const Step& from, const std::vector<Stage>& stages, double length,
                                double mileage, const Evaluate& evaluate) {
  const std::vector<WearRate> first = rates_of(from);
  Attempt attempt;
  Depths before = zeros(from), last = zeros(from);
  add(length * stages.front().mu_rate, first, from, last);
  for (std::size_t j = 1;; ++j) {
    attempt.profiles = moved(from, last, mileage);
    std::optional<Evaluation> found = evaluate(attempt.profiles);
    if (!found) return std::nullopt;
    attempt.end = std::move(*found);
    if (j == stages.size()) break;
    const Stage& stage = stages[j];
    Depths next = zeros(from);
    add(stage.mu, last, next);
    add(stage.nu, before, next);
    add(length * stage.mu_rate, attempt.end.rates, from, next);
    add(length * stage.gamma_rate, first, from, next);
    before = std::exchange(last, std::move(next));
  }
  Depths error = zeros(from);
  add(-0.8, last, error);
  add(0.4 * length, first, from, error);
  add(0.4 * length, attempt.end.rates, from, error);
  attempt.error = largest_of(error);
  attempt.depths = std::move(last);
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
  return length * std::clamp(0.8 * std::cbrt(tolerance / error), least, most);
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
  const std::vector<Stage> stages = chebyshev_stages(static_cast<int>(spec.stages));
  const double deepest = deepest_rate(from);
  double length = from.planned;
  if (deepest > 0)
    length = std::min(std::max(length, always_taken * spec.depth / deepest), spec.depth / deepest);
  length = std::min(length, spec.mileage);
  for (;;) {
    const bool last = from.mileage + length >= end * (1 - 1e-9);
    if (last) length = end - from.mileage;
    const double mileage = last ? end : from.mileage + length;
    std::optional<Attempt> attempt = try_step(from, stages, length, mileage, evaluate);
    if (!attempt) return std::nullopt;
    if (attempt->error > spec.tolerance && largest_of(attempt->depths) > always_taken * spec.depth) {
      length = changed(length, spec.tolerance, attempt->error, 0.2, 0.9);
      continue;
    }
    Step next{.mileage = mileage,
              .planned = changed(length, spec.tolerance, attempt->error, 0.3, 2),
              .error = attempt->error,
              .radius_lost = from.radius_lost,
              .since_reprofiling = from.since_reprofiling + length,
              .sections = std::move(attempt->end.sections)};
    if (last) next.planned = std::max(next.planned, from.planned);
    for (std::size_t i = 0; i < from.surfaces.size(); ++i)
      next.surfaces.push_back(worn_surface(from.surfaces[i], attempt->depths[i],
                                           std::move(attempt->profiles[i]),
                                           std::move(attempt->end.rates[i])));
    return next;
  }
}

}  // namespace flangeway::evolution
