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
  v.choice("kind", spec.kind, {"straight", "circular", "transition"}, "kind of the segment",
           Presence::required);
  v.number("length", spec.length,
           {.presence = Presence::required, .unit = "m", .minimum = 0, .minimum_excluded = true},
           "length along the centreline");
  v.number("curvature", spec.curvature, {.unit = "1/m", .minimum = -0.1, .maximum = 0.1},
           "circular: plan curvature, left positive; instead of radius and direction");
  v.number("radius", spec.radius, {.unit = "m", .minimum = 10}, "circular: radius of the plan view");
  v.choice("direction", spec.direction, {"left", "right"}, "circular with radius: where the curve turns");
  v.number("cant", spec.cant, {.unit = "m", .minimum = -0.2, .maximum = 0.2},
           "straight or circular: height of the right rail above the left; balanced left curves have "
           "positive cant");
  v.choice("shape", spec.shape, {"clothoid", "bloss", "sinusoidal"},
           "transition: how curvature and cant grow between the neighbours");
}

void describe(Visitor& v, GradientSpec& spec) {
  remember_place(v, spec);
  v.number("s", spec.s, {.presence = Presence::required, .unit = "m", .minimum = 0},
           "where this gradient meets the one before (middle of the vertical curve); 0 in the first entry");
  v.number("gradient_permille", spec.gradient_permille,
           {.presence = Presence::required, .unit = "mm/m", .minimum = -120, .maximum = 120},
           "gradient after s, uphill positive");
  v.number("radius", spec.radius, {.unit = "m", .minimum = 100},
           "radius of the vertical curve between the two gradients; not in the first entry");
}

void describe(Visitor& v, RailsSpec& spec) {
  spec.where = v.here();
  v.text("profile", spec.profile, Presence::optional, "name or file of the rail profile, both rails");
  v.text("profile_left", spec.profile_left, Presence::optional,
         "profile of the left rail, instead of profile");
  v.text("profile_right", spec.profile_right, Presence::optional,
         "profile of the right rail, instead of profile");
  v.number("inclination", spec.inclination, {.unit = "1", .minimum = -0.2, .maximum = 0.2},
           "tangent of the inclination of the rails towards the track centre, such as 0.025 for 1:40");
  v.number("lateral_position", spec.lateral_position,
           {.unit = "m", .minimum = 0, .maximum = 1.5, .minimum_excluded = true},
           "half the distance of the origins of the two rail profiles; if not given, gauge counts");
  v.number("gauge", spec.gauge, {.unit = "m", .minimum = 0.3, .maximum = 2},
           "distance of the inner faces of the rails, counts if lateral_position is not given");
  v.number("gauge_depth", spec.gauge_depth, {.unit = "m", .minimum = 0, .maximum = 0.05},
           "depth below the top of rail where the gauge is measured");
  v.number("rail_distance", spec.rail_distance,
           {.unit = "m", .minimum = 0, .maximum = 3, .minimum_excluded = true},
           "distance of the rails that cant refers to; if not given, twice lateral_position, else 1.5 m");
}

void describe(Visitor& v, HarmonicSpec& spec) {
  remember_place(v, spec);
  v.choice("channel", spec.channel, {"alignment", "vertical_profile", "gauge_variation", "cross_level"},
           "what varies", Presence::required);
  v.choice("form", spec.form, {"sine", "dip"}, "a sine, or a single dip (1 - cos)/2 of one wavelength");
  v.number("amplitude", spec.amplitude,
           {.presence = Presence::required, .unit = "m", .minimum = -0.1, .maximum = 0.1},
           "amplitude of the sine, or height of the dip (negative: downwards)");
  v.number("wavelength", spec.wavelength,
           {.presence = Presence::required, .unit = "m", .minimum = 0, .minimum_excluded = true},
           "wavelength");
  v.number("phase", spec.phase, {.unit = "rad"}, "phase of the sine at start");
  v.number("start", spec.start, {.unit = "m"}, "origin of the sine, or where the dip starts");
}

void describe(Visitor& v, SpectrumSpec& spec) {
  remember_place(v, spec);
  v.choice("quality", spec.quality,
           {"erri_b176_low", "erri_b176_high", "fra_class_1", "fra_class_2", "fra_class_3", "fra_class_4",
            "fra_class_5", "fra_class_6"},
           "track quality class with a published spectrum", Presence::required);
  v.integer("seed", spec.seed, {.minimum = 0},
            "seed of the random phases; the same seed gives the same track");
  v.number("shortest_wavelength", spec.shortest_wavelength,
           {.unit = "m", .minimum = 0, .minimum_excluded = true}, "shortest wavelength");
  v.number("longest_wavelength", spec.longest_wavelength, {.unit = "m", .maximum = 500},
           "longest wavelength");
  v.integer("harmonics", spec.harmonics, {.minimum = 10, .maximum = 20000},
            "number of harmonics per channel");
  v.number("scale", spec.scale, {.unit = "1", .minimum = 0, .maximum = 20}, "factor on all channels");
}

void describe(Visitor& v, MeasuredSpec& spec) {
  remember_place(v, spec);
  v.path("file", spec.file, Presence::required, "CSV file of measured irregularities");
  v.choice("unit", spec.unit, {"m", "mm"}, "unit of the columns whose header names none; s is always in m");
  v.number("offset", spec.offset, {.unit = "m"}, "added to s of the file");
}

void describe(Visitor& v, IrregularitySpec& spec) {
  v.list("harmonic", spec.harmonic, {}, "sines and dips");
  v.section("spectrum", spec.spectrum, "random irregularities of a track quality class");
  v.section("measured", spec.measured, "measured irregularities");
  v.number("fade", spec.fade, {.unit = "m", .minimum = 1},
           "length over which irregularities grow from zero after s = 0 and vanish beyond the end");
}

void describe(Visitor& v, TrackSpec& spec) {
  spec.where = v.here();
  spec.key = v.key_path();
  v.text("name", spec.name, Presence::optional, "name of the track, for reports");
  v.list("segments", spec.segments, {.presence = Presence::required, .least = 1},
         "plan view, in running order");
  v.list("gradients", spec.gradients, {}, "vertical profile; level if not given");
  v.section("rails", spec.rails, "placement of the two rails");
  v.section("irregularities", spec.irregularities, "deviations of the rails from the ideal track, all added");
  v.section("structure", spec.structure, "what carries the rails, for a track that yields");
  v.path("structure_of", spec.structure_of, Presence::optional,
         "track file whose structure this track has too, in place of a structure of its own");
  v.number("centreline_step", spec.centreline_step, {.unit = "m", .minimum = 0.01, .maximum = 5},
           "step of the table of the centreline");
  v.number("irregularity_step", spec.irregularity_step, {.unit = "m", .minimum = 0.005, .maximum = 1},
           "step of the table of irregularities");
  v.number("run_out", spec.run_out, {.unit = "m", .minimum = 1, .maximum = 1000},
           "how far the tables go on beyond both ends, with curvature, cant and gradient kept");
}

}  // namespace flangeway::track
