// Turns findings and exceptions of the rooms into exceptions of the public interface.
#pragma once

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/diagnostics.hpp"

namespace flangeway::api {

[[nodiscard]] InputError input_error(const Findings& findings);

/// Throws InputError if there is any finding.
void throw_if_any(const Findings& findings);

/// Unwraps a result; throws InputError if there is any finding.
template <typename T>
[[nodiscard]] T checked(std::optional<T>&& value, const Findings& findings) {
  throw_if_any(findings);
  if (!value) throw std::logic_error("nothing was made, and there is no finding");
  return std::move(*value);
}

/// Calls a function of the rooms; its exceptions become public ones.
template <typename Act>
decltype(auto) translated(const Act& act) {
  try {
    return act();
  } catch (const BadInput& refused) {
    throw input_error(refused.findings());
  } catch (const NumericalFailure& failure) {
    throw NumericalError(failure.what());
  }
}

/// InputError about an argument of a function.
[[noreturn]] void refuse(const std::string& argument, const std::string& problem, const std::string& value,
                         const std::string& allowed);
void need_positive(const std::string& argument, double value);

}  // namespace flangeway::api
