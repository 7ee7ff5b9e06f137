// Vermeulen and Johnson's creep forces with the interface of the creep laws.
#pragma once

#include "flangeway/contact/hertz.hpp"

namespace flangeway::contact {

/// The patch with the coefficients of [VermeulenJohnson1964] in place of Kalker's: with
/// CreepLaw::shen_hedrick_elkins, whose saturation is theirs, it gives their forces. They know no spin: c23
/// and c33 are zero. Their slopes are up to a quarter too steep, for the adhering ellipse does not reach the
/// leading edge. Poisson's ratio 0 … 0.5.
[[nodiscard]] UnitPatch vermeulen_johnson(const UnitPatch& patch, double poisson_ratio);

}  // namespace flangeway::contact
