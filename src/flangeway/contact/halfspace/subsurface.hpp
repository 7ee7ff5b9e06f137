// Stresses inside the bodies under the tractions of a patch (docs/theory/halfspace.md).
#pragma once

#include <vector>

#include "flangeway/contact/halfspace/problem.hpp"

namespace flangeway::contact::halfspace {

/// Stresses at one depth, in Pa, tension positive, at the centres of the grid's elements (index as in Grid).
struct StressField {
  double z = 0;  ///< m, > 0 in body 1, < 0 in body 2
  std::vector<double> xx, yy, zz, xy, xz, yz;
  std::vector<double> hydrostatic;  ///< mean of the three normal stresses
  std::vector<double> mises;        ///< equivalent stress of von Mises
  std::vector<double> tresca;       ///< largest minus smallest principal stress
};

/// Stresses at height z of constant tractions on the elements, by Fourier transforms. The Poisson ratio is
/// that of the body that z lies in; the stresses depend on no other constant. z = 0: just below the surface
/// of body 1.
[[nodiscard]] StressField subsurface_stress(const Grid& grid, const Tractions& tractions,
                                            double poisson_ratio, double z);

}  // namespace flangeway::contact::halfspace
