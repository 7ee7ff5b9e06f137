// A LandXML file in place of a track file.
#pragma once

#include <string>

#include "flangeway/track/spec.hpp"

namespace flangeway::track {

/// By the ending of its name.
[[nodiscard]] bool is_landxml(const std::string& file);
/// A track file that names the only line of this one.
[[nodiscard]] TrackSpec spec_of_landxml(const std::string& file);

}  // namespace flangeway::track
