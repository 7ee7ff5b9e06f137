// Options that a track file selects by a word: each has one table.
#pragma once

#include <array>

#include "flangeway/core/choice.hpp"

namespace flangeway::track {

enum class SegmentKind { straight, circular, transition };

constexpr auto alternatives_of(SegmentKind) {
  using One = Alternative<SegmentKind>;
  return std::array{One{SegmentKind::straight, "straight", "no curvature"},
                    One{SegmentKind::circular, "circular", "constant curvature"},
                    One{SegmentKind::transition, "transition",
                        "curvature and cant change from those of the segment before to those of the next"}};
}

enum class TransitionShape {
  clothoid,
  bloss,
  sinusoidal,
  cosine,
  helmert,
  cubic_parabola,
  sine_half_wave,
  viennese
};

constexpr auto alternatives_of(TransitionShape) {
  using One = Alternative<TransitionShape>;
  return std::array{
      One{TransitionShape::clothoid, "clothoid", "curvature and cant grow linearly. The usual one"},
      One{TransitionShape::bloss, "bloss", "they grow as a cubic with zero slope at both ends"},
      One{TransitionShape::sinusoidal, "sinusoidal",
          "they grow as a line less a sine, with zero slope and curvature at both ends. The curve of Klein"},
      One{TransitionShape::cosine, "cosine",
          "they grow as half a wave of a cosine, with zero slope at both ends"},
      One{TransitionShape::helmert, "helmert",
          "they grow as two parabolas that meet in the middle. The curve of Helmert and Schramm"},
      One{TransitionShape::cubic_parabola, "cubic_parabola",
          "the line is y = c x^3 from a straight, or to one; the cant grows linearly"},
      One{TransitionShape::sine_half_wave, "sine_half_wave",
          "the second derivative of y(x) is half a wave of a cosine over the tangent of a straight, as in "
          "Japan; "
          "so is the cant along the track"},
      One{TransitionShape::viennese,
          "viennese",
          "the line of gravity, not the track, has the smooth curvature: the Viennese bend",
          {"gravity_height"}}};
}

/// How cant given apart from the segments changes. The same ramps as those of transitions.
enum class CantRamp { linear, bloss, sinusoidal, cosine, helmert, viennese };

constexpr auto alternatives_of(CantRamp) {
  using One = Alternative<CantRamp>;
  return std::array{One{CantRamp::linear, "linear", "a linear ramp"},
                    One{CantRamp::bloss, "bloss", "a cubic with zero slope at both ends"},
                    One{CantRamp::sinusoidal, "sinusoidal", "a line less a sine"},
                    One{CantRamp::cosine, "cosine", "half a wave of a cosine"},
                    One{CantRamp::helmert, "helmert", "two parabolas that meet in the middle"},
                    One{CantRamp::viennese, "viennese", "that of the Viennese bend, of degree seven"}};
}

constexpr TransitionShape shape_of(CantRamp ramp) {
  switch (ramp) {
    case CantRamp::bloss:
      return TransitionShape::bloss;
    case CantRamp::sinusoidal:
      return TransitionShape::sinusoidal;
    case CantRamp::cosine:
      return TransitionShape::cosine;
    case CantRamp::helmert:
      return TransitionShape::helmert;
    case CantRamp::viennese:
      return TransitionShape::viennese;
    case CantRamp::linear:
      break;
  }
  return TransitionShape::clothoid;
}

/// Rounding of the corner between two gradients.
enum class VerticalCurve { none, parabola, circle, clothoid };

constexpr auto alternatives_of(VerticalCurve) {
  using One = Alternative<VerticalCurve>;
  return std::array{
      One{VerticalCurve::none, "none", "nothing: the first point, the last one, or a kink"},
      One{VerticalCurve::parabola,
          "parabola",
          "a parabola, along which the gradient changes linearly",
          {"length", "length_after"}},
      One{VerticalCurve::circle, "circle", "a circle", {"radius"}},
      One{VerticalCurve::clothoid,
          "clothoid",
          "a curve whose curvature changes linearly; half as long on the more curved side of the point "
          "as on the other where it begins or ends at a gradient",
          {"length", "length_after"}}};
}

/// Unit of the cant in a file of a line.
enum class CantUnit { automatic, millimetre, centimetre, metre, inch, foot };

constexpr auto alternatives_of(CantUnit) {
  using One = Alternative<CantUnit>;
  return std::array{
      One{CantUnit::automatic, "auto",
          "that of the format, unless the size of all cants and the gauge of the file show another "
          "one, which is a note"},
      One{CantUnit::millimetre, "mm", "millimetres"},
      One{CantUnit::centimetre, "cm", "centimetres"},
      One{CantUnit::metre, "m", "metres"},
      One{CantUnit::inch, "in", "inches"},
      One{CantUnit::foot, "ft", "feet"}};
}

enum class Direction { left, right };

constexpr auto alternatives_of(Direction) {
  using One = Alternative<Direction>;
  return std::array{One{Direction::left, "left", "the curve turns to the left"},
                    One{Direction::right, "right", "the curve turns to the right"}};
}

/// Measured quantities of the two rails; also the order of the four channels.
enum class Measure { alignment, vertical_profile, gauge_variation, cross_level };

constexpr auto alternatives_of(Measure) {
  using One = Alternative<Measure>;
  return std::array{
      One{Measure::alignment, "alignment", "mean lateral deviation of both rails"},
      One{Measure::vertical_profile, "vertical_profile", "mean vertical deviation of both rails"},
      One{Measure::gauge_variation, "gauge_variation",
          "lateral deviation of the left rail less that of the right"},
      One{Measure::cross_level, "cross_level", "vertical deviation of the left rail less that of the right"}};
}

enum class HarmonicForm { sine, dip };

constexpr auto alternatives_of(HarmonicForm) {
  using One = Alternative<HarmonicForm>;
  return std::array{One{HarmonicForm::sine, "sine", "a sine along the whole track", {"phase"}},
                    One{HarmonicForm::dip, "dip", "a single dip (1 - cos)/2 of one wavelength"}};
}

/// Track quality classes with published spectra.
enum class SpectrumClass {
  erri_b176_low,
  erri_b176_high,
  fra_class_1,
  fra_class_2,
  fra_class_3,
  fra_class_4,
  fra_class_5,
  fra_class_6
};

constexpr auto alternatives_of(SpectrumClass) {
  using One = Alternative<SpectrumClass>;
  return std::array{
      One{SpectrumClass::erri_b176_low, "erri_b176_low", "ERRI B176, low disturbance: European main lines"},
      One{SpectrumClass::erri_b176_high, "erri_b176_high", "ERRI B176, high disturbance"},
      One{SpectrumClass::fra_class_1, "fra_class_1", "FRA class 1: the roughest American class"},
      One{SpectrumClass::fra_class_2, "fra_class_2", "FRA class 2"},
      One{SpectrumClass::fra_class_3, "fra_class_3", "FRA class 3"},
      One{SpectrumClass::fra_class_4, "fra_class_4", "FRA class 4"},
      One{SpectrumClass::fra_class_5, "fra_class_5", "FRA class 5"},
      One{SpectrumClass::fra_class_6, "fra_class_6", "FRA class 6: the smoothest of these classes"}};
}

/// Whether a density is over positive wave numbers only, or over negative ones as well.
enum class SpectrumSides { one, two };

constexpr auto alternatives_of(SpectrumSides) {
  using One = Alternative<SpectrumSides>;
  return std::array{One{SpectrumSides::one, "one", "the variance is its integral over positive wave numbers"},
                    One{SpectrumSides::two, "two", "the variance is twice that integral"}};
}

enum class LengthUnit { automatic, m, mm };

constexpr auto alternatives_of(LengthUnit) {
  using One = Alternative<LengthUnit>;
  return std::array{One{LengthUnit::automatic, "automatic",
                        "by the numbers: mm where a deviation exceeds 0.3, m where none exceeds 0.1"},
                    One{LengthUnit::m, "m", "metres"}, One{LengthUnit::mm, "mm", "millimetres"}};
}

/// Meaning of left and right in a recording with falling chainage.
enum class SidesOf { running, chainage };

constexpr auto alternatives_of(SidesOf) {
  using One = Alternative<SidesOf>;
  return std::array{
      One{SidesOf::running, "running",
          "of the running direction: in the direction of rising chainage left and right are exchanged"},
      One{SidesOf::chainage, "chainage", "of rising chainage: they stay"}};
}

/// Treatment of gaps in a recording.
enum class Gaps { refuse, interpolate, split };

constexpr auto alternatives_of(Gaps) {
  using One = Alternative<Gaps>;
  return std::array{One{Gaps::refuse, "refuse", "a gap is a finding"},
                    One{Gaps::interpolate, "interpolate", "gaps are bridged by straight lines"},
                    One{Gaps::split, "split",
                        "the recording is used in pieces between its gaps; on a track each piece fades out "
                        "and in, and a gap has no "
                        "deviations"}};
}

enum class SleeperKind { mono_block, twin_block, timber };

constexpr auto alternatives_of(SleeperKind) {
  using One = Alternative<SleeperKind>;
  return std::array{One{SleeperKind::mono_block, "mono_block", "one concrete beam"},
                    One{SleeperKind::twin_block,
                        "twin_block",
                        "two concrete blocks joined by a slender beam",
                        {"block_length"}},
                    One{SleeperKind::timber, "timber", "one timber beam"}};
}

enum class BeamTheory { euler_bernoulli, timoshenko };

constexpr auto alternatives_of(BeamTheory) {
  using One = Alternative<BeamTheory>;
  return std::array{
      One{BeamTheory::euler_bernoulli, "euler_bernoulli", "no shear deformation. For low frequencies"},
      One{BeamTheory::timoshenko, "timoshenko",
          "with shear deformation and rotational inertia. For higher frequencies"}};
}

enum class ChangeSide { both, left, right };

constexpr auto alternatives_of(ChangeSide) {
  using One = Alternative<ChangeSide>;
  return std::array{One{ChangeSide::both, "both", "under both rails"},
                    One{ChangeSide::left, "left", "under the left rail only"},
                    One{ChangeSide::right, "right", "under the right rail only"}};
}

/// Deviations of minimally compliant track.
enum class Perturbation {
  all,
  hunting,
  gauge_narrowing,
  gauge_widening,
  repeated_surface,
  repeated_alignment,
  single_surface,
  single_alignment,
  warp,
  combined
};
constexpr auto alternatives_of(Perturbation) {
  using One = Alternative<Perturbation>;
  return std::array{
      One{Perturbation::all, "all", "all of the following, in this order"},
      One{Perturbation::hunting, "hunting", "ten waves of alignment of 10 ft, to excite hunting"},
      One{Perturbation::gauge_narrowing, "gauge_narrowing", "one dip of the gauge"},
      One{Perturbation::gauge_widening, "gauge_widening", "one rise of the gauge"},
      One{Perturbation::repeated_surface, "repeated_surface", "three dips of both rails"},
      One{Perturbation::repeated_alignment, "repeated_alignment", "three waves of alignment"},
      One{Perturbation::single_surface, "single_surface", "one dip of both rails"},
      One{Perturbation::single_alignment, "single_alignment", "one wave of alignment"},
      One{Perturbation::warp, "warp", "one wave of cross level"},
      One{Perturbation::combined, "combined",
          "one rail down and outwards, each two thirds of the single deviation"}};
}

}  // namespace flangeway::track
