// Stresses below the surface and tangential stiffness of one patch, for --json. Private to the room.
#pragma once

#include "flangeway/contact/patch/solve.hpp"
#include "flangeway/contact_case/result.hpp"
#include "flangeway/contact_case/run.hpp"

namespace flangeway::contact_case {

/// From the axes of the problem (x, y, z into body 1) to those in which the case gives its points and prints:
/// signs of y and z, and the units of a convention; forces are those on body 1, or (−1) on the other.
struct PatchAxes {
  Convention convention = Convention::house;
  double y = 1, z = 1, force = 1;
};

/// A patch with its solution. `previous`: the instant before, of a shift or of transient rolling.
struct SolvedPatch {
  const contact::patch::Problem& problem;
  const contact::patch::Tractions* previous;
  const contact::patch::Solution& solution;
};

/// Adds what `extras` asks for to the entry of a patch, and the fields of whole layers to `fields` if it is
/// not null.
void add_extras(const Extras& extras, const PatchAxes& axes, const SolvedPatch& patch, Workspaces& workspaces,
                nlohmann::ordered_json& json, PatchFields* fields);

}  // namespace flangeway::contact_case
