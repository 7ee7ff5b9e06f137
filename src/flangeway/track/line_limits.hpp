// Limits of the design of a line, and how a track keeps them. Theory:
// docs/theory/track.md#limits-of-the-design.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/core/diagnostics.hpp"
#include "flangeway/document/visitor.hpp"
#include "flangeway/track/model.hpp"

namespace flangeway::track {

/// Limit of one quantity of the design up to a speed, from a data file.
struct LineLimitSpec {
  document::Located<std::string> quantity;  ///< one of line_quantities()
  double to_speed_kmh = 0;                  ///< holds up to this speed, and above the next lower one; 0: any
  double limit = 0;                         ///< m, m/m or m/s; of radii the least, of all others the greatest
  double limit_times_speed_kmh = 0;  ///< limit × speed in km/h, where the limit falls with the speed; 0: none
  document::Located<std::string> source;  ///< of this number; empty: the source of the file
  SourceLocation where;

  /// At a speed in km/h: the smaller of both limits.
  [[nodiscard]] double limit_at(double speed_kmh) const;
};
struct LineLimitsSpec {
  document::Located<std::string> name, source, date;
  std::vector<document::Located<std::string>> not_covered;  ///< limits of the publication that the file lacks
  std::vector<LineLimitSpec> limits;
};
void describe(document::Visitor& visitor, LineLimitSpec& spec);
void describe(document::Visitor& visitor, LineLimitsSpec& spec);
/// From a data file. Findings: quantities that a line does not have, and entries without a limit.
[[nodiscard]] std::optional<LineLimitsSpec> load_line_limits(const std::string& file, Findings& findings);

/// Names of the quantities that can be limited.
[[nodiscard]] std::vector<std::string> line_quantities();

/// How one quantity keeps its limit.
struct LineVerdict {
  std::string quantity, unit;      ///< unit as people print it: m, mm, mm/m, mm/s, ‰
  double unit_factor = 1;          ///< of SI to `unit`
  double value = 0;                ///< SI, the extreme over the line
  double s = 0;                    ///< m, of the extreme
  double limit = 0;                ///< SI
  bool is_least = false;           ///< whether the limit is the least allowed value
  double length_beyond = 0;        ///< m of the line; jumps have none
  std::string source, not_judged;  ///< why not; empty: judged
  [[nodiscard]] bool is_judged() const { return not_judged.empty(); }
  [[nodiscard]] bool is_kept() const { return is_judged() && (is_least ? value >= limit : value <= limit); }
};

struct LineReport {
  std::string limits;  ///< name of the file's limits
  double speed_kmh = 0;
  std::vector<LineVerdict> verdicts;  ///< one for each quantity
  std::vector<std::string> not_covered;
};

/// Judges the design: radii, cant, cant deficiency b V²κ/g − D and its jumps, their rates along the line and
/// in time, gradient and vertical radii. Irregularities do not count. `speed_kmh` > 0.
[[nodiscard]] LineReport judge_line(const TrackModel& model, const LineLimitsSpec& limits, double speed_kmh);

[[nodiscard]] std::string summary_text(const TrackModel& model, const LineReport& report);
[[nodiscard]] std::string json_text(const TrackModel& model, const LineReport& report);

}  // namespace flangeway::track
