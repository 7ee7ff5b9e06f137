#include "flangeway/track/irregularity_file.hpp"

#include <algorithm>
#include <cmath>

#include "flangeway/document/table_text.hpp"
#include "flangeway/track/check.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::track {

namespace {

using document::Field;
using document::find_unit;
using document::has_decimal_comma;
using document::parse_number;
using document::separator_of;
using document::split;
using document::trimmed;
using document::Unit;
using document::unit_list;

constexpr double largest = 0.1;  // m
constexpr std::size_t max_findings = 20;

const std::array<std::string, 4> rail_names{"y_left", "z_left", "y_right", "z_right"};
const std::array<std::string, 4> measure_names{"alignment", "vertical_profile", "gauge_variation",
                                               "cross_level"};

struct Column {
  std::string name;
  double scale = 1;                    // to m
  std::string problem = {}, got = {};  // of the unit
};

// "y_left [mm]", "y_left_mm", "y_left (m)", "y_left"
Column column_of(std::string_view header, LengthUnit unit) {
  const document::ColumnName written = document::column_name(header);
  Column column{std::string(written.name)};
  if (!written.readable) {
    column.problem = document::unreadable_unit;
    column.got = header;
  } else if (const Unit* known = find_unit(written.unit)) {
    column.scale = known->metres;
  } else if (!written.unit.empty()) {
    column.problem = "has an unknown unit";
    column.got = written.unit;
  } else if (column.name != "s" && unit == LengthUnit::mm) {
    column.scale = 1e-3;
  }
  return column;
}

class Parser {
 public:
  Parser(const std::string& file_name, LengthUnit unit, Findings& findings)
      : file_name_(file_name), unit_(unit), findings_(findings) {}

  std::optional<IrregularityTable> parse(std::string_view text) {
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      ++line_;
      take_line(text.substr(begin, end - begin));
      if (failed_) return std::nullopt;
      begin = end + 1;
    }
    if (columns_.empty()) {
      say(1, "", {"is empty", "", "a line of column names, then numbers"});
    } else if (count_ == 0 && table_.s.size() < 4) {
      say(1, "",
          {"has too few rows", std::to_string(table_.s.size()), "at least 4", "The file may be truncated"});
    }
    return count_ > 0 ? std::nullopt : std::optional(std::move(table_));
  }

 private:
  void say(int column, const std::string& key, Complaint complaint) {
    if (++count_ == max_findings)
      complaint.advice +=
          complaint.advice.empty() ? "Later findings are left out" : ". Later findings are left out";
    findings_.add({{file_name_, line_, column},
                   key,
                   complaint.problem,
                   complaint.got,
                   complaint.allowed,
                   complaint.advice});
    failed_ = count_ == max_findings;
  }

  void take_line(std::string_view line) {
    if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // byte order mark
    const std::string_view content = trimmed(line);
    if (content.empty() || content.front() == '#') return;
    if (columns_.empty()) {
      take_header(line);
    } else {
      take_row(split(line, separator_));
    }
  }

  void take_header(std::string_view line) {
    separator_ = separator_of(line);
    const auto fields = split(line, separator_);
    for (const Field& field : fields) {
      Column column = column_of(field.text, unit_);
      const bool twice = std::any_of(columns_.begin(), columns_.end(),
                                     [&](const Column& other) { return other.name == column.name; });
      if (twice && is_known(column.name)) say(field.column, column.name, {"is a column twice"});
      if (!column.problem.empty() && is_known(column.name)) {
        say(field.column, column.name,
            {column.problem, "\"" + column.got + "\"", unit_list,
             "Write the unit in brackets, such as " + column.name + " [mm]"});
      }
      columns_.push_back(std::move(column));
    }
    rails_ = has_any(rail_names);
    if (rails_ && has_any(measure_names)) {
      say(1, "",
          {"mixes columns of rails with measured channels", "",
           "y_left, z_left, y_right, z_right or alignment, "
           "vertical_profile, gauge_variation, cross_level"});
    }
    places_[0] = place_of("s", true);
    for (std::size_t i = 0; i < 4; ++i) {
      // A recording of alignment and vertical profile alone says that both rails are alike.
      const bool needed = rails_ || i < 2;
      places_[i + 1] = place_of((rails_ ? rail_names : measure_names)[i], needed);
    }
    failed_ = count_ > 0;
  }

