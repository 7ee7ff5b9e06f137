// Each channel of wheels and contacts: its value from a balance of its own, its sign on both sides, its unit.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

using ::flangeway::test::gravity;
using ::flangeway::test::wheelset_mass;
constexpr double yaw_inertia = 1120, pitch_inertia = 112;
using Row = std::map<std::string, double>;

class Channels : public test::WheelsetCase {
 protected:
  Channels() { track(R"(segments = [{ kind = "straight", length = 200.0 }])"); }

  std::vector<Row> rows(const std::vector<std::string>& sets) {
    const auto model = load(sets);
    const auto all = channels(model);
    std::vector<Row> found;
    RunOptions options;
    options.record = [&](const double* values) {
      Row row;
      for (std::size_t i = 0; i < all.size(); ++i) row[all[i].name] = values[i];
      found.push_back(std::move(row));
      return true;
    };
    (void)run(model, options);
    return found;
  }
};

// The wheelset runs yawed against one rail and its flange strikes: every step is recorded.
std::vector<std::string> towards(double sign) {
  return {"speed=3",
          "initial.yaw=" + std::to_string(sign * 0.03),
          "contact.friction.coefficient=0.3",
          "integration.step=2e-4",
          "output.interval=2e-4",
          "integration.duration=0.3",
          "drive=free"};
}

double sum_of_both(const Row& row, const std::string& quantity) {
  return row.at("wheelset.left." + quantity) + row.at("wheelset.right." + quantity);
}

// Creep force of a wheel along the track, tread and flange.
double forward_force(const Row& row, const std::string& side) {
  const std::string wheel = "wheelset." + side;
  return row.at(wheel + ".tread.creep_force_x") + row.at(wheel + ".flange.creep_force_x");
}

// A contact's force on the wheel in the axes of the track: N along the normal, which leans to the middle of
// the track, and the creep force across the rail.
TEST_F(Channels, WheelForcesAreThoseOfTheContactsOnBothSides) {
  std::size_t flanges = 0;
  for (const double direction : {1.0, -1.0}) {
    for (const Row& row : rows(towards(direction))) {
      for (const auto& [side, sign] : {std::pair("left", 1.0), std::pair("right", -1.0)}) {
        const std::string wheel = std::string("wheelset.") + side;
        double q = 0, y = 0;
        for (const char* kind : {".tread.", ".flange."}) {
          const double n = row.at(wheel + kind + "normal_force"),
                       angle = row.at(wheel + kind + "contact_angle");
          const double creep = row.at(wheel + kind + "creep_force_y");
          q += n * std::cos(angle) + sign * creep * std::sin(angle);
          y += sign * n * std::sin(angle) - creep * std::cos(angle);
        }
        EXPECT_NEAR(row.at(wheel + ".Q"), q, 1e-6 * wheelset_mass * gravity);
        EXPECT_NEAR(row.at(wheel + ".Y"), y, 1e-6 * wheelset_mass * gravity);
        if (q > 0) {
          EXPECT_NEAR(row.at(wheel + ".YQ"), sign * y / q, 1e-9);
        }
        const double angle = row.at(wheel + ".flange.contact_angle");
        if (!(row.at(wheel + ".flange.normal_force") > 0)) {
          EXPECT_EQ(row.at(wheel + ".nadal_limit"), 0);
          continue;
        }
        ++flanges;
        EXPECT_NEAR(row.at(wheel + ".nadal_limit"), std::tan(angle - std::atan(0.3)), 1e-12);
      }
    }
  }
  EXPECT_GT(flanges, 100u);
}

