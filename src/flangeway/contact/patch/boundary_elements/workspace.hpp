// Memory of the boundary elements that is reused between calls. Private to the room.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "flangeway/contact/patch/boundary_elements/convolver.hpp"
#include "flangeway/contact/patch/boundary_elements/normal_solver.hpp"
#include "flangeway/contact/patch/boundary_elements/tangential_solver.hpp"

namespace flangeway::contact::patch {

/// The tangential problem on elements twice as large.
struct CoarseTangential {
  ContactElements elements;
  std::vector<int> index;           ///< of the coarse elements in their grid, −1: none
  std::vector<std::size_t> parent;  ///< coarse element of each fine one
  std::vector<int> children;
  std::vector<double> bound, rigid, tractions;
  std::vector<std::uint8_t> sliding;
  TangentialWork work;
};

/// The normal problem on elements twice as large.
struct CoarseNormal {
  std::vector<double> gap, pressure;
  std::vector<int> count;  ///< fine elements in each
  std::vector<std::uint8_t> allowed;
};

/// The normal problem in a part of its box.
struct NormalPart {
  std::vector<double> gap, pressure;
  std::vector<std::uint8_t> allowed;
};

/// Tractions that are near those to come belong to these pressures, element by element of the problem's grid.
struct EarlierTractions {
  bool known = false;
  std::vector<double> pressure;
  std::vector<std::uint8_t> sliding;
  std::array<double, 2> creepage{};  ///< slip per step in m where the force is given
};

/// Results do not depend on what it holds.
struct BoundaryElementMemory {
  std::vector<std::unique_ptr<Convolver>> convolvers;  ///< the one used last in front
  NormalWork normal;
  NormalPart part;
  TangentialWork tangential;
  std::vector<std::unique_ptr<CoarseTangential>> levels;
  std::vector<std::unique_ptr<CoarseNormal>> coarse_normal;
  std::vector<std::uint8_t> start_sliding;
  EarlierTractions earlier;
  ContactElements elements, previous_elements;
  std::vector<double> bound, rigid, sliding_tractions, coefficient, list_pressure, pressure_displacement;
  std::vector<const FrictionLaw*> laws;
  std::vector<double>
      step_share;                 ///< of the step that each element's particle has spent in contact; empty: 1
  std::vector<std::size_t> edge;  ///< of each element, in the convolver: the one ahead of its leading edge
  std::vector<double> friction_before;               ///< μ of the elements in contact before the step
  std::vector<double> yield_stress, friction_bound;  ///< of the elements in contact, before the step; Pa
  std::vector<double> hot_friction;  ///< n, where friction depends on the temperature; or empty
  std::vector<double> gap, added_gap, pressure, last_pressure, field_a, field_b, field_c, field_d;
  std::vector<std::uint8_t> allowed, everywhere;
};

/// The convolver for elements of this kind on at least nx × ny; it is made if there is none. Its grid may be
/// larger, by as much as costs nothing in the transforms.
[[nodiscard]] Convolver& convolver_for(BoundaryElementMemory& memory, const InfluenceSpec& at_least);
/// The same for elements of the problem.
[[nodiscard]] Convolver& convolver_for(BoundaryElementMemory& memory, const Problem& problem, int nx, int ny,
                                       double shift);

/// Gives the convolver what the bodies are like in a box of the problem's grid: their coefficients if they
/// are given, inclinations of the rows, and for the normal problem factors between parts.
enum class Direction { normal, tangential };
void shape_surface(const Problem& problem, Direction direction, const Box& box, Convolver& convolver);

}  // namespace flangeway::contact::patch
