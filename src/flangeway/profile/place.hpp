// Sets the origin of a profile from a file. Internal to the room.
#pragma once

#include "flangeway/profile/profile.hpp"

namespace flangeway::profile {

/// Moves the origin where our convention has it, and adds what it did to the repairs. A wheel with a flange:
/// to the tape circle; by −70 mm in y if the origin of the file is at the flange back (the tip is at positive
/// y), and by z of the tread there. A rail: its highest point to z = 0. A wheel without a flange stays.
/// `is_given`: the file says where its origin is, so that an unusual flange back is no reason to warn.
void place_origin(Profile& profile, bool is_given);

}  // namespace flangeway::profile
