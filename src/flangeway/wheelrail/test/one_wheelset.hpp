// One wheelset with S1002 wheels on 140RE rails [Escalona2021, Table 4], and a track of these rails.
#pragma once

#include <string>

#include "flangeway/document/read.hpp"
#include "flangeway/multibody/model.hpp"
#include "flangeway/profile/standard.hpp"
#include "flangeway/track/model.hpp"
#include "flangeway/track/spec.hpp"
#include "flangeway/wheelrail/build.hpp"

namespace flangeway::wheelrail::test {

inline constexpr double wheel_radius = 0.457, profile_position = 0.7515, rail_lateral = 0.7555;  // m

/// 200 m of straight track with the harmonics of the irregularities as a track file has them.
inline track::TrackModel straight_track(const std::string& harmonics = "") {
  Findings findings;
  track::TrackSpec spec;
  document::Document::from_text(
      "segments = [{ kind = \"straight\", length = 200.0 }]\n[rails]\nprofile = \"140re\"\nlateral_position "
      "= 0.7555\n" +
          harmonics,
      "track.toml", findings)
      .fill(spec, findings);
  auto model = track::compile(spec, findings);
  findings.throw_if_any();
  return std::move(*model);
}

/// One entry of irregularities.harmonic; lengths in m.
inline std::string harmonic(const std::string& channel, double amplitude, double wavelength) {
  return "[[irregularities.harmonic]]\nchannel = \"" + channel +
         "\"\namplitude = " + std::to_string(amplitude) + "\nwavelength = " + std::to_string(wavelength) +
         "\n";
}

inline multibody::Model one_wheelset() {
  multibody::Model bodies;
  multibody::Body& body = bodies.bodies.emplace_back();
  body.name = "wheelset";
  body.mass = 1813;
  body.inertia = Vec3(1120, 112, 1120).asDiagonal();
  body.wheelset = true;
  multibody::finish(bodies, false);
  return bodies;
}

inline RailInput on_rails(const profile::Profile& rail, double lateral = rail_lateral) {
  RailInput rails;
  rails.left = rails.right = &rail;
  rails.placement.lateral = lateral;
  rails.distance = 2 * lateral;
  return rails;
}

inline Model make_model(const Settings& settings) {
  const auto wheel = *profile::standard_profile("s1002"), rail = *profile::standard_profile("140re");
  Findings findings;
  auto model =
      build(settings, {{0, wheel_radius, profile_position, &wheel, &wheel, {}}}, on_rails(rail), findings);
  findings.throw_if_any();
  return std::move(*model);
}

}  // namespace flangeway::wheelrail::test
