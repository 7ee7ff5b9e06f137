#include "flangeway/track/recorded_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "flangeway/assess/series.hpp"
#include "flangeway/core/assertion.hpp"
#include "recorded_rows.hpp"

namespace flangeway::track {

namespace {

constexpr double min_mm = 0.3, max_m = 0.1;         // largest deviation without a unit: mm from, m up to
constexpr double min_twist_permille = 0.05;         // largest twist without a unit: mm/m from
constexpr double max_deviation = 0.3;               // m, of any quantity of any track
constexpr double min_gauge = 0.5, max_gauge = 2.5;  // m; a gauge below is a deviation
constexpr double gauge_below = 0.010, gauge_above = 0.020;  // m, of the median beside a usual gauge
constexpr double max_step_back = 50;                        // m, that an odometer is corrected by
constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();

double largest_of(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values)
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  return largest;
}

double median_of(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (values.empty()) return missing_value;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Numbers that devices write where nothing was measured.
bool is_code_for_missing(double written) {
  constexpr std::array codes{999.0,  9999.0,  99999.0, 999999.0, 999.9, 9999.9,
                             999.99, 9999.99, 32767.0, 32768.0,  1e30,  1e10};
  const double size = std::abs(written);
  return std::any_of(codes.begin(), codes.end(), [size](double code) { return size == code; });
}

// Takes the rows of a file through all decisions, in the order of the functions.
class TableMaker {
 public:
  TableMaker(std::string_view text, RecordedRows rows, const TableReading& reading,
             RecordedFindings& findings)
      : text_(text), rows_(std::move(rows)), reading_(reading), findings_(findings) {}

  std::optional<RecordedTable> make() {
    table_.notes = std::move(rows_.notes);
    table_.unread = std::move(rows_.unread);
    remove_codes();
    decide_units();
    if (findings_.any()) return std::nullopt;
    scale();
    decide_gauge();
    check_sizes();
    if (findings_.any()) return std::nullopt;
    drop_empty_columns();
    turn_round();
    put_in_order();
    if (!findings_.any() && table_.s.size() < reading_.least_rows)
      findings_.say(1, 1, "",
                    {"has too few rows", std::to_string(table_.s.size()),
                     fmt::format("at least {}", reading_.least_rows), "The file may be truncated"});
    return findings_.any() ? std::nullopt : std::optional(std::move(table_));
  }

 private:
  std::size_t count() const { return rows_.lines.size(); }
  bool is_distance(std::size_t c) const { return c == rows_.distance; }
  const std::string& written(std::size_t c) const { return rows_.headers[c].written; }

  // Codes such as -9999 become gaps where they would be no deviation in the unit of the column, or in mm.
  void remove_codes() {
    for (std::size_t c = 0; c < rows_.headers.size(); ++c) {
      if (is_distance(c)) continue;
      const double unit = rows_.headers[c].scale > 0 ? rows_.headers[c].scale : 1e-3;
      const double largest = rows_.headers[c].name == "gauge" ? max_gauge : max_deviation;
      std::map<double, std::size_t> codes;
      for (double& value : rows_.columns[c])
        if (is_code_for_missing(value) && std::abs(value) * unit > largest)
          ++codes[value], value = missing_value;
      for (const auto& [code, times] : codes)
        table_.notes.push_back(
            fmt::format("{}: {} times {:.10g}, taken as not measured", written(c), times, code));
    }
  }

  void decide_units() {
    std::vector<std::size_t> lengths;
    for (std::size_t c = 0; c < rows_.headers.size(); ++c) {
      if (rows_.headers[c].scale > 0) {
        if (rows_.headers[c].may_be_metres) check_kilometres(c);
      } else if (is_distance(c)) {
        decide_distance(c);
      } else if (rows_.headers[c].name == "twist") {
        const bool is_permille = largest_of(rows_.columns[c]) > min_twist_permille;
        take_unit(c, is_permille ? 1e-3 : 1, is_permille ? "mm/m" : "m/m");
      } else if (rows_.headers[c].name == "gauge" && median_of(rows_.columns[c]) > min_gauge) {
        decide_gauge_unit(c);
      } else {
        lengths.push_back(c);
      }
    }
    decide_lengths(lengths);
  }

  void take_unit(std::size_t c, double metres, const char* unit) {
    rows_.headers[c].scale = metres;
    table_.notes.push_back(fmt::format("{}: no unit, taken as {} by its largest number, {:.6g}", written(c),
                                       unit, largest_of(rows_.columns[c])));
  }

  double median_step() const {
    std::vector<double> steps;
    for (std::size_t i = 1; i < count(); ++i) steps.push_back(std::abs(rows_.s()[i] - rows_.s()[i - 1]));
    return steps.empty() ? 0 : median_of(steps);
  }

  // No recording has rows 50 m apart: then the word is that for a chainage in m.
  void check_kilometres(std::size_t c) {
    constexpr double max_step = 0.05;     // km
    constexpr std::size_t min_rows = 10;  // fewer rows show no sampling
    const double step = median_step();
    if (count() < min_rows || !(step >= max_step)) return;
    rows_.headers[c].scale = 1;
    table_.notes.push_back(
        fmt::format("{}: no unit, taken as m by its steps of {:.6g}: in km rows would be {:.6g} m apart",
                    written(c), step, 1e3 * step));
  }

  // The name s is in m; other chainages without a unit are in km where rows are less than 5 mm apart
  // otherwise.
  void decide_distance(std::size_t c) {
    rows_.headers[c].scale = 1;
    if (written(c) == "s" || count() < 2) return;
    const double step = median_step();
    const bool is_km = step < 0.005;
    rows_.headers[c].scale = is_km ? 1e3 : 1;
    table_.notes.push_back(
        fmt::format("{}: no unit, taken as {} by its steps of {:.6g}", written(c), is_km ? "km" : "m", step));
  }

  void decide_gauge_unit(std::size_t c) {
    const double median = median_of(rows_.columns[c]);
    if (median < max_gauge) return take_unit(c, 1, "m");
    if (median > 1e3 * min_gauge && median < 1e3 * max_gauge) return take_unit(c, 1e-3, "mm");
    refuse_unit(c);
  }

  // All columns of length without a unit have the same one.
  void decide_lengths(const std::vector<std::size_t>& columns) {
    double largest = 0;
    for (const std::size_t c : columns) largest = std::max(largest, largest_of(rows_.columns[c]));
    std::vector<std::string> names;
    for (const std::size_t c : columns) {
      const bool is_mm =
          reading_.unit == LengthUnit::mm || (reading_.unit == LengthUnit::automatic && largest > min_mm);
      if (reading_.unit == LengthUnit::automatic && largest > max_m && largest <= min_mm) refuse_unit(c);
      rows_.headers[c].scale = is_mm ? 1e-3 : 1;
      names.push_back(written(c));
    }
    if (columns.empty() || findings_.any() || reading_.unit != LengthUnit::automatic) return;
    table_.notes.push_back(fmt::format("{}: no unit, taken as {} by the largest number, {:.6g}",
                                       fmt::join(names, ", "), largest > min_mm ? "mm" : "m", largest));
  }

  void refuse_unit(std::size_t c) {
    findings_.say(rows_.lines.empty() ? 1 : rows_.lines.front() - 1, rows_.headers[c].column, written(c),
                  {"has no unit, and its numbers do not tell it",
                   fmt::format("at most {:.6g}", largest_of(rows_.columns[c])), document::unit_list,
                   "Write the unit in brackets, such as " + written(c) + " [mm]"});
  }

  void scale() {
    for (std::size_t c = 0; c < rows_.headers.size(); ++c)
      for (double& value : rows_.columns[c]) value *= rows_.headers[c].scale;
  }

  void decide_gauge() {
    table_.nominal_gauge = reading_.nominal_gauge > 0    ? reading_.nominal_gauge
                           : reading_.expected_gauge > 0 ? reading_.expected_gauge
                                                         : 1.435;
    const auto gauge = std::find_if(rows_.headers.begin(), rows_.headers.end(),
                                    [](const RecordedHeader& header) { return header.name == "gauge"; });
    if (gauge == rows_.headers.end()) return;
    std::vector<double>& values = rows_.columns[static_cast<std::size_t>(gauge - rows_.headers.begin())];
    const double median = median_of(values);
    if (gauge->is_deviation || !(median > min_gauge)) {
      table_.is_gauge_assumed = !(reading_.nominal_gauge > 0);
      if (!gauge->is_deviation)
        table_.notes.push_back(fmt::format("{}: deviations from a nominal gauge of {:.0f} mm{}",
                                           gauge->written, 1e3 * table_.nominal_gauge,
                                           table_.is_gauge_assumed ? ", which the file does not name" : ""));
      return;
    }
    if (!(reading_.nominal_gauge > 0)) table_.nominal_gauge = gauge_near(median);
    table_.notes.push_back(fmt::format("{}: a distance, median {:.2f} mm; nominal gauge {:.0f} mm{}",
                                       gauge->written, 1e3 * median, 1e3 * table_.nominal_gauge,
                                       reading_.nominal_gauge > 0 ? "" : gauge_reason_));
    std::size_t lost = 0;
    for (double& value : values) {
      if (value < min_gauge) ++lost, value = missing_value;
      value -= table_.nominal_gauge;
    }
    offset_of_gauge_ = table_.nominal_gauge;
    if (lost > 0)
      table_.notes.push_back(fmt::format("{}: {} numbers below 0.5 m among distances, taken as not measured",
                                         gauge->written, lost));
  }

  double gauge_near(double median) {
    const auto fits = [median](double gauge) {
      return median >= gauge - gauge_below && median <= gauge + gauge_above;
    };
    if (reading_.expected_gauge > 0 && fits(reading_.expected_gauge))
      return gauge_reason_ = ", as expected", reading_.expected_gauge;
    double best = 0;
    for (const double gauge : usual_gauges)
      if (fits(gauge) && (best == 0 || std::abs(median - gauge) < std::abs(median - best))) best = gauge;
    gauge_reason_ = best > 0 ? ", the nearest usual one" : ", though it fits no usual one";
    return best > 0 ? best : 1.435;
  }

  void check_sizes() {
    for (std::size_t c = 0; c < rows_.headers.size(); ++c) {
      if (is_distance(c)) continue;
      const char* unit = rows_.headers[c].name == "twist" ? "m/m" : "m";
      const double offset = rows_.headers[c].name == "gauge" ? offset_of_gauge_ : 0;
      for (std::size_t i = 0; i < count(); ++i) {
        const double value = rows_.columns[c][i];
        if (!(std::abs(value) > max_deviation)) continue;
        findings_.say(rows_.lines[i], column_of_field(text_, rows_, c, i), written(c),
                      {"is larger than on any track", number(value + offset) + " " + unit, "",
                       "Check the unit of the column"});
      }
    }
  }

  // A column that has hardly any number would make a gap of everything.
  void drop_empty_columns() {
    table_.twist_base = 0;
    for (std::size_t c = 0; c < rows_.headers.size(); ++c) {
      if (is_distance(c)) continue;
      const auto numbers =
          static_cast<std::size_t>(std::count_if(rows_.columns[c].begin(), rows_.columns[c].end(),
                                                 [](double value) { return std::isfinite(value); }));
      if (2 * numbers < count()) {
        table_.notes.push_back(
            fmt::format("{}: {} numbers in {} rows, not read", written(c), numbers, count()));
        table_.unread.push_back(written(c));
        continue;
      }
      if (rows_.headers[c].name == "twist") table_.twist_base = rows_.headers[c].twist_base;
      table_.columns.push_back({rows_.headers[c].name, std::move(rows_.columns[c])});
    }
    if (table_.columns.empty())
      findings_.say(1, 1, "", {"has no column of track geometry with numbers in half of its rows"});
  }

  // Puts rows in the order of rising chainage if the car ran against it.
  void turn_round() {
    std::vector<double>& s = rows_.columns[rows_.distance];
    std::size_t rising = 0, falling = 0;
    for (std::size_t i = 1; i < s.size(); ++i)
      rising += s[i] > s[i - 1] ? 1 : 0, falling += s[i] < s[i - 1] ? 1 : 0;
    if (falling <= rising) return;
    std::reverse(s.begin(), s.end());
    std::reverse(rows_.lines.begin(), rows_.lines.end());
    for (RecordedColumn& column : table_.columns) {
      std::reverse(column.values.begin(), column.values.end());
      if (reading_.sides == SidesOf::running) change_sides(column);
    }
    table_.notes.push_back(fmt::format(
        "{} falls, the recording ran against it: rows are turned round; {}", written(rows_.distance),
        reading_.sides == SidesOf::running ? "left and right of the running direction are exchanged, "
                                             "alignment and cross level change their sign"
                                           : "left, right and signs stay, as of rising chainage"));
  }

  static void change_sides(RecordedColumn& column) {
    const auto rename = [&](std::string_view from, std::string_view to) {
      if (!column.name.ends_with(from)) return false;
      column.name.replace(column.name.size() - from.size(), from.size(), to);
      return true;
    };
    if (!rename("_left", "_right")) rename("_right", "_left");
    if (column.name.starts_with("alignment") || column.name == "cross_level")
      for (double& value : column.values) value = -value;
  }

  // Rising places: stamps that were rounded become even, rows at one place their mean, steps back new pieces.
  void put_in_order() {
    const std::vector<double>& s = rows_.s();
    if (findings_.any() || takes_even_places(s)) return;
    std::vector<std::size_t> from;  // rows that were kept
    std::size_t repeated = 0, back = 0, dropped = 0;
    std::string first_back;
    std::vector<RecordedColumn> columns = std::move(table_.columns);
    table_.columns.clear();
    for (const RecordedColumn& column : columns) table_.columns.push_back({column.name, {}});
    std::vector<std::size_t> times;
    for (std::size_t i = 0; i < s.size(); ++i) {
      if (!table_.s.empty() && s[i] < table_.s.back()) {
        const double step = table_.s.back() - s[i];
        if (step > max_step_back) return refuse_step_back(i, step);
        if (++back == 1)
          first_back = fmt::format("by {:.6g} m at line {} ({:.10g} to {:.10g} m)", step, rows_.lines[i],
                                   table_.s.back(), s[i]);
        while (!table_.s.empty() && table_.s.back() >= s[i]) ++dropped, drop_last(times);
        while (!table_.breaks.empty() && table_.breaks.back() >= table_.s.size()) table_.breaks.pop_back();
        if (!table_.s.empty()) table_.breaks.push_back(table_.s.size());
      }
      if (!table_.s.empty() && s[i] == table_.s.back()) {
        ++repeated, add_to_last(columns, i, times.back());
        ++times.back();
        continue;
      }
      table_.s.push_back(s[i]);
      table_.lines.push_back(rows_.lines[i]);
      times.push_back(1);
      for (std::size_t c = 0; c < columns.size(); ++c)
        table_.columns[c].values.push_back(columns[c].values[i]);
    }
    if (100 * back > s.size() && back > 20) {
      findings_.say(
          rows_.lines.front(), 1, written(rows_.distance),
          {"rises and falls without an order", fmt::format("{} steps back in {} rows", back, s.size()), "",
           "Sort the rows by the distance"});
      return;
    }
    if (repeated > 0)
      table_.notes.push_back(
          fmt::format("{} rows at the place of the row before: their mean is used", repeated));
    if (back > 0)
      table_.notes.push_back(fmt::format(
          "{} steps back {}{}: the odometer was corrected; a new piece begins, and {} rows before it "
          "that overlap are left out",
          written(rows_.distance), back == 1 ? "once, " : fmt::format("{} times, first ", back), first_back,
          dropped));
  }

  bool takes_even_places(const std::vector<double>& s) {
    std::size_t repeated = 0;
    for (std::size_t i = 1; i < s.size(); ++i) repeated += s[i] == s[i - 1] ? 1 : 0;
    if (20 * repeated < s.size()) return false;
    const auto even = assess::even_sampling(s);
    if (!even) return false;
    for (std::size_t i = 0; i < s.size(); ++i)
      table_.s.push_back(even->first + even->step * static_cast<double>(i));
    table_.lines = rows_.lines;
    table_.notes.push_back(fmt::format("{} is rounded: rows count as even, every {:.6g} m",
                                       written(rows_.distance), even->step));
    return true;
  }

  void refuse_step_back(std::size_t row, double step) {
    findings_.say(rows_.lines[row], 1, written(rows_.distance),
                  {"steps back",
                   fmt::format("{:.6g} m, from {:.10g} to {:.10g} m", step, table_.s.back(), rows_.s()[row]),
                   fmt::format("up to {:.0f} m, where an odometer was corrected", max_step_back),
                   "Give each run in a file of its own"});
  }

  void drop_last(std::vector<std::size_t>& times) {
    table_.s.pop_back(), table_.lines.pop_back(), times.pop_back();
    for (RecordedColumn& column : table_.columns) column.values.pop_back();
  }

  // `times` rows are in the mean already.
  void add_to_last(const std::vector<RecordedColumn>& columns, std::size_t row, std::size_t times) {
    for (std::size_t c = 0; c < columns.size(); ++c) {
      double& mean = table_.columns[c].values.back();
      const double value = columns[c].values[row];
      if (std::isnan(mean)) {
        mean = value;
      } else if (!std::isnan(value)) {
        mean += (value - mean) / static_cast<double>(times + 1);
      }
    }
  }

  std::string_view text_;
  RecordedRows rows_;
  const TableReading& reading_;
  RecordedFindings& findings_;
  RecordedTable table_;
  std::string gauge_reason_;
  double offset_of_gauge_ = 0;  // m, that was taken from recorded distances
};

}  // namespace

const RecordedColumn* RecordedTable::find(std::string_view name) const {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [&](const RecordedColumn& column) { return column.name == name; });
  return found == columns.end() ? nullptr : &*found;
}

bool RecordedTable::is_whole(std::size_t row) const {
  FLANGEWAY_ASSERT(row < s.size(), "the table has this row");
  return std::none_of(columns.begin(), columns.end(),
                      [row](const RecordedColumn& column) { return std::isnan(column.values[row]); });
}

double usual_step(const std::vector<double>& s) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < s.size(); ++i) steps.push_back(s[i] - s[i - 1]);
  return median_of(std::move(steps));
}

std::optional<RecordedTable> read_recorded_table(std::string_view text, const std::string& file_name,
                                                 const TableReading& reading, Findings& findings) {
  RecordedFindings own(file_name, findings);
  auto rows = read_recorded_rows(text, own);
  if (!rows) return std::nullopt;
  return TableMaker(text, std::move(*rows), reading, own).make();
}

}  // namespace flangeway::track
