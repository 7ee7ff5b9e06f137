// Files with which the program CONTACT hands results on: `.mat` (elements of a patch), `.subs` (stresses
// below the surface) and `.out` (listing), in the layout that scripts for them read. Private to the room.
// docs/howto/from_contact.md, "Files for other scripts"
#pragma once

#include <cmath>

#include "flangeway/contact_case/result.hpp"
#include "flangeway/deck/spec.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact_case {

/// A solved patch, and how its axes become the axes of the deck.
struct ProgramPatch {
  const contact::patch::Problem& problem;
  const contact::patch::Solution& solution;
  double across = 1;           ///< factor of y, ±1
  bool on_other_body = false;  ///< a deck has tractions and displacements of the rail
  Vec2 origin = Vec2::Zero();  ///< m, of the problem's axes on the lattice of a shift or transient rolling
  std::size_t number = 0;      ///< from 1 in the order of the deck; 0: the one patch of module 3
  std::size_t count = 0;       ///< of patches
};

/// Slip of an element; an adhering one has none, whatever its solver has left.
[[nodiscard]] inline double printed_slip(const contact::patch::Solution& solution, std::size_t element) {
  const bool slips = solution.state[element] == contact::patch::ElementState::slip;
  return slips ? std::hypot(solution.slip_x[element], solution.slip_y[element]) : 0;
}

/// Adds to `result` the files that the digits A and A_s of the case request, and its part of the listing.
/// `patches` are in the order of result.json; `fields`, one for each, have the points below the surface.
void add_program_files(const deck::Case& one, const std::vector<ProgramPatch>& patches,
                       const std::vector<PatchFields>& fields, CaseResult& result);

/// The texts themselves. `entry` is the entry of the patch in result.json.
[[nodiscard]] std::string mat_text(const deck::Case& one, const nlohmann::ordered_json& entry,
                                   const ProgramPatch& patch);
[[nodiscard]] std::string subs_text(bool whole_tensors, const std::vector<StressPoints>& blocks);
[[nodiscard]] std::string listing_text(const deck::Case& one, const CaseResult& result,
                                       const std::vector<ProgramPatch>& patches,
                                       const std::vector<PatchFields>& fields);

}  // namespace flangeway::contact_case
