// Minimally compliant track: deviations as large as the track safety standards of the USA allow [CFR213].
// Theory and where the numbers come from: docs/theory/track.md.
#pragma once

#include <vector>

#include "flangeway/track/spec.hpp"

namespace flangeway::track {

/// As dips (1 − cos)/2, in the order of their start.
[[nodiscard]] std::vector<HarmonicSpec> deviations_of(const MinimallyCompliantSpec& spec);

/// Height in m of the largest dip of this wavelength (m) whose offset from the middle of each chord stays
/// within the limits of the class, 1 to 9: of one dip alone, or of one among several.
[[nodiscard]] double allowed_surface(long track_class, double wavelength, bool repeated);
/// curved: within the limits of curved track, which are tighter in some classes.
[[nodiscard]] double allowed_alignment(long track_class, double wavelength, bool repeated, bool curved);

}  // namespace flangeway::track
