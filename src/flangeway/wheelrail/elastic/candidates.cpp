#include "flangeway/wheelrail/elastic/candidates.hpp"

#include <cmath>

namespace flangeway::wheelrail::elastic {
namespace {

constexpr double near_rail = 2e-4;     // [m] a peak that is lost with a gap below this is looked for at once
constexpr double inactive_gap = 5e-4;  // [m] more than a gap closes within a few steps

bool known(const ContactCandidates& candidates, std::size_t count, const ContactCandidate& candidate) {
  constexpr double same = 1e-6;  // [m]
  for (std::size_t i = 0; i < count; ++i) {
    if (candidate.peak && candidates.at[i].peak &&
        std::abs(candidates.at[i].wheel_s - candidate.wheel_s) < same)
      return true;
  }
  return false;
}

}  // namespace

bool refine_all(const Shape& shape, const Placement& place, bool inactive_too,
                ContactCandidates& candidates) {
  bool complete = true;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < candidates.count; ++i) {
    ContactCandidate candidate = candidates.at[i];
    const bool inactive = candidate.depth < (candidate.peak ? -inactive_gap : -near_rail);
    if ((inactive && !inactive_too) || refine(shape, place, candidate)) {
      if (!known(candidates, kept, candidate))
        candidates.at[kept++] = candidate;  // two peaks may have become one
    } else if (candidate.peak && candidate.depth > -near_rail) {
      complete = false;
    }
  }
  candidates.count = kept;
  return complete;
}

void find_candidates(const Shape& shape, const ContactCandidates& committed, WheelResult& wheel) {
  wheel.candidates = committed;
  for (std::size_t i = 0; i < committed.count; ++i) wheel.candidates.at[i].pressed = false;
  if (refine_all(shape, wheel.placement, false, wheel.candidates) && wheel.candidates.count > 0) return;
  search(shape, wheel.placement, reach, wheel.candidates);
  (void)refine_all(shape, wheel.placement, true, wheel.candidates);
}

}  // namespace flangeway::wheelrail::elastic
