// The contact method of a case that names none. Private to the room.
#pragma once

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/read.hpp"

namespace flangeway::vehicle_case {

/// Elastic contact is the default. Where a case names no method and gives settings that elastic contact does
/// not have, as contact.lift_off, the method that has them is set in the document, and a note says so.
/// Finding: no method has all of them.
void settle_contact_method(document::Document& root, Findings& findings);

}  // namespace flangeway::vehicle_case
