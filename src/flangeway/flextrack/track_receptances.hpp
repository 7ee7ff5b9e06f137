// Receptances of a track file.
#pragma once

#include <optional>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/flextrack/receptance_report.hpp"
#include "flangeway/track/model.hpp"
#include "flangeway/track/spec.hpp"

namespace flangeway::flextrack {

/// At s (m) of a track, over receptance_frequencies(). Nothing, with findings, where the track has neither
/// masses on springs nor a structure, or s lies outside it.
[[nodiscard]] std::optional<TrackReceptances> receptances_of(const track::TrackSpec& spec,
                                                             const track::TrackModel& model, double s,
                                                             Findings& findings);

}  // namespace flangeway::flextrack
