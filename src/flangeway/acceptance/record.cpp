#include "flangeway/acceptance/record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <numbers>

#include "flangeway/core/csv_cell.hpp"
#include "flangeway/core/file_content.hpp"
#include "flangeway/core/file_hash.hpp"
#include "flangeway/core/json_text.hpp"
#include "flangeway/core/notes.hpp"
#include "flangeway/core/sha256.hpp"
#include "flangeway/core/utf8.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/document/table_text.hpp"
#include "study_runs.hpp"

namespace flangeway::acceptance {
namespace {

struct UnitFactor {
  const char* unit;
  double factor;
};
constexpr UnitFactor unit_factors[] = {{"1", 1},
                                       {"", 1},
                                       {"s", 1},
                                       {"sec", 1},
                                       {"secs", 1},
                                       {"second", 1},
                                       {"seconds", 1},
                                       {"msec", 1e-3},
                                       {"ms", 1e-3},
                                       {"us", 1e-6},
                                       {"µs", 1e-6},
                                       {"μs", 1e-6},
                                       {"ns", 1e-9},
                                       {"min", 60},
                                       {"h", 3600},
                                       {"d", 86400},
                                       {"m", 1},
                                       {"mm", 1e-3},
                                       {"km", 1e3},
                                       {"m/s", 1},
                                       {"km/h", 1 / 3.6},
                                       {"in", 0.0254},
                                       {"ft", 0.3048},
                                       {"mi", 1609.344},
                                       {"mph", 0.44704},
                                       {"1/m", 1},
                                       {"1/km", 1e-3},
                                       {"N", 1},
                                       {"kN", 1e3},
                                       {"daN", 10},
                                       {"lbf", 4.4482216152605},
                                       {"kip", 4448.2216152605},
                                       {"kips", 4448.2216152605},
                                       {"m/s²", 1},
                                       {"m/s^2", 1},
                                       {"m/s2", 1},
                                       {"m/s**2", 1},
                                       {"m/s/s", 1},
                                       {"m/sec^2", 1},
                                       {"m/sec**2", 1},
                                       {"m/sec2", 1},
                                       {"m*s^-2", 1},
                                       {"m·s⁻²", 1},
                                       {"m s⁻²", 1},
                                       {"ms⁻²", 1},
                                       {"m s^-2", 1},
                                       {"ms^-2", 1},
                                       {"ms-2", 1},
                                       {"mm/s²", 1e-3},
                                       {"mm/s^2", 1e-3},
                                       {"mm/s2", 1e-3},
                                       {"cm/s²", 1e-2},
                                       {"cm/s^2", 1e-2},
                                       {"cm/s2", 1e-2},
                                       {"gal", 1e-2},
                                       {"Gal", 1e-2},
                                       {"g", 9.80665},
                                       {"mg", 9.80665e-3},
                                       {"rad", 1},
                                       {"rad/s", 1},
                                       {"deg", std::numbers::pi / 180},
                                       {"°", std::numbers::pi / 180},
                                       {"deg/s", std::numbers::pi / 180},
                                       {"°/s", std::numbers::pi / 180}};
constexpr const char* unit_names =
    "s, ms, us, ns, min, h, d, m, mm, km, in, ft, mi, m/s, km/h, mph, 1/m, 1/km, N, daN, kN, lbf, kip, "
    "m/s^2, "
    "mm/s^2, cm/s^2, gal, g, mg, rad, deg, rad/s, deg/s, 1";

struct Heading {
  std::string name;
  double factor = 1;
  bool is_clock = false;  // stamps such as 2024-05-01T10:00:00.250 or 10:00:00.250
};

std::string in_small_letters(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower;
}

bool is_time(std::string_view name) {
  constexpr std::array<std::string_view, 17> words{
      "t",         "time",   "timestamp", "datetime",    "date_time", "date time",
      "date/time", "zeit",   "uhrzeit",   "zeitstempel", "temps",     "horodatage",
      "tempo",     "tiempo", "время",     "时间",        "czas"};
  return std::find(words.begin(), words.end(), in_small_letters(name)) != words.end();
}

// A whole number of that many digits at the front of the text, which loses them; −1: something else is there.
int take_digits(std::string_view& text, std::size_t count) {
  int value = 0;
  if (text.size() < count) return -1;
  for (const char c : text.substr(0, count)) {
    if (c < '0' || c > '9') return -1;
    value = 10 * value + (c - '0');
  }
  text.remove_prefix(count);
  return value;
}

bool take(std::string_view& text, char wanted) {
  if (text.empty() || text.front() != wanted) return false;
  text.remove_prefix(1);
  return true;
}

struct ClockStamp {
  std::int64_t day = 0;  // since 1970-01-01; 0 without a date
  double seconds = 0;    // of the day
  bool has_date = false;
};

// s, ms, µs or ns since 1970 by its size: from 1976 to 2096 the numbers of different units do not overlap.
std::optional<ClockStamp> unix_stamp(std::string_view text) {
  const std::size_t digits = std::min(text.find_first_of(".,"), text.size());
  std::int64_t whole = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + digits, whole);
  if (error != std::errc() || end != text.data() + digits) return std::nullopt;
  std::string fraction = "0" + std::string(text.substr(digits));
  std::replace(fraction.begin(), fraction.end(), ',', '.');
  const auto rest = document::parse_number(fraction);
  if (!rest || fraction.find_first_of("eE+-") != std::string::npos) return std::nullopt;
  constexpr std::int64_t min_seconds = 200'000'000, max_seconds = 4'000'000'000, day = 86400;
  for (std::int64_t in_second = 1; in_second <= 1'000'000'000; in_second *= 1000) {
    if (whole / in_second < min_seconds || whole / in_second > max_seconds) continue;
    const std::int64_t days = whole / in_second / day;
    const std::int64_t within = whole - days * day * in_second;
    return ClockStamp{days, (static_cast<double>(within) + *rest) / static_cast<double>(in_second), true};
  }
  return std::nullopt;
}

// Date of 2024-05-01 or 2024/05/01, or, with the day first, of 01.05.2024.
struct DateForm {
  char separator;
  bool is_day_first;
};

std::optional<DateForm> form_of_date(std::string_view text) {
  if (text.size() > 10 && (text[4] == '-' || text[4] == '/')) return DateForm{text[4], false};
  if (text.size() > 10 && text[2] == '.' && text[5] == '.') return DateForm{'.', true};
  return std::nullopt;
}

// Takes "Z" or "+02:00" from the end: seconds by which the clock is ahead.
double take_zone(std::string_view& text) {
  if (text.ends_with('Z')) text.remove_suffix(1);
  if (text.size() < 14 || text[text.size() - 3] != ':') return 0;
  std::string_view zone = text.substr(text.size() - 6);
  const bool is_behind = zone.front() == '-';
  if (!take(zone, '+') && !take(zone, '-')) return 0;
  const int hours = take_digits(zone, 2);
  const bool has_colon = take(zone, ':');
  const int minutes = take_digits(zone, 2);
  if (hours < 0 || hours > 14 || !has_colon || minutes < 0 || minutes > 59) return 0;
  text.remove_suffix(6);
  return (is_behind ? -60.0 : 60.0) * (60 * hours + minutes);
}

// ISO 8601 with a full date or none, a time to any fraction of a second, and nothing, Z or +02:00 behind it;
// dates also as form_of_date, and numbers of Unix time.
std::optional<ClockStamp> clock_stamp(std::string_view text) {
  ClockStamp stamp;
  if (text.find(':') == std::string_view::npos) return unix_stamp(text);
  if (const auto form = form_of_date(text)) {
    int year = form->is_day_first ? 0 : take_digits(text, 4);
    int day = form->is_day_first ? take_digits(text, 2) : 0;
    const bool first = take(text, form->separator);
    const int month = take_digits(text, 2);
    const bool second = take(text, form->separator);
    (form->is_day_first ? year : day) = take_digits(text, form->is_day_first ? 4 : 2);
    const std::chrono::year_month_day date{std::chrono::year(year),
                                           std::chrono::month(static_cast<unsigned>(std::max(month, 0))),
                                           std::chrono::day(static_cast<unsigned>(std::max(day, 0)))};
    if (year < 0 || !first || !second || !date.ok() || !(take(text, 'T') || take(text, ' ')))
      return std::nullopt;
    stamp.day = std::chrono::sys_days(date).time_since_epoch().count();
    stamp.has_date = true;
  }
  const double zone = take_zone(text);
  const int hour = take_digits(text, 2);
  const bool first = take(text, ':');
  const int minute = take_digits(text, 2);
  if (hour < 0 || hour > 23 || !first || minute < 0 || minute > 59 || !take(text, ':')) return std::nullopt;
  std::string rest(text);
  std::replace(rest.begin(), rest.end(), ',', '.');
  const auto seconds = document::parse_number(rest);
  if (!seconds || !(*seconds >= 0 && *seconds < 61) || rest.find_first_of("dDeE+-") != std::string::npos)
    return std::nullopt;
  stamp.seconds = 3600 * hour + 60 * minute + *seconds - zone;
  return stamp;
}

// "wheelset1.left.Q [kN]", "Q (kN)". A column without a unit is no pure number: whoever means that writes
// [1].
std::optional<Heading> heading_of(const std::string& cell, const SourceLocation& where, Findings& findings) {
  document::ColumnName written = document::split_unit(cell, "[]");
  if (written.readable && written.unit.empty()) written = document::split_unit(cell, "()");
  const bool is_clock = written.readable && written.unit.empty() && is_time(written.name);
  if (is_clock) return Heading{std::string(written.name), 1, true};
  if (!written.readable || written.unit.empty()) {
    findings.add({where, cell, written.readable ? "has no unit" : document::unreadable_unit, "", "",
                  "Write its unit behind its name, as \"Q [kN]\" or \"YQ [1]\""});
    return std::nullopt;
  }
  const std::string unit(written.unit);
  const auto factor = si_factor(unit);
  if (!factor) {
    findings.add({where, cell, "has a unit that is not known", unit, unit_names, ""});
    return std::nullopt;
  }
  const std::string_view name = text_of_csv_cell(written.name);
  if (const std::string fault = fault_of_name(name); !fault.empty()) {
    findings.add(
        {where, cell, "is no name of a channel: it contains " + fault, "", "", "Give it another name"});
    return std::nullopt;
  }
  return Heading{std::string(name), *factor};
}

std::string_view without_brackets(std::string_view cell) {
  const bool is_bracketed = cell.size() > 2 && ((cell.front() == '[' && cell.back() == ']') ||
                                                (cell.front() == '(' && cell.back() == ')'));
  return is_bracketed ? document::trimmed(cell.substr(1, cell.size() - 2)) : cell;
}

// "nan" and an empty cell are numbers that were not measured: the rule says what it cannot do with them.
std::optional<double> cell_value(std::string_view cell, char separator) {
  if (cell.empty()) return std::nan("");
  return document::number_in_table(cell, separator);
}

}  // namespace

