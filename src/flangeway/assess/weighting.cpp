#include "flangeway/assess/weighting.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "flangeway/assess/root_pairs.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/math/dense.hpp"

namespace flangeway::assess {
namespace {

using Complex = std::complex<double>;
constexpr double turn = 2 * std::numbers::pi;

// Band limits f1, f2; transition from acceleration to velocity f3, f4, Q4; step f5, Q5, f6, Q6; gain K.
// 0: not there. [ISO2631-1, table A.1; EN12299; BS6841]: the tables of third octaves that the standards print
// follow from these, but for Wd at 10 Hz, where 0.212 is a misprint for 0.202.
struct Row {
  Weighting which;
  double f1, f2, f3, f4, q4, f5, q5, f6, q6, gain;
};
constexpr Row rows[] = {
    {Weighting::wk, 0.4, 100, 12.5, 12.5, 0.63, 2.37, 0.91, 3.35, 0.91, 0.5005034528848296},
    {Weighting::wd, 0.4, 100, 2, 2, 0.63, 0, 0, 0, 0, 1},
    {Weighting::wc, 0.4, 100, 8, 8, 0.63, 0, 0, 0, 0, 1},
    {Weighting::wf, 0.08, 0.63, 0, 0.25, 0.86, 0.0625, 0.8, 0.1, 0.8, 0.390625},
    {Weighting::wb, 0.4, 100, 16, 16, 0.63, 2.5, 0.8, 4, 0.8, 0.4},
    {Weighting::wb_bs6841, 0.4, 100, 16, 16, 0.55, 2.5, 0.9, 4, 0.95, 0.4},
};

// Roots of s² + (ω/Q) s + ω².
void add_pair(double frequency, double q, std::vector<Complex>& roots) {
  const double omega = turn * frequency;
  const Complex root = std::sqrt(Complex(1 / (4 * q * q) - 1));
  roots.push_back(omega * (-1 / (2 * q) + root));
  roots.push_back(omega * (-1 / (2 * q) - root));
}

AnalogueFilter of_row(const Row& row) {
  const auto square = [](double frequency) { return turn * turn * frequency * frequency; };
  constexpr double butterworth_q = std::numbers::sqrt2 / 2;
  AnalogueFilter filter;
  filter.zeros = {0, 0};
  add_pair(row.f1, butterworth_q, filter.poles);
  add_pair(row.f2, butterworth_q, filter.poles);
  add_pair(row.f4, row.q4, filter.poles);
  filter.gain = row.gain * square(row.f2) * square(row.f4);
  if (row.f3 > 0) {
    filter.zeros.push_back(-turn * row.f3);
    filter.gain /= turn * row.f3;
  }
  if (row.f5 > 0) {
    add_pair(row.f5, row.q5, filter.zeros);
    add_pair(row.f6, row.q6, filter.poles);
    filter.gain *= square(row.f6) / square(row.f5);
  }
  return filter;
}

// B² = factor² (1.911 f² + (0.25 f²)²)/((1 − 0.277 f²)² + (1.563 f − 0.0368 f³)²), the square of the gain of
// factor (√1.911 p + 0.25 p²)/(1 + 1.563 p + 0.277 p² + 0.0368 p³) at p = jf. [Sperling;
// docs/theory/comfort.md]
AnalogueFilter sperling(double factor) {
  constexpr double c1 = 1.563, c2 = 0.277, c3 = 0.0368;
  // One real root, by Newton's method from beyond it, where the polynomial is convex or concave throughout.
  double real = -10;
  for (int i = 0; i < 60; ++i)
    real -= (1 + real * (c1 + real * (c2 + real * c3))) / (c1 + real * (2 * c2 + real * 3 * c3));
  const double sum = -c2 / c3 - real, product = -1 / (c3 * real);
  const Complex root = std::sqrt(Complex(sum * sum / 4 - product));
  AnalogueFilter filter;
  filter.zeros = {0, -turn * std::sqrt(1.911) / 0.25};
  filter.poles = {turn * real, turn * (sum / 2 + root), turn * (sum / 2 - root)};
  filter.gain = factor * 0.25 / c3 * turn;
  return filter;
}

// One section for each pair of poles; pairs of zeros as long as there are any.
Filter sections_of(const AnalogueFilter& filter, double step) {
  const auto zeros = paired(filter.zeros), poles = paired(filter.poles);
  const auto polynomial = [&](const std::array<Complex, 2>& roots, bool single) {
    const Complex first = std::exp(roots[0] * step), second = single ? 0.0 : std::exp(roots[1] * step);
    return std::array{-(first + second).real(), (first * second).real()};
  };
  Filter result;
  for (std::size_t i = 0; i < poles.size(); ++i) {
    FilterSection section;
    section.a = polynomial(poles[i], 2 * i + 1 == filter.poles.size() && poles[i][1] == 0.0);
    if (i < zeros.size()) {
      const auto b = polynomial(zeros[i], 2 * i + 1 == filter.zeros.size() && zeros[i][1] == 0.0);
      section.b = {1, b[0], b[1]};
    }
    result.sections.push_back(section);
  }
  return result;
}

// Taps c with Σ c e^{−jωkT} ≈ analogue/recursive, in the sense of least relative squares. The ratio is
// smooth, so that few are enough; full weight up to 84 Hz, little beyond 90 % of half the sampling rate.
std::vector<double> correction(const AnalogueFilter& filter, const Filter& recursive, double step) {
  constexpr Eigen::Index reach = 24, rows_of_fit = 240;
  const double top = 0.5 / step;
  const double full = std::clamp(84 / top, 0.84, 0.9);
  Eigen::MatrixXd matrix(2 * rows_of_fit, 2 * reach + 1);
  Eigen::VectorXd right(2 * rows_of_fit);
  for (Eigen::Index i = 0; i < rows_of_fit; ++i) {
    const double share = (static_cast<double>(i) + 0.5) / static_cast<double>(rows_of_fit);
    const double frequency = share * top;
    const Complex ratio = response(filter, frequency) / response(recursive, step, frequency);
    const double weight = share < full ? 1 : 1e-3;
    right(2 * i) = weight;
    right(2 * i + 1) = 0;
    for (Eigen::Index k = -reach; k <= reach; ++k) {
      const Complex tap =
          weight * std::polar(1.0, -std::numbers::pi * share * static_cast<double>(k)) / ratio;
      matrix(2 * i, k + reach) = tap.real();
      matrix(2 * i + 1, k + reach) = tap.imag();
    }
  }
  const Eigen::VectorXd taps = math::least_squares(matrix, right);
  return {taps.data(), taps.data() + taps.size()};
}

}  // namespace

Complex response(const AnalogueFilter& filter, double frequency) {
  const Complex s(0, turn * frequency);
  Complex value = filter.gain;
  for (const Complex& zero : filter.zeros) value *= s - zero;
  for (const Complex& pole : filter.poles) value /= s - pole;
  return value;
}

AnalogueFilter weighting(Weighting which) {
  if (which == Weighting::sperling_vertical) return sperling(0.588);
  if (which == Weighting::sperling_lateral) return sperling(1.25 * 0.588);  // 0.735
  return of_row(
      *std::find_if(std::begin(rows), std::end(rows), [&](const Row& row) { return row.which == which; }));
}

MatchedFilter matched(const AnalogueFilter& filter, double step) {
  FLANGEWAY_ASSERT(step > 0, "a sampling step has a length");
  MatchedFilter result{sections_of(filter, step), {}};
  result.taps = correction(filter, result.recursive, step);
  return result;
}

Complex response(const MatchedFilter& filter, double step, double frequency) {
  const auto reach = static_cast<double>(filter.taps.size() / 2);
  Complex sum = 0;
  for (std::size_t k = 0; k < filter.taps.size(); ++k)
    sum += filter.taps[k] * std::polar(1.0, -turn * frequency * step * (static_cast<double>(k) - reach));
  return sum * response(filter.recursive, step, frequency);
}

std::vector<double> filtered(const MatchedFilter& filter, std::span<const double> values, FilterStart start) {
  const std::vector<double> inner = filtered(filter.recursive, values, start);
  const auto count = static_cast<std::ptrdiff_t>(inner.size()),
             reach = static_cast<std::ptrdiff_t>(filter.taps.size() / 2);
  std::vector<double> out(inner.size(), 0.0);
  for (std::ptrdiff_t i = 0; i < count; ++i) {
    for (std::ptrdiff_t k = -reach; k <= reach; ++k) {
      const std::ptrdiff_t from = std::clamp<std::ptrdiff_t>(i - k, 0, count - 1);
      out[static_cast<std::size_t>(i)] +=
          filter.taps[static_cast<std::size_t>(k + reach)] * inner[static_cast<std::size_t>(from)];
    }
  }
  return out;
}

}  // namespace flangeway::assess
