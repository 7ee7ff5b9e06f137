#include "recorded_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "flangeway/track/recorded_table.hpp"
#include "recorded_languages.hpp"

namespace flangeway::track {

namespace {

using document::Field;

constexpr std::size_t max_recorded_findings = 20;
constexpr double missing = std::numeric_limits<double>::quiet_NaN();

// Fields of a line whose columns stand apart by blanks. "s [m]" is one field.
std::vector<Field> split_blanks(std::string_view line) {
  std::vector<Field> fields;
  for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
    std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
    const std::size_t next = line.find_first_not_of(" \t\r", end);
    if (next != std::string_view::npos && (line[next] == '[' || line[next] == '('))
      end = std::min(line.find_first_of("])", next), line.size() - 1) + 1;
    fields.push_back({line.substr(at, end - at), static_cast<int>(at) + 1});
    at = end;
  }
  return fields;
}

// Commas within quotes are no separators: "1,435.20" has points behind thousands.
std::vector<Field> split_quoted(std::string_view line) {
  std::vector<Field> fields;
  for (std::size_t begin = 0;;) {
    const std::size_t first = std::min(line.find_first_not_of(" \t", begin), line.size());
    const bool is_quoted = first < line.size() && line[first] == '"';
    const std::size_t quote = is_quoted ? std::min(line.find('"', first + 1), line.size()) : begin;
    const std::size_t end = std::min(line.find(',', quote), line.size());
    const Field field = document::split(line.substr(0, end).substr(begin), '\n').front();
    fields.push_back({field.text, field.column + static_cast<int>(begin)});
    if (end == line.size()) return fields;
    begin = end + 1;
  }
}

std::vector<Field> fields_of(std::string_view line, char separator) {
  if (separator == ',' && line.find('"') != std::string_view::npos) return split_quoted(line);
  return separator == ' ' ? split_blanks(line) : document::split(line, separator);
}

bool is_missing(std::string_view text) {
  constexpr std::array words{"",   "-",   "nan", "NaN",  "NAN",  "-nan",
                             "NA", "N/A", "n/a", "#N/A", "null", "None"};
  // Stars: a number that did not fit into its columns.
  return std::find(words.begin(), words.end(), text) != words.end() ||
         text.find_first_not_of('*') == std::string_view::npos;
}

// "1,435.20": commas between thousands and a point.
std::optional<double> number_with_thousands(std::string_view text) {
  std::string plain(text);
  const std::size_t point = std::min(plain.find('.'), plain.size());
  if (plain.find(',') > point) return std::nullopt;
  for (std::size_t at = plain.find(','); at != std::string::npos; at = plain.find(',')) {
    const std::size_t end = std::min(plain.find_first_of(",.", at + 1), plain.size());
    if (at == 0 || end != at + 4) return std::nullopt;
    plain.erase(at, 1);
  }
  return point < text.size() ? document::parse_number(plain) : std::nullopt;
}

// "1,5" where fields are not separated by commas, and "12.345,67" with points between thousands.
std::optional<double> number_with_comma(std::string_view text) {
  std::string point(text);
  for (std::size_t at = point.find('.'); at != std::string::npos; at = point.find('.')) {
    const std::size_t end = std::min(point.find_first_of(".,", at + 1), point.size());
    if (at == 0 || end != at + 4 || point.find(',') == std::string::npos) return std::nullopt;
    point.erase(at, 1);
  }
  const std::size_t comma = point.find(',');
  if (comma == std::string::npos) return std::nullopt;
  point[comma] = '.';
  return document::parse_number(point);
}

// "12+345.6" is km 12.3456; in feet, whose stations are 100 ft long, "120+50.5" is 12 050.5 ft. In the unit
// of the column, which is m where none is named.
std::optional<double> chainage_of(std::string_view text, double scale) {
  const std::size_t plus = text.find('+');
  if (plus == 0 || plus == std::string_view::npos) return std::nullopt;
  const auto whole = document::parse_number(text.substr(0, plus));
  std::string within(text.substr(plus + 1));
  std::replace(within.begin(), within.end(), ',', '.');
  const auto rest = document::parse_number(within);
  const std::size_t digits = std::min(within.find('.'), within.size());
  constexpr double foot = 0.3048, kilometre = 1e3;
  const bool is_feet = scale == foot;
  if (!whole || !rest || !(*rest >= 0) || digits != (is_feet ? 2U : 3U) || std::floor(*whole) != *whole ||
      *whole < 0)
    return std::nullopt;
  if (is_feet) return 100 * *whole + *rest;
  if (scale == 0 || scale == 1) return kilometre * *whole + *rest;
  return scale == kilometre ? std::optional(*whole + *rest / kilometre) : std::nullopt;
}

// True for a line of column names: the distance and something else that is known.
bool is_header(std::string_view line) {
  char separator = document::separator_of(line);
  if (separator == ',' && line.find(',') == std::string_view::npos) separator = ' ';
  bool has_distance = false, has_other = false;
  for (const Field& field : fields_of(line, separator)) {
    HeaderProblem ignored;
    const std::string name = header_of(field, ignored).name;
    (name == "s" ? has_distance : has_other) |= !name.empty();
  }
  return has_distance && has_other;
}

constexpr int max_preamble = 100;  // lines

// Number of the line of column names, from 1; before it are the name of the line, a date, the car. 0: none.
int line_of_header(std::string_view text) {
  int number = 1;
  for (std::size_t begin = 0; begin < text.size() && number <= max_preamble; ++number) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string_view line = text.substr(begin, end - begin);
    if (number == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);
    const std::string_view content = document::trimmed(line);
    if (!content.empty() && content.front() != '#' && content.front() != '%' && is_header(line))
      return number;
    begin = end + 1;
  }
  return 0;
}

