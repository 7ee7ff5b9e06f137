#include "flangeway/track/model.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/core/assertion.hpp"
#include "flangeway/core/vectorized.hpp"

#include "flangeway/math/batch_functions.hpp"

namespace flangeway::track {

namespace {

// Sets the frame from the channels of the centreline and their derivatives. Derivation of the curvatures:
// docs/theory/track.md, eq. 3 and 4.
template <typename T>
void set_frame(const std::array<T, 6>& value, const std::array<T, 6>& first, const std::array<T, 6>& second,
               BasicFrame<T>& out) {
  const auto [spsi, cpsi] = sin_cos(value[3]);
  const auto [st, ct] = sin_cos(value[4]);
  const auto [sp, cp] = sin_cos(value[5]);
  const T &psi1 = first[3], &theta1 = first[4], &phi1 = first[5];
  const T &psi2 = second[3], &theta2 = second[4], &phi2 = second[5];

  out.position = {value[0], value[1], value[2]};
  // rotation_z(ψ) rotation_y(θ) rotation_x(φ)
  out.rotation << ct * cpsi, sp * st * cpsi - cp * spsi, sp * spsi + cp * st * cpsi,  //
      ct * spsi, cp * cpsi + sp * st * spsi, cp * st * spsi - sp * cpsi,              //
      -st, sp * ct, cp * ct;
  out.curvature = {phi1 - psi1 * st, theta1 * cp + psi1 * ct * sp, -theta1 * sp + psi1 * ct * cp};
  out.curvature_rate = {
      phi2 - psi2 * st - psi1 * theta1 * ct,
      theta2 * cp - theta1 * phi1 * sp + psi2 * ct * sp - psi1 * theta1 * st * sp + psi1 * phi1 * ct * cp,
      -theta2 * sp - theta1 * phi1 * cp + psi2 * ct * cp - psi1 * theta1 * st * cp - psi1 * phi1 * ct * sp};
}

}  // namespace

void evaluate_frame(const TrackModel& model, double s, Frame& out) {
  std::array<double, 6> value, first, second;
  model.centreline().evaluate(s, value.data(), first.data(), second.data());
  set_frame(value, first, second, out);
}

FLANGEWAY_VECTORIZED
void evaluate_frame(const TrackModel& model, const math::Batch& s, BasicFrame<math::Batch>& out) {
  double each[math::batch_size][18];
  for (std::size_t lane = 0; lane < math::batch_size; ++lane) {
    model.centreline().evaluate(s[lane], each[lane], each[lane] + 6, each[lane] + 12);
  }
  const double* const lanes[] = {each[0], each[1], each[2], each[3]};
  std::array<math::Batch, 6> value, first, second;
  for (std::size_t i = 0; i < 6; ++i) {
    value[i] = math::gather(lanes, i);
    first[i] = math::gather(lanes, 6 + i);
    second[i] = math::gather(lanes, 12 + i);
  }
  set_frame(value, first, second, out);
}

namespace {

// 1 up to 0.3 m from a place, 0 from 0.5 m on: smooth between them, so that the spline keeps the quadratic.
double window(double distance) {
  constexpr double inner = 0.3, outer = 0.5;  // m
  const double x = std::clamp((outer - std::abs(distance)) / (outer - inner), 0.0, 1.0);
  return x * x * x * (10 + x * (6 * x - 15));
}

}  // namespace

void displace_rails(TrackModel& model, const std::vector<RailDisplacement>& places) {
  FLANGEWAY_ASSERT(!places.empty(), "there is a place");
  constexpr double step = 0.02, margin = 1;  // m
  double first = HUGE_VAL, last = -HUGE_VAL;
  for (const RailDisplacement& place : places)
    first = std::min(first, place.s - margin), last = std::max(last, place.s + margin);
  const auto nodes = static_cast<std::size_t>((last - first) / step) + 2;
  std::vector<std::vector<double>> values(4, std::vector<double>(nodes, 0.0));
  for (const auto& [s, rails] : places) {
    const auto from = static_cast<std::size_t>((s - margin - first) / step);
    for (std::size_t i = from; i < nodes && first + step * static_cast<double>(i) < s + margin; ++i) {
      const double x = first + step * static_cast<double>(i) - s, share = window(x);
      for (std::size_t c = 0; c < 4; ++c)
        values[c][i] += share * (rails.value[c] + x * (rails.slope[c] + x / 2 * rails.second[c]));
    }
  }
  model.irregularities_ = math::UniformSpline(first, step, values);
  model.irregular_ = true;
}

void evaluate_irregularity(const TrackModel& model, double s, Irregularity& out) {
  if (!model.irregular()) {
    out = {};
    return;
  }
  model.irregularities().evaluate(s, out.value.data(), out.slope.data(), out.second.data());
}

std::array<double, 4> rails_of_measures(const std::array<double, 4>& measures) {
  const auto [alignment, vertical, gauge, cross_level] = measures;
  return {alignment + gauge / 2, vertical + cross_level / 2, alignment - gauge / 2,
          vertical - cross_level / 2};
}

}  // namespace flangeway::track
