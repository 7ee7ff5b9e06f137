#include "flangeway/workbench/toml_value.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cmath>

namespace flangeway::workbench {

namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string key_text(const std::string& key) {
  bool bare = !key.empty();
  for (const char c : key)
    bare = bare && (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-');
  return bare ? key : quoted(key);
}

// The shortest text that is read back as the same number, with a point so that it stays one.
std::string number_text(double value) {
  if (!std::isfinite(value)) throw Refusal(422, "value", "is no finite number");
  std::string text = fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

}  // namespace

std::string toml_value(const Json& json) {
  if (json.is_string()) return quoted(json.get<std::string>());
  if (json.is_boolean()) return json.get<bool>() ? "true" : "false";
  if (json.is_number_float()) return number_text(json.get<double>());
  if (json.is_number()) return json.dump();
  if (json.is_null()) throw Refusal(422, "value", "has a null inside");
  std::string out;
  for (const auto& [key, value] : json.items()) {
    if (!out.empty()) out += ", ";
    if (json.is_object()) out += key_text(key) + " = ";
    out += toml_value(value);
  }
  if (json.is_array()) return "[" + out + "]";
  return out.empty() ? "{}" : "{ " + out + " }";
}

}  // namespace flangeway::workbench
