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
  v.number("area", spec.area, positive("m^2"), "area of the section");
  v.number("torsion_constant", spec.torsion_constant, positive("m^4"), "torsion constant J of GJ");
  v.number("inertia_vertical", spec.inertia_vertical, positive("m^4"),
           "second moment of area of vertical bending");
  v.number("inertia_lateral", spec.inertia_lateral, positive("m^4"),
           "second moment of area of lateral bending");
  v.number("density", spec.density, positive("kg/m^3"), "density");
  v.number("rayleigh_mass", spec.rayleigh_mass, not_negative("1/s"), "damping over mass");
  v.number("rayleigh_stiffness", spec.rayleigh_stiffness, not_negative("s"), "damping over stiffness");
  v.number("shear_coefficient", spec.shear_coefficient,
           {.unit = "1", .minimum = 0, .maximum = 1, .minimum_excluded = true},
           "share of the area that bears shear; theory timoshenko only");
}

void describe(Visitor& v, RailBeamSpec& spec) {
  describe(v, spec.beam);
  v.number("height", spec.height, {.unit = "m", .minimum = 0, .maximum = 0.5, .minimum_excluded = true},
           "height of the rail");
  v.number("centre_height", spec.centre_height,
           {.unit = "m", .minimum = 0, .maximum = 0.5, .minimum_excluded = true},
           "height of the centre of the section above the foot");
  v.number("foot_width", spec.foot_width, {.unit = "m", .minimum = 0, .maximum = 0.5}, "width of the foot");
  v.number("head_width", spec.head_width, {.unit = "m", .minimum = 0, .maximum = 0.3}, "width of the head");
}

void describe(Visitor& v, SleeperSpec& spec) {
  v.choice("kind", spec.kind, {"mono_block", "twin_block", "timber"}, "kind of sleeper");
  v.number("spacing", spec.spacing, {.unit = "m", .minimum = 0.2, .maximum = 3}, "distance of sleepers");
  v.number("offset", spec.offset, {.unit = "m"}, "distance along the track at which a sleeper lies");
  v.number("length", spec.length, {.unit = "m", .minimum = 0.3, .maximum = 5}, "length");
  v.number("height", spec.height, {.unit = "m", .minimum = 0.01, .maximum = 1}, "height under the rails");
  v.number("block_length", spec.block_length, {.unit = "m", .minimum = 0},
           "twin_block: length of each block");
  describe(v, spec.beam);
  v.section("middle", spec.middle,
            "beam between the blocks of a twin_block, or slimmer middle of another sleeper");
}

void describe(Visitor& v, SpringSpec& spec) {
  v.triple("stiffness", spec.stiffness, {.unit = "N/m", .minimum = 0}, "along, across and upright");
  v.triple("damping", spec.damping, {.unit = "N s/m", .minimum = 0}, "along, across and upright");
  v.triple("rotational_stiffness", spec.rotational_stiffness, {.unit = "N m/rad", .minimum = 0},
           "about the axes along, across and upright");
  v.triple("rotational_damping", spec.rotational_damping, {.unit = "N m s/rad", .minimum = 0},
           "about the axes along, across and upright");
  v.number("mass", spec.mass, not_negative("kg"), "lumped, half to each end");
}

void describe(Visitor& v, StructureChangeSpec& spec) {
  spec.where = v.here();
  spec.key = v.key_path();
  v.number("from", spec.from, {.presence = Presence::required, .unit = "m"}, "from here …");
  v.number("to", spec.to, {.presence = Presence::required, .unit = "m"}, "… to here the factors hold");
  v.number("ramp", spec.ramp, not_negative("m"),
           "length over which the factors change linearly before and after");
  v.choice("side", spec.side, {"both", "left", "right"}, "side of the track");
  v.number("pad", spec.pad, {.unit = "1", .minimum = 0, .maximum = 1000}, "factor on the pads; 0: no pads");
  v.number("ballast", spec.ballast, {.unit = "1", .minimum = 0, .maximum = 1000},
           "factor on the ballast; 0: sleepers that hang");
  v.number("bond", spec.bond, {.unit = "1", .minimum = 0, .maximum = 1000},
           "factor on the bonds between sleepers");
}

void describe(Visitor& v, AbsorberSpec& spec) {
  v.number("length", spec.length, {.unit = "m", .minimum = 0, .maximum = 100},
           "of each end, along which the damping of the rails grows");
  v.number("damping", spec.damping, not_negative("1/s"), "force per mass and velocity at the very end");
  v.number("frequency", spec.frequency, {.unit = "Hz", .minimum = 1, .maximum = 1e5},
           "frequency at which the terminal dampers take a bending wave whole");
}

void describe(Visitor& v, StructureSpec& spec) {
  spec.where = v.here();
  spec.key = v.key_path();
  v.choice("theory", spec.theory, {"euler_bernoulli", "timoshenko"}, "theory of the beams");
  v.integer("elements_per_bay", spec.elements_per_bay, {.minimum = 1, .maximum = 40},
            "rail elements between two sleepers");
  v.number(
      "rail_distance", spec.rail_distance, {.unit = "m", .minimum = 0, .maximum = 3},
      "distance of the centres of the two rails; 0: from lateral_position, or gauge and width of the head");
  v.section("rail", spec.rail, "rails as beams", Presence::required);
  v.section("sleeper", spec.sleeper, "sleepers as beams", Presence::required);
  v.section("pad", spec.pad, "pad and fastening under each rail seat", Presence::required);
  v.section("ballast", spec.ballast, "springs from a sleeper to the ground, four per sleeper",
            Presence::required);
  v.section("bond", spec.bond, "springs from a sleeper to the next, four per pair");
  v.section("absorber", spec.absorber, "ends of the mesh that reflect no waves");
  v.list("changes", spec.changes, {}, "stretches where the track differs");
}

}  // namespace flangeway::track
