#include "flangeway/profile/read.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "flangeway/core/file_content.hpp"
#include "flangeway/document/file.hpp"
#include "flangeway/profile/clean.hpp"
#include "flangeway/profile/place.hpp"
#include "flangeway/profile/smooth.hpp"
#include "flangeway/profile/standard.hpp"
#include "flangeway/profile/table.hpp"

namespace flangeway::profile {
namespace {

constexpr std::size_t max_points = 20000;
constexpr std::size_t largest_file = std::size_t{64} << 20;
constexpr double min_profile_length = 5, max_profile_length = 500;  // mm

enum class Reader { miniprof, simpack, orvd, columns };

std::string ending_of(const std::string& file_name) {
  return lower_case(std::filesystem::path(file_name).extension().string());
}

std::optional<Kind> kind_of_ending(const std::string& file_name) {
  const std::string ending = ending_of(file_name);
  if (ending == ".whl" || ending == ".prw" || ending == ".wheel") return Kind::wheel;
  if (ending == ".ban" || ending == ".prr" || ending == ".rail") return Kind::rail;
  return std::nullopt;
}

// The words by which a format is known, whatever the name of the file.
std::optional<Reader> reader_of_content(const std::vector<Line>& lines) {
  bool any = false;
  for (const Line& line : lines) {
    const std::string text = lower_case(trim(line.text));
    if (text.empty()) continue;
    if (!any && text.starts_with('{')) return Reader::orvd;
    any = true;
    if (text == "header.begin" || text == "spline.begin") return Reader::simpack;
    if (const std::string key = lower_case(key_of_assignment(text)); key == "columndef" || key == "xypoints")
      return Reader::miniprof;
    const auto words = line.words();  // none where a line has separators only
    if (!words.empty() && number(words.front().text)) return std::nullopt;
  }
  return std::nullopt;
}

// Two columns of numbers and nothing else.
bool are_points(const std::vector<Line>& lines) {
  std::size_t count = 0;
  for (const Line& raw : lines) {
    const auto words = raw.without_comment("!\"%#").words();
    if (words.empty()) continue;
    if (words.size() != 2 || !number(words[0].text) || !number(words[1].text)) return false;
    ++count;
  }
  return count > 1;
}

Reader reader_of(const std::string& file_name, const std::vector<Line>& lines, bool lenient) {
  const std::string ending = ending_of(file_name);
  const bool miniprof = ending == ".whl" || ending == ".ban", simpack = ending == ".prw" || ending == ".prr";
  const Reader by_name = miniprof ? Reader::miniprof : (simpack ? Reader::simpack : Reader::columns);
  if (lenient) return by_name;
  if (const auto by_content = reader_of_content(lines)) return *by_content;
  return simpack && are_points(lines) ? Reader::columns : by_name;
}

Table read_table(std::string_view text, const std::vector<Line>& lines, Reader reader, Kind kind,
                 bool lenient, Reporter& report) {
  switch (reader) {
    case Reader::miniprof:
      return read_miniprof(lines, kind, lenient, report);
    case Reader::simpack:
      return read_simpack(lines, kind, lenient, report);
    case Reader::orvd:
      return read_orvd(text, kind, report);
    case Reader::columns:
      break;
  }
  return read_columns(lines, lenient, report);
}

std::string with_suggestion(std::string_view name, Kind kind) {
  const std::string nearest = nearest_name(name, standard_profile_names(kind));
  return nearest.empty() ? std::string("Check the name") : fmt::format("Did you mean {}", nearest);
}

void check_count(std::size_t count, bool lenient, Reporter& report) {
  const std::size_t fewest_points = lenient ? 2 : 5;
  if (count == 0) {
    report.add("holds no points", {}, {},
               "Points are lines of y and z; a MiniProf heading ends with an empty line");
  } else if (count < fewest_points) {
    report.add("has too few points", fmt::format("{}", count), fmt::format("at least {}", fewest_points));
  } else if (count > max_points) {
    report.add("has too many points", fmt::format("{}", count), fmt::format("at most {}", max_points),
               "Thin it out; profiles are measured every 0.1 mm or so");
  }
}

void check_length(const std::vector<Vec2>& points, Reporter& report) {
  double length = 0;
  for (std::size_t i = 1; i < points.size(); ++i) length += (points[i] - points[i - 1]).norm();
  const std::string got = fmt::format("{:.4g} mm", length),
                    allowed = fmt::format("{} to {} mm", min_profile_length, max_profile_length);
  if (length < 1) {
    report.add("seems to be in metres: its points make a curve that is too short for millimetres", got,
               allowed, "Name the columns with their unit in a first line: y [m], z [m]");
  } else if (!(length >= min_profile_length && length <= max_profile_length)) {
    report.add("has an impossible length along the profile", got, allowed, "Check the unit of its points");
  }
}

// Everything between the table and the points in mm, y to the field side, z down, in order.
Draft oriented(const Table& table, Kind kind, const ReadOptions& options) {
  const bool asked = options.mirror_y.value_or(table.mirror_y);
  Draft draft = apply_table(table, asked, options.zigzag);
  if (draft.points.empty()) return draft;
  bool mirrored = asked;
  const auto add = [&](std::string what) {
    draft.notes.push_back({std::move(what), 0, draft.points.front()});
  };
  if (options.mirror_z ? *options.mirror_z
      : table.mirror_z ? *table.mirror_z
                       : is_upside_down(draft.points, kind)) {
    draft.map([](const Vec2& p) { return Vec2(p.x(), -p.y()); });
    add("z mirrored, it points up in the file");
  }
  if (!options.mirror_y && kind == Kind::wheel && flange_at_field_side(draft.points)) {
    draft.map([](const Vec2& p) { return Vec2(-p.x(), p.y()); });
    mirrored = !mirrored;
  }
  if (mirrored) add("y mirrored, it points to the track centre in the file");
  if (draft.points.back().x() < draft.points.front().x()) {
    std::reverse(draft.points.begin(), draft.points.end());
    add("order of the points reversed");
  }
  return draft;
}

// Files of SIMPACK have z downwards. Some are written upwards all the same, which their flange shows.
void turn_flange_down(Draft& draft) {
  if (draft.points.size() < 2 || !has_flange(draft.points) || !is_upside_down(draft.points, Kind::wheel))
    return;
  draft.map([](const Vec2& p) { return Vec2(p.x(), -p.y()); });
  draft.notes.push_back({"z mirrored, its flange points up in the file", 0, draft.points.front()});
}

// Mirrors that the caller and the file ask for cancel each other.
ReadOptions combined(ReadOptions options, const Table& table) {
  if (options.combine_y && options.mirror_y) options.mirror_y = *options.mirror_y != table.mirror_y;
  if (options.combine_z && options.mirror_z)
    options.mirror_z = *options.mirror_z != table.mirror_z.value_or(false);
  return options;
}

// A unit that is not said is the millimetre, unless the profile is then smaller than any.
void check_size(const std::vector<Vec2>& points, Kind kind, Reader reader, Reporter& report) {
  constexpr double narrowest = 15;  // mm
  const double usual = kind == Kind::wheel ? 135 : 72, least = kind == Kind::wheel ? 50 : 40;
  constexpr double max_width = 175;
  const auto [low, high] = std::minmax_element(points.begin(), points.end(),
                                               [](const Vec2& a, const Vec2& b) { return a.x() < b.x(); });
  const double width = high->x() - low->x();
  if (width >= narrowest) return;
  // A rail that is machined for a turnout may be narrow; it is then higher than wide in every unit.
  const auto [bottom, top] = std::minmax_element(points.begin(), points.end(),
                                                 [](const Vec2& a, const Vec2& b) { return a.y() < b.y(); });
  if (kind == Kind::rail && top->y() - bottom->y() > width) return;
  const auto distance_from_usual = [&](double millimetres) {
    return std::abs(std::log(width * millimetres / usual));
  };
  const bool inches = distance_from_usual(25.4) < distance_from_usual(10);
  const double real = width * (inches ? 25.4 : 10);
  if (real < least || real > max_width) return;
  report.add(
      fmt::format("seems to be in {}: it is too narrow for a {} in millimetres",
                  inches ? "inches" : "centimetres", kind_name(kind)),
      fmt::format("{:.4g} mm wide", width), fmt::format("at least {} mm", narrowest),
      fmt::format("{0} y [{1}], z [{1}]; or y [mm], z [mm] if it is that small",
                  reader == Reader::miniprof ? "Write the points as two columns below a line with their unit:"
                                             : "Name the columns with their unit in a first line:",
                  inches ? "in" : "cm"));
}

// The program CONTACT takes what its deck says; here the shape has to be of the wanted kind.
// `is_stated`: by the file itself, so that a round wheel may have any shape.
void check_kind(const std::vector<Vec2>& points, Kind kind, bool is_stated, Reporter& report) {
  if (is_turned(points, kind)) {
    report.add(
        fmt::format("is a {} that is higher than wide: y and z are exchanged, or it is turned by 90 degrees",
                    kind_name(kind)),
        {}, {}, "Write y, across the track, before z");
  } else if (kind == Kind::rail && has_flange(points)) {
    report.add("is a wheel profile by its flange, but a rail profile is wanted");
  } else if (kind == Kind::wheel && !is_stated && !has_flange(points) && has_head(points)) {
    report.add("is a rail profile, which falls off at both ends, but a wheel profile is wanted");
  }
}

void check_shape(const std::vector<Vec2>& points, Kind kind, Reporter& report) {
  if (!(points.front().x() < points.back().x())) {
    report.add(fmt::format("does not run from one side of a {} to the other", kind_name(kind)),
               fmt::format("y from {:.4g} to {:.4g} mm", points.front().x(), points.back().x()), {},
               "Check that it is one section, and which way z points");
  } else if (const auto at = self_crossing(points)) {
    report.add("crosses itself", fmt::format("near y = {:.4g} mm", at->x()), {}, "Remove the loop");
  }
}

void smooth(Draft& draft, const ReadOptions& options, const KinkRule& kinks) {
  const std::vector<Vec2> moved =
      smoothed(draft.points, find_kinks(draft.points, kinks), options.smoothing, options.smoothing_method);
  double largest = 0;
  std::size_t at = 0;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const double departure = (moved[i] - draft.points[i]).norm();
    if (departure > largest) largest = departure, at = i;
  }
  draft.notes.push_back(
      {options.smoothing_method == SmoothingMethod::weight
           ? fmt::format("smoothed with a weight of {} mm³; largest departure {:.2g} mm", options.smoothing,
                         largest)
           : fmt::format("smoothed below a wavelength of {} mm; largest departure {:.2g} mm",
                         options.smoothing, largest),
       moved.size(), draft.points[at]});
  draft.points = moved;
  drop_coincident(draft, 1e-4);
}

Profile finished(Draft draft, Kind kind, const std::string& file_name, Origin origin, bool origin_is_given,
                 const KinkRule& rule) {
  const std::vector<std::size_t> kinks = find_kinks(draft.points, rule);  // in mm
  draft.map([](const Vec2& p) { return Vec2(p.x() * 1e-3, -p.y() * 1e-3); });
  Profile profile{
      kind, std::filesystem::path(file_name).stem().string(), Curve(draft.points, kinks), {}, file_name, {},
      0};
  for (const Draft::Note& note : draft.notes)
    profile.repairs.push_back({note.what, note.count, note.where.x(), note.is_warning});
  if (origin == Origin::house) place_origin(profile, origin_is_given);
  return profile;
}

bool smoothing_is_sensible(const ReadOptions& options, Reporter& report) {
  const bool any = options.smoothing_method == SmoothingMethod::weight;
  if (options.smoothing >= 0 && (options.smoothing <= 50 || any)) return true;
  report.add("smoothing wavelength is out of range", fmt::format("{}", options.smoothing), "0 to 50 mm",
             "Give the shortest wavelength to keep, 2 to 5 mm for a measured profile");
  return false;
}

std::optional<Profile> read_points(std::string_view text, const std::string& file_name, Kind kind,
                                   const ReadOptions& options, Findings& findings) {
  Reporter report(file_name, findings);
  const auto kind_by_name = kind_of_ending(file_name);
  if (kind_by_name && *kind_by_name != kind) {
    report.add(fmt::format("is a {} profile by its ending, but a {} profile is wanted",
                           kind_name(*kind_by_name), kind_name(kind)));
    return std::nullopt;
  }
  if (!smoothing_is_sensible(options, report)) return std::nullopt;
  const auto with_points = options.lenient ? std::nullopt : with_decimal_points(text);
  if (with_points) text = *with_points;
  const std::vector<Line> lines = split_lines(text);
  const Reader reader = reader_of(file_name, lines, options.lenient);
  Table table = read_table(text, lines, reader, kind, options.lenient, report);
  if (with_points) table.notes.push_back({"decimal commas read as decimal points", 0, 0});
  const bool unit_is_given = table.unit_is_given || options.unit_mm || options.scale != 1;
  if (options.unit_mm) table.unit_mm = *options.unit_mm;
  table.unit_mm *= options.scale;
  if (!report.any()) check_count(table.points.size(), options.lenient, report);
  if (report.any()) return std::nullopt;
  Draft draft = oriented(table, kind, reader == Reader::simpack ? combined(options, table) : options);
  if (reader == Reader::simpack && kind == Kind::wheel && !options.mirror_z) turn_flange_down(draft);
  check_length(draft.points, report);
  if (!report.any()) check_count(draft.points.size(), options.lenient, report);
  const bool is_stated = reader == Reader::simpack || reader == Reader::orvd;
  if (!report.any() && !options.lenient) check_kind(draft.points, kind, is_stated, report);
  if (!report.any()) check_shape(draft.points, kind, report);
  if (!report.any() && !options.lenient && !unit_is_given) check_size(draft.points, kind, reader, report);
  if (report.any()) return std::nullopt;
  const KinkRule kinks{options.kink_high, options.kink_low, options.kink_width};
  if (options.smoothing > 0) smooth(draft, options, kinks);
  return finished(std::move(draft), kind, file_name, options.origin, table.origin_is_given, kinks);
}

// The kind of a file that is no profile; nullptr if it may be one that is faulty.
const FileContent* other_content(std::string_view text, const std::string& file_name) {
  const FileContent* content = text_content(text);
  if (content != nullptr) return content->reader == FileReader::profile ? nullptr : content;
  // Headings of MiniProf have assignments, too.
  if (reader_of(file_name, split_lines(text), false) != Reader::columns) return nullptr;
  content = plain_content(text);
  return content != nullptr && content->reader == FileReader::toml ? content : nullptr;
}

}  // namespace

