// Two columns, y and z. Comments begin with one of ! " % #. The line of words above the points names the
// columns and may give their unit, as "y [in], z [in]"; without one they are in mm. Columns that it names y
// and z may have others next to them. Titles above it and the count of the points are left out. A comment
// line
// "# z up" or "# z down" fixes the sense of z, which the shape tells otherwise. The program CONTACT allows a
// heading of MiniProf, too.
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

// The columns of y and z among others, by their names; the first two without names.
struct Columns {
  std::size_t y = 0, z = 1;
  std::size_t count = 2;
};

Columns columns_of(const std::vector<document::Field>& names, std::size_t columns_of_rows) {
  Columns columns;
  std::size_t y_count = 0, z_count = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name = lower_case(document::column_name(names[i].text).name);
    if (name == "y") columns.y = i, ++y_count;
    if (name == "z") columns.z = i, ++z_count;
  }
  if (names.size() < 3 || names.size() != columns_of_rows || y_count != 1 || z_count != 1) return {};
  columns.count = names.size();
  return columns;
}

Columns read_names(const Line& line, std::size_t columns_of_rows, Table& table, Reporter& report) {
  const std::vector<document::Field> names = names_of_columns(line);
  const Columns columns = columns_of(names, columns_of_rows);
  std::optional<double> first;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const document::Field& field = names[i];
    if (field.text.empty() || (columns.count > 2 && i != columns.y && i != columns.z)) continue;
    const auto unit = unit_of(line, field, report);
    if (!unit) return columns;
    table.unit_is_given = table.unit_is_given || field.text.find_first_of("[(") != std::string_view::npos;
    if (first && *first != *unit) {
      report.add(line.number, field.column, "has another unit than the column before it",
                 std::string(trim(line.text)), "one unit", "Write both columns in the same unit");
      return columns;
    }
    first = unit;
  }
  table.unit_mm = first.value_or(1);
  table.closest /= table.unit_mm;
  if (columns.count > 2)
    table.notes.push_back({fmt::format("columns y and z of {} are read", columns.count), 0, 0});
  return columns;
}

void refuse_count(const Line& line, const std::vector<Word>& words, Reporter& report) {
  const std::string got(trim(line.text));
  if (words.size() < 2) {
    report.add(line.number, words[0].column, "has one number only", got, "y and z");
  } else if (!refuse_decimal_comma(line, report)) {
    report.add(line.number, words[std::min<std::size_t>(2, words.size() - 1)].column,
               "has more than two columns", got, "y and z",
               "Leave out the others, or name the columns y and z in a first line; use decimal points");
  }
}

void read_point(const Line& line, const std::vector<Word>& words, const Columns& columns, Table& table,
                Reporter& report) {
  const auto y = report.finite(line, words[columns.y]), z = report.finite(line, words[columns.z]);
  if (y && z) table.points.emplace_back(*y, *z);
}

bool is_row(const std::vector<Word>& words) {
  return words.size() > 1 && std::all_of(words.begin(), words.end(),
                                         [](const Word& word) { return number(word.text).has_value(); });
}

// Lines above the first row: titles, the count of points, and the names of the columns, the last line of
// text.
struct Top {
  std::size_t names = 0;  // its index; the number of lines: none
  std::size_t first_row = 0;
  std::size_t titles = 0;   // lines that are left out
  std::size_t columns = 0;  // of the first row
};

Top find_top(const std::vector<Line>& lines) {
  Top top{lines.size(), lines.size(), 0, 0};
  std::size_t rows = 0, texts = 0;
  std::optional<std::size_t> count_line;
  double count = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool is_above = top.first_row == lines.size();
    const Line line = is_above && is_quoted(lines[i]) ? lines[i] : lines[i].without_comment(comment_marks);
    const auto words = line.words();
    if (words.empty()) continue;
    rows += is_row(words) ? 1 : 0;
    if (!is_above) continue;
    const auto first = number(words[0].text);
    if (!first) {
      top.names = i, ++texts;
    } else if (words.size() == 1 && !count_line) {
      count_line = i, count = *first;
    } else {
      top.first_row = i, top.columns = words.size();
    }
  }
  top.titles = texts > 1 ? texts - 1 : 0;
  // A number that stands alone is left to the reader of rows, unless it counts them.
  if (count_line && count != static_cast<double>(rows)) top.first_row = std::min(top.first_row, *count_line);
  return top;
}

}  // namespace

Table read_columns(const std::vector<Line>& lines, bool lenient, Reporter& report) {
  if (lenient && has_heading(lines)) return read_miniprof(lines, Kind::wheel, lenient, report);
  Table table;
  std::size_t short_lines = 0;
  const Top top = find_top(lines);
  Columns columns;
  if (!lenient && top.titles > 0)
    table.notes.push_back({fmt::format("{} lines of text before the points left out", top.titles), 0, 0});
  bool names_allowed = true;  // of a lenient reader: the first line
  for (std::size_t i = 0; i < lines.size() && !report.enough(); ++i) {
    const Line& raw = lines[i];
    const std::string_view remark = trim(raw.text);
    if (remark == "# z up") table.mirror_z = true;
    if (remark == "# z down") table.mirror_z = false;
    if (remark == "# origin: tape circle") table.origin_is_given = true;
    if (!lenient && i < top.first_row) {
      if (i == top.names)
        columns =
            read_names(is_quoted(raw) ? raw : raw.without_comment(comment_marks), top.columns, table, report);
      continue;
    }
    const Line line = raw.without_comment(comment_marks);
    const auto words = line.words();
    if (words.empty()) continue;
    const bool names = lenient && names_allowed && !number(words[0].text);
    names_allowed = false;
    if (names) continue;
    if (lenient && words.size() < 2) {
      if (report.finite(line, words[0])) ++short_lines;
    } else if (words.size() == columns.count || lenient) {
      read_point(line, words, columns, table, report);
    } else {
      refuse_count(line, words, report);
    }
  }
  note_short_lines(short_lines, table);
  return table;
}

}  // namespace flangeway::profile
