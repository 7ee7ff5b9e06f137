// Cross-checks of a test campaign: the first section of each zone with another contact method.
#pragma once

#include <functional>
#include <string>

#include "flangeway/acceptance/record.hpp"
#include "flangeway/acceptance/test_document.hpp"
#include "flangeway/campaign/study.hpp"
#include "flangeway/vehicle_case/model.hpp"

namespace flangeway::app {

/// Records of the runs of one condition, by the names of the runs.
struct CheckedCondition {
  const campaign::Study& study;
  const vehicle_case::CaseModel& model;  ///< of the vehicle, with the settings of all runs
  const acceptance::TestCondition& condition;
  std::function<bool(const campaign::Run&)> has_run;
  std::function<const acceptance::Record*(const campaign::Run&)> record_of;
};

/// Adds a check for each zone that has a record. What cannot be checked becomes a note of the document.
void add_method_checks(const CheckedCondition& checked,
                       const std::function<bool(const std::string& next)>& progress,
                       acceptance::TestDocument& document);

}  // namespace flangeway::app
