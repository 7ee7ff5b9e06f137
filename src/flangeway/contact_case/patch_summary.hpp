// The numbers of one directly given patch, as --json prints them. Private to the room.
#pragma once

#include "flangeway/contact_case/result.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::contact_case {

/// Whether it has a distance rolled, which slip and spin refer to.
[[nodiscard]] bool rolls(contact::patch::TangentialKind kind);

/// Slip of body 1 relative to body 2 in one element, in the axes of the problem.
[[nodiscard]] Vec2 rigid_slip(const contact::patch::Problem& problem,
                              const contact::patch::Solution& solution, int ix, int iy);
/// Largest tangential traction that friction, or the yield stress of a third body, allows in an element; Pa.
[[nodiscard]] double traction_bound(const contact::patch::Problem& problem,
                                    const contact::patch::Solution& solution, std::size_t element);

[[nodiscard]] nlohmann::ordered_json patch_json(const PatchCase& patch,
                                                const contact::patch::Solution& solution,
                                                Convention convention, bool with_table);

/// Adds what is known of the whole case and its patches.
void add_contact(const WheelRailCase& one, const wheel_on_rail::Contact& contact, Convention convention,
                 nlohmann::ordered_json& json);

/// The entry of a case without patches: `patches` is null where nothing was computed.
[[nodiscard]] nlohmann::ordered_json metadata_json(const Metadata& metadata);

}  // namespace flangeway::contact_case