std::string_view unit_text(std::string_view cell) {
  const bool is_bracketed = cell.size() > 2 && ((cell.front() == '[' && cell.back() == ']') ||
                                                (cell.front() == '(' && cell.back() == ')'));
  return is_bracketed ? document::trimmed(cell.substr(1, cell.size() - 2)) : cell;
}

class RowParser {
 public:
  explicit RowParser(RecordedFindings& findings) : findings_(findings) {}

  std::optional<RecordedRows> parse(std::string_view text) {
    if (document::has_bare_returns(text)) {
      say(1, "", {document::bare_returns, "", "", document::bare_returns_advice});
      return std::nullopt;
    }
    header_line_ = line_of_header(text);
    for (std::size_t begin = 0; begin < text.size() && !findings_.full();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      ++line_;
      take_line(text.substr(begin, end - begin), begin);
      if (stopped_) return std::nullopt;
      begin = end + 1;
    }
    if (names_ == 0) say(1, "", {"is empty", "", "a line of column names, then numbers"});
    if (skipped_ > 0)
      rows_.notes.push_back(fmt::format("lines before the column names, not read: {}", skipped_));
    if (has_comma_) rows_.notes.emplace_back("numbers have decimal commas");
    if (!findings_.any()) add_metres();
    return findings_.any() ? std::nullopt : std::optional(std::move(rows_));
  }

 private:
  void say(int column, const std::string& key, Complaint complaint) {
    findings_.say(std::max(line_, 1), column, key, std::move(complaint));
  }

  void take_line(std::string_view line, std::size_t offset) {
    if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // byte order mark
    const std::string_view content = document::trimmed(line);
    if (content.empty() || content.front() == '#' || content.front() == '%') return;
    if (line_ < header_line_) {
      ++skipped_;
    } else if (names_ == 0) {
      take_header(line);
    } else if (const auto fields = fields_of(line, rows_.separator); !takes_units(fields)) {
      take_row(fields, offset);
    }
  }

  void take_header(std::string_view line) {
    rows_.separator = document::separator_of(line);
    if (rows_.separator == ',' && line.find(',') == std::string_view::npos && split_blanks(line).size() > 1)
      rows_.separator = ' ';
    const auto fields = fields_of(line, rows_.separator);
    names_ = fields.size();
    if (std::all_of(fields.begin(), fields.end(),
                    [](const Field& field) { return document::parse_number(field.text).has_value(); })) {
      say(1, "",
          {"begins with numbers, not with column names", "", "",
           "Write a first line such as s [m],alignment_left [mm],longitudinal_level_left [mm]"});
      stopped_ = true;
      return;
    }
    std::vector<RecordedHeader> headers;
    for (const Field& field : fields) {
      HeaderProblem problem;
      headers.push_back(header_of(field, problem));
      if (!problem.problem.empty())
        say(field.column, headers.back().written,
            {problem.problem, problem.got, problem.allowed, problem.advice});
    }
    keep_one_distance(headers);
    keep_measured_cross_level(headers);
    keep_columns(headers);
    check_columns();
    stopped_ = findings_.any();
  }

