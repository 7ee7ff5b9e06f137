// JSON texts from outside: files that others may have written or changed.
#pragma once

#include <string_view>

namespace flangeway {

/// Whether arrays and objects lie within one another more than 64 deep, which no file of the program does.
/// Parsed values are copied and written by recursion: a text of brackets would exhaust the stack.
[[nodiscard]] bool is_nested_too_deeply(std::string_view json);

/// A text as a value of nlohmann::json or nlohmann::ordered_json; discarded if it is no JSON, or if it is
/// nested too deeply.
template <class Json>
[[nodiscard]] Json parse_json(std::string_view text) {
  if (is_nested_too_deeply(text)) return Json(Json::value_t::discarded);
  return Json::parse(text, nullptr, false);
}

}  // namespace flangeway
