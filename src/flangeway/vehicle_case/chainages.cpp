#include "flangeway/vehicle_case/chainages.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "flangeway/track/chainage.hpp"

namespace flangeway::vehicle_case {
namespace {

/// A key with a chainage, and the key that takes a position on the track in its place.
struct ChainageKey {
  const SourceLocation& where;
  std::string key, position_key;
};

// The one position of a chainage; nothing, with a finding, where there is none or more than one.
std::optional<double> position_of(const ChainageKey& given, double chainage, const track::TrackModel& track,
                                  Findings& findings) {
  const auto refuse = [&](const std::string& problem, const std::string& allowed, const std::string& advice) {
    findings.add({given.where, given.key, problem, fmt::format("{}", chainage), allowed, advice});
    return std::nullopt;
  };
  if (!track.chainage(0))
    return refuse(
        "cannot be found: the track has no chainage", "",
        fmt::format("Give {}, or the chainage of its start in the track file: chainage = [{{ s = 0, "
                    "chainage = 12000 }}]",
                    given.position_key));
  const std::vector<double> found = track::positions_of_chainage(track.alignment(), chainage);
  if (found.empty())
    return refuse("is not on the track",
                  fmt::format("{} at its start to {} m at its end", *track.chainage(0),
                              *track.chainage(track.length())),
                  "");
  if (found.size() > 1)
    return refuse(fmt::format("is on the track at s = {:.3f} m", fmt::join(found, " m, and at s = ")), "",
                  fmt::format("Give {}", given.position_key));
  return found.front();
}

void settle_station(FrictionStationSpec& station, const std::string& key, const track::TrackModel& track,
                    Findings& findings) {
  if (std::isnan(station.chainage)) {
    if (std::isnan(station.s))
      findings.add({station.where, key + ".s", "is missing", "", "", "Give s, or chainage"});
    return;
  }
  if (!std::isnan(station.s))
    return findings.add({station.where, key + ".chainage", "is given together with s",
                         fmt::format("{}", station.chainage), "", "Give one of the two"});
  const ChainageKey given{station.where, key + ".chainage", key + ".s"};
  station.s = position_of(given, station.chainage, track, findings).value_or(station.s);
}

}  // namespace

void settle_chainages(CaseSpec& spec, const track::TrackModel& track, Findings& findings) {
  if (!std::isnan(spec.initial.chainage)) {
    const ChainageKey given{spec.where, "initial.chainage", "initial.s"};
    if (spec.initial.s != 0)
      findings.add({spec.where, given.key, "is given together with initial.s",
                    fmt::format("{}", spec.initial.chainage), "", "Give one of the two"});
    else
      spec.initial.s = position_of(given, spec.initial.chainage, track, findings).value_or(0);
  }
  std::vector<FrictionStationSpec>& stations = spec.contact.friction.stations;
  for (std::size_t i = 0; i < stations.size(); ++i)
    settle_station(stations[i], fmt::format("contact.friction.stations[{}]", i), track, findings);
  // Rising chainages lie behind each other where the chainage of the line falls.
  const auto is_by_chainage = [](const FrictionStationSpec& station) {
    return !std::isnan(station.chainage);
  };
  if (findings.empty() && std::all_of(stations.begin(), stations.end(), is_by_chainage))
    std::stable_sort(stations.begin(), stations.end(),
                     [](const auto& one, const auto& other) { return one.s < other.s; });
  const ChainageKey recorded{spec.where, "output.track_chainages", "output.track_places"};
  for (const double chainage : spec.output.track_chainages)
    if (const auto position = position_of(recorded, chainage, track, findings))
      spec.output.track_places.push_back(*position);
}

}  // namespace flangeway::vehicle_case