// Newton's equations of the wheelset, with its accelerations from differences of the recorded velocities.
TEST_F(Channels, ForcesOfTheWheelsAccelerateTheWheelset) {
  const std::vector<Row> all = rows(towards(1));
  double worst_x = 0, worst_y = 0, worst_z = 0, worst_yaw = 0, worst_spin = 0;
  for (std::size_t i = 1; i + 1 < all.size(); ++i) {
    // At a flange impact, a difference over two steps says nothing about the instant between them.
    // The spline of the equivalent profile bends some nodes of 30 µm ahead of it.
    if (all[std::min(i + 8, all.size() - 1)].at("wheelset.left.flange.normal_force") > 0) break;
    const auto rate = [&](const char* name) {
      return (all[i + 1].at(name) - all[i - 1].at(name)) / (all[i + 1].at("t") - all[i - 1].at("t"));
    };
    const Row& row = all[i];
    const double left = forward_force(row, "left"), right = forward_force(row, "right"), arm = 0.75;
    worst_x = std::max(worst_x, std::abs(wheelset_mass * rate("wheelset.vs") - left - right));
    worst_y = std::max(worst_y, std::abs(wheelset_mass * rate("wheelset.vy") + sum_of_both(row, "Y")));
    worst_z =
        std::max(worst_z, std::abs(wheelset_mass * (rate("wheelset.vz") + gravity) - sum_of_both(row, "Q")));
    worst_yaw = std::max(worst_yaw, std::abs(yaw_inertia * rate("wheelset.vyaw") - arm * (right - left)));
    // Along the rolling direction of the yawed wheelset.
    const double rolling = left + right - row.at("wheelset.yaw") * sum_of_both(row, "Y");
    worst_spin = std::max(worst_spin, std::abs(pitch_inertia * rate("wheelset.vpitch") + 0.457 * rolling));
  }
  // Residuals of some thousand N and Nm: angles of some hundredths turn the axes, arms differ by millimetres,
  // and the spin moments of some 20 Nm are left out.
  EXPECT_LT(worst_x, 10);
  EXPECT_LT(worst_y, 10);
  EXPECT_LT(worst_z, 10);
  EXPECT_LT(worst_yaw, 60);
  EXPECT_LT(worst_spin, 20);
}

TEST_F(Channels, AMirroredRunHasTheMirroredValues) {
  const std::vector<Row> left = rows(towards(1)), right = rows(towards(-1));
  ASSERT_EQ(left.size(), right.size());
  const std::set<std::string> odd{"Y",           "creepage_y",       "creep_force_y",   "spin",
                                  "spin_moment", "contact_moment_x", "contact_moment_z"};
  std::size_t moved = 0;
  for (const auto& [name, first] : left.front()) {
    if (!name.starts_with("wheelset.left.")) continue;
    const std::string other = "wheelset.right." + name.substr(14);
    const double sign = odd.contains(name.substr(name.rfind('.') + 1)) ? -1 : 1;
    double range = 0, worst = 0;
    for (std::size_t i = 0; i < left.size(); ++i) {
      range = std::max(range, std::abs(left[i].at(name)));
      worst = std::max(worst, std::abs(left[i].at(name) - sign * right[i].at(other)));
    }
    EXPECT_LE(worst, 1e-6 * range) << name;
    moved += range > 0 ? 1 : 0;
  }
  EXPECT_EQ(moved, 16 + 2 * 14 - 1 - 2u);  // no lift, and no indentation of constraint contact
}

// Velocity of the wheel's point of contact over the speed: across the track, and turning about the normal.
TEST_F(Channels, CreepagesAreThoseOfTheMotion) {
  for (const double direction : {1.0, -1.0}) {
    const std::vector<Row> all = rows(towards(direction));
    const Row& row = all[5];
    const double v = row.at("wheelset.vs"), yaw = row.at("wheelset.yaw"), spin = row.at("wheelset.vpitch");
    for (const auto& [side, sign] : {std::pair("left", 1.0), std::pair("right", -1.0)}) {
      const std::string contact = std::string("wheelset.") + side + ".tread.";
      const double angle = row.at(contact + "contact_angle");
      const double lateral = (row.at("wheelset.vy") - spin * 0.457 * yaw) / v / std::cos(angle);
      EXPECT_NEAR(row.at(contact + "creepage_y"), lateral, 0.02 * std::abs(lateral));
      const double turning = (row.at("wheelset.vyaw") * std::cos(angle) - sign * spin * std::sin(angle)) / v;
      EXPECT_NEAR(row.at(contact + "spin"), turning, 0.03 * std::abs(turning));
      // Friction opposes the motion and is less than its bound.
      const double fx = row.at(contact + "creep_force_x"), fy = row.at(contact + "creep_force_y");
      EXPECT_LT(fx * row.at(contact + "creepage_x") + fy * row.at(contact + "creepage_y"), 0);
      EXPECT_LE(std::hypot(fx, fy), 0.3 * row.at(contact + "normal_force") * (1 + 1e-9));
    }
  }
}

