// The structure of a flexible track as a track file describes it, one to one: rails, sleepers and slabs are
// beams; pads, ballast, bonds between sleepers and foundations of slabs are springs with dampers. SI units;
// triples are [longitudinal, lateral, vertical].
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "flangeway/document/visitor.hpp"
#include "flangeway/track/choices.hpp"

namespace flangeway::track {

using Triple = std::array<double, 3>;

/// A beam's section and material. Axes of the section: y lateral, z upright.
struct BeamSpec {
  double youngs_modulus = 0, shear_modulus = 0;      ///< Pa
  double area = 0;                                   ///< m²
  double torsion_constant = 0;                       ///< m⁴, of GJ
  double inertia_vertical = 0, inertia_lateral = 0;  ///< m⁴, of vertical and of lateral bending
  double density = 0;                                ///< kg/m³
  double rayleigh_mass = 0, rayleigh_stiffness = 0;  ///< 1/s, s: C = mass M + stiffness K
  double shear_coefficient = 0.4;                    ///< share of the area in shear; Timoshenko only
};

struct RailBeamSpec {
  BeamSpec beam;
  double height = 0.172,
         centre_height = 0.081;  ///< m, of the top and of the centre of the section above the foot
  double foot_width = 0.15, head_width = 0.072;  ///< m
};

struct SleeperSpec {
  SleeperKind kind = SleeperKind::mono_block;
  double spacing = 0.6;     ///< m
  double offset = 0;        ///< m, a sleeper lies at this s
  double length = 2.6;      ///< m
  double height = 0.2;      ///< m
  double block_length = 0;  ///< m, twin_block: of each block
  BeamSpec beam;
  std::optional<BeamSpec> middle;  ///< between the blocks, or where a mono-block is slimmer
};

/// Springs and dampers along three axes and about them.
struct SpringSpec {
  Triple stiffness{}, damping{};                        ///< N/m, N s/m
  Triple rotational_stiffness{}, rotational_damping{};  ///< N m/rad, N m s/rad
  double mass = 0;                                      ///< kg, lumped half to each end
};

/// Continuous support of a slab, per metre of track.
struct FoundationSpec {
  Triple stiffness{}, damping{};  ///< N/m², N s/m²
};

/// A beam along the track that carries both rails on their pads, in place of sleepers.
struct SlabSpec {
  double from = 0, to = 0;  ///< m, where it lies; both 0: along the whole track
  double spacing = 0.65;    ///< m, of the rail seats
  double offset = 0;        ///< m, a rail seat lies at this s, the first one of a slab
  long seats = 0;           ///< rail seats of each slab; 0: it has no joints
  double width = 0;         ///< m, on the foundation
  double height = 0.3;      ///< m
  BeamSpec beam;
  FoundationSpec foundation;
  std::optional<SpringSpec> joint;  ///< from one slab to the next
};

/// Local deviation of the track from its rule: a missing pad, a hanging sleeper, the transition to a slab.
struct StructureChangeSpec {
  double from = 0, to = 0;  ///< m
  double ramp = 0;          ///< m, over which the factors grow from 1 before `from` and return after `to`
  ChangeSide side = ChangeSide::both;
  double pad = 1, ballast = 1, bond = 1;  ///< factors on stiffness and damping
  SourceLocation where;
  std::string key;
};

/// Random differences from sleeper to sleeper.
struct ScatterSpec {
  double pad = 0, ballast = 0;  ///< standard deviation of stiffness and damping over their mean
  long seed = 1;
};

struct AbsorberSpec {
  double length = 6;       ///< m, of each end in which the rails are damped more and more
  double damping = 3000;   ///< 1/s, at the very end: force per mass and velocity
  double frequency = 500;  ///< Hz, at which the terminal dampers take all of a bending wave
};

struct StructureSpec {
  BeamTheory theory = BeamTheory::euler_bernoulli;
  long elements_per_bay = 6;
  double rail_distance = 0;  ///< m, of the centres of the rails; 0: of the rails' placement
  RailBeamSpec rail;
  std::optional<SleeperSpec> sleeper;
  std::optional<SlabSpec> slab;
  SpringSpec pad;  ///< one under each rail seat
  std::optional<SpringSpec>
      ballast;      ///< one under each end and one inside of each rail seat: four per sleeper
  SpringSpec bond;  ///< from those four nodes to the ones of the next sleeper
  AbsorberSpec absorber;
  std::vector<StructureChangeSpec> changes;
  std::optional<ScatterSpec> scatter;
  SourceLocation where;
  std::string key;
};

/// One rail on springs and dampers, of a track that moves with a wheelset.
struct MassSpringRailSpec {
  double mass_lateral = 0, mass_vertical = 0;            ///< kg
  double stiffness_lateral = 0, stiffness_vertical = 0;  ///< N/m
  double damping_lateral = 0, damping_vertical = 0;      ///< N s/m
};

/// A rigid body that carries both rails, on two supports.
struct MassSpringSleeperSpec {
  double mass = 0, roll_inertia = 0;                     ///< kg, kg m²
  double support_distance = 1.5;                         ///< m, between the supports
  double stiffness_lateral = 0, stiffness_vertical = 0;  ///< N/m, of both supports together
  double damping_lateral = 0, damping_vertical = 0;      ///< N s/m
};

/// Masses on springs under each wheelset. Without a sleeper the rails stand on the ground.
struct MassSpringSpec {
  MassSpringRailSpec rail;
  std::optional<MassSpringSleeperSpec> sleeper;
};

void describe(document::Visitor& visitor, BeamSpec& spec);
void describe(document::Visitor& visitor, RailBeamSpec& spec);
void describe(document::Visitor& visitor, SleeperSpec& spec);
void describe(document::Visitor& visitor, SpringSpec& spec);
void describe(document::Visitor& visitor, FoundationSpec& spec);
void describe(document::Visitor& visitor, SlabSpec& spec);
void describe(document::Visitor& visitor, StructureChangeSpec& spec);
void describe(document::Visitor& visitor, ScatterSpec& spec);
void describe(document::Visitor& visitor, AbsorberSpec& spec);
void describe(document::Visitor& visitor, StructureSpec& spec);
void describe(document::Visitor& visitor, MassSpringRailSpec& spec);
void describe(document::Visitor& visitor, MassSpringSleeperSpec& spec);
void describe(document::Visitor& visitor, MassSpringSpec& spec);

}  // namespace flangeway::track
