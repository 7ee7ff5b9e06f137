#include "flangeway/track/spectrum_file.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "flangeway/document/table_text.hpp"
#include "flangeway/math/types.hpp"
#include "recorded_rows.hpp"

namespace flangeway::track {

namespace {

constexpr const char* place_units = "rad/m, 1/m, Hz, m";
constexpr const char* density_units = "m2/(rad/m), mm2/(rad/m), m2/(1/m), mm2/(1/m), m2/Hz, mm2/Hz";
// Far beyond any track, and far within the numbers of a double, so that quotients and powers stay finite.
constexpr double min_wave_number = 1e-7, max_wave_number = 1e6;  // [rad/m]
constexpr double min_density = 1e-60, max_density = 1e3;         // [m²/(rad/m)], of those that are not 0

// "m²/(1/m)" → "m2/(1/m)".
std::string plain_unit(std::string_view written) {
  std::string unit(written);
  for (const auto& [from, to] : {std::pair("\u00b2", "2"), {"\u00b3", "3"}, {"^", ""}, {" ", ""}, {"*", ""}})
    for (std::size_t at = 0; (at = unit.find(from)) != std::string::npos;)
      unit.replace(at, std::string_view(from).size(), to);
  return unit;
}

// Quantity of the first column.
enum class PlaceKind { wave_number, spatial_frequency, frequency, wavelength };

std::optional<PlaceKind> place_kind(const std::string& unit) {
  if (unit == "rad/m") return PlaceKind::wave_number;
  if (unit == "1/m" || unit == "cycle/m" || unit == "cycles/m" || unit == "m-1")
    return PlaceKind::spatial_frequency;
  if (unit == "Hz") return PlaceKind::frequency;
  if (unit == "m") return PlaceKind::wavelength;
  return std::nullopt;
}

struct DensityUnit {
  double square = 0;  // of the length, in m²
  PlaceKind over{};   // what the density refers to
};

std::optional<DensityUnit> density_unit(const std::string& unit) {
  for (const auto& [prefix, square] : {std::pair("mm2", 1e-6), {"cm2", 1e-4}, {"m2", 1.0}}) {
    if (!unit.starts_with(prefix)) continue;
    const std::string over = unit.substr(std::string_view(prefix).size());
    if (over == "/(rad/m)" || over == "m/rad") return DensityUnit{square, PlaceKind::wave_number};
    if (over == "/(1/m)" || over == "m" || over == "/(cycle/m)" || over == "/m-1")
      return DensityUnit{square, PlaceKind::spatial_frequency};
    if (over == "/Hz" || over == "s") return DensityUnit{square, PlaceKind::frequency};
  }
  if (unit == "m3") return DensityUnit{1, PlaceKind::spatial_frequency};
  if (unit == "m3/rad") return DensityUnit{1, PlaceKind::wave_number};
  return std::nullopt;
}

std::optional<Measure> measure_of(std::string_view name) {
  if (name == "alignment") return Measure::alignment;
  if (name == "vertical_profile" || name == "longitudinal_level") return Measure::vertical_profile;
  if (name == "gauge_variation" || name == "gauge") return Measure::gauge_variation;
  if (name == "cross_level") return Measure::cross_level;
  return std::nullopt;
}

struct DensityColumn {
  Measure measure{};
  double scale = 1;  // to m²/(rad/m), one-sided
  std::size_t field = 0;
};

class SpectrumParser {
 public:
  SpectrumParser(const std::string& file, const SpectrumReading& reading, Findings& findings)
      : reading_(reading), findings_(file, findings) {}

