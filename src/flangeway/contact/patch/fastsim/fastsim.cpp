#include "flangeway/contact/patch/fastsim/fastsim.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "flangeway/contact/kalker_table.hpp"
#include "flangeway/contact/patch/problem/element_fields.hpp"
#include "flangeway/contact/patch/problem/summary.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::patch {
namespace {

struct Pair {
  double x, y;
};

double size(Pair v) {
  return std::hypot(v.x, v.y);
}

// The traction where a strip adheres, by strip theory with the slopes of Kalker's coefficients; without
// factors: unit (a/p₀ of the strip). [Sichani2016], docs/theory/strips.md eq. 8 to 10.
struct Adhesion {
  double x = 0, y = 0, turn = 0;  // κ', λ' and ψ = λ − λ'
  double depth = -1;  // d in m: the strip adheres where x is more than 2d − a ahead; < 0: nowhere
};

// Slopes of FaStrip over those of strip theory, and the flexibilities that go with them at the middle strip.
struct StripSlopes {
  double longitudinal = 0, lateral = 0, spin = 0;
};

StripSlopes strip_slopes(const Ellipse& e, const ElasticPair& material) {
  const KalkerCoefficients c = kalker_coefficients(std::log(e.a / e.b), material.poisson_ratio);
  return {4 * (1 - material.poisson_ratio) * c.c11 / (pi * pi), 4 * c.c22 / (pi * pi),
          3 * c.c23 * std::sqrt(e.b / e.a) / pi};
}

Flexibility strip_flexibility(const Ellipse& e, const ElasticPair& material, const StripSlopes& slopes) {
  const double unit = 4 * e.a / (pi * material.shear_modulus);
  return {unit * (1 - material.poisson_ratio) / slopes.longitudinal, unit / slopes.lateral,
          unit * 2 / (3 * slopes.spin)};
}

class March {
 public:
  /// `previous`: tractions of the instant before, for shifts and transient rolling; null: there are none.
  March(const Problem& problem, const Flexibility& flexibility, Pair creepage, const Tractions* previous,
        Solution& solution)
      : p_(problem),
        l_(flexibility),
        creepage_(creepage),
        previous_(previous),
        steady_(problem.motion.kind == TangentialKind::steady_rolling),
        step_(step_of(problem)),
        s_(solution) {}

  /// Strip theory in the adhering part.
  void with_strips(const strips::StripContact& strips, const StripSlopes& slopes) {
    strips_ = &strips;
    slopes_ = slopes;
  }

  void row(int iy) {
    const Before fresh{{0, 0}, -1, 1};
    Before before = fresh;
    int behind_edge = 0;  // elements in contact ahead of this one
    if (strips_ != nullptr) adhere(iy);
    for (int k = 0; k < p_.grid.nx; ++k) {
      const int ix = p_.motion.direction > 0 ? p_.grid.nx - 1 - k : k;
      const std::size_t i = p_.grid.index(ix, iy);
      if (!(s_.tractions.pressure[i] > 0)) {
        before = fresh, behind_edge = 0;
        continue;
      }
      if (!steady_) before = one_step_before(ix, iy, behind_edge);
      before.traction = element(i, ix, iy, before);
      before.friction = s_.friction[i];
      ++behind_edge;
    }
  }

 private:
  /// State of the particle at an element one step before.
  struct Before {
    Pair traction;
    double friction = -1;  // < 0: it was outside the contact
    double share = 1;      // of the step that it has spent in contact
  };

  /// m that the particles move in a step; creepages of a shift are displacements.
  static double step_of(const Problem& problem) {
    switch (problem.motion.kind) {
      case TangentialKind::transient_rolling:
        return problem.motion.step;
      case TangentialKind::shift:
        return 1;
      default:
        return problem.grid.dx;
    }
  }

