// One elliptic contact patch: Hertz's theory, creep-force laws and FASTSIM.
//
// Creepages: wheel relative to rail; forces act on the wheel: x forward, y to the left, z
// up. docs/theory/creep_forces.md has the laws. For boundary elements and any other shape see contact.hpp.
#pragma once

#include <string>
#include <vector>

namespace flangeway {

/// Isotropic and elastic; rail steel by default.
struct Material {
  double youngs_modulus = 2.1e11;  ///< Pa
  double poisson_ratio = 0.28;
  [[nodiscard]] double shear_modulus() const { return youngs_modulus / (2 * (1 + poisson_ratio)); }
};

/// The patch under a normal force.
struct EllipticPatch {
  double normal_force = 0;  ///< N
  double a = 0, b = 0;      ///< m, semi-axes along and across the direction of rolling
  double approach = 0;      ///< m
  double pressure = 0;      ///< Pa, in the middle
  double c11 = 0, c22 = 0;  ///< Kalker's creepage coefficients, longitudinal and lateral
  double c23 = 0, c33 = 0;  ///< lateral–spin, and spin
};
/// Two bodies of one material whose distance is ½ (longitudinal x² + lateral y²): sums of the curvatures of
/// both bodies in 1/m, > 0. Throws InputError.
[[nodiscard]] EllipticPatch hertz(double longitudinal, double lateral, double normal_force,
                                  const Material& material = {});

struct Creepages {
  double longitudinal = 0, lateral = 0;  ///< 1
  double spin = 0;                       ///< 1/m
};
struct CreepForces {
  double longitudinal = 0, lateral = 0;  ///< N
  double spin_moment = 0;                ///< N m
};

/// By a law that needs no more than the friction coefficient: a word of contact.creep.law of case files, such
/// as "kalker_table", "polach" or "kalker_linear". The coefficients c11 … c33 are taken from the patch, which
/// may have others than Kalker's. Throws InputError for an unknown law.
[[nodiscard]] CreepForces creep_forces(const EllipticPatch& patch, const Creepages& creepages,
                                       double friction, const std::string& law,
                                       const Material& material = {});
/// The words that creep_forces() takes.
[[nodiscard]] std::vector<std::string> creep_laws();

/// Bound of the tractions, over the friction coefficient.
enum class PressureShape {
  elliptic,  ///< Hertz
  parabolic  ///< of the simplified theory
};
struct FastsimOptions {
  PressureShape pressure = PressureShape::parabolic;
  bool strips = false;  ///< FaStrip, with strip theory in the area of adhesion, instead of FASTSIM
  int elements = 50;    ///< in each direction over 1.1 times the ellipse, 1 … 1000
};
/// By FASTSIM or FaStrip in steady rolling. Throws InputError.
[[nodiscard]] CreepForces fastsim(const EllipticPatch& patch, const Creepages& creepages, double friction,
                                  const FastsimOptions& options = {}, const Material& material = {});

}  // namespace flangeway
