// Elements of one kind four side by side, as a step evaluates them. Private to the room.
#pragma once

#include <vector>

#include "flangeway/multibody/elements/curve.hpp"
#include "flangeway/multibody/elements/element.hpp"
#include "flangeway/multibody/elements/library_call.hpp"
#include "flangeway/multibody/workspace.hpp"

namespace flangeway::multibody {

/// Tables of four elements, or the laws that they call.
template <typename Law>
struct CurvesOfFour {
  using Type = Curves<math::Batch, Law::curves>;
};
template <calls_library Law>
struct CurvesOfFour<Law> {
  using Type = LibraryLanes;
};

/// Places beyond the last element repeat it; what they say is not used.
template <template <typename> class Kind>
struct ElementBatch {
  using Law = Kind<math::Batch>;
  Law law;
  typename CurvesOfFour<Law>::Type curves;
  std::size_t count = 0;  ///< elements
  math::Batch present;    ///< 1 for elements, 0 for repeated places
  Indices i{}, j{};       ///< poses
  struct State {
    bool any = false;  ///< of the elements has it
    std::array<bool, math::batch_size> given{};
    Indices index{};            ///< among the auxiliary states, where given
    math::Batch slip_time = 0;  ///< of a friction surface: in which it comes to rest, s; else 0
  };
  std::array<State, Law::states> states;
  struct Source {
    math::Batch given = 0;  ///< 1 where the element has it, else 0
    Indices output{};       ///< in Workspace::element_force
  };
  std::array<Source, inputs_of<Law>> sources;
};

[[nodiscard]] inline math::Batch at(const double* values, const Indices& index) {
  return {values[index[0]], values[index[1]], values[index[2]], values[index[3]]};
}

/// Sums over elements, lane by lane: see SuspensionEnergy.
struct EnergyOfFour {
  math::Batch stored = 0, loss = 0, supplied = 0, drive = 0;
};

/// Inputs and outputs of elements.
struct ElementSums {
  Pose* poses;
  const double* state;                    ///< auxiliary states
  double* rate;                           ///< of these
  double *surface_force, *surface_place;  ///< of Surfaces
  const double* first_force;              ///< output of the first of all elements
  double *force, *deflection;             ///< output of the next element
  EnergyOfFour energy;
};

/// Adds the forces of all elements of a kind. Each kind has its source in `forces`, so that a change of its
/// law compiles this source alone.
template <template <typename> class Kind>
void add_forces(const std::vector<ElementBatch<Kind>>& batches, ElementSums& sums);

}  // namespace flangeway::multibody
