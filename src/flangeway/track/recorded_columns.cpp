#include "recorded_columns.hpp"

#include <algorithm>
#include <array>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/core/utf8.hpp"
#include "flangeway/track/recorded_table.hpp"
#include "recorded_languages.hpp"

namespace flangeway::track {

namespace {

struct Alias {
  std::string_view written, name;
};

// Names of single rails, without their side.
constexpr std::array rail_aliases{Alias{"alignment", "alignment"},
                                  Alias{"align", "alignment"},
                                  Alias{"al", "alignment"},
                                  Alias{"lateral_alignment", "alignment"},
                                  Alias{"y", "alignment"},
                                  Alias{"longitudinal_level", "longitudinal_level"},
                                  Alias{"long_level", "longitudinal_level"},
                                  Alias{"level", "longitudinal_level"},
                                  Alias{"ll", "longitudinal_level"},
                                  Alias{"vertical_profile", "longitudinal_level"},
                                  Alias{"profile", "longitudinal_level"},
                                  Alias{"surface", "longitudinal_level"},
                                  Alias{"top", "longitudinal_level"},
                                  Alias{"z", "longitudinal_level"}};

constexpr std::array track_aliases{Alias{"alignment", "alignment"},
                                   Alias{"alignment_mean", "alignment"},
                                   Alias{"mean_alignment", "alignment"},
                                   Alias{"longitudinal_level", "longitudinal_level"},
                                   Alias{"longitudinal_level_mean", "longitudinal_level"},
                                   Alias{"mean_longitudinal_level", "longitudinal_level"},
                                   Alias{"vertical_profile", "longitudinal_level"},
                                   Alias{"gauge", "gauge"},
                                   Alias{"gage", "gauge"},
                                   Alias{"track_gage", "gauge"},
                                   Alias{"track_gauge", "gauge"},
                                   Alias{"gauge_variation", "gauge"},
                                   Alias{"gauge_deviation", "gauge"},
                                   Alias{"cross_level", "cross_level"},
                                   Alias{"crosslevel", "cross_level"},
                                   Alias{"xlevel", "cross_level"},
                                   Alias{"xl", "cross_level"},
                                   Alias{"cant", "cross_level"},
                                   Alias{"superelevation", "cross_level"},
                                   Alias{"twist", "twist"}};

// The most exact name first.
constexpr std::array<std::string_view, 16> distance_names{
    "s",        "chainage", "kilometrage", "km",       "kilometre", "kilometer", "stationing", "station",
    "milepost", "mileage",  "pk",          "distance", "position",  "location",  "miles",      "mile"};

// The English name, if the column has one in another language; else the name itself.
std::string plain_english(std::string_view written) {
  const std::string plain = plain_name(written), english = english_name(plain);
  return english.empty() ? plain : english;
}

// Takes "left" or "right" out of a name; empty: it has no side.
std::string take_side(std::string& name) {
  for (const auto& [word, side] :
       {std::pair("left", "left"), {"right", "right"}, {"l", "left"}, {"r", "right"}}) {
    const std::string before = std::string(word) + '_', after = '_' + std::string(word);
    if (name.starts_with(before)) return name.erase(0, before.size()), side;
    if (name.ends_with(after + "_rail")) return name.resize(name.size() - after.size() - 5), side;
    if (name.ends_with(after)) return name.resize(name.size() - after.size()), side;
  }
  return "";
}

std::string found_in(const auto& aliases, std::string_view name) {
  const auto found =
      std::find_if(aliases.begin(), aliases.end(), [&](const Alias& alias) { return alias.written == name; });
  return found == aliases.end() ? "" : std::string(found->name);
}

// "twist_3m", "twist_2.5_m", and "twist_3" where the m was taken as a unit: the base in m; 0: none is named.
double base_of_twist(const std::string& name) {
  if (!name.starts_with("twist_")) return 0;
  std::string number = name.substr(6);
  if (number.ends_with('m')) number.pop_back();
  if (number.ends_with('_')) number.pop_back();
  std::replace(number.begin(), number.end(), '_', '.');
  const auto base = document::parse_number(number);
  return base && *base > 0 && *base < 100 ? *base : 0;
}

// The name without the band of wavelengths of EN 13848-1 at its end or in front.
std::string without_band(const std::string& plain) {
  for (const char* const band : {"d0", "d1", "d2", "d3"}) {
    const std::string word(band);
    if (plain.ends_with('_' + word)) return plain.substr(0, plain.size() - word.size() - 1);
    if (plain.starts_with(word + '_')) return plain.substr(word.size() + 1);
  }
  return "";
}

std::string known_name(const std::string& plain) {
  if (std::find(distance_names.begin(), distance_names.end(), plain) != distance_names.end()) return "s";
  if (base_of_twist(plain) > 0) return "twist";
  if (const std::string whole = found_in(track_aliases, plain); !whole.empty()) return whole;
  std::string rail = plain;
  std::string side = take_side(rail);
  // "AlignL", "LevelR"
  if (side.empty() && rail.size() > 4 && (rail.back() == 'l' || rail.back() == 'r') &&
      !found_in(rail_aliases, rail.substr(0, rail.size() - 1)).empty()) {
    side = rail.back() == 'l' ? "left" : "right";
    rail.pop_back();
  }
  const std::string quantity = side.empty() ? "" : found_in(rail_aliases, rail);
  return quantity.empty() ? "" : quantity + '_' + side;
}

// Names that a misspelt one is compared with.
const std::vector<std::string>& spelt_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = recorded_names();
    for (const char* other :
         {"y_left", "y_right", "z_left", "z_right", "vertical_profile", "gauge_variation", "chainage"})
      all.emplace_back(other);
    return all;
  }();
  return names;
}

