// Words of LandXML for shapes and units.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "flangeway/track/choices.hpp"

namespace flangeway::track {

// The part of a spiral's law that the schema leaves open.
enum class SpiralLaw {
  plain,     // curvature over the length, or at the end of a curve over its tangent, as the radii say
  nominal,   // a curve over its tangent: its radius is that of the circle, which its end does not quite reach
  reversed,  // "rev…": a law between curves to both sides, or the law itself
  unknown    // found by the coordinates of its ends
};

struct LandXmlSpiral {
  std::string_view word;
  TransitionShape shape;
  SpiralLaw law = SpiralLaw::plain;
};

// The first word of a shape is the one that is written. All but "wienerBogen" are words of the schema, which
// spells it "weinerBogen" [BriceIfc4x3, section 11].
constexpr std::array<LandXmlSpiral, 17> landxml_spirals{
    {{"clothoid", TransitionShape::clothoid},
     {"bloss", TransitionShape::bloss},
     {"cosine", TransitionShape::cosine},
     {"sinusoid", TransitionShape::sinusoidal},
     {"cubicParabola", TransitionShape::cubic_parabola},
     {"cubic", TransitionShape::cubic_parabola},
     {"biquadraticParabola", TransitionShape::helmert},
     {"biquadratic", TransitionShape::helmert},
     {"weinerBogen", TransitionShape::viennese},
     {"wienerBogen", TransitionShape::viennese},
     {"sineHalfWave", TransitionShape::sine_half_wave, SpiralLaw::nominal},
     {"japaneseCubic", TransitionShape::cubic_parabola, SpiralLaw::nominal},
     {"revBloss", TransitionShape::bloss, SpiralLaw::reversed},
     {"revCosine", TransitionShape::cosine, SpiralLaw::reversed},
     {"revSinusoid", TransitionShape::sinusoidal, SpiralLaw::reversed},
     {"revBiquadratic", TransitionShape::helmert, SpiralLaw::reversed},
     {"radioid", TransitionShape::clothoid, SpiralLaw::unknown}}};
// Ramps of cant: a linear one has several names.
constexpr auto landxml_ramps = [] {
  std::array<LandXmlSpiral, landxml_spirals.size() + 1> ramps{};
  for (std::size_t i = 0; i < landxml_spirals.size(); ++i) ramps[i] = landxml_spirals[i];
  ramps.back() = {"linear", TransitionShape::clothoid};
  return ramps;
}();

struct LandXmlUnit {
  std::string_view word;
  double metres;
};
// The U.S. survey foot is 1200/3937 m.
constexpr std::array<LandXmlUnit, 17> landxml_units{{{"meter", 1},
                                                     {"meters", 1},
                                                     {"metre", 1},
                                                     {"metres", 1},
                                                     {"m", 1},
                                                     {"mm", 1e-3},
                                                     {"millimetre", 1e-3},
                                                     {"ft", 0.3048},
                                                     {"millimeter", 1e-3},
                                                     {"centimeter", 1e-2},
                                                     {"kilometer", 1e3},
                                                     {"foot", 0.3048},
                                                     {"feet", 0.3048},
                                                     {"USSurveyFoot", 1200.0 / 3937.0},
                                                     {"inch", 0.0254},
                                                     {"mile", 1609.344},
                                                     {"miles", 1609.344}}};
constexpr const char* landxml_unit_list =
    "meter, millimeter, centimeter, kilometer, foot, USSurveyFoot, inch or mile";

constexpr const char* landxml_gravity_height = "gravityHeight";
// Label of a property of a Cant; its words are those of landxml_units.
constexpr const char* landxml_cant_unit = "cantUnit";

}  // namespace flangeway::track
