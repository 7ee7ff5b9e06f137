// Words for allowed ranges, in findings and in the reference. Private to the room.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "flangeway/document/visitor.hpp"

namespace flangeway::document {

/// "> 0", "≥ 0 and ≤ 1", "from -0.2 to 0.2", or "".
[[nodiscard]] std::string range_text(const NumberRule& rule);
/// "a number > 0 in kg" (noun "a number").
[[nodiscard]] std::string allowed_text(std::string_view noun, const NumberRule& rule);
/// "2 or more", "exactly 3", "from 1 to 4", "at most 9", or "" for any count.
[[nodiscard]] std::string count_text(const NumberRule& rule);
/// "circle, line or clothoid"
[[nodiscard]] std::string alternatives(const std::vector<std::string_view>& words);

}  // namespace flangeway::document
