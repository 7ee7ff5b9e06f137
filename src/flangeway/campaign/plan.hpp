// Makes the list of runs from a study file.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/campaign/study_spec.hpp"
#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/uncertainty/design.hpp"

namespace flangeway::campaign {

inline constexpr std::size_t none = std::numeric_limits<std::size_t>::max();
inline constexpr std::size_t max_runs = 100'000;

/// One value of an axis with all that it sets.
struct Point {
  std::string label;             ///< "abm4", "1e9"
  std::optional<double> number;  ///< if it can be drawn over a numeric axis
  document::Assignments sets;
};

struct Axis {
  std::string name, title;
  std::vector<Point> points;
  /// With a distribution the points are those of the sample, and `ends` are the first and last value that it
  /// can give.
  std::optional<uncertainty::Distribution> distribution = {};
  std::vector<Point> ends = {};
  SourceLocation where = {};  ///< of the distribution
};

struct Run {
  std::string name;                ///< "1", "reference 1": the column `run` of the results
  std::vector<std::size_t> place;  ///< point on each axis; `none` where a reference is the same for all
  document::Assignments sets;
  std::size_t reference = none;  ///< index in Plan::runs
};

struct Plan {
  std::vector<Axis> axes;
  std::vector<Run> runs;       ///< references first, then the grid, the last axis running fastest
  std::size_t references = 0;  ///< how many of the runs
  SampleMethod method = SampleMethod::grid;
  uncertainty::Design design;  ///< a row for each run after the references; empty if grid or list
  [[nodiscard]] std::optional<std::size_t> find_axis(std::string_view name) const;
};

/// All combinations. Findings: whatever makes no grid; nullopt if there is any.
[[nodiscard]] std::optional<Plan> make_plan(const StudySpec& spec, Findings& findings);

/// "1e9", "0.001", "2.5": the shortest that reads back, without needless signs and zeros.
[[nodiscard]] std::string short_number(double value);

/// "stiffness 1e9, integrator rk4"
[[nodiscard]] std::string settings_of(const Plan& plan, const Run& run);

/// The point of each axis that `only` names (else `none`). Findings: unknown axes and points.
[[nodiscard]] std::vector<std::size_t> selected(const Plan& plan, const std::vector<document::Setting>& only,
                                                const std::string& key, Findings& findings);
[[nodiscard]] bool matches(const Run& run, const std::vector<std::size_t>& selection);

}  // namespace flangeway::campaign
