#include "flangeway/evolution/line_spec.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace flangeway::evolution {

using document::Presence;
using document::Visitor;

void describe(Visitor& v, SectionSpec& spec) {
  spec.where = v.here();
  v.text("name", spec.name, Presence::required, "name of the section in results");
  v.number("share", spec.share, {.presence = Presence::required, .unit = "1", .minimum = 0, .maximum = 1},
           "share of the mileage that is run on such track");
  v.settings("set", spec.set, "keys of the case and their values: track, speed, friction");
}

void describe(Visitor& v, StepSpec& spec) {
  v.number("tolerance", spec.tolerance, {.unit = "m", .minimum = 1e-8, .maximum = 1e-3},
           "largest error of the depth in a step, which decides how long a step is");
  v.number("depth", spec.depth, {.unit = "m", .minimum = 1e-7, .maximum = 1e-3},
           "deepest wear between two renewals of the profiles");
  v.number("mileage", spec.mileage, {.unit = "m", .minimum = 1},
           "longest mileage between two renewals of the profiles");
  v.number("smoothing", spec.smoothing, {.unit = "m", .minimum = 0, .maximum = 0.02},
           "standard deviation of the bell that smooths the depth of wear along the profile; keeps its area");
}

void describe(Visitor& v, ReprofilingSpec& spec) {
  spec.where = v.here();
  v.number("mileage", spec.mileage, {.unit = "m", .minimum = 0},
           "mileage after which wheels get their first profile again; 0: none");
  v.number("flange_thickness", spec.flange_thickness, {.unit = "m", .minimum = 0},
           "smallest thickness of the flange Sd before that; 0: none");
  v.number("flange_height", spec.flange_height, {.unit = "m", .minimum = 0},
           "largest height of the flange Sh before that; 0: none");
  v.number("steepness", spec.steepness, {.unit = "m", .minimum = 0}, "smallest qR before that; 0: none");
  v.number("hollow", spec.hollow, {.unit = "m", .minimum = 0},
           "largest depth of a hollow tread before that; 0: none");
}

void describe(Visitor& v, RailsSpec& spec) {
  spec.where = v.here();
  v.number("mileage_per_year", spec.mileage_per_year,
           {.presence = Presence::required, .unit = "m", .minimum = 1}, "mileage of the wheels in a year");
  v.number("axles_per_year", spec.axles_per_year, {.minimum = 0},
           "axles that run over each section in a year; or give tonnes_per_year");
  v.number("tonnes_per_year", spec.tonnes_per_year, {.unit = "t", .minimum = 0},
           "traffic over each section in a year, in axles of the vehicle");
}

void describe(Visitor& v, LineSpec& spec) {
  spec.where = v.here();
  v.text("name", spec.name, Presence::required, "name of the line in results");
  v.path("case", spec.case_file, Presence::required, "case file with the vehicle and its contact");
  v.path("law", spec.law_file, Presence::required, "file of the wear law");
  v.number("mileage", spec.mileage, {.presence = Presence::required, .unit = "m", .minimum = 1},
           "mileage of the wheels");
  v.number("skip", spec.skip, {.unit = "m", .minimum = 0},
           "distance at the beginning of each run whose wear does not count");
  v.integer("elements", spec.elements, {.minimum = 4, .maximum = 200},
            "elements along and across each patch");
  v.choice("profiles", spec.profiles, "which wheels share a profile");
  v.list("sections", spec.sections, {.presence = Presence::required, .least = 1},
         "kinds of track with their shares, which add up to 1");
  v.section("step", spec.step, "when the profile is renewed");
  v.section("reprofiling", spec.reprofiling, "when wheels get their first profiles again");
  v.section("rails", spec.rails,
            "rails that wear too, two of their own in each section; if not given, rails keep their profiles");
}

void check(const LineSpec& spec, Findings& findings) {
  double sum = 0;
  for (std::size_t i = 0; i < spec.sections.size(); ++i) {
    const SectionSpec& section = spec.sections[i];
    sum += section.share;
    for (std::size_t j = 0; j < i; ++j) {
      if (spec.sections[j].name.value == section.name.value)
        findings.add({section.name.where, fmt::format("sections[{}].name", i), "is the name of two sections",
                      '"' + section.name.value + '"', "", "Give each section a name of its own"});
    }
  }
  if (!spec.sections.empty() && std::abs(sum - 1) > 1e-6)
    findings.add({spec.sections.front().where, "sections", "have shares that do not add up to 1",
                  fmt::format("{:g}", sum), "1", ""});
  if (spec.rails && (spec.rails->axles_per_year > 0) == (spec.rails->tonnes_per_year > 0))
    findings.add({spec.rails->where, "rails", "have no single measure of the traffic", "", "",
                  "Give either axles_per_year or tonnes_per_year, above 0"});
}

}  // namespace flangeway::evolution
