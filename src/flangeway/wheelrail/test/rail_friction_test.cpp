// Friction along the track and over the contact angle, and what rails remember of the wheels.
#include "flangeway/wheelrail/rail_friction.hpp"

#include <gtest/gtest.h>

#include "flangeway/core/state_codec.hpp"

namespace flangeway::wheelrail {
namespace rail_friction_test {

TEST(RailFriction, IsLinearBetweenStationsAndAngles) {
  RailFriction friction;
  friction.law.coefficient = 0.3;
  EXPECT_EQ(friction_coefficient(friction, 1.2, 50), 0.3);
  EXPECT_EQ(largest_friction(friction), 0.3);
  friction.over_angle = {{0.5, 0.4}, {1.0, 0.1}};
  EXPECT_NEAR(friction_coefficient(friction, -0.75, 50), 0.25, 1e-15);
  EXPECT_EQ(largest_friction(friction), 0.4);
  // Dry up to 100 m, and behind 120 m with a lubricated flange.
  friction.stations = {{100, {{0, 0.35}}}, {120, {{0.5, 0.35}, {1.0, 0.1}}}};
  for (const auto& [s, angle, expected] : {std::array{50.0, 1.2, 0.35},
                                           {100.0, 1.2, 0.35},
                                           {110.0, 1.2, 0.225},
                                           {120.0, 1.2, 0.1},
                                           {500.0, 0.75, 0.225},
                                           {110.0, 0.2, 0.35}})
    EXPECT_NEAR(friction_coefficient(friction, angle, s), expected, 1e-15) << s;
  EXPECT_EQ(largest_friction(friction), 0.35);
}

// A leading wheel works 3 J/m on 20 m, one behind it 2 J/m on the first 10 m of these.
TEST(RailMemory, AddsUpTheWorkOfWheelsAhead) {
  RailMemory memory(30);
  for (int i = 0; i < 1000; ++i) memory.add(1 + 0.02 * i, 1 + 0.02 * (i + 1), 3);
  for (int i = 0; i < 500; ++i) memory.add(1 + 0.02 * i, 1 + 0.02 * (i + 1), 2);
  EXPECT_NEAR(memory.work_ahead(5.03, true), 5, 1e-9);
  EXPECT_NEAR(memory.work_ahead(15.07, true), 3, 1e-9);
  EXPECT_NEAR(memory.work_ahead(15.07, false), 3, 1e-9);
  EXPECT_EQ(memory.work_ahead(0.5, true), 0);
  EXPECT_EQ(memory.work_ahead(25, true), 0);
  // The second wheel itself, at the end of its way, sees only the work of the first one.
  EXPECT_NEAR(memory.work_ahead(11.0, true), 3, 1e-9);
  // It changes gradually from place to place.
  for (double s = 10.5; s < 11.5; s += 1e-3)
    EXPECT_LE(std::abs(memory.work_ahead(s + 1e-3, true) - memory.work_ahead(s, true)), 2.01 * 1e-3 / 0.1);
}

// The ring is used again behind the last wheel: places far back are forgotten, and places ahead are clean.
TEST(RailMemory, ForgetsCellsFarBehind) {
  RailMemory memory(10);
  for (int i = 0; i < 100; ++i) memory.add(-3 + 0.5 * i, -3 + 0.5 * (i + 1), 1);
  EXPECT_NEAR(memory.work_ahead(40.03, true), 1, 1e-9);
  EXPECT_EQ(memory.work_ahead(10.03, true), 0);
  EXPECT_EQ(memory.work_ahead(48, true), 0);
  RailMemory other;
  EXPECT_TRUE(decode_state(encode_state(memory), other));
  EXPECT_EQ(other.work_ahead(40.03, true), memory.work_ahead(40.03, true));
}

}  // namespace rail_friction_test
}  // namespace flangeway::wheelrail
