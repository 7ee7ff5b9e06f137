// Wear spreads over a profile like heat: its conductivity, and how it differs from the assumed one. Theory:
// docs/theory/wear_laws.md, "Profiles that evolve".
#pragma once

#include <vector>

#include "flangeway/evolution/step.hpp"

namespace flangeway::evolution {

/// h R/κ_0 over the square of a bin between each bin and the next, times the ratio of the surface: the matrix
/// h J of eq. (5).
[[nodiscard]] std::vector<double> conductances(const Surface& surface, double length);

/// h J x. Nothing flows over the ends.
[[nodiscard]] std::vector<double> flow(const std::vector<double>& conductance, const std::vector<double>& x);

/// x := (1 − factor h J)⁻¹ x.
void spread(const std::vector<double>& conductance, double factor, std::vector<double>& x);

/// How strongly wear answers to the depth `worn` near each bin, over the answer of h J: by least squares over
/// a bell of 5 mm. Without a ratio (0) where h J changes the unevenness of the depth by less than 5 %, as no
/// step is stiff there.
[[nodiscard]] std::vector<double> response_ratio(const std::vector<double>& modelled,
                                                 const std::vector<double>& answer,
                                                 const std::vector<double>& worn, double bin);

/// The values of `ratio` at the middles of `count` bins over the same length; 1 where it is empty.
[[nodiscard]] std::vector<double> resampled(const std::vector<double>& ratio, std::size_t count);

}  // namespace flangeway::evolution
