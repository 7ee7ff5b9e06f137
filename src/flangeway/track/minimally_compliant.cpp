#include "flangeway/track/minimally_compliant.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace flangeway::track {
namespace {

constexpr double inch = 0.0254, foot = 0.3048;

// Limits of the offset from the middle of chords of 31, 62 and 124 ft, inches; 0: none.
using ChordLimits = std::array<double, 3>;
struct ClassLimits {
  ChordLimits surface, repeated_surface, alignment, curved_alignment;
  ChordLimits repeated_alignment;    // 0: that of single ones
  double narrowest = 0, widest = 0;  // gauge, inches
  double warp = 0;                   // difference of cross level within 62 ft, inches
};
// [CFR213]: 213.53, 213.55(a), 213.63, 213.323 and 213.327(b) and (d), its text of 2013. Surface and warp of
// classes 6 to 9 (213.331) are unverified. Classes 1 to 5 have no limits for repeated deviations.
constexpr ClassLimits limits[] = {
    {{0, 3, 0}, {0, 3, 0}, {0, 5, 0}, {0, 5, 0}, {}, 56, 58, 3},
    {{0, 2.75, 0}, {0, 2.75, 0}, {0, 3, 0}, {0, 3, 0}, {}, 56, 57.75, 2.25},
    {{0, 2.25, 0}, {0, 2.25, 0}, {0, 1.75, 0}, {1.25, 1.75, 0}, {}, 56, 57.75, 2},
    {{0, 2, 0}, {0, 2, 0}, {0, 1.5, 0}, {1, 1.5, 0}, {}, 56, 57.5, 1.75},
    {{0, 1.25, 0}, {0, 1.25, 0}, {0, 0.75, 0}, {0.5, 0.625, 0}, {}, 56, 57.5, 1.5},
    {{1, 1, 1.75}, {0.75, 0.75, 1.25}, {0.5, 0.75, 1.5}, {0.5, 0.625, 1.5}, {0.375, 0.5, 1}, 56, 57.25, 1.5},
    {{1, 1, 1.5},
     {0.75, 0.75, 1},
     {0.5, 0.75, 1.25},
     {0.5, 0.5, 1.25},
     {0.375, 0.375, 0.875},
     56,
     57.25,
     1.5},
    {{0.75, 1, 1.25},
     {0.5, 0.75, 0.875},
     {0.5, 0.75, 1},
     {0.5, 0.5, 0.75},
     {0.375, 0.375, 0.5},
     56,
     57.25,
     1.25},
    {{0.5, 0.75, 1.25},
     {0.375, 0.5, 0.875},
     {0.5, 0.5, 0.75},
     {0.5, 0.5, 0.75},
     {0.375, 0.375, 0.5},
     56.25,
     57.25,
     1}};

const ClassLimits& limits_of(long track_class) {
  return limits[static_cast<std::size_t>(std::clamp(track_class, 1L, 9L) - 1)];
}

// Offset from the middle of a chord at the top of a dip of height 1. The ends of a chord that is longer than
// the wave lie outside of a single one, on others of a repeated one. docs/theory/track.md
double offset_of(double chord, double wavelength, bool repeated) {
  const double share = repeated ? chord / wavelength : std::min(chord / wavelength, 1.0);
  return (1 - std::cos(std::numbers::pi * share)) / 2;
}

double allowed(const ChordLimits& of, double wavelength, bool repeated) {
  constexpr std::array<double, 3> chords{31 * foot, 62 * foot, 124 * foot};
  // A short chord hardly notices a long wave: no more than 0.1 m, the largest irregularity of a track file.
  double height = 0.1;
  for (std::size_t i = 0; i < chords.size(); ++i) {
    if (of[i] == 0) continue;
    const double offset = offset_of(chords[i], wavelength, repeated);
    if (offset > 0) height = std::min(height, of[i] * inch / offset);
    // For single waves shorter than the chord, the offset is the whole height. The same bounds repeated ones,
    // whose chords may end on tops.
    if (wavelength <= chords[i]) height = std::min(height, of[i] * inch);
  }
  return height;
}

// Adds waves, one after the other, and moves on behind them.
class Line {
 public:
  explicit Line(const MinimallyCompliantSpec& spec) : spec_(spec), place_(spec.start) {}

