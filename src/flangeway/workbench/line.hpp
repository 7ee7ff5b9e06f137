// The line of a track file while it is being typed: its alignment over the distance, and its limits.
#pragma once

#include <string>

#include "flangeway/workbench/project.hpp"

namespace flangeway::workbench {

/// Limits of the design at a speed. Without a file nothing is judged.
struct LineRules {
  std::string file;  ///< in the project
  double speed_kmh = 0;
};

/// {"length", "s", "curvature" (1/m, left positive), "cant" (m), "gradient" (rise per run), "joints" (s where
/// a segment begins, and the end), "judged"} of a text at `path` of the project; "judged" as `flangeway track
/// --limits --json` has it, or null. Throws Refusal (422) with the findings of the reader.
[[nodiscard]] Json line_of(const Project& project, const std::string& path, const std::string& text,
                           const LineRules& rules);

}  // namespace flangeway::workbench
