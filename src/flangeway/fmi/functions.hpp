// Functions of a shared library by their names.
#pragma once

#include <dlfcn.h>

#include <cmath>
#include <limits>
#include <type_traits>

namespace flangeway::fmi {

/// Calls the function if the library has it: false where it has not, or where it returns an error. FMI's
/// status is 0 (OK), 1 (warning) or worse.
template <typename... Arguments>
[[nodiscard]] bool call(void* handle, const char* name, Arguments... arguments) {
  using Function = int (*)(Arguments...);
  const auto function = reinterpret_cast<Function>(dlsym(handle, name));
  return function != nullptr && function(arguments...) <= 1;
}

/// Calls a function that gives an instance free, if the library has it.
inline void free_instance(void* handle, const char* name, void* instance) {
  const auto function = reinterpret_cast<void (*)(void*)>(dlsym(handle, name));
  if (function != nullptr && instance != nullptr) function(instance);
}

/// A number as one of a C type: the nearest that it has. A whole number or boolean wants a finite value.
template <typename T>
[[nodiscard]] T rounded(double value) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(value);
  } else if constexpr (std::is_same_v<T, bool>) {
    return value != 0;
  } else {
    const double least = static_cast<double>(std::numeric_limits<T>::min()),
                 most = static_cast<double>(std::numeric_limits<T>::max());
    const double whole = std::round(value);
    if (whole >= most) return std::numeric_limits<T>::max();
    return whole <= least ? std::numeric_limits<T>::min() : static_cast<T>(whole);
  }
}

}  // namespace flangeway::fmi
