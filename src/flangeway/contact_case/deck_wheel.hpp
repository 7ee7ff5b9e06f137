// Converts a case of module 1 of a deck to a wheel on a rail. Private to the room.
#pragma once

#include "flangeway/contact_case/case.hpp"
#include "flangeway/contact_case/profile_cache.hpp"
#include "flangeway/deck/spec.hpp"

namespace flangeway::contact_case {

[[nodiscard]] std::optional<WheelRailCase> wheel_rail_case(const deck::Case& one,
                                                           const std::string& deck_file, ProfileCache& cache,
                                                           Findings& findings);

}  // namespace flangeway::contact_case