std::optional<double> si_factor(const std::string& unit) {
  for (const UnitFactor& known : unit_factors)
    if (unit == known.unit) return known.factor;
  // "S", "M/S2" and "KN" in files that have capitals alone. Mm, Mg and Ms are other units than mm, mg and ms.
  if (std::any_of(unit.begin(), unit.end(), [](unsigned char c) { return std::islower(c) != 0; }))
    return std::nullopt;
  for (const UnitFactor& known : unit_factors)
    if (in_small_letters(unit) == in_small_letters(known.unit)) return known.factor;
  return std::nullopt;
}

namespace {

constexpr std::size_t largest_record = std::size_t{1} << 34;

std::string_view next_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return line;
}

struct Table {
  std::vector<Heading> headings;
  std::vector<std::vector<double>> columns;
  std::optional<ClockStamp> first;  // of the clock, whose time counts from it
};

// s since the first row. Times without a date go on after midnight.
std::optional<double> clock_value(std::string_view cell, const std::vector<double>& before, Table& table) {
  constexpr double day = 86400;
  const auto stamp = clock_stamp(cell);
  if (!stamp) return std::nullopt;
  if (!table.first) table.first = stamp;
  if (stamp->has_date != table.first->has_date) return std::nullopt;
  double value =
      day * static_cast<double>(stamp->day - table.first->day) + (stamp->seconds - table.first->seconds);
  if (!stamp->has_date && !before.empty()) value += day * std::round((before.back() - value) / day);
  return value;
}

