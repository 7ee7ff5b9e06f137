// Flexible bodies in a vehicle file.
#pragma once

#include <memory>

#include "flangeway/vehicle/mode_file.hpp"
#include "flangeway/vehicle/vehicle_spec.hpp"

namespace flangeway::vehicle {

/// A uniform beam free at both ends.
struct BeamSpec {
  double length = 0;                 ///< m, along the body, its centre of gravity in the middle
  double vertical = 0, lateral = 0;  ///< frequencies of first bending, Hz; 0: stiff
  long modes = 1;                    ///< in each direction
  double damping_ratio = 0.02;
};

/// Modes from a finite-element program.
struct ModeFileSpec {
  document::Located<std::string> file;
  Triple origin{};                                    ///< of its axes, in the vehicle frame
  double least_frequency = 1, highest_frequency = 0;  ///< Hz; 0: no highest
  double node_distance = 1e-3;                        ///< m
  double damping_ratio = 0.02;                        ///< of modes to which the file gives none
  std::shared_ptr<const ModeFile> content;            ///< read_vehicle() sets it; none: it cannot be read
};

struct ModeSpec {
  double frequency = 0;   ///< Hz
  double modal_mass = 0;  ///< kg
  double damping_ratio = 0.02;
  SourceLocation where;
  std::string key;
};

/// A point, and how far it moves in each mode.
struct ModePointSpec {
  document::Located<std::string> name;  ///< empty: its displacement is no channel
  Triple position{};
  std::vector<double> shapes;     ///< x, y, z of the first mode, then of the second, …
  std::vector<double> rotations;  ///< alike, rad for a displacement in the scale of the shapes; or none
  SourceLocation where;
  std::string key;
};

struct FlexibleBodySpec {
  document::Located<std::string> body;
  std::optional<BeamSpec> beam;
  std::optional<ModeFileSpec> mode_file;
  std::vector<ModeSpec> modes;
  std::vector<ModePointSpec> points;
  SourceLocation where;
  std::string key;
};

void describe(document::Visitor& visitor, BeamSpec& spec);
void describe(document::Visitor& visitor, ModeFileSpec& spec);
void describe(document::Visitor& visitor, ModeSpec& spec);
void describe(document::Visitor& visitor, ModePointSpec& spec);
void describe(document::Visitor& visitor, FlexibleBodySpec& spec);

}  // namespace flangeway::vehicle
