#include "flangeway/uncertainty/distribution.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/uncertainty/normal.hpp"

namespace flangeway::uncertainty {
namespace {

constexpr double beyond_reach = 1e-9;

// Standard score of a value of normal and lognormal.
double score(const Distribution& d, double value) {
  if (d.kind == DistributionKind::normal) return (value - d.mean) / d.deviation;
  return value > 0 ? portable_log(value / d.median) / d.spread : -40;
}

// Probabilities of the bell below the ends that cut it off.
std::array<double, 2> cut(const Distribution& d) {
  return {d.has_lower ? normal_probability(score(d, d.lower)) : 0,
          d.has_upper ? normal_probability(score(d, d.upper)) : 1};
}

double bell_quantile(const Distribution& d, double p) {
  double q = p;
  if (d.has_lower || d.has_upper) {
    const auto [low, high] = cut(d);
    q = std::clamp(low + p * (high - low), 0x1p-1000, 1 - 0x1p-53);
  }
  const double z = normal_quantile(q);
  double value =
      d.kind == DistributionKind::normal ? d.mean + d.deviation * z : d.median * portable_exp(d.spread * z);
  if (d.has_lower) value = std::max(value, d.lower);
  if (d.has_upper) value = std::min(value, d.upper);
  return value;
}

double bell_probability(const Distribution& d, double value) {
  const auto [low, high] = cut(d);
  return std::clamp((normal_probability(score(d, value)) - low) / (high - low), 0.0, 1.0);
}

double triangular_quantile(const Distribution& d, double p) {
  const double width = d.to - d.from, rise = d.mode - d.from, fall = d.to - d.mode;
  return p * width < rise ? d.from + std::sqrt(p * width * rise) : d.to - std::sqrt((1 - p) * width * fall);
}

double triangular_probability(const Distribution& d, double value) {
  const double width = d.to - d.from, rise = d.mode - d.from, fall = d.to - d.mode;
  if (value <= d.from) return 0;
  if (value >= d.to) return 1;
  if (value < d.mode) return (value - d.from) * (value - d.from) / (width * rise);
  return 1 - (d.to - value) * (d.to - value) / (width * fall);
}

double area(const std::array<double, 2>& a, const std::array<double, 2>& b) {
  return 0.5 * (b[0] - a[0]) * (a[1] + b[1]);
}

double total_area(const std::vector<std::array<double, 2>>& points) {
  double sum = 0;
  for (std::size_t i = 1; i < points.size(); ++i) sum += area(points[i - 1], points[i]);
  return sum;
}

double table_quantile(const Distribution& d, double p) {
  double rest = p * total_area(d.density);
  std::size_t last = 1;
  for (std::size_t i = 1; i < d.density.size(); ++i) {
    const double part = area(d.density[i - 1], d.density[i]);
    if (part > 0) last = i;
    if (rest < part) break;
    if (i + 1 < d.density.size()) rest -= part;
  }
  const auto &a = d.density[last - 1], &b = d.density[last];
  // y0 x + (y1 - y0) x²/(2 w) = rest, solved without cancellation.
  const double width = b[0] - a[0], slope = (b[1] - a[1]) / width;
  const double root = std::sqrt(std::max(0.0, a[1] * a[1] + 2 * slope * rest));
  const double x = a[1] + root > 0 ? 2 * rest / (a[1] + root) : 0;
  return std::clamp(a[0] + x, a[0], b[0]);
}

double table_probability(const Distribution& d, double value) {
  double sum = 0;
  for (std::size_t i = 1; i < d.density.size(); ++i) {
    const auto &a = d.density[i - 1], &b = d.density[i];
    if (value >= b[0]) {
      sum += area(a, b);
    } else if (value > a[0]) {
      const double at = a[1] + (b[1] - a[1]) * (value - a[0]) / (b[0] - a[0]);
      sum += area(a, {value, at});
    }
  }
  return sum / total_area(d.density);
}

std::string bell_problem(const Distribution& d) {
  if (d.kind == DistributionKind::normal && !(d.deviation > 0))
    return "has a deviation that is not above zero";
  if (d.kind == DistributionKind::lognormal && !(d.median > 0)) return "has a median that is not above zero";
  if (d.kind == DistributionKind::lognormal && !(d.spread > 0 && d.spread < 10))
    return "has a spread that is not above zero and below 10";
  if (d.has_lower && d.has_upper && !(d.upper > d.lower))
    return "has an upper end that is not above the lower";
  const auto [low, high] = cut(d);
  return high - low >= 1e-6 ? "" : "has less than a millionth of the bell between its ends";
}

}  // namespace

std::string problem(const Distribution& d) {
  switch (d.kind) {
    case DistributionKind::uniform:
      return d.to > d.from ? "" : "has an end that is not above its beginning";
    case DistributionKind::triangular:
      if (!(d.to > d.from)) return "has an end that is not above its beginning";
      return d.mode >= d.from && d.mode <= d.to ? "" : "has a mode outside its ends";
    case DistributionKind::table:
      if (d.density.size() < 2) return "has a density of less than two points";
      for (const auto& point : d.density)
        if (point[1] < 0) return "has a density below zero";
      return total_area(d.density) > 0 ? "" : "has a density that is zero everywhere";
    case DistributionKind::normal:
    case DistributionKind::lognormal:
      return bell_problem(d);
  }
  return "";
}

double quantile(const Distribution& d, double p) {
  switch (d.kind) {
    case DistributionKind::uniform:
      return d.from + p * (d.to - d.from);
    case DistributionKind::triangular:
      return triangular_quantile(d, p);
    case DistributionKind::table:
      return table_quantile(d, p);
    case DistributionKind::normal:
    case DistributionKind::lognormal:
      break;
  }
  return bell_quantile(d, p);
}

double probability(const Distribution& d, double value) {
  switch (d.kind) {
    case DistributionKind::uniform:
      return std::clamp((value - d.from) / (d.to - d.from), 0.0, 1.0);
    case DistributionKind::triangular:
      return triangular_probability(d, value);
    case DistributionKind::table:
      return table_probability(d, value);
    case DistributionKind::normal:
    case DistributionKind::lognormal:
      break;
  }
  return bell_probability(d, value);
}

std::array<double, 2> reach(const Distribution& d) {
  switch (d.kind) {
    case DistributionKind::uniform:
    case DistributionKind::triangular:
      return {d.from, d.to};
    case DistributionKind::table:
      return {d.density.front()[0], d.density.back()[0]};
    case DistributionKind::normal:
    case DistributionKind::lognormal:
      break;
  }
  return {d.has_lower ? d.lower : bell_quantile(d, beyond_reach),
          d.has_upper ? d.upper : bell_quantile(d, 1 - beyond_reach)};
}

}  // namespace flangeway::uncertainty
