// Dry friction of whole freight wagons: where they come to rest, and the loop of a slow cycle.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "support/load_case.hpp"

namespace flangeway::simulate {
namespace {

struct Push {
  double force = 0, place = 0;  ///< N, m: on the carbody, along y
};

/// The empty Y25 wagon on straight track. A force over time pushes the carbody sideways, 1.2 m above the
/// rails.
std::vector<Push> pushed_wagon(const std::string& table, double duration, const std::string& method) {
  const std::string models = FLANGEWAY_SOURCE_DIR "/models/";
  const auto model = test::load_case(
      models + "cases/y25_r500.toml",
      {"track=\"" + models + "tracks/straight_1000.toml\"",
       "vehicle.actuators[0]={name=\"push\",body_i=\"carbody\",body_j=\"track\",position=[0,0,1.2],"
       "direction=[0,-1,0]}",
       "control.tables[0]={name=\"force\",outputs=[\"push\"],sample_time=0.02,table=[" + table + "]}",
       "initial.s=50", fmt::format("integration.duration={}", duration), "integration.method=" + method,
       "output.interval=0.02"});
  const auto all = channels(model);
  const auto column = [&](const std::string& name) {
    return static_cast<std::size_t>(
        std::find_if(all.begin(), all.end(), [&](const auto& c) { return c.name == name; }) - all.begin());
  };
  const std::size_t force = column("force.push"), place = column("carbody.y");
  std::vector<Push> rows;
  RunOptions options;
  options.record = [&](const double* row) {
    rows.push_back({row[force], row[place]});
    return true;
  };
  EXPECT_EQ(run(model, options).status, RunStatus::completed);
  return rows;
}

/// Mean over two periods of the roll that is left, and the width of that motion. m
std::array<double, 2> rest_after(double force) {
  const std::vector<Push> rows =
      pushed_wagon(fmt::format("[0.0,0.0],[1.0,{0}],[1.5,{0}],[2.5,0.0]", force), 10, "abm4");
  double sum = 0, least = rows.back().place, most = least;
  constexpr std::size_t last = 65;
  for (std::size_t k = rows.size() - last; k < rows.size(); ++k) {
    sum += rows[k].place / last;
    least = std::min(least, rows[k].place), most = std::max(most, rows[k].place);
  }
  return {sum, most - least};
}

// Pushed and let go, it rests where friction holds it. Links hold springs of 6.4 MN/m with 0.105 · 86 kN, the
// bowls hold the carbody anywhere in their clearance of 2 mm: together within 3.4 mm.
TEST(FreightFriction, AWagonComesToRestWithinABand) {
  double before = 0;
  for (const double force : {12e3, 18e3, 24e3, 30e3}) {
    const auto [place, width] = rest_after(force);
    EXPECT_LT(width, 1e-3) << force;
    EXPECT_GT(place, before + 3e-4) << force;
    EXPECT_LT(place, 3.4e-3) << force;
    before = place;
  }
  EXPECT_NEAR(rest_after(-30e3)[0], -before, 1e-5);
  EXPECT_NEAR(rest_after(6e3)[0], 0, 1e-4);  // nothing has slipped for good
}

/// Energy that the last of three cycles takes, J.
double loop_of(const std::string& method) {
  std::string table = "[0.0,0.0]";
  for (int k = 1; k <= 6; ++k) table += fmt::format(",[{}.0,{}]", 2 * k, k % 2 == 1 ? 15e3 : -15e3);
  const std::vector<Push> rows = pushed_wagon(table, 12, method);
  double area = 0;
  for (std::size_t k = rows.size() - 200; k < rows.size(); ++k)
    area += (rows[k].force + rows[k - 1].force) / 2 * (rows[k].place - rows[k - 1].place);
  return area;
}

TEST(FreightFriction, ASlowCycleHasTheSameLoopByEveryIntegrator) {
  const double expected = loop_of("abm4");
  EXPECT_GT(expected, 20);
  EXPECT_NEAR(loop_of("rk4"), expected, 0.01 * expected);
  EXPECT_NEAR(loop_of("bdf"), expected, 0.01 * expected);
}

}  // namespace
}  // namespace flangeway::simulate