  /// In rolling the particle was a step further ahead: between two elements, whose tractions are mixed. One
  /// that entered during the step had none.
  [[nodiscard]] Before one_step_before(int ix, int iy, int behind_edge) const {
    Before before{{0, 0}, -1, 1};
    double place = ix;
    if (p_.motion.kind == TangentialKind::transient_rolling) {
      before.share = std::min(1.0, (behind_edge + 1) * p_.grid.dx / step_);
      if (before.share < 1) return before;
      place += p_.motion.direction * step_ / p_.grid.dx;
    }
    if (previous_ == nullptr || previous_->x.size() != p_.grid.size()) return before;
    const double low = std::floor(place);
    for (const auto& [at, weight] : {std::pair{low, 1 - (place - low)}, std::pair{low + 1, place - low}}) {
      if (weight == 0 || at < 0 || at > p_.grid.nx - 1) continue;
      const std::size_t i = p_.grid.index(static_cast<int>(at), iy);
      before.traction.x += weight * previous_->x[i], before.traction.y += weight * previous_->y[i];
      const bool touched = previous_->friction.size() == p_.grid.size() && previous_->friction[i] > 0;
      if (touched && weight >= 0.5) before.friction = previous_->friction[i];
    }
    return before;
  }

  /// Rigid slip; the spin is weighted so that with L1 and L2 it acts through L3.
  [[nodiscard]] Pair rigid(std::size_t i, int ix, int iy) const {
    const Motion& m = p_.motion;
    const RigidSlip spin = spin_slip(m, p_.grid.x(ix), p_.grid.y(iy), m.spin_offset * step_ * m.direction);
    const double extra_x = p_.extra_slip_x.empty() ? 0 : p_.extra_slip_x[i];
    const double extra_y = p_.extra_slip_y.empty() ? 0 : p_.extra_slip_y[i];
    return {creepage_.x + spin.x * l_.longitudinal / l_.spin + extra_x,
            creepage_.y + spin.y * l_.lateral / l_.spin + extra_y};
  }

  /// Traction of an element from that of its particle one step before.
  Pair element(std::size_t i, int ix, int iy, const Before& before) {
    const Pair w = rigid(i, ix, iy), p0 = before.traction;
    const double way = before.share * step_;
    const Pair stick{p0.x - w.x * way / l_.longitudinal, p0.y - w.y * way / l_.lateral};
    const double mu = coefficient(i, size(w) * p_.motion.speed, before.friction);
    const double bound = mu * s_.tractions.pressure[i], length = size(stick);
    const bool slides = length > bound;
    const Pair p = slides ? Pair{stick.x * bound / length, stick.y * bound / length} : stick;
    const Pair slip{l_.longitudinal * (p.x - stick.x) / step_, l_.lateral * (p.y - stick.y) / step_};
    if (strips_ == nullptr) {
      write(i, p, slip, mu, slides);
    } else if (const double ahead_of_middle = p_.motion.direction * (p_.grid.x(ix) - strip_->centre);
               adhesion_.depth >= 0 && ahead_of_middle > 2 * adhesion_.depth - strip_->half_length) {
      write(i, adhering(ahead_of_middle, mu, bound), {0, 0}, mu, false);
    } else {
      const double part = length > 0 ? bound / length : 0;
      write(i, {stick.x * part, stick.y * part}, slip, mu, true);
    }
    return p;
  }

