// Makes worn wheel profiles from new ones by a simple wear model. The shapes serve to test methods and do not
// predict wear.
//
// A wheel runs on a rail at changing lateral positions. At each it is pressed a little into the rail, and
// loses material along its normal where it interpenetrates, in proportion to the depth and to how much the
// surface slides there (docs/theory/wear.md). Surfaces that the rail touches often become conformal to it:
// hollow treads and worn flange roots.
#pragma once

#include <cstdint>
#include <vector>

#include "flangeway/geometry/spatial/shapes.hpp"

namespace flangeway::geometry {

/// How a wheel was used. Left-hand pair, lengths in m.
struct Usage {
  double mean_shift = 2e-3;    ///< mean lateral position against the rail, positive towards the flange
  double shift_spread = 2e-3;  ///< its standard deviation
  double worn_area = 2e-5;     ///< m², material lost from the profile
  double flange_share = 4;     ///< how much faster a surface at 45° wears than a level one
  double waviness = 0;         ///< amplitude of ridges along the profile
  int passes = 200;            ///< lateral positions that share the wear
  std::uint64_t seed = 1;
};

/// `wheel` after its use on `rail`; both in their own axes. At no shift the origin of the wheel's profile
/// stands at wheel_lateral and that of the rail at rail_lateral, the rail inclined by the angle of
/// `rail_inclination` (rad).
struct WearTrack {
  double wheel_lateral = 0.75, rail_lateral = 0.755, rail_inclination = 0.025;
};
[[nodiscard]] profile::Curve worn_wheel(const profile::Curve& wheel, const spatial::Rail& rail,
                                        const WearTrack& track, const Usage& usage);

/// `count` uses drawn at random: mean shifts −1 … 6 mm, spreads 1 … 3 mm, worn areas 0 … 60 mm², flange
/// shares 1 … 8, ridges up to 15 µm.
[[nodiscard]] std::vector<Usage> random_uses(std::size_t count, std::uint64_t seed);

}  // namespace flangeway::geometry
