#include "flangeway/wheelrail/elastic/candidates.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/wheelrail/elastic/interpenetration.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

constexpr double near_rail = 2e-4;     // [m] a peak that is lost with a gap below this is looked for at once
constexpr double inactive_gap = 5e-4;  // [m] more than a gap closes within a few steps
constexpr double margin = 2e-5;        // [m] points of regions have gaps up to this

// False if a peak near the rail was lost.
bool find_from(const Shape& shape, const Placement& place, const ContactCandidates& committed, Look look,
               ContactCandidates& candidates, DepthProfile& profile) {
  bool complete = true;
  candidates = {};
  profile.count = 0;
  for (std::size_t i = 0; i < committed.count; ++i) {
    ContactCandidate candidate = committed.at[i];
    if (candidate.on_rail != place.on_rail) continue;
    candidate.pressed = false;
    if (look == Look::near && candidate.depth < -inactive_gap) {
      add_candidate(candidate, candidates);
      continue;
    }
    const std::size_t before = profile.count;
    switch (add_region(shape, place, margin, candidate, profile)) {
      case Region::added:
        add_peaks(shape, profile, before, place.on_rail, candidates);
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

void inherit(const ContactCandidates& before, ContactCandidates& candidates) {
  constexpr double same = 4e-3;  // [m] peaks of two instants that are one
  for (std::size_t i = 0; i < candidates.count; ++i) {
    double nearest = same;
    for (std::size_t k = 0; k < before.count; ++k) {
      const double distance = std::abs(before.at[k].wheel_s - candidates.at[i].wheel_s);
      if (before.at[k].on_rail != candidates.at[i].on_rail || distance >= nearest) continue;
      nearest = distance;
      candidates.at[i].impact_speed = before.at[k].impact_speed;
    }
  }
}

void follow_all(const Shape& shape, const Placement& place, ContactCandidates& candidates) {
  std::size_t kept = 0;
  Placement there = place;
  for (std::size_t i = 0; i < candidates.count; ++i) {
    ContactCandidate candidate = candidates.at[i];
    there.on_rail = candidate.on_rail;
    if (!follow(shape, there, candidate)) continue;
    if (kept > 0 && candidates.at[kept - 1].on_rail == candidate.on_rail &&
        std::abs(candidates.at[kept - 1].wheel_s - candidate.wheel_s) < sample_step)
      continue;
    candidates.at[kept++] = candidate;
  }
  candidates.count = kept;
}

// Previous candidates and those that a search finds, from the flange to the field side.
ContactCandidates with_search(const Shape& shape, const Placement& place,
                              const ContactCandidates& committed) {
  ContactCandidates seen, all = committed;
  search(shape, place, reach, seen);
  for (std::size_t i = 0; i < seen.count; ++i) add_candidate(seen.at[i], all);
  std::sort(all.at.begin(), all.at.begin() + static_cast<std::ptrdiff_t>(all.count),
            [](const auto& a, const auto& b) { return a.wheel_s < b.wheel_s; });
  return all;
}

void find_candidates(const Shape& shape, const ContactCandidates& committed, Look look, WheelResult& wheel,
                     DepthProfile& profile) {
  ContactCandidates found;
  if (look == Look::all) {
    (void)find_from(shape, wheel.placement, with_search(shape, wheel.placement, committed), look, found,
                    profile);
  } else if (look == Look::everywhere ||
             !find_from(shape, wheel.placement, committed, look, found, profile)) {
    ContactCandidates seen;
    search(shape, wheel.placement, reach, seen);
    (void)find_from(shape, wheel.placement, seen, Look::near, found, profile);
  }
  inherit(committed, found);
  for (std::size_t i = 0; i < found.count; ++i) add_candidate(found.at[i], wheel.candidates);
}

}  // namespace flangeway::wheelrail::elastic
