// The channels of a run, and the row of numbers at one instant. The table of channels is in
// channel_table.hpp.
#pragma once

#include <string>
#include <vector>

#include "flangeway/results/channel.hpp"
#include "flangeway/simulate/energy.hpp"
#include "flangeway/simulate/simulation.hpp"

namespace flangeway::simulate {

/// The channels of a case, in the order of fill_row().
[[nodiscard]] std::vector<results::Channel> channels(const vehicle_case::CaseModel& model);

/// Whether positions of a run have a chainage, too: on a track that has one, not on a roller rig.
[[nodiscard]] bool has_chainage(const vehicle_case::CaseModel& model);

/// The number of channels of a flexible track, which are the last ones; 0 for a rigid track.
[[nodiscard]] std::size_t track_channel_count(const vehicle_case::CaseModel& model);
/// Fills the channels of the track, under the wheels and at the places that the case names.
void fill_track_row(const vehicle_case::CaseModel& model, const FlexibleTrack& track, double* row);

/// Fills one number per channel from the last derivative() of the simulation at (t, y). Allocates nothing.
void fill_row(const Simulation& simulation, double t, double distance, const double* y,
              const EnergyInstant& energy, double* row);

/// The page of the documentation that lists the channels of every kind of subject (Markdown).
[[nodiscard]] std::string channels_page();

}  // namespace flangeway::simulate
