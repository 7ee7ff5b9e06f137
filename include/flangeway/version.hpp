// The version of the library that is linked.
#pragma once

#include <string>

namespace flangeway {

/// "0.1.0"
[[nodiscard]] std::string library_version();

/// The commit that was built, followed by "-modified" if the sources differed from it; empty if not known.
[[nodiscard]] std::string library_commit();

}  // namespace flangeway