  static bool is_known(const std::string& name) {
    return name == "s" || std::find(rail_names.begin(), rail_names.end(), name) != rail_names.end() ||
           std::find(measure_names.begin(), measure_names.end(), name) != measure_names.end();
  }

  bool has_any(const std::array<std::string, 4>& names) const {
    return std::any_of(columns_.begin(), columns_.end(), [&](const Column& column) {
      return std::find(names.begin(), names.end(), column.name) != names.end();
    });
  }

  // The place of a column; none if it is missing, with a finding if it is needed or was meant by another
  // name.
  std::optional<std::size_t> place_of(const std::string& name, bool needed) {
    std::vector<std::string> others;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      if (columns_[i].name == name) return i;
      if (!is_known(columns_[i].name)) others.push_back(columns_[i].name);
    }
    const std::string near = nearest_name(name, others);
    if (needed || !near.empty()) {
      say(1, name,
          {"is missing among the columns", "", "",
           near.empty() ? "Name the columns in the first line"
                        : "Rename column \"" + near + "\" to " + name});
    }
    return std::nullopt;
  }

  void take_row(const std::vector<Field>& fields) {
    if (fields.size() != columns_.size()) {
      const std::string advice = fields.size() < columns_.size() ? "The file may be truncated"
                                                                 : "Use a decimal point, not a decimal comma";
      say(1, "",
          {"has a wrong number of fields", std::to_string(fields.size()), std::to_string(columns_.size()),
           advice});
      return;
    }
    std::array<double, 5> values{};
    const std::size_t before = count_;
    for (std::size_t i = 0; i < places_.size() && !failed_; ++i) {
      if (places_[i]) values[i] = take_value(fields[*places_[i]], columns_[*places_[i]], i == 0);
    }
    if (count_ == before) append(values);
  }

  double take_value(const Field& field, const Column& column, bool is_s) {
    const auto value = parse_number(field.text);
    const std::string got(field.text);
    if (!value) {
      say(field.column, column.name,
          {"is not a number", "\"" + got + "\"", "a number such as 1.5e-3",
           has_decimal_comma(got) ? "Use a decimal point, not a decimal comma" : ""});
      return 0;
    }
    const double metres = *value * column.scale;
    if (!std::isfinite(metres)) {
      say(field.column, column.name, {"is not finite", got, "a finite number"});
    } else if (!is_s && std::abs(metres) > largest) {
      say(field.column, column.name,
          {"is larger than any irregularity", number(metres) + " m", "-0.1 to 0.1 m",
           column.scale == 1 ? "If the column is in millimetres, say so: unit = \"mm\""
                             : "Check the unit of the column"});
    } else if (is_s && !table_.s.empty() && metres <= table_.s.back()) {
      say(field.column, column.name, {"does not increase", got, "more than " + number(table_.s.back())});
    }
    return metres;
  }

  void append(const std::array<double, 5>& values) {
    std::array<double, 4> channels{values[1], values[2], values[3], values[4]};
    if (rails_) channels = measures_of_rails(channels);
    table_.s.push_back(values[0]);
    for (std::size_t c = 0; c < 4; ++c) table_.measure[c].push_back(channels[c]);
  }

  const std::string& file_name_;
  LengthUnit unit_;
  Findings& findings_;
  std::vector<Column> columns_;
  std::array<std::optional<std::size_t>, 5> places_;  // of s and the four channels
  IrregularityTable table_;
  std::size_t count_ = 0;  // of findings
  int line_ = 0;
  char separator_ = ',';
  bool rails_ = false, failed_ = false;
};

}  // namespace

std::optional<IrregularityTable> parse_irregularities(std::string_view text, const std::string& file_name,
                                                      LengthUnit unit, Findings& findings) {
  return Parser(file_name, unit, findings).parse(text);
}

}  // namespace flangeway::track
