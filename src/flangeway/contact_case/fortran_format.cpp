#include "flangeway/contact_case/fortran_format.hpp"

#include <cmath>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

namespace flangeway::contact_case {
namespace {

constexpr int exponent_width = 4;  // that numbers without an exponent leave blank

// Power of ten above the rounded value: 0 from 0.1 to 1.
int power_of(const std::string& in_exponents) {
  return std::atoi(in_exponents.c_str() + in_exponents.find('e') + 1) + 1;
}

std::string on_the_right(const std::string& text, int width) {
  return fmt::format("{:>{}}", text, width);
}

// Nothing where the value needs an exponent.
std::optional<std::string> without_exponent(double value, int width, int digits) {
  if (!std::isfinite(value)) return on_the_right("NaN", width);
  int decimals = digits - 1;
  if (value != 0) {
    const int power = power_of(fmt::format("{:.{}e}", value, digits - 1));
    if (power < 0 || power > digits) return std::nullopt;
    decimals = digits - power;
  }
  const std::string text = fmt::format("{:#{}.{}f}", value, width - exponent_width, decimals);
  return fmt::format("{:<{}}", text, width);
}

}  // namespace

std::string general(double value, int width, int digits) {
  if (auto text = without_exponent(value, width, digits)) return *text;
  const std::string own = fmt::format("{:.{}e}", std::abs(value), digits - 1);
  std::string figures;
  for (const char c : own.substr(0, own.find('e')))
    if (c != '.') figures += c;
  return on_the_right(fmt::format("{}0.{}E{:+03}", value < 0 ? "-" : "", figures, power_of(own)), width);
}

std::string scientific(double value, int width, int digits, int exponent_digits) {
  if (auto text = without_exponent(value, width, digits)) return *text;
  return on_the_right(fmt::format("{:.{}E}", value, exponent_digits - 1), width);
}

std::string fixed(double value, int width, int decimals) {
  return fmt::format("{:>{}.{}f}", value, width, decimals);
}

}  // namespace flangeway::contact_case
