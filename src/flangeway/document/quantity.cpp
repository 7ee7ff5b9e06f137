#include "flangeway/document/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <vector>

namespace flangeway::document {
namespace {

constexpr int max_nesting = 8;  // parentheses

struct NamedUnit {
  std::string_view name;
  Unit unit;
  bool prefixed = false;  // takes prefixes such as k and m
};

// Powers of m, kg, s, K and rad. Exact by definition [BIPM2019, sections 2.3 and 4]; inch, pound and mile by
// the international agreement of 1959.
constexpr std::array<NamedUnit, 36> named_units{{
    {"m", {1, 1, 0, {1, 0, 0, 0, 0}}, true},
    {"g", {1, 1000, 0, {0, 1, 0, 0, 0}}, true},
    {"t", {1000, 1, 0, {0, 1, 0, 0, 0}}},
    {"kt", {1e6, 1, 0, {0, 1, 0, 0, 0}}},
    {"s", {1, 1, 0, {0, 0, 1, 0, 0}}, true},
    {"min", {60, 1, 0, {0, 0, 1, 0, 0}}},
    {"h", {3600, 1, 0, {0, 0, 1, 0, 0}}},
    {"K", {1, 1, 0, {0, 0, 0, 1, 0}}, true},
    {"°C", {1, 1, 273.15, {0, 0, 0, 1, 0}}},
    {"degC", {1, 1, 273.15, {0, 0, 0, 1, 0}}},
    {"rad", {1, 1, 0, {0, 0, 0, 0, 1}}, true},
    {"deg", {std::numbers::pi, 180, 0, {0, 0, 0, 0, 1}}},
    {"°", {std::numbers::pi, 180, 0, {0, 0, 0, 0, 1}}},
    {"N", {1, 1, 0, {1, 1, -2, 0, 0}}, true},
    {"Nm", {1, 1, 0, {2, 1, -2, 0, 0}}, true},
    {"Ns", {1, 1, 0, {1, 1, -1, 0, 0}}, true},
    {"Pa", {1, 1, 0, {-1, 1, -2, 0, 0}}, true},
    {"bar", {1e5, 1, 0, {-1, 1, -2, 0, 0}}, true},
    {"J", {1, 1, 0, {2, 1, -2, 0, 0}}, true},
    {"W", {1, 1, 0, {2, 1, -3, 0, 0}}, true},
    {"Hz", {1, 1, 0, {0, 0, -1, 0, 0}}, true},
    {"l", {1, 1000, 0, {3, 0, 0, 0, 0}}},
    {"L", {1, 1000, 0, {3, 0, 0, 0, 0}}},
    {"kph", {1000, 3600, 0, {1, 0, -1, 0, 0}}},
    {"mph", {1609.344, 3600, 0, {1, 0, -1, 0, 0}}},
    {"mile", {1609.344, 1, 0, {1, 0, 0, 0, 0}}},
    {"ft", {0.3048, 1, 0, {1, 0, 0, 0, 0}}},
    {"in", {0.0254, 1, 0, {1, 0, 0, 0, 0}}},
    {"lb", {0.45359237, 1, 0, {0, 1, 0, 0, 0}}},
    {"lbf", {0.45359237 * 9.80665, 1, 0, {1, 1, -2, 0, 0}}},
    {"kip", {453.59237 * 9.80665, 1, 0, {1, 1, -2, 0, 0}}},
    {"rpm", {2 * std::numbers::pi, 60, 0, {0, 0, -1, 0, 1}}},
    {"%", {1, 100, 0, {}}},
    {"‰", {1, 1000, 0, {}}},
    {"permille", {1, 1000, 0, {}}},
    {"1", {}},
}};

struct Prefix {
  std::string_view name;
  double numerator, denominator;
};
constexpr std::array<Prefix, 9> prefixes{{{"n", 1, 1e9},
                                          {"µ", 1, 1e6},
                                          {"μ", 1, 1e6},
                                          {"u", 1, 1e6},
                                          {"m", 1, 1e3},
                                          {"c", 1, 1e2},
                                          {"k", 1e3, 1},
                                          {"M", 1e6, 1},
                                          {"G", 1e9, 1}}};

std::optional<Unit> find_unit(std::string_view name) {
  for (const NamedUnit& named : named_units)
    if (named.name == name) return named.unit;
  for (const Prefix& prefix : prefixes) {
    if (!name.starts_with(prefix.name)) continue;
    for (const NamedUnit& named : named_units) {
      if (!named.prefixed || named.name != name.substr(prefix.name.size())) continue;
      Unit unit = named.unit;
      unit.numerator *= prefix.numerator;
      unit.denominator *= prefix.denominator;
      return unit;
    }
  }
  return std::nullopt;
}

void multiply(Unit& product, const Unit& factor, double power) {
  product.numerator *= std::pow(power > 0 ? factor.numerator : factor.denominator, std::abs(power));
  product.denominator *= std::pow(power > 0 ? factor.denominator : factor.numerator, std::abs(power));
  for (std::size_t i = 0; i < product.powers.size(); ++i) product.powers[i] += power * factor.powers[i];
}

class UnitParser {
 public:
  UnitParser(std::string_view text, std::string& problem) : text_(text), problem_(problem) {}

  std::optional<Unit> parse() {
    std::optional<Unit> unit = product(0);
    if (unit && !text_.empty()) return fail("has an unexpected ')' in its unit");
    return unit;
  }

 private:
  std::optional<Unit> fail(std::string problem) {
    if (problem_.empty()) problem_ = std::move(problem);
    return std::nullopt;
  }

