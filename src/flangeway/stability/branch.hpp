// A branch of limit cycles from a Hopf point on.
#pragma once

#include "flangeway/stability/linear.hpp"

namespace flangeway::stability {

[[nodiscard]] Branch follow_branch(simulate::ReducedEquations& equations, const Crossing& from,
                                   const Settings& settings, const Progress& progress);

}  // namespace flangeway::stability
