// Contact settings of a case. Private to the room.
#pragma once

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/vehicle_case/spec.hpp"
#include "flangeway/wheelrail/model.hpp"

namespace flangeway::vehicle_case {

[[nodiscard]] wheelrail::Settings contact_settings(const CaseSpec& spec);
/// Reports requests beyond the contact method, and keys that it does not use.
void check_contact(const CaseSpec& spec, Findings& findings);

}  // namespace flangeway::vehicle_case
