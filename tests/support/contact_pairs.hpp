// Wheels on rails of published contact cases, with the profiles of the shared data. For tests of programs
// with FLANGEWAY_SHARED_DIR set.
#pragma once

#include <memory>

#include "flangeway/profile/read.hpp"
#include "flangeway/wheel_on_rail/problem.hpp"
#include "support/csv_rows.hpp"

namespace flangeway::test {

inline const std::filesystem::path shared_data = std::filesystem::path(FLANGEWAY_SHARED_DIR) / "data";

/// A profile of contact/profiles; `as_it_is`: not mirrored, whatever it looks like.
inline std::shared_ptr<const profile::Curve> shared_profile(const char* name, profile::Kind kind,
                                                            bool as_it_is = false) {
  Findings findings;
  profile::ReadOptions options;
  options.origin = profile::Origin::file;
  if (as_it_is) options.mirror_y = options.mirror_z = false;
  const auto read =
      profile::load_profile((shared_data / "contact/profiles" / name).string(), kind, options, {}, findings);
  findings.throw_if_any();
  return std::make_shared<profile::Curve>(read->curve);
}

/// Rows of the Manchester benchmark, left wheel, as the program CONTACT computes it; empty: not here.
inline std::vector<CsvRow> manchester_rows() {
  return rows_of(shared_data / "contact_mbench_A22_left.csv");
}

/// Its pair: 10 kN, 0.2 mm.
inline wheel_on_rail::ContactProblem manchester() {
  wheel_on_rail::ContactProblem problem;
  problem.wheel = shared_profile("MBench_S1002_v3.prw", profile::Kind::wheel);
  problem.rail = shared_profile("MBench_UIC60_v3.prr", profile::Kind::rail);
  problem.wheel_material = problem.rail_material = {2 * 82e9 * 1.28, 0.28};
  problem.vertical = wheel_on_rail::VerticalControl::force;
  problem.vertical_force = 10e3;
  problem.motion.velocity = Vec3(2, 0, 0);
  return problem;
}

/// Position and velocity of a row; y to the right and z down there.
inline void place(const CsvRow& row, wheel_on_rail::ContactProblem& problem) {
  problem.motion.y = -1e-3 * row.at("y_ws_mm");
  problem.motion.roll = row.at("roll_rad");
  problem.motion.yaw = -row.at("yaw_rad");
  problem.motion.velocity_pitch = -row.at("vpitch_rad_s");
}

}  // namespace flangeway::test
