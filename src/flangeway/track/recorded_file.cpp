#include <algorithm>
#include <cmath>

#include "flangeway/document/file.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/document/table_text.hpp"
#include "flangeway/track/check.hpp"
#include "flangeway/track/recorded_geometry.hpp"

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

constexpr double nominal_gauge = 1.435;  // m
constexpr std::size_t max_recorded_findings = 20;

const std::vector<std::string> recorded_names{"alignment_left",
                                              "alignment_right",
                                              "alignment",
                                              "longitudinal_level_left",
                                              "longitudinal_level_right",
                                              "longitudinal_level",
                                              "gauge",
                                              "cross_level",
                                              "twist"};

struct RecordedHeader {
  std::string name;
  double scale = 0;  // to m or m/m; 0: not read
};

class RecordedParser {
 public:
  RecordedParser(const std::string& file, Gaps gaps, Findings& findings)
      : file_(file), gaps_(gaps), findings_(findings) {}

  std::optional<RecordedGeometry> parse(std::string_view text) {
    for (std::size_t begin = 0; begin < text.size() && count_ < max_recorded_findings;) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      ++line_;
      take_line(text.substr(begin, end - begin));
      if (stopped_) return std::nullopt;
      begin = end + 1;
    }
    if (count_ == 0 && rows_.size() < 16) line_ = 1;
    if (headers_.empty()) {
      say(1, "", {"is empty", "", "a line of column names, then numbers"});
    } else if (count_ == 0 && rows_.size() < 16) {
      say(1, "",
          {"has too few rows", std::to_string(rows_.size()), "at least 16", "The file may be truncated"});
    }
    if (count_ > 0) return std::nullopt;
    return even_grid();
  }

 private:
  struct Row {
    double s = 0;
    std::vector<double> values;  // NaN: none
    int line = 0;
  };

  void say(int column, const std::string& key, Complaint complaint) {
    ++count_;
    findings_.add(
        {{file_, line_, column}, key, complaint.problem, complaint.got, complaint.allowed, complaint.advice});
  }

  void take_line(std::string_view line) {
    if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // byte order mark
    const std::string_view content = trimmed(line);
    if (content.empty() || content.front() == '#') return;
    if (headers_.empty()) {
      separator_ = separator_of(line);
      for (const Field& field : split(line, separator_)) take_header(field);
      finish_header();
    } else {
      take_row(split(line, separator_));
    }
  }

  // "gauge [mm]", "twist (mm/m)", "s_m"
  void take_header(const Field& field) {
    const document::ColumnName written = document::column_name(field.text);
    RecordedHeader header{std::string(written.name)};
    const bool is_s = header.name == "s";
    const bool known =
        is_s || std::find(recorded_names.begin(), recorded_names.end(), header.name) != recorded_names.end();
    if (!known) {
      const std::string near = nearest_name(header.name, recorded_names);
      if (!near.empty())
        say(field.column, header.name,
            {"is not a known column", "", "", "Write " + near + " if that is meant"});
      unread_.push_back(header.name);
    } else {
      set_unit(field, written, header);
      if (std::any_of(headers_.begin(), headers_.end(),
                      [&](const RecordedHeader& other) { return other.name == header.name; }))
        say(field.column, header.name, {"is a column twice"});
    }
    headers_.push_back(std::move(header));
  }

  void set_unit(const Field& field, const document::ColumnName& written, RecordedHeader& header) {
    const bool twist = header.name == "twist";
    const auto refuse = [&](const char* problem, std::string_view got) {
      say(field.column, header.name,
          {problem, got.empty() ? "" : "\"" + std::string(got) + "\"", twist ? "mm/m or m/m" : unit_list,
           "Write the unit in brackets, such as " + header.name + (twist ? " [mm/m]" : " [mm]")});
    };
    if (!written.readable) {
      refuse(document::unreadable_unit, field.text);
    } else if (twist && (written.unit == "mm/m" || written.unit == "m/m")) {
      header.scale = written.unit == "m/m" ? 1 : 1e-3;
    } else if (const Unit* unit = twist ? nullptr : find_unit(written.unit)) {
      header.scale = unit->metres;
    } else {
      refuse(written.unit.empty() ? "has no unit" : "has an unknown unit", written.unit);
    }
  }

  void finish_header() {
    const auto s = std::find_if(headers_.begin(), headers_.end(),
                                [](const RecordedHeader& header) { return header.name == "s"; });
    if (s == headers_.end()) say(1, "s", {"is missing among the columns", "", "", "Name the distance s [m]"});
    const auto any = std::any_of(headers_.begin(), headers_.end(), [](const RecordedHeader& header) {
      return header.name != "s" && header.scale > 0;
    });
    if (!any && count_ == 0) {
      std::string all;
      for (const std::string& name : recorded_names) all += (all.empty() ? "" : ", ") + name;
      say(1, "", {"has no column of track geometry", "", all});
    }
    stopped_ = count_ > 0;
  }

  void take_row(const std::vector<Field>& fields) {
    if (fields.size() != headers_.size()) {
      say(1, "",
          {"has a wrong number of fields", std::to_string(fields.size()), std::to_string(headers_.size()),
           fields.size() < headers_.size() ? "The file may be truncated"
                                           : "Use a decimal point, not a decimal comma"});
      return;
    }
    Row row;
    row.line = line_;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      if (headers_[i].scale == 0) continue;
      const double value = take_value(fields[i], headers_[i]);
      if (headers_[i].name == "s") {
        row.s = value;
      } else {
        row.values.push_back(value);
      }
    }
    if (count_ > 0) return;
    if (!rows_.empty() && !(row.s > rows_.back().s)) {
      say(1, "s", {"does not increase", number(row.s), "more than " + number(rows_.back().s) + " in m"});
      return;
    }
    rows_.push_back(std::move(row));
  }

  double take_value(const Field& field, const RecordedHeader& header) {
    if (header.name != "s" && (field.text.empty() || field.text == "-" || field.text == "nan" ||
                               field.text == "NaN" || field.text == "NA"))
      return std::nan("");
    const auto value = parse_number(field.text);
    if (!value || !std::isfinite(*value)) {
      const std::string got(field.text);
      say(field.column, header.name,
          {"is not a number", "\"" + got + "\"", "a number, or nothing for a gap",
           has_decimal_comma(got) ? "Use a decimal point, not a decimal comma" : ""});
      return 0;
    }
    const double read = *value * header.scale;
    if (header.name == "s") return read;
    const double result = header.name == "gauge" && read > 0.5 ? read - nominal_gauge : read;
    if (std::abs(result) > 0.3) {
      say(field.column, header.name,
          {"is larger than on any track", number(read) + " m", "", "Check the unit of the column"});
    }
    return result;
  }

  // The usual step, on which the samples come to lie; the median is not misled by gaps.
  double usual_step() const {
    std::vector<double> steps;
    for (std::size_t i = 1; i < rows_.size(); ++i) steps.push_back(rows_[i].s - rows_[i - 1].s);
    std::nth_element(steps.begin(), steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2),
                     steps.end());
    return steps[steps.size() / 2];
  }

  std::optional<RecordedGeometry> even_grid() {
    RecordedGeometry result;
    result.unread = unread_;
    result.step = usual_step();
    result.start = rows_.front().s;
    const double samples = (rows_.back().s - result.start) / result.step;
    if (!(samples < 2e7)) {
      line_ = 1;
      say(1, "s", {"covers too much for its step", number(samples), "at most 2e+07 samples", ""});
      return std::nullopt;
    }
    result.count = static_cast<std::size_t>(std::floor(samples + 1e-6)) + 1;
    for (const RecordedHeader& header : headers_)
      if (header.scale > 0 && header.name != "s")
        result.columns.push_back({header.name, std::vector<double>(result.count, 0.0)});
    find_gaps(result);
    if (count_ > 0) return std::nullopt;
    fill(result);
    return result;
  }

  static bool whole(const Row& row) {
    return std::none_of(row.values.begin(), row.values.end(), [](double value) { return std::isnan(value); });
  }

  void find_gaps(RecordedGeometry& result) {
    std::vector<Row> sound;
    for (const Row& row : rows_) {
      if (!whole(row)) continue;
      if (!sound.empty() && row.s - sound.back().s > 1.5 * result.step) {
        result.gaps.push_back({sound.back().s, row.s});
        if (gaps_ == Gaps::refuse && count_ < max_recorded_findings) {
          line_ = row.line;
          say(1, "s",
              {"comes after a gap", number(row.s - sound.back().s) + " m", "",
               "Take --gaps interpolate or --gaps split"});
        }
      }
      sound.push_back(row);
    }
    if (sound.size() < 16) {
      line_ = 1;
      say(1, "",
          {"has too few whole rows", std::to_string(sound.size()), "at least 16", "Most rows have gaps"});
    }
    rows_ = std::move(sound);
  }

  // Straight lines between the rows; samples inside a gap that splits belong to no stretch.
  void fill(RecordedGeometry& result) const {
    std::size_t row = 0;
    for (std::size_t i = 0; i < result.count; ++i) {
      const double s = std::clamp(result.at(i), rows_.front().s, rows_.back().s);
      while (row + 2 < rows_.size() && rows_[row + 1].s < s) ++row;
      const Row &before = rows_[row], &after = rows_[row + 1];
      const double share = std::clamp((s - before.s) / (after.s - before.s), 0.0, 1.0);
      for (std::size_t c = 0; c < result.columns.size(); ++c)
        result.columns[c].values[i] = before.values[c] + share * (after.values[c] - before.values[c]);
      const double near = 1e-6 * result.step;
      const bool lost = gaps_ == Gaps::split && after.s - before.s > 1.5 * result.step &&
                        s > before.s + near && s < after.s - near;
      if (lost) continue;
      const bool goes_on = !result.stretches.empty() && result.stretches.back().end == i;
      const bool over_gap = gaps_ == Gaps::split && goes_on && crosses_gap(result, i);
      if (goes_on && !over_gap) {
        ++result.stretches.back().end;
      } else {
        result.stretches.push_back({i, i + 1});
      }
    }
  }

  // A gap of less than two steps may lie between two samples.
  static bool crosses_gap(const RecordedGeometry& result, std::size_t i) {
    return std::any_of(result.gaps.begin(), result.gaps.end(), [&](const std::array<double, 2>& gap) {
      return gap[0] < result.at(i) && gap[1] > result.at(i - 1) && result.at(i) - result.at(i - 1) > 0 &&
             gap[0] >= result.at(i - 1) - result.step && gap[1] <= result.at(i) + result.step;
    });
  }

  const std::string& file_;
  Gaps gaps_;
  Findings& findings_;
  std::vector<RecordedHeader> headers_;
  std::vector<std::string> unread_;
  std::vector<Row> rows_;
  std::size_t count_ = 0;  // of findings
  int line_ = 0;
  char separator_ = ',';
  bool stopped_ = false;
};

}  // namespace

std::optional<RecordedGeometry> parse_recorded_geometry(std::string_view text, const std::string& file_name,
                                                        Gaps gaps, Findings& findings) {
  return RecordedParser(file_name, gaps, findings).parse(text);
}

std::optional<RecordedGeometry> load_recorded_geometry(const std::string& file, Gaps gaps,
                                                       const std::optional<Chord>& chord,
                                                       Findings& findings) {
  constexpr std::size_t largest_recording = std::size_t{1} << 30;
  const std::optional<std::string> text = document::read_file(file, largest_recording, findings);
  if (!text) return std::nullopt;
  auto geometry = parse_recorded_geometry(*text, file, gaps, findings);
  if (geometry && chord) restore_shapes(*geometry, *chord);
  return geometry;
}

std::optional<QualityLimitsSpec> load_quality_limits(const std::string& file, Findings& findings) {
  Findings own;
  std::optional<QualityLimitsSpec> limits;
  const auto document = document::Document::from_file(file, own);
  if (own.empty()) document.fill(limits.emplace(), own);
  if (own.empty()) check(*limits, own);
  findings.append(own);
  return own.empty() ? limits : std::nullopt;
}

}  // namespace flangeway::track
