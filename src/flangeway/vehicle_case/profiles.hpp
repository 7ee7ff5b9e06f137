// The profiles of wheels and rails that a case names. Private to the room.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/profile/profile.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/track/spec.hpp"
#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/vehicle_case/spec.hpp"

namespace flangeway::vehicle_case {

/// Profiles by name, each loaded once: wheelsets with the same names share one object and so one table.
class Profiles {
 public:
  /// Files that are read are added to `sources`.
  Profiles(const ProfilesSpec& spec, std::vector<SourceFile>& sources, Findings& findings);
  /// Null after a finding. The address stays valid as long as this object.
  [[nodiscard]] const profile::Profile* wheel(const document::Located<std::string>& of_vehicle);
  [[nodiscard]] const profile::Profile* rail(const document::Located<std::string>& of_track);
  /// As it is named: profiles.rail of a case replaces the running rails only.
  [[nodiscard]] const profile::Profile* check_rail(const document::Located<std::string>& of_track);
  /// The name that is used: that of the case, else the given one.
  [[nodiscard]] const document::Located<std::string>& wheel_name(
      const document::Located<std::string>& of_vehicle) const;
  /// Warnings about the profiles that have been loaded.
  [[nodiscard]] std::vector<std::string> warnings() const;

 private:
  struct Entry {
    std::string name;
    profile::Kind kind;
    std::optional<profile::Profile> profile;
  };
  const profile::Profile* get(const document::Located<std::string>& name, profile::Kind kind);
  void remember_file(const document::Located<std::string>& name);

  const ProfilesSpec& spec_;
  profile::ReadOptions options_;
  std::vector<SourceFile>& sources_;
  Findings& findings_;
  std::deque<Entry> entries_;
};

[[nodiscard]] geometry::RailPlacement placement_of(const track::RailsSpec& rails);

}  // namespace flangeway::vehicle_case
