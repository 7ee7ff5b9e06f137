// Short deviations of the running surfaces: joints, welds, corrugation, roughness; each rail for itself. They
// are shorter than the wheel's way between two nodes of the irregularities, and shorter than what it can
// follow: wheelrail/running_surface.hpp says how a wheel meets them.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "flangeway/core/choice.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/visitor.hpp"
#include "flangeway/math/uniform_spline.hpp"

namespace flangeway::track {

enum class SurfaceKind { joint, weld, gap, squat, corrugation, roughness };

constexpr auto alternatives_of(SurfaceKind) {
  using One = Alternative<SurfaceKind>;
  return std::array{
      One{SurfaceKind::joint,
          "joint",
          "a dipped joint: two parabolas that meet at an angle",
          {"depth", "angle"}},
      One{SurfaceKind::weld, "weld", "a smooth dip (1 + cos)/2; depth < 0: a peak", {"depth"}},
      One{SurfaceKind::gap, "gap",
          "no rail over the length, as in an insulated joint; add a joint for its dip"},
      One{SurfaceKind::squat, "squat", "two pits side by side with a ridge between them", {"depth"}},
      One{SurfaceKind::corrugation,
          "corrugation",
          "a sine that begins and ends over one wavelength",
          {"wavelength", "amplitude", "phase"}},
      One{SurfaceKind::roughness,
          "roughness",
          "random roughness with the one-third octave spectrum of the limit of ISO 3095",
          {"level", "seed", "min_wavelength", "max_wavelength"}}};
}

enum class RailChoice { both, left, right };

constexpr auto alternatives_of(RailChoice) {
  using One = Alternative<RailChoice>;
  return std::array{One{RailChoice::both, "both", "both rails; of roughness each has its own"},
                    One{RailChoice::left, "left", "the left rail"},
                    One{RailChoice::right, "right", "the right rail"}};
}

/// One entry of irregularities.surface.
struct SurfaceSpec {
  SurfaceKind kind = SurfaceKind::joint;
  RailChoice rail = RailChoice::both;
  double s = 0;           ///< m, the middle; corrugation and roughness: the beginning
  double length = 0;      ///< m, of all of it
  double depth = 0;       ///< m, positive downwards
  double angle = 0;       ///< rad, between both rail ends; joint, instead of depth
  double wavelength = 0;  ///< m, corrugation
  double amplitude = 0;   ///< m, corrugation
  double phase = 0;       ///< rad, corrugation
  double level = 0;       ///< dB above the limit; roughness
  long seed = 1;
  double min_wavelength = 0.01, max_wavelength = 0.4;  ///< m, roughness
  SourceLocation where;
  std::string key;
};
void describe(document::Visitor& visitor, SurfaceSpec& spec);

/// One deviation of one rail. Its height is zero outside from … to.
struct SurfaceDefect {
  SurfaceKind kind = SurfaceKind::joint;
  std::size_t side = 0;  ///< 0 left, 1 right
  double from = 0, to = 0;
  double depth = 0, wavelength = 0, amplitude = 0, phase = 0;
  math::UniformSpline roughness;
  double finest = 0;  ///< m, shortest length in it that a run has to resolve
  std::string name;   ///< "joint at 31.2 m"
  [[nodiscard]] double height(double s) const;
};

/// Findings: what is missing, contradicts, or leaves the track, which has this length in m.
[[nodiscard]] std::vector<SurfaceDefect> compile_surface(const std::vector<SurfaceSpec>& specs, double length,
                                                         Findings& findings);

/// Level of the limit of ISO 3095 in the one-third octave band of this wavelength (m), dB re 1 µm.
[[nodiscard]] double roughness_limit(double wavelength);

}  // namespace flangeway::track
