// One elliptic contact patch: the forces of the fast methods beside those of boundary elements, in per cent
// of μN (moments of μN√(ab)).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "flangeway/contact/creep_forces.hpp"
#include "flangeway/contact/patch/fastsim/fastsim.hpp"
#include "flangeway/contact/patch/solve.hpp"
#include "flangeway/math/types.hpp"

namespace {

using namespace flangeway::contact;
using flangeway::pi;

constexpr double load = 82e3, mu = 0.3, speed = 30;  // N, -, m/s
constexpr int elements = 88;                         // in each direction
const Material steel{2 * 1.28 * 82e9, 0.28};

struct Ellipse {
  UnitPatch unit;
  double a, b;  // m
  patch::Problem problem;
};

/// Gap ½(cx x² + cy y²), curvatures in 1/m.
Ellipse make_ellipse(double cx, double cy) {
  Ellipse e{unit_patch(cx, cy, steel, steel), 0, 0, {}};
  e.a = e.unit.a * std::cbrt(load), e.b = e.unit.b * std::cbrt(load);
  const double dx = 2.2 * e.a / elements, dy = 2.2 * e.b / elements;
  e.problem.grid = {elements, elements, dx, dy, -1.1 * e.a + dx / 2, -1.1 * e.b + dy / 2};
  const patch::Grid& g = e.problem.grid;
  for (int iy = 0; iy < g.ny; ++iy) {
    for (int ix = 0; ix < g.nx; ++ix) {
      e.problem.gap.push_back(0.5 * (cx * g.x(ix) * g.x(ix) + cy * g.y(iy) * g.y(iy)));
    }
  }
  e.problem.material = patch::combine(steel, steel);
  e.problem.normal_force = load;
  e.problem.motion.speed = speed;
  return e;
}

CreepForces fast(const Ellipse& e, patch::Problem p, patch::TangentialMethod method,
                 patch::PressureShape shape) {
  p.given_pressure = patch::ellipse_pressure(p.grid, e.a, e.b, load, shape);
  p.method.tangential = method;
  p.method.ellipse = patch::Ellipse{e.a, e.b};
  const patch::Solution s = patch::solve(p);
  return {s.force_x, s.force_y, s.moment_z};
}

CreepForces law(const UnitPatch& patch, CreepLaw which, const Creepages& c) {
  CreepModel model;
  model.law = which;
  model.shear_modulus = steel.shear_modulus();
  model.friction.coefficient = mu;
  return creep_forces<double>(model, patch, load, c, speed * std::hypot(c.longitudinal, c.lateral));
}

/// The patch with the coefficients of [VermeulenJohnson1964] in place of Kalker's. The law of Shen, Hedrick
/// and Elkins saturates as theirs does, so that it gives their forces. They leave spin out. Their slopes are
/// up to a quarter too steep, because their adhering ellipse does not reach the leading edge.
UnitPatch vermeulen_johnson(const UnitPatch& patch, double nu) {
  const double kappa = std::min(patch.a, patch.b) / std::max(patch.a, patch.b);
  const double square = 1 - kappa * kappa;
  const double whole = std::comp_ellint_1(std::sqrt(square)), second = std::comp_ellint_2(std::sqrt(square));
  const bool round = square < 1e-6;
  const double d = round ? pi / 4 : (whole - second) / square, b = whole - d;
  const double c = round ? pi / 16 : (d - b) / square;
  const bool wide = patch.a <= patch.b;
  UnitPatch result = patch;
  result.c11 = pi / (wide ? b - nu * (d - c) : kappa * (d - nu * (d - c)));
  result.c22 = pi / (wide ? b - nu * kappa * kappa * c : kappa * (d - nu * c));
  result.c23 = result.c33 = 0;
  return result;
}

constexpr std::array<const char*, 8> names{"FASTSIM parabolic", "FASTSIM elliptic", "FaStrip",
                                           "half-space table",  "Polach",           "Shen-Hedrick-Elkins",
                                           "Vermeulen-Johnson", "Kalker linear"};

std::array<CreepForces, names.size()> fast_methods(const Ellipse& e, const patch::Problem& p,
                                                   const Creepages& c) {
  using enum patch::TangentialMethod;
  using enum patch::PressureShape;
  const UnitPatch theirs = vermeulen_johnson(e.unit, steel.poisson_ratio);
  return {fast(e, p, fastsim, parabolic),
          fast(e, p, fastsim, elliptic),
          fast(e, p, fastrip, elliptic),
          law(e.unit, CreepLaw::kalker_table, c),
          law(e.unit, CreepLaw::polach, c),
          law(e.unit, CreepLaw::shen_hedrick_elkins, c),
          law(theirs, CreepLaw::shen_hedrick_elkins, c),
          law(e.unit, CreepLaw::kalker_linear, c)};
}

void print(const CreepForces& f, double arm) {
  const double scale = 100 / (mu * load);
  const auto rounded = [](double value) { return std::abs(value) < 0.05 ? 0.0 : value; };  // no minus zeros
  fmt::print(" {:.1f}/{:.1f}/{:.1f} |", rounded(f.longitudinal * scale), rounded(f.lateral * scale),
             rounded(f.spin_moment * scale / arm));
}

/// Largest differences from the boundary elements, parts of μN and of μN√(ab).
struct Worst {
  std::array<double, names.size()> force{}, without_spin{}, moment{};
};

void row(const Ellipse& e, const Creepages& c, Worst& worst) {
  patch::Problem p = e.problem;
  p.motion.longitudinal.value = c.longitudinal;
  p.motion.lateral.value = c.lateral;
  p.motion.spin = c.spin;
  const patch::Solution s = patch::solve(p);
  const double arm = std::sqrt(e.a * e.b);
  fmt::print("| {:.2f} | {:.4f} | {:.4f} | {:.3f} |", e.a / e.b, c.longitudinal, c.lateral, c.spin);
  print({s.force_x, s.force_y, s.moment_z}, arm);
  const auto forces = fast_methods(e, p, c);
  for (std::size_t i = 0; i < forces.size(); ++i) {
    print(forces[i], arm);
    const double apart =
        std::hypot(forces[i].longitudinal - s.force_x, forces[i].lateral - s.force_y) / (mu * load);
    worst.force[i] = std::max(worst.force[i], apart);
    if (c.spin == 0) worst.without_spin[i] = std::max(worst.without_spin[i], apart);
    worst.moment[i] =
        std::max(worst.moment[i], std::abs(forces[i].spin_moment - s.moment_z) / (mu * load * arm));
  }
  fmt::print("\n");
}

void print(const Worst& worst) {
  fmt::print(
      "\n| method | force, % of μN | without spin | moment, % of μN√(ab) |\n| --- | --- | --- | --- |\n");
  for (std::size_t i = 0; i < names.size(); ++i)
    fmt::print("| {} | {:.1f} | {:.1f} | {:.1f} |\n", names[i], 100 * worst.force[i],
               100 * worst.without_spin[i], 100 * worst.moment[i]);
}

}  // namespace

int main() {
  fmt::print("| a/b | ξx | ξy | φ 1/m | boundary elements |");
  for (const char* name : names) fmt::print(" {} |", name);
  fmt::print("\n|");
  for (std::size_t i = 0; i < names.size() + 5; ++i) fmt::print(" --- |");
  fmt::print("\n");
  Worst worst;
  for (const auto& [cx, cy] : {std::array{1.692838, 4.81232}, {3.0, 3.0}, {4.81232, 1.692838}}) {
    const Ellipse e = make_ellipse(cx, cy);
    for (const Creepages& c :
         {Creepages{5e-4, 0, 0}, Creepages{2e-3, 0, 0}, Creepages{5e-4, 5e-4, 0}, Creepages{0, 0, 0.3},
          Creepages{0, -6.25e-4, 0.625}, Creepages{1e-3, 1e-3, 0.3}}) {
      row(e, c, worst);
    }
  }
  print(worst);
}
