#include "flangeway/vehicle_case/rails.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <tuple>

#include "flangeway/contact_case/slices_file.hpp"
#include "flangeway/profile/standard.hpp"
#include "flangeway/vehicle_case/rail_faults.hpp"
#include "flangeway/wheelrail/search/support.hpp"

namespace flangeway::vehicle_case {
namespace {

using track::RailChoice;
using track::StationSpec;
using wheelrail::RailCourse;
using wheelrail::RailSection;

bool on_side(RailChoice choice, std::size_t side) {
  return choice == RailChoice::both || choice == (side == 0 ? RailChoice::left : RailChoice::right);
}

bool is_slices_file(const StationSpec& station) {
  const auto extension = std::filesystem::path(station.profile.value).extension();
  return extension == ".slcs" || extension == ".slcw";
}

double chord_length(const profile::Curve& curve) {
  double length = 0;
  const std::vector<Vec2> points = curve.points();
  for (std::size_t i = 1; i < points.size(); ++i) length += (points[i] - points[i - 1]).norm();
  return length;
}

class RailReader {
 public:
  RailReader(const ProfilesSpec& spec, const track::TrackRailsSpec& rails, Profiles& profiles,
             std::vector<SourceFile>& sources, Findings& findings)
      : spec_(spec), rails_(rails), profiles_(profiles), sources_(sources), findings_(findings) {}

  CaseRails read() {
    if (!rails_.stations.empty()) {
      made_.where = rails_.stations.front().where;
      if (!spec_.rail.value.empty())
        say(spec_.rail.where, "profiles.rail", "replaces rails that have stations along the track",
            '"' + spec_.rail.value + '"', "", "Leave it out, or change the stations of the track file");
    } else if (!rails_.gaps.empty()) {
      made_.where = rails_.gaps.front().where;
    }
    for (std::size_t side = 0; side < 2; ++side) read_side(side);
    return std::move(made_);
  }

 private:
  void read_side(std::size_t side) {
    std::vector<RailCourse> courses;
    courses.push_back(course(side, ""));
    for (const StationSpec& station : rails_.stations) {
      const std::string& name = station.name.value;
      if (!on_side(station.rail, side) || name.empty() ||
          std::any_of(courses.begin(), courses.end(),
                      [&](const RailCourse& one) { return one.name == name; }))
        continue;
      courses.push_back(course(side, name));
    }
    if (courses.front().sections.empty()) {
      if (!findings_.empty()) return;
      const document::Located<std::string>& name = side == 0 ? rails_.left() : rails_.right();
      made_.first[side] = profiles_.rail(name);
      if (made_.first[side] == nullptr) return;
      courses.front().sections.push_back({0, curve_of(*made_.first[side], 0, 0), {}});
    }
    read_gaps(side, courses.front());
    const auto& sections = courses.front().sections;
    const bool constant = std::all_of(sections.begin(), sections.end(), [&](const RailSection& section) {
      return section.curve == sections.front().curve;
    });
    const bool in_place =
        made_.first[side] != nullptr && sections.front().curve == curve_of(*made_.first[side], 0, 0);
    if (courses.size() == 1 && constant && in_place && courses.front().gaps.empty()) return;
    made_.courses[side] = std::move(courses);
  }

  // The sections of one rail. The first profile of the running rail is what places the rails.
  RailCourse course(std::size_t side, const std::string& name) {
    RailCourse made;
    made.name = name;
    const StationSpec *first = nullptr, *last = nullptr;
    for (const StationSpec& station : rails_.stations) {
      if (!on_side(station.rail, side) || station.name.value != name) continue;
      const std::vector<RailSection> sections =
          is_slices_file(station) ? slices(station, side) : one_section(station, side);
      if (sections.empty()) return {name, {}, {}};
      if (!follows(station, made, sections) || !corresponds(station, made, sections)) return {name, {}, {}};
      made.sections.insert(made.sections.end(), sections.begin(), sections.end());
      if (first == nullptr) first = &station;
      last = &station;
    }
    if (first != nullptr && !name.empty()) {
      if (made.sections.size() < 2)
        say(first->where, first->key, "is the only station of the rail \"" + name + '"', "", "at least two",
            "A rail beside the running rail is there from its first to its last station");
      made_.ends.push_back({side, made.sections.front().s, first->where, first->key});
      made_.ends.push_back({side, made.sections.back().s, last->where, last->key});
    }
    return made;
  }

  std::vector<RailSection> one_section(const StationSpec& station, std::size_t side) {
    const profile::Profile* read = profiles_.rail(station.profile);
    if (read == nullptr) return {};
    if (station.name.value.empty() && made_.first[side] == nullptr) made_.first[side] = read;
    if (!has_features(station, *read)) return {};
    RailSection section{station.s, curve_of(*read, station.y, station.z), {}};
    for (const double feature : station.features) section.features.push_back(1e-3 * feature);
    return {section};
  }

