// Numbers that are written with a unit: "80 km/h", "1.2 kN/mm". Private to the room.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace flangeway::document {

/// A unit: value in SI = (number + offset) · numerator / denominator. The factor is kept as a quotient, so
/// that 80 km/h is 80 · 1000 / 3600 and rounds once.
struct Unit {
  double numerator = 1, denominator = 1;
  double offset = 0;               ///< of temperatures, in units of this unit
  std::array<double, 5> powers{};  ///< of m, kg, s, K and rad
};

/// Products and quotients of units with prefixes: "N m s/rad", "W/(m K)", "kg/m³", "m^1.5", "%". After a
/// slash comes one unit or a group in parentheses. Nothing if the text is no unit; then `problem` says why.
[[nodiscard]] std::optional<Unit> parse_unit(std::string_view text, std::string& problem);

/// Does the text begin with a number that a unit follows?
[[nodiscard]] bool has_unit(std::string_view text);

/// The number of a text as "80 km/h" in `key_unit`, the unit of the key. `key_unit` may name several,
/// separated by commas or "or": the first of the same quantity counts. Otherwise nothing, and `problem`
/// completes "KEY: …".
[[nodiscard]] std::optional<double> read_quantity(std::string_view text, std::string_view key_unit,
                                                  std::string& problem);

}  // namespace flangeway::document
