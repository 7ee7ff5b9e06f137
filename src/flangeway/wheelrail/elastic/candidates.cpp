#include "flangeway/wheelrail/elastic/candidates.hpp"

#include <cmath>

#include "flangeway/wheelrail/elastic/interpenetration.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

constexpr double near_rail = 2e-4;     // [m] a peak that is lost with a gap below this is looked for at once
constexpr double inactive_gap = 5e-4;  // [m] more than a gap closes within a few steps
constexpr double margin = 2e-5;        // [m] points of regions have gaps up to this

// Peaks found anew keep what the last step knew of them.
void inherit(const ContactCandidates& committed, ContactCandidates& candidates) {
  constexpr double same = 4e-3;  // [m] peaks of two instants that are one
  for (std::size_t i = 0; i < candidates.count; ++i) {
    double nearest = same;
    for (std::size_t k = 0; k < committed.count; ++k) {
      const double distance = std::abs(committed.at[k].wheel_s - candidates.at[i].wheel_s);
      if (distance >= nearest) continue;
      nearest = distance;
      candidates.at[i].impact_speed = committed.at[k].impact_speed;
    }
  }
}

// False if a peak near the rail was lost.
bool find_from(const Shape& shape, const Placement& place, const ContactCandidates& committed,
               ContactCandidates& candidates, DepthProfile& profile) {
  bool complete = true;
  candidates = {};
  profile.count = 0;
  for (std::size_t i = 0; i < committed.count; ++i) {
    ContactCandidate candidate = committed.at[i];
    candidate.pressed = false;
    if (candidate.depth < -inactive_gap) {
      add_candidate(candidate, candidates);
      continue;
    }
    const std::size_t before = profile.count;
    switch (add_region(shape, place, margin, candidate, profile)) {
      case Region::added:
        add_peaks(shape, profile, before, candidates);
        break;
      case Region::gap:
        add_candidate(candidate, candidates);
        break;
      case Region::lost:
        complete = complete && committed.at[i].depth < -near_rail;
        break;
      case Region::known:
        break;
    }
  }
  return complete;
}

}  // namespace

void follow_all(const Shape& shape, const Placement& place, ContactCandidates& candidates) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < candidates.count; ++i) {
    ContactCandidate candidate = candidates.at[i];
    if (!follow(shape, place, candidate)) continue;
    if (kept > 0 && std::abs(candidates.at[kept - 1].wheel_s - candidate.wheel_s) < sample_step) continue;
    candidates.at[kept++] = candidate;
  }
  candidates.count = kept;
}

void find_candidates(const Shape& shape, const ContactCandidates& committed, WheelResult& wheel,
                     DepthProfile& profile) {
  if (!find_from(shape, wheel.placement, committed, wheel.candidates, profile) ||
      wheel.candidates.count == 0) {
    ContactCandidates seen;
    search(shape, wheel.placement, reach, seen);
    (void)find_from(shape, wheel.placement, seen, wheel.candidates, profile);
  }
  inherit(committed, wheel.candidates);
}

}  // namespace flangeway::wheelrail::elastic
