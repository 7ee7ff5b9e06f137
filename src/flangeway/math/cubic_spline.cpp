#include "flangeway/math/cubic_spline.hpp"

#include <algorithm>

#include "flangeway/core/assertion.hpp"

namespace flangeway::math {
namespace {

// Slopes m_i at the nodes from the tridiagonal C² conditions
//   m_{i−1}/h_{i−1} + 2 m_i (1/h_{i−1} + 1/h_i) + m_{i+1}/h_i = 3 (d_{i−1}/h_{i−1} + d_i/h_i),   d = Δy/h,
// with the ends of de Boor, A Practical Guide to Splines, ch. IV.
std::vector<double> node_slopes(const std::vector<double>& x, const std::vector<double>& y, SplineEnds ends) {
  const std::size_t n = x.size();
  std::vector<double> h(n - 1), d(n - 1);
  for (std::size_t i = 0; i + 1 < n; ++i) {
    h[i] = x[i + 1] - x[i];
    FLANGEWAY_ASSERT(h[i] > 0, "nodes increase strictly");
    d[i] = (y[i + 1] - y[i]) / h[i];
  }
  if (n == 2) return {d[0], d[0]};
  if (n == 3 && ends == SplineEnds::not_a_knot) {  // the parabola through three points
    const double middle = (d[0] * h[1] + d[1] * h[0]) / (h[0] + h[1]);
    return {2 * d[0] - middle, middle, 2 * d[1] - middle};
  }
  std::vector<double> lower(n), diagonal(n), upper(n), right(n);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    lower[i] = h[i];
    diagonal[i] = 2 * (h[i - 1] + h[i]);
    upper[i] = h[i - 1];
    right[i] = 3 * (h[i] * d[i - 1] + h[i - 1] * d[i]);
  }
  if (ends == SplineEnds::natural) {
    diagonal[0] = diagonal[n - 1] = 2;
    upper[0] = lower[n - 1] = 1;
    right[0] = 3 * d[0];
    right[n - 1] = 3 * d[n - 2];
  } else {
    const double first = h[0] + h[1], last = h[n - 2] + h[n - 3];
    diagonal[0] = h[1];
    upper[0] = first;
    right[0] = ((h[0] + 2 * first) * h[1] * d[0] + h[0] * h[0] * d[1]) / first;
    diagonal[n - 1] = h[n - 3];
    lower[n - 1] = last;
    right[n - 1] = (h[n - 2] * h[n - 2] * d[n - 3] + (2 * last + h[n - 2]) * h[n - 3] * d[n - 2]) / last;
  }
  for (std::size_t i = 1; i < n; ++i) {
    const double factor = lower[i] / diagonal[i - 1];
    diagonal[i] -= factor * upper[i - 1];
    right[i] -= factor * right[i - 1];
  }
  std::vector<double> slopes(n);
  slopes[n - 1] = right[n - 1] / diagonal[n - 1];
  for (std::size_t i = n - 1; i-- > 0;) slopes[i] = (right[i] - upper[i] * slopes[i + 1]) / diagonal[i];
  return slopes;
}

}  // namespace

CubicSpline::CubicSpline(std::vector<double> nodes, std::vector<double> values, SplineEnds ends)
    : nodes_(std::move(nodes)) {
  FLANGEWAY_ASSERT(nodes_.size() >= 2, "a spline has two nodes at least");
  FLANGEWAY_ASSERT(nodes_.size() == values.size(), "each node has a value");
  const std::vector<double> slopes = node_slopes(nodes_, values, ends);
  cubics_.resize(nodes_.size() - 1);
  for (std::size_t i = 0; i + 1 < nodes_.size(); ++i) {
    const double h = nodes_[i + 1] - nodes_[i];
    const double d = (values[i + 1] - values[i]) / h;
    cubics_[i] = {values[i], slopes[i], (3 * d - 2 * slopes[i] - slopes[i + 1]) / h,
                  (slopes[i] + slopes[i + 1] - 2 * d) / (h * h)};
  }
}

std::size_t CubicSpline::interval(double x) const {
  FLANGEWAY_ASSERT(nodes_.size() >= 2, "the spline has nodes");
  const auto after = std::upper_bound(nodes_.begin() + 1, nodes_.end() - 1, x);
  return static_cast<std::size_t>(after - nodes_.begin()) - 1;
}

double CubicSpline::value(double x) const {
  const std::size_t i = interval(x);
  const auto& c = cubics_[i];
  const double t = x - nodes_[i];
  return c[0] + t * (c[1] + t * (c[2] + t * c[3]));
}

double CubicSpline::first(double x) const {
  const std::size_t i = interval(x);
  const auto& c = cubics_[i];
  const double t = x - nodes_[i];
  return c[1] + t * (2 * c[2] + 3 * t * c[3]);
}

double CubicSpline::second(double x) const {
  const std::size_t i = interval(x);
  const auto& c = cubics_[i];
  return 2 * c[2] + 6 * (x - nodes_[i]) * c[3];
}

}  // namespace flangeway::math
