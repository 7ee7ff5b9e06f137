// The methods that solve a patch, and the constants of the fast ones.
#pragma once

#include <array>
#include <optional>

#include "flangeway/core/choice.hpp"

namespace flangeway::contact::patch {

/// How pressures are found from the gap.
enum class NormalMethod {
  boundary_elements,
  kik_piotrowski,  ///< virtual interpenetration with elliptic correction [Kik1996]
  kpec,            ///< the same, with a share of the approach that varies across [ContactProgram]
  strips,          ///< strips along rolling that feel each other as elastic ones [KnotheHung1985]
  analyn           ///< each row from the Hertzian contact of the surfaces there [Sichani2014]
};

constexpr auto alternatives_of(NormalMethod) {
  using One = Alternative<NormalMethod>;
  return std::array{
      One{NormalMethod::boundary_elements, "halfspace",
          "boundary elements on the elastic half-space. The most accurate, and the slowest"},
      One{NormalMethod::kik_piotrowski, "kik_piotrowski",
          "virtual interpenetration with elliptic correction. Fast; needs no iteration"},
      One{NormalMethod::kpec, "kpec",
          "virtual interpenetration with the correction of the program CONTACT (KPEC), for comparisons "
          "with it"},
      One{.value = NormalMethod::strips,
          .name = "strip",
          .text = "interacting elastic strips along the rolling direction. Between the other "
                  "methods in cost and accuracy",
          .former = "strips"},
      One{NormalMethod::analyn, "analyn",
          "each row from the Hertzian contact of the surfaces there. Fast; better than "
          "kik_piotrowski for changing curvature"}};
}

/// How tangential tractions are found from pressures and creepages.
enum class TangentialMethod {
  boundary_elements,
  fastsim,  ///< simplified theory [Kalker1982]
  fastrip   ///< strip theory where it adheres, directions of FASTSIM where it slides [Sichani2016]; steady
            ///< rolling
};

constexpr auto alternatives_of(TangentialMethod) {
  using One = Alternative<TangentialMethod>;
  return std::array{One{TangentialMethod::boundary_elements, "halfspace",
                        "boundary elements on the elastic half-space, for all kinds of motion"},
                    One{TangentialMethod::fastsim,
                        "fastsim",
                        "simplified theory, for all kinds of motion. Fast, and less accurate than the others",
                        {"slope_initial", "slope_limit", "slope_rate"}},
                    One{TangentialMethod::fastrip,
                        "fastrip",
                        "strip theory in the adhesion area and FASTSIM in the slip area, steady rolling. "
                        "More accurate than fastsim",
                        {"slope_initial", "slope_limit", "slope_rate"}}};
}

/// Displacement over traction in m/Pa: L1 and L2 for creepages, L3 for spin.
struct Flexibility {
  double longitudinal = 0, lateral = 0, spin = 0;
};

/// Slope reduction of modified FASTSIM: k = initial (limit + (1 − limit)/(1 + rate ε)), the flexibilities
/// over k [Spiryagin2013]. ε is Polach's gradient of tangential stress with friction at the creepage, times
/// `initial`: so the published curve with falling friction is met.
struct SlopeReduction {
  double initial = 1, limit = 1, rate = 0;  ///< 0 < initial ≤ 1, 0 ≤ limit ≤ 1, rate ≥ 0
};

/// Semi-axes in m: a along rolling.
struct Ellipse {
  double a = 0, b = 0;
};

struct Method {
  NormalMethod normal = NormalMethod::boundary_elements;
  TangentialMethod tangential = TangentialMethod::boundary_elements;
  SlopeReduction slope;  ///< of the fast tangential methods
  /// For FASTSIM; absent: from Kalker's coefficients of the ellipse.
  std::optional<Flexibility> flexibility;
  /// For Hertzian pressures; absent: the ellipse with the patch's area and greatest length.
  std::optional<Ellipse> ellipse;
  /// That ellipse has the patch's area and the ratio of its extents along and across, as in the program
  /// CONTACT.
  bool ellipse_by_extent = false;
};

}  // namespace flangeway::contact::patch
