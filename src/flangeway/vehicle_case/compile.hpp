// Compiles a case file into a model that is ready to run.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/track/spec.hpp"
#include "flangeway/vehicle/vehicle_spec.hpp"
#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/vehicle_case/spec.hpp"
#include "flangeway/wheelrail/pair_tables.hpp"

namespace flangeway::vehicle_case {

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
/// The same for what needs no run: a case that says nothing of its end is as good as any other.
[[nodiscard]] std::optional<CaseModel> load_case_without_run(const std::filesystem::path& file,
                                                             const document::Assignments& sets,
                                                             Findings& findings);

/// For a computation that elastic contact, the default, does not serve. To assignments for a case that names
/// no contact method, itself or by its settings, it adds that of `kec`, and a note that names `why`: "limit
/// cycles are not followed with elastic contact".
[[nodiscard]] document::Assignments with_constraints(document::Document root, document::Assignments sets,
                                                     const std::string& why);

/// Files of a case, or models built in code: then there may be no sources.
struct CaseFiles {
  CaseSpec spec;
  vehicle::VehicleSpec vehicle;
  track::TrackSpec track;
  std::vector<SourceFile> sources = {};
  std::vector<std::string> notes = {};  ///< about the files: for the warnings of a run
};
/// The same from Specs: paths of profiles in them start from the working folder.
[[nodiscard]] std::optional<CaseModel> compile_case(CaseFiles files, Findings& findings,
                                                    wheelrail::PairTables* shared = nullptr);

}  // namespace flangeway::vehicle_case
