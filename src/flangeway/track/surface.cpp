#include "flangeway/track/surface.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "flangeway/core/assertion.hpp"
#include "flangeway/math/types.hpp"
#include "flangeway/track/check.hpp"
#include "flangeway/track/irregularity.hpp"
#include "flangeway/track/roughness_table.hpp"
#include "flangeway/track/spectrum.hpp"

namespace flangeway::track {

using document::Presence;
using document::Visitor;

namespace {
constexpr double max_depth = 0.02;  // [m]
}

void describe(Visitor& v, SurfaceSpec& spec) {
  spec.where = v.here();
  spec.key = v.key_path();
  v.choice("kind", spec.kind, "what the deviation is", Presence::required);
  v.choice("rail", spec.rail, "which rail has it");
  v.number("s", spec.s, {.presence = Presence::required, .unit = "m"},
           "position of its middle; of corrugation and roughness: where it begins");
  v.number(
      "length", spec.length,
      {.presence = Presence::required, .unit = "m", .minimum = 0, .maximum = 1000, .minimum_excluded = true},
      "length of the whole deviation along the rail");
  v.number("depth", spec.depth, {.unit = "m", .minimum = -max_depth, .maximum = max_depth},
           "joint, weld, squat: depth at the deepest place");
  v.number("angle", spec.angle, {.unit = "rad", .minimum = 0, .maximum = 0.2},
           "joint: angle between the two rail ends where they meet, instead of depth");
  v.number("wavelength", spec.wavelength, {.unit = "m", .minimum = 0.003, .maximum = 10},
           "corrugation: wavelength");
  v.number("amplitude", spec.amplitude, {.unit = "m", .minimum = 0, .maximum = 0.01},
           "corrugation: half the height from trough to crest");
  v.number("phase", spec.phase, {.unit = "rad"}, "corrugation: phase of the sine at s");
  v.number("level", spec.level, {.unit = "dB", .minimum = -60, .maximum = 60},
           "roughness: level above the limit of ISO 3095, the same in all bands");
  v.integer("seed", spec.seed, {.minimum = 0},
            "roughness: seed of the random phases; the same seed gives the same rails");
  v.number("min_wavelength", spec.min_wavelength, {.unit = "m", .minimum = 0.003, .maximum = 0.4},
           "roughness: shortest wavelength");
  v.number("max_wavelength", spec.max_wavelength, {.unit = "m", .minimum = 0.003, .maximum = 0.4},
           "roughness: longest wavelength");
}

double SurfaceDefect::height(double s) const {
  if (!(s > from && s < to)) return 0;
  const double u = 2 * (s - from) / (to - from) - 1;  // -1 … 1
  switch (kind) {
    case SurfaceKind::joint:
      return -depth * (1 - std::abs(u)) * (1 - std::abs(u));
    case SurfaceKind::weld:
      return -depth * (1 + std::cos(pi * u)) / 2;
    case SurfaceKind::gap:
      return -depth;
    case SurfaceKind::squat:
      return -depth * (1 - std::cos(2 * pi * u)) / 2;
    case SurfaceKind::corrugation:
      return amplitude * fade((s - from) / wavelength) * fade((to - s) / wavelength) *
             std::sin(2 * pi * (s - from) / wavelength + phase);
    case SurfaceKind::roughness:
      break;
  }
  return fade((s - from) / wavelength) * fade((to - s) / wavelength) * roughness.value(0, s);
}

double roughness_limit(double wavelength) {
  FLANGEWAY_ASSERT(wavelength > 0, "a wave has a length");
  const auto& bands = roughness_table::limit;
  return std::min_element(bands.begin(), bands.end(),
                          [&](const auto& a, const auto& b) {
                            return std::abs(std::log(a.wavelength / wavelength)) <
                                   std::abs(std::log(b.wavelength / wavelength));
                          })
      ->level;
}

namespace {

constexpr double gap_depth = 0.01;               // [m] deeper than any wheel gets into a gap
constexpr double nodes_per_roughness_wave = 12;  // of the table of a roughness
constexpr double max_nodes = 5e6;                // of the table: 160 MB
constexpr std::size_t sines_in_band = 8;         // of a one-third octave

// The standard fixes the numbers of the engine but not those of its distributions.
double unit_number(std::mt19937_64& engine) {
  return static_cast<double>(engine() >> 11) * 0x1p-53;
}

// Sines of equal variance in each band, at random places of equal strips of it.
std::vector<Harmonic> sines_of(const SurfaceSpec& spec, std::size_t side) {
  FLANGEWAY_ASSERT(side < 2, "a side is left or right");
  std::vector<Harmonic> sines;
  std::mt19937_64 engine(2 * static_cast<std::uint64_t>(spec.seed) + side);
  const double half_band = std::pow(10.0, 0.05);  // a one-third octave is a tenth of a decade
  for (const auto& [wavelength, level] : roughness_table::limit) {
    const double rms = 1e-6 * std::pow(10.0, (level + spec.level) / 20);
    const double first = 2 * pi / (wavelength * half_band), last = 2 * pi / (wavelength / half_band);
    for (std::size_t i = 0; i < sines_in_band; ++i) {
      const double place = (static_cast<double>(i) + unit_number(engine)) / sines_in_band;
      const double omega = first + place * (last - first), phase = 2 * pi * unit_number(engine);
      if (2 * pi / omega < spec.min_wavelength || 2 * pi / omega > spec.max_wavelength) continue;
      sines.push_back({omega, rms * std::sqrt(2.0 / sines_in_band), phase});
    }
  }
  return sines;
}

math::UniformSpline roughness_of(const SurfaceSpec& spec, std::size_t side) {
  const double step = spec.min_wavelength / nodes_per_roughness_wave;
  std::vector<double> values(static_cast<std::size_t>(spec.length / step) + 4, 0.0);
  add_harmonics(sines_of(spec, side), spec.s, step, values);
  return {spec.s, step, {values}};
}

bool extends_from_s(SurfaceKind kind) {
  return kind == SurfaceKind::corrugation || kind == SurfaceKind::roughness;
}

double depth_of(const SurfaceSpec& spec) {
  return spec.angle > 0 ? spec.angle * spec.length / 8 : spec.depth;
}

class SurfaceCheck {
 public:
  SurfaceCheck(const SurfaceSpec& spec, Findings& findings) : spec_(spec), findings_(findings) {}

