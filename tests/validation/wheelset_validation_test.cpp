// One wheelset: ours against closed forms. Tables: docs/validation/wheelset.md.
#include "flangeway/integrate/fixed_steps.hpp"
#include "flangeway/simulate/advance.hpp"
#include "flangeway/simulate/linearise.hpp"
#include "reference/wheelset_motion.hpp"
#include "validation/wheelset_cases.hpp"

namespace flangeway::validation {
namespace {

// ---- kinematic oscillation
// -------------------------------------------------------------------------------------

/// Zero crossings of a signal, by cubic interpolation over its samples.
std::vector<double> zero_crossings(const std::vector<double>& x, const std::vector<double>& y) {
  std::vector<double> result;
  for (std::size_t i = 1; i + 2 < y.size(); ++i) {
    if ((y[i] < 0) == (y[i + 1] < 0)) continue;
    double t = y[i] / (y[i] - y[i + 1]);
    for (int k = 0; k < 5; ++k) {  // Newton on the cubic through four neighbours
      const auto value = [&](double s) {
        return y[i - 1] * s * (s - 1) * (s - 2) / -6 + y[i] * (s + 1) * (s - 1) * (s - 2) / 2 +
               y[i + 1] * (s + 1) * s * (s - 2) / -2 + y[i + 2] * (s + 1) * s * (s - 1) / 6;
      };
      t -= value(t) / ((value(t + 1e-5) - value(t - 1e-5)) / 2e-5);
    }
    result.push_back(x[i] + t * (x[i + 1] - x[i]));
  }
  return result;
}

class KinematicOscillation : public testing::TestWithParam<std::tuple<double, std::string>> {};

TEST_P(KinematicOscillation, HasTheExactWavelength) {
  const auto [delta, method] = GetParam();
  const test::TemporaryFolder folder;
  folder.write("wheel.csv", cone_csv(delta));
  folder.write("rail.csv", arc_rail_csv());
  folder.write("vehicle.toml", wheelset_toml(1500, 1000, 100));
  folder.write("track.toml", track_toml(delta, straight(200)));
  const auto file = folder.write("case.toml", fmt::format(R"(
vehicle = "vehicle.toml"
track = "track.toml"
speed = 1.0
initial = {{ y = 0.0003 }}
[contact]
method = "{}"
kec = {{ geometry = "points" }}
lookup = {{ geometry = "points" }}
friction = {{ coefficient = 1.0 }}
[integration]
step = 2e-3
duration = 70
[output]
interval = 0.1
)",
                                                          method));
  const Recording run = record(test::load_case(file));
  const auto crossings = zero_crossings(run.column("distance"), run.column("wheelset.y"));
  ASSERT_GE(crossings.size(), 5u);
  const std::size_t waves = (crossings.size() - 1) / 2;
  const double ours = (crossings[2 * waves] - crossings[0]) / static_cast<double>(waves);
  const double exact = reference::rolling_wavelength(rolling_radius, half_base, delta, rail_head);
  print_comparison(fmt::format("wavelength, delta {:.3f}, {}", delta, method), ours, exact, "m");
  print_comparison("  Klingel's formula", ours,
                   reference::klingel_wavelength(rolling_radius, half_base, delta), "m");
  EXPECT_NEAR(ours, exact, 1e-3 * exact);
}

INSTANTIATE_TEST_SUITE_P(Cones, KinematicOscillation,
                         testing::Combine(testing::Values(0.025, 0.05, 0.1), testing::Values("kec", "lut")));

// ---- critical speed
// --------------------------------------------------------------------------------------------

// The closed form knows a conicity but neither roll nor gravity stiffness. A hollow tread on the rail's head
// has both nearly: Δr = δ κ (1 + Rr δ/b) u with κ = Rw/(Rw − Rr), so that δ, and the roll δ u/b with it, is
// small.
constexpr double amplification = 20;

double tread_slope() {
  const double wanted = reference::SuspendedWheelset{}.conicity / amplification;
  double delta = wanted;
  for (int i = 0; i < 5; ++i) delta = wanted / (1 + rail_head * delta / half_base);
  return delta;
}

/// Adds the remaining roll δ u/b: the centre moves by 1 − r0 δ/b of the shift u at the rails, and turns.
reference::SuspendedWheelset with_roll() {
  reference::SuspendedWheelset w;
  const double roll = tread_slope() / w.b, share = 1 - w.r0 * roll;
  w.mass = w.mass * share * share + w.yaw_inertia * roll * roll;
  w.lateral_stiffness *= share * share;
  return w;
}

std::filesystem::path suspended_case(const test::TemporaryFolder& folder, const std::string& method) {
  const reference::SuspendedWheelset w;
  const double delta = tread_slope();
  folder.write("wheel.csv", hollow_csv(rail_head * amplification / (amplification - 1), delta));
  folder.write("rail.csv", arc_rail_csv());
  // Almost no weight: the creep laws want a load, the closed form no gravity stiffness. Almost no inertia
  // about the axle: the closed form has no gyroscopic moments (with 100 kg m² they raise the frequency by
  // 0.16 %).
  folder.write("vehicle.toml", wheelset_toml(w.mass, w.yaw_inertia, 5, 0.01) +
                                   fmt::format(R"(
[[bushings]]
name = "guidance"
body_i = "wheelset"
body_j = "track"
position = [0, 0, {}]
stiffness = [0, {}, 0]
rotational_stiffness = [0, 0, {}]
)",
                                               rolling_radius, w.lateral_stiffness, w.yaw_stiffness));
  folder.write("track.toml", track_toml(delta, straight(500)));
  return folder.write("case.toml", fmt::format(R"(
vehicle = "vehicle.toml"
track = "track.toml"
speed = 76.0
initial = {{ y = 1e-6 }}
[contact]
method = "{}"
kec = {{ geometry = "points" }}
lookup = {{ geometry = "points" }}
creep = {{ law = "fixed_coefficients", f11 = {}, f22 = {} }}
)",
                                               method, w.f11, w.f22));
}

