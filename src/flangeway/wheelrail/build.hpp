// From profiles and settings to the tables of contact.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/profile/profile.hpp"
#include "flangeway/wheelrail/model.hpp"
#include "flangeway/wheelrail/pair_tables.hpp"

namespace flangeway::wheelrail {

struct WheelsetInput {
  std::size_t body = 0;
  double radius = 0;            ///< r0, m
  double profile_position = 0;  ///< Lw, m
  const profile::Profile* left = nullptr;
  const profile::Profile* right = nullptr;
  SourceLocation where;  ///< of the wheel profile in the vehicle file
  bool twists = false;   ///< the wheels turn against each other
  std::array<bool, 2> wheels{true,
                             true};  ///< left, right: those that there are; a single one is below the body
};

struct RailInput {
  const profile::Profile* left = nullptr;
  const profile::Profile* right = nullptr;
  geometry::RailPlacement placement;
  double distance = 1.5;                                    ///< to which cross level refers, as cant does, m
  double gauge_variation_min = 0, gauge_variation_max = 0;  ///< of the irregularities, m
  SourceLocation where;                                     ///< of the rails in the track file
  /// Left, right: the rails of a side where any of them varies or has a gap, the running rail first; else
  /// empty. `left` and `right` are then the first sections of the running rails.
  std::array<std::vector<RailCourse>, 2> courses;
  SourceLocation where_varying;
  std::array<std::vector<CheckRail>, 2> checks;  ///< left, right
  SourceLocation where_checks;
  [[nodiscard]] bool vary() const { return !courses[0].empty() || !courses[1].empty(); }
  [[nodiscard]] bool have_checks() const { return !checks[0].empty() || !checks[1].empty(); }
};

/// Chooses the method of the settings and makes its tables, once for each combination of profiles and
/// settings. Tables that `shared` contains are taken from there. Findings: profiles that cannot touch,
/// irregularities beyond the table.
[[nodiscard]] std::optional<Model> build(const Settings& settings,
                                         const std::vector<WheelsetInput>& wheelsets, const RailInput& rails,
                                         Findings& findings, PairTables* shared = nullptr);

}  // namespace flangeway::wheelrail
