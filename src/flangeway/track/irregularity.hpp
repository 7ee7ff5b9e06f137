// Adds irregularities of all kinds and samples them on a uniform grid.
#pragma once

#include <array>
#include <vector>

#include "flangeway/track/model.hpp"

namespace flangeway::track {

/// Four columns on nodes start + i step, in the order of Measure.
struct IrregularityGrid {
  double start = 0, step = 0.1;
  std::array<std::vector<double>, 4> measure;

  [[nodiscard]] std::size_t size() const { return measure[0].size(); }
  [[nodiscard]] double s(std::size_t i) const { return start + step * static_cast<double>(i); }
};

/// Sum of all irregularities of the Spec over -run_out … length + run_out, faded: zero up to s = 0, whole
/// from s = fade to `length`, zero from length + fade. Findings about harmonics, spectrum and measured file.
/// A file of measured irregularities is added to `sources`.
[[nodiscard]] IrregularityGrid tabulate_irregularities(const TrackSpec& spec, double length,
                                                       Findings& findings, std::vector<Finding>& notes,
                                                       std::vector<document::SourceFile>& sources);

/// Rises from 0 at x ≤ 0 to 1 at x ≥ 1 with continuous second derivative.
[[nodiscard]] double fade(double x);

}  // namespace flangeway::track
