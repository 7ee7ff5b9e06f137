// The content of a public Profile.
#pragma once

#include "flangeway/profile.hpp"
#include "flangeway/profile/profile.hpp"

namespace flangeway {

struct Profile::Data {
  profile::Profile profile;
};

namespace api {

/// Throws InputError for a rail in place of a wheel, and the reverse.
void need_kind(const Profile& profile, ProfileKind kind);

}  // namespace api
}  // namespace flangeway
