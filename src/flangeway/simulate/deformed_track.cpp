#include "flangeway/simulate/deformed_track.hpp"

#include <algorithm>
#include <cmath>

namespace flangeway::simulate {

DeformedTrackPlaces deformed_track_places(const vehicle_case::CaseModel& model) {
  if (!model.structure || !(model.output.deformed_track_interval > 0)) return {};
  double rear = 0, front = 0;
  for (const auto& wheelset : model.contact.wheelsets) {
    const double x = model.vehicle.bodies.bodies[wheelset.body].initial(0);
    rear = &wheelset == model.contact.wheelsets.data() ? x : std::min(rear, x);
    front = &wheelset == model.contact.wheelsets.data() ? x : std::max(front, x);
  }
  const double reach = model.coupling.reach, length = front - rear + 2 * reach,
               bay = model.structure->spacing;
  // The first one lies up to a bay behind the reach.
  const auto sleepers = static_cast<std::size_t>(std::ceil(length / bay - 1e-9)) + 2;
  return {sleepers, bay, model.structure->offset, reach};
}

results::ArrayGroup deformed_track_arrays(const vehicle_case::CaseModel& model) {
  const DeformedTrackPlaces places = deformed_track_places(model);
  if (places.sleepers == 0) return {};
  const std::vector<std::size_t> rail{2, places.stations()}, sleeper{2, places.sleepers};
  return {
      "Displacements of the rails (of the centres of their sections) and of the sleepers under the rails "
      "around the vehicle. First index: record, at the time t. Second: left, right. Third of a rail: "
      "station, at s + station_spacing * index. Third of a sleeper: at s + sleeper_spacing * index. "
      "Zero where no wheel is near.",
      {{"station_spacing", places.bay / 2}, {"sleeper_spacing", places.bay}},
      {{"t", "s", "", "time", {}},
       {"s", "m", "track", "place of the first station, a sleeper, along the track", {}},
       {"rail_y", "m", "track", "lateral displacement of the rails, to the left positive", rail},
       {"rail_z", "m", "track", "vertical displacement of the rails, upwards positive", rail},
       {"rail_roll", "rad", "track", "roll of the rails, left side up positive", rail},
       {"sleeper_y", "m", "track", "lateral displacement of the sleepers under the rails", sleeper},
       {"sleeper_z", "m", "track", "vertical displacement of the sleepers under the rails", sleeper}}};
}

void fill_deformed_track(const DeformedTrackPlaces& places, const FlexibleTrack& track, double* record) {
  const std::size_t stations = places.stations();
  const double sleeper = std::floor((track.rear() - places.reach - places.offset) / places.bay);
  const double first = places.offset + sleeper * places.bay;
  *record++ = first;
  double *y = record, *z = y + 2 * stations, *roll = z + 2 * stations, *sleeper_y = roll + 2 * stations,
         *sleeper_z = sleeper_y + 2 * places.sleepers;
  for (std::size_t k = 0; k < stations; ++k) {
    const double s = first + places.bay / 2 * static_cast<double>(k);
    for (std::size_t side = 0; side < 2; ++side) {
      const Vec6 rail = track.track().rail_displacement(s, side);
      const std::size_t at = side * stations + k;
      y[at] = rail(1), z[at] = rail(2), roll[at] = rail(3);
    }
  }
  for (std::size_t k = 0; k < places.sleepers; ++k) {
    const auto seats = track.track().sleeper_displacement(first + places.bay * static_cast<double>(k));
    for (std::size_t side = 0; side < 2; ++side) {
      sleeper_y[side * places.sleepers + k] = seats[side].y();
      sleeper_z[side * places.sleepers + k] = seats[side].z();
    }
  }
}

}  // namespace flangeway::simulate
