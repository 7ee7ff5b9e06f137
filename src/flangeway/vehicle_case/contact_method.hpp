// The contact method of a case that names none. Private to the room.
#pragma once

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/vehicle_case/spec.hpp"

namespace flangeway::vehicle_case {

/// Elastic contact is the default. Where a case names no method and gives settings that elastic contact does
/// not have, as contact.lift_off, the method that has them is set in the document, and a note says so.
/// Finding: no method has all of them.
void settle_contact_method(document::Document& root, Findings& findings);

/// Cones in place of profiles (contact.kec.conicity) have no patch: they keep the geometry of points unless
/// the case names another one, which is refused later.
void settle_table_geometry(const document::Document& root, CaseSpec& spec);

}  // namespace flangeway::vehicle_case