  bool has_features(const StationSpec& station, const profile::Profile& read) {
    const std::vector<double>& features = station.features;
    if (features.empty()) return true;
    const double length = 1e3 * chord_length(read.curve);
    const bool rise =
        std::adjacent_find(features.begin(), features.end(), std::greater_equal<>()) == features.end();
    if (features.size() >= 2 && rise && features.back() <= length + 1e-6) return true;
    say(station.where, station.key + ".features", "do not divide the profile",
        fmt::format("{}", fmt::join(features, ", ")),
        fmt::format("two or more rising lengths from 0 to {:.3f} mm, the length of the profile", length),
        "Give the lengths in mm along the profile, from its track side");
    return false;
  }

  std::vector<RailSection> slices(const StationSpec& station, std::size_t side) {
    if (!station.features.empty())
      say(station.where, station.key + ".features", "belong to a single profile", station.profile.value, "",
          "Leave them out: a slices file has its own");
    const std::filesystem::path path = path_of(station);
    const auto file = slices_file(path, station);
    if (file == nullptr) return {};
    if (!is_sound(station, *file)) return {};
    std::vector<RailSection> sections;
    for (const profile::Slice& slice : file->slices)
      sections.push_back({station.s + (station.turned ? -slice.place : slice.place),
                          moved(slice.curve, station.y, station.z), slice.features});
    if (station.turned) std::reverse(sections.begin(), sections.end());
    if (station.name.value.empty() && made_.first[side] == nullptr) {
      const auto& first = station.turned ? file->slices.back().curve : file->slices.front().curve;
      made_.slices.push_back({profile::Kind::rail, path.string(), *first});
      made_.first[side] = &made_.slices.back();
      curves_[{made_.first[side], 0, 0}] = first;
    }
    return sections;
  }

  bool is_sound(const StationSpec& station, const contact_case::SlicesFile& file) {
    constexpr double min_slice_distance = 1e-3;  // [m] mean distance of slices
    if (file.fit == profile::SliceFit::approximate) {
      say(file.where_fit, "U_INTPOL", "approximates its slices, where a run interpolates them", "2", "1",
          "Set U_INTPOL to 1");
      return false;
    }
    const auto interrupted =
        std::find_if(file.slices.begin(), file.slices.end(), [](const profile::Slice& slice) {
          return std::any_of(slice.features.begin(), slice.features.end(), [](double f) { return f < 0; });
        });
    if (interrupted != file.slices.end()) {
      say(file.where[static_cast<std::size_t>(interrupted - file.slices.begin())], "S_F",
          "has a feature that is not in all slices, where a run needs whole lines", "< 0", "",
          "Divide the file, and name its parts as rails beside each other");
      return false;
    }
    const double length = file.slices.back().place - file.slices.front().place;
    if (length >= min_slice_distance * static_cast<double>(file.slices.size())) return true;
    say(station.where, station.key + ".profile", "has slices that lie too near to each other",
        fmt::format("{} within {:.4g} mm", file.slices.size(), 1e3 * length), "1 mm apart or more",
        "Check its unit, which is mm: U_SCALE is 1000 for a file in m");
    return false;
  }

  const contact_case::SlicesFile* slices_file(const std::filesystem::path& path, const StationSpec& station) {
    const auto known = slices_files_.find(path.string());
    if (known != slices_files_.end()) return known->second ? &*known->second : nullptr;
    profile::ReadOptions options;
    options.smoothing = spec_.smoothing;
    options.origin = profile::Origin::file;  // slices keep their places relative to each other
    auto read =
        contact_case::load_slices(path, profile::Kind::rail, options, station.profile.where, findings_);
    const auto& kept = slices_files_[path.string()] = std::move(read);
    if (!kept) return nullptr;
    remember(path);
    for (const std::filesystem::path& file : kept->files) remember(file);
    return &*kept;
  }

  // Whether a station lies behind the existing part of the rail.
  bool follows(const StationSpec& station, const RailCourse& made, const std::vector<RailSection>& next) {
    if (made.sections.empty() || next.front().s > made.sections.back().s) return true;
    say(station.where, station.key + ".s", "does not lie behind the station before",
        fmt::format("{:.10g}", next.front().s), fmt::format("more than {:.10g} in m", made.sections.back().s),
        "Put the stations of a rail in order");
    return false;
  }

  // Sections that differ have parts that correspond.
  bool corresponds(const StationSpec& station, const RailCourse& made, const std::vector<RailSection>& next) {
    if (made.sections.empty() || made.sections.back().curve == next.front().curve) return true;
    const std::size_t before = made.sections.back().features.size(), here = next.front().features.size();
    if (before == here) return true;
    say(station.where, station.key + ".features", "do not correspond to those of the station before",
        fmt::format("{}", here), fmt::format("{}", before), "Give both stations the same number of features");
    return false;
  }

  void read_gaps(std::size_t side, RailCourse& running) {
    for (const track::GapSpec& gap : rails_.gaps) {
      if (!on_side(gap.rail, side)) continue;
      const double least = running.gaps.empty() ? gap.from : running.gaps.back().to;
      if (!(gap.to > gap.from) || gap.from < least) {
        say(gap.where, gap.key, "does not lie behind the gap before, or has no length",
            fmt::format("{:.10g} to {:.10g}", gap.from, gap.to), "rising places in m",
            "Put the gaps of a rail in order");
        continue;
      }
      running.gaps.push_back({gap.from, gap.to});
      made_.ends.push_back({side, gap.from, gap.where, gap.key});
      made_.ends.push_back({side, gap.to, gap.where, gap.key});
    }
  }

