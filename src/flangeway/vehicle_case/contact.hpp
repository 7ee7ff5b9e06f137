// Contact settings of a case. Private to the room.
#pragma once

#include <optional>
#include <string>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/multibody/model.hpp"
#include "flangeway/vehicle_case/spec.hpp"
#include "flangeway/wheelrail/model.hpp"

namespace flangeway::vehicle_case {

/// All but friction.
[[nodiscard]] wheelrail::Settings contact_settings(const CaseSpec& spec);
/// The load for tables of kec and lut over a patch: the vehicle's weight by the number of its wheels, > 0.
void set_averaging_load(const CaseSpec& spec, const multibody::Model& bodies, std::size_t wheels,
                        wheelrail::Settings& settings);
/// Friction of both rails, once the stations have positions: settle_chainages().
void set_friction(const CaseSpec& spec, wheelrail::Settings& settings, Findings& findings);
/// The creep and friction laws of the user's that the case names, and their files to `sources`.
void load_laws(const CaseSpec& spec, wheelrail::Settings& settings,
               std::vector<document::SourceFile>& sources, Findings& findings);
/// A note where tables over the loaded patch have no load, or nothing.
[[nodiscard]] std::optional<std::string> note_on_averaging(const CaseSpec& spec,
                                                           const wheelrail::Settings& settings);
/// A note for conditions of the rails whose values are unverified, or nothing.
[[nodiscard]] std::optional<std::string> note_on_condition(contact::RailCondition condition);
/// Reports requests beyond the contact method, and keys that it does not use.
void check_contact(const CaseSpec& spec, Findings& findings);

}  // namespace flangeway::vehicle_case
