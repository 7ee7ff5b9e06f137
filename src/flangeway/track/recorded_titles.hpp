// Titles of recorded quantities in pictures. Private to the room.
#pragma once

#include <string>

namespace flangeway::track {

/// "Longitudinal level, left rail" for longitudinal_level_left; "other." of a second recording comes behind.
[[nodiscard]] std::string title_of_quantity(std::string column);

}  // namespace flangeway::track
