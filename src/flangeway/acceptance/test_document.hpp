// The document of a test campaign: vehicle, zones and their runs, stationary tests, verdicts for each
// condition, and parts without a verdict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/acceptance/judge.hpp"
#include "flangeway/acceptance/test_plan.hpp"
#include "flangeway/assess/cross_check.hpp"

namespace flangeway::acceptance {

struct NamedFact {
  std::string name, text;
};

/// A number of a test of the vehicle at rest or in steady running.
struct StationaryResult {
  std::string test, quantity;  ///< "twist", "largest ΔQ/Q0, at wheelset1.left"
  std::string unit;
  double value = 0;
  std::optional<double> limit = std::nullopt;  ///< upper
  std::string limit_source = {};
  bool unverified = false;
};

struct ConditionReport {
  TestCondition condition;
  Report report;
};

/// The first section of a zone, run again with another contact method.
struct MethodCheck {
  std::string condition, zone,
      run;  ///< "friction 0.4", "small radius curves", "R 500 m, 130.0 mm, 120.0 km/h"
  assess::CrossCheck check;
};

struct TestDocument {
  std::string title;
  std::vector<NamedFact> vehicle;  ///< masses, wheelsets, profiles
  TestPlan plan;
  std::vector<StationaryResult> stationary;
  std::vector<ConditionReport> conditions;
  std::vector<MethodCheck> method_checks = {};
  std::vector<std::string> not_judged;  ///< parts of the campaign, and why
  std::vector<std::string> notes;       ///< sentences about the stationary tests
  std::vector<NamedFact> inputs;        ///< files with their hashes

  /// Failed where any condition or stationary test fails; else what keeps one from a judgement.
  [[nodiscard]] Verdict verdict() const;
};

/// Verdict with the number of parts that were not judged and of conditions of zones that are not met.
[[nodiscard]] std::string verdict_text(const TestDocument& document);
[[nodiscard]] std::string text(const TestDocument& document);
[[nodiscard]] std::string json_text(const TestDocument& document);
/// A page in one file; as PDF by plot::page_pdf().
[[nodiscard]] std::string page(const TestDocument& document, const std::string& command_line);

}  // namespace flangeway::acceptance
