#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/contact/patch/boundary_elements/normal_solver.hpp"
#include "flangeway/contact/patch/boundary_elements/vector_ops.hpp"
#include "flangeway/core/assertion.hpp"

namespace flangeway::contact::patch {
namespace {

// How far the linear equations of a guess are solved at least.
constexpr double max_remainder = 1e-2, min_remainder = 1e-9;
// Guesses that may be no better than the best so far before single elements change sides.
constexpr int patience = 8;

class Pivoting {
 public:
  Pivoting(const NormalInput& in, Convolver& convolver, NormalWork& work, double* pressure)
      : in_(in),
        a_(convolver),
        w_(work.pivoting),
        v_(work.v),
        p_(pressure),
        n_(static_cast<std::size_t>(convolver.spec().nx) * static_cast<std::size_t>(convolver.spec().ny)) {
    v_.assign(n_, 0.0);
    w_.box.assign(n_, 0.0), w_.moved.assign(n_, 0.0), w_.unit.assign(n_, 0.0);
    w_.active.assign(n_, 0);
  }

  NormalResult run() {
    NormalResult result;
    if (!start()) return {by_force() ? 0 : in_.target, 0, true};
    while (result.iterations < in_.max_iterations && !result.converged) {
      ++result.iterations;
      solve_guess();
      result.converged = change_sides() == 0 && left_ * change_ <= in_.tolerance;
    }
    std::transform(p_, p_ + n_, p_, [](double p) { return std::max(p, 0.0); });
    a_.normal(p_, v_.data());
    result.approach = approach_;
    return result;
  }

 private:
  [[nodiscard]] bool by_force() const { return in_.control == NormalControl::force; }

  /// False if there is nothing to press.
  bool start() {
    double lowest = std::numeric_limits<double>::infinity(), sum = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (in_.allowed[i]) lowest = std::min(lowest, in_.gap[i]);
      sum += p_[i];
    }
    approach_ = by_force() ? lowest : in_.target;
    if (!std::isfinite(lowest) || (by_force() ? in_.target <= 0 : in_.target <= lowest)) {
      std::fill_n(p_, n_, 0.0);
      return false;
    }
    if (sum <= 0) estimate_pressure(in_, a_.spec(), p_);
    scale();
    for (std::size_t i = 0; i < n_; ++i) w_.active[i] = p_[i] > 0;
    return true;
  }

  /// To the force, or to the approach at the mean of the pressures.
  void scale() {
    a_.normal(p_, v_.data());
    double sum = 0, work = 0, moved = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      sum += p_[i];
      work += p_[i] * (in_.target - in_.gap[i]);
      moved += p_[i] * v_[i];
    }
    const double factor = by_force() ? in_.target / sum : std::max(work, 0.0) / moved;
    for (std::size_t i = 0; i < n_; ++i) p_[i] *= factor;
    if (!by_force()) return;
    // The residual of the linear equations is measured against the gap, without its force-weighted mean.
    approach_ = 0;
    for (std::size_t i = 0; i < n_; ++i) approach_ += p_[i] * (in_.gap[i] + factor * v_[i]) / in_.target;
  }

  /// Closes the gap of the elements in contact, whatever the sign of their pressures.
  void solve_guess() {
    list();
    a_.normal(p_, v_.data());
    const std::size_t m = w_.list.size();
    w_.right_side.assign(m + 1, 0.0);
    double sum = 0;
    for (std::size_t k = 0; k < m; ++k) {
      const std::size_t i = w_.list[k];
      w_.right_side[k] = approach_ - in_.gap[i] - v_[i];
      sum += p_[i];
    }
    if (by_force()) {
      set_unit();
      w_.right_side[m] = force_scale() * (in_.target - sum);
    }
    const auto product = [this](const double* q, double* y) { apply(q, y); };
    const auto inverse = [this](const double* r, double* z) { precondition(r, z); };
    // So far that no single element changes sides for what is left.
    const double accuracy = 0.3 * in_.tolerance / std::sqrt(static_cast<double>(m));
    const double asked =
        change_ > 0 ? std::clamp(accuracy / change_, min_remainder, max_remainder) : max_remainder;
    const double start = std::sqrt(dot(w_.right_side.data(), w_.right_side.data(), m + 1));
    const double rest = solve_by_gmres(w_.right_side, asked, product, inverse, w_.krylov, w_.update);
    left_ = start > 0 ? std::max(asked, rest / start) : 0;
    double change = 0, size = 0;
    for (std::size_t k = 0; k < m; ++k) {
      double& p = p_[w_.list[k]];
      p += w_.update[k];
      change += w_.update[k] * w_.update[k];
      size += p * p;
    }
    if (by_force()) approach_ += w_.update[m];
    change_ = size > 0 ? std::sqrt(change / size) : 0;
    typical_ = m > 0 ? std::sqrt(size / static_cast<double>(m)) : 0;
  }

