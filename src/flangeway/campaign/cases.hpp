// Loads and checks all cases of a study before the first of them runs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/campaign/plan.hpp"
#include "flangeway/stability/stability.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::campaign {

/// A run ready to go.
struct Case {
  /// Empty where many runs would take much memory: load_case() makes it again.
  std::shared_ptr<const vehicle_case::CaseModel> model;
  /// The same vehicle as the search of the critical speed has it, on a track of its own.
  std::shared_ptr<const vehicle_case::CaseModel> searched = {};
  /// Places in a row of simulate::channels(), or of judged_channels(), the first that of t.
  std::vector<std::size_t> recorded;
  bool judged = false;                                     ///< the records are those of what rules judge
  std::vector<std::string> error_channels;                 ///< among the recorded
  std::optional<stability::Settings> critical_speed = {};  ///< the search, if the study asks for it
  long repetitions = 1;                                    ///< runs over which the times are averaged
  void give_up_models() {
    model.reset();
    searched.reset();
  }
};

/// Models that are kept when all cases have been checked.
inline constexpr std::size_t kept_models = 500;

/// Loads and compiles every run of the plan on `jobs` threads. Tables of contact that go with the same
/// profiles and settings are built once and shared. A finding that several runs share is reported once, with
/// the first of them. Findings at a setting give its location in the study file. Values at the ends of
/// distributions are tried, too. Calls `loaded` for each model, from one thread at a time. Empty if there is
/// any finding.
[[nodiscard]] std::vector<Case> load_cases(const StudySpec& spec, const Plan& plan, std::size_t jobs,
                                           wheelrail::PairTables& tables,
                                           const std::function<void(const vehicle_case::CaseModel&)>& loaded,
                                           Findings& findings);

/// One of them. Nothing if there is any finding.
[[nodiscard]] std::optional<Case> load_case(const StudySpec& spec, const Run& run,
                                            wheelrail::PairTables& tables, Findings& findings);

}  // namespace flangeway::campaign
