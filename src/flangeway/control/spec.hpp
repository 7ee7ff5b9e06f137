// The controllers of a case file, one to one.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "flangeway/document/visitor.hpp"
#include "flangeway/fmi/unit.hpp"

namespace flangeway::control {

using Curve = std::vector<std::array<double, 2>>;
using Names = std::vector<document::Located<std::string>>;

/// Keys shared by all controllers.
struct ControllerSpec {
  document::Located<std::string> name;
  double sample_time = 0.01;  ///< s
  double limit = 0;           ///< of the size of an output; 0: none
  Names inputs, outputs;
  SourceLocation where;
  std::string key;
};

struct TableSpec : ControllerSpec {
  Curve table;
};

struct SpeedSpec : ControllerSpec {
  Curve speed;  ///< [s, m/s]
  double proportional_gain = 0, integral_time = 0;
  double constant_power_from = 0;  ///< m/s
};

struct SlideProtectionSpec : ControllerSpec {
  Curve braking;  ///< [s, Nm]
  double wheel_radius = 0, release_slip = 0.15, apply_slip = 0.08, release_rate = 5, apply_rate = 1,
         least_speed = 1;
};

struct LevellingSpec : ControllerSpec {
  double gain = 0.1, dead_band = 0.005, delay = 1, filter_time = 0.5;
};

struct LateralSpec : ControllerSpec {
  double skyhook_damping = 0, centring_stiffness = 0, filter_time = 2;
};

struct GuidanceSpec : ControllerSpec {
  double lateral_gain = 0, yaw_gain = 0, yaw_rate_gain = 0;  ///< Nm/m, Nm/rad, Nms/rad
  double filter_time = 0;                                    ///< s
};

/// Controller in a program that runs beside the simulation.
struct ExternalSpec : ControllerSpec {
  document::Located<std::string> file;
  double time_limit = 10;  ///< s of the clock
};

struct PythonSpec : ExternalSpec {
  document::Located<std::string> function{.value = "control", .where = {}};
};

/// A program that somebody starts beside the run; `file` is the mapped file of their exchange.
struct SharedMemorySpec : ExternalSpec {};

enum class FmuUse { automatic, co_simulation, model_exchange };
inline constexpr auto alternatives_of(FmuUse) {
  return std::to_array<Alternative<FmuUse>>({
      {FmuUse::automatic, "auto", "co-simulation where the FMU offers it, else model exchange"},
      {FmuUse::co_simulation, "co_simulation", "the FMU brings its own solver"},
      {FmuUse::model_exchange, "model_exchange", "solver integrates the states of the FMU"},
  });
}
struct FmuSpec : ExternalSpec {
  Names input_variables, output_variables;
  std::vector<document::Setting> parameters;
  FmuUse use = FmuUse::automatic;
  fmi::Solver solver = fmi::Solver::rk4;
  double step = 1e-3;  ///< s
};

struct Spec {
  std::vector<TableSpec> tables;
  std::vector<SpeedSpec> speed;
  std::vector<SlideProtectionSpec> slide_protection;
  std::vector<LevellingSpec> levelling;
  std::vector<LateralSpec> lateral;
  std::vector<GuidanceSpec> guidance;
  std::vector<PythonSpec> python;
  std::vector<FmuSpec> fmus;
  std::vector<SharedMemorySpec> shared_memory;
};

void describe(document::Visitor& v, TableSpec& spec);
void describe(document::Visitor& v, SpeedSpec& spec);
void describe(document::Visitor& v, SlideProtectionSpec& spec);
void describe(document::Visitor& v, LevellingSpec& spec);
void describe(document::Visitor& v, LateralSpec& spec);
void describe(document::Visitor& v, GuidanceSpec& spec);
void describe(document::Visitor& v, PythonSpec& spec);
void describe(document::Visitor& v, FmuSpec& spec);
void describe(document::Visitor& v, SharedMemorySpec& spec);
void describe(document::Visitor& v, Spec& spec);

}  // namespace flangeway::control
