#include "flangeway/track/spec.hpp"

namespace flangeway::track {

using document::Presence;
using document::Visitor;

namespace {

template <typename Spec>
void remember_place(const Visitor& v, Spec& spec) {
  spec.where = v.here();
  spec.key = v.key_path();
}

}  // namespace

void describe(Visitor& v, SegmentSpec& spec) {
  remember_place(v, spec);
  v.choice("kind", spec.kind, "kind of the segment", Presence::required);
  v.number("length", spec.length,
           {.presence = Presence::required, .unit = "m", .minimum = 0, .minimum_excluded = true},
           "length along the centreline");
  v.number("curvature", spec.curvature, {.unit = "1/m", .minimum = -0.1, .maximum = 0.1},
           "circular: curvature in plan, positive to the left; instead of radius and direction");
  v.number("radius", spec.radius, {.unit = "m", .minimum = 10}, "circular: radius in plan");
  v.choice("direction", spec.direction, "circular, with radius: direction of the curve");
  v.number("cant", spec.cant, {.unit = "m", .minimum = -0.2, .maximum = 0.2},
           "straight or circular: height of the right rail above the left; positive in a left curve whose "
           "centrifugal force it balances. Transition before another transition: cant at its end");
  v.choice("shape", spec.shape,
           "transition: how curvature and cant change between the neighbouring segments");
  v.numbers("curvatures", spec.curvatures,
            {.unit = "1/m", .minimum = -0.1, .maximum = 0.1, .least = 2, .most = 2},
            "transition: curvatures at its start and at its end, instead of those of its neighbours; for one "
            "transition after another");
  v.number("gravity_height", spec.gravity_height, {.unit = "m", .minimum = 0, .maximum = 5},
           "transition: height above the rails of the line of gravity that the bend is designed for");
}

void describe(Visitor& v, GradientSpec& spec) {
  remember_place(v, spec);
  v.number("s", spec.s, {.presence = Presence::required, .unit = "m", .minimum = 0},
           "position where this gradient meets the one before (middle of the vertical curve); 0 in the first "
           "entry");
  v.number("gradient_permille", spec.gradient_permille,
           {.presence = Presence::required, .unit = "mm/m", .minimum = -120, .maximum = 120},
           "gradient after s, positive uphill");
  v.number("radius", spec.radius, {.unit = "m", .minimum = 100},
           "radius of the vertical curve between the two gradients; not allowed in the first entry");
}

void describe(Visitor& v, HeightSpec& spec) {
  remember_place(v, spec);
  v.number("s", spec.s, {.presence = Presence::required, .unit = "m"},
           "position in plan where the gradients before and after meet");
  v.number("height", spec.height,
           {.presence = Presence::required, .unit = "m", .minimum = -1000, .maximum = 10000},
           "height of that point");
  v.choice("curve", spec.curve, "what rounds the corner at this point");
  v.number("length", spec.length, {.unit = "m", .minimum = 0},
           "length of the parabola in plan, or of its part before s; of a clothoid: of its part before s");
  v.number("length_after", spec.length_after, {.unit = "m", .minimum = 0},
           "length in plan of the part of an unsymmetric parabola or of a clothoid after s; 0: the parabola "
           "is symmetric");
  v.number("radius", spec.radius, {.unit = "m", .minimum = 100}, "radius of the circle");
}

void describe(Visitor& v, CantSpec& spec) {
  remember_place(v, spec);
  v.number("s", spec.s, {.presence = Presence::required, .unit = "m"}, "position");
  v.number("cant", spec.cant, {.presence = Presence::required, .unit = "m", .minimum = -0.2, .maximum = 0.2},
           "height of the right rail above the left there");
  CantRamp ramp = CantRamp::linear;
  v.choice("shape", ramp, "how the cant changes from here to the next entry");
  spec.shape = shape_of(ramp);
}

void describe(Visitor& v, ChainageSpec& spec) {
  remember_place(v, spec);
  v.number("s", spec.s, {.presence = Presence::required, .unit = "m", .minimum = 0},
           "position from which chainage counts from this value; 0 in the first entry");
  v.number("chainage", spec.chainage, {.presence = Presence::required, .unit = "m"}, "chainage at s");
  v.flag("decreasing", spec.decreasing, "whether chainage decreases along the track from here on");
}

void describe(Visitor& v, AlignmentSpec& spec) {
  remember_place(v, spec);
  v.path("file", spec.file, Presence::required, "LandXML 1.0 to 2.0 or IFC 4.1 to 4.3 file");
  v.text("name", spec.name, Presence::optional, "name of the alignment; needed if the file has several");
  v.number("gravity_height", spec.gravity_height, {.unit = "m", .minimum = 0, .maximum = 5},
           "height of the line of gravity of Viennese bends for which the file has none");
  v.choice("cant_unit", spec.cant_unit, "unit of the cant in the file");
}

void describe(Visitor& v, StationSpec& spec) {
  remember_place(v, spec);
  v.number("s", spec.s, {.presence = Presence::required, .unit = "m"},
           "position; of a slices file: position of the place that it calls 0");
  v.text("profile", spec.profile, Presence::required,
         "name or file of the profile there; or a file of slices (.slcs), each of which has a place");
  v.choice("rail", spec.rail, "which rail has it");
  v.text("name", spec.name, Presence::optional,
         "name of a rail beside the running rail, such as a switch rail or a nose, which is there from its "
         "first to its last station; the running rail if not given");
  v.number("y", spec.y, {.unit = "m", .minimum = -0.5, .maximum = 0.5},
           "length by which the profile is moved towards the field side");
  v.number("z", spec.z, {.unit = "m", .minimum = -0.2, .maximum = 0.2},
           "length by which the profile is moved upwards");
  v.numbers("features", spec.features, {.unit = "mm", .minimum = 0, .most = 100},
            "lengths along the profile, from its track side on, at which its parts begin and end; stations "
            "that follow each other have the same number of parts, which correspond. Not given: one part");
}

void describe(Visitor& v, GapSpec& spec) {
  remember_place(v, spec);
  v.choice("rail", spec.rail, "which rail has it");
  v.number("from", spec.from, {.presence = Presence::required, .unit = "m"}, "position where the rail ends");
  v.number("to", spec.to, {.presence = Presence::required, .unit = "m"}, "position where it goes on");
}

void describe(Visitor& v, CheckRailSpec& spec) {
  remember_place(v, spec);
  v.choice("rail", spec.rail, "running rail that it stands beside, on the gauge side");
  v.number("from", spec.from, {.presence = Presence::required, .unit = "m"}, "position where it begins");
  v.number("to", spec.to, {.presence = Presence::required, .unit = "m"}, "position where it ends");
  v.text("profile", spec.profile, Presence::optional,
         "name or file of its profile, whose field side faces the back of the wheel");
  v.number("flangeway", spec.flangeway, {.unit = "m", .minimum = 0.02, .maximum = 0.3},
           "distance from the gauge line of the running rail to the guiding face, gauge_depth below the "
           "running plane");
  v.number("height", spec.height, {.unit = "m", .minimum = -0.01, .maximum = 0.07},
           "height of its top above the running plane");
  v.number("flare_length", spec.flare_length, {.unit = "m", .minimum = 0},
           "length of each end over which the flangeway widens");
  v.number("flare_opening", spec.flare_opening, {.unit = "m", .minimum = 0.01, .maximum = 0.2},
           "length by which the flangeway is wider at both ends");
  v.number("stiffness", spec.stiffness, {.unit = "N/m", .minimum = 1e5, .maximum = 1e9},
           "stiffness of the check rail with its brackets against a wheel");
}

void describe(Visitor& v, LayoutSpec& spec) {
  remember_place(v, spec);
  v.path("file", spec.file, Presence::required,
         "layout file with stations, gaps and check rails of a turnout");
  v.number("s", spec.s, {.presence = Presence::required, .unit = "m"},
           "position of the place that the layout file calls 0");
  v.flag("mirrored", spec.mirrored, "whether left and right are exchanged: a turnout of the other hand");
  v.flag("turned", spec.turned,
         "whether it is laid the other way round, as by a half turn: places count backwards, and left and "
         "right are exchanged");
}

void describe(Visitor& v, RailLayout& spec) {
  v.list("stations", spec.stations, {},
         "profiles of rails from place to place, instead of profile; before the first and behind the last "
         "the rail is as there");
  v.list("gaps", spec.gaps, {}, "where a running rail is missing, as at the flangeway of a crossing");
  v.list("check_rails", spec.check_rails, {},
         "check rails and guard rails, which the back of a wheel may touch");
}

void describe(Visitor& v, RailsSpec& spec) {
  spec.where = v.here();
  v.text("profile", spec.profile, Presence::optional, "name or file of the profile of both rails");
  v.text("profile_left", spec.profile_left, Presence::optional,
         "name or file of the profile of the left rail, instead of profile");
  v.text("profile_right", spec.profile_right, Presence::optional,
         "name or file of the profile of the right rail, instead of profile");
  v.number("inclination", spec.inclination, {.unit = "1", .minimum = -0.2, .maximum = 0.2},
           "tangent of the inclination of the rails towards the track centre, such as 0.025 for 1:40");
  v.number("lateral_position", spec.lateral_position,
           {.unit = "m", .minimum = 0, .maximum = 1.5, .minimum_excluded = true},
           "half the distance between the origins of the two rail profiles; instead of gauge");
  v.number("gauge", spec.gauge, {.unit = "m", .minimum = 0.3, .maximum = 2},
           "distance between the gauge faces of the rails; used if lateral_position is not given");
  v.number("gauge_depth", spec.gauge_depth, {.unit = "m", .minimum = 0, .maximum = 0.05},
           "depth below the top of the rail where the gauge is measured");
  v.number("rail_distance", spec.rail_distance,
           {.unit = "m", .minimum = 0, .maximum = 3, .minimum_excluded = true},
           "distance between the rails to which cant and cross level refer; if not given, twice "
           "lateral_position, else gauge + 0.065 m");
}

void describe(Visitor& v, TrackRailsSpec& spec) {
  describe(v, static_cast<RailsSpec&>(spec));
  describe(v, static_cast<RailLayout&>(spec));
  v.list("layouts", spec.layouts, {},
         "rails of turnouts and crossings from files of their own, each at its place");
}

void describe(Visitor& v, HarmonicSpec& spec) {
  remember_place(v, spec);
  v.choice("channel", spec.channel, "quantity that varies", Presence::required);
  v.choice("form", spec.form, "shape of the irregularity");
  v.number("amplitude", spec.amplitude,
           {.presence = Presence::required, .unit = "m", .minimum = -0.1, .maximum = 0.1},
           "amplitude of the sine, or height of the dip; negative: downwards");
  v.number("wavelength", spec.wavelength,
           {.presence = Presence::required, .unit = "m", .minimum = 0, .minimum_excluded = true},
           "wavelength");
  v.number("phase", spec.phase, {.unit = "rad"}, "phase of the sine at start");
  v.number("start", spec.start, {.unit = "m"},
           "position where the sine has its phase, or where the dip starts");
}

namespace {

// Keys that spectra of all sources share.
void describe_harmonics(Visitor& v, SpectrumSpec& spec) {
  v.integer("seed", spec.seed, {.minimum = 0},
            "seed of the random phases; the same seed gives the same track");
  v.number("min_wavelength", spec.min_wavelength, {.unit = "m", .minimum = 0, .minimum_excluded = true},
           "shortest wavelength");
  v.number("max_wavelength", spec.max_wavelength, {.unit = "m", .maximum = 500}, "longest wavelength");
  v.integer("harmonics", spec.harmonics, {.minimum = 10, .maximum = 20000},
            "number of harmonics per channel");
  v.number("scale", spec.scale, {.unit = "1", .minimum = 0, .maximum = 20},
           "factor on the amplitudes of all channels");
  v.number(
      "gauge_correlation", spec.gauge_correlation, {.unit = "1", .minimum = -1, .maximum = 1},
      "correlation of gauge variation and alignment at each wavelength; its square is their coherence. "
      "Positive: where the gauge is wide, the left rail deviates more than the right one; 0: independent");
}

}  // namespace

void describe(Visitor& v, SpectrumSpec& spec) {
  remember_place(v, spec);
  v.renamed({{"shortest_wavelength", "min_wavelength"}, {"longest_wavelength", "max_wavelength"}});
  v.choice("quality", spec.quality, "track quality class with a published spectrum", Presence::required);
  describe_harmonics(v, spec);
}

void describe(Visitor& v, SpectrumFileSpec& spec) {
  remember_place(v, spec);
  spec.settings.where = spec.where, spec.settings.key = spec.key;
  v.path("file", spec.file, Presence::required,
         "CSV file of power spectral densities over the wave number, with units");
  v.choice("sides", spec.sides, "whether the densities are one-sided or two-sided", Presence::required);
  v.number("speed", spec.speed, {.unit = "m/s", .minimum = 0},
           "speed to which frequencies in Hz refer; 0: there are none");
  describe_harmonics(v, spec.settings);
}

void describe(Visitor& v, MeasuredSpec& spec) {
  remember_place(v, spec);
  v.path("file", spec.file, Presence::required,
         "CSV file of measured track geometry, as flangeway recording reads it");
  v.choice("unit", spec.unit, "unit of columns of length whose header names none; s is in m then");
  v.number("offset", spec.offset, {.unit = "m"},
           "length added to s of the file: -45000 places a recording that begins at km 45.0 at the start");
  v.choice("gaps", spec.gaps, "what becomes of gaps in the recording");
  v.choice("sides", spec.sides, "whose left and right a recording with falling chainage has");
  v.number("nominal_gauge", spec.nominal_gauge, {.unit = "m", .minimum = 0, .maximum = 2.5},
           "gauge that recorded gauges deviate from; 0: the gauge of the rails or another usual one that the "
           "recording fits");
}

void describe(Visitor& v, MinimallyCompliantSpec& spec) {
  remember_place(v, spec);
  v.integer("track_class", spec.track_class, {.minimum = 1, .maximum = 9}, "class of track of 49 CFR 213");
  v.choice("perturbation", spec.perturbation, "which deviations");
  v.flag("curved", spec.curved, "true: alignment keeps the limits of curved track, not of straight track");
  v.number("wavelength", spec.wavelength, {.unit = "m", .minimum = 2, .maximum = 100},
           "of all deviations but hunting; customary are 31, 62 and 124 ft (9.45, 18.9 and 37.8 m)");
  v.number("start", spec.start, {.unit = "m", .minimum = 0}, "position where the first deviation begins");
  v.number("spacing", spec.spacing, {.unit = "m", .minimum = 0},
           "length from the end of one deviation to the beginning of the next");
}

void describe(Visitor& v, IrregularitySpec& spec) {
  spec.key = v.key_path();
  v.list("harmonic", spec.harmonic, {}, "irregularities given by a sine or a dip");
  v.section("spectrum", spec.spectrum, "random irregularities of a track quality class");
  v.section("spectrum_file", spec.spectrum_file, "random irregularities with spectra of a file");
  v.section("measured", spec.measured, "measured irregularities");
  v.section("minimally_compliant", spec.minimally_compliant,
            "single deviations as large as 49 CFR 213 allows for a class of track, for simulations as of its "
            "appendix D");
  v.list("surface", spec.surface, {},
         "short deviations of the running surfaces of the rails: joints, welds, corrugation, roughness");
  law::describe(
      v, spec.own,
      "shared library with irregularities of your own: flangeway_irregularity_law of flangeway_law.h",
      "numbers of your irregularities; those that are not given have the values of the library");
  v.number("contact_length", spec.contact_length, {.unit = "m", .minimum = 0, .maximum = 0.05},
           "length of the contact patch along the rail, over which surface is averaged; 0: not averaged");
  v.number(
      "fade", spec.fade, {.unit = "m", .minimum = 1},
      "length over which irregularities grow from zero after s = 0 and vanish beyond the end of the track");
}

void describe(Visitor& v, TrackSpec& spec) {
  spec.where = v.here();
  spec.key = v.key_path();
  v.text("name", spec.name, Presence::optional, "name of the track, for reports");
  v.section("alignment", spec.alignment,
            "line of a LandXML or IFC file, instead of segments, gradients, heights, cants and chainage");
  v.list("segments", spec.segments, {},
         "segments of the track in plan, in running order; required without alignment");
  v.list("gradients", spec.gradients, {}, "gradients of the track; it is level if none is given");
  v.list("heights", spec.heights, {},
         "points of the profile by their height, instead of gradients; all positions in the file are then "
         "those in plan");
  v.list("cants", spec.cants, {}, "cant at places, instead of the cant of the segments");
  v.list("chainage", spec.chainage, {}, "chainage of the start, and breaks of chainage");
  v.section("rails", spec.rails, "profiles and position of the two rails");
  v.section("irregularities", spec.irregularities,
            "deviations of the rails from the design geometry; the sum of all that are given");
  v.section("structure", spec.structure,
            "rails, sleepers or a slab, and their supports, for a flexible track");
  v.path("structure_of", spec.structure_of, Presence::optional,
         "track file whose structure and mass_spring this track takes, instead of its own");
  v.section("mass_spring", spec.mass_spring,
            "masses on springs that move with each wheelset, for coupling.method = \"mass_spring\"");
  v.number("seam_length", spec.seam_length, {.unit = "m", .minimum = 0, .maximum = 50},
           "length over which curvature and cant are averaged: jumps between segments become ramps of this "
           "length, and kinks are rounded over it; 0: curvature and cant as the segments give them");
  v.number("centreline_step", spec.centreline_step, {.unit = "m", .minimum = 0.01, .maximum = 5},
           "distance between the nodes of the centreline's table");
  v.number("irregularity_step", spec.irregularity_step, {.unit = "m", .minimum = 0.005, .maximum = 1},
           "distance between the nodes of the irregularities' table");
  v.number("run_out", spec.run_out, {.unit = "m", .minimum = 1, .maximum = 1000},
           "length by which the track continues beyond both ends with constant curvature, cant and gradient");
}

}  // namespace flangeway::track
