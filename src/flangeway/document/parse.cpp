#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 0
// toml++ 3.3 asserts that the name of a table begins like a key, and says as an error that it does not just
// after.
#define TOML_ASSERT(expression) static_cast<void>(0)
#include <fmt/format.h>
#include <toml++/toml.h>

#include <utility>

#include "flangeway/core/utf8.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/document/nesting.hpp"
#include "flangeway/document/tree.hpp"

namespace flangeway::document {

namespace {

SourceLocation place(const toml::source_region& region, const std::string& file_name) {
  return {file_name, static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}

/// Texts are quoted and shortened: a finding stays on one readable line.
std::string quoted_text(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string out = "\"";
  for (const char c : text.substr(0, longest)) out += c >= 0 && c < ' ' ? ' ' : c;
  if (text.size() > longest) {
    out.resize(first_not_utf8(out));  // a code point may have been cut in two
    out += "…";
  }
  return out + '"';
}

std::string number_text(double value) {
  const std::string text = fmt::format("{}", value);
  return text.find_first_not_of("-0123456789") == std::string::npos ? text + ".0" : text;
}

Node convert(const toml::node& node, const std::string& file_name);

Table convert_table(const toml::table& table, const std::string& file_name) {
  Table out;
  for (const auto& [key, child] : table) {
    out.entries.push_back({std::string(key.str()), convert(child, file_name)});
  }
  return out;
}

List convert_list(const toml::array& array, const std::string& file_name) {
  List out;
  for (const toml::node& child : array) out.entries.push_back(convert(child, file_name));
  return out;
}

Node convert(const toml::node& node, const std::string& file_name) {
  const SourceLocation where = place(node.source(), file_name);
  if (const auto* table = node.as_table()) return {convert_table(*table, file_name), where, "a table"};
  if (const auto* array = node.as_array()) {
    return {convert_list(*array, file_name), where, fmt::format("a list of {}", array->size())};
  }
  if (const auto* text = node.as_string()) return {text->get(), where, quoted_text(text->get())};
  if (const auto* number = node.as_floating_point())
    return {number->get(), where, number_text(number->get())};
  if (const auto* integer = node.as_integer()) {
    return {static_cast<long>(integer->get()), where, fmt::format("{}", integer->get())};
  }
  if (const auto* flag = node.as_boolean()) return {flag->get(), where, flag->get() ? "true" : "false"};
  return {Date{}, where, "a date or time"};
}

}  // namespace

const Node* Table::find(std::string_view key) const {
  for (const auto& [name, node] : entries) {
    if (name == key) return &node;
  }
  return nullptr;
}

Node* Table::find(std::string_view key) {
  return const_cast<Node*>(std::as_const(*this).find(key));
}

bool parse_toml(std::string_view text, const std::string& file_name, Table& root, Findings& findings) {
  if (const std::size_t bad = first_not_utf8(text); bad < text.size()) {
    findings.add({locate(text, bad, file_name), "", "is not UTF-8 text",
                  fmt::format("byte 0x{:02X}", static_cast<unsigned char>(text[bad])), "",
                  "Save it as UTF-8"});
    return false;
  }
  if (const auto deep = find_deep_key(text)) {
    findings.add({locate(text, *deep, file_name), "", "has a key of too many parts", "",
                  fmt::format("at most {} parts, joined by dots", max_key_parts), ""});
    return false;
  }
  const toml::parse_result result = toml::parse(text);
  if (!result) {
    if (result.error().description().find("TOML_MAX_NESTED_VALUES") != std::string_view::npos) {
      findings.add({place(result.error().source(), file_name), "", "has values that are nested too deeply",
                    "", fmt::format("at most {} brackets within each other", TOML_MAX_NESTED_VALUES), ""});
      return false;
    }
    findings.add({place(result.error().source(), file_name), "",
                  fmt::format("is not valid TOML: {}", result.error().description()), "", "", ""});
    return false;
  }
  root = convert_table(result.table(), file_name);
  return true;
}

}  // namespace flangeway::document