  bool take(std::string_view start) {
    if (!text_.starts_with(start)) return false;
    text_.remove_prefix(start.size());
    return true;
  }

  void skip_blanks() {
    while (take(" ") || take("\t")) {
    }
  }

  /// Factors up to the end or a closing parenthesis.
  std::optional<Unit> product(int depth) {
    if (depth > max_nesting) return fail("has too many parentheses in its unit");
    Unit result;
    std::size_t factors = 0;
    bool divided = false;
    for (skip_blanks(); !text_.empty() && text_.front() != ')'; skip_blanks()) {
      const bool divides = take("/");
      if (!divides && divided) return fail("has a factor after a quotient in its unit; use parentheses");
      if (!divides && (take("*") || take("·") || take("."))) {
        if (factors == 0) return fail("has a unit that begins with a product sign");
      }
      skip_blanks();
      const std::optional<Unit> one = factor(depth);
      if (!one) return std::nullopt;
      multiply(result, *one, divides ? -1 : 1);
      // A temperature counts from its own zero only where it stands alone.
      result.offset = factors == 0 && !divides ? one->offset : 0;
      divided = divides;
      ++factors;
    }
    if (factors == 0) return fail("has no unit");
    return result;
  }

  std::optional<Unit> factor(int depth) {
    std::optional<Unit> unit;
    if (take("(")) {
      unit = product(depth + 1);
      if (!unit) return std::nullopt;
      if (!take(")")) return fail("lacks a ')' in its unit");
    } else {
      const std::string_view name = word();
      if (name.empty()) return fail("lacks a unit after a sign");
      unit = find_unit(name);
      if (!unit) return fail(fmt::format("has the unknown unit '{}'", name));
    }
    const std::optional<double> power = exponent();
    if (!power) return std::nullopt;
    Unit result;
    multiply(result, *unit, *power);
    if (*power == 1) result.offset = unit->offset;
    return result;
  }

  /// Letters and signs of a unit's name.
  std::string_view word() {
    std::size_t length = 0;
    while (length < text_.size()) {
      const std::string_view rest = text_.substr(length);
      if (std::string_view(" \t*/().^0123456789-+").find(rest.front()) != std::string_view::npos) break;
      if (rest.starts_with("²") || rest.starts_with("³") || rest.starts_with("·")) break;
      ++length;
    }
    if (length == 0 && text_.starts_with("1")) length = 1;
    const std::string_view name = text_.substr(0, length);
    text_.remove_prefix(length);
    return name;
  }

  std::optional<double> exponent() {
    if (take("²")) return 2;
    if (take("³")) return 3;
    const bool marked = take("^");
    double power = 1;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), power);
    if (error != std::errc{}) {
      if (!marked) return 1;
      fail("lacks an exponent after '^' in its unit");
      return std::nullopt;
    }
    if (!(std::abs(power) <= 6)) {
      fail("has an exponent beyond 6 in its unit");
      return std::nullopt;
    }
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return power;
  }

  std::string_view text_;
  std::string& problem_;
};

std::string_view trimmed_unit(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// "s, N or N m" → s; N; N m.
std::vector<std::string_view> alternatives_of(std::string_view units) {
  std::vector<std::string_view> all;
  while (true) {
    const std::size_t comma = units.find(','), word = units.find(" or ");
    const std::size_t end = std::min(comma, word);
    all.push_back(trimmed_unit(units.substr(0, end)));
    if (end == std::string_view::npos) return all;
    units.remove_prefix(end + (end == word ? 4 : 1));
  }
}

/// The number at the start of a text, which is shortened to what follows.
std::optional<double> take_number(std::string_view& text) {
  text = trimmed_unit(text);
  const std::size_t first = text.find_first_not_of("+-.");  // "inf" and "nan" are no numbers here
  if (first == std::string_view::npos || text[first] < '0' || text[first] > '9') return std::nullopt;
  if (text.starts_with('+')) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

}  // namespace

std::optional<Unit> parse_unit(std::string_view text, std::string& problem) {
  problem.clear();
  return UnitParser(text, problem).parse();
}

bool has_unit(std::string_view text) {
  if (!take_number(text)) return false;
  text = trimmed_unit(text);
  // Signs of arithmetic begin an expression of parameters, not a unit.
  return !text.empty() && std::string_view("+-*/^()<>=?").find(text.front()) == std::string_view::npos;
}

std::optional<double> read_quantity(std::string_view text, std::string_view key_unit, std::string& problem) {
  std::string_view unit_text = text;
  const std::optional<double> number = take_number(unit_text);
  if (!number) {
    problem = "is not a number";
    return std::nullopt;
  }
  if (unit_text.starts_with(',')) {
    problem = "has a decimal comma; write a point";
    return std::nullopt;
  }
  const std::optional<Unit> unit = parse_unit(trimmed_unit(unit_text), problem);
  if (!unit) return std::nullopt;
  std::string ignored;
  for (const std::string_view alternative : alternatives_of(key_unit)) {
    const std::optional<Unit> wanted = parse_unit(alternative, ignored);
    if (!wanted || unit->powers != wanted->powers) continue;
    if (unit->numerator == wanted->numerator && unit->denominator == wanted->denominator &&
        unit->offset == wanted->offset)
      return *number;
    const double in_si = (*number + unit->offset) * unit->numerator / unit->denominator;
    return in_si * wanted->denominator / wanted->numerator - wanted->offset;
  }
  problem = key_unit.empty() ? "has a unit, but this number has none" : "has the unit of another quantity";
  return std::nullopt;
}

}  // namespace flangeway::document