  /// Division of a strip, from the creepages at its middle.
  void adhere(int iy) {
    strip_ = &strips_->strips[static_cast<std::size_t>(iy)];
    adhesion_ = {};
    if (!(strip_->half_length > 0)) return;
    const Motion& m = p_.motion;
    const std::size_t first = p_.grid.index(0, iy);
    const double mu = friction_coefficient(law_of(p_, first), m.speed * size(creepage_));
    if (!(mu > 0)) return;
    const double g = p_.material.shear_modulus,
                 scale = g * strip_->half_length / (2 * mu * strip_->max_pressure);
    const Pair extra = mean_extra(iy);
    const RigidSlip spin = spin_slip(m, strip_->centre, strip_->y, 0);
    const Pair w{slopes_.longitudinal * (creepage_.x + extra.x) + slopes_.spin * spin.x,
                 slopes_.lateral * (creepage_.y + extra.y) + slopes_.spin * spin.y};
    const double kx = -w.x * scale / (1 - p_.material.poisson_ratio), ky = -w.y * scale;
    const double psi = m.spin_across ? -slopes_.spin * m.spin * m.direction * scale : 0;
    const double square = ky * ky + (1 - psi * psi) * kx * kx;
    if (square < 0) return;  // spin alone makes it slide
    const double root = std::sqrt(square) - ky * psi;
    const double depth = kx * kx + ky * ky > 0 ? (kx * kx + ky * ky) / root : 0;
    if (!(root > 0 || depth == 0) || !(depth < strip_->half_length)) return;
    adhesion_ = {depth > 0 ? kx / depth : 0, depth > 0 ? ky / depth : 0, psi, depth};
  }

  [[nodiscard]] Pair mean_extra(int iy) const {
    Pair sum{0, 0};
    double weight = 0;
    if (p_.extra_slip_x.empty()) return sum;
    for (int ix = 0; ix < p_.grid.nx; ++ix) {
      const std::size_t i = p_.grid.index(ix, iy);
      const double p = s_.tractions.pressure[i];
      weight += p, sum.x += p * p_.extra_slip_x[i], sum.y += p * p_.extra_slip_y[i];
    }
    return weight > 0 ? Pair{sum.x / weight, sum.y / weight} : sum;
  }

  /// Traction of an element of the adhering part whose middle is `x` m ahead of the strip's: means over the
  /// element, for at small creepages all of the force comes from the last one.
  [[nodiscard]] Pair adhering(double x, double mu, double bound) const {
    const double a = strip_->half_length, inner_length = a - adhesion_.depth, half = p_.grid.dx / 2;
    const double whole = strips::half_disc((x - half) / a, (x + half) / a) * a * a;
    const double from = x - adhesion_.depth;
    const double inner = strips::half_disc((from - half) / inner_length, (from + half) / inner_length) *
                         inner_length * inner_length;
    const double unit = mu * strip_->max_pressure / (a * p_.grid.dx);
    Pair p{unit * adhesion_.x * (whole - inner),
           unit * ((adhesion_.y + adhesion_.turn) * whole - adhesion_.y * inner)};
    const double length = size(p);
    if (length > bound) p = {p.x * bound / length, p.y * bound / length};
    return p;
  }

  /// Friction at the rigid slip, one step behind the element ahead where it has a memory. The elastic part of
  /// the slip is left out: softened flexibilities overstate it.
  [[nodiscard]] double coefficient(std::size_t i, double speed, double ahead) const {
    const FrictionLaw& law = law_of(p_, i);
    const double mu = friction_coefficient(law, speed);
    if (p_.memory.distance <= 0) return mu;
    const double before = ahead < 0 ? static_friction(law) : ahead;
    const double pull =
        std::max(speed, p_.memory.minimal_speed) * step_ / (p_.motion.speed * p_.memory.distance);
    return (before + pull * mu) / (1 + pull);
  }

  void write(std::size_t i, Pair p, Pair slip, double mu, bool slides) {
    s_.state[i] = slides ? ElementState::slip : ElementState::adhesion;
    s_.tractions.x[i] = p.x, s_.tractions.y[i] = p.y;
    s_.slip_x[i] = slip.x, s_.slip_y[i] = slip.y;
    s_.displacement_x[i] = l_.longitudinal * p.x, s_.displacement_y[i] = l_.lateral * p.y;
    s_.friction[i] = mu;
  }

