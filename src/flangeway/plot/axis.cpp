#include "flangeway/plot/axis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "flangeway/core/assertion.hpp"

namespace flangeway::plot {

void include(const std::vector<double>& values, Range& range, bool& found) {
  for (const double value : values) {
    if (!std::isfinite(value)) continue;
    range = found ? Range{std::min(range.from, value), std::max(range.to, value)} : Range{value, value};
    found = true;
  }
}

Range drawable(Range range) {
  // Larger numbers would overflow in the differences below.
  constexpr double max_drawable = 1e300;
  range.from = std::clamp(range.from, -max_drawable, max_drawable);
  range.to = std::clamp(range.to, -max_drawable, max_drawable);
  const double size = std::max(std::abs(range.from), std::abs(range.to));
  if (size < 1e-300) return {-1, 1};
  if (range.to - range.from > 1e-6 * size) return range;
  const double middle = range.from / 2 + range.to / 2;
  return {middle - 0.1 * size, middle + 0.1 * size};
}

Range drawable_logarithms(Range range) {
  constexpr double min_decades = 0.01, half = 0.05;
  range = drawable(range);
  if (range.to - range.from >= min_decades) return range;
  const double middle = range.from / 2 + range.to / 2;
  return {middle - half, middle + half};
}

namespace {

double nice_step(double rough) {
  const double power = std::pow(10, std::floor(std::log10(rough)));
  const double mantissa = rough / power;
  return power * (mantissa <= 1.0001 ? 1 : mantissa <= 2.0001 ? 2 : mantissa <= 5.0001 ? 5 : 10);
}

std::string superscript(int number) {
  static constexpr std::array<const char*, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = number < 0 ? "⁻" : "";
  for (const char digit : std::to_string(std::abs(number)))
    out += digits.at(static_cast<std::size_t>(digit - '0'));
  return out;
}

/// Exponent (a multiple of three) to be taken out of the texts of an axis that reaches to `size`.
int common_exponent(double size) {
  if (size < 1e5 && size >= 1e-3) return 0;
  return 3 * static_cast<int>(std::floor(std::log10(size) / 3));
}

std::string number_text(double value, int decimals) {
  const std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
  return value < 0 && text.find_first_of("123456789") != std::string::npos ? "−" + text : text;
}

}  // namespace

namespace {

constexpr std::size_t min_ticks = 3;  // fewer do not show a scale

Ticks ticks_of(const Range& range, double wanted) {
  const double step = nice_step((range.to / wanted - range.from / wanted));
  const int exponent = common_exponent(std::max(std::abs(range.from), std::abs(range.to)));
  const double unit = std::pow(10, exponent);
  const int decimals = std::clamp(-static_cast<int>(std::floor(std::log10(step / unit) + 1e-6)), 0, 12);
  Ticks out;
  if (exponent != 0) out.factor = "×10" + superscript(exponent);
  // A tick on the border belongs to the axis in spite of rounding.
  const double first = std::ceil(range.from / step - 1e-6), last = std::floor(range.to / step + 1e-6);
  for (double i = first; i <= last; ++i) {
    out.at.push_back(i * step);
    out.text.push_back(number_text(i * step / unit, decimals));
  }
  return out;
}

}  // namespace

Ticks ticks(const Range& range, double wanted) {
  FLANGEWAY_ASSERT(wanted > 0, "an axis has ticks");
  // A range that ends between two ticks may hold one or two of three.
  constexpr int max_refinements = 4;
  Ticks out = ticks_of(range, wanted);
  for (int i = 0; out.at.size() < min_ticks && i < max_refinements; ++i) out = ticks_of(range, wanted *= 2);
  return out;
}

double log_place(double value) {
  return value > 0 ? std::log10(value) : std::numeric_limits<double>::quiet_NaN();
}

namespace {

/// "1", "0.02", "500", "10⁶", "2×10⁻⁵"
std::string power_text(int mantissa, int exponent) {
  if (exponent >= -3 && exponent <= 4)
    return fmt::format("{:.{}f}", mantissa * std::pow(10, exponent), std::max(0, -exponent));
  return (mantissa == 1 ? "" : fmt::format("{}×", mantissa)) + "10" + superscript(exponent);
}

Ticks powers(const Range& range, const std::vector<int>& mantissas, int every) {
  Ticks out;
  const int last = static_cast<int>(std::floor(range.to + 1e-6));
  for (int exponent = static_cast<int>(std::floor(range.from)); exponent <= last; ++exponent) {
    if (exponent % every != 0) continue;
    for (const int mantissa : mantissas) {
      const double at = exponent + std::log10(mantissa);
      if (at < range.from - 1e-6 || at > range.to + 1e-6) continue;
      out.at.push_back(at);
      out.text.push_back(power_text(mantissa, exponent));
    }
  }
  return out;
}

}  // namespace

Ticks log_ticks(const Range& range, double wanted) {
  const double decades = range.to - range.from;
  Ticks out;
  for (int every = std::max(1, static_cast<int>(std::ceil(decades / wanted))); every >= 1; every /= 2) {
    out = powers(range, {1}, every);
    if (out.at.size() >= min_ticks) return out;
  }
  out = powers(range, {1, 2, 5}, 1);
  if (out.at.size() >= min_ticks) return out;
  out = ticks({std::pow(10, range.from), std::pow(10, range.to)}, wanted);
  for (double& at : out.at) at = log_place(at);
  return out;
}

namespace {

/// 0 and powers of ten with both signs, as many as fit.
Ticks symmetric_powers(const Mapping& mapping, const Range& places, double wanted) {
  const double room = 0.5 * (places.to - places.from) / wanted;
  Ticks out;
  double last = 0;
  const auto add = [&](double at, std::string text) {
    if (at < places.from - 1e-6 || at > places.to + 1e-6) return;
    out.at.push_back(at);
    out.text.push_back(std::move(text));
  };
  add(0, "0");
  const double end = std::max(std::abs(places.from), std::abs(places.to));
  for (int exponent = static_cast<int>(std::ceil(log_place(*mapping.symmetric_log)));; ++exponent) {
    const double at = mapping.place(std::pow(10, exponent));
    if (at > end + 1e-6) return out;
    if (at - last < room) continue;
    add(at, power_text(1, exponent));
    add(-at, "−" + power_text(1, exponent));
    last = at;
  }
}

}  // namespace

namespace {

/// Powers of ten, or even steps where the range is too small to hold two of them.
Ticks symmetric_ticks(const Mapping& mapping, const Range& places, double wanted) {
  Ticks out = symmetric_powers(mapping, places, wanted);
  if (out.at.size() >= min_ticks) return out;
  const auto value_at = [&](double place) {
    return std::copysign(*mapping.symmetric_log * (std::pow(10, std::abs(place)) - 1), place);
  };
  out = ticks({value_at(places.from), value_at(places.to)}, wanted);
  for (double& at : out.at) at = mapping.place(at);
  return out;
}

}  // namespace

double Mapping::place(double value) const {
  if (logarithmic) return log_place(value);
  return symmetric_log ? std::copysign(std::log10(1 + std::abs(value) / *symmetric_log), value) : value;
}

std::vector<double> Mapping::places(std::vector<double> values) const {
  std::transform(values.begin(), values.end(), values.begin(), [this](double v) { return place(v); });
  return values;
}

std::optional<Range> Mapping::places(const std::optional<Range>& range) const {
  if (!range) return std::nullopt;
  const Range ends{place(range->from), place(range->to)};
  return std::isfinite(ends.from) && std::isfinite(ends.to) ? std::optional(ends) : std::nullopt;
}

Range Mapping::widened(const Range& places) const {
  return logarithmic ? drawable_logarithms(places) : drawable(places);
}

Ticks Mapping::ticks(const Range& places, double wanted) const {
  if (logarithmic) return log_ticks(places, wanted);
  return symmetric_log ? symmetric_ticks(*this, places, wanted) : plot::ticks(places, wanted);
}

}  // namespace flangeway::plot
