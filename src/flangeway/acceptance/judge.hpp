// Judges records after a rule: sections, their values, the estimate, its limit and its margin.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/acceptance/floor_point.hpp"
#include "flangeway/acceptance/record.hpp"
#include "flangeway/acceptance/rule.hpp"
#include "flangeway/acceptance/zone_checks.hpp"

namespace flangeway::acceptance {

enum class Verdict {
  passed,
  failed,
  too_few_sections,
  no_quotient,    ///< a wheel lost contact in some sections, and the others keep the limit
  no_regression,  ///< no section is near the given cant deficiency, and the sections keep the limit
};
[[nodiscard]] const char* to_string(Verdict verdict);

/// m, of both ends of a section; nothing where the record has none.
using SectionChainage = std::optional<std::array<double, 2>>;
[[nodiscard]] std::string place_text(double begin, double end, const SectionChainage& chainage);

/// The value of a quantity in one section.
struct SectionValue {
  std::string record;
  double begin = 0, end = 0;        ///< m, distance
  double curvature = 0, speed = 0;  ///< means, 1/m and m/s
  double cant_deficiency = 0;       ///< m
  double value = 0;                 ///< SI; NaN: a wheel lost contact, so that there is no quotient
  SectionChainage chainage = {};
};
/// "120 … 190 m", or "km 12.120 … 12.190" where the section has chainage.
template <typename Section>
[[nodiscard]] std::string place_text(const Section& section) {
  return place_text(section.begin, section.end, section.chainage);
}

/// One quantity of one wheel, wheelset or side in one zone.
struct Entry {
  std::string quantity, zone, item;  ///< "ΣY, mean over 2 m", "3: small radius curves", "wheelset1"
  std::string alias;                 ///< "ΣY1", "(Y/Q)12" after EN 14363; empty where it has none
  std::string unit;                  ///< "N", "m/s²" or "1"
  std::string method;                ///< "low pass 20 Hz; mean over 2 m; 99.85 %; mean + 3 s"
  std::vector<SectionValue> sections;
  std::size_t needed = 1;  ///< sections
  double mean = 0, deviation = 0;
  double estimate = 0, limit = 0;
  double margin = 0;         ///< share of the limit that is left; negative: exceeded
  std::size_t worst = 0;     ///< place in sections
  std::size_t lost = 0;      ///< sections without a value, which are not in the estimate
  bool lower_limit = false;  ///< the estimate has to stay above the limit
  bool is_beyond = false;  ///< the cant deficiency for which the estimate is wanted is not near any section's
  std::string source;      ///< of the limit
  bool from_memory = false;  ///< the limit is unverified
  Verdict verdict = Verdict::passed;
};

struct Report {
  std::string title, source, date;
  std::vector<RecordSource> records;
  std::vector<Entry> entries;
  std::vector<std::string> notes;
  std::vector<std::string> not_judged;      ///< parts of the rule, and why
  std::vector<std::string> failures;        ///< runs that ended before their track: the verdict is failed
  std::vector<std::string> warnings = {};   ///< numbers of records that are implausible, and of their runs
  std::vector<std::string> losses = {};     ///< where wheels lost contact, and for how long
  std::vector<ZoneCheck> zone_checks = {};  ///< of the sections of each zone
  /// Failed if any entry is; else what keeps entries from a judgement; no entries: too few sections.
  [[nodiscard]] Verdict verdict() const;
};

struct JudgeOptions {
  double axle_load = 0;  ///< N, static vertical force P0 of a wheelset; 0: the mean over each record
  /// m: quantities with a confidence are estimated there by regression over the cant deficiency of the
  /// sections. Not given: mean and deviation.
  std::optional<double> cant_deficiency = std::nullopt;
  double bogie_mass = 0;                ///< kg, for limits that depend on it; 0: not given
  std::vector<FloorPoint> points = {};  ///< accelerometers of result files
  double admissible_speed = 0;          ///< m/s, of the vehicle; 0: not given
};

/// "12.34 kN", "1.234 m/s²", "0.612"
[[nodiscard]] std::string value_text(double value, const std::string& unit);
/// The share of the limit that the estimate has used up; of a lower limit, how near it has come; 1: all.
[[nodiscard]] double used_share(const Entry& entry);

/// "passed"; where parts of the rule were not judged: "passed, of what was judged: 3 parts of the rule were
/// not".
[[nodiscard]] std::string verdict_text(Verdict verdict, std::size_t not_judged);
[[nodiscard]] std::string verdict_text(const Report& report);

/// Findings: records without what the rule needs, with gaps, values that are not finite, falling distances,
/// or too slow a sampling.
[[nodiscard]] Report judge(const RecordSet& set, const RuleSpec& rule, const JudgeOptions& options,
                           Findings& findings);

/// For a terminal.
[[nodiscard]] std::string text(const Report& report);
/// Everything, for other programs.
[[nodiscard]] std::string json_text(const Report& report);
/// A page in one file: the worst of each quantity with a bar, plots with limits, all entries, provenance.
[[nodiscard]] std::string page(const Report& report, const std::string& command_line);
/// The same for print: pages of A4 as a PDF file.
[[nodiscard]] std::string pdf(const Report& report, const std::string& command_line);

}  // namespace flangeway::acceptance
