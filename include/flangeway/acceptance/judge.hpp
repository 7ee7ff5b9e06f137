// Judges records after a rule: sections, their values, the estimate, its limit and its margin.
#pragma once

#include <string>
#include <vector>

#include "flangeway/acceptance/record.hpp"
#include "flangeway/acceptance/rule.hpp"

namespace flangeway::acceptance {

enum class Verdict { passed, failed, too_few_sections };
[[nodiscard]] const char* to_string(Verdict verdict);

/// The value of a quantity in one section.
struct SectionValue {
  std::string record;
  double begin = 0, end = 0;        ///< m, distance
  double curvature = 0, speed = 0;  ///< means, 1/m and m/s
  double cant_deficiency = 0;       ///< m
  double value = 0;                 ///< SI
};

/// One quantity of one wheel, wheelset or side in one zone.
struct Entry {
  std::string quantity, zone, item;  ///< "ΣY, mean over 2 m", "3: small radius curves", "wheelset1"
  std::string unit;
  std::vector<SectionValue> sections;
  std::size_t needed = 1;  ///< sections
  double mean = 0, deviation = 0;
  double estimate = 0, limit = 0;
  double margin = 0;         ///< share of the limit that is left; negative: exceeded
  std::size_t worst = 0;     ///< place in sections
  bool lower_limit = false;  ///< the estimate has to stay above the limit
  bool from_memory = false;
  Verdict verdict = Verdict::passed;
};

struct Report {
  std::string title, source, date;
  std::vector<std::string> records;
  std::vector<Entry> entries;
  std::vector<std::string> notes;  ///< what was not judged, and why
  /// Failed if any entry is; else too few sections if any entry has; no entries: too few.
  [[nodiscard]] Verdict verdict() const;
};

struct JudgeOptions {
  double axle_load = 0;        ///< N, static vertical force P0 of a wheelset; 0: the mean over each record
  double cant_deficiency = 0;  ///< m, at which two-dimensional estimates are taken
};

/// Findings: records without what the rule needs, with gaps, values that are not finite, falling distances,
/// or too slow a sampling.
[[nodiscard]] Report judge(const std::vector<Record>& records, const RuleSpec& rule,
                           const JudgeOptions& options, Findings& findings);

/// For a terminal.
[[nodiscard]] std::string text(const Report& report);
/// Everything, for other programs.
[[nodiscard]] std::string json_text(const Report& report);
/// A page in one file, with a bar for each entry.
[[nodiscard]] std::string page(const Report& report, const std::string& command_line);

}  // namespace flangeway::acceptance