bool refuse_clock(const document::Field& cell, const SourceLocation& where, Findings& findings) {
  findings.add({{where.file, where.line, cell.column},
                "t",
                "is no time of a clock, and its column has no unit",
                std::string(cell.text),
                "2024-05-01T10:00:00.250, 01.05.2024 10:00:00.250, 10:00:00.250, or Unix time",
                "Write the unit of numbers behind the name, as \"t [s]\""});
  return false;
}

// "Time" is t where nothing else is called so.
void name_time(std::vector<Heading>& headings) {
  const auto named = [&](const auto& fits) { return std::find_if(headings.begin(), headings.end(), fits); };
  if (named([](const Heading& heading) { return heading.name == "t"; }) != headings.end()) return;
  const auto time = named([](const Heading& heading) { return is_time(heading.name); });
  if (time != headings.end()) time->name = "t";
}

bool add_row(std::string_view line, char separator, const SourceLocation& where, Table& table,
             Findings& findings) {
  const auto cells = document::split(line, separator);
  if (cells.size() != table.headings.size()) {
    findings.add({where, "", "has another number of values than the header", fmt::format("{}", cells.size()),
                  fmt::format("{}", table.headings.size()), ""});
    return false;
  }
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (table.headings[i].is_clock) {
      const auto time = clock_value(cells[i].text, table.columns[i], table);
      if (!time) return refuse_clock(cells[i], where, findings);
      table.columns[i].push_back(*time);
      continue;
    }
    const auto value = cell_value(cells[i].text, separator);
    if (!value || std::isinf(*value * table.headings[i].factor)) {
      findings.add({{where.file, where.line, cells[i].column},
                    table.headings[i].name,
                    value ? "is not a finite number" : "is not a number",
                    std::string(cells[i].text),
                    "",
                    ""});
      return false;
    }
    table.columns[i].push_back(*value * table.headings[i].factor);
  }
  return true;
}

