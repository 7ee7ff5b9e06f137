// Ride comfort of records: which numbers a rule asks for, with their meaning.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "flangeway/acceptance/floor_point.hpp"
#include "flangeway/acceptance/record.hpp"
#include "flangeway/plot/figure.hpp"

namespace flangeway::acceptance {

/// Measured accelerations at a point: of a simulated run, from the velocities of the body, the curvature, the
/// cant and gravity; of a table, from those of its columns ax, ay and az that exist. At equal time steps:
/// uneven stamps of a table follow assess::timing_of.
struct FloorRecord {
  double step = 0;                ///< s
  std::vector<double> x, y, z;    ///< m/s²; empty where the axis was not measured
  std::vector<double> roll_rate;  ///< rad/s; empty where it is not known
  std::vector<double> curvature;  ///< 1/m; empty where it is not known
  std::string timing = {};        ///< how uneven time stamps were taken; empty for even ones
  /// m/s², of a seat, from the columns seat.ay, seat.az and backrest.ax of a table; empty: not measured.
  std::vector<double> pan_y = {}, pan_z = {}, back_x = {};
};
[[nodiscard]] std::optional<FloorRecord> floor_record(const Record& record,
                                                      const std::optional<FloorPoint>& point,
                                                      Findings& findings);

struct ComfortRow {
  std::string name, meaning;  ///< "N_MV", "mean comfort, 60 windows of 5 s"
  double value = 0;           ///< NaN: not judged, the note says why
  std::string unit;
  std::string note = {};  ///< a grade, or why the value is no judgement
};
struct ComfortReport {
  std::string title, record;
  RecordSource source;
  std::string point = {};  ///< "carbody:8,0,-0.9"; empty for a table
  std::vector<ComfortRow> rows = {};
  std::vector<plot::Panel> panels = {};  ///< weighted accelerations over time, or ride indices of windows
  std::vector<std::string> notes = {};   ///< how the time stamps were taken, and what was left out
};

[[nodiscard]] const std::vector<std::string>& comfort_rules();
/// Findings: the record is too short or sampled too slowly, or has values that are not finite.
[[nodiscard]] std::optional<ComfortReport> judge_comfort(const Record& record, const std::string& rule,
                                                         const std::optional<FloorPoint>& point,
                                                         Findings& findings);
/// One report for each record at each point; without points, for the columns of tables. Runs that ended early
/// are findings.
[[nodiscard]] std::vector<ComfortReport> judge_comfort(const RecordSet& set, const std::string& rule,
                                                       const std::vector<FloorPoint>& points,
                                                       Findings& findings);

[[nodiscard]] std::string text(const ComfortReport& report);
[[nodiscard]] std::string json_text(const std::vector<ComfortReport>& reports);
[[nodiscard]] std::string page(const std::vector<ComfortReport>& reports, const std::string& command_line);
[[nodiscard]] std::string pdf(const std::vector<ComfortReport>& reports, const std::string& command_line);

}  // namespace flangeway::acceptance
