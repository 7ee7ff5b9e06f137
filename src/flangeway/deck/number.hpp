// Parses numbers as Fortran reads them. Internal to the room.
#pragma once

#include <optional>
#include <string_view>

namespace flangeway::deck {

/// "82000.", ".133", "8.2D4", "1.5-3" (an exponent without letter); nothing for any other word. A number too
/// large becomes infinite.
[[nodiscard]] std::optional<double> parse_real(std::string_view word);
/// "0203100", "-1"; also a real of integral value ("0.0"), as some decks have it.
[[nodiscard]] std::optional<long> parse_integer(std::string_view word);
/// Radians; the suffix `d` means degrees, `r` radians. It is the last character only: 90d0 is the number 90.
[[nodiscard]] std::optional<double> parse_angle(std::string_view word);

}  // namespace flangeway::deck
