// The keys of a file with the bounds of their numbers as numbers: for forms and completions.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <vector>

#include "flangeway/document/read.hpp"

namespace flangeway::document {

/// Bounds of a NumberRule as numbers; KeyReference::range has them in words.
struct NumberBounds {
  std::optional<double> least, greatest;    ///< of each number
  bool exclusive = false;                   ///< numbers must be above `least`
  std::optional<std::size_t> fewest, most;  ///< entries of a list
};

struct KeySchema {
  KeyReference reference;
  NumberBounds bounds;
};

/// The schema of all keys of a Spec, in the order of reference_with().
[[nodiscard]] std::vector<KeySchema> schema_with(const std::function<void(Visitor&)>& describe_root);
template <typename S>
[[nodiscard]] std::vector<KeySchema> schema() {
  S spec{};
  return schema_with([&](Visitor& v) { describe(v, spec); });
}

}  // namespace flangeway::document
