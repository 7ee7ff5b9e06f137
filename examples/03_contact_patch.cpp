// One elliptic contact patch: the forces of the fast methods beside those of boundary elements, in per cent
// of μN (moments of μN√(ab)).
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include "flangeway/contact.hpp"
#include "flangeway/contact_patch.hpp"

namespace {

using namespace flangeway;

const double pi = std::acos(-1.0);
constexpr double load = 82e3, mu = 0.3, speed = 30;  // N, -, m/s
constexpr int elements = 88;                         // in each direction
const Material steel{2 * 1.28 * 82e9, 0.28};

/// Boundary elements on the gap ½(cx x² + cy y²), curvatures in 1/m.
Contact make_problem(double cx, double cy) {
  Contact contact;
  const std::array curvatures{cx, cy};
  contact.set_numbers("patch.surface.curvatures", curvatures);
  contact.set_number("patch.normal_force", load);
  contact.set_number("patch.speed", speed);
  contact.set_number("patch.friction.coefficient", mu);
  for (const char* body : {"patch.upper", "patch.lower"}) {
    contact.set_number(std::string(body) + ".youngs_modulus", steel.youngs_modulus);
    contact.set_number(std::string(body) + ".poisson_ratio", steel.poisson_ratio);
  }
  contact.set_number("patch.elements.nx", elements);
  contact.set_number("patch.elements.ny", elements);
  contact.set_number("patch.elements.margin", 1.1);
  return contact;
}

CreepForces boundary_elements(Contact& contact, const Creepages& c) {
  contact.set_number("patch.longitudinal_creepage", c.longitudinal);
  contact.set_number("patch.lateral_creepage", c.lateral);
  contact.set_number("patch.spin", c.spin);
  contact.solve();
  const Wrench wrench = contact.patch_force(0);
  return {wrench.force[0], wrench.force[1], wrench.moment[2]};
}

/// The patch with the coefficients of [VermeulenJohnson1964] in place of Kalker's. The law of Shen, Hedrick
/// and Elkins saturates as theirs does, so that it gives their forces. They leave spin out. Their slopes are
/// up to a quarter too steep, because their adhering ellipse does not reach the leading edge.
EllipticPatch vermeulen_johnson(const EllipticPatch& patch, double nu) {
  const double kappa = std::min(patch.a, patch.b) / std::max(patch.a, patch.b);
  const double square = 1 - kappa * kappa;
  const double whole = std::comp_ellint_1(std::sqrt(square)), second = std::comp_ellint_2(std::sqrt(square));
  const bool round = square < 1e-6;
  const double d = round ? pi / 4 : (whole - second) / square, b = whole - d;
  const double c = round ? pi / 16 : (d - b) / square;
  const bool wide = patch.a <= patch.b;
  EllipticPatch result = patch;
  result.c11 = pi / (wide ? b - nu * (d - c) : kappa * (d - nu * (d - c)));
  result.c22 = pi / (wide ? b - nu * kappa * kappa * c : kappa * (d - nu * c));
  result.c23 = result.c33 = 0;
  return result;
}

constexpr std::array<const char*, 8> names{"FASTSIM parabolic", "FASTSIM elliptic", "FaStrip",
                                           "half-space table",  "Polach",           "Shen-Hedrick-Elkins",
                                           "Vermeulen-Johnson", "Kalker linear"};

std::array<CreepForces, names.size()> fast_methods(const EllipticPatch& patch, const Creepages& c) {
  using enum PressureShape;
  const EllipticPatch theirs = vermeulen_johnson(patch, steel.poisson_ratio);
  const auto fast = [&](PressureShape shape, bool strips) {
    return fastsim(patch, c, mu, {shape, strips, elements}, steel);
  };
  const auto law = [&](const EllipticPatch& ellipse, const char* name) {
    return creep_forces(ellipse, c, mu, name, steel);
  };
  return {fast(parabolic, false),
          fast(elliptic, false),
          fast(elliptic, true),
          law(patch, "kalker_table"),
          law(patch, "polach"),
          law(patch, "shen_hedrick_elkins"),
          law(theirs, "shen_hedrick_elkins"),
          law(patch, "kalker_linear")};
}

void print(const CreepForces& f, double arm) {
  const double scale = 100 / (mu * load);
  const auto rounded = [](double value) { return std::abs(value) < 0.05 ? 0.0 : value; };  // no minus zeros
  std::printf(" %.1f/%.1f/%.1f |", rounded(f.longitudinal * scale), rounded(f.lateral * scale),
              rounded(f.spin_moment * scale / arm));
}

/// Largest differences from the boundary elements, parts of μN and of μN√(ab).
struct Worst {
  std::array<double, names.size()> force{}, without_spin{}, moment{};
};

void row(Contact& contact, const EllipticPatch& patch, const Creepages& c, Worst& worst) {
  const CreepForces exact = boundary_elements(contact, c);
  const double arm = std::sqrt(patch.a * patch.b);
  std::printf("| %.2f | %.4f | %.4f | %.3f |", patch.a / patch.b, c.longitudinal, c.lateral, c.spin);
  print(exact, arm);
  const auto forces = fast_methods(patch, c);
  for (std::size_t i = 0; i < forces.size(); ++i) {
    print(forces[i], arm);
    const double apart =
        std::hypot(forces[i].longitudinal - exact.longitudinal, forces[i].lateral - exact.lateral) /
        (mu * load);
    worst.force[i] = std::max(worst.force[i], apart);
    if (c.spin == 0) worst.without_spin[i] = std::max(worst.without_spin[i], apart);
    worst.moment[i] =
        std::max(worst.moment[i], std::abs(forces[i].spin_moment - exact.spin_moment) / (mu * load * arm));
  }
  std::printf("\n");
}

void print(const Worst& worst) {
  std::printf(
      "\n| method | force, %% of μN | without spin | moment, %% of μN√(ab) |\n| --- | --- | --- | --- |\n");
  for (std::size_t i = 0; i < names.size(); ++i)
    std::printf("| %s | %.1f | %.1f | %.1f |\n", names[i], 100 * worst.force[i], 100 * worst.without_spin[i],
                100 * worst.moment[i]);
}

}  // namespace

int main() {
  std::printf("| a/b | ξx | ξy | φ 1/m | boundary elements |");
  for (const char* name : names) std::printf(" %s |", name);
  std::printf("\n|");
  for (std::size_t i = 0; i < names.size() + 5; ++i) std::printf(" --- |");
  std::printf("\n");
  Worst worst;
  for (const auto& [cx, cy] : {std::array{1.692838, 4.81232}, {3.0, 3.0}, {4.81232, 1.692838}}) {
    Contact contact = make_problem(cx, cy);
    const EllipticPatch patch = hertz(cx, cy, load, steel);
    for (const Creepages& c :
         {Creepages{5e-4, 0, 0}, Creepages{2e-3, 0, 0}, Creepages{5e-4, 5e-4, 0}, Creepages{0, 0, 0.3},
          Creepages{0, -6.25e-4, 0.625}, Creepages{1e-3, 1e-3, 0.3}}) {
      row(contact, patch, c, worst);
    }
  }
  print(worst);
}
