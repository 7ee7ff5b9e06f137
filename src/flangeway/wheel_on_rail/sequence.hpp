// Data of a patch from the previous instant: the lattice of elements and the tractions on it. Internal to the
// room. Theory: docs/theory/patch_geometry.md, "Sequences"
#pragma once

#include "flangeway/wheel_on_rail/contact.hpp"
#include "flangeway/wheel_on_rail/plan.hpp"

namespace flangeway::wheel_on_rail {

/// Whether the instant before matters: in shifts and transient rolling.
[[nodiscard]] bool is_sequence(const ContactProblem& problem);

/// The reference point from the origin of the lattice whose elements are the same material from instant to
/// instant, m; zero where elements are counted from the reference point.
[[nodiscard]] Vec2 on_lattice(const ContactProblem& problem, const Placement& placement,
                              const Anchor& anchor);

/// Patches of the instant before that `patch` goes on from: their boxes overlap.
void find_sources(const Contact& previous, const Patch& patch, std::vector<const Patch*>& sources);

/// Grows the grid of the patch over the contact of its sources, but of those that another patch goes on from
/// already: where a patch splits, the first part keeps all of it.
void cover_sources(const ContactProblem& problem, const Contact& previous,
                   const std::vector<const Patch*>& sources, const std::vector<const Patch*>& continued,
                   Patch& patch);

/// The tractions of all sources on the grid of the patch.
void take_over(const ContactProblem& problem, const Contact& previous,
               const std::vector<const Patch*>& sources, const Patch& patch,
               contact::patch::Tractions& tractions);

}  // namespace flangeway::wheel_on_rail
