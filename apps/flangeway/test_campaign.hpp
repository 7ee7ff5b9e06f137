// Parts of the document of a test campaign that come from the compiled case: vehicle, accelerometers,
// stationary tests, and conditions of the zones that records do not show.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/acceptance/test_document.hpp"
#include "flangeway/campaign/study.hpp"
#include "flangeway/track/recorded_geometry.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::app {

[[nodiscard]] acceptance::RecordedBodies recorded_bodies(const multibody::Model& vehicle);

/// Accelerometers on the floor above each bogie, or above each wheelset of a vehicle without bogies; `floor`
/// in m above the rails.
[[nodiscard]] std::vector<acceptance::FloorPoint> floor_points(const vehicle_case::CaseModel& model,
                                                               double floor);

[[nodiscard]] std::vector<acceptance::NamedFact> vehicle_facts(
    const vehicle_case::CaseModel& model, const acceptance::TestSettings& settings,
    const std::vector<acceptance::FloorPoint>& points);

/// Twist, sway, curve of 150 m radius; tests that a vehicle does not allow are added to `not_judged`.
void add_stationary_tests(const vehicle_case::CaseModel& model, acceptance::TestDocument& document,
                          const std::function<void(const std::string& next)>& progress);

/// Friction, conicity and track quality of the zones of one condition.
struct ConditionFacts {
  const acceptance::RuleSpec& rule;
  const acceptance::TestSettings& settings;
  const acceptance::TestPlan& plan;
  const std::optional<track::QualityLimitsSpec>& limits;
};
void add_zone_facts(const ConditionFacts& facts, const acceptance::TestCondition& condition,
                    const std::vector<const vehicle_case::CaseModel*>& models, acceptance::Report& report);

/// Mean processor time in s for a second of the run, from its beginning.
[[nodiscard]] double processor_share(const vehicle_case::CaseModel& model);

}  // namespace flangeway::app
