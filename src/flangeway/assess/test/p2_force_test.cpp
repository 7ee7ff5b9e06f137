#include "flangeway/assess/p2_force.hpp"

#include <gtest/gtest.h>

#include "support/csv_rows.hpp"

namespace flangeway::assess {
namespace {

TEST(P2Force, AgreesWithIndependentValues) {
  const auto rows = test::rows_of(FLANGEWAY_SOURCE_DIR "/tests/data/p2_force.csv");
  ASSERT_EQ(rows.size(), 3u);
  JointTrack undamped;
  undamped.damping = 0;
  for (const test::CsvRow& row : rows) {
    const double load = row.at("load"), speed = row.at("speed"), mass = row.at("mass");
    EXPECT_NEAR(p2_force(load, speed, mass), row.at("p2"), 1e-9 * row.at("p2"));
    EXPECT_NEAR(p2_force(load, speed, mass, usual_dip_angle, undamped), row.at("p2_undamped"),
                1e-9 * row.at("p2_undamped"));
  }
}

// Without damping: the wheel comes down at α V; both masses go on with its momentum; their kinetic energy
// goes into the spring. What it presses more than at rest is what the wheel feels.
TEST(P2Force, IsTheBalanceOfMomentumAndEnergy) {
  constexpr double load = 60e3, speed = 40, mass = 850, angle = 0.013;
  JointTrack track{300, 0, 50e6};
  const double together = mass + track.mass, common = mass * angle * speed / together;
  const double sinking = common * std::sqrt(together / track.stiffness);
  EXPECT_NEAR(p2_force(load, speed, mass, angle, track), load + track.stiffness * sinking, 1e-6);
  EXPECT_EQ(p2_force(load, 0, mass, angle, track), load);
}

// Damping takes π ζ/2 of the peak to first order in ζ, the damping ratio of both masses on the spring: the
// oscillation decays by exp(−ζ ω t) up to a quarter of its period.
TEST(P2Force, LosesToDampingWhatAQuarterOfAPeriodTakes) {
  JointTrack track{200, 100, 70e6};
  const double mass = 1000, together = mass + track.mass;
  const double ratio = track.damping / (2 * std::sqrt(track.stiffness * together));
  const double damped = p2_force(0, 30, mass, 0.02, track);
  track.damping = 0;
  EXPECT_NEAR(damped / p2_force(0, 30, mass, 0.02, track), std::exp(-M_PI / 2 * ratio), 2 * ratio * ratio);
}

}  // namespace
}  // namespace flangeway::assess