  void place(double from, double to, double track_length) {
    if (from >= 0 && to <= track_length) return;
    say("s", {"puts the " + std::string(name_of(spec_.kind)) + " beyond the track",
              number(from) + " to " + number(to), "within 0 to " + number(track_length) + " in m",
              "Move or shorten it, or lengthen the track"});
  }
  void shape() {
    switch (spec_.kind) {
      case SurfaceKind::joint:
        return joint();
      case SurfaceKind::weld:
      case SurfaceKind::squat:
        return needed("depth", spec_.depth);
      case SurfaceKind::gap:
        if (spec_.length <= 0.1) return;
        return say("length", {"is too long for a gap that a wheel can cross", number(spec_.length),
                              "at most 0.1 in m", "Give the width of the gap alone"});
      case SurfaceKind::corrugation:
        needed("amplitude", spec_.amplitude);
        needed("wavelength", spec_.wavelength);
        return ramps("wavelength", spec_.wavelength);
      case SurfaceKind::roughness:
        return roughness();
    }
  }

 private:
  void joint() {
    if (spec_.depth != 0 && spec_.angle != 0) {
      say("angle", {"is given together with depth", number(spec_.angle), "one of them",
                    "Leave one out: angle = 8 depth/length"});
    } else if (spec_.angle == 0) {
      needed("depth", spec_.depth);
    } else if (spec_.depth == 0 && depth_of(spec_) > max_depth) {
      say("angle", {"makes the joint too deep, by angle length/8", number(depth_of(spec_)) + " m",
                    "at most " + number(max_depth) + " m", "Lessen the angle, or shorten the joint"});
    }
  }
  void roughness() {
    if (!(spec_.max_wavelength > spec_.min_wavelength)) {
      say("max_wavelength", {"is not longer than min_wavelength", number(spec_.max_wavelength),
                             "more than " + number(spec_.min_wavelength) + " in m"});
    }
    ramps("max_wavelength", spec_.max_wavelength);
    if (spec_.length * nodes_per_roughness_wave / spec_.min_wavelength <= max_nodes) return;
    say("length",
        {"is too long for a table of this roughness", number(spec_.length),
         "at most " + number(std::floor(max_nodes * spec_.min_wavelength / nodes_per_roughness_wave)) +
             " in m",
         "Shorten it, or lengthen min_wavelength"});
  }
  void ramps(const char* key, double wavelength) {
    if (spec_.length >= 2 * wavelength) return;
    say("length", {"is too short: the deviation begins and ends over " + std::string(key),
                   number(spec_.length), "at least " + number(2 * wavelength) + " in m", "Lengthen it"});
  }
  void needed(const char* key, double value) {
    if (value != 0) return;
    say(key, {"is missing", "", "",
              "Give the " + std::string(key) + " of the " + std::string(name_of(spec_.kind))});
  }
  void say(const char* key, Complaint complaint) { add(findings_, spec_, key, std::move(complaint)); }

