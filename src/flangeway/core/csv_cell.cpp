#include "flangeway/core/csv_cell.hpp"

#include <charconv>

namespace flangeway {
namespace {

bool is_number(std::string_view text) {
  double value = 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size();
}

bool is_formula(std::string_view text) {
  constexpr std::string_view formula_begins = "=+-@\t\r";
  return !text.empty() && formula_begins.find(text.front()) != std::string_view::npos && !is_number(text);
}

}  // namespace

std::string csv_cell(std::string_view text) {
  const std::string cell = (is_formula(text) ? "'" : "") + std::string(text);
  if (cell.find_first_of(",\"\n\r") == std::string::npos) return cell;
  std::string quoted = "\"";
  for (const char c : cell) quoted.append(c == '"' ? 2 : 1, c);
  return quoted + '"';
}

std::string_view text_of_csv_cell(std::string_view cell) {
  return cell.starts_with('\'') && is_formula(cell.substr(1)) ? cell.substr(1) : cell;
}

}  // namespace flangeway
