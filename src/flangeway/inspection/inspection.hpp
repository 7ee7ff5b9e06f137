// First look at a vehicle, a case, a profile or a record: numbers, the bands in which
// they usually lie, and a warning where one lies outside. Theory: docs/theory/vehicle_check.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/acceptance/record.hpp"
#include "flangeway/geometry/conicity_analysis.hpp"
#include "flangeway/vehicle_case/model.hpp"
#include "flangeway/vehicle_case/vehicle_check.hpp"

namespace flangeway::inspection {

struct Inspection {
  std::string kind;  ///< "vehicle", "case", "profile", "record"
  std::string name;
  std::vector<vehicle_case::CheckedRole> roles;  ///< of the bodies of a vehicle
  std::vector<vehicle_case::CheckedValue> values;
  std::vector<vehicle_case::SuspensionMode> modes;
  /// Equivalent conicities of the first wheelset on its rails, or of the profile on a usual partner.
  std::optional<geometry::ConicityAnalysis> conicity;
  std::string conicity_of;  ///< "wheelset1 on the rails of the case"
  std::vector<std::string> warnings;
  std::vector<std::string> not_judged;  ///< and why
  std::vector<document::SourceFile> sources;
};

[[nodiscard]] Inspection inspect(const vehicle::VehicleModel& vehicle);
[[nodiscard]] Inspection inspect(const vehicle_case::CaseModel& model);
/// A wheel on 60E1 rails 1:40, or a rail under S1002 wheels.
[[nodiscard]] Inspection inspect(const profile::Profile& section);
/// Extreme values of all channels with a usual band.
[[nodiscard]] Inspection inspect(const acceptance::Record& record);

[[nodiscard]] std::string text(const Inspection& inspection);
/// JSON: kind, name, roles, values, modes, conicity, warnings, not_judged.
[[nodiscard]] std::string json_text(const Inspection& inspection);
[[nodiscard]] std::string page(const Inspection& inspection, const std::string& command_line);

}  // namespace flangeway::inspection
