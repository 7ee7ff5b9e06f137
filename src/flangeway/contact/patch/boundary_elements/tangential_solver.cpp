#include "flangeway/contact/patch/boundary_elements/tangential_solver.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/patch/boundary_elements/krylov.hpp"
#include "flangeway/contact/patch/boundary_elements/slip_operator.hpp"
#include "flangeway/contact/patch/boundary_elements/vector_ops.hpp"
#include "flangeway/core/assertion.hpp"
#include "flangeway/math/vector_clones.hpp"

namespace flangeway::contact::patch {
namespace {

// Preconditioner weights: of the elastic stiffness relative to that of the slip, and of the interaction of
// elements in sliding; found by trial: fewest products from 300 to 200 000 elements.
constexpr double elastic_weight = 2, coupling_weight = 0.8;
// How far the linear equations of a step are solved at least, from a start that has the division (from
// coarser elements) and from any other; found by trial: fewest products from 300 to 200 000 elements.
constexpr double forcing_divided = 0.3, forcing_else = 0.1;
// Tolerance below which the linear equations are solved in full precision, and how far they are solved at
// most: found to be as good as the modified Gram–Schmidt process so far.
constexpr double single_step_tolerance = 1e-7, min_forcing_in_single = 1e-3, min_forcing_in_full = 1e-5;

struct Vector2 {
  double x, y;
};
double norm(Vector2 v) {
  return std::sqrt(v.x * v.x + v.y * v.y);
}

/// v ← its part along t where an element slides (free 0, else 1); t has the two directions one behind the
/// other, and is zero where it adheres.
FLANGEWAY_VECTOR_CLONES
void project_across(const double* __restrict free, const double* __restrict t, double* __restrict v,
                    std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const double along = t[i] * v[i] + t[n + i] * v[n + i];
    v[i] = free[i] * v[i] + along * t[i];
    v[n + i] = free[i] * v[n + i] + along * t[n + i];
  }
}

/// The same, mixed where an element slides with what is carried: `share` of its stiffness comes from its
/// slip, the rest is elastic.
FLANGEWAY_VECTOR_CLONES
void mix_slide(const double* __restrict free, const double* __restrict t, const double* __restrict share,
               double elastic, const double* __restrict carried, double* __restrict v, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const double along = coupling_weight * (1 - share[i]) * (t[i] * v[i] + t[n + i] * v[n + i]);
    const double own = share[i] / elastic;
    v[i] = free[i] * v[i] + along * t[i] + own * carried[i];
    v[n + i] = free[i] * v[n + i] + along * t[n + i] + own * carried[n + i];
  }
}

class Newton {
 public:
  Newton(const TangentialInput& in, Convolver& convolver, TangentialWork& work, double* tractions)
      : in_(in),
        e_(*in.elements),
        w_(work),
        n_(e_.count()),
        p_(tractions),
        op_(in, convolver, work),
        precision_(in.tolerance < single_step_tolerance ? Precision::full : Precision::single) {
    for (auto* v : {&w_.slip, &w_.update, &w_.start}) v->assign(2 * n_, 0.0);
    for (auto* v : {&w_.right_side, &w_.unit_x, &w_.unit_y}) v->assign(2 * n_ + 2, 0.0);
    for (auto* v : {&w_.normal_slip, &w_.slide_share, &w_.free}) v->assign(n_, 0.0);
    w_.across.assign(2 * n_, 0.0);
    w_.sliding.assign(n_, 0);
    w_.yielding.assign(n_, 0);
    w_.along.assign(hardens() ? 2 * n_ : 0, 0.0);
    w_.radial.assign(hardens() ? n_ : 0, 0.0);
  }

  TangentialResult run() {
    for (std::size_t k = 0; k < 2; ++k) {
      const double* most = hardens() ? in_.yielding.friction : in_.bound;
      result_.reachable = result_.reachable && !(in_.by_force[k] && std::abs(in_.target[k]) > sum(most, 0));
    }
    if (!result_.reachable) return result_;
    if (falls()) set_bounds(false);
    if (dot(p_, p_, 2 * n_) == 0) {
      estimate();
    } else {
      project();
    }
    result_.creepage = in_.start_creepage;
    set_slip();
    if (in_.start_sliding != nullptr) {
      std::copy_n(in_.start_sliding, n_, w_.sliding.begin());
      forcing_ = forcing_divided;
    }
    do {
      result_.converged = newton();
    } while (falls() && result_.converged && !follow_slip() && result_.iterations < 10 * in_.max_iterations);
    result_.products = op_.products();
    return result_;
  }

