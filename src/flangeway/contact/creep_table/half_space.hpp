// Steady rolling of an ellipse by boundary elements, in reduced form. Private to the room.
#pragma once

#include "flangeway/contact/make_creep_table.hpp"
#include "flangeway/contact/patch/solve.hpp"

namespace flangeway::contact::table {

/// One ratio of the axes: two grids whose errors differ by two.
class HalfSpace {
 public:
  explicit HalfSpace(double a_over_b);
  /// Extrapolated from both grids (linear in the size of the elements).
  [[nodiscard]] ReducedForces solve(const ReducedCreepages& s);

 private:
  struct Mesh {
    patch::Problem problem;
    patch::Workspace workspace;
    patch::Solution solution;
  };
  [[nodiscard]] ReducedForces solve(const ReducedCreepages& s, Mesh& mesh) const;

  UnitPatch ellipse_;
  std::array<Mesh, 2> meshes_;
};

/// An ellipse with ab = 1 m² and the coefficients of the table's Poisson's ratio.
[[nodiscard]] UnitPatch unit_ellipse(double a_over_b);
/// z of s per spin, times √(ab) = 1 m. docs/theory/creep_table.md (1)
[[nodiscard]] double spin_scale(const UnitPatch& ellipse);

}  // namespace flangeway::contact::table
