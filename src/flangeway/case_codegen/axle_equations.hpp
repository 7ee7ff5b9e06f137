// Axles whose wheels turn against each other. Theory: docs/theory/independent_wheels.md. Private to the room.
#pragma once

#include "flangeway/case_codegen/symbols.hpp"
#include "flangeway/multibody/model.hpp"

namespace flangeway::case_codegen {

/// The state that is the spin of the left wheel minus that of the right one.
[[nodiscard]] Expression twist_rate(const multibody::AxleTwist& twist, Symbols& symbols);

/// fw_twist_axles: rates of the twists of all axles, once the creep forces are known.
[[nodiscard]] Function axle_function(const multibody::Model& model);

}  // namespace flangeway::case_codegen
