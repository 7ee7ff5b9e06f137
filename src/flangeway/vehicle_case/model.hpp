// A case that is ready to run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/control/model.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/source_file.hpp"
#include "flangeway/flextrack/mass_spring.hpp"
#include "flangeway/flextrack/structure.hpp"
#include "flangeway/track/model.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"
#include "flangeway/vehicle_case/roller_rig.hpp"
#include "flangeway/vehicle_case/settings.hpp"
#include "flangeway/wheelrail/model.hpp"

namespace flangeway::vehicle_case {

using document::SourceFile;

/// The shapes that the tables of contact were made from, for pictures.
struct Shapes {
  std::vector<profile::Profile> wheels;  ///< left and right of each wheelset in turn
  std::vector<profile::Profile> rails;   ///< left, right
  geometry::RailPlacement placement;
};

/// Something short on a wheel: a run has to resolve this length along the track.
struct ShortFeature {
  std::string name;
  double length = 0;  ///< m
};

/// The track of masses on springs that moves with each wheelset, and where its state begins in that of a run.
struct MassSpringRails {
  flextrack::MassSpringTrack track;
  std::size_t first = 0;
  [[nodiscard]] std::size_t state_of(std::size_t wheelset) const { return first + wheelset * track.states(); }
};

/// Candidates at which elastic contact is evaluated with the steps of a method.
[[nodiscard]] constexpr wheelrail::Look look_with(IntegratorMethod method) {
  return has_fixed_steps(method) ? wheelrail::Look::near : wheelrail::Look::known;
}

/// Everything a run needs; immutable and shared by threads.
struct CaseModel {
  std::string name;
  SourceLocation where;  ///< of the case, for findings about it
  InitialSettings initial;
  DriveSettings drive;
  IntegrationSettings integration;
  CouplingSettings coupling;
  CosimSettings cosim;
  OutputSettings output;
  vehicle::VehicleModel vehicle;
  track::TrackModel track;
  wheelrail::Model contact;
  control::Model control;
  std::optional<flextrack::Structure> structure;  ///< of a flexible track
  std::optional<MassSpringRails> mass_spring;     ///< instead of it
  std::optional<RollerRig> roller_rig;            ///< instead of a track
  std::vector<SourceFile> sources;                ///< the case first
  std::vector<std::string> notes;                 ///< about what its files say
  Shapes shapes;
  std::vector<ShortFeature> features;         ///< of wheels that are not round
  std::vector<std::string> profile_warnings;  ///< of the files of wheels and rails
};

}  // namespace flangeway::vehicle_case
