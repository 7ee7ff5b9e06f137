#include "flangeway/contact/patch/boundary_elements/normal_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/contact/patch/boundary_elements/vector_ops.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/math/vector_clones.hpp"

namespace flangeway::contact::patch {
namespace {

// Tolerance below which products are calculated in full precision.
constexpr double single_precision_tolerance = 1e-6;

// Share of a step, squared, that may lie below zero: the next step takes it back.
constexpr double left_below = 0.03;

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

}  // namespace

void estimate_pressure(const NormalInput& in, const InfluenceSpec& spec, double* pressure) {
  const auto n = static_cast<std::size_t>(spec.nx) * static_cast<std::size_t>(spec.ny);
  const double lowest = lowest_gap(in, n), depth = virtual_depth(in, spec, n, lowest);
  for (std::size_t i = 0; i < n; ++i) {
    const double room = in.allowed[i] ? 1 - (in.gap[i] - lowest) / depth : 0;
    pressure[i] = room > 0 ? std::sqrt(room) : 0;
  }
}

namespace {

double sum_of(const double* values, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) sum += values[i];
  return sum;
}

/// active ← room where p > 0 or the residual r = gap + v − approach is negative; residual ← r there, else 0.
FLANGEWAY_VECTOR_CLONES
void find_active(const double* __restrict gap, const double* __restrict v, const double* __restrict p,
                 const double* __restrict room, double approach, double* __restrict active,
                 double* __restrict residual, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const double r = gap[i] + v[i] - approach;
    const double wants = p[i] > 0 ? 1.0 : (r < 0 ? 1.0 : 0.0), on = room[i] * wants;
    active[i] = on;
    residual[i] = on > 0 ? r : 0.0;
  }
}

FLANGEWAY_VECTOR_CLONES
void restrict_to(const double* __restrict active, double* __restrict values, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) values[i] *= active[i];
}

/// direction ← beta·direction − z, where active; elsewhere what takes a pressure below zero back to it.
FLANGEWAY_VECTOR_CLONES
void turn(const double* __restrict active, double beta, const double* __restrict z,
          const double* __restrict p, double* __restrict direction, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const double back = p[i] < 0 ? -p[i] : 0.0, on = beta * direction[i] - z[i];
    direction[i] = active[i] > 0 ? on : back;
  }
}

struct Move {
  double change = 0, norm = 0, below = 0;  // Σ of squares: of the step, of p, of what of p is below zero
};

/// p ← p + length·direction; below ← how far it is below zero.
FLANGEWAY_VECTOR_CLONES
Move move(double length, const double* __restrict direction, double* __restrict p, double* __restrict below,
          std::size_t n) {
  double change[8] = {}, norm[8] = {}, under[8] = {};
  const auto one = [&](std::size_t i, std::size_t k) {
    const double by = length * direction[i], next = p[i] + by, rest = next < 0 ? -next : 0.0;
    change[k] += by * by;
    norm[k] += next * next;
    under[k] += rest * rest;
    p[i] = next;
    below[i] = rest;
  };
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (std::size_t k = 0; k < 8; ++k) one(i + k, k);
  }
  for (; i < n; ++i) one(i, 0);
  Move sum;
  for (std::size_t k = 0; k < 8; ++k) sum.change += change[k], sum.norm += norm[k], sum.below += under[k];
  return sum;
}

class Iteration {
 public:
  Iteration(const NormalInput& in, Convolver& convolver, NormalWork& work, double* pressure)
      : in_(in),
        a_(convolver),
        w_(work),
        p_(pressure),
        n_(static_cast<std::size_t>(convolver.spec().nx) * static_cast<std::size_t>(convolver.spec().ny)),
        precision_(in.tolerance < single_precision_tolerance ? Precision::full : Precision::single) {
    for (auto* v :
         {&w_.v, &w_.residual, &w_.z, &w_.direction, &w_.image, &w_.ones, &w_.below, &w_.previous_residual}) {
      v->assign(n_, 0.0);
    }
    w_.active.assign(n_, 0.0);
    w_.room.assign(in.allowed, in.allowed + n_);
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
    if (by_force()) set_approach_from_active();
    std::transform(p_, p_ + n_, p_, [](double p) { return std::max(p, 0.0); });
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
    if (sum_of(p_, n_) <= 0) estimate_pressure(in_, a_.spec(), p_);
    a_.normal(p_, w_.v.data());
    scale(by_force() ? in_.target / sum_of(p_, n_) : best_amplitude());
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
    if (by_force()) w_.previous_active = w_.active;
    find_active(in_.gap, w_.v.data(), p_, w_.room.data(), approach_, w_.active.data(), w_.residual.data(),
                n_);
    changed_ = by_force() ? count_changes() : 0;
  }

