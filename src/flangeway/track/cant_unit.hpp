// The unit of the cant in a file of a line, by what the file shows.
#pragma once

#include <string>
#include <vector>

#include "flangeway/track/choices.hpp"

namespace flangeway::track {

inline constexpr double max_cant = 0.2;  // m; EN 13803 allows 0.18

/// m of one unit; 0 for `automatic`.
[[nodiscard]] double metres_of(CantUnit unit);

/// Evidence in a file for the unit of its cants.
struct CantEvidence {
  std::vector<double> values;  ///< all cants of the file, as written
  double gauge = 0;            ///< as written; 0: not given
  std::string gauge_name;      ///< as the file calls it
  double declared = 1e-3;      ///< m, of the unit that the format or the file says
  double length = 1;           ///< m, of the unit of lengths
};

struct CantReading {
  double metres = 1e-3;  ///< m, of one unit
  std::string unit;      ///< "mm"
  std::string why;       ///< what decides; empty where the declared unit is the only one possible
};

/// "is read in m, by gauge = 1.435 and the largest cant of the file, 0.11".
[[nodiscard]] std::string reading_text(const CantReading& reading);

/// The unit that makes the largest cant one of a railway. The declared one if it does, unless it is the inch
/// and the foot does as well: designed cants are whole sixteenths of an inch.
[[nodiscard]] CantReading judge_cant_unit(const CantEvidence& evidence);

/// m: a gauge as written, in the unit of lengths or, where no gauge is of that size, in the one that makes it
/// a gauge; 0 if none does.
[[nodiscard]] double gauge_in_metres(double written, double length);

}  // namespace flangeway::track