// Names that also mean the cant by design.
bool may_be_design(const RecordedHeader& header) {
  const std::string plain = plain_english(header.written);
  return plain == "cant" || plain == "superelevation";
}

bool is_distance_name(std::string_view plain, std::size_t rank) {
  return plain == distance_names[rank];
}

}  // namespace

const std::vector<std::string>& recorded_names() {
  static const std::vector<std::string> names{"alignment_left",
                                              "alignment_right",
                                              "alignment",
                                              "longitudinal_level_left",
                                              "longitudinal_level_right",
                                              "longitudinal_level",
                                              "gauge",
                                              "cross_level",
                                              "twist"};
  return names;
}

bool set_unit(RecordedHeader& header, std::string_view unit) {
  const document::Unit* length = document::find_unit(unit);
  if (header.name == "twist") {
    // A difference of cross level is divided by its base; without one it is no twist.
    if (unit == "mm/m" || unit == "\u2030" || unit == "permille") {
      header.scale = 1e-3;
    } else if (unit == "m/m" || unit == "1" || unit == "rad") {
      header.scale = 1;
    } else if (length != nullptr && header.twist_base > 0) {
      header.scale = length->metres / header.twist_base;
    } else {
      return false;
    }
  } else if (length != nullptr) {
    header.scale = length->metres;
  } else {
    return false;
  }
  header.unit = unit;
  return true;
}

RecordedHeader header_of(const document::Field& field, HeaderProblem& problem) {
  document::ColumnName written = document::column_name(field.text);
  RecordedHeader header;
  header.written = utf8_of_latin1(written.name);
  header.column = field.column;
  const std::string plain = plain_english(header.written);
  header.name = known_name(plain);
  header.is_translated = !header.name.empty() && plain != plain_name(header.written);
  header.is_deviation = plain == "gauge_variation" || plain == "gauge_deviation";
  if (const std::string whole = without_band(plain); header.name.empty() && !whole.empty()) {
    const std::string english = english_name(whole);
    header.name_without_band = known_name(english.empty() ? whole : english);
    if (!header.name_without_band.empty()) return header;
  }
  if (header.name.empty()) {
    const std::string near = nearest_name(plain, spelt_names());
    if (!near.empty()) problem = {"is not a known column", "", "", "Write " + near + " if that is meant"};
    return header;
  }
  const bool is_twist = header.name == "twist";
  if (is_twist) header.twist_base = base_of_twist(plain);
  // In "twist_3m" and "twist_3_m" the m belongs to the base.
  const bool is_base =
      is_twist && header.twist_base > 0 && field.text.find_first_of("[(") == std::string_view::npos;
  const bool is_kilometres = header.name == "s" && (plain == "km" || plain.starts_with("kilomet"));
  if (!written.readable) {
    problem = {document::unreadable_unit, "\"" + std::string(field.text) + "\""};
  } else if (written.unit.empty() || is_base) {
    header.may_be_metres = is_kilometres && set_unit(header, "km");
    header.unit_is_of_name = header.name == "s" &&
                             (plain == "milepost" || plain == "miles" || plain == "mile") &&
                             set_unit(header, "mi");
  } else if (!set_unit(header, written.unit)) {
    problem = {"has an unknown unit", "\"" + std::string(written.unit) + "\""};
  }
  if (!problem.problem.empty()) {
    const bool needs_base = is_twist && header.twist_base == 0;
    problem.allowed = is_twist ? "mm/m or m/m" : document::unit_list;
    problem.advice =
        "Write the unit in brackets, such as " + header.written + (is_twist ? " [mm/m]" : " [mm]");
    if (needs_base) problem.advice += ", or the base in the name, such as twist_3m [mm]";
  }
  return header;
}

void keep_one_distance(std::vector<RecordedHeader>& headers) {
  for (std::size_t rank = 0; rank < distance_names.size(); ++rank) {
    const auto best = std::find_if(headers.begin(), headers.end(), [&](const RecordedHeader& header) {
      return header.name == "s" && is_distance_name(plain_english(header.written), rank);
    });
    if (best == headers.end()) continue;
    const std::string kept = best->written;
    for (RecordedHeader& header : headers)
      if (header.name == "s" && header.written != kept) header.name.clear();
    return;
  }
}

void keep_measured_cross_level(std::vector<RecordedHeader>& headers) {
  const bool is_measured = std::any_of(headers.begin(), headers.end(), [](const RecordedHeader& header) {
    return header.name == "cross_level" && !may_be_design(header);
  });
  if (!is_measured) return;
  for (RecordedHeader& header : headers)
    if (header.name == "cross_level" && may_be_design(header)) header.name.clear();
}

}  // namespace flangeway::track
