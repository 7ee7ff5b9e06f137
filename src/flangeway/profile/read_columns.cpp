// Two columns, y and z. Comments begin with one of ! " % #. A first line of words names the columns and may
// give their unit, as "y [in], z [in]"; without one they are in mm. A comment line "# z up" or "# z down"
// fixes the sense of z, which the shape tells otherwise. The program CONTACT allows a heading of MiniProf,
// too.
#include <algorithm>

#include <fmt/format.h>

#include "flangeway/document/table_text.hpp"
#include "flangeway/profile/table.hpp"

namespace flangeway::profile {

namespace {

constexpr std::string_view comment_marks = "!\"%#";

// Lines of words up to an empty one.
bool has_heading(const std::vector<Line>& lines) {
  bool any = false;
  for (const Line& line : lines) {
    if (line.blank()) return any;
    const auto words = line.without_comment(comment_marks).words();
    any = any || (!words.empty() && !number(words[0].text));
  }
  return false;
}

void note_short_lines(std::size_t count, Table& table) {
  if (count > 0)
    table.notes.push_back({fmt::format("{} lines dropped that have one number only", count), count, 0});
}

// Names in quotes begin like a comment.
bool is_quoted(const Line& line) {
  return trim(line.text).starts_with('"') && std::count(line.text.begin(), line.text.end(), '"') > 1;
}

// "y [mm], z [mm]", "y [mm] z [mm]"
std::vector<document::Field> names_of_columns(const Line& line) {
  const char separator = document::separator_of(line.text);
  if (line.text.find(separator) != std::string_view::npos) return document::split(line.text, separator);
  std::vector<document::Field> names;
  for (const Word& word : line.words()) {
    if (names.empty() || word.text.find_first_of("[(") != 0) {
      names.push_back({word.text, word.column});
    } else {
      const auto begin = static_cast<std::size_t>(names.back().column) - 1;
      names.back().text =
          line.text.substr(begin, static_cast<std::size_t>(word.column) - 1 + word.text.size() - begin);
    }
  }
  return names;
}

// In mm; nothing, and a finding, if the unit is not known.
std::optional<double> unit_of(const Line& line, const document::Field& field, Reporter& report) {
  const document::ColumnName written = document::column_name(field.text);
  const document::Unit* unit = document::find_unit(written.unit);
  if (written.readable && written.unit.empty()) return 1;
  if (written.readable && unit != nullptr) return 1e3 * unit->metres;
  report.add(line.number, field.column, written.readable ? "has an unknown unit" : document::unreadable_unit,
             fmt::format("\"{}\"", written.readable ? written.unit : field.text), document::unit_list,
             "Write the unit in brackets, such as y [mm], and # before a line of other text");
  return std::nullopt;
}

void read_names(const Line& line, Table& table, Reporter& report) {
  std::optional<double> first;
  for (const document::Field& field : names_of_columns(line)) {
    if (field.text.empty()) continue;
    const auto unit = unit_of(line, field, report);
    if (!unit) return;
    table.unit_is_given = table.unit_is_given || field.text.find_first_of("[(") != std::string_view::npos;
    if (first && *first != *unit)
      return report.add(line.number, field.column, "has another unit than the column before it",
                        std::string(trim(line.text)), "one unit", "Write both columns in the same unit");
    first = unit;
  }
  table.unit_mm = first.value_or(1);
  table.closest /= table.unit_mm;
}

void refuse_count(const Line& line, const std::vector<Word>& words, Reporter& report) {
  const std::string got(trim(line.text));
  if (words.size() < 2) {
    report.add(line.number, words[0].column, "has one number only", got, "y and z");
  } else if (!refuse_decimal_comma(line, report)) {
    report.add(line.number, words[2].column, "has more than two columns", got, "y and z",
               "Leave out the others, and use decimal points");
  }
}

void read_point(const Line& line, const std::vector<Word>& words, Table& table, Reporter& report) {
  const auto y = report.finite(line, words[0]), z = report.finite(line, words[1]);
  if (y && z) table.points.emplace_back(*y, *z);
}

}  // namespace

Table read_columns(const std::vector<Line>& lines, bool lenient, Reporter& report) {
  if (lenient && has_heading(lines)) return read_miniprof(lines, Kind::wheel, lenient, report);
  Table table;
  std::size_t short_lines = 0;
  bool names_allowed = true;
  for (const Line& raw : lines) {
    if (report.enough()) break;
    const std::string_view remark = trim(raw.text);
    if (remark == "# z up") table.mirror_z = true;
    if (remark == "# z down") table.mirror_z = false;
    if (remark == "# origin: tape circle") table.origin_is_given = true;
    const bool quoted = names_allowed && !lenient && is_quoted(raw);
    const Line line = quoted ? raw : raw.without_comment(comment_marks);
    const auto words = line.words();
    if (words.empty()) continue;
    const bool names = names_allowed && !number(words[0].text);
    names_allowed = false;
    if (names) {
      if (!lenient) read_names(line, table, report);
    } else if (lenient && words.size() < 2) {
      if (report.finite(line, words[0])) ++short_lines;
    } else if (words.size() == 2 || lenient) {
      read_point(line, words, table, report);
    } else {
      refuse_count(line, words, report);
    }
  }
  note_short_lines(short_lines, table);
  return table;
}

}  // namespace flangeway::profile
