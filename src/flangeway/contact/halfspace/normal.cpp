#include "flangeway/contact/halfspace/normal.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/contact/halfspace/vector_ops.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::halfspace {
namespace {

double lowest_gap(const NormalInput& in, std::size_t n) {
  double lowest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < n; ++i) {
    if (in.allowed[i]) lowest = std::min(lowest, in.gap[i]);
  }
  return lowest;
}

std::size_t count_below(const NormalInput& in, std::size_t n, double level) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < n; ++i) count += in.allowed[i] && in.gap[i] < level;
  return count;
}

/// Depth ε of the virtual interpenetration: half the approach, as for a sphere. For a given force the
/// approach follows from the area S inside ε as if its pressure were Hertz's: π√(S/π)·p₀/(2E*).
double virtual_depth(const NormalInput& in, const InfluenceSpec& spec, std::size_t n, double lowest) {
  if (in.control == NormalControl::approach) return 0.5 * (in.target - lowest);
  const double element = spec.dx * spec.dy;
  const auto excess = [&](double depth) {
    const double area =
        static_cast<double>(std::max<std::size_t>(count_below(in, n, lowest + depth), 1)) * element;
    const double peak = 1.5 * in.target * element / area;
    return depth - 0.25 * pi * std::sqrt(area / pi) * peak / in.modulus;
  };
  double low = 0, high = 0.25 * pi * 1.5 * in.target * std::sqrt(element / pi) / in.modulus;
  for (int i = 0; i < 30 && high - low > 1e-3 * high; ++i) {
    const double middle = 0.5 * (low + high);
    (excess(middle) < 0 ? low : high) = middle;
  }
  return high;
}

void estimate(const NormalInput& in, const InfluenceSpec& spec, std::size_t n, double* pressure) {
  const double lowest = lowest_gap(in, n), depth = virtual_depth(in, spec, n, lowest);
  for (std::size_t i = 0; i < n; ++i) {
    const double room = in.allowed[i] ? 1 - (in.gap[i] - lowest) / depth : 0;
    pressure[i] = room > 0 ? std::sqrt(room) : 0;
  }
}

double sum_of(const double* values, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += values[i];
  return sum;
}

class Iteration {
 public:
  Iteration(const NormalInput& in, Convolver& convolver, NormalWork& work, double* pressure)
      : in_(in),
        a_(convolver),
        w_(work),
        p_(pressure),
        n_(static_cast<std::size_t>(convolver.spec().nx) * static_cast<std::size_t>(convolver.spec().ny)) {
    for (auto* v : {&w_.v, &w_.residual, &w_.z, &w_.direction, &w_.image, &w_.ones, &w_.previous_residual}) {
      v->assign(n_, 0.0);
    }
    w_.active.assign(n_, 0);
  }

  NormalResult run() {
    NormalResult result;
    if (!start()) return {in_.control == NormalControl::approach ? in_.target : 0, 0, true};
    for (result.iterations = 0; result.iterations < in_.max_iterations && !result.converged;
         ++result.iterations) {
      set_residual();
      set_direction();
      result.converged = step();
    }
    set_residual();
    result.approach = approach_;
    return result;
  }

 private:
  [[nodiscard]] bool by_force() const { return in_.control == NormalControl::force; }

  /// False if there is nothing to press.
  bool start() {
    const double lowest = lowest_gap(in_, n_);
    if (!std::isfinite(lowest) || (by_force() ? in_.target <= 0 : in_.target <= lowest)) {
      std::fill_n(p_, n_, 0.0);
      return false;
    }
    const bool fresh = sum_of(p_, n_) <= 0;
    if (fresh) estimate(in_, a_.spec(), n_, p_);
    a_.normal(p_, w_.v.data());
    if (by_force()) scale(in_.target / sum_of(p_, n_));
    if (!by_force() && fresh) scale(best_amplitude());
    return true;
  }

  /// The factor of the pressures that minimises the energy at the given approach.
  double best_amplitude() {
    double work = 0;
    for (std::size_t i = 0; i < n_; ++i) work += p_[i] * (in_.target - in_.gap[i]);
    return std::max(work, 0.0) / dot(p_, w_.v.data(), n_);
  }