// In the middle of the track nothing slides but the spin of inclined contacts, whose moment opposes it.
TEST_F(Channels, SpinMomentOpposesTheSpin) {
  const Row row = rows({"integration.duration=0.01"}).back();
  for (const std::string contact : {"wheelset.left.tread.", "wheelset.right.tread."}) {
    EXPECT_NEAR(row.at(contact + "creepage_y"), 0, 1e-9);
    EXPECT_GT(std::abs(row.at(contact + "spin")), 0.01);
    EXPECT_LT(row.at(contact + "spin_moment") * row.at(contact + "spin"), 0);
  }
}

// A braked wheel turns too slowly: its point of contact moves forwards on the rail, the rail holds it back.
TEST_F(Channels, LongitudinalCreepIsPositiveWhereAWheelIsBraked) {
  const auto last = [&](const std::string& torque) {
    return rows({"drive=free", "traction.torque=[[0," + torque + "],[9," + torque + "]]",
                 "integration.duration=0.5"})
        .back();
  };
  const auto slip = [](const Row& row) {
    return 1 - 0.457 * row.at("wheelset.vpitch") / row.at("wheelset.vs");
  };
  const Row coasting = last("0"), braked = last("-200");
  const double more = slip(braked) - slip(coasting);
  const double deceleration = 200 / 0.457 / (wheelset_mass + pitch_inertia / (0.457 * 0.457));
  EXPECT_GT(more, 1e-5);
  for (const std::string wheel : {"wheelset.left.tread.", "wheelset.right.tread."}) {
    EXPECT_NEAR(braked.at(wheel + "creepage_x") - coasting.at(wheel + "creepage_x"), more, 0.02 * more);
    EXPECT_NEAR(braked.at(wheel + "creep_force_x"), -wheelset_mass * deceleration / 2,
                0.02 * wheelset_mass * deceleration);
  }
  EXPECT_NEAR(braked.at("wheelset.speed"), 10 - 0.5 * deceleration, 0.01);
  EXPECT_NEAR(braked.at("wheelset.speed"), braked.at("wheelset.vs"), 1e-9);
}

// Hertz: semi-axes grow with the cube root of the normal force, the indentation with its power 2/3.
TEST_F(Channels, PatchesGrowWithTheLoadAsHertzSays) {
  for (const std::string method : {"kec", "elastic"}) {
    const auto at_rest = [&](double scale) {
      folder_.write("vehicle.toml", "name = \"wheelset\"\n" + test::wheelset_text(scale * wheelset_mass));
      return rows({"contact.method=" + method, "integration.duration=0.01"}).front();
    };
    const Row light = at_rest(1), heavy = at_rest(8);
    for (const char* side : {"left", "right"}) {
      const std::string contact = std::string("wheelset.") + side + ".tread.";
      EXPECT_NEAR(light.at(contact + "normal_force"), wheelset_mass * gravity / 2,
                  0.01 * wheelset_mass * gravity);
      for (const char* axis : {"semi_axis_a", "semi_axis_b"})
        EXPECT_NEAR(heavy.at(contact + axis) / light.at(contact + axis), 2, 0.05) << method << axis;
      EXPECT_GT(light.at(contact + "semi_axis_a"), 1e-3);
      EXPECT_LT(light.at(contact + "semi_axis_b"), 1e-2);
      if (method == "kec") {
        EXPECT_EQ(heavy.at(contact + "indentation"), 0);
        continue;
      }
      EXPECT_NEAR(heavy.at(contact + "indentation") / light.at(contact + "indentation"), 4, 0.1) << side;
    }
  }
}

// The wheels touch the heads of the rails, nominal place: the tape line of the wheel on the rail's crown.
TEST_F(Channels, PlacesOfContactAreThoseOfTheOutlines) {
  const auto model = load({"integration.duration=0.001"});
  const Row row = rows({"integration.duration=0.001"}).front();
  for (std::size_t side = 0; side < 2; ++side) {
    const std::string contact = std::string("wheelset.") + (side == 0 ? "left" : "right") + ".tread.";
    const double lateral = row.at(contact + "wheel_s") + 0.7515;  // of a left wheel in its wheelset
    const profile::Curve& rail = model.shapes.rails[side].curve;
    EXPECT_GT(row.at(contact + "rail_s"), rail.point(0).x() - 0.1);
    EXPECT_NEAR(lateral, 0.7555 + row.at(contact + "rail_s"), 2e-3) << side;
  }
}

