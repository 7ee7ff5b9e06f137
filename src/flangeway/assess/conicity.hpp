// Equivalent conicity of a wheelset from its difference of rolling radii, after [EN15302];
// docs/theory/conicity.md. The difference may be computed (geometry/radius_difference.hpp) or measured.
//
//   const auto conicity = assess::equivalent_conicity({y, difference}, 3e-3);  // at ±3 mm
//
// y points to the left, and the difference is left − right. The standard prints right − left over a y to
// the right; its row (y, Δr) is our row (−y, −Δr). Conicities do not depend on the convention.
#pragma once

#include <optional>
#include <vector>

#include "flangeway/assess/series.hpp"
#include "flangeway/core/diagnostics.hpp"

namespace flangeway::assess {

/// tan γe at one amplitude. All three use the same interval of y, of length 2 · amplitude, over which Δr has
/// the mean 0: there the free motion y″ = −Δr/(e r0) begins and ends.
struct Conicity {
  double amplitude = 0;             ///< m
  double centre = 0;                ///< middle of the interval in m; 0 for equal sides
  std::optional<double> nonlinear;  ///< (2π/Λ)² e r0/2; none where Δr does not drive the wheelset back
  double regression = 0;            ///< half the slope of the straight line through Δr
  double harmonic = 0;              ///< half of the first harmonic of Δr over that of y
};

/// `difference`: Δr = r_left − r_right in m over the lateral displacement y in m, which rises strictly.
/// Nothing if the motion would leave its ends. amplitude > 0, in m.
[[nodiscard]] std::optional<Conicity> equivalent_conicity(const Series& difference, double amplitude);

/// One for each amplitude (m, > 0). The first that goes beyond `difference` becomes a finding and ends the
/// list.
[[nodiscard]] std::vector<Conicity> equivalent_conicities(const Series& difference,
                                                          const std::vector<double>& amplitudes,
                                                          Findings& findings);

/// The largest amplitude that has an equivalent conicity, in m; 0 if there is none.
[[nodiscard]] double largest_amplitude(const Series& difference);

}  // namespace flangeway::assess