  const SurfaceSpec& spec_;
  Findings& findings_;
};

// Shortest feature of a joint: its slope changes, between the parabolas, over the length of the contact and
// of the disk's bridge, some 20 mm, which is half a wave. docs/validation/impacts.md has runs with longer
// steps.
constexpr double joint_resolution = 0.04;  // [m]

double finest_of(const SurfaceSpec& spec) {
  if (spec.kind == SurfaceKind::corrugation) return spec.wavelength;
  if (spec.kind == SurfaceKind::roughness) return spec.min_wavelength;
  if (spec.kind == SurfaceKind::joint) return std::min(spec.length, joint_resolution);
  return spec.kind == SurfaceKind::squat ? spec.length / 2 : spec.length;
}

SurfaceDefect defect_of(const SurfaceSpec& spec, double from, std::size_t side) {
  FLANGEWAY_ASSERT(side < 2, "a side is left or right");
  SurfaceDefect defect;
  defect.kind = spec.kind;
  defect.side = side;
  defect.from = from;
  defect.to = from + spec.length;
  defect.depth = depth_of(spec);
  if (spec.kind == SurfaceKind::gap) defect.depth = gap_depth;
  defect.wavelength = spec.wavelength;
  defect.amplitude = spec.amplitude;
  defect.phase = spec.phase;
  if (spec.kind == SurfaceKind::roughness) {
    defect.wavelength = spec.max_wavelength;
    defect.roughness = roughness_of(spec, side);
  }
  defect.finest = finest_of(spec);
  defect.name = std::string(name_of(spec.kind)) + " at " + number(spec.s) + " m";
  return defect;
}

}  // namespace

std::vector<SurfaceDefect> compile_surface(const std::vector<SurfaceSpec>& specs, double length,
                                           Findings& findings) {
  std::vector<SurfaceDefect> defects;
  for (const SurfaceSpec& spec : specs) {
    const double from = extends_from_s(spec.kind) ? spec.s : spec.s - spec.length / 2;
    Findings own;
    SurfaceCheck check(spec, own);
    check.place(from, from + spec.length, length);
    check.shape();
    findings.append(own);
    if (!own.empty()) continue;
    for (std::size_t side = 0; side < 2; ++side) {
      const RailChoice one = side == 0 ? RailChoice::left : RailChoice::right;
      if (spec.rail == RailChoice::both || spec.rail == one) defects.push_back(defect_of(spec, from, side));
    }
  }
  return defects;
}

}  // namespace flangeway::track