  void scale(double factor) {
    for (std::size_t i = 0; i < n_; ++i) p_[i] *= factor, w_.v[i] *= factor;
  }

  void set_residual() {
    if (by_force())
      set_approach_from_active();
    else
      approach_ = in_.target;
    changed_ = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const double r = in_.gap[i] + w_.v[i] - approach_;
      const bool active = in_.allowed[i] && (p_[i] > 0 || r < 0);
      changed_ += active != (w_.active[i] != 0);
      w_.active[i] = active;
      w_.residual[i] = active ? r : 0;
    }
  }

  /// The approach that leaves no net residual, in the metric of the preconditioner.
  void set_approach_from_active() {
    double weight = 0, sum = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (!(p_[i] > 0)) continue;
      const double w = have_ones_ && w_.ones[i] > 0 ? w_.ones[i] : (have_ones_ ? 0 : 1);
      weight += w;
      sum += w * (in_.gap[i] + w_.v[i]);
    }
    if (weight > 0) approach_ = sum / weight;
  }

  void restrict(std::vector<double>& values) const {
    for (std::size_t i = 0; i < n_; ++i) {
      if (!w_.active[i]) values[i] = 0;
    }
  }

  void set_direction() {
    a_.normal_inverse(w_.residual.data(), w_.z.data());
    restrict(w_.z);
    if (by_force()) remove_net_force();
    const double rz = dot(w_.residual.data(), w_.z.data(), n_);
    const double mixed = dot(w_.previous_residual.data(), w_.z.data(), n_);
    const double beta = previous_rz_ > 0 ? std::max(0.0, (rz - mixed) / previous_rz_) : 0;
    for (std::size_t i = 0; i < n_; ++i) {
      w_.direction[i] = w_.active[i] ? beta * w_.direction[i] - w_.z[i] : 0;
    }
    if (by_force() && beta > 0) balance(w_.direction);
    previous_rz_ = rz;
    w_.previous_residual.swap(w_.residual);
  }

  void remove_net_force() {
    if (!have_ones_ || changed_ * 10 > n_) {
      for (std::size_t i = 0; i < n_; ++i) w_.image[i] = w_.active[i];
      a_.normal_inverse(w_.image.data(), w_.ones.data());
      have_ones_ = true;
    }
    balance(w_.z);
  }

  /// Takes out a multiple of M·1 so that the sum vanishes.
  void balance(std::vector<double>& values) const {
    double net = 0, unit = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (w_.active[i]) net += values[i], unit += w_.ones[i];
    }
    if (unit == 0) return;
    for (std::size_t i = 0; i < n_; ++i) {
      if (w_.active[i]) values[i] -= net / unit * w_.ones[i];
    }
  }

  /// True when the pressures have settled.
  bool step() {
    a_.normal(w_.direction.data(), w_.image.data());
    const double curvature = dot(w_.direction.data(), w_.image.data(), n_);
    if (!(curvature > 0)) return true;  // nothing left to change
    const double length = -dot(w_.direction.data(), w_.previous_residual.data(), n_) / curvature;
    double change = 0, norm = 0;
    bool clipped = false;
    for (std::size_t i = 0; i < n_; ++i) {
      if (!w_.active[i]) continue;
      const double wanted = p_[i] + length * w_.direction[i], next = std::max(0.0, wanted);
      clipped = clipped || wanted < 0;
      change += (next - p_[i]) * (next - p_[i]);
      norm += next * next;
      p_[i] = next;
    }
    if (clipped)
      a_.normal(p_, w_.v.data());
    else
      add_scaled(w_.v.data(), length, w_.image.data(), n_);
    if (by_force() && clipped) scale(in_.target / sum_of(p_, n_));
    return change <= in_.tolerance * in_.tolerance * norm;
  }

  const NormalInput& in_;
  Convolver& a_;
  NormalWork& w_;
  double* p_;
  std::size_t n_;
  double approach_ = 0, previous_rz_ = 0;
  std::size_t changed_ = 0;
  bool have_ones_ = false;
};

}  // namespace

NormalResult solve_normal(const NormalInput& input, Convolver& convolver, NormalWork& work,
                          double* pressure) {
  return Iteration(input, convolver, work, pressure).run();
}

}  // namespace flangeway::contact::halfspace
