#include "flangeway/flextrack/track_receptances.hpp"

#include <fmt/format.h>

#include "flangeway/flextrack/structure.hpp"

namespace flangeway::flextrack {

// A track of masses on springs alone needs no structure.
std::optional<TrackReceptances> receptances_of(const track::TrackSpec& spec, const track::TrackModel& model,
                                               double s, Findings& findings) {
  constexpr double reach = 15;  // m: beyond it ends that absorb make no difference
  if (!(s >= 0 && s <= model.length()))
    findings.add({{"--receptance"},
                  "",
                  "lies outside the track",
                  fmt::format("{:.6g}", s),
                  fmt::format("0 to {:.6g} in m", model.length()),
                  "Name a place on the track"});
  const std::vector<double> frequencies = receptance_frequencies();
  TrackReceptances result;
  Findings missing;
  if (const auto masses = compile_mass_spring(spec, missing))
    result.masses = receptances(*masses, frequencies);
  const bool bare = !spec.structure && spec.structure_of.value.empty();
  if (!bare || !result.masses) {
    const auto structure = compile_structure(spec, findings);
    if (!findings.empty()) return std::nullopt;
    result.mesh = rail_receptances(*structure, model, s, reach, frequencies, findings);
  }
  return findings.empty() ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace flangeway::flextrack