std::optional<Profile> read_profile(std::string_view text, const std::string& file_name, Kind kind,
                                    const ReadOptions& options, Findings& findings) {
  Findings own;
  auto profile = read_points(text, file_name, kind, options, own);
  if (profile) return profile;
  const FileContent* other = options.lenient ? nullptr : other_content(text, file_name);
  if (other != nullptr) {
    findings.add(wrong_content(file_name, *other, "a profile: two columns, MiniProf, SIMPACK or JSON"));
  } else {
    findings.append(own);
  }
  return std::nullopt;
}

std::optional<Profile> load_profile(const std::string& name_or_file, Kind kind, const ReadOptions& options,
                                    const SourceLocation& where, Findings& findings) {
  if (auto profile = standard_profile(name_or_file)) {
    if (profile->kind == kind) return profile;
    findings.add({where,
                  {},
                  fmt::format("{} is a {} profile, but a {} profile is wanted", name_or_file,
                              kind_name(profile->kind), kind_name(kind)),
                  {},
                  fmt::format("{}", fmt::join(standard_profile_choices(kind), ", ")),
                  {}});
    return std::nullopt;
  }
  const std::filesystem::path given(name_or_file);
  const std::filesystem::path path = std::filesystem::path(where.file).parent_path() / given;
  std::error_code error;
  const bool is_file = std::filesystem::is_regular_file(path, error);
  if (!given.has_extension() && !is_file && !options.lenient) {
    findings.add({where,
                  {},
                  fmt::format("is not a {} profile", kind_name(kind)),
                  name_or_file,
                  fmt::format("{} or a file", fmt::join(standard_profile_choices(kind), ", ")),
                  with_suggestion(name_or_file, kind)});
    return std::nullopt;
  }
  if (!is_file) {
    findings.add({where,
                  {},
                  fmt::format("profile file {} cannot be read", path.string()),
                  {},
                  {},
                  "Give its path relative to the file that names it"});
    return std::nullopt;
  }
  const auto text = document::read_file(path, largest_file, findings);
  return text ? read_profile(*text, path.string(), kind, options, findings) : std::nullopt;
}