  void list() {
    w_.list.clear();
    for (std::size_t i = 0; i < n_; ++i) {
      if (w_.active[i]) w_.list.push_back(i);
      if (!w_.active[i]) p_[i] = 0;
    }
  }

  /// Sends elements to the other side that pull, or that penetrate without a pressure. Returns how many ought
  /// to go.
  std::size_t change_sides() {
    a_.normal(p_, v_.data());
    const InfluenceSpec& spec = a_.spec();
    // Amounts of pressure and of gap within the tolerance of the pressures.
    const double pull = in_.tolerance * typical_, depth = pull * std::min(spec.dx, spec.dy) / in_.modulus;
    std::size_t wrong = 0, last = n_;
    const auto is_wrong = [&](std::size_t i) {
      if (!in_.allowed[i]) return false;
      return w_.active[i] ? p_[i] < -pull : in_.gap[i] + v_[i] - approach_ < -depth;
    };
    for (std::size_t i = 0; i < n_; ++i) {
      if (is_wrong(i)) ++wrong, last = i;
    }
    if (wrong < fewest_) {
      fewest_ = wrong, tries_ = patience;
    } else if (tries_ > 0) {
      --tries_;
    } else if (wrong > 0) {
      w_.active[last] = !w_.active[last];
      return wrong;
    }
    for (std::size_t i = 0; i < n_; ++i) {
      if (is_wrong(i)) w_.active[i] = !w_.active[i];
    }
    return wrong;
  }

  /// y = J q of pressures and approach.
  void apply(const double* q, double* y) {
    const std::size_t m = w_.list.size();
    spread(q, w_.box);
    a_.normal(w_.box.data(), w_.moved.data());
    double sum = 0;
    for (std::size_t k = 0; k < m; ++k) {
      y[k] = w_.moved[w_.list[k]] - (by_force() ? q[m] : 0);
      sum += q[k];
    }
    y[m] = by_force() ? force_scale() * sum : q[m];
  }

  /// z ≈ J⁻¹ r: exact for the approach, given the inverse for the pressures.
  void precondition(const double* r, double* z) {
    const std::size_t m = w_.list.size();
    spread(r, w_.box);
    a_.normal_inverse(w_.box.data(), w_.moved.data());
    double sum = 0;
    for (std::size_t k = 0; k < m; ++k) z[k] = w_.moved[w_.list[k]], sum += z[k];
    z[m] = r[m];
    if (!by_force() || unit_sum_ == 0) return;
    z[m] = (r[m] / force_scale() - sum) / unit_sum_;
    for (std::size_t k = 0; k < m; ++k) z[k] += z[m] * w_.unit[k];
  }

  /// The pressures that the inverse has for an approach of 1 m.
  void set_unit() {
    const std::size_t m = w_.list.size();
    std::fill(w_.box.begin(), w_.box.end(), 0.0);
    for (const std::size_t i : w_.list) w_.box[i] = 1;
    a_.normal_inverse(w_.box.data(), w_.moved.data());
    unit_sum_ = 0;
    for (std::size_t k = 0; k < m; ++k) w_.unit[k] = w_.moved[w_.list[k]], unit_sum_ += w_.unit[k];
  }

  void spread(const double* values, std::vector<double>& box) const {
    std::fill(box.begin(), box.end(), 0.0);
    for (std::size_t k = 0; k < w_.list.size(); ++k) box[w_.list[k]] = values[k];
  }

  /// Makes the force a displacement like the others.
  [[nodiscard]] double force_scale() const {
    return unit_sum_ > 0 ? std::sqrt(static_cast<double>(w_.list.size())) / unit_sum_ : 1;
  }

  const NormalInput& in_;
  Convolver& a_;
  PivotingWork& w_;
  std::vector<double>& v_;
  double* p_;
  std::size_t n_;
  double approach_ = 0, unit_sum_ = 0;
  double change_ = 0, left_ = 1, typical_ = 0;  // of the last guess; its linear equations, rms of p
  std::size_t fewest_ = std::numeric_limits<std::size_t>::max();
  int tries_ = patience;
};

}  // namespace

NormalResult solve_by_pivoting(const NormalInput& input, Convolver& convolver, NormalWork& work,
                               double* pressure) {
  FLANGEWAY_ASSERT(input.gap != nullptr && input.allowed != nullptr, "each element has a gap");
  return Pivoting(input, convolver, work, pressure).run();
}

}  // namespace flangeway::contact::patch
