// From a vehicle file to a model ready to run.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/source_file.hpp"
#include "flangeway/multibody/model.hpp"
#include "flangeway/vehicle/body_shape.hpp"
#include "flangeway/vehicle/vehicle_spec.hpp"

namespace flangeway::vehicle {

/// A wheelset of the vehicle, with its data for the contact.
struct Wheelset {
  std::size_t body = 0;         ///< index in multibody::Model::bodies
  double wheel_radius = 0;      ///< nominal rolling radius r0, m
  double profile_position = 0;  ///< Lw: from the wheelset's centre to the origin of the wheel profile, m
  document::Located<std::string> profile_left, profile_right;  ///< names or files
  SourceLocation where;                                        ///< in the vehicle file
  std::string key;                                             ///< there
  /// Body that the torques on its wheels react on; no_index: none.
  std::size_t torque_reaction = multibody::no_index;
  std::size_t twist = multibody::no_index;  ///< in multibody::Model::axle_twists; no_index: a rigid wheelset
};

struct VehicleModel {
  std::string name;
  multibody::Model bodies;
  std::vector<Wheelset> wheelsets;                 ///< in the order of the file
  std::vector<BodyShape> shapes = {};              ///< of bodies whose shape comes from a file
  std::vector<std::string> notes = {};             ///< changes to values of the file
  std::vector<document::SourceFile> sources = {};  ///< libraries of laws that its elements call
};

/// Checks everything, builds bodies and elements, and solves the preloads. nullopt if there is any finding
/// (earlier ones included).
[[nodiscard]] std::optional<VehicleModel> compile(const VehicleSpec& spec, Findings& findings);

/// Nominal state (multibody::nominal_state) with every wheelset rolling: pitch rate = speed/r0.
[[nodiscard]] std::vector<double> rolling_state(const VehicleModel& vehicle, double s0, double speed);

}  // namespace flangeway::vehicle