std::optional<Kind> kind_of(const std::string& name_or_file) {
  if (const auto profile = standard_profile(name_or_file)) return profile->kind;
  return kind_of_ending(name_or_file);
}

std::optional<Kind> kind_of_content(std::string_view text, const std::string& file_name) {
  const auto with_points = with_decimal_points(text);
  if (with_points) text = *with_points;
  const std::vector<Line> lines = split_lines(text);
  const Reader reader = reader_of(file_name, lines, false);
  for (const Kind kind : {Kind::wheel, Kind::rail}) {
    Findings ignored;
    Reporter report(file_name, ignored);
    const Table table = read_table(text, lines, reader, kind, false, report);
    if (report.any() || table.points.size() < 5) continue;
    // Files of SIMPACK and JSON say what they are, and are refused as the other kind.
    if (reader == Reader::simpack || reader == Reader::orvd) return kind;
    const Draft draft = apply_table(table, false, ReadOptions{}.zigzag);
    if (draft.points.size() >= 5 && (kind == Kind::wheel ? has_flange(draft.points) : has_head(draft.points)))
      return kind;
  }
  return std::nullopt;
}

std::string write_csv(const Profile& profile) {
  std::string out = fmt::format("# {} profile {}: y (to the field side), z in mm\n# z up\n",
                                kind_name(profile.kind), profile.name);
  for (const Vec2& point : profile.curve.points())
    out += fmt::format("{:.7f},{:.7f}\n", 1e3 * point.x(), 1e3 * point.y());
  return out;
}

}  // namespace flangeway::profile