bool is_row(const std::vector<document::Field>& cells, char separator) {
  return std::all_of(cells.begin(), cells.end(), [separator](const document::Field& cell) {
    return cell_value(cell.text, separator) || clock_stamp(cell.text);
  });
}

bool has_number(const std::vector<document::Field>& cells, char separator) {
  return std::any_of(cells.begin(), cells.end(), [separator](const document::Field& cell) {
    return !cell.text.empty() && cell_value(cell.text, separator);
  });
}

bool are_units(const std::vector<document::Field>& cells) {
  return std::all_of(cells.begin(), cells.end(), [](const document::Field& cell) {
    return cell.text.empty() || si_factor(std::string(without_brackets(cell.text)));
  });
}

// The line of names, above the first row of numbers or above a line of units. Lines before it have the
// name of a device, a date and the like.
struct HeaderLine {
  int line = 0;  // 0: not found, the first line with content
  bool has_units_below = false;
};

HeaderLine find_header(std::string_view text) {
  constexpr int max_lines = 100;
  struct LineAbove {
    int number;
    std::vector<document::Field> cells;
    bool has_number;
  };
  std::vector<LineAbove> above;
  for (int number = 1; number <= max_lines && !text.empty(); ++number) {
    const std::string_view line = next_line(text);
    if (document::trimmed(line).empty() || line[0] == '#') continue;
    const char separator = document::separator_of(line);
    auto cells = document::split(line, separator);
    if (!is_row(cells, separator) || above.empty()) {
      const bool any_number = has_number(cells, separator);
      above.push_back({number, std::move(cells), any_number});
      continue;
    }
    // Rows that are faulty have numbers, too; a unit may be 1.
    const auto may_be_names = [&](const LineAbove& one) { return one.cells.size() == cells.size(); };
    std::erase_if(above, [&](const LineAbove& one) { return !may_be_names(one); });
    for (std::size_t i = above.size(); i-- > 0;) {
      const bool units = i > 0 && are_units(above[i].cells) && !above[i - 1].has_number;
      if (units) return {above[i - 1].number, true};
      if (!above[i].has_number) return {above[i].number, false};
    }
    return {};
  }
  return {};
}

