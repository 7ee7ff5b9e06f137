#include "flangeway/contact/patch/problem/summary.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace flangeway::contact::patch {
namespace {

// Largest error of the tangential force, relative: 5 % at two elements and 16 % at four
// (docs/theory/halfspace.md, "Tangential problem").
double long_step_error(double elements) {
  return std::min(1.0, 0.05 * std::pow(elements - 1, 1.06));
}

struct Sums {
  double pressure = 0, pressure_x = 0, pressure_y = 0;
  double x = 0, y = 0, moment = 0, energy = 0, power = 0;
};

void add(const Solution& s, std::size_t i, double x, double y, Sums& sums) {
  const double p = s.tractions.pressure[i], tx = s.tractions.x[i], ty = s.tractions.y[i];
  sums.pressure += p;
  sums.pressure_x += p * x;
  sums.pressure_y += p * y;
  sums.x += tx;
  sums.y += ty;
  sums.moment += x * ty - y * tx;
  sums.energy += tx * s.displacement_x[i] + ty * s.displacement_y[i] + p * s.displacement_z[i];
  sums.power += tx * s.slip_x[i] + ty * s.slip_y[i];
  if (!s.plastic_x.empty()) sums.power -= tx * s.plastic_x[i] + ty * s.plastic_y[i];
}

void count(const Grid& g, int ix, int iy, ElementState state, Solution& s) {
  if (state == ElementState::outside) return;
  ++s.contact_elements;
  ++(state == ElementState::adhesion ? s.adhesion_elements
     : state == ElementState::slip   ? s.slip_elements
                                     : s.plastic_elements);
  // A grid of one row or column is a plane problem: that direction has no border.
  s.touches_border = s.touches_border || (g.nx > 1 && (ix == 0 || ix == g.nx - 1)) ||
                     (g.ny > 1 && (iy == 0 || iy == g.ny - 1));
}

}  // namespace

void summarise(const Problem& problem, Solution& s) {
  const Grid& g = problem.grid;
  Sums sums;
  s.contact_elements = s.adhesion_elements = s.slip_elements = s.plastic_elements = 0;
  s.touches_border = false;
  s.max_pressure = 0;
  for (int iy = 0; iy < g.ny; ++iy) {
    for (int ix = 0; ix < g.nx; ++ix) {
      const std::size_t i = g.index(ix, iy);
      add(s, i, g.x(ix), g.y(iy), sums);
      count(g, ix, iy, s.state[i], s);
      s.max_pressure = std::max(s.max_pressure, s.tractions.pressure[i]);
    }
  }
  const double area = g.element_area();
  const bool rolling = problem.motion.kind == TangentialKind::steady_rolling ||
                       problem.motion.kind == TangentialKind::transient_rolling;
  s.normal_force = sums.pressure * area;
  s.force_x = sums.x * area;
  s.force_y = sums.y * area;
  s.moment_z = sums.moment * area;
  s.elastic_energy = 0.5 * sums.energy * area;
  s.frictional_power = sums.power * area * (rolling ? problem.motion.speed : 1);
  s.centre_x = sums.pressure > 0 ? sums.pressure_x / sums.pressure : 0;
  s.centre_y = sums.pressure > 0 ? sums.pressure_y / sums.pressure : 0;
}

void mark_contact(Solution& s) {
  for (std::size_t i = 0; i < s.state.size(); ++i) {
    s.state[i] = s.tractions.pressure[i] > 0 ? ElementState::adhesion : ElementState::outside;
  }
}

bool directions_coupled(const Problem& problem) {
  return problem.material.is_coupled() || !problem.conformity.inclination.empty() ||
         problem.coefficients != nullptr;
}

std::string long_step_warning(const Problem& problem) {
  const Motion& m = problem.motion;
  const double elements = m.step / problem.grid.dx;
  if (m.kind != TangentialKind::transient_rolling || problem.settings.divide_steps || elements < 1 + 1e-6)
    return "";
  std::array<char, 240> text{};
  std::snprintf(
      text.data(), text.size(),
      "the step of transient rolling is %.3g elements long and not divided: its tangential force may be "
      "off by up to %.0f %%, its frictional power by up to a third",
      elements, 100 * long_step_error(elements));
  return text.data();
}

const char* message(Outcome outcome) {
  switch (outcome) {
    case Outcome::solved:
      return "solved";
    case Outcome::no_contact:
      return "no contact: the gap is nowhere closed at this approach";
    case Outcome::not_converged_normal:
      return "the normal problem did not converge";
    case Outcome::not_converged_tangential:
      return "the tangential problem did not converge";
    case Outcome::not_converged_force:
      return "the prescribed tangential force was not reached";
    case Outcome::force_unreachable:
      return "the prescribed tangential force exceeds what friction can carry";
    case Outcome::not_finite:
      return "the solution is not finite: the given values lie beyond what can be computed";
  }
  return "";
}

}  // namespace flangeway::contact::patch
