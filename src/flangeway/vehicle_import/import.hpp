// Vehicles of other programs as vehicle files, with a list of all that is not in them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "flangeway/core/diagnostics.hpp"

namespace flangeway::vehicle_import {

/// Properties that a model does not have, but a vehicle file needs.
struct ImportSettings {
  std::string wheel_profile = {};  ///< name or file; empty: a case names it
  double back_to_back = 0;         ///< m, between the flange backs; 0: not given, which is a finding
  double wheel_radius = 0;         ///< m; 0: by the height of the wheelsets
  bool uses_equilibrium = false;   ///< preloads of SIMPACK models by the equilibrium, not by nominal forces
};

struct ImportedVehicle {
  std::string text;                         ///< the vehicle file
  std::vector<std::string> translated;      ///< "bodies: 7"
  std::vector<std::string> readings;        ///< decisions that the file leaves open, with what decided
  std::vector<std::string> not_translated;  ///< each with its reason; empty: all is in the vehicle file
};

/// A vehicle definition of OpenRailVehicleDynamics (JSON). `file` is its name in findings.
[[nodiscard]] std::optional<ImportedVehicle> import_orvd(std::string_view text, const std::string& file,
                                                         const ImportSettings& settings, Findings& findings);

/// A model of SIMPACK (.spck) with its substructures, which are looked for in its folder and its search
/// paths.
[[nodiscard]] std::optional<ImportedVehicle> import_spck(std::string_view text, const std::string& file,
                                                         const ImportSettings& settings, Findings& findings);
/// Whether a text is a model of SIMPACK.
[[nodiscard]] bool is_spck(std::string_view text);

/// The three lists for people.
[[nodiscard]] std::string report_text(const ImportedVehicle& vehicle);
/// The same as a JSON document.
[[nodiscard]] std::string report_json(const ImportedVehicle& vehicle);

}  // namespace flangeway::vehicle_import