// Number of the first line that is no remark.
int first_line_of(std::string_view text) {
  int number = 1;
  for (; !text.empty(); ++number)
    if (const std::string_view line = next_line(text); !document::trimmed(line).empty() && line[0] != '#')
      break;
  return number;
}

std::optional<Table> table_of(const std::string& path, std::string_view text, Findings& findings) {
  if (document::has_bare_returns(text)) {
    findings.add({{path, 1, 1}, "", document::bare_returns, "", "", document::bare_returns_advice});
    return std::nullopt;
  }
  const HeaderLine header = find_header(text);
  const int first_line = first_line_of(text);
  if (header.line > first_line)
    tell_note({{path, first_line, 1},
               "",
               "lines before the column names are not read",
               "",
               "",
               fmt::format("The names are in line {}", header.line)});
  std::string_view line;
  int number = 0;
  do line = next_line(text), ++number;
  while (!text.empty() && (number < header.line || document::trimmed(line).empty() || line[0] == '#'));
  if (document::trimmed(line).empty() || line[0] == '#') {
    findings.add({{path, 0, 0}, "", "has no header", "", "", "Give a table with a header"});
    return std::nullopt;
  }
  const std::size_t before = findings.all().size();
  const char separator = document::separator_of(line);
  const auto names = document::split(line, separator);
  std::vector<document::Field> units;
  if (header.has_units_below) units = document::split(next_line(text), separator), ++number;
  Table table;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string unit = i < units.size() && !units[i].text.empty() &&
                                     names[i].text.find_first_of("[(") == std::string_view::npos
                                 ? fmt::format(" [{}]", without_brackets(units[i].text))
                                 : "";
    if (auto heading =
            heading_of(std::string(names[i].text) + unit, {path, number, names[i].column}, findings))
      table.headings.push_back(std::move(*heading));
  }
  if (findings.all().size() != before) return std::nullopt;
  name_time(table.headings);
  table.columns.resize(table.headings.size());
  while (!text.empty()) {
    line = next_line(text), ++number;
    if (document::trimmed(line).empty() || line[0] == '#') continue;
    if (!add_row(line, separator, {path, number, 1}, table, findings)) return std::nullopt;
  }
  return table;
}

// Calls `use` with the name of each body of a scene and its entry.
template <typename Use>
void each_body(const std::string& scene, const Use& use) {
  const auto json = parse_json<nlohmann::json>(scene);
  if (!json.is_object() || !json.contains("bodies") || !json.at("bodies").is_array()) return;
  for (const auto& body : json.at("bodies"))
    if (body.is_object() && body.contains("name") && body.at("name").is_string())
      use(body.at("name").template get<std::string>(), body);
}

// One for each body of a scene; files of earlier programs have none.
std::map<std::string, std::string> roles_of(const std::string& scene) {
  std::map<std::string, std::string> roles;
  each_body(scene, [&](const std::string& name, const auto& body) {
    if (body.contains("role") && body.at("role").is_string())
      roles[name] = body.at("role").template get<std::string>();
  });
  return roles;
}

// Numbers of wheelsets from the front of the vehicle.
std::map<std::string, std::size_t> numbers_of_wheelsets(const std::string& scene) {
  std::map<std::string, std::size_t> numbers;
  each_body(scene, [&](const std::string& name, const auto& body) {
    const bool is_wheelset = body.contains("role") && body.at("role").is_string() &&
                             body.at("role").template get<std::string>() == "wheelset";
    if (is_wheelset && body.contains("role_number") && body.at("role_number").is_number_unsigned())
      numbers[name] = body.at("role_number").template get<std::size_t>();
  });
  return numbers;
}

std::vector<std::string> warnings_of(const std::string& summary) {
  std::vector<std::string> warnings;
  const auto json = parse_json<nlohmann::json>(summary);
  if (!json.is_object() || !json.contains("warnings") || !json.at("warnings").is_array()) return warnings;
  for (const auto& warning : json.at("warnings"))
    if (warning.is_string()) warnings.push_back(warning.get<std::string>());
  return warnings;
}

}  // namespace

