// Options that a case file selects by a word: each has one table.
#pragma once

#include <array>

#include "flangeway/core/choice.hpp"

namespace flangeway::vehicle_case {

enum class Drive { prescribed, free, rollers };

constexpr auto alternatives_of(Drive) {
  using One = Alternative<Drive>;
  return std::array{
      One{Drive::prescribed,
          "prescribed",
          "the forward speed of one body is a given function of time",
          {"speed_profile", "driven_body"}},
      One{Drive::free, "free", "motor torques and running resistance change the speed", {"traction"}},
      One{Drive::rollers,
          "rollers",
          "the vehicle stands on a roller rig, which holds one body; distance is what rolls over it",
          {"roller_rig", "driven_body", "traction"}}};
}

/// Drive of the rollers of a rig.
enum class RollerMotion { driven, free };

constexpr auto alternatives_of(RollerMotion) {
  using One = Alternative<RollerMotion>;
  return std::array{One{RollerMotion::driven,
                        "driven",
                        "their surface speed is a given function of time",
                        {"speed_profile"}},
                    One{RollerMotion::free,
                        "free",
                        "wheels and a torque turn them against their inertia",
                        {"inertia", "torque"}}};
}

/// Contact geometry in the tables of kec and lut.
enum class TableGeometry { points, patch };

constexpr auto alternatives_of(TableGeometry) {
  using One = Alternative<TableGeometry>;
  return std::array{One{TableGeometry::points, "points",
                        "contact angles, rolling radii and positions are those of the points at which rigid "
                        "profiles touch, as in the papers and in versions that did not have this key"},
                    One{TableGeometry::patch, "patch",
                        "contact angles, rolling radii and positions are means over the patch of a wheel "
                        "with the mean static load of the vehicle"}};
}

enum class ContactReference { planar, curved };

constexpr auto alternatives_of(ContactReference) {
  using One = Alternative<ContactReference>;
  return std::array{
      One{ContactReference::planar, "planar", "a patch lies in its tangent plane. Right for most contacts"},
      One{ContactReference::curved, "curved",
          "a patch follows the mean surface of both profiles. For conformal contact, as in a worn flange "
          "root"}};
}

enum class IntegratorMethod { automatic, abm4, rk4, dormand_prince, bdf, ndf };

constexpr auto alternatives_of(IntegratorMethod) {
  using One = Alternative<IntegratorMethod>;
  return std::array{
      One{IntegratorMethod::automatic,
          "auto",
          "bdf with elastic contact; else the start of the run decides: the method and step that are stable "
          "for all modes of the vehicle and cost least",
          {"step_failure", "stiff_creep", "relative_tolerance", "absolute_tolerance", "max_step", "max_order",
           "error_norm"}},
      One{IntegratorMethod::abm4,
          "abm4",
          "Adams-Bashforth-Moulton of order 4 with fixed steps, two evaluations a step. The fastest for most "
          "cases",
          {"step_failure", "stiff_creep"}},
      One{IntegratorMethod::rk4,
          "rk4",
          "Runge-Kutta of order 4 with fixed steps, four evaluations a step. For cases with many impacts",
          {"step_failure", "stiff_creep"}},
      One{IntegratorMethod::dormand_prince,
          "dormand_prince",
          "explicit Runge-Kutta of order 5 with adaptive steps. Take it to control the error by a tolerance",
          {"relative_tolerance", "absolute_tolerance", "max_step", "error_norm"}},
      One{IntegratorMethod::bdf,
          "bdf",
          "implicit backward differentiation with adaptive steps. For elastic contact, and for stiff "
          "vehicles with bushings or rigid mounts",
          {"relative_tolerance", "absolute_tolerance", "max_step", "max_order", "error_norm"}},
      One{IntegratorMethod::ndf,
          "ndf",
          "numerical differentiation formulas with adaptive steps, as in Matlab's ode15s. For comparisons "
          "with results of it, with max_order = 5 and error_norm = \"maximum\"",
          {"relative_tolerance", "absolute_tolerance", "max_step", "max_order", "error_norm"}}};
}
/// Implicit methods whose adaptive steps go on from the steps before.
[[nodiscard]] constexpr bool takes_past_steps(IntegratorMethod method) {
  return method == IntegratorMethod::bdf || method == IntegratorMethod::ndf;
}
/// Whether the method takes steps of one size, or can: `automatic` chooses one if the case needs it. The
/// others choose their steps by an estimate of the error.
[[nodiscard]] constexpr bool has_fixed_steps(IntegratorMethod method) {
  return method != IntegratorMethod::dormand_prince && !takes_past_steps(method);
}

enum class ErrorNorm { root_mean_square, maximum };

constexpr auto alternatives_of(ErrorNorm) {
  using One = Alternative<ErrorNorm>;
  return std::array{
      One{ErrorNorm::root_mean_square, "root_mean_square",
          "root mean square of the errors over their tolerances; for velocities and spin angles "
          "absolute_tolerance is ten times larger"},
      One{ErrorNorm::maximum, "maximum",
          "largest error over its tolerance, max(absolute_tolerance, relative_tolerance times the variable), "
          "all in SI units, as in Matlab. For comparisons with its results"}};
}

enum class StepFailure { stop, halve };

constexpr auto alternatives_of(StepFailure) {
  using One = Alternative<StepFailure>;
  return std::array{One{StepFailure::stop, "stop", "the run ends with a numerical failure"},
                    One{StepFailure::halve, "halve",
                        "the step is repeated at half the size, and lengthened again afterwards. For "
                        "derailments and impacts"}};
}

enum class JointStabilisation { projection, baumgarte, partitioning };

constexpr auto alternatives_of(JointStabilisation) {
  using One = Alternative<JointStabilisation>;
  return std::array{
      One{JointStabilisation::projection, "projection",
          "positions and velocities are put back onto the joints after each step. The most accurate"},
      One{JointStabilisation::baumgarte,
          "baumgarte",
          "terms in the accelerations damp the errors of the joints. Needs no correction after a step",
          {"joint_stabilisation_rate"}},
      One{JointStabilisation::partitioning,
          "partitioning",
          "as baumgarte; dependent coordinates are solved anew when the error exceeds the threshold",
          {"joint_stabilisation_rate", "joint_stabilisation_threshold"}}};
}

enum class TrackCoupling { none, tight, cosim, mass_spring };

constexpr auto alternatives_of(TrackCoupling) {
  using One = Alternative<TrackCoupling>;
  return std::array{
      One{TrackCoupling::none, "none", "the track is rigid"},
      One{TrackCoupling::tight,
          "tight",
          "the track is flexible and is integrated together with the vehicle",
          {"mesh"}},
      One{TrackCoupling::cosim,
          "cosim",
          "the track is computed in a second process, with steps of its own: flangeway cosim",
          {"mesh"}},
      One{TrackCoupling::mass_spring, "mass_spring",
          "masses on springs move with each wheelset (mass_spring of the track file). Cheap, and "
          "for every contact method"}};
}

enum class TrackMesh { moving, full, rigid };

constexpr auto alternatives_of(TrackMesh) {
  using One = Alternative<TrackMesh>;
  return std::array{
      One{.value = TrackMesh::moving,
          .name = "moving",
          .text = "reduced finite element models that move with the wheelsets. Fast on long tracks",
          .former = "windows"},
      One{.value = TrackMesh::full,
          .name = "full",
          .text = "a finite element model of the whole distance. For short tracks and for comparison",
          .former = "whole"},
      One{.value = TrackMesh::rigid,
          .name = "rigid",
          .text = "no finite elements: a rigid track, in a second process all the same"}};
}

enum class RemoteForces { jacobian, extrapolated };

constexpr auto alternatives_of(RemoteForces) {
  using One = Alternative<RemoteForces>;
  return std::array{
      One{.value = RemoteForces::jacobian,
          .name = "jacobian",
          .text =
              "extrapolated linearly, and corrected by the contact Jacobian for the motion of the wheelsets",
          .former = "answered"},
      One{.value = RemoteForces::extrapolated,
          .name = "extrapolated",
          .text = "extrapolated linearly from the last two steps of the track. Simpler, and less stable",
          .former = "linear"}};
}

}  // namespace flangeway::vehicle_case
