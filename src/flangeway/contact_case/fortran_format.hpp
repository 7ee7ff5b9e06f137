// Numbers in columns as Fortran writes them, for files that scripts read by position. Private to the room.
#pragma once

#include <string>

namespace flangeway::contact_case {

/// The edit descriptor Gw.d: d significant digits and four blanks from 0.1 to 10^d, an exponent beyond
/// (0.123457E-03).
[[nodiscard]] std::string general(double value, int width, int digits);

/// The same range without exponent, and beyond it a number in scientific notation with its own count of
/// digits (1.235E-04), as the program CONTACT prints most of its results.
[[nodiscard]] std::string scientific(double value, int width, int digits, int exponent_digits);

/// Fw.d.
[[nodiscard]] std::string fixed(double value, int width, int decimals);

}  // namespace flangeway::contact_case
