// Ride comfort of records: which numbers a rule asks for, with their meaning.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "flangeway/acceptance/record.hpp"

namespace flangeway::acceptance {

/// A point fixed to a body, in its axes from its centre of gravity, m.
struct FloorPoint {
  std::string body;
  std::array<double, 3> position{};
};
/// "carbody:8,0,-0.9".
[[nodiscard]] std::optional<FloorPoint> parse_floor_point(const std::string& text, Findings& findings);

/// What an accelerometer measures at the point: of a simulated run, from the velocities of the body, the
/// curvature, the cant and gravity; of a table, the columns ax, ay and az. At equal steps of time.
struct FloorRecord {
  double step = 0;                ///< s
  std::vector<double> x, y, z;    ///< m/s²
  std::vector<double> roll_rate;  ///< rad/s; empty where it is not known
  std::vector<double> curvature;  ///< 1/m; empty where it is not known
};
[[nodiscard]] std::optional<FloorRecord> floor_record(const Record& record,
                                                      const std::optional<FloorPoint>& point,
                                                      Findings& findings);

struct ComfortRow {
  std::string name, meaning;  ///< "N_MV", "mean comfort, 60 windows of 5 s"
  double value = 0;
  std::string unit;
  std::string note = {};  ///< a grade, or why the value is no judgement
};
struct ComfortReport {
  std::string title, record;
  std::vector<ComfortRow> rows;
};

[[nodiscard]] const std::vector<std::string>& comfort_rules();
/// Findings: the record is too short or sampled too slowly, or has values that are not finite.
[[nodiscard]] std::optional<ComfortReport> judge_comfort(const Record& record, const std::string& rule,
                                                         const std::optional<FloorPoint>& point,
                                                         Findings& findings);

[[nodiscard]] std::string text(const ComfortReport& report);
[[nodiscard]] std::string json_text(const std::vector<ComfortReport>& reports);
[[nodiscard]] std::string page(const std::vector<ComfortReport>& reports, const std::string& command_line);

}  // namespace flangeway::acceptance
