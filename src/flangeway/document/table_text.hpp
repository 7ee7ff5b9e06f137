// Pieces of a table with a line of column names: fields, numbers, units of length.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace flangeway::document {

struct Field {
  std::string_view text;
  int column;  // in the line, from 1
};

inline std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\"");
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(" \t\r\"") - first + 1);
}

inline std::vector<Field> split(std::string_view line, char separator) {
  std::vector<Field> fields;
  for (std::size_t begin = 0;;) {
    const std::size_t end = std::min(line.find(separator, begin), line.size());
    const std::string_view field = trimmed(line.substr(begin, end - begin));
    const std::size_t place = field.empty() ? begin : static_cast<std::size_t>(field.data() - line.data());
    fields.push_back({field, static_cast<int>(place) + 1});
    if (end == line.size()) return fields;
    begin = end + 1;
  }
}

inline char separator_of(std::string_view header) {
  for (const char candidate : {';', '\t'}) {
    if (header.find(candidate) != std::string_view::npos) return candidate;
  }
  return ',';
}

/// Also with an exponent of Fortran: 1.5D+03.
inline std::optional<double> parse_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto read = [](std::string_view digits) -> std::optional<double> {
    double value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return value;
  };
  const std::size_t letter = text.find_first_of("dD");
  if (letter == std::string_view::npos) return read(text);
  std::string plain(text);
  plain[letter] = 'e';
  return read(plain);
}

/// "12'345.6" and "12 345,6" without the apostrophes or spaces between thousands; other texts as they are.
inline std::string without_marks_of_thousands(std::string_view text) {
  // Apostrophe, its typographic form, space, no-break space, narrow no-break space.
  constexpr std::array<std::string_view, 5> marks{"'", "\u2019", " ", "\u00a0", "\u202f"};
  const auto is_digit = [&](std::size_t at) {
    return at < text.size() && text[at] >= '0' && text[at] <= '9';
  };
  std::string plain;
  bool had_mark = false;
  for (std::size_t at = 0, digits = 0; at < text.size();) {
    const auto mark = std::find_if(marks.begin(), marks.end(),
                                   [&](std::string_view one) { return text.substr(at).starts_with(one); });
    if (mark != marks.end()) {
      const std::size_t next = at + mark->size();
      const bool are_thousands = digits > 0 && digits <= 3 && (!had_mark || digits == 3) && is_digit(next) &&
                                 is_digit(next + 1) && is_digit(next + 2) && !is_digit(next + 3);
      if (!are_thousands) return std::string(text);
      had_mark = true;
      digits = 0;
      at = next;
      continue;
    }
    digits = is_digit(at) ? digits + 1 : 0;
    plain += text[at++];
  }
  return plain;
}

/// A number in a table whose fields are parted by `separator`: with marks of thousands, and with a decimal
/// comma where commas part nothing.
inline std::optional<double> number_in_table(std::string_view text, char separator) {
  std::string plain = without_marks_of_thousands(text);
  const auto value = parse_number(plain);
  if (value || separator == ',' || std::count(plain.begin(), plain.end(), ',') != 1) return value;
  plain[plain.find(',')] = '.';
  return parse_number(plain);
}

inline bool has_decimal_comma(std::string text) {
  const std::size_t comma = text.find(',');
  if (comma == std::string::npos) return false;
  text[comma] = '.';
  return parse_number(text).has_value();
}

struct Unit {
  std::string_view name;
  double metres;
};
// The inch, the foot and the mile are the international ones: 25.4 mm, 0.3048 m and 1609.344 m.
inline constexpr std::array<Unit, 30> units{{{"m", 1},
                                             {"mm", 1e-3},
                                             {"cm", 1e-2},
                                             {"dm", 1e-1},
                                             {"km", 1e3},
                                             {"um", 1e-6},
                                             {"\u00b5m", 1e-6},  // the micro sign
                                             {"\u03bcm", 1e-6},  // the Greek letter
                                             {"in", 0.0254},
                                             {"inch", 0.0254},
                                             {"inches", 0.0254},
                                             {"meter", 1},
                                             {"meters", 1},
                                             {"metre", 1},
                                             {"metres", 1},
                                             {"millimeter", 1e-3},
                                             {"millimeters", 1e-3},
                                             {"millimetre", 1e-3},
                                             {"millimetres", 1e-3},
                                             {"kilometer", 1e3},
                                             {"kilometers", 1e3},
                                             {"kilometre", 1e3},
                                             {"kilometres", 1e3},
                                             {"ft", 0.3048},
                                             {"feet", 0.3048},
                                             {"mi", 1609.344},
                                             {"miles", 1609.344},
                                             {"\u043c\u043c", 1e-3},  // mm, m and km in Cyrillic letters
                                             {"\u043c", 1},
                                             {"\u043a\u043c", 1e3}}};
inline constexpr const char* unit_list = "m, mm, cm, dm, km, \u00b5m, in, ft";

/// Words may begin with a capital letter or be in capitals: Millimeter, METRES.
inline const Unit* find_unit(std::string_view written) {
  constexpr std::size_t min_word = 4;
  std::string plain(written);
  if (plain.size() > min_word)
    for (char& c : plain)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  const auto found =
      std::find_if(units.begin(), units.end(), [&](const Unit& unit) { return unit.name == plain; });
  return found == units.end() ? nullptr : &*found;
}

struct ColumnName {
  std::string_view name, unit;  // no unit: empty
  bool readable = true;         // false: empty brackets, several of them, or text behind them
};

// "gauge [mm]"; `brackets` are the pairs that enclose a unit.
inline ColumnName split_unit(std::string_view header, std::string_view brackets) {
  const std::size_t open = std::min(header.find_first_of(brackets), header.size());
  const std::string_view name = trimmed(header.substr(0, open)), rest = trimmed(header.substr(open));
  if (rest.empty()) return {name, {}};
  const std::size_t kind = brackets.find(rest.front());
  const bool closed = kind % 2 == 0 && rest.size() > 1 && rest.back() == brackets[kind + 1];
  const std::string_view unit = closed ? trimmed(rest.substr(1, rest.size() - 2)) : std::string_view();
  return {name, unit, !unit.empty() && unit.find_first_of(brackets) == std::string_view::npos};
}

// "gauge [mm]", "gauge (mm)", "gauge, mm", "gauge_mm"
inline ColumnName column_name(std::string_view header) {
  const ColumnName bracketed = split_unit(header, "[]()");
  const std::size_t end = bracketed.name.find_last_of("_,");
  if (!bracketed.readable || !bracketed.unit.empty() || end == std::string_view::npos) return bracketed;
  const std::string_view unit = trimmed(bracketed.name.substr(end + 1));
  return find_unit(unit) == nullptr ? bracketed : ColumnName{trimmed(bracketed.name.substr(0, end)), unit};
}
// True where lines end with a carriage return alone, as programs of the old Macintosh wrote them: to a reader
// of lines the whole file is one.
inline bool has_bare_returns(std::string_view text) {
  const std::size_t first = text.find('\r');
  return first < text.size() - 1 && first != std::string_view::npos &&
         text.find('\n') == std::string_view::npos;
}
inline constexpr const char* bare_returns = "has lines that end with a carriage return alone";
inline constexpr const char* bare_returns_advice = "Save it with line ends LF or CR LF";
inline constexpr const char* unreadable_unit = "has a unit that cannot be read";

}  // namespace flangeway::document
