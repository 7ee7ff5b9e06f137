// The contents of a contact file (TOML), one to one. SI units; x forward, y left, z up.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/contact/patch/problem/problem.hpp"
#include "flangeway/contact_case/choices.hpp"
#include "flangeway/document/visitor.hpp"
#include "flangeway/wheel_on_rail/problem.hpp"

namespace flangeway::contact_case {

struct MaterialSpec {
  double shear_modulus = 8.2e10, poisson_ratio = 0.28;            ///< Pa, 1
  double youngs_modulus = 0;                                      ///< Pa; 0: shear_modulus holds
  double delayed_compliance = 0, delay_time = 0;                  ///< 1, s: visco-elastic
  double temperature = 20;                                        ///< °C, far from the contact
  double conductivity = 50, density = 7850, specific_heat = 450;  ///< W/(m K), kg/m³, J/(kg K)
};

struct FrictionSpec {
  double coefficient = 0.3;
  contact::patch::FrictionKind law = contact::patch::FrictionKind::coulomb;
  double fall_1 = 0, speed_1 = 0, fall_2 = 0, speed_2 = 0;
  double memory_distance = 0, memory_speed = 0;
  double temperature_change = 0, temperature_begin = 0, temperature_range = 1;  ///< 1, °C, K
  std::vector<std::array<double, 2>> over_inclination;                          ///< rad, 1; wheel on rail
};

struct SurfaceShape {
  std::vector<double> curvatures;  ///< 2
  std::vector<double> semi_axes;   ///< 2
  double curvature_x = 0, axis_ratio = 0, length = 0;
  std::vector<double> quadratic;  ///< 6
  std::vector<std::array<double, 2>> heights;
  double radius_x = 0, centre_x = 0;
  std::vector<double> waves;      ///< 8
  std::vector<double> distances;  ///< one per element
};

struct ElementsSpec {
  long nx = 0, ny = 0;
  double margin = 1.1;
  double dx = 0, dy = 0;
  std::vector<double> first;       ///< 2: centre of the first element
  std::vector<double> inside;      ///< 6
  std::vector<double> rectangles;  ///< 8
  bool bilinear = false;
};

struct BelowSpec {
  std::vector<double> depths, x, y;
};

struct MethodSpec {
  contact::patch::NormalMethod normal = contact::patch::NormalMethod::boundary_elements;
  contact::patch::TangentialMethod tangential = contact::patch::TangentialMethod::boundary_elements;
  double slope_initial = 1, slope_limit = 1, slope_rate = 0;
};

struct ThirdBodySpec {
  SourceLocation where;
  double thickness = 0, shear_modulus = 0;  ///< m, Pa
  double yield_stress = 0, hardening = 0;   ///< Pa, Pa/m
  double heat_share = 0;                    ///< of its plastic work
};

/// Keys shared by patches and wheels on rails.
struct SolutionSpec {
  double layer_flexibility = 0;  ///< m/Pa
  std::optional<ThirdBodySpec> third_body;
  FrictionSpec friction;
  bool heat = false;
  MethodSpec method;
  BelowSpec below;
  bool stiffness = false;
  LongSteps long_steps = LongSteps::divide;
};

struct PatchSpec : SolutionSpec {
  SourceLocation where;
  GivenNormal control = GivenNormal::force;
  double normal_force = 0, approach = 0;
  contact::patch::TangentialKind tangential = contact::patch::TangentialKind::steady_rolling;
  GivenTangential longitudinal = GivenTangential::creepage, lateral = GivenTangential::creepage;
  double longitudinal_creepage = 0, longitudinal_force = 0;
  double lateral_creepage = 0, lateral_force = 0;
  double spin = 0, spin_centre_x = 0, spin_centre_y = 0;
  Direction direction = Direction::forward;
  double speed = 0, step = 0;
  std::vector<double> extra_slip_x, extra_slip_y;
  MaterialSpec upper, lower;
  bool coupled = true;
  SurfaceShape surface;
  ElementsSpec elements;
};

struct RailPlaceSpec {
  Placing placing = Placing::gauge;
  double gauge = 1.435, gauge_depth = 0.014;
  double y = 0, z = 0, inclination_angle = 0;
  double deviation_y = 0, deviation_z = 0, deviation_roll = 0;
  double velocity_y = 0, velocity_z = 0, velocity_roll = 0;
  double roller_radius = 0;  ///< 0: a rail
  double roller_velocity_pitch = 0;
};

struct RailSpringsSpec {
  SourceLocation where;
  double stiffness_y = 0, stiffness_z = 0;
  double force_y = 0, force_z = 0;
};

struct WheelPlaceSpec {
  double back_to_back = 1.360, back_position = -0.070, wheel_radius = 0.460;
  std::vector<double> tape_circle;  ///< one, or none
};

struct WheelsetSpec {
  double s = 0, y = 0, z = 0, roll = 0, pitch = 0, yaw = 0;
  double speed = 0, velocity_y = 0, velocity_z = 0;
  double velocity_roll = 0, velocity_yaw = 0;
  double velocity_pitch = 0;  ///< 0: speed / wheel radius, the speed of the roller on one
};

struct ReferenceSpec {
  ReferenceSurface surface = ReferenceSurface::planar;
  wheel_on_rail::ReferencePosition position = wheel_on_rail::ReferencePosition::weighted;
  wheel_on_rail::ReferenceAngle angle = wheel_on_rail::ReferenceAngle::weighted;
  long power = 2;
};

struct ResolutionSpec {
  double dx = 5e-4, ds = 5e-4;
  long max_elements = 20000;
  double combine_distance = 4e-3, separate_distance = 8e-3;
  double turn_distance = 0;  ///< 0: 2 · separate − combine
  double separate_angle = 1.5707963267948966;
  wheel_on_rail::Search search = wheel_on_rail::Search::locus;
  bool bilinear = false;
};

struct WheelOnRailSpec : SolutionSpec {
  SourceLocation where;
  Side side = Side::left;
  document::Located<std::string> wheel, rail;
  double smoothing = 0;  ///< mm
  RailPlaceSpec rail_place;
  std::optional<RailSpringsSpec> rail_springs;
  WheelPlaceSpec wheel_place;
  WheelsetSpec wheelset;
  double curvature = 0;
  wheel_on_rail::VerticalControl vertical = wheel_on_rail::VerticalControl::force;
  double vertical_force = 0;
  wheel_on_rail::LongitudinalControl longitudinal = wheel_on_rail::LongitudinalControl::pitch_velocity;
  double longitudinal_force = 0;
  contact::patch::TangentialKind tangential = contact::patch::TangentialKind::steady_rolling;
  double step = 0;  ///< m; 0: elements.dx
  MaterialSpec wheel_material, rail_material;
  ReferenceSpec reference;
  ResolutionSpec elements;
};

struct SweepSpec {
  SourceLocation where;
  document::Located<std::string> key;
  std::vector<double> values;
  double from = 0, to = 0;
  long count = 0;
};

struct ContactSpec {
  document::Located<std::string> name;
  bool sequence = false;
  document::Located<std::string> table;
  std::vector<SweepSpec> sweep;
  std::optional<PatchSpec> patch;
  std::optional<WheelOnRailSpec> wheel_on_rail;
};

void describe(document::Visitor& v, PatchSpec& spec);
void describe(document::Visitor& v, WheelOnRailSpec& spec);
void describe(document::Visitor& v, ContactSpec& spec);

}  // namespace flangeway::contact_case
