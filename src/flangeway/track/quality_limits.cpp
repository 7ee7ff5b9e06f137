#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "flangeway/document/read.hpp"
#include "flangeway/track/limit_names.hpp"
#include "flangeway/track/recorded_geometry.hpp"

namespace flangeway::track {

namespace {

const std::vector<std::string> limited_quantities{"alignment", "longitudinal_level", "gauge", "cross_level",
                                                  "twist"};
const std::vector<std::string> limited_bands{"D1", "D2", "D3"};

bool has_limit(const QualityLimitSpec& one) {
  const double numbers[]{one.alert,           one.intervention, one.immediate,       one.alert_sd,
                         one.intervention_sd, one.immediate_sd, one.immediate_least, one.immediate_greatest};
  return !one.immediate_by_base.empty() ||
         std::any_of(std::begin(numbers), std::end(numbers), [](double number) { return number > 0; });
}

// Keys that belong to one quantity only, and greatest below least.
void check_special(const QualityLimitSpec& one, const std::string& key, Findings& findings) {
  const bool has_gauge = one.immediate_least > 0 || one.immediate_greatest > 0;
  const std::string& quantity = one.quantity.value;
  if (has_gauge && quantity != "gauge")
    findings.add({one.where, key, "has limits of the gauge itself for " + quantity, "", "",
                  "immediate_least and immediate_greatest are for quantity = \"gauge\""});
  if (has_gauge && !one.band.value.empty())
    findings.add({one.where, key, "has limits of the gauge itself in a band", one.band.value, "",
                  "Leave band out: they hold for the gauge as recorded"});
  if (!one.immediate_by_base.empty() && quantity != "twist")
    findings.add({one.where, key, "has limits over a base for " + quantity, "", "",
                  "immediate_by_base is for quantity = \"twist\""});
  if (one.immediate_greatest > 0 && one.immediate_greatest <= one.immediate_least)
    findings.add({one.where, key + ".immediate_greatest", "is not above immediate_least",
                  fmt::format("{:g}", one.immediate_greatest),
                  fmt::format("more than {:g} in m", one.immediate_least), ""});
  const bool has_sd = one.alert_sd > 0 || one.intervention_sd > 0 || one.immediate_sd > 0;
  if (has_sd && one.band.value.empty())
    findings.add({one.where, key, "limits standard deviations without a band", "", "D1, D2, D3",
                  "Standard deviations are those of a band"});
}

}  // namespace

double QualityLimitSpec::immediate_twist(double base) const {
  if (immediate_by_base.empty() || !(base > 0)) return immediate;
  const double by_base = immediate_by_base[0] / base + immediate_by_base[1];
  return immediate > 0 ? std::min(immediate, by_base) : by_base;
}

void describe(document::Visitor& v, QualityLimitSpec& spec) {
  spec.where = v.here();
  v.text("quantity", spec.quantity, document::Presence::required,
         "alignment, longitudinal_level, gauge, cross_level or twist");
  v.text("band", spec.band, document::Presence::optional, "D1, D2 or D3; as recorded if none is given");
  v.number("to_speed_kmh", spec.to_speed_kmh,
           {.presence = document::Presence::required, .unit = "km/h", .minimum = 0, .minimum_excluded = true},
           "highest speed for which this entry holds");
  const auto limit = [&v](const char* key, double& value, const char* text) {
    v.number(key, value, {.unit = "m", .minimum = 0}, text);
  };
  limit("alert", spec.alert, "alert limit; 0: none");
  limit("intervention", spec.intervention, "intervention limit; 0: none");
  limit("immediate", spec.immediate, "immediate action limit; 0: none");
  limit("alert_sd", spec.alert_sd, "alert limit of the standard deviation of a section; 0: none");
  limit("intervention_sd", spec.intervention_sd, "intervention limit of it; 0: none");
  limit("immediate_sd", spec.immediate_sd, "immediate action limit of it; 0: none");
  limit("immediate_least", spec.immediate_least, "least gauge, not its deviation; 0: none");
  limit("immediate_greatest", spec.immediate_greatest, "greatest gauge, not its deviation; 0: none");
  v.numbers("immediate_by_base", spec.immediate_by_base, {.minimum = 0, .least = 2, .most = 2},
            "[a, b]: twist over a base l at most a/l + b, and at most immediate; a in m");
  v.text("source", spec.source, document::Presence::optional,
         "publication of these numbers; that of the file if empty");
  v.flag("from_memory", spec.from_memory, "whether these numbers have not been compared with a printed text");
}

void describe(document::Visitor& v, QualityLimitsSpec& spec) {
  v.text("name", spec.name, document::Presence::required, "name of the limits, for reports");
  v.text("source", spec.source, document::Presence::required, "publication that the limits come from");
  v.text("date", spec.date, document::Presence::required, "date of that publication");
  v.flag("from_memory", spec.from_memory, "whether the numbers have not been compared with the publication");
  v.number("nominal_gauge", spec.nominal_gauge, {.unit = "m", .minimum = 0, .maximum = 2.5},
           "nominal gauge that the limits are made for: narrower track is not judged, and the gauge only of "
           "this one; "
           "0: any");
  v.texts("level_names", spec.level_names, "three names in place of alert, intervention and immediate");
  v.texts("not_covered", spec.not_covered,
          "what the publication limits and this file does not: reported as not judged");
  v.list("limits", spec.limits, {.presence = document::Presence::required, .least = 1},
         "limits of one quantity and band up to a speed");
}

void check(const QualityLimitsSpec& spec, Findings& findings) {
  if (!spec.level_names.empty() && spec.level_names.size() != 3)
    findings.add({spec.level_names.front().where, "level_names", "has another number of names",
                  std::to_string(spec.level_names.size()), "3", "Name alert, intervention and immediate"});
  for (std::size_t i = 0; i < spec.limits.size(); ++i) {
    const QualityLimitSpec& one = spec.limits[i];
    const std::string key = fmt::format("limits[{}]", i);
    check_name(one.quantity, key + ".quantity", "is no quantity of a recording", limited_quantities,
               findings);
    if (!one.band.value.empty())
      check_name(one.band, key + ".band", "is no band of wavelengths", limited_bands, findings);
    if (!has_limit(one))
      findings.add({one.where, key, "has no limit", "", "", "Give alert, intervention or immediate"});
    check_special(one, key, findings);
  }
}

std::optional<QualityLimitsSpec> load_quality_limits(const std::string& file, Findings& findings) {
  Findings own;
  std::optional<QualityLimitsSpec> limits;
  const auto document = document::Document::from_file(file, own);
  if (own.empty()) document.fill(limits.emplace(), own);
  if (own.empty()) check(*limits, own);
  findings.append(own);
  return own.empty() ? limits : std::nullopt;
}

}  // namespace flangeway::track
