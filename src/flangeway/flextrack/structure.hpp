// The structure of a track after its checks. Meshes of any stretch are made from it.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/source_file.hpp"
#include "flangeway/flextrack/beam.hpp"
#include "flangeway/track/spec.hpp"

namespace flangeway::flextrack {

/// Factors on stiffness and damping, of the left and the right side.
struct Factors {
  double pad[2] = {1, 1}, ballast[2] = {1, 1}, bond[2] = {1, 1};
  [[nodiscard]] bool none() const;
};

/// Exceptions from the regular track: a missing pad, a hanging sleeper, the way onto a slab.
struct StructureChange {
  double from = 0, to = 0;  ///< m
  double ramp = 0;          ///< m, over which the factors grow from 1 before `from` and return after `to`
  Factors factors;
};

/// Random factors on pads and ballast, or foundation, from seat to seat: log-normal, of mean 1.
struct Scatter {
  double pad = 0, ballast = 0;  ///< standard deviation of the factors' logarithms; 0: all are 1
  std::uint64_t seed = 1;
};

struct RailBeam {
  Section section;
  double height = 0, centre_height = 0;  ///< m, of the top and of the centre of the section above the foot
  double foot_width = 0;                 ///< m
};

struct SleeperType {
  track::SleeperKind kind = track::SleeperKind::mono_block;
  double length = 0, height = 0;  ///< m
  double block_length = 0;        ///< m, twin_block: of each block
  Section section;
  std::optional<Section> middle;        ///< between the blocks, or where a mono-block is slimmer
  std::array<double, 6> node_places{};  ///< m, lateral, from left to right
};

/// Springs and dampers along three axes and about them: longitudinal, lateral, vertical.
struct Support {
  Vec6 stiffness = Vec6::Zero(), damping = Vec6::Zero();  ///< N/m and N m/rad; N s/m and N m s/rad
  double mass = 0;                                        ///< kg, lumped half to each end
};

/// A beam along the middle of the track, with two rail seats above each of its places.
struct Slab {
  double from = 0, to = 0;       ///< m, of the seats that it has
  double width = 0, height = 0;  ///< m
  Section section;
  Support foundation;            ///< under each metre of a half of its width
  std::optional<Support> joint;  ///< from one slab to the next; none: the slab has no joints
  long seats = 1;                ///< of each slab, the first one at the structure's offset
  bool closed = false;           ///< its joints are as stiff as the slab
};

struct Absorber {
  double length = 0;     ///< m, of each end in which the rails are damped more and more
  double damping = 0;    ///< 1/s, at the very end: force per mass and velocity
  double frequency = 0;  ///< Hz, at which the terminal dampers take all of a bending wave
};

struct Structure {
  track::BeamTheory theory = track::BeamTheory::euler_bernoulli;
  long elements_per_bay = 6;
  double spacing = 0;  ///< m, of the rail seats
  double offset = 0;   ///< m, a rail seat lies at this s
  RailBeam rail;
  std::optional<SleeperType> sleeper;
  std::optional<Slab> slab;
  Support pad;      ///< one under each rail seat
  Support ballast;  ///< one under each end and one inside of each rail seat: four per sleeper
  Support bond;     ///< from those four nodes to the ones of the next sleeper
  Absorber absorber;
  std::vector<StructureChange> changes;
  Scatter scatter;
  double rail_distance = 0;                    ///< m, of the centres of the rails' sections
  double inclination = 0;                      ///< rad, of the rails towards the track centre
  SourceLocation where;                        ///< in the track file, for findings
  std::string key;                             ///< there
  std::optional<document::SourceFile> source;  ///< of `structure_of`, as it was read

  /// Some rail seats are supported differently from others.
  [[nodiscard]] bool varies() const { return !changes.empty() || scatter.pad > 0 || scatter.ballast > 0; }
  /// Joints of slabs that are not closed.
  [[nodiscard]] bool jointed() const { return slab && slab->joint && !slab->closed; }
  /// Sleepers here and a slab there.
  [[nodiscard]] bool mixed() const { return sleeper && slab; }
};

/// Whether a slab carries the rail seat number `seat`, counted from the one at the offset.
[[nodiscard]] bool on_slab(const Structure& structure, long seat);
/// Whether there is a joint that is not closed between this seat and the one before.
[[nodiscard]] bool joint_before(const Structure& structure, long seat);

/// The factors at the rail seat next to s, of all changes and the scatter together.
[[nodiscard]] Factors factors_at(const Structure& structure, double s);

[[nodiscard]] Section compile_section(const track::BeamSpec& spec);

/// Checks the structure that a track file has or takes from another one; nullopt with findings, also where
/// there is none.
[[nodiscard]] std::optional<Structure> compile_structure(const track::TrackSpec& spec, Findings& findings);

}  // namespace flangeway::flextrack