  std::optional<SpectrumTable> parse(std::string_view text) {
    while (!text.empty() && !findings_.full() && !stopped_) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      take_line(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (names_ == 0)
      say(1, "",
          {"is empty", "", "a line of column names, then numbers",
           "Check that it is the file that was meant"});
    if (!findings_.any() && rows_.size() < 2)
      say(1, "",
          {"has too few rows", std::to_string(rows_.size()), "at least 2", "The file may be truncated"});
    return findings_.any() ? std::nullopt : std::optional(table());
  }

 private:
  void say(int column, const std::string& key, Complaint complaint) {
    findings_.say(std::max(line_, 1), column, key, std::move(complaint));
  }

  void take_line(std::string_view line) {
    if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // byte order mark
    const std::string_view content = document::trimmed(line);
    if (content.empty() || content.front() == '#') return;
    if (names_ > 0) return take_row(document::split(line, separator_));
    separator_ = document::separator_of(line);
    const auto fields = document::split(line, separator_);
    names_ = fields.size();
    take_place(fields.front());
    for (std::size_t i = 1; i < fields.size(); ++i) take_density(fields[i], i);
    if (columns_.empty() && !findings_.any())
      say(1, "", {"has no density", "", "alignment, vertical_profile, gauge_variation, cross_level"});
    stopped_ = findings_.any();
  }

  void take_place(const document::Field& field) {
    const document::ColumnName written = document::split_unit(field.text, "[]");
    const auto kind = place_kind(plain_unit(written.unit));
    const std::string name(written.name);
    if (!kind) {
      say(field.column, name,
          {written.unit.empty() ? "has no unit" : "has an unknown unit", std::string(written.unit),
           place_units, "Write the unit in square brackets, such as frequency [1/m]"});
      return;
    }
    kind_ = *kind;
    needs_speed_ = kind_ == PlaceKind::frequency;
  }

  void take_density(const document::Field& field, std::size_t index) {
    const document::ColumnName written = document::split_unit(field.text, "[]");
    const auto measure = measure_of(written.name);
    const std::string name(written.name);
    if (!measure) {
      say(field.column, name,
          {"is not a measure of a track", name, "alignment, vertical_profile, gauge_variation, cross_level",
           "Rename the column as one of these, or delete it"});
      return;
    }
    const auto unit = density_unit(plain_unit(written.unit));
    if (!unit) {
      say(field.column, name,
          {written.unit.empty() ? "has no unit" : "has an unknown unit", std::string(written.unit),
           density_units, "Write the unit in square brackets, such as " + name + " [mm2/(1/m)]"});
      return;
    }
    for (const DensityColumn& other : columns_)
      if (other.measure == *measure)
        say(field.column, name, {"is a column twice", "", "", "Delete one of them"});
    needs_speed_ = needs_speed_ || unit->over == PlaceKind::frequency;
    if (needs_speed_ && !(reading_.speed > 0))
      say(field.column, name,
          {"is over Hz, but no speed is given", "", "", "Set speed of the spectrum in m/s"});
    const double sides = reading_.sides == SpectrumSides::two ? 2 : 1;
    // S dΩ = S_f df with Ω = 2πf of cycles per metre, and Ω = 2πf/v of cycles per second.
    const double over = unit->over == PlaceKind::wave_number         ? 1
                        : unit->over == PlaceKind::spatial_frequency ? 1 / (2 * pi)
                                                                     : reading_.speed / (2 * pi);
    columns_.push_back({*measure, sides * unit->square * over, index});
  }

  double wave_number(double place) const {
    switch (kind_) {
      case PlaceKind::wave_number:
        return place;
      case PlaceKind::spatial_frequency:
        return 2 * pi * place;
      case PlaceKind::frequency:
        return 2 * pi * place / reading_.speed;
      case PlaceKind::wavelength:
        break;
    }
    return 2 * pi / place;
  }

  void take_row(const std::vector<document::Field>& fields) {
    if (fields.size() != names_) {
      say(1, "",
          {"has a wrong number of fields", std::to_string(fields.size()), std::to_string(names_),
           "Complete or delete the row"});
      return;
    }
    std::vector<double> row;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto value = document::number_in_table(fields[i].text, separator_);
      const bool is_good = value && std::isfinite(*value) && (i == 0 ? *value > 0 : *value >= 0);
      if (!is_good)
        say(fields[i].column, "",
            {value && *value <= 0 ? (i == 0 ? "is not positive" : "is negative") : "is not a number",
             "\"" + std::string(fields[i].text) + "\"", i == 0 ? "a number > 0" : "a number >= 0",
             "Correct it, or delete the row: densities follow from the rows before and behind it"});
      row.push_back(is_good ? *value : 1);
    }
    if (findings_.any() || !is_plausible(fields, row)) return;
    const bool rises = kind_ != PlaceKind::wavelength;
    if (rows_.size() > 1 && (row[0] > rows_.back()[0]) != (rows_[1][0] > rows_[0][0]))
      say(1, "", {"is out of order", number(row[0]), "", "Sort the rows by their first column"});
    if (!rows_.empty() && row[0] == rows_.back()[0])
      say(1, "", {"repeats the place of the row before", number(row[0]), "", "Keep one of the two rows"});
    is_turned_ = rows_.empty() ? false : (row[0] > rows_.front()[0]) != rises;
    rows_.push_back(std::move(row));
  }