  const Problem& p_;
  Flexibility l_;
  Pair creepage_;
  const Tractions* previous_;
  bool steady_;
  double step_;
  Solution& s_;
  const strips::StripContact* strips_ = nullptr;
  StripSlopes slopes_;
  const strips::Strip* strip_ = nullptr;
  Adhesion adhesion_;
};

// A fast tangential solution at any creepages.
class FastTangentialProblem {
 public:
  FastTangentialProblem(const Problem& problem, const strips::StripContact& strips, const Tractions* previous,
                        Solution& solution)
      : p_(problem),
        strips_(strips),
        previous_(previous),
        s_(solution),
        ellipse_(problem.method.ellipse.value_or(strips.ellipse)) {
    const Method& method = problem.method;
    if (method.tangential == TangentialMethod::fastrip) {
      slopes_ = strip_slopes(ellipse_, problem.material);
      flexibility_ = strip_flexibility(ellipse_, problem.material, slopes_);
    } else {
      flexibility_ = method.flexibility ? *method.flexibility
                                        : kalker_flexibility(ellipse_.a, ellipse_.b, problem.material);
    }
  }

  /// Tractions at a creepage, and their sums.
  void at(Pair creepage) {
    March march(p_, flexibility_at(creepage), creepage, previous_, s_);
    if (p_.method.tangential == TangentialMethod::fastrip) march.with_strips(strips_, slopes_);
    for (int iy = 0; iy < p_.grid.ny; ++iy) march.row(iy);
    s_.creepage_x = creepage.x, s_.creepage_y = creepage.y;
    summarise(p_, s_);
  }

  /// Finds the creepages of the directions whose force is given.
  void with_forces() {
    const Motion& m = p_.motion;
    const bool given_x = m.longitudinal.control != Control::creepage,
               given_y = m.lateral.control != Control::creepage;
    Pair creepage{given_x ? 0 : m.longitudinal.value, given_y ? 0 : m.lateral.value};
    if (!given_x && !given_y) return at(creepage);
    const double limit = static_friction(p_.friction.front()) * strips_.normal_force;
    const Pair wanted{target(m.longitudinal, limit), target(m.lateral, limit)};
    if (std::hypot(given_x ? wanted.x : 0, given_y ? wanted.y : 0) >= limit) {
      at(creepage);
      s_.outcome = Outcome::force_unreachable;
      return;
    }
    search(creepage, wanted, given_x, given_y, limit);
  }

 private:
  static double target(const Prescribed& given, double limit) {
    return given.control == Control::force_over_mu_n ? given.value * limit : given.value;
  }

  // Divided by k, which falls with the creepage.
  [[nodiscard]] Flexibility flexibility_at(Pair creepage) const {
    const double k = slope_factor(p_.method.slope, p_, ellipse_.a, ellipse_.b, strips_.normal_force,
                                  creepage.x, creepage.y);
    return {flexibility_.longitudinal / k, flexibility_.lateral / k, flexibility_.spin / k};
  }

  // Newton's method with differences; steps that do not help are halved.
  void search(Pair creepage, Pair wanted, bool given_x, bool given_y, double limit) {
    const auto missed = [&](Pair c) {
      at(c);
      return Pair{given_x ? s_.force_x - wanted.x : 0, given_y ? s_.force_y - wanted.y : 0};
    };
    const double g = p_.material.shear_modulus * ellipse_.a * ellipse_.b;
    const double unit = 1e-3 * limit / g;  // a creepage that matters
    Pair error = missed(creepage);
    for (int i = 0; i < 60 && size(error) > 1e-7 * limit; ++i) {
      const Pair ahead_x = given_x ? missed({creepage.x + unit, creepage.y}) : Pair{error.x - g * unit, 0};
      const Pair ahead_y = given_y ? missed({creepage.x, creepage.y + unit}) : Pair{0, error.y - g * unit};
      const double xx = (ahead_x.x - error.x) / unit, yx = (ahead_x.y - error.y) / unit,
                   xy = (ahead_y.x - error.x) / unit, yy = (ahead_y.y - error.y) / unit;
      const double determinant = xx * yy - xy * yx;
      Pair step{0, 0};
      if (determinant != 0) {
        step = {-(yy * error.x - xy * error.y) / determinant, -(xx * error.y - yx * error.x) / determinant};
      }
      // Near full sliding the slope vanishes.
      const double most = 3 * limit / g, length = size(step);
      if (length == 0) step = {error.x / g, error.y / g};
      if (length > most) step = {step.x * most / length, step.y * most / length};
      Pair next = error;
      for (int halving = 0; halving < 20; ++halving) {
        next = missed({creepage.x + step.x, creepage.y + step.y});
        if (size(next) < size(error)) break;
        step = {step.x / 2, step.y / 2};
      }
      creepage = {creepage.x + step.x, creepage.y + step.y};
      error = next;
    }
    at(creepage);
    // Elements go over into sliding one by one: the force has steps of this size.
    if (size(error) > 1e-3 * limit) s_.outcome = Outcome::not_converged_force;
  }

