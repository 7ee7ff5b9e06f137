// A mode as a result file: the vehicle in the motion of one oscillation, for `flangeway view`.
// Theory: docs/theory/stability.md.
#pragma once

#include "flangeway/recording/run_file.hpp"
#include "flangeway/simulate/linearise.hpp"

namespace flangeway::recording {

/// Writes some periods of the oscillation about a state of the equations at a constant amplitude; growth and
/// decay are left out. The largest displacement is 10 mm (10 mrad), of wheelsets 2 mm (2 mrad), or less
/// where a wheelset would leave its rails. The place on the track stays. Findings where the file cannot be
/// written. Throws NumericalFailure where no amplitude keeps the wheelsets on their rails.
void write_mode_file(simulate::ReducedEquations& equations, const Eigen::VectorXd& about,
                     const simulate::Mode& mode, double speed, const RunFile& file, Findings& findings);

}  // namespace flangeway::recording