  void waves(Measure measure, double height, double wavelength, int count) {
    for (int i = 0; i < count; ++i) {
      HarmonicSpec wave;
      wave.channel = measure, wave.form = HarmonicForm::dip, wave.amplitude = height;
      wave.wavelength = wavelength, wave.start = place_ + wavelength * i;
      result.push_back(wave);
    }
    length_ = std::max(length_, wavelength * count);
  }
  void move_on() { place_ += length_ + spec_.spacing, length_ = 0; }

  std::vector<HarmonicSpec> result;

 private:
  const MinimallyCompliantSpec& spec_;
  double place_, length_ = 0;
};

void add(Perturbation which, const MinimallyCompliantSpec& spec, Line& line) {
  constexpr double nominal_gauge = 56.5, hunting_wavelength = 10 * foot, hunting_height = 0.5 * inch;
  const ClassLimits& of = limits_of(spec.track_class);
  const double wave = spec.wavelength;
  const double surface = allowed_surface(spec.track_class, wave, false),
               alignment = allowed_alignment(spec.track_class, wave, false, spec.curved);
  switch (which) {
    case Perturbation::hunting:
      line.waves(Measure::alignment,
                 std::min(hunting_height,
                          allowed_alignment(spec.track_class, hunting_wavelength, true, spec.curved)),
                 hunting_wavelength, 10);
      break;
    case Perturbation::gauge_narrowing:
      line.waves(Measure::gauge_variation, (of.narrowest - nominal_gauge) * inch, wave, 1);
      break;
    case Perturbation::gauge_widening:
      line.waves(Measure::gauge_variation, (of.widest - nominal_gauge) * inch, wave, 1);
      break;
    case Perturbation::repeated_surface:
      line.waves(Measure::vertical_profile, -allowed_surface(spec.track_class, wave, true), wave, 3);
      break;
    case Perturbation::repeated_alignment:
      line.waves(Measure::alignment, allowed_alignment(spec.track_class, wave, true, spec.curved), wave, 3);
      break;
    case Perturbation::single_surface:
      line.waves(Measure::vertical_profile, -surface, wave, 1);
      break;
    case Perturbation::single_alignment:
      line.waves(Measure::alignment, alignment, wave, 1);
      break;
    case Perturbation::warp:
      line.waves(Measure::cross_level, of.warp * inch, wave, 1);
      break;
    case Perturbation::combined: {
      // The left rail goes down by z and outwards by y: half of each is common to both rails.
      const double z = 2 * surface / 3, y = 2 * alignment / 3;
      line.waves(Measure::vertical_profile, -z / 2, wave, 1);
      line.waves(Measure::cross_level, -z, wave, 1);
      line.waves(Measure::alignment, y / 2, wave, 1);
      line.waves(Measure::gauge_variation, y, wave, 1);
      break;
    }
    case Perturbation::all:
      break;
  }
  line.move_on();
}

}  // namespace

double allowed_surface(long track_class, double wavelength, bool repeated) {
  const ClassLimits& of = limits_of(track_class);
  return allowed(repeated ? of.repeated_surface : of.surface, wavelength, repeated);
}

double allowed_alignment(long track_class, double wavelength, bool repeated, bool curved) {
  const ClassLimits& of = limits_of(track_class);
  const ChordLimits& single = curved ? of.curved_alignment : of.alignment;
  return allowed(repeated && of.repeated_alignment[1] > 0 ? of.repeated_alignment : single, wavelength,
                 repeated);
}

std::vector<HarmonicSpec> deviations_of(const MinimallyCompliantSpec& spec) {
  Line line(spec);
  for (const auto& one : alternatives_of(Perturbation{}))
    if (one.value != Perturbation::all &&
        (spec.perturbation == Perturbation::all || spec.perturbation == one.value))
      add(one.value, spec, line);
  return std::move(line.result);
}

}  // namespace flangeway::track
