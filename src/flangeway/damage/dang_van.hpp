// Fatigue below the surface after Dang Van, along the way of a material point through a patch. Theory:
// docs/theory/wear_laws.md, "Fatigue below the surface".
#pragma once

#include <array>
#include <vector>

#include "flangeway/contact/patch/subsurface/subsurface.hpp"
#include "flangeway/damage/patch_wear.hpp"

namespace flangeway::damage {

/// A symmetric tensor without trace as a vector: its length is that of the tensor.
using Deviator = std::array<double, 5>;
[[nodiscard]] Deviator deviator(const contact::patch::PointStress& stress);

/// The smallest ball around points.
struct Ball {
  Deviator centre{};
  double radius = 0;
};
[[nodiscard]] Ball smallest_ball(const std::vector<Deviator>& points);

/// Largest τ + factor σ_h of a closed path, Pa: τ is the largest shear stress after the residual stress that
/// the body settles to, σ_h the hydrostatic stress. [DangVan1989]
[[nodiscard]] double dang_van_stress(const std::vector<contact::patch::PointStress>& path, double factor);

struct SubsurfaceSettings {
  double factor = 0.3;  ///< of the hydrostatic stress
  int depths = 24;      ///< between the surface and 1.5 √(ab)
};

/// Dang Van's stress below a patch, in Pa; the value of row `iy` and depth `iz` stands at iy + rows·iz.
struct SubsurfaceMap {
  std::vector<double> y, z;  ///< m, rows across the patch and depths
  std::vector<double> stress;
  double largest = 0, y_largest = 0, z_largest = 0;
};

/// Below the tractions of a patch that rolls on. The grid has room for the stresses beside the contact.
[[nodiscard]] SubsurfaceMap subsurface_fatigue(const contact::patch::Grid& grid,
                                               const contact::patch::Tractions& tractions,
                                               const contact::Material& body,
                                               const std::vector<double>& depths, double factor);

/// The same in the wheel at an ellipse of a run with tractions by FASTSIM on `elements`² elements.
[[nodiscard]] SubsurfaceMap subsurface_fatigue(const contact::Material& wheel, const contact::Material& rail,
                                               const EllipseContact& contact, int elements,
                                               const SubsurfaceSettings& settings);

}  // namespace flangeway::damage
