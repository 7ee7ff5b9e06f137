// Invariants of a profile reader for any bytes.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "flangeway/profile/measure.hpp"
#include "flangeway/profile/read.hpp"

namespace flangeway::profile {

inline void require(bool holds) {
  if (!holds) std::abort();
}

/// A profile or a finding, never both or neither; a curve of finite numbers in order; the measures do not
/// fail on it.
inline void check_reader(const std::uint8_t* data, std::size_t size, const char* file, Kind kind) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  for (const double smoothing : {0.0, 3.0}) {
    Findings findings;
    const auto profile = read_profile(text, file, kind, {.smoothing = smoothing}, findings);
    require(profile.has_value() == findings.empty());
    if (!profile) continue;
    for (const Vec2& point : profile->curve.points())
      require(std::isfinite(point.x()) && std::isfinite(point.y()));
    for (std::size_t i = 1; i < profile->curve.knots().size(); ++i)
      require(profile->curve.knots()[i] > profile->curve.knots()[i - 1]);
    require(std::isfinite(smoothed_curvature(profile->curve, profile->curve.length() / 2, 1e-3)));
    (void)measure_flange(*profile);
    (void)measure_head(*profile);
  }
}

}  // namespace flangeway::profile
