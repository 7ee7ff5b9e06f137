// integration.method = "auto". Theory: docs/theory/integrators.md, "auto".
#pragma once

#include "flangeway/core/state_codec.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::simulate {

/// Makes the choice that is still open in model.integration: the cheapest method and step that are stable and
/// accurate for every mode of the case at its start. Does nothing where there is none to make. run() calls it
/// for who has not; who wants to tell the method before calls it first.
void choose_integrator(vehicle_case::CaseModel& model);

/// To be called after every choice: elastic contact is looked for as the steps of the integrator need it.
void tell_contact_of_steps(vehicle_case::CaseModel& model);

/// Choice for checkpoints: a continued run keeps the choice that it was begun with.
template <typename Codec, typename Integration, typename Interval>
void walk_choice(Codec& codec, Integration& integration, Interval& interval) {
  codec(integration.method, integration.step, integration.choice.open, integration.choice.reason,
        integration.choice.warning, interval);
}

}  // namespace flangeway::simulate