// Thrown up by a wave in the track the wheels leave their rails as a body that falls freely.
TEST_F(Channels, LiftIsTheHeightOfTheWheelOverItsRail) {
  track(
      R"(segments = [{ kind = "straight", length = 100.0 }])",
      "[irregularities]\nharmonic = [{ channel = \"vertical_profile\", amplitude = 0.08, wavelength = 10.0, "
      "start = 50.0 }]\nfade = 40.0\n");
  const auto all = rows({"speed=20", "initial.s=45", "integration.duration=0.45", "contact.lift_off=true",
                         "output.interval=1e-3"});
  double highest = 0;
  for (const Row& row : all) {
    for (const char* side : {"wheelset.left", "wheelset.right"}) {
      const double lift = row.at(std::string(side) + ".lift");
      highest = std::max(highest, lift);
      if (lift == 0) continue;
      EXPECT_EQ(row.at(std::string(side) + ".Q"), 0);
      EXPECT_NEAR(
          lift, row.at("wheelset.z") - all.front().at("wheelset.z") - row.at("track.vertical_profile"), 1e-4);
    }
  }
  EXPECT_GT(highest, 0.01);
}

// The discontinuity is known one step later, from three steps.
TEST_F(Channels, ForceDiscontinuityIsTheDifferenceOfAdjacentSteps) {
  const std::vector<Row> all = rows(towards(1));
  double largest = 0;
  for (std::size_t n = 3; n < all.size(); ++n) {
    for (const std::string wheel : {"wheelset.left", "wheelset.right"}) {
      const auto part = [&](const char* force) {
        return all[n - 1].at(wheel + force) - (all[n - 2].at(wheel + force) + all[n].at(wheel + force)) / 2;
      };
      const double expected = std::hypot(part(".Q"), part(".Y"));
      EXPECT_NEAR(all[n].at(wheel + ".force_discontinuity"), expected, 1e-6 * wheelset_mass * gravity) << n;
      largest = std::max(largest, expected);
    }
  }
  EXPECT_GT(largest, 100);
}

TEST_F(Channels, UnitsAreThoseOfTheQuantities) {
  const std::map<std::string, std::string> units{{"Q", "N"},
                                                 {"Y", "N"},
                                                 {"YQ", "1"},
                                                 {"nadal_limit", "1"},
                                                 {"lift", "m"},
                                                 {"force_discontinuity", "N"},
                                                 {"creep_power", "W"},
                                                 {"resistance", "N"},
                                                 {"wheel_s", "m"},
                                                 {"rail_s", "m"},
                                                 {"contact_angle", "rad"},
                                                 {"creepage_x", "1"},
                                                 {"creepage_y", "1"},
                                                 {"normal_force", "N"},
                                                 {"spin", "1/m"},
                                                 {"spin_moment", "Nm"},
                                                 {"creep_force_x", "N"},
                                                 {"semi_axis_a", "m"},
                                                 {"semi_axis_b", "m"},
                                                 {"creep_force_y", "N"},
                                                 {"contacts", "1"},
                                                 {"creep_force_z", "N"},
                                                 {"contact_moment_x", "Nm"},
                                                 {"contact_moment_y", "Nm"},
                                                 {"contact_moment_z", "Nm"},
                                                 {"indentation", "m"},
                                                 {"max_pressure", "Pa"}};
  std::size_t wheels = 0;
  for (const results::Channel& channel : channels(load({}))) {
    if (!channel.name.starts_with("wheelset.left.") && !channel.name.starts_with("wheelset.right.")) continue;
    EXPECT_EQ(channel.unit, units.at(channel.name.substr(channel.name.rfind('.') + 1))) << channel.name;
    ++wheels;
  }
  EXPECT_EQ(wheels, 2 * (16 + 2 * 14u));
}

}  // namespace
}  // namespace flangeway::simulate
