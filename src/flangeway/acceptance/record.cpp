#include "flangeway/acceptance/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <numbers>
#include <sstream>

namespace flangeway::acceptance {
namespace {

struct UnitFactor {
  const char* unit;
  double factor;
};
constexpr UnitFactor unit_factors[] = {{"1", 1},
                                       {"", 1},
                                       {"s", 1},
                                       {"ms", 1e-3},
                                       {"m", 1},
                                       {"mm", 1e-3},
                                       {"km", 1e3},
                                       {"m/s", 1},
                                       {"km/h", 1 / 3.6},
                                       {"1/m", 1},
                                       {"1/km", 1e-3},
                                       {"N", 1},
                                       {"kN", 1e3},
                                       {"m/s²", 1},
                                       {"m/s^2", 1},
                                       {"m/s2", 1},
                                       {"g", 9.80665},
                                       {"rad", 1},
                                       {"rad/s", 1},
                                       {"deg", std::numbers::pi / 180},
                                       {"deg/s", std::numbers::pi / 180}};

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\""), last = text.find_last_not_of(" \t\r\"");
  return first == std::string_view::npos ? "" : std::string(text.substr(first, last - first + 1));
}

std::vector<std::string> cells_of(const std::string& line, char separator) {
  std::vector<std::string> cells;
  std::size_t from = 0;
  for (std::size_t to = line.find(separator); to != std::string::npos; to = line.find(separator, from)) {
    cells.push_back(trimmed(std::string_view(line).substr(from, to - from)));
    from = to + 1;
  }
  cells.push_back(trimmed(std::string_view(line).substr(from)));
  return cells;
}

struct Heading {
  std::string name;
  double factor = 1;
};

// "wheelset1.left.Q [kN]". A column without a unit is no pure number: whoever means that writes [1].
std::optional<Heading> heading_of(const std::string& cell, const SourceLocation& where, Findings& findings) {
  const std::size_t open = cell.find('['), close = cell.rfind(']');
  if (open == std::string::npos || close == std::string::npos || close < open) {
    findings.add(
        {where, cell, "has no unit", "", "", "Write its unit behind its name, as \"Q [kN]\" or \"YQ [1]\""});
    return std::nullopt;
  }
  const std::string unit = trimmed(std::string_view(cell).substr(open + 1, close - open - 1));
  const auto factor = si_factor(unit);
  if (!factor) {
    findings.add({where, cell, "has a unit that is not known", unit,
                  "s, m, km, m/s, km/h, 1/m, N, kN, m/s^2, g, rad, deg, 1", ""});
    return std::nullopt;
  }
  return Heading{trimmed(std::string_view(cell).substr(0, open)), *factor};
}

// "nan" and an empty cell are numbers that were not measured: the rule says what it cannot do with them.
std::optional<double> cell_value(const std::string& cell) {
  if (cell.empty()) return std::nan("");
  double value = 0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<double> si_factor(const std::string& unit) {
  for (const UnitFactor& known : unit_factors)
    if (unit == known.unit) return known.factor;
  return std::nullopt;
}

std::optional<Record> Record::open(const std::string& path, Findings& findings) {
  Record record;
  record.path_ = path;
  if (std::filesystem::path(path).extension() != ".csv") {
    auto reader = results::Reader::open(path, findings);
    if (!reader) return std::nullopt;
    for (const results::Channel& channel : reader->channels()) record.names_.push_back(channel.name);
    record.reader_ = std::make_shared<const results::Reader>(std::move(*reader));
    return record;
  }
  std::ifstream in(path);
  std::string line;
  int number = 0;
  while (std::getline(in, line) && (++number, line.empty() || line[0] == '#')) continue;
  if (!in) {
    findings.add({{path, 0, 0}, "", "cannot be read or has no header", "", "", "Give a table with a header"});
    return std::nullopt;
  }
  const std::size_t before = findings.all().size();
  const char separator = line.find(';') != std::string::npos ? ';' : ',';
  std::vector<Heading> headings;
  for (const std::string& cell : cells_of(line, separator))
    if (auto heading = heading_of(cell, {path, number, 1}, findings)) headings.push_back(std::move(*heading));
  if (findings.all().size() != before) return std::nullopt;
  std::vector<std::vector<double>> columns(headings.size());
  while (std::getline(in, line)) {
    ++number;
    if (trimmed(line).empty() || line[0] == '#') continue;
    const auto cells = cells_of(line, separator);
    if (cells.size() != headings.size()) {
      findings.add({{path, number, 1},
                    "",
                    "has another number of values than the header",
                    fmt::format("{}", cells.size()),
                    fmt::format("{}", headings.size()),
                    ""});
      return std::nullopt;
    }
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto value = cell_value(cells[i]);
      if (!value) {
        findings.add({{path, number, 1}, headings[i].name, "is not a number", cells[i], "", ""});
        return std::nullopt;
      }
      columns[i].push_back(*value * headings[i].factor);
    }
  }
  for (std::size_t i = 0; i < headings.size(); ++i) {
    record.names_.push_back(headings[i].name);
    record.columns_[headings[i].name] = std::move(columns[i]);
  }
  return record;
}

bool Record::has(const std::string& name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

std::vector<double> Record::values(const std::string& name) const {
  if (reader_) return reader_->read(name);
  const auto found = columns_.find(name);
  if (found != columns_.end()) return found->second;
  Findings findings;
  const std::string nearest = nearest_name(name, names_);
  findings.add({{path_, 0, 0},
                name,
                "is not among the columns",
                "",
                "",
                nearest.empty() ? "" : fmt::format("Did you mean {}", nearest)});
  throw BadInput(std::move(findings));
}

std::vector<std::string> Record::wheelsets() const {
  constexpr std::string_view ending = ".left.Q";
  std::vector<std::string> result;
  for (const std::string& name : names_) {
    if (!name.ends_with(ending)) continue;
    const std::string wheelset = name.substr(0, name.size() - ending.size());
    if (has(wheelset + ".right.Q") && has(wheelset + ".left.Y") && has(wheelset + ".right.Y"))
      result.push_back(wheelset);
  }
  return result;
}

std::vector<std::string> record_paths(const std::vector<std::string>& paths, Findings& findings) {
  std::vector<std::string> result;
  for (const std::string& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      result.push_back(path);
      continue;
    }
    const std::size_t before = result.size();
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path))
      if (entry.is_regular_file() && entry.path().extension() == ".h5")
        result.push_back(entry.path().string());
    std::sort(result.begin() + static_cast<std::ptrdiff_t>(before), result.end());
    if (result.size() == before)
      findings.add(
          {{path, 0, 0}, "", "has no result files", "", "", "Give a folder with files that end in .h5"});
  }
  return result;
}

}  // namespace flangeway::acceptance
