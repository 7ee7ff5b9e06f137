// Equations of motion by the principle of virtual power, assembled along the trees. Theory:
// docs/theory/symbolic.md.
#pragma once

#include <string>
#include <vector>

#include "flangeway/symbolic/frames.hpp"

namespace flangeway::symbolic {

/// A rigid body: mass in kg, inertia about its centre of mass in kg m².
struct Solid {
  std::string name;
  Base base;
  Point centre;
  Expression mass;
  Tensor inertia;
};

/// M q̈ = δ without constraints; M symmetric.
struct EquationsOfMotion {
  std::vector<Expression> inverse_dynamics;  ///< [n] 0 = …, with accelerations: the virtual power of each q̇
  std::vector<std::vector<Expression>> mass;  ///< [n][n]
  std::vector<Expression> force;              ///< [n] δ
};

/// Collects what has power in a virtual motion and passes it down the trees once: a force acts on the parent
/// of its point, a moment on the base that turns the arm. So each joint sees the sum of what lies beyond it,
/// as in a recursive formulation, for any parametrisation.
class VirtualPower {
 public:
  explicit VirtualPower(Frames& frames);

  void add_force(const Vector& force, Point at);
  void add_moment(const Vector& moment, Base on);
  /// A force that acts on the body of `body`, whose point `reference` is, at `arm` from there.
  void add_force_on_body(const Vector& force, Base body, Point reference, const Vector& arm);
  /// Inertia of the solid and its weight.
  void add_solid(const Solid& solid, const Vector& gravity);

  /// Virtual power of what was added, one for each coordinate of the frames.
  [[nodiscard]] std::vector<Expression> generalised_forces() const;
  [[nodiscard]] EquationsOfMotion equations() const;

 private:
  Frames& frames_;
  std::vector<Vector> forces_, moments_;  // by point, by base
  std::vector<Vector> outer_moments_;     // by base, in the parent's components: of what a spin leaves alone
};

/// A force at a point and a moment on a base.
struct Wrench {
  Vector force;
  Point at;
  Vector moment;
  Base on;
};
/// Virtual power of one wrench, for each coordinate; for a moment of 1 about n and a force of 1 along n also
/// the rows that give the turning and the moving along n.
[[nodiscard]] std::vector<Expression> generalised_forces_of(Frames& frames, const Wrench& wrench);

/// Spring and damper between two points: stiffness in N/m, damping in N s/m, length without force in m. The
/// line must not shrink to nothing.
void add_spring_damper(Frames& frames, VirtualPower& power, Point a, Point b, const Expression& stiffness,
                       const Expression& damping, const Expression& free_length);

/// Three springs and dampers along the axes of `base`, from point a (on the body of `base`) to point b:
/// stiffness and damping as diagonals. A force without moment at a; its arm at b is that of the points.
void add_bushing(Frames& frames, VirtualPower& power, Base base, Point a, Point b,
                 const Components& stiffness, const Components& damping);

}  // namespace flangeway::symbolic
