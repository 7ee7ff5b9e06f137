// Every recorded value of a run by the name of its channel.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"

namespace flangeway::test {

using Rows = std::map<std::string, std::vector<double>>;

/// Lets `options` record into `rows`, which must stay where they are.
inline void record_rows(const vehicle_case::CaseModel& model, Rows& rows, simulate::RunOptions& options) {
  options.record = [&rows, all = simulate::channels(model)](const double* row) {
    for (std::size_t i = 0; i < all.size(); ++i) rows[all[i].name].push_back(row[i]);
    return true;
  };
}

/// Rows of a run that must complete.
inline Rows rows_of(const vehicle_case::CaseModel& model) {
  Rows rows;
  simulate::RunOptions options;
  record_rows(model, rows, options);
  const simulate::Summary summary = simulate::run(model, options);
  EXPECT_EQ(summary.status, simulate::RunStatus::completed) << summary.failure;
  return rows;
}

}  // namespace flangeway::test
