// Kalker's table of creepage coefficients, as data and as smooth functions.
//
// Provenance: J. J. Kalker, "On the rolling contact of two elastic bodies in the presence of dry friction",
// thesis, Delft 1967, and Three-Dimensional Elastic Bodies in Rolling Contact, Kluwer 1990, Appendix E, Table
// E3 (values printed with three digits). The asymptotes for slender ellipses are those printed with the
// table, but for C33 of long patches: docs/theory/hertz.md.
#include "flangeway/contact/kalker_table.hpp"

#include <cmath>
#include <vector>

#include "flangeway/math/cubic_spline.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/math/uniform_spline.hpp"

namespace flangeway::contact {
namespace {

constexpr std::array<double, 3> table_poisson{0, 0.25, 0.5};

// clang-format off
constexpr std::array<KalkerRow, kalker_row_count> rows{{
  // a/b    C11 at ν = 0, ¼, ½    C22                 C23                    C33
    {0.1, {{{2.51, 3.31, 4.85}, {2.51, 2.52, 2.53}, {0.334, 0.473, 0.731}, {6.42, 8.28, 11.7}}}},
    {0.2, {{{2.59, 3.37, 4.81}, {2.59, 2.63, 2.66}, {0.483, 0.603, 0.809}, {3.46, 4.27, 5.66}}}},
    {0.3, {{{2.68, 3.44, 4.8}, {2.68, 2.75, 2.81}, {0.607, 0.715, 0.889}, {2.49, 2.96, 3.72}}}},
    {0.4, {{{2.78, 3.53, 4.82}, {2.78, 2.88, 2.98}, {0.72, 0.823, 0.977}, {2.02, 2.32, 2.77}}}},
    {0.5, {{{2.88, 3.62, 4.83}, {2.88, 3.01, 3.14}, {0.827, 0.929, 1.07}, {1.74, 1.93, 2.22}}}},
    {0.6, {{{2.98, 3.72, 4.91}, {2.98, 3.14, 3.31}, {0.93, 1.03, 1.18}, {1.56, 1.68, 1.86}}}},
    {0.7, {{{3.09, 3.81, 4.97}, {3.09, 3.28, 3.48}, {1.03, 1.14, 1.29}, {1.43, 1.5, 1.6}}}},
    {0.8, {{{3.19, 3.91, 5.05}, {3.19, 3.41, 3.65}, {1.13, 1.25, 1.4}, {1.34, 1.37, 1.42}}}},
    {0.9, {{{3.29, 4.01, 5.12}, {3.29, 3.54, 3.82}, {1.23, 1.36, 1.51}, {1.27, 1.27, 1.27}}}},
    {1, {{{3.4, 4.12, 5.2}, {3.4, 3.67, 3.98}, {1.33, 1.47, 1.63}, {1.21, 1.19, 1.16}}}},
    {1 / 0.9, {{{3.51, 4.22, 5.3}, {3.51, 3.81, 4.16}, {1.44, 1.59, 1.77}, {1.16, 1.11, 1.06}}}},
    {1 / 0.8, {{{3.65, 4.36, 5.42}, {3.65, 3.99, 4.39}, {1.58, 1.75, 1.94}, {1.1, 1.04, 0.954}}}},
    {1 / 0.7, {{{3.82, 4.54, 5.58}, {3.82, 4.21, 4.67}, {1.76, 1.95, 2.18}, {1.05, 0.965, 0.852}}}},
    {1 / 0.6, {{{4.06, 4.78, 5.8}, {4.06, 4.5, 5.04}, {2.01, 2.23, 2.5}, {1.01, 0.892, 0.751}}}},
    {1 / 0.5, {{{4.37, 5.1, 6.11}, {4.37, 4.9, 5.56}, {2.35, 2.62, 2.96}, {0.958, 0.819, 0.65}}}},
    {1 / 0.4, {{{4.84, 5.57, 6.57}, {4.84, 5.48, 6.31}, {2.88, 3.24, 3.7}, {0.912, 0.747, 0.549}}}},
    {1 / 0.3, {{{5.57, 6.34, 7.34}, {5.57, 6.4, 7.51}, {3.79, 4.32, 5.01}, {0.868, 0.674, 0.446}}}},
    {1 / 0.2, {{{6.96, 7.78, 8.82}, {6.96, 8.14, 9.79}, {5.72, 6.63, 7.89}, {0.828, 0.601, 0.341}}}},
    {1 / 0.1, {{{10.7, 11.7, 12.9}, {10.7, 12.8, 16.0}, {12.2, 14.6, 18.0}, {0.795, 0.526, 0.228}}}},
}};
// clang-format on

// Slender ellipses beyond the table, g = min(a/b, b/a), L = ln(16/g²). [Kalker1990, Table E3]
KalkerCoefficients wide_patch(double g, double nu) {  // a/b → 0
  const double log_g = std::log(16 / (g * g));
  KalkerCoefficients c;
  c.c11 = pi * pi / (4 * (1 - nu));
  c.c22 = pi * pi / 4;
  c.c23 = pi * std::sqrt(g) / (3 * (1 - nu)) * (1 + nu * (log_g / 2 + std::log(4.0) - 5));
  c.c33 = pi * pi / (16 * (1 - nu) * g);
  return c;
}

KalkerCoefficients long_patch(double g, double nu) {  // a/b → ∞
  const double log_g = std::log(16 / (g * g)), k = 3 - std::log(4.0);
  const double d = (1 - nu) * log_g + 2 * nu, e = (1 - nu) * log_g - 2 + 4 * nu;
  KalkerCoefficients c;
  c.c11 = 2 * pi / ((log_g - 2 * nu) * g) * (1 + k / (log_g - 2 * nu));
  c.c22 = 2 * pi / (g * d) * (1 + (1 - nu) * k / d);
  c.c23 = 2 * pi / (3 * g * std::sqrt(g) * e);
  const double lateral = 1 - nu * (log_g - 4) / e;  // docs/theory/hertz.md (7)
  c.c33 = pi / 4 * lateral * lateral;
  return c;
}

std::array<double, 4> as_array(const KalkerCoefficients& c) {
  return {c.c11, c.c22, c.c23, c.c33};
}

using Node = std::array<std::array<double, 3>, 4>;  // [coefficient][ν 0, ¼, ½]

// At the end of the table the asymptotes are 0.1 … 6 % off; the difference fades as g, the order of what they
// neglect.
Node faded_asymptote(double x) {
  const double end = std::log(10.0), fade = std::exp(end - std::abs(x));
  const Node& last = x < 0 ? rows.front().c : rows.back().c;
  Node node;
  for (std::size_t j = 0; j < 3; ++j) {
    const auto here = as_array(kalker_asymptote(x, table_poisson[j]));
    const auto there = as_array(kalker_asymptote(x < 0 ? -end : end, table_poisson[j]));
    for (std::size_t i = 0; i < 4; ++i) node[i][j] = here[i] * (1 + (last[i][j] / there[i] - 1) * fade);
  }
  return node;
}

// Quadratics in ν are fitted to 1/C11, 1/C22, (1−ν) C23 and (1−ν) C33: for the asymptotes, which are known
// for every ν, these are right within 0.2 % at ν = 0.28, where quadratics through C itself are up to 1 % off.
double to_fitted(std::size_t i, double c, double nu) {
  return i < 2 ? 1 / c : (1 - nu) * c;
}

// Powers 0, 1, 2 of ν of the parabola through values at ν = 0, ¼, ½.
std::array<double, 3> parabola(const std::array<double, 3>& v) {
  return {v[0], -6 * v[0] + 8 * v[1] - 2 * v[2], 8 * (v[0] - 2 * v[1] + v[2])};
}

KalkerCoefficients from_fitted(const double* p, double nu) {
  const auto at = [nu](const double* q) { return q[0] + nu * (q[1] + nu * q[2]); };
  return {1 / at(p), 1 / at(p + 3), at(p + 6) / (1 - nu), at(p + 9) / (1 - nu)};
}

std::array<double, 12> fitted_powers(const Node& node) {
  std::array<double, 12> powers;
  for (std::size_t i = 0; i < 4; ++i) {
    std::array<double, 3> v;
    for (std::size_t j = 0; j < 3; ++j) v[j] = to_fitted(i, node[i][j], table_poisson[j]);
    const auto p = parabola(v);
    for (std::size_t j = 0; j < 3; ++j) powers[3 * i + j] = p[j];
  }
  return powers;
}

// The last node of the splines: a/b = 10^±3. A wheel on a rail stays well inside.
const double range = std::log(1000.0);
constexpr int steps_per_decade = 48;  // resampling error below 5e-5; the table's last digit is 1e-3 … 1e-2

// ln C over x = ln(a/b): the table, continued by nodes on the faded asymptotes.
math::CubicSpline log_spline(std::size_t i, std::size_t j) {
  constexpr int outside = 12;
  const double end = std::log(10.0), step = (range - end) / outside;
  std::vector<double> x, y;
  for (int n = outside; n > 0; --n) x.push_back(-end - step * n);
  for (const double left : x) y.push_back(std::log(faded_asymptote(left)[i][j]));
  for (const KalkerRow& row : rows) {
    x.push_back(std::log(row.a_over_b));
    y.push_back(std::log(row.c[i][j]));
  }
  for (int n = 1; n <= outside; ++n) {
    x.push_back(end + step * n);
    y.push_back(std::log(faded_asymptote(x.back())[i][j]));
  }
  return math::CubicSpline(x, y);
}

// Twelve channels on one uniform grid: what a step reads.
math::UniformSpline make_table() {
  constexpr int intervals = 6 * steps_per_decade;
  const double step = 2 * range / intervals;
  std::vector<math::CubicSpline> splines;
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 3; ++j) splines.push_back(log_spline(i, j));
  }
  std::vector<std::vector<double>> channels(12);
  for (int n = 0; n <= intervals; ++n) {
    Node node;
    for (std::size_t k = 0; k < 12; ++k) node[k / 3][k % 3] = std::exp(splines[k].value(-range + step * n));
    const auto powers = fitted_powers(node);
    for (std::size_t k = 0; k < 12; ++k) channels[k].push_back(powers[k]);
  }
  return math::UniformSpline(-range, step, channels);
}

}  // namespace

const std::array<KalkerRow, kalker_row_count>& kalker_table() {
  return rows;
}

KalkerCoefficients kalker_asymptote(double log_a_over_b, double poisson_ratio) {
  const double g = std::exp(-std::abs(log_a_over_b));
  return log_a_over_b < 0 ? wide_patch(g, poisson_ratio) : long_patch(g, poisson_ratio);
}

KalkerCoefficients kalker_coefficients(double log_a_over_b, double poisson_ratio) {
  static const math::UniformSpline table = make_table();
  std::array<double, 12> powers;
  if (std::abs(log_a_over_b) <= range) {
    table.evaluate(log_a_over_b, powers.data());
  } else {
    powers = fitted_powers(faded_asymptote(log_a_over_b));
  }
  return from_fitted(powers.data(), poisson_ratio);
}

}  // namespace flangeway::contact
