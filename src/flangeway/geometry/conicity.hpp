// Rolling radius difference and equivalent conicity of a wheelset, after [EN15302]; docs/theory/conicity.md.
//
//   const auto difference = geometry::radius_difference(pair, {});
//   const auto conicity = geometry::equivalent_conicity(difference, 3e-3);  // at ±3 mm
//
// y points to the left, and the difference is left − right. The standard prints right − left over a y to
// the right; its row (y, Δr) is our row (−y, −Δr). Conicities do not depend on the convention.
#pragma once

#include <optional>
#include <vector>

#include "flangeway/geometry/pair.hpp"

namespace flangeway::geometry {

struct RadiusDifferenceOptions {
  /// false: each wheel meets its rail on its own, the wheelset stays level (the way of [EN15302]).
  /// true: the wheelset rests on both rails and rolls; y is its displacement at rail level, r0 below its
  /// centre, which is the one that follows the yaw in pure rolling.
  bool roll = false;
  double step = 1e-5;   ///< m; a jump at a two-point contact is spread over one step
  double reach = 0.03;  ///< m; no displacement beyond this
};

/// Δr = r_left − r_right in m over the lateral displacement y in m, as a broken line; y rises. It ends on
/// each side where a flange has climbed the rail (its contact is flatter than flange_angle again) or a wheel
/// has no rail. Empty if the wheelset does not stand on the rails in the middle.
struct RadiusDifference {
  std::vector<double> y, value;

  /// Between the ends of y.
  [[nodiscard]] double at(double displacement) const;
};

[[nodiscard]] RadiusDifference radius_difference(const WheelsetGeometry& geometry,
                                                 const RadiusDifferenceOptions& options);

/// tan γe at one amplitude. All three use the same interval of y, of length 2 · amplitude, over which Δr has
/// the mean 0: there the free motion y″ = −Δr/(e r0) begins and ends.
struct Conicity {
  double amplitude = 0;             ///< m
  double centre = 0;                ///< middle of the interval in m; 0 for equal sides
  std::optional<double> nonlinear;  ///< (2π/Λ)² e r0/2; none where Δr does not drive the wheelset back
  double regression = 0;            ///< half the slope of the straight line through Δr
  double harmonic = 0;              ///< half of the first harmonic of Δr over that of y
};

/// Nothing if the motion would leave the ends of `difference`. amplitude > 0, in m.
[[nodiscard]] std::optional<Conicity> equivalent_conicity(const RadiusDifference& difference,
                                                          double amplitude);

/// One for each amplitude (m, > 0). The first that goes beyond `difference` becomes a finding and ends the
/// list.
[[nodiscard]] std::vector<Conicity> equivalent_conicities(const RadiusDifference& difference,
                                                          const std::vector<double>& amplitudes,
                                                          Findings& findings);

/// The largest amplitude that has an equivalent conicity, in m; 0 if there is none.
[[nodiscard]] double largest_amplitude(const RadiusDifference& difference);

}  // namespace flangeway::geometry
