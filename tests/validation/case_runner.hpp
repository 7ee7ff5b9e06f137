// Cases for validation: small files in a temporary folder, run through the library, recorded in memory.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "support/load_case.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::validation {

/// A case of the project.
inline vehicle_case::CaseModel load_model_case(const std::string& name,
                                               const std::vector<std::string>& sets = {}) {
  return test::load_case(std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "models/cases" / name, sets);
}

/// Rows of a run: one per instant, one column per channel.
struct Recording {
  simulate::Summary summary;
  std::vector<results::Channel> channels;
  std::vector<std::vector<double>> rows;

  [[nodiscard]] std::size_t index(const std::string& name) const {
    for (std::size_t i = 0; i < channels.size(); ++i) {
      if (channels[i].name == name) return i;
    }
    throw std::runtime_error("no channel " + name);
  }
  [[nodiscard]] std::vector<double> column(const std::string& name) const {
    const std::size_t i = index(name);
    std::vector<double> values;
    for (const auto& row : rows) values.push_back(row[i]);
    return values;
  }
  /// Mean of a channel over the rows from `first` s on.
  [[nodiscard]] double mean(const std::string& name, double first) const {
    const std::size_t i = index(name);
    double sum = 0, count = 0;
    for (const auto& row : rows) {
      if (row[0] < first) continue;
      sum += row[i];
      ++count;
    }
    return sum / count;
  }
};

inline Recording record(const vehicle_case::CaseModel& model) {
  Recording recording;
  recording.channels = simulate::channels(model);
  simulate::RunOptions options;
  options.record = [&](const double* row) {
    recording.rows.emplace_back(row, row + recording.channels.size());
    return true;
  };
  recording.summary = simulate::run(model, options);
  EXPECT_EQ(recording.summary.failure, "");
  return recording;
}

/// Profile points in mm as a CSV text.
template <typename Function>
std::string profile_csv(double first_mm, double last_mm, double step_mm, Function&& z_mm) {
  std::string text;
  char line[80];
  const long count = std::lround((last_mm - first_mm) / step_mm);
  for (long i = 0; i <= count; ++i) {
    const double y = first_mm + step_mm * static_cast<double>(i);
    std::snprintf(line, sizeof line, "%.15g,%.15g\n", y, z_mm(y));
    text += line;
  }
  return text;
}

/// One line of a comparison: "quantity  ours  theirs  difference".
inline void print_comparison(const std::string& what, double ours, double theirs, const char* unit) {
  std::printf("%-46s ours %14.7g  theirs %14.7g %-4s difference %+.4f %%\n", what.c_str(), ours, theirs, unit,
              100 * (ours / theirs - 1));
}

}  // namespace flangeway::validation
