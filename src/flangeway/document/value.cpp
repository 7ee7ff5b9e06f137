// A node of the tree as the value of a `--set key.path=value`.
#include <fmt/format.h>

#include <cmath>

#include "flangeway/document/tree.hpp"

namespace flangeway::document {

namespace {

std::string toml_text(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if ((c >= 0 && c < ' ') || c == 0x7f) {
      out += fmt::format("\\u{:04x}", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

/// Reads back to the same number; 3.0 stays a number that is not whole.
std::string written(double number) {
  std::string text = fmt::format("{}", number);
  if (text.find_first_not_of("-0123456789") == std::string::npos) text += ".0";
  return text;
}

std::optional<std::string> list_text(const List& list) {
  std::string out = "[";
  for (const Node& entry : list.entries) {
    const std::optional<Value> value = value_of(entry);
    if (!value) return std::nullopt;
    out += (out.size() > 1 ? ", " : "") + value->text;
  }
  return out + "]";
}

}  // namespace

std::optional<Value> value_of(const Node& node) {
  if (const auto* text = std::get_if<std::string>(&node.value))
    return Value{toml_text(*text), {}, node.where};
  if (const auto* flag = std::get_if<bool>(&node.value))
    return Value{*flag ? "true" : "false", {}, node.where};
  if (const auto* whole = std::get_if<long>(&node.value)) {
    return Value{fmt::format("{}", *whole), static_cast<double>(*whole), node.where};
  }
  if (const auto* number = std::get_if<double>(&node.value)) {
    if (!std::isfinite(*number)) return Value{fmt::format("{}", *number), {}, node.where};
    return Value{written(*number), *number, node.where};
  }
  if (const auto* list = std::get_if<List>(&node.value)) {
    if (const auto text = list_text(*list)) return Value{*text, {}, node.where};
  }
  return std::nullopt;
}

}  // namespace flangeway::document