  bool is_plausible(const std::vector<document::Field>& fields, const std::vector<double>& row) {
    const double omega = wave_number(row[0]);
    if (!(omega >= min_wave_number && omega <= max_wave_number))
      say(fields[0].column, "",
          {"is beyond any track", "\"" + std::string(fields[0].text) + "\"",
           "wavelengths from 6 µm to 60 000 km", "Check the unit of the column"});
    for (const DensityColumn& column : columns_) {
      const double density = column.scale * row[column.field];
      if (density == 0 || (density >= min_density && density <= max_density)) continue;
      say(fields[column.field].column, "",
          {"is beyond any track", "\"" + std::string(fields[column.field].text) + "\"",
           "0, or 1e-60 to 1000 m²/(rad/m)", "Check the unit of the column"});
    }
    return !findings_.any();
  }

  SpectrumTable table() {
    if (is_turned_) std::reverse(rows_.begin(), rows_.end());
    SpectrumTable table{{Spectrum({}), Spectrum({}), Spectrum({}), Spectrum({})},
                        2 * pi / wave_number(rows_.back()[0]),
                        2 * pi / wave_number(rows_.front()[0]),
                        {}};
    std::vector<std::string> absent;
    for (const auto& alternative : alternatives_of(Measure{})) {
      const auto column = std::find_if(columns_.begin(), columns_.end(), [&](const DensityColumn& one) {
        return one.measure == alternative.value;
      });
      if (column == columns_.end()) {
        absent.emplace_back(alternative.name);
      } else {
        table.spectra[static_cast<std::size_t>(alternative.value)] = Spectrum(powers_of(*column));
      }
    }
    if (!absent.empty())
      table.notes.push_back(fmt::format("has no spectrum of {}: zero", fmt::join(absent, ", ")));
    return table;
  }

  // Between two rows first (Ω/low)^exponent; nothing where one of them is zero.
  std::vector<Spectrum::Power> powers_of(const DensityColumn& column) const {
    std::vector<Spectrum::Power> powers;
    for (std::size_t i = 0; i + 1 < rows_.size(); ++i) {
      const double low = wave_number(rows_[i][0]), high = wave_number(rows_[i + 1][0]);
      const double first = column.scale * rows_[i][column.field],
                   second = column.scale * rows_[i + 1][column.field];
      if (!(first > 0) || !(second > 0)) continue;
      if (!(high > low)) continue;  // wavelengths that differ in their last bit
      powers.push_back({low, high, first, std::log(second / first) / std::log(high / low)});
    }
    return powers;
  }

  const SpectrumReading& reading_;
  RecordedFindings findings_;
  std::vector<DensityColumn> columns_;
  std::vector<std::vector<double>> rows_;  // as written
  PlaceKind kind_{};
  std::size_t names_ = 0;
  int line_ = 0;
  char separator_ = ',';
  bool stopped_ = false, needs_speed_ = false, is_turned_ = false;
};

}  // namespace

std::optional<SpectrumTable> parse_spectrum(std::string_view text, const std::string& file_name,
                                            const SpectrumReading& reading, Findings& findings) {
  return SpectrumParser(file_name, reading, findings).parse(text);
}

}  // namespace flangeway::track
