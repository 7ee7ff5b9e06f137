// Compares the lookup table and knife-edge equivalent profiles with each other and with the contact search
// from which both are made: height and roll of a wheelset over lateral position. [Escalona2021, section 4.2]
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "flangeway/geometry/kec.hpp"
#include "flangeway/geometry/lookup.hpp"

namespace flangeway::geometry {

/// Ways to the position of the wheelset.
enum Way : std::size_t { searched, lut, kec, ways };

/// One gauge variation. Arrays of equal length over y, from where the right wheel is steepest on its flange
/// to where the left one is; beyond, the wheel climbs and y turns back. NaN: this way has no position here.
struct MethodCurves {
  double gauge_variation = 0;  ///< m
  std::vector<double> y;       ///< m
  std::array<std::vector<double>, ways> z, roll;
  /// A wheel stands on its flange, or on tread and flange at once. A hybrid table has left the flange out of
  /// the constraint there, so that its height and roll are those of a wheelset whose flange indents the rail.
  std::vector<bool> flange;
};

/// `step` in m, > 0. The gauge variation lies within the table's.
[[nodiscard]] MethodCurves compare_methods(const PositionSearch& search, const LookupTable& table,
                                           const KecProfiles& profiles, double gauge_variation, double step);

/// The largest of a kind and where it is.
struct Largest {
  double value = 0;  ///< m or rad, not negative
  double y = 0, gauge_variation = 0;
  std::size_t count = 0;  ///< positions that were compared; 0: there are none
};
struct LargestDifference {
  Largest z, roll;
};
/// Largest differences of two ways over all curves, on the tread (flange = false) or on the flange.
[[nodiscard]] LargestDifference largest_difference(const std::vector<MethodCurves>& curves, Way a, Way b,
                                                   bool flange);

}  // namespace flangeway::geometry
