#include "flangeway/assess/series.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/core/assertion.hpp"

namespace flangeway::assess {

std::string problem(const Series& series) {
  const auto& [at, values] = series;
  if (at.size() != values.size()) return fmt::format("has {} places and {} values", at.size(), values.size());
  if (at.empty()) return "has no samples";
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (!std::isfinite(at[i])) return fmt::format("has a place that is not finite, sample {}", i + 1);
    if (!std::isfinite(values[i])) return fmt::format("has a value that is not finite, sample {}", i + 1);
    if (i > 0 && at[i] < at[i - 1])
      return fmt::format("has places that fall, from {:g} to {:g} at sample {}", at[i - 1], at[i], i + 1);
  }
  return "";
}

std::optional<double> even_step(std::span<const double> at) {
  if (at.size() < 3) return std::nullopt;
  const double step = at[1] - at[0];
  if (!(step > 0)) return std::nullopt;
  for (std::size_t i = 1; i + 1 < at.size(); ++i) {
    if (std::abs(at[i] - at[i - 1] - step) > 1e-6 * step) return std::nullopt;
  }
  const double last = at.back() - at[at.size() - 2];
  return last > 0 && last <= step * (1 + 1e-6) ? std::optional(step) : std::nullopt;
}

namespace {

// Largest power of ten from 1 to 1e-9 that divides all positions; 0: none.
double printed_resolution(std::span<const double> at) {
  double unit = 1;
  for (int digits = 0; digits < 10; ++digits, unit = std::pow(10.0, -digits)) {
    const bool multiples = std::all_of(at.begin(), at.end(), [unit](double place) {
      const double rounding = 4 * std::numeric_limits<double>::epsilon() * std::abs(place);
      return std::abs(place - unit * std::round(place / unit)) <= 1e-6 * unit + rounding;
    });
    if (multiples) return unit;
  }
  return 0;
}

// Least squares line through the places over their numbers.
EvenSampling line_through(std::span<const double> at) {
  FLANGEWAY_ASSERT(at.size() >= 2, "a line goes through two places at least");
  const double middle = (static_cast<double>(at.size()) - 1) / 2, origin = at.front();
  double mean = 0, product = 0, squares = 0;
  for (const double place : at) mean += (place - origin) / static_cast<double>(at.size());
  for (std::size_t i = 0; i < at.size(); ++i) {
    const double k = static_cast<double>(i) - middle;
    product += k * (at[i] - origin - mean);
    squares += k * k;
  }
  EvenSampling line{.first = 0, .step = product / squares};
  line.first = origin + mean - middle * line.step;
  for (std::size_t i = 0; i < at.size(); ++i)
    line.deviation =
        std::max(line.deviation, std::abs(at[i] - line.first - line.step * static_cast<double>(i)));
  return line;
}

double median_step(std::span<const double> at) {
  FLANGEWAY_ASSERT(at.size() >= 2, "there is at least one step");
  std::vector<double> steps;
  for (std::size_t i = 1; i < at.size(); ++i) steps.push_back(at[i] - at[i - 1]);
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

constexpr double max_bridged_steps = 4;  // median steps; a longer one is a gap

// The longest range of samples without a gap, and how many ranges there are.
std::size_t find_longest_piece(std::span<const double> at, double median, Timing& timing) {
  std::size_t pieces = 1;
  for (std::size_t first = 0, i = 1; i <= at.size(); ++i) {
    if (i < at.size() && at[i] - at[i - 1] <= max_bridged_steps * median) continue;
    if (i - first > timing.end - timing.begin) timing.begin = first, timing.end = i;
    if (i < at.size()) ++pieces;
    first = i;
  }
  return pieces;
}

}  // namespace

std::optional<EvenSampling> even_sampling(std::span<const double> at) {
  constexpr double min_units =
      50;  // of a resolution coarser than half a step: the mean step is then good to 2 %
  if (at.size() < 3) return std::nullopt;
  const EvenSampling line = line_through(at);
  if (!(line.step > 0) || !std::isfinite(line.deviation)) return std::nullopt;
  const double resolution = printed_resolution(at);
  const double extent = line.step * static_cast<double>(at.size() - 1);
  const bool is_coarse = resolution > line.step / 2 && extent >= min_units * resolution;
  const double allowed = std::max(line.step / 2, is_coarse ? resolution : 0);
  return line.deviation <= allowed * (1 + 1e-9) ? std::optional(line) : std::nullopt;
}

std::optional<Timing> timing_of(std::span<const double> at, std::string& problem) {
  if (at.size() < 3) return problem = "has fewer than 3 samples", std::nullopt;
  for (std::size_t i = 0; i < at.size(); ++i) {
    if (!std::isfinite(at[i]))
      return problem = fmt::format("is not finite at sample {}", i + 1), std::nullopt;
    if (i > 0 && at[i] < at[i - 1])
      return problem = fmt::format("falls from {:.10g} to {:.10g} at sample {}", at[i - 1], at[i], i + 1),
             std::nullopt;
  }
  if (const auto step = even_step(at)) return Timing{TimingRule::even, at.front(), *step, 0, at.size()};
  if (const auto even = even_sampling(at))
    return Timing{
        TimingRule::mean_step,
        even->first,
        even->step,
        0,
        at.size(),
        0,
        fmt::format("stamps lie up to {:.3g} beside even steps of {:.6g}: the samples count as even",
                    even->deviation, even->step)};
  const double median = median_step(at);
  if (!(median > 0)) return problem = "repeats most of its stamps", std::nullopt;
  Timing timing{.step = median};
  const std::size_t pieces = find_longest_piece(at, median, timing);
  const std::span<const double> piece = at.subspan(timing.begin, timing.end - timing.begin);
  if (piece.size() < 3) return problem = "has no three samples without a gap", std::nullopt;
  timing.first = piece.front();
  if (const auto even = even_sampling(piece)) {
    timing.rule = TimingRule::mean_step;
    timing.first = even->first, timing.step = even->step;
    timing.note = fmt::format("even steps of {:.6g}", even->step);
  } else {
    timing.rule = TimingRule::straight_lines;
    for (std::size_t i = 1; i < piece.size(); ++i)
      if (piece[i] - piece[i - 1] > 1.5 * median) ++timing.bridged;
    timing.note = fmt::format(
        "uneven steps: values by straight lines at the median step {:.6g}, {} gaps of up "
        "to 3 samples bridged",
        median, timing.bridged);
  }
  if (pieces > 1)
    timing.note += fmt::format(
        "; of {} pieces between gaps the longest is used, {:.10g} to {:.10g}, the rest is "
        "not judged",
        pieces, piece.front(), piece.back());
  return timing;
}

std::vector<double> on_even_steps(const Timing& timing, const Series& series) {
  FLANGEWAY_ASSERT(series.at.size() == series.values.size(), "each place has a value");
  FLANGEWAY_ASSERT(timing.begin < timing.end && timing.end <= series.at.size(),
                   "the samples that are used belong to the series");
  const std::size_t count = timing.end - timing.begin;
  const Series piece{series.at.subspan(timing.begin, count), series.values.subspan(timing.begin, count)};
  if (timing.rule == TimingRule::straight_lines) return resampled(piece, timing.step);
  return {piece.values.begin(), piece.values.end()};
}

std::vector<double> resampled(const Series& series, double step) {
  FLANGEWAY_ASSERT(!series.at.empty(), "there is at least one sample");
  FLANGEWAY_ASSERT(series.at.size() == series.values.size(), "each place has a value");
  FLANGEWAY_ASSERT(step > 0, "a step has a length");
  const auto& [at, values] = series;
  const double extent = at.back() - at.front();
  const auto count = static_cast<std::size_t>(std::floor(extent / step * (1 + 1e-12))) + 1;
  std::vector<double> out(count);
  std::size_t i = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double place = std::min(at.front() + static_cast<double>(k) * step, at.back());
    while (i + 2 < at.size() && at[i + 1] < place) ++i;
    const double width = i + 1 < at.size() ? at[i + 1] - at[i] : 0;
    const double share = width > 0 ? (place - at[i]) / width : 0;
    out[k] = share > 0 ? values[i] + share * (values[i + 1] - values[i]) : values[i];
  }
  return out;
}

std::vector<double> rate(const Series& series) {
  const auto& [at, values] = series;
  std::vector<double> rates(values.size(), 0.0);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t before = i == 0 ? 0 : i - 1, after = std::min(i + 1, values.size() - 1);
    const double span = at[after] - at[before];
    if (span > 0) rates[i] = (values[after] - values[before]) / span;
  }
  return rates;
}

}  // namespace flangeway::assess
