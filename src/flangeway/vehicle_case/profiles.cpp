#include "flangeway/vehicle_case/profiles.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "flangeway/profile/standard.hpp"

namespace flangeway::vehicle_case {
namespace {

const document::Located<std::string>& replaced(const document::Located<std::string>& by,
                                               const document::Located<std::string>& name) {
  return by.value.empty() ? name : by;
}

}  // namespace

Profiles::Profiles(const ProfilesSpec& spec, std::vector<SourceFile>& sources, Findings& findings)
    : spec_(spec), sources_(sources), findings_(findings) {
  options_.smoothing = spec.smoothing;
  options_.origin = spec.origin;
}

const profile::Profile* Profiles::wheel(const document::Located<std::string>& of_vehicle) {
  return get(wheel_name(of_vehicle), profile::Kind::wheel);
}

const profile::Profile* Profiles::rail(const document::Located<std::string>& of_track) {
  return get(replaced(spec_.rail, of_track), profile::Kind::rail);
}

const profile::Profile* Profiles::check_rail(const document::Located<std::string>& of_track) {
  return get(of_track, profile::Kind::rail);
}

std::vector<std::string> Profiles::warnings() const {
  std::vector<std::string> all;
  for (const Entry& entry : entries_)
    if (entry.profile)
      for (std::string& text : profile::warnings_of(*entry.profile)) all.push_back(std::move(text));
  return all;
}

const document::Located<std::string>& Profiles::wheel_name(
    const document::Located<std::string>& of_vehicle) const {
  return replaced(spec_.wheel, of_vehicle);
}

const profile::Profile* Profiles::get(const document::Located<std::string>& name, profile::Kind kind) {
  for (const Entry& entry : entries_) {
    if (entry.name == name.value && entry.kind == kind) return entry.profile ? &*entry.profile : nullptr;
  }
  entries_.push_back(
      {name.value, kind, profile::load_profile(name.value, kind, options_, name.where, findings_)});
  const Entry& entry = entries_.back();
  if (!entry.profile) return nullptr;
  if (!profile::standard_profile(name.value)) remember_file(name);
  return &*entry.profile;
}

void Profiles::remember_file(const document::Located<std::string>& name) {
  std::filesystem::path path = name.value;
  if (path.is_relative()) path = std::filesystem::path(name.where.file).parent_path() / path;
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  sources_.push_back({path.string(), text.str()});
}

geometry::RailPlacement placement_of(const track::RailsSpec& rails) {
  geometry::RailPlacement placement;
  placement.inclination = rails.inclination;
  placement.gauge_depth = rails.gauge_depth;
  if (rails.lateral_position > 0) {
    placement.lateral = rails.lateral_position;
  } else {
    placement.gauge = rails.gauge;
  }
  return placement;
}

}  // namespace flangeway::vehicle_case
