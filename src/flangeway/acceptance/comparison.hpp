// Compares computed records with measured ones: aligns them by distance and judges their differences.
#pragma once

#include <string>
#include <vector>

#include "flangeway/acceptance/judge.hpp"
#include "flangeway/assess/comparison.hpp"

namespace flangeway::acceptance {

struct ComparisonOptions {
  JudgeOptions judge;
  double farthest_shift = 50;  ///< m, either way
};

/// A measured record and the computed one that was moved onto it.
struct AlignedPair {
  std::string measured, computed;
  double shift = 0;        ///< m, added to the distance of the computed record
  double correlation = 0;  ///< of the series by which they were aligned
  std::string by;          ///< "ΣY, maximum of wheelset1"
};

/// The same quantity of both over the common distance.
struct ComparedSeries {
  std::string quantity, item, unit;
  std::size_t pair = 0;
  std::vector<double> distance, measured, computed;  ///< m, SI
  std::vector<double> chainage;                      ///< m, at the distances; empty: neither record has it
  assess::Difference difference;
};

/// The values of one section in both records.
struct ComparedSection {
  std::size_t pair = 0;
  std::string zone, item;
  double begin = 0, end = 0;  ///< m
  double measured = 0, computed = 0;
  SectionChainage chainage = {};
};

/// Differences computed − measured of all sections and items.
struct ComparedQuantity {
  std::string quantity, unit, method;
  std::vector<ComparedSection> sections;
  std::size_t places = 0;  ///< distinct places of the sections: wheels of one section count once
  std::size_t needed = 1;  ///< places
  double mean = 0, deviation = 0;
  double mean_limit = 0, deviation_limit = 0;  ///< of the size of the mean, and of the standard deviation
  std::string source;                          ///< of the limit
  bool from_memory = false;
  Verdict verdict = Verdict::passed;
};

struct Comparison {
  std::string title, source, date;
  std::vector<RecordSource> records;
  std::vector<AlignedPair> pairs;
  std::vector<ComparedQuantity> quantities;
  std::vector<ComparedSeries> series;
  std::vector<std::string> notes;
  std::vector<std::string> not_judged;  ///< parts of the rule, and why
  [[nodiscard]] Verdict verdict() const;
};
/// As of a Report.
[[nodiscard]] std::string verdict_text(const Comparison& comparison);

/// As many computed as measured records; the first is compared with the first, and so on. Findings: what
/// judge() finds, runs that ended early, nothing in common, a shift at the end of its range, a rule that
/// compares nothing.
[[nodiscard]] Comparison compare(const RecordSet& measured, const RecordSet& computed, const RuleSpec& rule,
                                 const ComparisonOptions& options, Findings& findings);

[[nodiscard]] std::string text(const Comparison& comparison);
[[nodiscard]] std::string json_text(const Comparison& comparison);
/// With plots of one record over the other, and of the sections.
[[nodiscard]] std::string page(const Comparison& comparison, const std::string& command_line);
[[nodiscard]] std::string pdf(const Comparison& comparison, const std::string& command_line);

}  // namespace flangeway::acceptance