  const Problem& p_;
  const strips::StripContact& strips_;
  const Tractions* previous_;
  Solution& s_;
  Ellipse ellipse_;
  StripSlopes slopes_;
  Flexibility flexibility_;
};

/// Values of a function of the place, scaled to a force.
template <typename Value>
std::vector<double> scaled_pressure(const Grid& grid, double force, const Value& value) {
  std::vector<double> pressure(grid.size(), 0.0);
  double sum = 0;
  for (int iy = 0; iy < grid.ny; ++iy)
    for (int ix = 0; ix < grid.nx; ++ix) sum += pressure[grid.index(ix, iy)] = value(grid.x(ix), grid.y(iy));
  for (double& p : pressure) p *= sum > 0 ? force / (sum * grid.element_area()) : 0;
  return pressure;
}

}  // namespace

std::vector<double> ellipse_pressure(const Grid& grid, double a, double b, double force,
                                     PressureShape shape) {
  return scaled_pressure(grid, force, [&](double x, double y) {
    const double room = std::max(0.0, 1 - (x / a) * (x / a) - (y / b) * (y / b));
    return shape == PressureShape::elliptic ? std::sqrt(room) : room;
  });
}

std::vector<double> double_ellipse_pressure(const Grid& grid, double a, double below, double above,
                                            double force) {
  const double middle = 0.5 * (below - above);
  return scaled_pressure(grid, force, [&](double x, double y) {
    const double part = (y - middle) / (y < middle ? below : above);
    return std::sqrt(std::max(0.0, 1 - (x / a) * (x / a) - part * part));
  });
}

Flexibility kalker_flexibility(double a, double b, const ElasticPair& material) {
  const KalkerCoefficients c = kalker_coefficients(std::log(a / b), material.poisson_ratio);
  const double g = material.shear_modulus;
  return {8 * a / (3 * g * c.c11), 8 * a / (3 * g * c.c22), pi * a * std::sqrt(a / b) / (4 * g * c.c23)};
}

double slope_factor(const SlopeReduction& reduction, const Problem& problem, double a, double b, double force,
                    double xi, double eta) {
  const KalkerCoefficients c = kalker_coefficients(std::log(a / b), problem.material.poisson_ratio);
  const Motion& m = problem.motion;
  const double with_spin = eta + m.spin * a;
  const double lateral = std::abs(with_spin) > std::abs(eta) ? with_spin : eta;
  const double total = std::hypot(xi, lateral);
  if (total == 0 || m.kind == TangentialKind::shift) return reduction.initial;  // shifts have no creepage
  const double stiffness = std::hypot(c.c11 * xi / total, c.c22 * lateral / total);
  const double mu = friction_coefficient(problem.friction.front(), m.speed * std::hypot(xi, eta));
  const double gradient = problem.material.shear_modulus * pi * a * b * stiffness * total / (4 * force * mu);
  return reduction.initial *
         (reduction.limit + (1 - reduction.limit) / (1 + reduction.rate * reduction.initial * gradient));
}

void solve_fast_tangential(const Problem& problem, const strips::StripContact& strips,
                           const Tractions* previous, Solution& solution) {
  FastTangentialProblem(problem, strips, previous, solution).with_forces();
}

}  // namespace flangeway::contact::patch
