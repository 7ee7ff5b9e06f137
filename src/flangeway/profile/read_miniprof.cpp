// MiniProf .whl and .ban: a heading of `Key=value` lines up to the first empty line, then a line of numbers
// per point. Older files have a heading of plain text. Comments begin with one of ! " % #, inside a line too.
// Effective keys: ColumnDef (X → y, Y → z), XOffset, YOffset, XYPoints. The instrument draws z upwards, and
// mostly the track centre on the right of a rail, so that rails are mirrored; wheels have the flange at small
// y.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "flangeway/profile/table.hpp"

namespace flangeway::profile {
namespace {

struct Heading {
  std::size_t y_column = 0, z_column = 1;
  std::size_t columns = 2;  // declared; rows may end after those of y and z
  Vec2 offset{0, 0};
  double announced = 0;    // number of points
  bool old_style = false;  // has text lines or empty values, and may then hold lines of numbers
};

void read_column_definition(const Line& line, std::string_view value, Heading& heading, Reporter& report) {
  const auto names = Line{line.number, value}.words();
  bool y = false, z = false;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (lower_case(names[i].text) == "x") heading.y_column = i, y = true;
    if (lower_case(names[i].text) == "y") heading.z_column = i, z = true;
  }
  heading.columns = names.size();
  if (!y || !z) {
    report.add(line.number, 1, "ColumnDef does not name the columns of y and z", std::string(value),
               "X and Y among them");
    heading = {};
  }
}

void read_key(const Line& line, std::size_t equals, Heading& heading, Reporter& report) {
  const std::string key = lower_case(key_of_assignment(line.text));
  const std::string_view value = without_quotes(line.text.substr(equals + 1));
  if (value.empty()) {
    heading.old_style = true;
    return;
  }
  const Word word{value, static_cast<int>(value.data() - line.text.data()) + 1};
  if (key == "columndef") read_column_definition(line, value, heading, report);
  if (key == "xoffset") heading.offset.x() = report.finite(line, word).value_or(0);
  if (key == "yoffset") heading.offset.y() = report.finite(line, word).value_or(0);
  if (key == "xypoints") heading.announced = report.finite(line, word).value_or(0);
}

bool all_numbers(const std::vector<Word>& words) {
  return std::all_of(words.begin(), words.end(),
                     [](const Word& word) { return number(word.text).has_value(); });
}

// The last lines of the file, if they are rows of two numbers or more and at least five: points below a
// heading that no empty line ends. Else the number of lines.
std::size_t first_of_last_rows(const std::vector<Line>& lines) {
  constexpr std::size_t min_rows = 5;
  std::size_t first = lines.size();
  while (first > 0) {
    const auto words = lines[first - 1].without_comment("!\"%#").words();
    if (words.size() < 2 || !all_numbers(words)) break;
    --first;
  }
  return lines.size() - first >= min_rows ? first : lines.size();
}

// Returns the index of the first line behind the heading.
std::size_t read_heading(const std::vector<Line>& lines, bool lenient, Heading& heading, Reporter& report) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].blank()) return i + 1;
    // "Key"="value" in quotes, which begin a comment elsewhere.
    const bool is_quoted = trim(lines[i].text).starts_with('"') && !key_of_assignment(lines[i].text).empty();
    const Line line = is_quoted ? lines[i] : lines[i].without_comment("!\"%#");
    if (line.blank()) continue;
    const std::size_t equals = line.text.find('=');
    if (equals != std::string_view::npos) {
      read_key(line, equals, heading, report);
    } else if (!all_numbers(line.words())) {
      heading.old_style = true;
    } else if (!heading.old_style) {
      return i;
    }
  }
  return lenient ? lines.size() : first_of_last_rows(lines);
}

// Columns that the rows have: the most in any, but no more than declared.
std::size_t width_of(const std::vector<Line>& lines, std::size_t first, std::size_t declared) {
  std::size_t most = 0;
  for (std::size_t i = first; i < lines.size(); ++i)
    most = std::max(most, lines[i].without_comment("!\"%#").words().size());
  return std::min(most, declared);
}

struct Counts {
  std::size_t comments = 0, short_lines = 0;
  std::size_t numbers = 0;  // of the first point
};

void read_point(const Line& line, const Heading& heading, Table& table, Counts& counts, Reporter& report) {
  const auto words = line.words();
  if (words.size() > heading.columns && refuse_decimal_comma(line, report)) return;
  if (words.size() < heading.columns) {
    // The existing words must be numbers all the same, else the line is not a short one but no point at all.
    for (const Word& word : words)
      if (!report.finite(line, word)) return;
    ++counts.short_lines;
    return;
  }
  const auto y = report.finite(line, words[heading.y_column]),
             z = report.finite(line, words[heading.z_column]);
  if (!y || !z) return;
  const auto text = std::find_if(words.begin(), words.end(),  // a remark
                                 [](const Word& word) { return !number(word.text).has_value(); });
  const auto numbers = static_cast<std::size_t>(text - words.begin());
  if (counts.numbers == 0) counts.numbers = numbers;
  if (numbers != counts.numbers) {
    report.add(line.number, words[0].column, "has another count of numbers than the first point",
               fmt::format("{}", numbers), fmt::format("{}", counts.numbers));
    return;
  }
  table.points.emplace_back(*y, *z);
}

}  // namespace

Table read_miniprof(const std::vector<Line>& lines, Kind kind, bool lenient, Reporter& report) {
  Table table;
  Heading heading;
  Counts counts;
  const std::size_t first = read_heading(lines, lenient, heading, report);
  const std::size_t declared = heading.columns, width = width_of(lines, first, declared);
  const std::size_t needed = std::max(heading.y_column, heading.z_column) + 1;
  if (!report.any() && width > 0 && width < needed) {
    report.add(lines[first].number, 1, fmt::format("rows have {} of {} columns declared", width, declared),
               {}, fmt::format("at least {}: the columns X and Y of ColumnDef", needed), "Check ColumnDef");
    return table;
  }
  if (width >= needed && width < declared) {
    heading.columns = width;
    table.notes.push_back(
        {fmt::format("rows have {} of {} columns declared, those of X and Y among them", width, declared), 0,
         0});
  }
  for (std::size_t i = first; i < lines.size() && !report.enough(); ++i) {
    const Line line = lines[i].without_comment("!\"%#");
    if (!line.blank()) {
      read_point(line, heading, table, counts, report);
    } else if (!lines[i].blank()) {
      ++counts.comments;
    }
  }
  // Points may be commented out; beyond that a file that announces more than it holds has been cut off.
  const auto found = table.points.size() + counts.comments + counts.short_lines;
  if (!report.any() && !lenient && static_cast<double>(found) < heading.announced)
    report.add("ends early: its heading announces more points than it contains", fmt::format("{}", found),
               fmt::format("{}", heading.announced), "Copy the file again from the instrument");
  if (counts.short_lines > 0)
    table.notes.push_back(
        {fmt::format("{} lines dropped that have fewer than {} numbers", counts.short_lines, heading.columns),
         counts.short_lines, 0});
  table.shift = heading.offset;
  table.mirror_y = kind == Kind::rail;
  return table;
}

}  // namespace flangeway::profile