  void keep_columns(std::vector<RecordedHeader>& headers) {
    std::vector<std::string> translated;
    for (std::size_t i = 0; i < headers.size(); ++i) {
      RecordedHeader& header = headers[i];
      if (header.name.empty()) {
        if (is_part_of_distance(header)) {
          metres_field_ = i;
          part_name_ = header.written;
        } else if (!header.written.empty()) {  // a separator at the end of each line
          rows_.unread.push_back(header.written);
        }
        if (!header.name_without_band.empty()) one_band_ = header;
        continue;
      }
      if (header.is_translated) translated.push_back(header.written + " as " + header.name);
      const auto other = std::find_if(rows_.headers.begin(), rows_.headers.end(),
                                      [&](const RecordedHeader& one) { return one.name == header.name; });
      if (other != rows_.headers.end()) {
        say(header.column, header.written,
            {other->written == header.written ? "is a column twice"
                                              : "is the same quantity as " + other->written,
             "", "", other->written == header.written ? "" : "Leave one of the two out"});
        continue;
      }
      if (header.name == "s") rows_.distance = rows_.headers.size();
      if (header.unit_is_of_name)
        rows_.notes.push_back(fmt::format("{}: no unit, taken as miles by its name", header.written));
      rows_.fields.push_back(i);
      rows_.headers.push_back(std::move(header));
    }
    rows_.columns.resize(rows_.headers.size());
    if (!translated.empty())
      rows_.notes.push_back(fmt::format("columns read: {}", fmt::join(translated, ", ")));
  }

  // "m" next to "km", "feet" or "yards" next to "miles": the chainage in two columns, of whole kilometres or
  // miles and of the rest.
  bool is_part_of_distance(const RecordedHeader& header) {
    struct Part {
      std::string_view name, whole;
      double metres;
    };
    constexpr std::array parts{
        Part{"m", "km", 1},       Part{"meter", "km", 1},      Part{"metre", "km", 1},
        Part{"meters", "km", 1},  Part{"metres", "km", 1},     Part{"metro", "km", 1},
        Part{"metry", "km", 1},   Part{"feet", "mi", 0.3048},  Part{"foot", "mi", 0.3048},
        Part{"ft", "mi", 0.3048}, Part{"yards", "mi", 0.9144}, Part{"yard", "mi", 0.9144},
        Part{"yd", "mi", 0.9144}, Part{"yds", "mi", 0.9144}};
    const std::string name = plain_name(header.written);
    for (const Part& part : parts) {
      if (name != part.name) continue;
      part_ = part.metres;
      return std::any_of(rows_.headers.begin(), rows_.headers.end(), [&](const RecordedHeader& other) {
        return other.name == "s" &&
               (other.unit == part.whole || (part.whole == "mi" && other.unit == "miles"));
      });
    }
    return false;
  }

  void take_metres(const Field& field) {
    const std::string text = document::without_marks_of_thousands(field.text);
    auto value = document::parse_number(text);
    if (!value && rows_.separator != ',') value = number_with_comma(text);
    metres_.push_back(value.value_or(missing));
  }

  // Adds the metres, feet or yards to whole kilometres or miles; else the column is another one.
  void add_metres() {
    if (!metres_field_) return;
    std::vector<double>& kilometres = rows_.columns[rows_.distance];
    const bool are_whole = std::all_of(kilometres.begin(), kilometres.end(),
                                       [](double value) { return value == std::floor(value); });
    const bool are_metres = std::all_of(metres_.begin(), metres_.end(),
                                        [&](double value) { return value >= 0 && value * part_ < 2000; });
    const RecordedHeader& whole = rows_.headers[rows_.distance];
    if (!are_whole || !are_metres) {
      rows_.unread.push_back(part_name_);
      return;
    }
    for (std::size_t i = 0; i < kilometres.size(); ++i) kilometres[i] += metres_[i] * part_ / whole.scale;
    rows_.notes.push_back(fmt::format("s is the sum of the columns of {} and {}", whole.unit, part_name_));
  }

  // Advice by names that are not read.
  std::string advice_on_names() const {
    if (one_band_)
      return fmt::format("Write {} in place of {} if this one band is all that shall be judged",
                         one_band_->name_without_band, one_band_->written);
    const bool has_versine =
        std::any_of(rows_.unread.begin(), rows_.unread.end(), [](const std::string& written) {
          const std::string name = plain_name(written);
          return name.find("versine") != std::string::npos || name.find("pfeilhoehe") != std::string::npos ||
                 name.find("pilhoeyde") != std::string::npos || name.find("fleche") != std::string::npos ||
                 name.find("flecha") != std::string::npos || name.find("freccia") != std::string::npos;
        });
    return has_versine
               ? "Write alignment_left or longitudinal_level_left in place of versines, and give --chord"
               : "Name the columns so";
  }

  void check_columns() {
    const bool has_distance = std::any_of(rows_.headers.begin(), rows_.headers.end(),
                                          [](const RecordedHeader& header) { return header.name == "s"; });
    if (!has_distance)
      say(1, "s", {"is missing among the columns", "", "", "Name the distance s [m], or chainage [km]"});
    if (rows_.headers.size() > (has_distance ? 1U : 0U) || findings_.any()) return;
    std::string all;
    for (const std::string& name : recorded_names()) all += (all.empty() ? "" : ", ") + name;
    const std::size_t shown = std::min<std::size_t>(rows_.unread.size(), 12);
    say(1, "",
        {"has no column of track geometry",
         fmt::format("{}", fmt::join(rows_.unread.begin(),
                                     rows_.unread.begin() + static_cast<std::ptrdiff_t>(shown), ", ")),
         all, advice_on_names()});
  }

