#include <fmt/format.h>

#include "flangeway/vehicle_case/rails.hpp"

namespace flangeway::vehicle_case {
namespace {

using track::CheckRailSpec;
using track::RailChoice;

bool is_sound(const CheckRailSpec& spec, Findings& findings) {
  if (!(spec.to > spec.from)) {
    findings.add({spec.where, spec.key + ".to", "does not lie behind from", fmt::format("{:.10g}", spec.to),
                  fmt::format("more than {:.10g} in m", spec.from), "Check both places"});
    return false;
  }
  if (2 * spec.flare_length <= spec.to - spec.from) return true;
  findings.add({spec.where, spec.key + ".flare_length", "is more than half the length of the check rail",
                fmt::format("{:.10g}", spec.flare_length),
                fmt::format("at most {:.10g} in m", (spec.to - spec.from) / 2), "Shorten both ends"});
  return false;
}

}  // namespace

void read_check_rails(const track::TrackRailsSpec& rails, Profiles& profiles, CaseRails& made,
                      Findings& findings) {
  for (const CheckRailSpec& spec : rails.check_rails) {
    if (made.checks[0].empty() && made.checks[1].empty()) made.where_checks = spec.where;
    const profile::Profile* read = profiles.check_rail(spec.profile);
    if (read == nullptr || !is_sound(spec, findings)) continue;
    if (wheelrail::elastic::find_face(read->curve).place.empty()) {
      findings.add({spec.where, spec.key + ".profile", "has no side that guides a wheel", spec.profile.value,
                    "a field side with 5 mm of height that are steeper than 17°",
                    "Check the profile, which is that of a left rail: y to the field side, z upwards"});
      continue;
    }
    const wheelrail::CheckRail check{
        spec.from,          spec.to,       std::make_shared<const profile::Curve>(read->curve),
        spec.flangeway,     spec.height,   spec.flare_length,
        spec.flare_opening, spec.stiffness};
    if (spec.rail != RailChoice::right) made.checks[0].push_back(check);
    if (spec.rail != RailChoice::left) made.checks[1].push_back(check);
  }
}

}  // namespace flangeway::vehicle_case