namespace {

// True for an HDF5 file by its first bytes, or by its name, so that a damaged result is called one.
bool is_result_file(const std::string& path) {
  const std::string extension = std::filesystem::path(path).extension().string();
  if (extension == ".csv") return false;
  if (extension == ".h5" || extension.empty() || !std::filesystem::is_regular_file(path)) return true;
  std::string head(256, '\0');
  std::ifstream stream(path, std::ios::binary);
  stream.read(head.data(), static_cast<std::streamsize>(head.size()));
  return head.starts_with("\x89HDF\r\n");
}

}  // namespace

std::optional<Record> Record::open(const std::string& path, Findings& findings) {
  Record record;
  record.source_.path = path;
  if (is_result_file(path)) {
    auto reader = results::Reader::open(path, findings);
    if (!reader) return std::nullopt;
    const bool judged = reader->judged_records() > 0;
    if (judged) {
      for (const results::Array& array : reader->judged().arrays) record.names_.push_back(array.name);
    } else {
      for (const results::Channel& channel : reader->channels()) record.names_.push_back(channel.name);
    }
    const results::Provenance& made = reader->provenance();
    record.source_.made_by =
        fmt::format("Flangeway {} ({}): {}", made.version, made.commit, made.command_line);
    if (reader->status() != results::Status::completed) record.ended_ = results::to_string(reader->status());
    record.sampling_ = judged ? Sampling::filtered : Sampling::points;
    record.roles_ = roles_of(made.scene);
    record.wheelset_numbers_ = numbers_of_wheelsets(made.scene);
    record.warnings_ = warnings_of(reader->summary_json());
    record.reader_ = std::make_shared<const results::Reader>(std::move(*reader));
    const auto bytes = document::read_bytes(path, largest_record, findings);
    if (!bytes) return std::nullopt;
    record.source_.sha256 = sha256(*bytes);
    return record;
  }
  constexpr const char* wanted = "a result file of flangeway run, or a CSV table of a measurement";
  const auto text = document::read_file(path, largest_record, findings, wanted);
  if (!text) return std::nullopt;
  if (const FileContent* other = text_content(*text)) {
    findings.add(wrong_content(path, *other, wanted));
    return std::nullopt;
  }
  Findings own;
  const std::string converted = first_not_utf8(*text) < text->size() ? utf8_of_latin1(*text) : std::string();
  auto table = table_of(path, converted.empty() ? *text : converted, own);
  if (!table) {
    const FileContent* other = plain_content(*text);
    const bool is_toml = other != nullptr && other->reader == FileReader::toml;
    if (is_toml) findings.add(wrong_content(path, *other, wanted));
    if (!is_toml) findings.append(own);
    return std::nullopt;
  }
  record.source_.sha256 = file_hash(path, *text);
  for (std::size_t i = 0; i < table->headings.size(); ++i) {
    record.names_.push_back(table->headings[i].name);
    record.columns_[table->headings[i].name] = std::move(table->columns[i]);
  }
  return record;
}

Record Record::in_memory(std::string name, std::map<std::string, std::vector<double>> columns,
                         std::map<std::string, std::string> roles) {
  Record record;
  record.source_.path = std::move(name);
  for (const auto& [column, values] : columns) record.names_.push_back(column);
  record.columns_ = std::move(columns);
  record.roles_ = std::move(roles);
  record.sampling_ = Sampling::filtered;
  return record;
}

std::string Record::role_of(const std::string& body) const {
  const auto found = roles_.find(body);
  return found == roles_.end() ? "" : found->second;
}

