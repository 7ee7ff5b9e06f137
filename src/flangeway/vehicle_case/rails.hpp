// The rails of a case, from place to place where they vary. Private to the room.
#pragma once

#include <array>
#include <deque>
#include <string>
#include <vector>

#include "flangeway/track/model.hpp"
#include "flangeway/vehicle_case/profiles.hpp"
#include "flangeway/wheelrail/build.hpp"

namespace flangeway::vehicle_case {

/// End or beginning of a rail, for findings about it.
struct RailEnd {
  std::size_t side = 0;
  double s = 0;  ///< m
  SourceLocation where;
  std::string key;
};

struct CaseRails {
  std::array<const profile::Profile*, 2> first{};  ///< left, right; nullptr after a finding
  std::array<std::vector<wheelrail::RailCourse>, 2> courses;
  std::vector<RailEnd> ends;
  SourceLocation where;  ///< of what varies first
  std::array<std::vector<wheelrail::CheckRail>, 2> checks;
  SourceLocation where_checks;          ///< of the first
  std::deque<profile::Profile> slices;  ///< first sections of running rails from slices files
};

/// Files that are read are added to `sources`.
[[nodiscard]] CaseRails read_rails(const ProfilesSpec& spec, const track::TrackRailsSpec& rails,
                                   Profiles& profiles, std::vector<SourceFile>& sources, Findings& findings);

/// Reads the check rails of both sides into `made`.
void read_check_rails(const track::TrackRailsSpec& rails, Profiles& profiles, CaseRails& made,
                      Findings& findings);

/// Findings: rails that end under a wheel in the middle of the track, or begin under it above or below the
/// others.
void check_rail_ends(const wheelrail::Model& contact, const track::TrackModel& track, const CaseRails& rails,
                     Findings& findings);

}  // namespace flangeway::vehicle_case
