// The shape of a flexible track around the vehicle, for pictures and for calculations of the user.
// Theory: docs/theory/flexible_track.md, "Under a vehicle".
#pragma once

#include "flangeway/results/deformed_track.hpp"
#include "flangeway/simulate/flexible_track.hpp"

namespace flangeway::simulate {

/// The recorded places: the rails at every rail seat and halfway between them, and sleepers or slab, from
/// `reach` behind the rearmost wheelset to `reach` in front of the foremost one.
struct DeformedTrackPlaces {
  std::size_t sleepers = 0;               ///< 0: nothing is recorded
  double bay = 0, offset = 0, reach = 0;  ///< m; a sleeper lies at `offset`

  [[nodiscard]] std::size_t stations() const { return sleepers == 0 ? 0 : 2 * sleepers - 1; }
  /// Length of a record without its time: s of the first sleeper, then per side three numbers for each
  /// station and two for each sleeper.
  [[nodiscard]] std::size_t numbers() const {
    return sleepers == 0 ? 0 : 1 + 2 * (3 * stations() + 2 * sleepers);
  }
};
[[nodiscard]] DeformedTrackPlaces deformed_track_places(const vehicle_case::CaseModel& model);

/// The arrays of a record, with the time first; none where nothing is recorded.
[[nodiscard]] results::ArrayGroup deformed_track_arrays(const vehicle_case::CaseModel& model);

/// Fills a record without its time: numbers() of them, at the end of the track's last step.
void fill_deformed_track(const DeformedTrackPlaces& places, const FlexibleTrack& track, double* record);

}  // namespace flangeway::simulate
