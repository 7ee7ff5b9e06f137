// The settings of a run besides vehicle, track and contact, compiled from the Spec, in SI units.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "flangeway/vehicle_case/choices.hpp"

namespace flangeway::vehicle_case {

/// The position of the vehicle at t = 0.
struct InitialSettings {
  double s = 0;           ///< m, place of the vehicle's reference on the track
  double y = 0, yaw = 0;  ///< m, rad: of all wheelsets
};

/// The forward motion of the vehicle.
struct DriveSettings {
  Drive mode = Drive::prescribed;
  double speed = 0;                                  ///< m/s, at t = 0
  std::vector<std::array<double, 2>> speed_profile;  ///< [t in s, m/s]; empty: constant
  std::vector<std::array<double, 2>> torque;         ///< [t in s, N m of each driven wheelset]
  std::vector<bool> driven_wheelsets;                ///< for each wheelset of the vehicle
};

/// Decision of simulate::choose_integrator() for integration.method = "auto".
struct IntegratorChoice {
  bool open = false;         ///< not made yet: method and step are those to begin with
  bool step_given = false;   ///< by the case
  bool needs_fixed = false;  ///< the case has something that methods with adaptive steps cannot follow
  std::string reason;        ///< why the method and the step were taken; empty: the case gives the method
  std::string warning;       ///< about the step that the case gives; empty: none
};

struct IntegrationSettings {
  IntegratorMethod method = IntegratorMethod::abm4;
  double step = 1e-3;  ///< s; the first step of methods with adaptive steps
  IntegratorChoice choice;
  double relative_tolerance = 1e-6, absolute_tolerance = 1e-6;
  double max_step = 0.02;  ///< s; 0: no limit
  int max_order = 2;
  ErrorNorm error_norm = ErrorNorm::root_mean_square;
  StepFailure step_failure = StepFailure::stop;
  double duration = 0;  ///< s; 0: until the reference reaches the end of the track
  JointStabilisation joint_stabilisation = JointStabilisation::projection;
  double joint_stabilisation_rate = 100;        ///< 1/s
  double joint_stabilisation_threshold = 1e-6;  ///< m, rad; m/s, rad/s
  bool wheel_projection = true;                 ///< of wheels that constraints hold on their rails
};

/// How the flexible track is computed.
struct CouplingSettings {
  TrackCoupling method = TrackCoupling::none;
  TrackMesh mesh = TrackMesh::moving;
  double reach = 6;         ///< m, of windows, or of the mesh before and behind the run
  double tolerance = 1e-2;  ///< of the basis vectors that windows leave out
};

struct CosimSettings {
  double step = 2.5e-4;  ///< s, of the track
  RemoteForces forces = RemoteForces::jacobian;
};

struct OutputSettings {
  double interval = 0.01;                 ///< s
  double judged_interval = 0.002;         ///< s, of what rules judge; 0: not recorded
  double flush_interval = 1;              ///< s of the clock
  std::vector<double> track_places;       ///< m
  double deformed_track_interval = 0.02;  ///< s; 0: the shape of a flexible track is not recorded
};

}  // namespace flangeway::vehicle_case
