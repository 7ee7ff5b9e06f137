#include "flangeway/math/uniform_spline.hpp"

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/vectorized.hpp"

#include "flangeway/math/cubic_spline.hpp"

namespace flangeway::math {

UniformSpline::UniformSpline(double start, double step, const std::vector<std::vector<double>>& values)
    : start_(start), step_(step), inverse_step_(1 / step), channels_(values.size()) {
  FLANGEWAY_ASSERT(step > 0, "nodes increase");
  FLANGEWAY_ASSERT(!values.empty() && values.front().size() >= 4, "each channel has four nodes at least");
  intervals_ = values.front().size() - 1;
  coefficients_.resize(intervals_ * 4 * channels_);
  std::vector<double> nodes(intervals_ + 1);
  for (std::size_t i = 0; i <= intervals_; ++i) nodes[i] = start + step * static_cast<double>(i);
  for (std::size_t c = 0; c < channels_; ++c) {
    FLANGEWAY_ASSERT(values[c].size() == intervals_ + 1, "all channels have the same length");
    const CubicSpline spline(nodes, values[c]);
    for (std::size_t i = 0; i < intervals_; ++i) {
      const auto cubic = spline.coefficients(i);
      for (std::size_t p = 0; p < 4; ++p) coefficients_[(i * 4 + p) * channels_ + c] = cubic[p];
    }
  }
}

namespace {

// The loops over channels with their count known to the compiler (n = 0: not known), which then unrolls and
// vectorises them: tables of a step have 1, 2, 4, 6, 12 or 24 channels.
template <std::size_t N>
void values_of(const double* __restrict a, std::size_t channels, double t, double* __restrict value) {
  const std::size_t n = N > 0 ? N : channels;
  for (std::size_t c = 0; c < n; ++c) {
    value[c] = a[c] + t * (a[n + c] + t * (a[2 * n + c] + t * a[3 * n + c]));
  }
}

template <std::size_t N>
void derivatives_of(const double* __restrict a, std::size_t channels, double t, double* __restrict value,
                    double* __restrict first, double* __restrict second) {
  const std::size_t n = N > 0 ? N : channels;
  for (std::size_t c = 0; c < n; ++c) {
    const double a1 = a[n + c], a2 = a[2 * n + c], a3 = a[3 * n + c];
    value[c] = a[c] + t * (a1 + t * (a2 + t * a3));
    first[c] = a1 + t * (2 * a2 + 3 * t * a3);
    second[c] = 2 * a2 + 6 * t * a3;
  }
}

}  // namespace

FLANGEWAY_VECTORIZED
void UniformSpline::evaluate(double x, double* value) const {
  const auto [a, t] = locate(x);
  switch (channels_) {
    case 1:
      return values_of<1>(a, 1, t, value);
    case 12:
      return values_of<12>(a, 12, t, value);
    case 24:
      return values_of<24>(a, 24, t, value);
    case 26:
      return values_of<26>(a, 26, t, value);
    default:
      return values_of<0>(a, channels_, t, value);
  }
}

FLANGEWAY_VECTORIZED
void UniformSpline::evaluate(double x, double* value, double* first) const {
  const auto [a, t] = locate(x);
  const std::size_t n = channels_;
  for (std::size_t c = 0; c < n; ++c) {
    const double a1 = a[n + c], a2 = a[2 * n + c], a3 = a[3 * n + c];
    value[c] = a[c] + t * (a1 + t * (a2 + t * a3));
    first[c] = a1 + t * (2 * a2 + 3 * t * a3);
  }
}

FLANGEWAY_VECTORIZED
void UniformSpline::evaluate(double x, double* value, double* first, double* second) const {
  const auto [a, t] = locate(x);
  switch (channels_) {
    case 1:
      return derivatives_of<1>(a, 1, t, value, first, second);
    case 2:
      return derivatives_of<2>(a, 2, t, value, first, second);
    case 4:
      return derivatives_of<4>(a, 4, t, value, first, second);
    case 6:
      return derivatives_of<6>(a, 6, t, value, first, second);
    default:
      return derivatives_of<0>(a, channels_, t, value, first, second);
  }
}

double UniformSpline::value(std::size_t channel, double x) const {
  FLANGEWAY_ASSERT(channel < channels_, "the spline has this channel");
  const auto [a, t] = locate(x);
  const std::size_t n = channels_;
  return a[channel] + t * (a[n + channel] + t * (a[2 * n + channel] + t * a[3 * n + channel]));
}

}  // namespace flangeway::math
