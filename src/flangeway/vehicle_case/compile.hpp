// From a case file to a model ready to run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/flextrack/structure.hpp"
#include "flangeway/track/model.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"
#include "flangeway/vehicle_case/spec.hpp"
#include "flangeway/wheelrail/model.hpp"
#include "flangeway/wheelrail/pair_tables.hpp"

namespace flangeway::vehicle_case {

/// A file that went into a case, as it was read.
struct SourceFile {
  std::string path, text;
};

/// The shapes that the tables of contact were made from, for pictures.
struct Shapes {
  std::vector<profile::Profile> wheels;  ///< left and right of each wheelset in turn
  std::vector<profile::Profile> rails;   ///< left, right
  geometry::RailPlacement placement;
};

/// Everything a run needs; immutable and shared by threads.
struct CaseModel {
  CaseSpec spec;
  vehicle::VehicleModel vehicle;
  track::TrackModel track;
  wheelrail::Model contact;
  std::optional<flextrack::Structure> structure;  ///< of a track that yields
  std::vector<SourceFile> sources;                ///< the case first
  /// [t, torque] per wheelset of the vehicle that is driven
  std::vector<bool> driven_wheelsets;
  Shapes shapes;
};

/// The case file, and a vehicle or track in place of the one that it names.
struct CaseDocuments {
  document::Document root;
  std::optional<document::Document> vehicle = {}, track = {};
};
/// Reads case, vehicle, track and profile files and checks them together. `sets` are "key.path=value"; keys
/// that begin with "vehicle." or "track." change those files' values. Tables of contact that `shared` has are
/// taken from there. nullopt if there is any finding.
[[nodiscard]] std::optional<CaseModel> load_case(const std::filesystem::path& file,
                                                 const document::Assignments& sets, Findings& findings,
                                                 wheelrail::PairTables* shared = nullptr);
[[nodiscard]] std::optional<CaseModel> load_case(CaseDocuments documents, const document::Assignments& sets,
                                                 Findings& findings, wheelrail::PairTables* shared = nullptr);

/// What the files of a case say, or what was built in code: then there may be no sources.
struct CaseFiles {
  CaseSpec spec;
  vehicle::VehicleSpec vehicle;
  track::TrackSpec track;
  std::vector<SourceFile> sources = {};
};
/// The same from Specs: paths of profiles in them start from the working folder.
[[nodiscard]] std::optional<CaseModel> compile_case(CaseFiles files, Findings& findings,
                                                    wheelrail::PairTables* shared = nullptr);

/// Profiles, rails and contact of a case as they are after reading; for tools that need the geometry only.
struct CaseGeometry {
  CaseSpec spec;
  std::vector<profile::Profile> profiles;  ///< wheel left, wheel right, rail left, rail right
  double profile_position = 0, radius = 0;
  geometry::RailPlacement placement;
};
[[nodiscard]] std::optional<CaseGeometry> load_geometry(const std::filesystem::path& file,
                                                        const document::Assignments& sets,
                                                        Findings& findings);

/// What the case asks of the contact between wheel and rail.
[[nodiscard]] wheelrail::Settings contact_settings(const CaseSpec& spec);

}  // namespace flangeway::vehicle_case
