// All contact methods, and what several of them have in common.
#pragma once

#include <limits>

#include "flangeway/wheelrail/method.hpp"

namespace flangeway::wheelrail {

extern const ContactMethod kec_method, lut_method, elastic_method;
/// In the order of Method.
inline constexpr const ContactMethod* contact_methods[] = {&kec_method, &lut_method, &elastic_method};

/// Error of a pair that has no centred position.
inline constexpr const char* no_touch = "wheel and rail do not touch at the centred position";

/// Finding: rails whose section varies along the track.
void fits_one_section(const Settings& settings, const RailInput& rails, Findings& findings);
inline void needs_nothing(const Model&, Workspace&) {}
inline double any_step(const Settings&) {
  return std::numeric_limits<double>::infinity();
}
inline std::string_view shows_climbing(const Model&) {
  return "";
}

}  // namespace flangeway::wheelrail
