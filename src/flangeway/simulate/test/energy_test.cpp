// The energy of a vehicle: its balance closes, and creep takes what it must.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "flangeway/simulate/recorder.hpp"
#include "flangeway/simulate/run.hpp"
#include "support/load_case.hpp"
#include "support/recorded_rows.hpp"
#include "wheelset_case.hpp"

namespace flangeway::simulate {
namespace {

constexpr const char* irregular = FLANGEWAY_SOURCE_DIR "/models/cases/manchester_r500_irregular.toml";
constexpr const char* smooth = FLANGEWAY_SOURCE_DIR "/models/cases/manchester_r500.toml";

using test::Rows;

// The wagon enters the transition of an irregular track; every step is recorded.
Rows enter_curve(const std::string& method, const std::string& step, const std::string& from = "90",
                 const std::string& duration = "1.5") {
  return test::rows_of(test::load_case(
      irregular, {"contact.method=" + method, "initial.s=" + from, "integration.duration=" + duration,
                  "integration.step=" + step, "output.interval=" + step}));
}

double largest(const std::vector<double>& values) {
  double result = 0;
  for (const double value : values) result = std::max(result, std::abs(value));
  return result;
}

// The residual is the error of the integrator and of the integral over the rows, both of third order or
// better. The whole vehicle starts on straight track.
TEST(Energy, BalanceClosesAsTheStepGetsShorter) {
  for (const std::string method : {"kec", "lut", "elastic"}) {
    const Rows coarse = enter_curve(method, "5e-4", "80", "2"),
               fine = enter_curve(method, "2.5e-4", "80", "2");
    const double work = coarse.at("vehicle.drive_work").back();
    EXPECT_GT(work, 1000);
    const double error = largest(coarse.at("vehicle.energy_residual"));
    EXPECT_LT(error, 3e-5 * work) << method;
    EXPECT_LT(largest(fine.at("vehicle.energy_residual")), error / 5) << method;
  }
}

/// A shipped vehicle in a case that works it hard.
struct ShippedVehicle {
  const char* name;
  const char* of_case;
  std::vector<std::string> sets;
  double step = 1e-3;  ///< s, of abm4, with which its balance closes
  double work = 0;     ///< J; 0: that of the drive, or what the suspension loses
};

const std::vector<std::string> into_curve{"initial.s=90", "integration.duration=2"};

std::vector<std::string> with(std::vector<std::string> sets, const std::string& more) {
  sets.push_back(more);
  return sets;
}

std::vector<std::string> into_curve_with(const std::string& vehicle) {
  return with(into_curve, "vehicle=\"" FLANGEWAY_SOURCE_DIR "/models/vehicles/" + vehicle + ".toml\"");
}

// Steps are shorter where the work is small beside a fast motion at the start, an impact, or wheels whose
// spin follows each jump of a torque within 0.1 ms. The table of a tight curve has closer nodes, because the
// rotation of its frames and the tangent of its centreline differ where a transition begins.
std::vector<ShippedVehicle> shipped_vehicles() {
  const std::vector<std::string> into_tight_curve = with(into_curve, "track.centreline_step=0.25");
  return {{"manchester", "manchester_r500", into_curve},
          {"manchester_yaw_dampers", "manchester_r500", into_curve_with("manchester_yaw_dampers")},
          {"manchester_flexible", "manchester_flexible_r500", into_curve, 5e-4},
          {"manchester_modes", "manchester_modes_r500", into_curve, 5e-4},
          {"manchester_yaw_dampers, 200 km/h", "high_speed_coach", {"integration.duration=2"}, 2.5e-4},
          {"antunes_coach", "flexible_r500_rigid", into_curve_with("antunes_coach"), 2.5e-4},
          {"antunes_coach_axleboxes", "flexible_r500_rigid", into_curve, 2.5e-4},
          {"bogie_one_point", "bogie_r235_one_point", into_tight_curve, 2.5e-4},
          {"bogie_two_point", "bogie_r235_two_point", into_tight_curve, 2.5e-4},
          {"cooperrider", "cooperrider", {"integration.duration=2"}, 2.5e-4},
          {"wheelset", "wheelset_r500", into_curve, 1.25e-4},
          {"metro_coach", "metro_coach_r500", into_curve},
          {"metro_coach_valves", "metro_coach_valves_r500", into_curve},
          {"metro_coach_active", "metro_coach_active", {"integration.duration=2"}},
          {"y25_wagon", "y25_r500", into_curve},
          {"y25_wagon_loaded", "y25_loaded_r500", into_curve},
          {"three_piece_wagon", "three_piece_r500", into_curve},
          {"articulated_train", "articulated_r500", into_curve},
          {"freight_train", "freight_train", {"integration.duration=8"}},
          {"low_floor_tram",
           "low_floor_tram_r25",
           {"integration.duration=4", "track.centreline_step=0.1"},
           6.25e-5},
          {"wagons20", "wagons20", {}},
          // Half of the kinetic energy goes through the buffer, m v²/4.
          {"shunting_impact", "shunting_impact", {}, 6.25e-5, 80e3}};
}

Rows run_shipped(const ShippedVehicle& vehicle, std::vector<std::string> more) {
  const std::string file = fmt::format("{}/models/cases/{}.toml", FLANGEWAY_SOURCE_DIR, vehicle.of_case);
  more.insert(more.begin(), vehicle.sets.begin(), vehicle.sets.end());
  return test::rows_of(test::load_case(file, more));
}

double share_lacking(const ShippedVehicle& vehicle, const Rows& run) {
  const double work =
      std::max(largest(run.at("vehicle.drive_work")), run.at("vehicle.suspension_work").back());
  return largest(run.at("vehicle.energy_residual")) / (vehicle.work > 0 ? vehicle.work : work);
}

// All elements of a vehicle at once, with stick and slip of the freight wagons: work in = stored +
// dissipated. The rows of the results are as far apart as usual.
TEST(Energy, BalanceOfEveryShippedVehicleCloses) {
  for (const ShippedVehicle& vehicle : shipped_vehicles()) {
    const auto share = [&](double step) {
      return share_lacking(vehicle, run_shipped(vehicle, {"integration.method=abm4",
                                                          fmt::format("integration.step={}", step)}));
    };
    const double lacking = share(vehicle.step);
    EXPECT_LT(lacking, 1e-6) << vehicle.name;
    // Longer steps add the error of the integrator.
    if (vehicle.step < 1e-3) {
      EXPECT_GT(share(4 * vehicle.step), 8 * lacking) << vehicle.name;
    }
  }
}

constexpr const char* with_friction[] = {"metro_coach_r500", "y25_r500", "y25_loaded_r500",
                                         "three_piece_r500"};

// Friction loses the same in steps of any length and by any method: it is counted by ways, not by rates.
TEST(Energy, FrictionLosesTheSameInAllSteps) {
  for (const char* name : with_friction) {
    const ShippedVehicle vehicle{name, name, into_curve};
    const auto lost_by = [](const Rows& run) { return run.at("vehicle.suspension_work").back(); };
    const double lost = lost_by(run_shipped(vehicle, {"integration.method=abm4", "integration.step=1e-3"}));
    EXPECT_GT(lost, 3) << name;
    for (const std::string method : {"abm4", "rk4"}) {
      const Rows run = run_shipped(
          vehicle, {"integration.method=" + method, "integration.step=5e-4", "output.interval=5e-4"});
      EXPECT_NEAR(lost_by(run), lost, 1e-3 * lost) << name << ' ' << method;
      // RK4 extrapolates slip a little.
      EXPECT_LT(share_lacking(vehicle, run), method == "rk4" ? 5e-5 : 1e-6) << name;
      // The power is that of the work: its sum over the steps.
      double sum = 0;
      for (const double power : run.at("vehicle.suspension_power")) sum += 5e-4 * power;
      EXPECT_NEAR(sum, lost, 0.02 * lost) << name << ' ' << method;
    }
  }
}

// BDF errs by its tolerances.
TEST(Energy, FrictionLosesNearlyTheSameWithBdf) {
  for (const char* name : {"y25_r500", "three_piece_r500"}) {
    const ShippedVehicle vehicle{name, name, into_curve};
    const Rows fixed = run_shipped(vehicle, {"integration.method=abm4", "integration.step=1e-3"});
    const Rows run =
        run_shipped(vehicle, {"integration.method=bdf", "integration.step=5e-4", "output.interval=5e-4"});
    const double lost = fixed.at("vehicle.suspension_work").back();
    EXPECT_NEAR(run.at("vehicle.suspension_work").back(), lost, 0.02 * lost) << name;
    EXPECT_LT(share_lacking(vehicle, run), 1e-3) << name;
  }
}

// Constraints on a rail at rest do no work; a knife edge on a rail that changes along the track errs a
// little.
TEST(Energy, KnifeEdgeContactsTakeWhatCreepDissipates) {
  const Rows run = enter_curve("kec", "1e-3");
  EXPECT_EQ(largest(run.at("vehicle.contact_energy")), 0);
  const double creep = run.at("vehicle.creep_work").back();
  EXPECT_NEAR(run.at("vehicle.contact_work").back(), creep, 0.003 * creep);
}

// Energy that creep does not take is stored in the indentation, or lost in its damping.
TEST(Energy, ElasticContactsTakeMoreThanCreepDissipatesAndTheyStore) {
  const Rows run = enter_curve("elastic", "5e-4");
  const std::vector<double>& stored = run.at("vehicle.contact_energy");
  const double creep = run.at("vehicle.creep_work").back();
  const double damping = run.at("vehicle.contact_work").back() - creep - (stored.back() - stored.front());
  EXPECT_GT(damping, 0);
  EXPECT_LT(damping, 0.004 * creep);
  // Eight wheels with 54.5 kN each and an indentation of less than 0.1 mm: 2/5 N δ.
  EXPECT_GT(stored.front(), 8 * 0.4 * 54.5e3 * 5e-5);
  EXPECT_LT(stored.front(), 8 * 0.4 * 54.5e3 * 1e-4);
}

// In a full curve nothing changes: the drive gives what creep and suspension dissipate, and the drawbar pull
// of the vehicle is the sum of what its wheels need.
TEST(Energy, DriveOvercomesTheResistanceOfTheWheelsInASteadyCurve) {
  const Rows run = test::rows_of(test::load_case(smooth, {}));
  const auto last = [&](const std::string& name) { return run.at(name).back(); };
  const double creep = last("vehicle.creep_power");
  EXPECT_GT(creep, 1000);
  EXPECT_NEAR(last("vehicle.drive_power"), creep + last("vehicle.suspension_power"), 0.01 * creep);
  double power = 0, resistance = 0;
  for (const auto& [name, values] : run) {
    if (name.starts_with("vehicle.")) continue;
    if (name.ends_with(".creep_power")) power += values.back();
    if (name.ends_with(".resistance")) resistance += values.back();
  }
  EXPECT_NEAR(power, creep, 1e-9 * creep);
  EXPECT_NEAR(last("vehicle.resistance"), resistance, 0.01 * resistance);
}

class FreeWheelset : public test::WheelsetCase {};

// Rolling freely, a wheelset loses by creep what it loses of its energy, and nothing else acts.
TEST_F(FreeWheelset, PaysForCreepWithItsSpeed) {
  const Rows run = test::rows_of(load({"drive=free", "integration.duration=4", "output.interval=1e-3"}));
  const std::vector<double>& stored = run.at("vehicle.stored_energy");
  const double lost = stored.front() - stored.back();
  EXPECT_GT(lost, 1);
  EXPECT_NEAR(run.at("vehicle.creep_work").back(), lost, 0.01 * lost);
  EXPECT_EQ(largest(run.at("vehicle.drive_power")), 0);
  EXPECT_EQ(largest(run.at("vehicle.suspension_power")), 0);
}

}  // namespace
}  // namespace flangeway::simulate