  // The same object for the same profile in the same place, by which a rail that does not vary is known.
  std::shared_ptr<const profile::Curve> curve_of(const profile::Profile& read, double y, double z) {
    auto& curve = curves_[{&read, y, z}];
    if (!curve) curve = std::make_shared<const profile::Curve>(read.curve.moved(in_profile(y, z)));
    return curve;
  }
  std::shared_ptr<const profile::Curve> moved(const std::shared_ptr<const profile::Curve>& from, double y,
                                              double z) {
    if (y == 0 && z == 0) return from;
    auto& curve = curves_[{from.get(), y, z}];
    if (!curve) curve = std::make_shared<const profile::Curve>(from->moved(in_profile(y, z)));
    return curve;
  }
  // Profiles are inclined as they are placed, but y and z of a station are along the running plane and normal
  // to it.
  [[nodiscard]] Vec2 in_profile(double y, double z) const {
    const double cosine = 1 / std::hypot(1.0, rails_.inclination), sine = rails_.inclination * cosine;
    return {cosine * y + sine * z, cosine * z - sine * y};
  }

  [[nodiscard]] static std::filesystem::path path_of(const StationSpec& station) {
    const std::filesystem::path path = station.profile.value;
    return path.is_relative() ? std::filesystem::path(station.profile.where.file).parent_path() / path : path;
  }

  void remember(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    sources_.push_back({path.string(), text.str()});
  }

  // Once, where both rails have it.
  void say(const SourceLocation& where, std::string key, std::string problem, std::string got,
           std::string allowed, std::string advice) {
    const Finding finding{where,          std::move(key),     std::move(problem),
                          std::move(got), std::move(allowed), std::move(advice)};
    if (said_.insert(finding.text()).second) findings_.add(finding);
  }

  const ProfilesSpec& spec_;
  const track::TrackRailsSpec& rails_;
  Profiles& profiles_;
  std::vector<SourceFile>& sources_;
  Findings& findings_;
  CaseRails made_;
  std::map<std::string, std::optional<contact_case::SlicesFile>> slices_files_;  // empty: unreadable
  std::set<std::string> said_;
  std::map<std::tuple<const void*, double, double>, std::shared_ptr<const profile::Curve>> curves_;
};

void check_end(const wheelrail::elastic::Shape& shape, const RailEnd& end, Findings& findings) {
  constexpr double beside = 1e-4, highest = 5e-4;  // [m]
  const auto before = wheelrail::elastic::support_at(shape, end.s - beside),
             behind = wheelrail::elastic::support_at(shape, end.s + beside);
  const char* const side = end.side == 0 ? "left" : "right";
  if (!before || !behind) {
    findings.add({end.where, end.key,
                  fmt::format("leaves the {} wheel without a rail at {:.10g} m", side, end.s), "",
                  "a rail below a wheel in the middle of the track",
                  "Let another rail begin before this one ends, or move its profile"});
    return;
  }
  const double step = behind->height - before->height;
  if (std::abs(step) <= highest) return;
  findings.add({end.where, end.key,
                fmt::format("ends a rail under the {} wheel at {:.10g} m, where it {} at once", side, end.s,
                            step < 0 ? "falls" : "rises"),
                fmt::format("{:.2f} mm", 1e3 * std::abs(step)), fmt::format("at most {:g} mm", 1e3 * highest),
                "Let the end lie lower than the rail beside it"});
}

}  // namespace

CaseRails read_rails(const ProfilesSpec& spec, const track::TrackRailsSpec& rails, Profiles& profiles,
                     std::vector<SourceFile>& sources, Findings& findings) {
  CaseRails made = RailReader(spec, rails, profiles, sources, findings).read();
  read_check_rails(rails, profiles, made, findings);
  return made;
}

void find_rail_faults(const track::TrackRailsSpec& rails, Findings& findings) {
  track::TrackRailsSpec named = rails;
  if (named.profile.value.empty())
    named.profile.value = profile::standard_profile_names(profile::Kind::rail).front();
  const ProfilesSpec none_of_the_case;
  std::vector<SourceFile> sources;
  Findings own;
  Profiles profiles(none_of_the_case, sources, own);
  (void)profiles.rail(named.left());
  (void)profiles.rail(named.right());
  (void)read_rails(none_of_the_case, named, profiles, sources, own);
  findings.append(own);
}

void check_rail_ends(const wheelrail::Model& contact, const track::TrackModel& track, const CaseRails& rails,
                     Findings& findings) {
  if (constrained(*contact.method)) return;
  for (const RailEnd& end : rails.ends) {
    if (end.s < track.start() || end.s > track.end()) continue;
    for (const auto& pair : contact.pairs) {
      const std::size_t before = findings.all().size();
      check_end(pair->shapes[end.side], end, findings);
      if (findings.all().size() != before) break;  // once, not for every wheel
    }
  }
}

}  // namespace flangeway::vehicle_case
