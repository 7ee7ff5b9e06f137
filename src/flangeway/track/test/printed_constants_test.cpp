// The constants of the spectra, copied anew from what is printed, and cant within transitions of every shape.
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/math/types.hpp"
#include "flangeway/track/spectrum.hpp"
#include "support.hpp"

namespace flangeway::track {
namespace {

using namespace testing;

// [ERRI_B176, ClausSchiehlen1998]: A_a, A_v, A_g in m² rad/m; Ωc 0.8246, Ωr 0.0206, Ωs 0.4380 rad/m.
TEST(SpectrumConstants, OfErriAreThosePrinted) {
  struct Row {
    SpectrumClass quality;
    double a, v, g;
  };
  for (const Row& row : {Row{SpectrumClass::erri_b176_low, 2.119e-7, 4.032e-7, 5.32e-8},
                         Row{SpectrumClass::erri_b176_high, 6.125e-7, 1.08e-6, 1.032e-7}}) {
    for (const double w : {0.05, 0.4, 2.0}) {
      const double w2 = w * w, c2 = 0.67996516, r2 = 0.00042436, s2 = 0.191844;  // squares, by hand
      const double base = c2 / ((w2 + r2) * (w2 + c2)), bent = base * w2 / (w2 + s2);
      const auto density = [&](Measure m) { return spectrum_of(row.quality, m).density(w); };
      EXPECT_NEAR(density(Measure::alignment) / (row.a * base), 1, 1e-9);
      EXPECT_NEAR(density(Measure::vertical_profile) / (row.v * base), 1, 1e-9);
      EXPECT_NEAR(density(Measure::gauge_variation) / (row.g * bent), 1, 1e-9);
      EXPECT_NEAR(density(Measure::cross_level) / (4 * row.v * bent), 1, 1e-9);
    }
  }
}

// [Hamid1983, FriesCoffey1990]: A_a and A_v in cm² rad/m, Ωs in rad/m; Ωc = 0.8245 rad/m, k = 1/4.
TEST(SpectrumConstants, OfFraAreThosePrinted) {
  struct Row {
    SpectrumClass quality;
    double a, v, s;
  };
  for (const Row& row : {Row{SpectrumClass::fra_class_1, 3.3634, 1.2107, 0.6046},
                         Row{SpectrumClass::fra_class_2, 1.2107, 1.0181, 0.9308},
                         Row{SpectrumClass::fra_class_3, 0.4128, 0.6816, 0.8520},
                         Row{SpectrumClass::fra_class_4, 0.3027, 0.5376, 1.1312},
                         Row{SpectrumClass::fra_class_5, 0.0762, 0.2095, 0.8209},
                         Row{SpectrumClass::fra_class_6, 0.0339, 0.0339, 0.4380}}) {
    for (const double w : {0.05, 0.4, 2.0}) {
      const double w2 = w * w, c2 = 0.67980025, s2 = row.s * row.s;
      const auto density = [&](Measure m) { return spectrum_of(row.quality, m).density(w); };
      const double base = 0.25e-4 * c2 / (w2 * (w2 + c2)),
                   across = 1e-4 * row.v * c2 / ((w2 + c2) * (w2 + s2));
      EXPECT_NEAR(density(Measure::alignment) / (row.a * base), 1, 1e-9);
      EXPECT_NEAR(density(Measure::vertical_profile) / (row.v * base), 1, 1e-9);
      EXPECT_NEAR(density(Measure::gauge_variation) / across, 1, 1e-9);
      EXPECT_NEAR(density(Measure::cross_level) / across, 1, 1e-9);
    }
  }
}

// At a quarter of a transition: clothoid x, Bloss 3x² − 2x³ = 5/32, sinusoidal x − sin(2πx)/2π = 1/4 − 1/2π;
// cant and curvature alike.
TEST(Alignment, CantFollowsTheShapeOfItsTransition) {
  struct Row {
    TransitionShape shape;
    double quarter;
  };
  for (const Row& row : {Row{TransitionShape::clothoid, 0.25}, Row{TransitionShape::bloss, 0.15625},
                         Row{TransitionShape::sinusoidal, 0.25 - 1 / (2 * pi)}}) {
    const TrackModel model =
        compiled({straight(50, 0.02), transition(80, row.shape), circular(100, 1 / 400.0, 0.12)});
    for (const auto& [s, share] :
         {std::pair(50 + 20.0, row.quarter), std::pair(50 + 60.0, 1 - row.quarter)}) {
      EXPECT_NEAR(model.cant(s), 0.02 + 0.10 * share, 1e-12) << s;
      EXPECT_NEAR(model.curvature(s), share / 400, 1e-15) << s;
    }
  }
}

}  // namespace
}  // namespace flangeway::track
