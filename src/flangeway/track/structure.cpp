#include "flangeway/track/structure.hpp"

namespace flangeway::track {

using document::NumberRule;
using document::Presence;
using document::Visitor;

namespace {

NumberRule positive(std::string_view unit) {
  return {.presence = Presence::required, .unit = unit, .minimum = 0, .minimum_excluded = true};
}

NumberRule not_negative(std::string_view unit) {
  return {.unit = unit, .minimum = 0};
}

}  // namespace

void describe(Visitor& v, BeamSpec& spec) {
  v.number("youngs_modulus", spec.youngs_modulus, positive("Pa"), "Young's modulus");
  v.number("shear_modulus", spec.shear_modulus, positive("Pa"), "shear modulus");
  v.number("area", spec.area, positive("m^2"), "area of the cross section");
  v.number("torsion_constant", spec.torsion_constant, positive("m^4"), "torsion constant J");
  v.number("inertia_vertical", spec.inertia_vertical, positive("m^4"),
           "second moment of area for vertical bending");
  v.number("inertia_lateral", spec.inertia_lateral, positive("m^4"),
           "second moment of area for lateral bending");
  v.number("density", spec.density, positive("kg/m^3"), "density");
  v.number("rayleigh_mass", spec.rayleigh_mass, not_negative("1/s"), "Rayleigh damping proportional to mass");
  v.number("rayleigh_stiffness", spec.rayleigh_stiffness, not_negative("s"),
           "Rayleigh damping proportional to stiffness");
  v.number("shear_coefficient", spec.shear_coefficient,
           {.unit = "1", .minimum = 0, .maximum = 1, .minimum_excluded = true},
           "shear area divided by area; with theory = \"timoshenko\" only");
}

void describe(Visitor& v, RailBeamSpec& spec) {
  describe(v, spec.beam);
  v.number("height", spec.height, {.unit = "m", .minimum = 0, .maximum = 0.5, .minimum_excluded = true},
           "height of the rail");
  v.number("centre_height", spec.centre_height,
           {.unit = "m", .minimum = 0, .maximum = 0.5, .minimum_excluded = true},
           "height of the centroid of the cross section above the foot");
  v.number("foot_width", spec.foot_width, {.unit = "m", .minimum = 0, .maximum = 0.5}, "width of the foot");
  v.number("head_width", spec.head_width, {.unit = "m", .minimum = 0, .maximum = 0.3}, "width of the head");
}

void describe(Visitor& v, SleeperSpec& spec) {
  v.choice("kind", spec.kind, "kind of sleeper");
  v.number("spacing", spec.spacing, {.unit = "m", .minimum = 0.2, .maximum = 3}, "distance between sleepers");
  v.number("offset", spec.offset, {.unit = "m"}, "position of one of the sleepers along the track");
  v.number("length", spec.length, {.unit = "m", .minimum = 0.3, .maximum = 5}, "length");
  v.number("height", spec.height, {.unit = "m", .minimum = 0.01, .maximum = 1},
           "height of the sleeper under the rails");
  v.number("block_length", spec.block_length, {.unit = "m", .minimum = 0}, "length of each block");
  describe(v, spec.beam);
  v.section("middle", spec.middle,
            "beam between the blocks of a twin_block sleeper, or slender middle part of another sleeper");
}

void describe(Visitor& v, SpringSpec& spec) {
  v.triple("stiffness", spec.stiffness, {.unit = "N/m", .minimum = 0},
           "along, across and perpendicular to the track");
  v.triple("damping", spec.damping, {.unit = "N s/m", .minimum = 0},
           "along, across and perpendicular to the track");
  v.triple("rotational_stiffness", spec.rotational_stiffness, {.unit = "N m/rad", .minimum = 0},
           "about the axes along, across and perpendicular to the track");
  v.triple("rotational_damping", spec.rotational_damping, {.unit = "N m s/rad", .minimum = 0},
           "about the axes along, across and perpendicular to the track");
  v.number("mass", spec.mass, not_negative("kg"), "lumped mass, half at each end");
}

void describe(Visitor& v, FoundationSpec& spec) {
  v.triple("stiffness", spec.stiffness, {.unit = "N/m^2", .minimum = 0},
           "per metre of track: along, across and perpendicular to it");
  v.triple("damping", spec.damping, {.unit = "N s/m^2", .minimum = 0},
           "per metre of track: along, across and perpendicular to it");
}

void describe(Visitor& v, SlabSpec& spec) {
  v.number("from", spec.from, {.unit = "m"}, "position where the slab begins");
  v.number("to", spec.to, {.unit = "m"},
           "position where the slab ends, with sleepers before and behind it; from and to both 0: the slab "
           "lies along the whole track");
  v.number("spacing", spec.spacing, {.unit = "m", .minimum = 0.2, .maximum = 3},
           "distance between rail seats");
  v.number("offset", spec.offset, {.unit = "m"},
           "position of one of the rail seats along the track; with joints, of the first one of a slab");
  v.integer("seats", spec.seats, {.minimum = 0, .maximum = 1000},
            "number of rail seats of each slab, with joints halfway between seats; 0: no joints");
  v.number(
      "width", spec.width,
      {.presence = Presence::required, .unit = "m", .minimum = 0, .maximum = 20, .minimum_excluded = true},
      "width on the foundation, which resists roll");
  v.number("height", spec.height, {.unit = "m", .minimum = 0.01, .maximum = 10}, "height");
  describe(v, spec.beam);
  v.section("foundation", spec.foundation, "springs and dampers under the whole slab", Presence::required);
  v.section("joint", spec.joint, "springs and dampers from one slab to the next; none if not given");
}

void describe(Visitor& v, StructureChangeSpec& spec) {
  spec.where = v.here();
  spec.key = v.key_path();
  v.number("from", spec.from, {.presence = Presence::required, .unit = "m"},
           "position where the change begins");
  v.number("to", spec.to, {.presence = Presence::required, .unit = "m"}, "position where the change ends");
  v.number("ramp", spec.ramp, not_negative("m"),
           "length before and after, over which the factors change linearly");
  v.choice("side", spec.side, "rails under which the pads and the ballast differ");
  v.number("pad", spec.pad, {.unit = "1", .minimum = 0, .maximum = 1000},
           "factor on stiffness and damping of the pads; 0: no pads");
  v.number(
      "ballast", spec.ballast, {.unit = "1", .minimum = 0, .maximum = 1000},
      "factor on stiffness and damping of the ballast, or of the foundation of a slab; 0: hanging sleepers");
  v.number("bond", spec.bond, {.unit = "1", .minimum = 0, .maximum = 1000},
           "factor on stiffness and damping of the bonds between sleepers");
}

void describe(Visitor& v, ScatterSpec& spec) {
  v.number("pad", spec.pad, {.unit = "1", .minimum = 0, .maximum = 2},
           "standard deviation over mean of stiffness and damping of the pads");
  v.number(
      "ballast", spec.ballast, {.unit = "1", .minimum = 0, .maximum = 2},
      "standard deviation over mean of stiffness and damping of the ballast under each half of a sleeper, or "
      "of the foundation of a slab under each half of it at each rail seat");
  v.integer("seed", spec.seed, {.minimum = 0},
            "seed of the random numbers; the same seed gives the same track");
}

void describe(Visitor& v, AbsorberSpec& spec) {
  v.number("length", spec.length, {.unit = "m", .minimum = 0, .maximum = 100},
           "length of the zone at each end where the damping of the rails grows");
  v.number("damping", spec.damping, not_negative("1/s"),
           "damping rate at the end of the zone, force per mass and velocity");
  v.number("frequency", spec.frequency, {.unit = "Hz", .minimum = 1, .maximum = 1e5},
           "frequency at which the dampers at the ends absorb a bending wave completely");
}

void describe(Visitor& v, StructureSpec& spec) {
  spec.where = v.here();
  spec.key = v.key_path();
  v.choice("theory", spec.theory, "beam theory of rails, sleepers and slabs");
  v.integer("elements_per_bay", spec.elements_per_bay, {.minimum = 1, .maximum = 40},
            "number of rail elements between two sleepers or rail seats");
  v.number("rail_distance", spec.rail_distance, {.unit = "m", .minimum = 0, .maximum = 3},
           "distance between the centres of the two rails; 0: from lateral_position, else from gauge and "
           "head width");
  v.section("rail", spec.rail, "rails as beams", Presence::required);
  v.section("sleeper", spec.sleeper, "sleepers as beams");
  v.section("slab", spec.slab, "slab track: a beam along the track in place of sleepers and ballast");
  v.section("pad", spec.pad, "pad and fastening under each rail seat", Presence::required);
  v.section("ballast", spec.ballast,
            "springs and dampers from a sleeper to the ground, four for each sleeper");
  v.section("bond", spec.bond, "springs and dampers from a sleeper to the next one, four for each pair");
  v.section("absorber", spec.absorber, "zones at the ends of the mesh that absorb waves");
  v.list("changes", spec.changes, {}, "sections where the support of the track differs");
  v.section(
      "scatter", spec.scatter,
      "random differences of pads and ballast from sleeper to sleeper, log-normal about the given values");
}

void describe(Visitor& v, MassSpringRailSpec& spec) {
  v.number("mass_lateral", spec.mass_lateral, positive("kg"), "mass that moves sideways");
  v.number("mass_vertical", spec.mass_vertical, positive("kg"), "mass that moves up and down");
  v.number("stiffness_lateral", spec.stiffness_lateral, positive("N/m"), "lateral stiffness below the rail");
  v.number("stiffness_vertical", spec.stiffness_vertical, positive("N/m"),
           "vertical stiffness below the rail");
  v.number("damping_lateral", spec.damping_lateral, not_negative("N s/m"), "lateral damping below the rail");
  v.number("damping_vertical", spec.damping_vertical, not_negative("N s/m"),
           "vertical damping below the rail");
}

void describe(Visitor& v, MassSpringSleeperSpec& spec) {
  v.number("mass", spec.mass, positive("kg"), "mass");
  v.number("roll_inertia", spec.roll_inertia, positive("kg m^2"), "moment of inertia in roll");
  v.number("support_distance", spec.support_distance,
           {.unit = "m", .minimum = 0, .maximum = 4, .minimum_excluded = true},
           "distance between its two supports, which resist roll");
  v.number("stiffness_lateral", spec.stiffness_lateral, positive("N/m"),
           "lateral stiffness of both supports together");
  v.number("stiffness_vertical", spec.stiffness_vertical, positive("N/m"),
           "vertical stiffness of both supports together");
  v.number("damping_lateral", spec.damping_lateral, not_negative("N s/m"),
           "lateral damping of both supports together");
  v.number("damping_vertical", spec.damping_vertical, not_negative("N s/m"),
           "vertical damping of both supports together");
}

void describe(Visitor& v, MassSpringSpec& spec) {
  v.section("rail", spec.rail, "each rail: its mass, on a spring and a damper in both directions",
            Presence::required);
  v.section("sleeper", spec.sleeper,
            "body below both rails, on springs and dampers; the rails stand on the ground if not given");
}

}  // namespace flangeway::track
