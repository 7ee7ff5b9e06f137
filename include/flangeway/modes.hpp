// Small motions of a case: eigenvalues and what moves in them.
#pragma once

#include <complex>
#include <string>
#include <vector>

#include "flangeway/case.hpp"

namespace flangeway {

struct Mode {
  std::string kind;                 ///< "oscillation", "growing", "overdamped" or "neutral"
  std::complex<double> eigenvalue;  ///< 1/s; of a conjugate pair that with the positive imaginary part
  double frequency = 0;             ///< Hz
  double damping_ratio = 0;         ///< −Re λ / |λ|
  std::string body, coordinate;     ///< what moves most: "wheelset1", "y"
};

struct ModeOptions {
  bool dampers = true;          ///< false: without dampers in the suspension
  bool steady_running = false;  ///< about steady running, not about the initial state of the case
};

/// Eigenvalues of the equations linearised at the speed of the case, kind after kind, with increasing
/// frequency. Throws InputError, and NumericalError where there is no steady running.
[[nodiscard]] std::vector<Mode> modes(const Case& of, const ModeOptions& options = {});

}  // namespace flangeway