  [[nodiscard]] std::size_t count_changes() const {
    std::size_t changes = 0;
    for (std::size_t i = 0; i < n_; ++i) changes += w_.active[i] != w_.previous_active[i];
    return changes;
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

  void set_direction() {
    a_.normal_inverse(w_.residual.data(), w_.z.data());
    restrict_to(w_.active.data(), w_.z.data(), n_);
    if (by_force()) remove_net_force();
    const double rz = dot(w_.residual.data(), w_.z.data(), n_);
    const double mixed = dot(w_.previous_residual.data(), w_.z.data(), n_);
    const double beta = previous_rz_ > 0 ? std::max(0.0, (rz - mixed) / previous_rz_) : 0;
    turn(w_.active.data(), beta, w_.z.data(), p_, w_.direction.data(), n_);
    if (by_force() && beta > 0) balance(w_.direction);
    previous_rz_ = rz;
    w_.previous_residual.swap(w_.residual);
  }

  void remove_net_force() {
    if (!have_ones_ || changed_ * 10 > n_) {
      a_.normal_inverse(w_.active.data(), w_.ones.data());
      have_ones_ = true;
    }
    balance(w_.z);
  }

  /// Takes out a multiple of M·1 so that the sum vanishes.
  void balance(std::vector<double>& values) const {
    double net = 0, unit = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (w_.active[i] > 0) net += values[i], unit += w_.ones[i];
    }
    if (unit == 0) return;
    for (std::size_t i = 0; i < n_; ++i) {
      if (w_.active[i] > 0) values[i] -= net / unit * w_.ones[i];
    }
  }

  /// True when the pressures have settled.
  bool step() {
    a_.normal(w_.direction.data(), w_.image.data(), precision_);
    const double curvature = dot(w_.direction.data(), w_.image.data(), n_);
    if (!(curvature > 0)) return !std::isnan(curvature);  // nothing left to change
    const double length = -dot(w_.direction.data(), w_.previous_residual.data(), n_) / curvature;
    const Move moved = move(length, w_.direction.data(), p_, w_.below.data(), n_);
    add_scaled(w_.v.data(), length, w_.image.data(), n_);
    const bool followed = moved.below > (by_force() ? 0 : left_below) * moved.change;
    if (followed) {
      add_scaled(p_, 1, w_.below.data(), n_);
      a_.normal(w_.below.data(), w_.image.data(), precision_);
      add_scaled(w_.v.data(), 1, w_.image.data(), n_);
      if (by_force()) scale(in_.target / sum_of(p_, n_));
    }
    if (!(moved.norm > 0)) return moved.norm == 0;
    const double least = in_.tolerance * in_.tolerance * moved.norm;
    gone_ += std::sqrt(moved.change / moved.norm);
    return moved.change <= least && (followed || moved.below <= least) && !renew();
  }

  /// True if the displacements had come so far in single precision that they were calculated anew.
  bool renew() {
    if (precision_ == Precision::full ||
        single_precision_noise(gone_, n_) < noise_of_tolerance * in_.tolerance)
      return false;
    a_.normal(p_, w_.v.data());
    gone_ = previous_rz_ = 0;
    return true;
  }

  const NormalInput& in_;
  Convolver& a_;
  NormalWork& w_;
  double* p_;
  std::size_t n_;
  double approach_ = 0, previous_rz_ = 0;
  std::size_t changed_ = 0;
  bool have_ones_ = false;
  double gone_ = 0;  // Σ of steps over the pressures since displacements were in full precision
  // Displacements of a step are small against all, so that their error is, too [docs/theory/halfspace.md].
  Precision precision_;
};

}  // namespace

NormalResult solve_normal(const NormalInput& input, Convolver& convolver, NormalWork& work,
                          double* pressure) {
  FLANGEWAY_ASSERT(input.gap != nullptr && input.allowed != nullptr, "each element has a gap");
  if (convolver.may_be_indefinite()) return solve_by_pivoting(input, convolver, work, pressure);
  return Iteration(input, convolver, work, pressure).run();
}

}  // namespace flangeway::contact::patch
