// Plans the runs of a test campaign from a vehicle's admissible speed and cant deficiency: curves, cants and
// speeds that fill the zones of a rule. Theory: docs/theory/assessment.md.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "flangeway/acceptance/rule.hpp"
#include "flangeway/core/atomic_file.hpp"

namespace flangeway::acceptance {

struct TestSettings {
  double speed = 0;           ///< m/s, admissible
  double deficiency = 0;      ///< m, admissible cant deficiency
  std::size_t sections = 30;  ///< in each zone
  double max_cant = 0.15;     ///< m
  std::vector<double> friction{0.4};
  std::vector<std::string> wheels;  ///< profiles; empty: as in the vehicle file
  std::string rail = "60e1";
  double inclination = 0.025;             ///< of the rails
  double gauge = 1.435;                   ///< m
  std::string quality = "erri_b176_low";  ///< spectrum of the irregularities
  double scale = 1;                       ///< on their amplitudes
  std::size_t seed = 1;
};

struct PlannedRun {
  std::string name = {};                       ///< "R 500 m, 130.0 mm, 120.0 km/h"
  double radius = 0;                           ///< m, of a left curve; 0: straight
  double cant = 0, deficiency = 0, speed = 0;  ///< m, m, m/s
  std::size_t sections = 0;
  double transition = 0, length = 0;  ///< m, of the transition curve; of the piece with the sections
  std::size_t seed = 1;
  /// m, of the whole track.
  [[nodiscard]] double distance() const;
};

struct PlannedZone {
  std::string name, title;
  double section_length = 0;  ///< m
  std::vector<PlannedRun> runs;
  std::string unreachable;  ///< why there are no runs, or why some conditions are left out
  [[nodiscard]] std::size_t sections() const;
};

struct TestPlan {
  std::vector<PlannedZone> zones;
  [[nodiscard]] std::size_t runs() const;
  [[nodiscard]] double distance() const;  ///< m, of all runs
  [[nodiscard]] double duration() const;  ///< s, of all runs
};

/// Findings: settings that the rule does not allow.
[[nodiscard]] TestPlan plan_tests(const RuleSpec& rule, const TestSettings& settings, Findings& findings);

/// Combinations of friction and wheel profile: each is judged on its own.
struct TestCondition {
  std::string title;  ///< "friction 0.4, wheels s1002"
  double friction = 0;
  std::string wheel;  ///< empty: as in the vehicle file
};
[[nodiscard]] std::vector<TestCondition> conditions_of(const TestSettings& settings);

/// m: where records begin, before the piece with the sections.
inline constexpr double run_in = 60;

struct RecordedBodies {
  std::vector<std::string> wheelsets, car_bodies;
};
/// The files of a campaign: case.toml, track.toml and study.toml. `vehicle` is the path from their folder.
[[nodiscard]] NamedTexts test_files(const TestPlan& plan, const TestSettings& settings,
                                    const RecordedBodies& bodies, const std::string& vehicle,
                                    const std::string& title);

/// A table for a terminal.
[[nodiscard]] std::string text(const TestPlan& plan);
/// Zones and runs, with the number of runs, the time that they run and the processor time that they need, s.
[[nodiscard]] std::string plan_json(const TestPlan& plan, std::size_t runs, double duration, double cost);

}  // namespace flangeway::acceptance
