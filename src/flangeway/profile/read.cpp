#include "flangeway/profile/read.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

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
constexpr double shortest = 5, longest = 500;  // mm

struct Format {
  enum class Reader { miniprof, simpack, columns } reader;
  std::optional<Kind> kind;
};

std::optional<Format> format_of(const std::string& file_name) {
  const std::string extension = lower_case(std::filesystem::path(file_name).extension().string());
  if (extension == ".whl") return Format{Format::Reader::miniprof, Kind::wheel};
  if (extension == ".ban") return Format{Format::Reader::miniprof, Kind::rail};
  if (extension == ".prw") return Format{Format::Reader::simpack, Kind::wheel};
  if (extension == ".prr") return Format{Format::Reader::simpack, Kind::rail};
  if (extension == ".csv" || extension == ".txt" || extension == ".dat")
    return Format{Format::Reader::columns, {}};
  return std::nullopt;
}

Table read_table(std::string_view text, const Format& format, Kind kind, bool lenient, Reporter& report) {
  const std::vector<Line> lines = split_lines(text);
  switch (format.reader) {
    case Format::Reader::miniprof:
      return read_miniprof(lines, kind, lenient, report);
    case Format::Reader::simpack:
      return read_simpack(lines, kind, lenient, report);
    case Format::Reader::columns:
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
                    allowed = fmt::format("{} to {} mm", shortest, longest);
  if (length < 1) {
    report.add("seems to be in metres: its points make a curve that is too short for millimetres", got,
               allowed, "Give the points in mm, or their unit");
  } else if (!(length >= shortest && length <= longest)) {
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

// Mirrors that the caller and the file ask for cancel each other.
ReadOptions combined(ReadOptions options, const Table& table) {
  if (options.combine_y && options.mirror_y) options.mirror_y = *options.mirror_y != table.mirror_y;
  if (options.combine_z && options.mirror_z)
    options.mirror_z = *options.mirror_z != table.mirror_z.value_or(false);
  return options;
}

// The ending tells of other formats; the program CONTACT takes what its deck says.
void check_is_rail(const std::vector<Vec2>& points, Reporter& report) {
  if (has_flange(points)) report.add("is a wheel profile by its flange, but a rail profile is wanted");
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

Profile finished(Draft draft, Kind kind, const std::string& file_name, Origin origin, const KinkRule& rule) {
  const std::vector<std::size_t> kinks = find_kinks(draft.points, rule);  // in mm
  draft.map([](const Vec2& p) { return Vec2(p.x() * 1e-3, -p.y() * 1e-3); });
  Profile profile{
      kind, std::filesystem::path(file_name).stem().string(), Curve(draft.points, kinks), {}, file_name, {},
      0};
  for (const Draft::Note& note : draft.notes)
    profile.repairs.push_back({note.what, note.count, note.where.x()});
  if (origin == Origin::house) place_origin(profile);
  return profile;
}

bool smoothing_is_sensible(const ReadOptions& options, Reporter& report) {
  const bool any = options.smoothing_method == SmoothingMethod::weight;
  if (options.smoothing >= 0 && (options.smoothing <= 50 || any)) return true;
  report.add("smoothing wavelength is out of range", fmt::format("{}", options.smoothing), "0 to 50 mm",
             "Give the shortest wavelength to keep, 2 to 5 mm for a measured profile");
  return false;
}

}  // namespace

std::optional<Profile> read_profile(std::string_view text, const std::string& file_name, Kind kind,
                                    const ReadOptions& options, Findings& findings) {
  Reporter report(file_name, findings);
  auto format = format_of(file_name);
  if (!format && options.lenient) format = Format{Format::Reader::columns, {}};
  if (!format) {
    report.add("has an ending that is not known", std::filesystem::path(file_name).extension().string(),
               ".whl, .ban, .prw, .prr, .csv, .txt, .dat", "Rename the file after its format");
    return std::nullopt;
  }
  if (format->kind && *format->kind != kind) {
    report.add(fmt::format("is a {} profile by its ending, but a {} profile is wanted",
                           kind_name(*format->kind), kind_name(kind)));
    return std::nullopt;
  }
  if (!smoothing_is_sensible(options, report)) return std::nullopt;
  Table table = read_table(text, *format, kind, options.lenient, report);
  if (options.unit_mm) table.unit_mm = *options.unit_mm;
  table.unit_mm *= options.scale;
  if (!report.any()) check_count(table.points.size(), options.lenient, report);
  if (report.any()) return std::nullopt;
  const bool simpack = format->reader == Format::Reader::simpack;
  Draft draft = oriented(table, kind, simpack ? combined(options, table) : options);
  check_length(draft.points, report);
  if (!report.any()) check_count(draft.points.size(), options.lenient, report);
  if (!report.any() && !format->kind && kind == Kind::rail && !options.lenient)
    check_is_rail(draft.points, report);
  if (!report.any()) check_shape(draft.points, kind, report);
  if (report.any()) return std::nullopt;
  const KinkRule kinks{options.kink_high, options.kink_low, options.kink_width};
  if (options.smoothing > 0) smooth(draft, options, kinks);
  return finished(std::move(draft), kind, file_name, options.origin, kinks);
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
                  fmt::format("{}", fmt::join(standard_profile_names(kind), ", ")),
                  {}});
    return std::nullopt;
  }
  const std::filesystem::path given(name_or_file);
  if (!given.has_extension() && !options.lenient) {
    findings.add({where,
                  {},
                  fmt::format("is not a {} profile", kind_name(kind)),
                  name_or_file,
                  fmt::format("{} or a file", fmt::join(standard_profile_names(kind), ", ")),
                  with_suggestion(name_or_file, kind)});
    return std::nullopt;
  }
  const std::filesystem::path path = std::filesystem::path(where.file).parent_path() / given;
  if (std::error_code error; !std::filesystem::is_regular_file(path, error)) {
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
  const auto format = format_of(name_or_file);
  return format ? format->kind : std::nullopt;
}

std::string write_csv(const Profile& profile) {
  std::string out = fmt::format("# {} profile {}: y (to the field side), z in mm\n# z up\n",
                                kind_name(profile.kind), profile.name);
  for (const Vec2& point : profile.curve.points())
    out += fmt::format("{:.7f},{:.7f}\n", 1e3 * point.x(), 1e3 * point.y());
  return out;
}

}  // namespace flangeway::profile
