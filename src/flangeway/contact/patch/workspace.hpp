// Memory and coefficients that a solution reuses from earlier calls. Private to the room.
#pragma once

#include <vector>

#include "flangeway/contact/patch/boundary_elements/workspace.hpp"
#include "flangeway/contact/patch/solve.hpp"
#include "flangeway/contact/patch/strips/normal_problem.hpp"

namespace flangeway::contact::patch {

struct Workspace::Memory {
  BoundaryElementMemory boundary_elements;
  strips::Section section;
  strips::NormalWork strip_work;
  strips::StripContact strips;
  Problem part_problem;  ///< of a superposition
  Solution part_solution;
  std::vector<double> border_factor;  ///< between part k and the next
};

}  // namespace flangeway::contact::patch