 private:
  /// For fixed bounds; true if it converged.
  bool newton() {
    for (int k = 0; k < in_.max_iterations; ++k, ++result_.iterations) {
      const bool given = in_.start_sliding != nullptr && result_.iterations == 0;
      const bool settled = !given && classify() <= max_unsettled() && k > 0;
      if (settled && rest_of_step() <= in_.tolerance && forces_met()) return true;
      if (k > 0) let_one_adhere();
      linearise();
      solve_linear();
      update();
    }
    return false;
  }

  /// How far the tractions are off after a step, relative to all of them: the linear equations were solved to
  /// `solved_`. Where they are no more than an estimate of the true ones, the next step is expected to be
  /// smaller than this one by as much as the residual.
  [[nodiscard]] double rest_of_step() {
    if (!op_.only_estimates()) return solved_ * change_;
    linearise();
    return last_size_ > 0 ? change_ * right_side_norm() / last_size_ : 0;
  }

  [[nodiscard]] double right_side_norm() const {
    return std::sqrt(dot(w_.right_side.data(), w_.right_side.data(), 2 * n_ + 2));
  }

  [[nodiscard]] std::size_t max_unsettled() const {
    return static_cast<std::size_t>(in_.unsettled * static_cast<double>(n_));
  }

  /// If every element slides along a line, the creepages have no influence. Then, among the elements whose
  /// traction opposes the missing force, the one with the least slip adheres and makes up for it.
  void let_one_adhere() {
    const bool none_adheres =
        std::all_of(w_.sliding.begin(), w_.sliding.end(), [](auto s) { return s != 0; });
    if (!none_adheres || forces_met()) return;
    const double missing_x = in_.by_force[0] ? in_.target[0] - sum(p_, 0) : 0;
    const double missing_y = in_.by_force[1] ? in_.target[1] - sum(p_, 1) : 0;
    std::size_t chosen = n_;
    double least = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (p_[i] * missing_x + p_[n_ + i] * missing_y >= 0) continue;
      const double slip = norm(at(w_.slip.data(), i));
      if (chosen == n_ || slip < least) chosen = i, least = slip;
    }
    if (chosen < n_) w_.sliding[chosen] = 0;
  }

  [[nodiscard]] bool forces_met() const {
    const double carried = sum(in_.bound, 0);
    for (std::size_t k = 0; k < 2; ++k) {
      if (in_.by_force[k] && std::abs(sum(p_, k) - in_.target[k]) > in_.tolerance * carried) return false;
    }
    return true;
  }

  [[nodiscard]] Vector2 at(const double* v, std::size_t i) const { return {v[i], v[n_ + i]}; }
  static void put(double* v, std::size_t i, std::size_t n, Vector2 value) {
    v[i] = value.x, v[n + i] = value.y;
  }
  [[nodiscard]] Vector2 rigid(std::size_t i) const {
    const double part = share(i);
    return {in_.rigid[i] + part * result_.creepage[0], in_.rigid[n_ + i] + part * result_.creepage[1]};
  }
  [[nodiscard]] double share(std::size_t i) const { return in_.share != nullptr ? in_.share[i] : 1; }

  [[nodiscard]] bool falls() const { return in_.friction.laws != nullptr; }
  [[nodiscard]] bool hardens() const { return in_.yielding.stress != nullptr; }

  /// Bounds from the slip (or from the initial speed); the coefficient lags along the row where friction has
  /// a memory.
  void set_bounds(bool from_slip) {
    const SlipFriction& f = in_.friction;
    for (std::size_t i = 0; i < n_; ++i) {
      const double speed = from_slip ? norm(at(w_.slip.data(), i)) * f.speed : f.initial_speed;
      double mu = friction_coefficient(*f.laws[i], speed);
      if (f.memory > 0) {
        const double before = f.before != nullptr           ? f.before[i]
                              : e_.follows[i] && in_.steady ? f.coefficient[i - 1]
                                                            : static_friction(*f.laws[i]);
        const double pull = std::max(speed, f.minimal_speed) * f.memory;
        mu = (before + pull * mu) / (1 + pull);
      }
      f.coefficient[i] = mu;
      in_.bound[i] = mu * f.pressure[i];
      if (f.most != nullptr) in_.bound[i] = std::min(in_.bound[i], f.most[i]);
    }
  }

  /// Takes the bounds of the new slip. True if they have settled. Starting from high friction the bounds fall
  /// to the solution with the least slip, starting from low friction they rise to that with the most.
  bool follow_slip() {
    set_bounds(true);
    double change = 0, total = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const Vector2 p = at(p_, i);
      const double size = norm(p), excess = in_.bound[i] - size;
      total += size * size;
      if (size == 0 || (!w_.sliding[i] && excess > 0)) continue;
      change += excess * excess;
      put(p_, i, n_, {p.x * in_.bound[i] / size, p.y * in_.bound[i] / size});
    }
    set_slip();
    return change <= in_.tolerance * in_.tolerance * total;
  }

  /// Simplified theory: the displacement is the traction times one flexibility; marched from the leading
  /// edge.
  void estimate() {
    for (std::size_t i = 0; i < n_; ++i) {
      Vector2 p = in_.steady && e_.follows[i] ? at(p_, i - 1) : Vector2{0, 0};
      const Vector2 w = rigid(i);
      p = {p.x - w.x / op_.flexibility(), p.y - w.y / op_.flexibility()};
      put(p_, i, n_, clip(p, in_.bound[i]));
    }
  }

  static Vector2 clip(Vector2 p, double bound) {
    const double size = norm(p);
    return size > bound ? Vector2{p.x * bound / size, p.y * bound / size} : p;
  }

  void project() {
    for (std::size_t i = 0; i < n_; ++i) put(p_, i, n_, clip(at(p_, i), in_.bound[i]));
  }

  void set_slip() {
    gone_ = 0;
    op_.begin(p_, w_.slip.data());
    add_rigid_slip();
  }

  void add_rigid_slip() {
    for (std::size_t i = 0; i < n_; ++i) {
      const Vector2 w = rigid(i);
      w_.slip[i] += w.x;
      w_.slip[n_ + i] += w.y;
    }
  }

  /// Sliding where the traction that would stop the slip exceeds the bound. Returns how many changed.
  std::size_t classify() {
    std::size_t changes = hardens() ? find_yielding() : 0;
    for (std::size_t i = 0; i < n_; ++i) {
      if (w_.yielding[i]) continue;
      const Vector2 p = at(p_, i), s = at(w_.slip.data(), i);
      const Vector2 trial{p.x - s.x / op_.diagonal(), p.y - s.y / op_.diagonal()};
      const bool full = norm(p) >= in_.bound[i] * (1 - 1e-12);
      // An element that slides along its traction adheres next, and so comes to the other side.
      const bool same_side = trial.x * p.x + trial.y * p.y > 0;
      const bool sliding = in_.bound[i] <= 0 || (full && same_side && norm(trial) > in_.bound[i]);
      changes += sliding != (w_.sliding[i] != 0);
      w_.sliding[i] = sliding;
    }
    return changes;
  }

  /// Sets which elements yield and the bounds of the others. Returns how many began or ended to yield.
  std::size_t find_yielding() {
    std::size_t changes = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const bool before = w_.yielding[i] != 0;
      w_.yielding[i] = yields(i);
      changes += before != (w_.yielding[i] != 0);
      if (w_.yielding[i]) w_.sliding[i] = 0;
    }
    return changes;
  }

  [[nodiscard]] bool yields(std::size_t i) {
    const Yielding& y = in_.yielding;
    const double least = std::min(y.stress[i], y.friction[i]);
    in_.bound[i] = least;
    if (!(y.stress[i] < y.friction[i])) return false;
    const Vector2 p = at(p_, i), s = at(w_.slip.data(), i);
    const double size = norm(p), against = size > 0 ? -(p.x * s.x + p.y * s.y) / size : 0;
    const Vector2 trial{p.x - s.x / op_.diagonal(), p.y - s.y / op_.diagonal()};
    const bool flows = w_.yielding[i] || w_.sliding[i]
                           ? against > 0
                           : size >= least * (1 - 1e-12) && norm(trial) > least && against > 0;
    if (!flows) return false;
    const double stress = y.stress[i] + y.hardening * against;
    if (stress >= y.friction[i] && size >= y.friction[i] * (1 - 1e-9)) in_.bound[i] = y.friction[i];
    if (stress <= y.least_stress && y.hardening < 0) in_.bound[i] = y.least_stress;
    const bool held = in_.bound[i] != least;
    if (!held) in_.bound[i] = y.friction[i];
    return !held;
  }

  /// Unit vector across the traction of a sliding element.
  [[nodiscard]] Vector2 across(std::size_t i) const {
    const double g = in_.bound[i];
    return g > 0 ? Vector2{-p_[n_ + i] / g, p_[i] / g} : Vector2{0, 0};
  }

  /// Right side −F, and of the sliding elements |s|/g and the direction across.
  void linearise() {
    const double elastic = elastic_weight * op_.diagonal();
    for (std::size_t i = 0; i < n_; ++i) {
      const Vector2 s = at(w_.slip.data(), i);
      w_.free[i] = w_.sliding[i] ? 0 : 1;
      if (hardens()) w_.radial[i] = 0;
      if (w_.yielding[i]) {
        linearise_yielding(i, s);
        continue;
      }
      if (!w_.sliding[i]) {
        w_.normal_slip[i] = w_.slide_share[i] = 0;
        put(w_.across.data(), i, n_, {0, 0});
        put(w_.right_side.data(), i, n_, {-s.x, -s.y});
        continue;
      }
      const Vector2 t = across(i);
      put(w_.across.data(), i, n_, t);
      const double along = t.x * s.x + t.y * s.y;
      const double against = -(p_[i] * s.x + p_[n_ + i] * s.y);
      w_.normal_slip[i] = in_.bound[i] > 0 ? std::max(against, 0.0) / (in_.bound[i] * in_.bound[i]) : 1;
      w_.slide_share[i] = w_.normal_slip[i] / (elastic + w_.normal_slip[i]);
      put(w_.right_side.data(), i, n_, {-along * t.x, -along * t.y});
    }
    for (std::size_t k = 0; k < 2; ++k)
      w_.right_side[2 * n_ + k] = in_.by_force[k] ? force_scale() * (in_.target[k] - sum(p_, k)) : 0;
    set_border();
  }

  /// Along the traction |p| = stress + hardening · d with the plastic slip d, across it the slip vanishes.
  void linearise_yielding(std::size_t i, Vector2 s) {
    const Vector2 p = at(p_, i);
    const double size = norm(p), stiffness = 1 / in_.yielding.hardening;
    const Vector2 n{p.x / size, p.y / size};
    const double missing = (size - in_.yielding.stress[i]) * stiffness;
    w_.normal_slip[i] = std::max(-(n.x * s.x + n.y * s.y), 0.0) / size;
    w_.radial[i] = stiffness - w_.normal_slip[i];
    w_.slide_share[i] = 0;
    put(w_.along.data(), i, n_, n);
    put(w_.across.data(), i, n_, {0, 0});
    put(w_.right_side.data(), i, n_, {-s.x - missing * n.x, -s.y - missing * n.y});
  }

  [[nodiscard]] double force_scale() { return op_.flexibility() / std::sqrt(static_cast<double>(n_)); }

  /// Leaves only the part across the traction at sliding elements.
  void restrict(double* v) const { project_across(w_.free.data(), w_.across.data(), v, n_); }

  /// y = J q; q and y carry the two creepages behind the tractions.
  void jacobian(const double* q, double* y) {
    op_.apply(q, y, precision_);
    for (std::size_t i = 0; i < n_; ++i) {
      y[i] += share(i) * q[2 * n_] + w_.normal_slip[i] * q[i];
      y[n_ + i] += share(i) * q[2 * n_ + 1] + w_.normal_slip[i] * q[n_ + i];
    }
    for (std::size_t i = 0; hardens() && i < n_; ++i) {
      if (!w_.yielding[i]) continue;
      const Vector2 n = at(w_.along.data(), i);
      const double radial = w_.radial[i] * (n.x * q[i] + n.y * q[n_ + i]);
      y[i] += radial * n.x;
      y[n_ + i] += radial * n.y;
    }
    restrict(y);
    for (std::size_t k = 0; k < 2; ++k)
      y[2 * n_ + k] = in_.by_force[k] ? force_scale() * sum(q, k) : q[2 * n_ + k];
  }

  /// z = M r of the tractions alone. Rolling: the residual is integrated from the leading edge, which undoes
  /// the difference; sliding damps what is carried on.
  void precondition_tractions(const double* r, double* z) {
    double* carried = w_.start.data();
    Vector2 sum{0, 0};
    for (std::size_t i = 0; i < n_; ++i) {
      if (!in_.steady || !e_.follows[i]) sum = {0, 0};
      sum = {sum.x + r[i], sum.y + r[n_ + i]};
      if (w_.sliding[i]) {
        const Vector2 t = at(w_.across.data(), i);
        const double along = (1 - w_.slide_share[i]) * (t.x * sum.x + t.y * sum.y);
        sum = {along * t.x, along * t.y};
      }
      if (w_.yielding[i]) {
        const Shares share = shares(i);
        sum = mixed(i, sum, 1 - share.along, 1 - share.across);
      }
      put(carried, i, n_, sum);
    }
    op_.inverse(carried, z);
    mix_slide(w_.free.data(), w_.across.data(), w_.slide_share.data(), elastic_weight * op_.diagonal(),
              carried, z, n_);
    const double elastic = elastic_weight * op_.diagonal();
    for (std::size_t i = 0; hardens() && i < n_; ++i) {
      if (!w_.yielding[i]) continue;
      const Shares share = shares(i);
      const Vector2 far = mixed(i, at(z, i), 1 - share.along, 1 - share.across),
                    own = mixed(i, at(carried, i), share.along / elastic, share.across / elastic);
      put(z, i, n_, {far.x + own.x, far.y + own.y});
    }
  }

  /// How much of the stiffness of a yielding element is not elastic.
  struct Shares {
    double along, across;
  };
  [[nodiscard]] Shares shares(std::size_t i) const {
    const double elastic = elastic_weight * op_.diagonal(), across = w_.normal_slip[i],
                 along = w_.radial[i] + across;
    return {along / (elastic + along), across / (elastic + across)};
  }

  /// The parts of v along and across the traction of an element, each with its weight.
  [[nodiscard]] Vector2 mixed(std::size_t i, Vector2 v, double along, double across) const {
    const Vector2 n = at(w_.along.data(), i);
    const double part = (along - across) * (n.x * v.x + n.y * v.y);
    return {across * v.x + part * n.x, across * v.y + part * n.y};
  }

  void set_border() {
    for (std::size_t k = 0; k < 2; ++k) {
      if (!in_.by_force[k]) continue;
      std::vector<double>& column = k == 0 ? w_.unit_x : w_.unit_y;
      std::fill_n(w_.update.begin(), 2 * n_, 0.0);
      for (std::size_t i = 0; i < n_; ++i) w_.update[k * n_ + i] = share(i);
      restrict(w_.update.data());
      precondition_tractions(w_.update.data(), column.data());
    }
  }

  [[nodiscard]] double sum(const double* v, std::size_t k) const {
    double total = 0;
    for (std::size_t i = 0; i < n_; ++i) total += v[k * n_ + i];
    return total;
  }

  /// z = M r of the bordered system: exact for the border, given M.
  void precondition(const double* r, double* z) {
    precondition_tractions(r, z);
    z[2 * n_] = r[2 * n_];
    z[2 * n_ + 1] = r[2 * n_ + 1];
    std::array<std::array<double, 2>, 2> s{{{1, 0}, {0, 1}}};
    std::array<double, 2> right{0, 0};
    const std::array<const double*, 2> columns{w_.unit_x.data(), w_.unit_y.data()};
    for (std::size_t k = 0; k < 2; ++k) {
      if (!in_.by_force[k]) continue;
      for (std::size_t l = 0; l < 2; ++l) s[k][l] = in_.by_force[l] ? sum(columns[l], k) : 0;
      right[k] = sum(z, k) - r[2 * n_ + k] / force_scale();
    }
    const double determinant = s[0][0] * s[1][1] - s[0][1] * s[1][0];
    if (determinant == 0) return;
    const std::array<double, 2> creep{(right[0] * s[1][1] - s[0][1] * right[1]) / determinant,
                                      (s[0][0] * right[1] - right[0] * s[1][0]) / determinant};
    for (std::size_t k = 0; k < 2; ++k) {
      if (!in_.by_force[k]) continue;
      add_scaled(z, -creep[k], columns[k], 2 * n_);
      z[2 * n_ + k] = creep[k];
    }
  }

  /// Tolerance of the linear equations whose right side has the norm `size`: the excess of the previous step
  /// over the error of its equations, but not below the tolerance of the tractions.
  [[nodiscard]] double forcing(double size) const {
    if (last_size_ == 0) return forcing_;
    const double curvature = std::abs(size - last_rest_) / last_size_;
    const double asked = 0.5 * in_.tolerance / std::max(change_ * size / last_size_, in_.tolerance);
    const double least = precision_ == Precision::single ? min_forcing_in_single : min_forcing_in_full;
    return std::clamp(curvature, std::clamp(asked, least, forcing_), forcing_);
  }

  /// Leaves the step in w_.update (2n + 2).
  void solve_linear() {
    const double start = right_side_norm();
    if (start > 0) solved_ = forcing(start);
    const auto product = [this](const double* q, double* y) { jacobian(q, y); };
    const auto inverse = [this](const double* r, double* z) { precondition(r, z); };
    const double rest = solve_by_gmres(w_.right_side, solved_, product, inverse, w_.krylov, w_.update);
    if (start == 0) return;
    last_size_ = start, last_rest_ = rest;
    solved_ = std::max(solved_, rest / start);  // the vectors may have been used up
  }

  /// Takes the step, back onto the bounds.
  void update() {
    double change = 0, size = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      const Vector2 before = at(p_, i);
      Vector2 next{before.x + w_.update[i], before.y + w_.update[n_ + i]};
      if (w_.sliding[i]) {
        const double length = norm(next);
        if (length > 0) next = {next.x * in_.bound[i] / length, next.y * in_.bound[i] / length};
      }
      next = clip(next, in_.bound[i]);
      put(p_, i, n_, next);
      put(w_.update.data(), i, n_, {next.x - before.x, next.y - before.y});
      change += (next.x - before.x) * (next.x - before.x) + (next.y - before.y) * (next.y - before.y);
      size += next.x * next.x + next.y * next.y;
    }
    for (std::size_t k = 0; k < 2; ++k) {
      if (in_.by_force[k]) result_.creepage[k] += w_.update[2 * n_ + k];
    }
    change_ = size > 0 ? std::sqrt(change / size) : 0;
    gone_ += change_;
    if (precision_ == Precision::single &&
        single_precision_noise(gone_, n_) < noise_of_tolerance * in_.tolerance) {
      op_.go_on(w_.update.data(), w_.slip.data());
      add_rigid_slip();
    } else {
      set_slip();
    }
  }

  const TangentialInput& in_;
  const ContactElements& e_;
  TangentialWork& w_;
  std::size_t n_;
  double* p_;
  SlipOperator op_;
  Precision precision_;  // of the linear equations of a step and of what it moves
  TangentialResult result_;
  double forcing_ = forcing_else, solved_ = forcing_else, change_ = 0;
  double gone_ = 0;                       // Σ of changes since displacements were in full precision
  double last_size_ = 0, last_rest_ = 0;  // of the linear equations before: right side, and what was left
};

}  // namespace

TangentialResult solve_tangential(const TangentialInput& input, Convolver& convolver, TangentialWork& work,
                                  double* tractions) {
  FLANGEWAY_ASSERT(input.elements != nullptr, "the elements in contact are listed");
  return Newton(input, convolver, work, tractions).run();
}

}  // namespace flangeway::contact::patch
