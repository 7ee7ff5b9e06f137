// The axes of a study: what the points are and what each of them sets.
#pragma once

#include "flangeway/campaign/plan.hpp"

namespace flangeway::campaign {

/// Findings: whatever makes no axis, and keys that two axes set.
[[nodiscard]] std::vector<Axis> make_axes(const StudySpec& spec, Findings& findings);

/// Points of an axis with a distribution.
[[nodiscard]] std::vector<Point> points_at(const AxisSpec& spec, const std::vector<double>& numbers);

/// A text without its quotes, a number in its shortest form.
[[nodiscard]] std::string label_of(const document::Value& value);

}  // namespace flangeway::campaign