bool Record::has(const std::string& name) const {
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

std::optional<std::vector<double>> Record::point_samples(const std::string& name) const {
  if (reader_) return reader_->has(name) ? std::optional(reader_->read(name)) : std::nullopt;
  const auto found = columns_.find(name);
  return found == columns_.end() ? std::nullopt : std::optional(found->second);
}

std::vector<std::string> Record::names_of_samples() const {
  if (!reader_) return names_;
  std::vector<std::string> names;
  for (const results::Channel& channel : reader_->channels()) names.push_back(channel.name);
  return names;
}

std::optional<assess::Filter> Record::low_pass() const {
  if (!reader_ || sampling_ != Sampling::filtered) return std::nullopt;
  double interval = 0, edge = 0;
  for (const auto& [name, value] : reader_->judged().facts) {
    if (name == "interval") interval = value;
    if (name == "low_pass") edge = value;
  }
  const assess::Butterworth wanted{.band = assess::Band::low_pass, .order = 4, .high = edge};
  if (!(interval > 0) || !assess::problem(wanted, interval).empty()) return std::nullopt;
  return assess::butterworth(wanted, interval);
}

std::vector<double> Record::values(const std::string& name) const {
  if (reader_ && sampling_ == Sampling::filtered && has(name)) return reader_->read_judged(name);
  if (reader_) return reader_->read(name);
  const auto found = columns_.find(name);
  if (found != columns_.end()) return found->second;
  Findings findings;
  const std::string nearest = nearest_name(name, names_);
  findings.add({{source_.path, 0, 0},
                name,
                "is not among the columns",
                "",
                "",
                nearest.empty() ? "" : fmt::format("Did you mean {}", nearest)});
  throw BadInput(std::move(findings));
}

ChainageTable Record::chainage() const {
  // Both are channels of the rows of a run, whether or not the record that rules judge has them.
  const auto is_channel = [&](const char* name) {
    return std::any_of(reader_->channels().begin(), reader_->channels().end(),
                       [&](const results::Channel& channel) { return channel.name == name; });
  };
  for (const char* name : {"distance", "chainage"})
    if (reader_ ? !is_channel(name) : !columns_.contains(name)) return {};
  const std::vector<double> distance = reader_ ? reader_->read("distance") : columns_.at("distance"),
                            chainage = reader_ ? reader_->read("chainage") : columns_.at("chainage");
  ChainageTable table;
  for (std::size_t i = 0; i < std::min(distance.size(), chainage.size()); ++i)
    if (table.empty() || distance[i] >= table.back()[0]) table.push_back({distance[i], chainage[i]});
  return table;
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
  // From the front of the vehicle, in whatever order its file has them.
  const auto number = [&](const std::string& wheelset) {
    const auto found = wheelset_numbers_.find(wheelset);
    return found == wheelset_numbers_.end() ? std::size_t{0} : found->second;
  };
  std::stable_sort(result.begin(), result.end(), [&](const std::string& one, const std::string& other) {
    return number(one) < number(other);
  });
  return result;
}

namespace fs = std::filesystem;

RecordList record_paths(const std::vector<std::string>& paths, Findings& findings) {
  RecordList list;
  for (const std::string& path : paths) {
    if (!fs::is_directory(path)) {
      list.paths.push_back(path);
      continue;
    }
    if (is_study(path)) {
      add_study(path, list, findings);
      continue;
    }
    const std::size_t before = list.paths.size();
    for (const auto& entry : fs::recursive_directory_iterator(path))
      if (entry.is_regular_file() && entry.path().extension() == ".h5")
        list.paths.push_back(entry.path().string());
    std::sort(list.paths.begin() + static_cast<std::ptrdiff_t>(before), list.paths.end());
    if (list.paths.size() == before)
      findings.add({{path, 0, 0},
                    "",
                    "has no result files",
                    "",
                    "",
                    "Give a folder with files that end in .h5, or of a study"});
  }
  return list;
}

RecordSet open_records(const std::vector<std::string>& paths, Findings& findings) {
  RecordList list = record_paths(paths, findings);
  RecordSet set{{}, std::move(list.failures), std::move(list.notes)};
  for (const std::string& path : list.paths) {
    auto record = Record::open(path, findings);
    if (!record) continue;
    if (const auto known = list.sampling.find(path); known != list.sampling.end())
      record->set_sampling(known->second);
    if (!record->ended().empty())
      set.failures.push_back(fmt::format("{}: the run {}", path, record->ended()));
    set.records.push_back(std::move(*record));
  }
  return set;
}

void refuse_failures(const RecordSet& set, const std::string& advice, Findings& findings) {
  for (const std::string& failure : set.failures) findings.add({{}, "", failure, "", "", advice});
}

}  // namespace flangeway::acceptance