/// Growth (1/s) and frequency (Hz) of the least damped mode near 6.5 Hz.
struct Growth {
  double rate = 0, frequency = 0;
};

Growth growth_by_modes(const vehicle_case::CaseModel& model) {
  Growth growth{-1e9, 0};
  for (const simulate::Mode& mode : simulate::modes(model, true)) {
    if (mode.frequency < 4 || mode.frequency > 9 || mode.eigenvalue.real() < growth.rate) continue;
    growth = {mode.eigenvalue.real(), mode.frequency};
  }
  return growth;
}

/// From the simulated motion: zero crossings, and the extremes between them, which lie on a line in
/// logarithm.
Growth growth_by_time(const vehicle_case::CaseModel& model) {
  simulate::Simulation simulation(model);
  constexpr double step = 5e-4;
  simulate::Advance advance(simulation, std::make_unique<integrate::FixedSteps>(integrate::FixedStepOptions{
                                            .method = integrate::FixedMethod::abm4, .step = step}));
  double* y = simulation.state().y.data();
  std::vector<double> time, lateral;
  for (int n = 0; n < 3000; ++n) {
    if (advance.step() != EvalStatus::ok) return {};
    if (n < 1000) continue;  // the other modes have died out
    time.push_back((n + 1) * step);
    lateral.push_back(y[1]);
  }
  const auto crossings = zero_crossings(time, lateral);
  std::vector<double> peaks;
  std::size_t i = 0;
  for (std::size_t k = 0; k + 1 < crossings.size(); ++k) {
    double peak = 0;
    for (; i < time.size() && time[i] < crossings[k + 1]; ++i) {
      if (time[i] > crossings[k]) peak = std::max(peak, std::abs(lateral[i]));
    }
    peaks.push_back(peak);
  }
  const double half_waves = static_cast<double>(crossings.size() - 1);
  const double duration = crossings.back() - crossings.front();
  return {std::log(peaks.back() / peaks.front()) / (duration * (half_waves - 1) / half_waves),
          half_waves / duration / 2};
}

template <typename Function>
reference::CriticalSpeed bisect(const std::filesystem::path& file, Function&& growth) {
  vehicle_case::CaseModel model = test::load_case(file);
  double low = 72, high = 80, frequency = 0;
  const auto at = [&](double speed) {
    model.drive.speed = speed;
    const Growth g = growth(model);
    frequency = g.frequency;
    return g.rate;
  };
  EXPECT_LT(at(low), 0);
  EXPECT_GT(at(high), 0);
  while (high - low > 1e-3) {
    const double middle = (low + high) / 2;
    (at(middle) > 0 ? high : low) = middle;
  }
  return {(low + high) / 2, frequency};
}

class CriticalSpeed : public testing::TestWithParam<std::string> {};

