#include "flangeway/assess/filter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "flangeway/assess/root_pairs.hpp"
#include "flangeway/core/assertion.hpp"

namespace flangeway::assess {
namespace {

using Complex = std::complex<double>;
constexpr int max_order = 12;  // beyond, products of second-order sections lose digits at low edges

// Pole k of the low pass with the edge 1 rad/s, on the left half of the unit circle.
Complex prototype_pole(int k, int order) {
  return std::polar(1.0, std::numbers::pi * (2 * k + order + 1) / (2 * order));
}

// The angular frequency of the analogue filter that the bilinear transform takes to `frequency`.
double prewarped(double frequency, double step) {
  return 2 / step * std::tan(std::numbers::pi * frequency * step);
}

std::vector<Complex> analogue_poles(const Butterworth& wanted, double step) {
  const double low = prewarped(wanted.low, step), high = prewarped(wanted.high, step);
  std::vector<Complex> poles;
  for (int k = 0; k < wanted.order; ++k) {
    const Complex p = prototype_pole(k, wanted.order);
    if (wanted.band == Band::low_pass) {
      poles.push_back(high * p);  // s → s/ω
    } else if (wanted.band == Band::high_pass) {
      poles.push_back(low / p);  // s → ω/s
    } else {                     // s → (s² + ω1 ω2)/((ω2 − ω1) s)
      const Complex half = (high - low) * p / 2.0, root = std::sqrt(half * half - low * high);
      poles.push_back(half + root);
      poles.push_back(half - root);
    }
  }
  return poles;
}

// Zeros of a section: at z = −1 of a low pass, +1 of a high pass, one of each of a band pass.
std::array<double, 3> zeros(Band band, bool single) {
  if (band == Band::band_pass) return {1, 0, -1};
  const double sign = band == Band::low_pass ? 1 : -1;
  return single ? std::array{1.0, sign, 0.0} : std::array{1.0, 2 * sign, 1.0};
}

Complex gain(const FilterSection& section, Complex delay) {
  const auto& [b, a] = section;
  return (b[0] + delay * (b[1] + delay * b[2])) / (1.0 + delay * (a[0] + delay * a[1]));
}

// z⁻¹ where the gain is 1: at 0 of a low pass, at half the sampling rate of a high pass, in the middle of a
// band pass as the analogue filter has it.
Complex reference(const Butterworth& wanted, double step) {
  if (wanted.band == Band::low_pass) return 1;
  if (wanted.band == Band::high_pass) return -1;
  const double middle = std::sqrt(prewarped(wanted.low, step) * prewarped(wanted.high, step));
  return std::polar(1.0, -2 * std::atan(middle * step / 2));
}

// Samples until what a filter remembers has declined to 1e-6.
std::size_t length_of_memory(const Filter& filter) {
  double slowest = 0;
  for (const FilterSection& section : filter.sections) {
    const auto& [a1, a2] = section.a;
    const Complex root = std::sqrt(Complex(a1 * a1 / 4 - a2));
    slowest = std::max({slowest, std::abs(-a1 / 2 + root), std::abs(-a1 / 2 - root)});
  }
  return static_cast<std::size_t>(std::min(1e9, std::ceil(std::log(1e-6) / std::log(slowest))));
}

}  // namespace

std::string problem(const Butterworth& wanted, double step) {
  if (!(step > 0) || !std::isfinite(step)) return "needs a sampling step > 0 s";
  if (wanted.order < 1 || wanted.order > max_order)
    return fmt::format("needs an order from 1 to {}", max_order);
  const double top = 0.5 / step;
  const auto inside = [&](double edge) { return edge > 0 && edge < top; };
  const bool low = wanted.band == Band::low_pass || inside(wanted.low);
  const bool high = wanted.band == Band::high_pass || inside(wanted.high);
  const bool ordered = wanted.band != Band::band_pass || wanted.low < wanted.high;
  if (low && high && ordered) return "";
  const char* edges = wanted.band == Band::low_pass    ? "high"
                      : wanted.band == Band::high_pass ? "low"
                                                       : "low < high";
  return fmt::format("needs 0 < {} < {:g} Hz, half the sampling rate", edges, top);
}

Filter butterworth(const Butterworth& wanted, double step) {
  FLANGEWAY_ASSERT(problem(wanted, step).empty(), "problem() has found nothing");
  const Complex at = reference(wanted, step);
  Filter filter;
  for (const auto& pair : paired(analogue_poles(wanted, step))) {
    const bool single = pair[1] == 0.0;
    const auto digital = [&](Complex s) { return (2.0 + s * step) / (2.0 - s * step); };
    const Complex p = digital(pair[0]), q = single ? Complex(0) : digital(pair[1]);
    FilterSection section{zeros(wanted.band, single), {-(p + q).real(), (p * q).real()}};
    const double scale = 1 / std::abs(gain(section, at));
    for (double& b : section.b) b *= scale;
    filter.sections.push_back(section);
  }
  return filter;
}

std::complex<double> response(const Filter& filter, double step, double frequency) {
  const Complex delay = std::polar(1.0, -2 * std::numbers::pi * frequency * step);
  Complex product = 1;
  for (const FilterSection& section : filter.sections) product *= gain(section, delay);
  return product;
}

std::vector<double> filtered(const Filter& filter, std::span<const double> values, FilterStart start) {
  std::vector<double> out(values.begin(), values.end());
  double before = start == FilterStart::steady && !out.empty() ? out.front() : 0;
  for (const FilterSection& section : filter.sections) {
    SectionMemory memory;
    before = memory.settle(section, before);
    for (double& x : out) x = memory.next(section, x);
  }
  return out;
}

std::vector<double> filtered_both_ways(const Filter& filter, std::span<const double> values) {
  const std::size_t n = values.size();
  if (n == 0) return {};
  const std::size_t pad = std::min(n - 1, length_of_memory(filter));
  std::vector<double> extended;
  extended.reserve(n + 2 * pad);
  for (std::size_t k = pad; k > 0; --k) extended.push_back(2 * values.front() - values[k]);
  extended.insert(extended.end(), values.begin(), values.end());
  for (std::size_t k = 1; k <= pad; ++k) extended.push_back(2 * values.back() - values[n - 1 - k]);
  for (int way = 0; way < 2; ++way) {
    extended = filtered(filter, extended);
    std::reverse(extended.begin(), extended.end());
  }
  const auto first = extended.begin() + static_cast<std::ptrdiff_t>(pad);
  return {first, first + static_cast<std::ptrdiff_t>(n)};
}

}  // namespace flangeway::assess
