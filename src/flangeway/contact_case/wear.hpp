// Wear of one patch by a wear law, for --json. Private to the room.
#pragma once

#include "flangeway/contact/patch/solve.hpp"
#include "flangeway/contact_case/result.hpp"
#include "flangeway/damage/wear_law.hpp"

namespace flangeway::contact_case {

/// Adds it to the entry of a patch, and the depth of each row to `fields` if that is not null. A patch that
/// does not roll has no wear.
void add_wear(const damage::WearLaw& law, Convention convention, const contact::patch::Problem& problem,
              const contact::patch::Solution& solution, nlohmann::ordered_json& json, PatchFields* fields);

}  // namespace flangeway::contact_case
