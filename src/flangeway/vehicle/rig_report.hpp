// An element of a vehicle on the test rig (multibody/element_rig.hpp), as text and as JSON.
#pragma once

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/multibody/element_rig.hpp"
#include "flangeway/vehicle/vehicle_compile.hpp"

namespace flangeway::vehicle {

/// Load case of the rig.
struct RigRequest {
  std::string element;
  std::string direction = "z";      ///< of rig_directions(), for an element with several components
  std::vector<double> frequencies;  ///< of small motions, Hz
  multibody::Stroke stroke{multibody::StrokeShape::sine, 0};  ///< none without an amplitude
};
/// x, y, z, roll, pitch, yaw
[[nodiscard]] const std::vector<std::string>& rig_directions();

struct RigReport {
  std::string name, type, direction;
  bool rotational = false;                      ///< N m and N m/rad instead of N and N/m
  double nominal_force = 0;                     ///< N or N m
  std::vector<double> frequencies;              ///< Hz
  std::vector<std::complex<double>> stiffness;  ///< of small motions at each of them
  multibody::Stroke stroke;
  std::optional<multibody::RigLoop> loop;
};

/// Findings name the options of the command line, in `file`.
void check(const RigRequest& request, const std::string& file, Findings& findings);
/// Puts an element of the vehicle in `file` on the rig. Nothing, with findings, where the vehicle has no such
/// element or direction. Throws NumericalFailure where the stroke cannot be followed.
[[nodiscard]] std::optional<RigReport> report_on_rig(const VehicleModel& vehicle, const RigRequest& request,
                                                     const std::string& file, Findings& findings);

[[nodiscard]] std::string json_text(const RigReport& report);
[[nodiscard]] std::string summary_text(const RigReport& report);

}  // namespace flangeway::vehicle
