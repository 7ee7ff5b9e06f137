// What a user chooses by a word in a case file.
#pragma once

namespace flangeway::vehicle_case {

enum class Drive { prescribed, free };
enum class ContactReference { planar, curved };
enum class IntegratorMethod { abm4, rk4, dormand_prince, bdf };
enum class StepFailure { stop, halve };
enum class JointStabilisation { projection, baumgarte, partitioning };
enum class TrackCoupling { none, tight, cosim };
enum class TrackMesh { windows, whole, rigid };
enum class RemoteForces { answered, linear };

/// "abm4"
[[nodiscard]] const char* method_name(IntegratorMethod method);
/// The method takes steps of one size; the others choose their steps by an estimate of the error.
[[nodiscard]] constexpr bool has_fixed_steps(IntegratorMethod method) {
  return method == IntegratorMethod::abm4 || method == IntegratorMethod::rk4;
}

}  // namespace flangeway::vehicle_case
