// The version and the commit of the program.
#pragma once

#include <string>

namespace flangeway {

/// "0.1.0"
[[nodiscard]] std::string version();

/// The commit that was built, with "-modified" behind it if the sources were not as committed; empty if not
/// known.
[[nodiscard]] std::string commit();

}  // namespace flangeway
