// Problems of key paths that lead to no key.
#pragma once

#include <string_view>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::document {

/// The words for them in findings, and nowhere else.
namespace path_problem {
inline constexpr std::string_view unknown_key = "is not a known key", no_table = "is not a table",
                                  no_list = "is not a list", no_entry = "has no such entry",
                                  no_path = "is not a key path";
}

/// Whether a finding is about a path that leads to no key, and not about a value.
[[nodiscard]] bool leads_to_no_key(const Finding& finding);

}  // namespace flangeway::document
