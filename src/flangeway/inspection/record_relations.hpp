// Relations between the channels of a record that a wrong unit, sign, side or name breaks. Private to the
// room.
#pragma once

#include "flangeway/inspection/inspection.hpp"

namespace flangeway::inspection {

/// Adds values with their bands: distance and motions against their rates, loads of the wheels among each
/// other, Y/Q against Y and Q, and the balance of the lateral forces and of their moments on the vehicle.
/// Theory: docs/theory/vehicle_check.md, "Records".
void add_relations(const acceptance::Record& record, Inspection& inspection);

}  // namespace flangeway::inspection
