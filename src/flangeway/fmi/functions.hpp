// Functions of a shared library by their names.
#pragma once

#include <dlfcn.h>

namespace flangeway::fmi {

/// Calls the function if the library has it: false where it has not, or where it returns an error. FMI's
/// status is 0 (OK), 1 (warning) or worse.
template <typename... Arguments>
[[nodiscard]] bool call(void* handle, const char* name, Arguments... arguments) {
  using Function = int (*)(Arguments...);
  const auto function = reinterpret_cast<Function>(dlsym(handle, name));
  return function != nullptr && function(arguments...) <= 1;
}

}  // namespace flangeway::fmi
