// The contents of a case file, one to one: vehicle, track, speed and methods.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/contact/rail_condition.hpp"
#include "flangeway/control/spec.hpp"
#include "flangeway/document/visitor.hpp"
#include "flangeway/law/law_spec.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/vehicle_case/choices.hpp"
#include "flangeway/vehicle_case/roller_rig.hpp"
#include "flangeway/vehicle_case/wheel_spec.hpp"
#include "flangeway/wheelrail/model.hpp"

namespace flangeway::vehicle_case {

/// Profiles in place of those that the vehicle and track files name.
struct ProfilesSpec {
  document::Located<std::string> wheel, rail;
  profile::Origin origin = profile::Origin::house;
  double smoothing = 0;  ///< mm, see profile::ReadOptions; for profiles read from files
};

struct InitialSpec {
  double s = 0;  ///< m, place of the vehicle's reference on the track
  double chainage =
      std::numeric_limits<double>::quiet_NaN();  ///< m, of the same, in place of s; NaN: s holds
  double y = 0, yaw = 0;                         ///< m, rad: of all wheelsets
};

struct KecSpec {
  TableGeometry geometry = TableGeometry::patch;
  double transition_length = 5e-4;  ///< m
  long points = 6601;
  double conicity = 0;                ///< 1; 0: of the profiles
  double load_transition_length = 0;  ///< m; 0: transition_length
  bool linear_roll = false, irregularity_accelerations = true;
  bool operator==(const KecSpec&) const = default;
};

struct LookupSpec {
  TableGeometry geometry = TableGeometry::patch;
  long lateral_points = 361, gauge_points = 11;
  double gauge_variation = 0.009;   ///< m
  double transition_length = 5e-4;  ///< m
  double overlap = 3e-3;            ///< m
  double flange_stiffness = 1e10;   ///< N/m^1.5; 0: Hertz
  double flange_damping = 1e8;      ///< N s/m²
  bool linear_gauge = false, rotated_axes = true, longitudinal_terms = true;
  bool operator==(const LookupSpec&) const = default;
};

/// Elastic contact.
struct ElasticSpec {
  double restitution = 0.5;
  double damper = 0;              ///< N s/m; 0: restitution holds
  double min_impact_speed = 0.1;  ///< m/s
  double max_step = 5e-4;         ///< s
  bool operator==(const ElasticSpec&) const = default;
};

/// Friction of the rails from one place of the track to the next.
struct FrictionStationSpec {
  double s = std::numeric_limits<double>::quiet_NaN();         ///< m; NaN: chainage holds
  double chainage = std::numeric_limits<double>::quiet_NaN();  ///< m; NaN: s holds
  double coefficient = -1;                                     ///< negative: over_angle_deg holds
  double left = -1, right = -1;
  std::vector<std::array<double, 2>> over_angle_deg;  ///< [deg, coefficient]
  SourceLocation where;
};

/// Wheels clean the rails for those behind them.
struct RecoverySpec {
  double coefficient = 0;
  double work = 0;  ///< J/m
};

struct FrictionSpec {
  contact::RailCondition condition = contact::RailCondition::given;
  double coefficient = 0.3;
  double left = -1, right = -1;  ///< in place of coefficient where not negative
  double limit_ratio = 1, decay = 0;
  std::vector<std::array<double, 2>> over_angle_deg;  ///< [deg, coefficient]
  std::vector<FrictionStationSpec> stations;
  std::optional<RecoverySpec> recovery;
  law::LawSpec own;
};

struct CreepSpec {
  contact::CreepLaw law = contact::CreepLaw::kalker_table;
  double k_a = 1, k_s = 1;
  double f11 = 0, f22 = 0, f23 = 0, f33 = 0, limit = 0;
  law::LawSpec own;
};

/// The user's law of the normal force, with elastic contact.
struct NormalSpec {
  law::LawSpec own;
};

struct ContactSpec {
  wheelrail::Method method = wheelrail::Method::elastic;
  wheelrail::PatchModel patch = wheelrail::PatchModel::hertz;
  ContactReference reference = ContactReference::planar;
  double element_size = 5e-4;      ///< m
  double patch_tolerance = 0.002;  ///< of the wheel's load
  long patch_threads = 1;
  wheelrail::NormalForceCoupling normal_force = wheelrail::NormalForceCoupling::solved;
  bool lift_off = false;
  FrictionSpec friction;
  CreepSpec creep;
  KecSpec kec;
  LookupSpec lookup;
  ElasticSpec elastic;
  NormalSpec normal;
  double youngs_modulus = 2.1e11, poisson_ratio = 0.28;  ///< Pa, 1
  double shear_modulus = 0;                              ///< Pa; 0: youngs_modulus holds
  double curvature_window = 2e-3;                        ///< m
};

inline constexpr double usual_step = 1e-3;  ///< s

struct IntegrationSpec {
  IntegratorMethod method = IntegratorMethod::automatic;
  double step =
      0;  ///< s; the first step of methods with adaptive steps; 0: usual_step, or as `automatic` finds
  double relative_tolerance = 1e-6, absolute_tolerance = 1e-6;  ///< of adaptive steps
  double max_step = 0.02;                                       ///< s, of the same; 0: no limit
  long max_order = 2;                                           ///< of bdf and ndf
  ErrorNorm error_norm = ErrorNorm::root_mean_square;           ///< of adaptive steps
  StepFailure step_failure = StepFailure::stop;                 ///< of abm4 and rk4
  double duration = 0;  ///< s; 0: until the reference reaches the end of the track
  bool stiff_creep = true;
  JointStabilisation joint_stabilisation = JointStabilisation::projection;
  double joint_stabilisation_rate = 100;        ///< 1/s, of Baumgarte's terms
  double joint_stabilisation_threshold = 1e-6;  ///< m, rad; m/s, rad/s: of partitioning
  bool wheel_projection = true;
};

struct OutputSpec {
  double interval = 0.01;                 ///< s
  double judged_interval = 0.002;         ///< s, of what rules judge; 0: not recorded
  double flush_interval = 1;              ///< s of the clock
  std::vector<double> track_places;       ///< m, where a flexible track is recorded
  std::vector<double> track_chainages;    ///< m, more such places by their chainage
  double deformed_track_interval = 0.02;  ///< s; 0: the shape of a flexible track is not recorded
};

/// Rigid or flexible track, and how it is computed.
struct CouplingSpec {
  TrackCoupling method = TrackCoupling::none;
  TrackMesh mesh = TrackMesh::moving;
  double reach = 6;         ///< m, of windows, or of the mesh before and behind the run
  double tolerance = 1e-2;  ///< of the shapes that windows leave out
};

/// Vehicle and track in two processes.
struct CosimSpec {
  double step = 2.5e-4;  ///< s, of the track
  RemoteForces forces = RemoteForces::jacobian;
};

/// Motor torque on the spin of wheelsets, for drive = "free".
struct TractionSpec {
  std::vector<std::array<double, 2>> torque;              ///< [t in s, Nm per wheelset]
  std::vector<document::Located<std::string>> wheelsets;  ///< empty: all
};

struct CaseSpec {
  document::Located<std::string> name, vehicle, track;
  double speed = 0;                                  ///< m/s
  std::vector<std::array<double, 2>> speed_profile;  ///< [t in s, m/s]
  Drive drive = Drive::prescribed;
  document::Located<std::string> driven_body;
  ProfilesSpec profiles;
  std::vector<WheelSpec> wheels;
  InitialSpec initial;
  TractionSpec traction;
  std::optional<RollerRigSpec> roller_rig;
  ContactSpec contact;
  IntegrationSpec integration;
  CouplingSpec coupling;
  CosimSpec cosim;
  OutputSpec output;
  control::Spec control;
  SourceLocation where;
};

void describe(document::Visitor& v, ProfilesSpec& spec);
void describe(document::Visitor& v, InitialSpec& spec);
void describe(document::Visitor& v, KecSpec& spec);
void describe(document::Visitor& v, LookupSpec& spec);
void describe(document::Visitor& v, ElasticSpec& spec);
void describe(document::Visitor& v, FrictionStationSpec& spec);
void describe(document::Visitor& v, RecoverySpec& spec);
void describe(document::Visitor& v, FrictionSpec& spec);
void describe(document::Visitor& v, CreepSpec& spec);
void describe(document::Visitor& v, ContactSpec& spec);
void describe(document::Visitor& v, IntegrationSpec& spec);
void describe(document::Visitor& v, CouplingSpec& spec);
void describe(document::Visitor& v, CosimSpec& spec);
void describe(document::Visitor& v, OutputSpec& spec);
void describe(document::Visitor& v, TractionSpec& spec);
void describe(document::Visitor& v, CaseSpec& spec);

}  // namespace flangeway::vehicle_case