  // A line of units below the names: "m;mm;mm".
  bool takes_units(const std::vector<Field>& fields) {
    if (!rows_.lines.empty() || had_units_ || fields.size() != names_) return false;
    const auto is_unit = [](const Field& field) {
      const std::string_view unit = unit_text(field.text);
      return unit.empty() || document::find_unit(unit) != nullptr || unit == "mm/m" || unit == "m/m";
    };
    const bool has_any =
        std::any_of(fields.begin(), fields.end(), [](const Field& field) { return !field.text.empty(); });
    for (const std::size_t field : rows_.fields)
      if (!is_unit(fields[field])) return false;
    if (!has_any) return false;
    had_units_ = true;
    for (std::size_t c = 0; c < rows_.headers.size(); ++c) {
      const Field& field = fields[rows_.fields[c]];
      if (field.text.empty()) continue;
      rows_.headers[c].may_be_metres = false;
      if (!set_unit(rows_.headers[c], unit_text(field.text)))
        say(field.column, rows_.headers[c].written,
            {"has an unknown unit", "\"" + std::string(field.text) + "\"", document::unit_list});
    }
    return true;
  }

  void take_row(const std::vector<Field>& fields, std::size_t offset) {
    if (fields.size() != names_) {
      say(1, "",
          {"has a wrong number of fields", std::to_string(fields.size()), std::to_string(names_),
           fields.size() < names_ ? "The file may be truncated"
                                  : "Use a decimal point, not a decimal comma"});
      return;
    }
    for (std::size_t c = 0; c < rows_.headers.size(); ++c)
      rows_.columns[c].push_back(value_of(fields[rows_.fields[c]], rows_.headers[c]));
    if (metres_field_) take_metres(fields[*metres_field_]);
    rows_.lines.push_back(line_);
    rows_.offsets.push_back(offset);
  }

  double value_of(const Field& field, const RecordedHeader& header) {
    if (header.name != "s" && is_missing(field.text)) return missing;
    const std::string text = document::without_marks_of_thousands(field.text);
    auto value = document::parse_number(text);
    if (!value && rows_.separator != ',') {
      value = number_with_comma(text);
      has_comma_ = has_comma_ || value.has_value();
    }
    if (!value && rows_.separator == ',') value = number_with_thousands(text);
    if (!value && header.name == "s") value = chainage_of(field.text, header.scale);
    if (value && std::isfinite(*value)) return *value;
    const std::string got(field.text);
    say(field.column, header.written,
        {"is not a number", "\"" + got + "\"",
         header.name == "s" ? "a number" : "a number, or nothing where nothing was measured",
         document::has_decimal_comma(got) ? "Use a decimal point, not a decimal comma"
         : header.name == "s" ? "Leave out rows that are no samples, such as means below the table"
                              : ""});
    return missing;
  }

  RecordedFindings& findings_;
  RecordedRows rows_;
  std::optional<RecordedHeader> one_band_;   // a column of one band only
  std::optional<std::size_t> metres_field_;  // of "m" next to "km", or another part of the distance
  std::string part_name_;
  double part_ = 1;  // m
  std::vector<double> metres_;
  std::size_t names_ = 0;  // in the line of column names
  int line_ = 0, header_line_ = 0, skipped_ = 0;
  bool stopped_ = false, had_units_ = false, has_comma_ = false;
};

}  // namespace

void RecordedFindings::say(int line, int column, const std::string& key, Complaint complaint) {
  if (full()) return;
  if (++count_ == max_recorded_findings)
    complaint.advice +=
        complaint.advice.empty() ? "Later findings are left out" : ". Later findings are left out";
  findings_.add(
      {{file_, line, column}, key, complaint.problem, complaint.got, complaint.allowed, complaint.advice});
}

bool RecordedFindings::full() const {
  return count_ >= max_recorded_findings;
}

std::optional<RecordedRows> read_recorded_rows(std::string_view text, RecordedFindings& findings) {
  return RowParser(findings).parse(text);
}

int column_of_field(std::string_view text, const RecordedRows& rows, std::size_t header, std::size_t row) {
  const std::string_view line = text.substr(rows.offsets[row]);
  const auto fields = fields_of(line.substr(0, std::min(line.find('\n'), line.size())), rows.separator);
  return fields[rows.fields[header]].column;
}

}  // namespace flangeway::track
