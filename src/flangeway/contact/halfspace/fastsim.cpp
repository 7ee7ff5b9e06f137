#include "flangeway/contact/halfspace/fastsim.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/contact/halfspace/element_fields.hpp"
#include "flangeway/contact/halfspace/summary.hpp"
#include "flangeway/contact/kalker_table.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact::halfspace {
namespace {

struct Pair {
  double x, y;
};

double size(Pair v) {
  return std::hypot(v.x, v.y);
}

class March {
 public:
  March(const Problem& problem, const Flexibility& flexibility, Solution& solution)
      : p_(problem), l_(flexibility), s_(solution) {}

  void row(int iy) {
    Pair ahead{0, 0};
    double friction_ahead = -1;  // no element ahead
    for (int k = 0; k < p_.grid.nx; ++k) {
      const int ix = p_.motion.direction > 0 ? p_.grid.nx - 1 - k : k;
      const std::size_t i = p_.grid.index(ix, iy);
      if (!(s_.tractions.pressure[i] > 0)) {
        ahead = {0, 0};
        friction_ahead = -1;
        continue;
      }
      ahead = element(i, ix, iy, ahead, friction_ahead);
      friction_ahead = s_.friction[i];
    }
  }

 private:
  /// Rigid slip; the spin is weighted so that with L1 and L2 it acts through L3.
  [[nodiscard]] Pair rigid(std::size_t i, int ix, int iy) const {
    const Motion& m = p_.motion;
    const double x = p_.grid.x(ix) - m.spin_centre_x + m.spin_offset * p_.grid.dx * m.direction;
    const double y = p_.grid.y(iy) - m.spin_centre_y;
    const double extra_x = p_.extra_slip_x.empty() ? 0 : p_.extra_slip_x[i];
    const double extra_y = p_.extra_slip_y.empty() ? 0 : p_.extra_slip_y[i];
    return {m.longitudinal.value - m.spin * y * l_.longitudinal / l_.spin + extra_x,
            m.lateral.value + m.spin * x * l_.lateral / l_.spin + extra_y};
  }

  /// Traction of an element from that of the one ahead.
  Pair element(std::size_t i, int ix, int iy, Pair ahead, double friction_ahead) {
    const Pair w = rigid(i, ix, iy);
    const double dx = p_.grid.dx;
    const Pair stick{ahead.x - w.x * dx / l_.longitudinal, ahead.y - w.y * dx / l_.lateral};
    const double mu = coefficient(i, size(w) * p_.motion.speed, friction_ahead);
    const double bound = mu * s_.tractions.pressure[i], length = size(stick);
    s_.state[i] = length > bound ? ElementState::slip : ElementState::adhesion;
    Pair p = stick, slip{0, 0};
    if (length > bound) {
      p = {stick.x * bound / length, stick.y * bound / length};
      slip = {l_.longitudinal * (p.x - stick.x) / dx, l_.lateral * (p.y - stick.y) / dx};
    }
    write(i, p, slip, mu);
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
        std::max(speed, p_.memory.minimal_speed) * p_.grid.dx / (p_.motion.speed * p_.memory.distance);
    return (before + pull * mu) / (1 + pull);
  }

  void write(std::size_t i, Pair p, Pair slip, double mu) {
    s_.tractions.x[i] = p.x, s_.tractions.y[i] = p.y;
    s_.slip_x[i] = slip.x, s_.slip_y[i] = slip.y;
    s_.displacement_x[i] = l_.longitudinal * p.x, s_.displacement_y[i] = l_.lateral * p.y;
    s_.friction[i] = mu;
  }

  const Problem& p_;
  const Flexibility& l_;
  Solution& s_;
};

}  // namespace

std::vector<double> ellipse_pressure(const Grid& grid, double a, double b, double force,
                                     PressureShape shape) {
  std::vector<double> pressure(grid.size(), 0.0);
  double sum = 0;
  for (int iy = 0; iy < grid.ny; ++iy) {
    for (int ix = 0; ix < grid.nx; ++ix) {
      const double x = grid.x(ix) / a, y = grid.y(iy) / b, room = 1 - x * x - y * y;
      if (room <= 0) continue;
      const double value = shape == PressureShape::elliptic ? std::sqrt(room) : room;
      pressure[grid.index(ix, iy)] = value;
      sum += value;
    }
  }
  for (double& p : pressure) p *= sum > 0 ? force / (sum * grid.element_area()) : 0;
  return pressure;
}

Flexibility kalker_flexibility(double a, double b, const ElasticPair& material) {
  const KalkerCoefficients c = kalker_coefficients(std::log(a / b), material.poisson_ratio);
  const double g = material.shear_modulus;
  return {8 * a / (3 * g * c.c11), 8 * a / (3 * g * c.c22), pi * a * std::sqrt(a / b) / (4 * g * c.c23)};
}

double slope_factor(const SlopeReduction& reduction, const Problem& problem, double a, double b,
                    double force) {
  const KalkerCoefficients c = kalker_coefficients(std::log(a / b), problem.material.poisson_ratio);
  const Motion& m = problem.motion;
  const double xi = m.longitudinal.value, eta = m.lateral.value, with_spin = eta + m.spin * a;
  const double lateral = std::abs(with_spin) > std::abs(eta) ? with_spin : eta;
  const double total = std::hypot(xi, lateral);
  if (total == 0) return reduction.initial;
  const double stiffness = std::hypot(c.c11 * xi / total, c.c22 * lateral / total);
  const double mu = friction_coefficient(problem.friction.front(), m.speed * std::hypot(xi, eta));
  const double gradient = problem.material.shear_modulus * pi * a * b * stiffness * total / (4 * force * mu);
  return reduction.initial *
         (reduction.limit + (1 - reduction.limit) / (1 + reduction.rate * reduction.initial * gradient));
}

void solve_fastsim(const Problem& problem, const Flexibility& flexibility, Solution& solution) {
  clear_fields(problem, solution);
  solution.tractions.pressure = problem.given_pressure;
  March march(problem, flexibility, solution);
  for (int iy = 0; iy < problem.grid.ny; ++iy) march.row(iy);
  solution.creepage_x = problem.motion.longitudinal.value;
  solution.creepage_y = problem.motion.lateral.value;
  summarise(problem, solution);
  if (solution.contact_elements == 0) solution.outcome = Outcome::no_contact;
}

}  // namespace flangeway::contact::halfspace
