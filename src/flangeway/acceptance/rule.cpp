#include "flangeway/acceptance/rule.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "flangeway/acceptance/grid.hpp"
#include "flangeway/acceptance/rule_texts.hpp"
#include "flangeway/law/law.hpp"

namespace flangeway::acceptance {

using document::Presence;
using document::Visitor;

void describe(Visitor& v, ZoneSpec& spec) {
  v.text("name", spec.name, Presence::required, "name that quantities refer to");
  v.text("title", spec.title, Presence::required, "name in reports");
  v.number("min_radius", spec.min_radius, {.unit = "m", .minimum = 0}, "smallest radius of curves; 0: none");
  v.number("max_radius", spec.max_radius, {.unit = "m", .minimum = 0},
           "largest radius; 0: straight track as well");
  v.number("section_length", spec.section_length, {.unit = "m", .minimum = 0},
           "length of a section; 0: the whole record is one section");
  v.curve("section_lengths", spec.section_lengths, {.unit = "m", .minimum = 0},
          "pairs of an admissible speed in m/s and the length of a section above it, in place of "
          "`section_length` where the admissible speed is given");
  v.integer("min_sections", spec.min_sections, {.minimum = 1}, "fewest sections for a judgement");
  v.numbers("mean_radius", spec.mean_radius, {.unit = "m", .minimum = 0, .least = 2, .most = 2},
            "least and greatest mean radius of all sections");
  v.numbers("deficiency_range", spec.deficiency_range, {.minimum = 0, .maximum = 2, .least = 2, .most = 2},
            "least and greatest cant deficiency of a section, as shares of the admissible one");
  v.number("max_cant_deficiency", spec.max_cant_deficiency, {.unit = "m", .minimum = 0},
           "greatest cant deficiency or excess of a section; 0: any");
  v.numbers("speed_range", spec.speed_range, {.minimum = 0, .maximum = 2, .least = 2, .most = 2},
            "least and greatest speed of a section, as shares of the admissible speed");
  v.numbers("friction", spec.friction, {.minimum = 0, .maximum = 1, .least = 2, .most = 2},
            "least and greatest friction of the rails in tests");
  v.text("condition_source", spec.condition_source, Presence::optional,
         "where the conditions of tests in this zone are printed; not given: the source of the rule");
  v.flag("conditions_from_memory", spec.conditions_from_memory,
         "true: the conditions have not been found in a printed text; reports mark them as unverified");
}

double ZoneSpec::section_length_at(double admissible_speed) const {
  double length = section_length;
  if (admissible_speed > 0)
    for (const auto& [above, given] : section_lengths)
      if (admissible_speed > above) length = given;
  return length;
}

void describe(Visitor& v, QuantitySpec& spec) {
  v.choice("quantity", spec.quantity, "what is judged", Presence::required);
  v.text("title", spec.title, Presence::required, "name in reports");
  v.number("low_pass", spec.low_pass, {.unit = "Hz", .minimum = 0}, "edge of the low pass; 0: none");
  v.number("high_pass", spec.high_pass, {.unit = "Hz", .minimum = 0}, "edge of the high pass; 0: none");
  v.number("mean_length", spec.mean_length, {.unit = "m", .minimum = 0},
           "length of the sliding mean about each place; 0: none");
  v.choice("measure", spec.measure, "what becomes of the filtered values of a section");
  v.number("percentile", spec.percentile, {.unit = "%", .minimum = 0, .maximum = 100},
           "of the values of a section");
  v.number("rms_length", spec.rms_length, {.unit = "m", .minimum = 0, .minimum_excluded = true},
           "length of the sliding rms");
  v.number("rms_step", spec.rms_step, {.unit = "m", .minimum = 0, .minimum_excluded = true},
           "distance between the places of the sliding rms");
  v.number("band_width", spec.band_width, {.unit = "Hz", .minimum = 0, .minimum_excluded = true},
           "half the width of the band about the strongest frequency");
  v.number("window_time", spec.window_time, {.unit = "s", .minimum = 0, .minimum_excluded = true},
           "time over which peaks are compared");
  v.number("shortest_peak", spec.shortest_peak, {.unit = "s", .minimum = 0}, "shorter peaks do not count");
  law::describe(v, spec.own, "shared library with your measure: flangeway_measure_law of flangeway_law.h",
                "numbers of your measure; those that are not given have the values of the library");
  v.choice("estimate", spec.estimate, "how the values of the sections become one");
  v.number("factor_k", spec.factor_k, {.unit = "1", .minimum = 0}, "k of the estimate");
  v.number(
      "confidence", spec.confidence, {.unit = "%", .minimum = 0, .maximum = 99.999},
      "one-sided confidence of Student's t, which takes the place of k where the estimate is a regression "
      "over cant deficiency; 0: k");
  v.choice("limit", spec.limit, "what the limit depends on");
  v.number("value", spec.value, {}, "of the limit, SI");
  v.number("factor", spec.factor, {}, "of the limit");
  v.number("flange_angle_deg", spec.flange_angle_deg, {.unit = "deg", .minimum = 0, .maximum = 90},
           "angle of the flange, for nadal");
  v.curve("over_speed", spec.over_speed, {.unit = "1"}, "upper bound of the limit over the speed in m/s");
  v.texts("zones", spec.zones, "names of zones; empty: all");
  v.number("min_speed", spec.min_speed, {.unit = "m/s", .minimum = 0},
           "only sections whose mean speed is above it are judged");
  v.number("max_speed", spec.max_speed, {.unit = "m/s", .minimum = 0},
           "only sections whose mean speed is at most this are judged; 0: no bound");
  v.text("source", spec.source, Presence::optional,
         "where the limit is printed; not given: the source of the rule");
  v.flag("from_memory", spec.from_memory,
         "true: the limit has not been found in a printed text; reports mark it as unverified");
}

void describe(Visitor& v, RuleSpec& spec) {
  v.text("name", spec.name, Presence::required, "short name");
  v.text("title", spec.title, Presence::required, "name in reports");
  v.text("source", spec.source, Presence::required, "where the numbers come from");
  v.text("date", spec.date, Presence::required, "when they were taken from there");
  v.flag("comparison", spec.comparison,
         "true: the rule judges how a simulation differs from a measurement: the standard deviation of the "
         "differences of the sections against the limit, their mean against `factor` times it");
  v.number("step", spec.step, {.unit = "m", .minimum = 0, .minimum_excluded = true},
           "between values along the track");
  v.number("rail_distance", spec.rail_distance, {.unit = "m", .minimum = 0, .minimum_excluded = true},
           "distance of the rails to which cant refers");
  v.number(
      "section_margin", spec.section_margin, {.unit = "m", .minimum = 0},
      "distance of sections from places where the curvature changes: half the length of the vehicle, whose "
      "middle the distance is of");
  v.list("zones", spec.zones, {.least = 1}, "classes of curves");
  v.list("quantities", spec.quantities, {.least = 1}, "what is judged");
}

std::vector<std::string> rule_names() {
  std::vector<std::string> names;
  for (const RuleText& rule : rule_texts()) names.emplace_back(rule.name);
  return names;
}

namespace {

// All other measures take the largest value, which never reaches a lower limit.
void check_lower_limits(const RuleSpec& rule, Findings& findings) {
  for (std::size_t i = 0; i < rule.quantities.size(); ++i) {
    const QuantitySpec& quantity = rule.quantities[i];
    if (!has_lower_limit(quantity.quantity) || quantity.measure == Measure::percentile) continue;
    findings.add({quantity.title.where, fmt::format("quantities[{}].measure", i),
                  fmt::format("cannot judge {}, whose limit is a lower one", name_of(quantity.quantity)),
                  std::string(name_of(quantity.measure)), "percentile", ""});
  }
}

void load_measures(RuleSpec& rule, Findings& findings) {
  for (std::size_t i = 0; i < rule.quantities.size(); ++i) {
    QuantitySpec& quantity = rule.quantities[i];
    if (quantity.measure != Measure::library) continue;
    const std::string key = fmt::format("quantities[{}]", i);
    std::vector<document::SourceFile> sources;
    if (quantity.own.library.value.empty())
      findings.add({quantity.title.where, key + ".library", "is missing", "", "the path of a shared library",
                    "Give it, or choose another measure"});
    else
      quantity.function = law::load(law::Kind::measure, quantity.own, key, sources, findings);
  }
}

}  // namespace

std::optional<RuleSpec> load_rule(const std::string& name_or_file, Findings& findings) {
  const std::size_t before = findings.all().size();
  const auto& texts = rule_texts();
  const auto known = std::find_if(texts.begin(), texts.end(),
                                  [&](const RuleText& rule) { return rule.name == name_or_file; });
  if (known == texts.end() && !name_or_file.ends_with(".toml")) {
    findings.add({{},
                  "--rule",
                  "is not known",
                  name_or_file,
                  fmt::format("{}", fmt::join(rule_names(), ", ")),
                  "Choose one of these, or give a file that ends in .toml"});
    return std::nullopt;
  }
  const document::Document file =
      known == texts.end() ? document::Document::from_file(name_or_file, findings)
                           : document::Document::from_text(known->text, name_or_file + ".toml", findings);
  RuleSpec rule;
  if (findings.all().size() == before) file.fill(rule, findings);
  if (findings.all().size() == before) check_lower_limits(rule, findings);
  if (findings.all().size() == before) load_measures(rule, findings);
  if (findings.all().size() != before) return std::nullopt;
  return rule;
}

}  // namespace flangeway::acceptance