TEST_P(CriticalSpeed, IsTheClosedForm) {
  const test::TemporaryFolder folder;
  const auto file = suspended_case(folder, GetParam());
  const reference::CriticalSpeed exact = reference::critical_speed({});
  const reference::CriticalSpeed rolled = reference::critical_speed(with_roll());
  const auto modes = bisect(file, growth_by_modes), time = bisect(file, growth_by_time);
  const std::string method = GetParam();
  print_comparison("critical speed, eigenvalues, " + method, modes.speed, exact.speed, "m/s");
  print_comparison("  frequency", modes.frequency, exact.frequency, "Hz");
  print_comparison("critical speed, time domain, " + method, time.speed, exact.speed, "m/s");
  print_comparison("  frequency", time.frequency, exact.frequency, "Hz");
  print_comparison("  speed, against the closed form with roll", time.speed, rolled.speed, "m/s");
  print_comparison("  frequency, against the closed form with roll", time.frequency, rolled.frequency, "Hz");
  for (const auto& ours : {modes, time}) {
    EXPECT_NEAR(ours.speed, exact.speed, 5e-3 * exact.speed);
    EXPECT_NEAR(ours.frequency, exact.frequency, 5e-3 * exact.frequency);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, CriticalSpeed, testing::Values("kec", "lut"));

// ---- curves
// ----------------------------------------------------------------------------------------------------

/// Load-weighted means over the last part of a run; index 0 left, 1 right.
struct Rolling {
  double radius_difference = 0;  ///< right − left, m; least and most of it over the time
  double least = 1, most = -1;
  double base = 0;  ///< distance of the contacts, m
  double tread_difference = 0,
         flange_difference = 0;  ///< with the right wheel's tread or flange contact alone, m
  double net_force[2] = {0, 0};  ///< longitudinal, N
  double opposed_force = 0;      ///< Σ |longitudinal force| of the right wheel's contacts, N
};

void add_sample(const wheelrail::WheelsetResult& state, Rolling& sum) {
  double load[2] = {0, 0}, radius[2] = {0, 0}, lateral[2] = {0, 0}, tread = 0, flange = 0;
  for (std::size_t k = 0; k < state.contact_count; ++k) {
    const wheelrail::Contact& contact = state.contacts[k];
    const double r = -contact.values[geometry::wheel_z];
    load[contact.side] += contact.normal_force;
    radius[contact.side] += contact.normal_force * r;
    lateral[contact.side] += contact.normal_force * contact.values[geometry::wheel_y];
    sum.net_force[contact.side] += contact.forces.longitudinal;
    if (contact.side == 0) continue;
    (contact.flange ? flange : tread) = r;
    sum.opposed_force += std::abs(contact.forces.longitudinal);
  }
  const double left = radius[0] / load[0], difference = radius[1] / load[1] - left;
  sum.radius_difference += difference;
  sum.least = std::min(sum.least, difference);
  sum.most = std::max(sum.most, difference);
  sum.base += lateral[0] / load[0] + lateral[1] / load[1];
  sum.tread_difference += tread - left;
  sum.flange_difference += flange - left;
}

Rolling roll_through(const vehicle_case::CaseModel& model, double first) {
  simulate::Simulation simulation(model);
  const double step = model.integration.step;
  simulate::Advance advance(simulation, std::make_unique<integrate::FixedSteps>(integrate::FixedStepOptions{
                                            .method = integrate::FixedMethod::abm4, .step = step}));
  Rolling mean;
  double count = 0;
  for (int n = 0; simulation.state().y[0] < model.track.length(); ++n) {
    const EvalStatus status = advance.step();
    EXPECT_EQ(status, EvalStatus::ok);
    if (status != EvalStatus::ok) break;
    if (simulation.state().y[0] < first) continue;
    add_sample(simulation.contacts().wheelsets[0], mean);
    ++count;
  }
  for (double* value : {&mean.radius_difference, &mean.base, &mean.tread_difference, &mean.flange_difference,
                        &mean.net_force[0], &mean.net_force[1], &mean.opposed_force}) {
    *value /= count;
  }
  return mean;
}

double wanted_difference(const vehicle_case::CaseModel& model, const Rolling& rolling, double radius) {
  return rolling.base * model.vehicle.wheelsets[0].wheel_radius / radius;  // base = 2 b
}

void expect_pure_rolling(const std::string& what, const vehicle_case::CaseModel& model,
                         const Rolling& rolling, double radius) {
  const double wanted = wanted_difference(model, rolling, radius);
  print_comparison("rolling radius difference, " + what, rolling.radius_difference * 1e3, wanted * 1e3, "mm");
  std::printf("  between %.4f and %.4f mm\n", rolling.least * 1e3, rolling.most * 1e3);
  EXPECT_NEAR(rolling.radius_difference, wanted, 0.03 * wanted);
}

using RadiusAndMethod = std::tuple<int, std::string>;

class FreeWheelsetInCurve : public testing::TestWithParam<RadiusAndMethod> {};

// Pure rolling in a curve wants r_outer − r_inner = 2 b r0/R, b half the distance of the contacts.
TEST_P(FreeWheelsetInCurve, RollsWithTheRadiusDifferenceOfTheCurve) {
  const auto [radius, method] = GetParam();
  const vehicle_case::CaseModel model = load_model_case(fmt::format("wheelset_r{}.toml", radius),
                                                        {fmt::format("contact.method=\"{}\"", method)});
  expect_pure_rolling(fmt::format("R {} m, S1002, {}", radius, method), model, roll_through(model, 85),
                      radius);
}

INSTANTIATE_TEST_SUITE_P(Radii, FreeWheelsetInCurve,
                         testing::Combine(testing::Values(500, 1000), testing::Values("kec", "lut")));

class ConesInCurve : public testing::TestWithParam<RadiusAndMethod> {};

TEST_P(ConesInCurve, RollWithTheRadiusDifferenceOfTheCurve) {
  const auto [radius, method] = GetParam();
  const test::TemporaryFolder folder;
  folder.write("wheel.csv", cone_csv(0.1));
  folder.write("rail.csv", arc_rail_csv());
  folder.write("vehicle.toml", wheelset_toml(1813, 1120, 112));
  folder.write(
      "track.toml",
      track_toml(0.1,
                 straight(30) + "[[segments]]\nkind = \"transition\"\nlength = 50\n" +
                     fmt::format("[[segments]]\nkind = \"circular\"\nlength = 40\nradius = {}\n", radius)));
  const auto file = folder.write(
      "case.toml",
      fmt::format(
          "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 10\n[contact]\nmethod = \"{}\"\n"
          "kec = {{ geometry = \"points\" }}\nlookup = {{ geometry = \"points\" }}\n"
          "friction = {{ coefficient = 0.2364 }}\n",
          method));
  const vehicle_case::CaseModel model = test::load_case(file);
  // The last two waves of 11.4 m.
  const double wave = reference::rolling_wavelength(rolling_radius, half_base, 0.1, rail_head);
  expect_pure_rolling(fmt::format("R {} m, cones, {}", radius, method), model,
                      roll_through(model, 120 - 2 * wave), radius);
}

INSTANTIATE_TEST_SUITE_P(Radii, ConesInCurve,
                         testing::Combine(testing::Values(300, 500, 1000), testing::Values("kec", "lut")));

class TwoPointContactInCurve : public testing::TestWithParam<std::string> {};

// S1002 on AREA 140RE has no single contact with the difference that 300 m wants: it jumps from the tread
// (less) to the flange (more). The wheel then stands on both, whose longitudinal forces cancel: free rolling
// of the wheel.
TEST_P(TwoPointContactInCurve, RollsFreelyBetweenTreadAndFlange) {
  const std::string method = GetParam();
  const vehicle_case::CaseModel model =
      load_model_case("wheelset_r300.toml", {"contact.method=\"" + method + "\""});
  const Rolling rolling = roll_through(model, 100);
  const double wanted = wanted_difference(model, rolling, 300);
  std::printf(
      "R 300 m, S1002, %s: wanted %.3f mm; tread alone %.3f mm, flange alone %.3f mm, weighted by load %.3f "
      "mm\n",
      method.c_str(), wanted * 1e3, rolling.tread_difference * 1e3, rolling.flange_difference * 1e3,
      rolling.radius_difference * 1e3);
  std::printf(
      "  longitudinal forces: outer wheel's contacts %.1f N each way, sums %.2f N left, %.2f N right\n",
      rolling.opposed_force / 2, rolling.net_force[0], rolling.net_force[1]);
  EXPECT_LT(rolling.tread_difference, wanted);
  EXPECT_GT(rolling.flange_difference, wanted);
  for (const double force : rolling.net_force) EXPECT_LT(std::abs(force), 0.03 * rolling.opposed_force / 2);
}

INSTANTIATE_TEST_SUITE_P(Methods, TwoPointContactInCurve, testing::Values("kec", "lut"));

}  // namespace
}  // namespace flangeway::validation
