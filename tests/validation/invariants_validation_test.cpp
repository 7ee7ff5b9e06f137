// Invariants independent of the numbers: mirror images, energy, order of convergence, threads, no allocation.
// Tables: docs/validation/invariants.md.
#include <cstring>
#include <numeric>
#include <thread>

#include "flangeway/integrate/fixed_steps.hpp"
#include "flangeway/simulate/advance.hpp"
#include "support/allocation_guard.hpp"
#include "validation/wheelset_cases.hpp"

namespace flangeway::validation {
namespace {

using integrate::FixedMethod;

std::string model_file(const std::string& name) {
  return std::string(FLANGEWAY_SOURCE_DIR) + "/models/" + name;
}

// ---- mirror images
// ---------------------------------------------------------------------------------------------

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  if (at != std::string::npos) text.replace(at, from.size(), to);
  return text;
}

/// The wagon with its four lateral dampers, the only parts that are not their own mirror image, on the other
/// side.
std::string mirrored_wagon(const std::string& text) {
  return replaced(replaced(text, "[9.73, 0.5, 0.65]", "[9.73, -0.5, 0.65]"), "[9.27, -0.5, 0.65]",
                  "[9.27, 0.5, 0.65]");
}

std::string curved_track(const char* direction, int sign) {
  return fmt::format(R"(name = "test"
[[segments]]
kind = "straight"
length = 30
[[segments]]
kind = "transition"
length = 40
[[segments]]
kind = "circular"
length = 50
radius = 500
direction = "{}"
cant = {}
[rails]
profile = "140re"
lateral_position = 0.7555
inclination = 0
[[irregularities.harmonic]]
channel = "alignment"
amplitude = {}
wavelength = 12
[[irregularities.harmonic]]
channel = "cross_level"
amplitude = {}
wavelength = 17
[[irregularities.harmonic]]
channel = "gauge_variation"
amplitude = 0.001
wavelength = 23
)",
                     direction, 0.05 * sign, 0.001 * sign, 0.001 * sign);
}

std::string wagon_case(const std::string& method, int sign) {
  return fmt::format(R"(vehicle = "wagon.toml"
track = "track.toml"
speed = 20
initial = {{ y = {}, yaw = {} }}
[contact]
method = "{}"
kec = {{ geometry = "points" }}
lookup = {{ geometry = "points" }}
friction = {{ coefficient = 0.2364 }}
)",
                     0.001 * sign, 0.0005 * sign, method);
}

class MirrorImage : public testing::TestWithParam<std::string> {};

// y, roll and yaw change sign; Q and Y change sides.
TEST_P(MirrorImage, OfACaseRunsAsTheMirrorImage) {
  const test::TemporaryFolder left, right;
  const std::string wagon = test::read_file(model_file("vehicles/manchester.toml"));
  left.write("wagon.toml", wagon);
  right.write("wagon.toml", mirrored_wagon(wagon));
  left.write("track.toml", curved_track("left", 1));
  right.write("track.toml", curved_track("right", -1));
  const Recording a = record(test::load_case(left.write("case.toml", wagon_case(GetParam(), 1))));
  const Recording b = record(test::load_case(right.write("case.toml", wagon_case(GetParam(), -1))));
  ASSERT_EQ(a.rows.size(), b.rows.size());
  double worst = 0;
  std::string where;
  const auto compare = [&](const std::string& of_a, const std::string& of_b, double sign) {
    const std::size_t i = a.index(of_a), j = b.index(of_b);
    double largest = 0, difference = 0;
    for (std::size_t n = 0; n < a.rows.size(); ++n) {
      largest = std::max(largest, std::abs(a.rows[n][i]));
      difference = std::max(difference, std::abs(a.rows[n][i] - sign * b.rows[n][j]));
    }
    EXPECT_GT(largest, 0) << of_a;
    if (difference > worst * largest) worst = difference / largest, where = of_a;
  };
  for (const char* body :
       {"carbody", "bogie_front", "bogie_rear", "wheelset1", "wheelset2", "wheelset3", "wheelset4"}) {
    for (const char* odd : {".y", ".roll", ".yaw"})
      compare(std::string(body) + odd, std::string(body) + odd, -1);
    for (const char* even : {".s", ".z"}) compare(std::string(body) + even, std::string(body) + even, 1);
  }
  for (const char* wheelset : {"wheelset1", "wheelset2", "wheelset3", "wheelset4"}) {
    for (const auto& [one, other] : {std::pair(".left", ".right"), std::pair(".right", ".left")}) {
      compare(std::string(wheelset) + one + ".Q", std::string(wheelset) + other + ".Q", 1);
      compare(std::string(wheelset) + one + ".Y", std::string(wheelset) + other + ".Y", -1);
    }
  }
  std::printf("mirror image, %s: largest relative difference %.2e (%s), %zu rows\n", GetParam().c_str(),
              worst, where.c_str(), a.rows.size());
  EXPECT_LT(worst, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Methods, MirrorImage, testing::Values("kec", "lut"));

// ---- energy
// ----------------------------------------------------------------------------------------------------

/// A bogie on hollow treads and round heads, all smooth: two wheelsets, springs without dampers.
void write_bogie(const test::TemporaryFolder& folder, const std::string& segments, const std::string& more) {
  folder.write("wheel.csv", hollow_csv(0.6, 0.02));
  folder.write("rail.csv", arc_rail_csv());
  std::string vehicle =
      "name = \"bogie\"\n[[bodies]]\nname = \"frame\"\nmass = 5000\ninertia = [2000, 3000, 4000]\nposition = "
      "[0, 0, 0.8]\n";
  for (const char* end : {"front", "rear"}) {
    const double x = end[0] == 'f' ? 1.25 : -1.25;
    vehicle += fmt::format(
        "[[wheelsets]]\nname = \"{}\"\nmass = 1500\ninertia = [1000, 100, 1000]\nx = {}\nwheel_radius = "
        "0.46\n"
        "wheel_profile = \"wheel.csv\"\nprofile_position = 0.75\n"
        "[[bushings]]\nname = \"primary_{}\"\nbody_i = \"frame\"\nbody_j = \"{}\"\nposition = [{}, 1, "
        "0.6]\n"
        "stiffness = [2e6, 1e6, 8e5]\nmirror_y = true\n",
        end, x, end, end, x);
  }
  folder.write("vehicle.toml", vehicle);
  folder.write("track.toml", track_toml(0.02, segments));
  folder.write("case.toml", "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\n" + more);
}

const char* const curve = R"([[segments]]
kind = "straight"
length = 10
[[segments]]
kind = "transition"
length = 30
shape = "bloss"
[[segments]]
kind = "circular"
length = 60
radius = 600
direction = "left"
cant = 0.1
)";

/// Largest change of energy over `duration` s, J.
double energy_drift(const vehicle_case::CaseModel& model, FixedMethod method, double step, double duration) {
  simulate::Simulation simulation(model);
  simulate::Advance advance(simulation, std::make_unique<integrate::FixedSteps>(
                                            integrate::FixedStepOptions{.method = method, .step = step}));
  std::vector<double> rate(simulation.state().y.size());
  EXPECT_EQ(simulation.derivative(0, simulation.state().y.data(), rate.data()), EvalStatus::ok);
  const double start = simulation.equations().energy(simulation.state().y.data());
  double drift = 0;
  for (long n = 0; n < std::lround(duration / step); ++n) {
    const EvalStatus status = advance.step();
    EXPECT_EQ(status, EvalStatus::ok);
    if (status != EvalStatus::ok) break;
    drift = std::max(drift, std::abs(simulation.equations().energy(simulation.state().y.data()) - start));
  }
  return drift;
}

class Energy : public testing::TestWithParam<std::tuple<std::string, FixedMethod>> {};

TEST_P(Energy, IsKeptWithoutFrictionAndDampers) {
  const auto [name, method] = GetParam();
  const bool curved = name == "curve";
  const test::TemporaryFolder folder;
  write_bogie(folder, curved ? curve : straight(200),
              "speed = 20\ndrive = \"free\"\ninitial = { y = 0.003, yaw = 0.001 }\n[contact]\nmethod = "
              "\"kec\"\nkec.geometry = \"points\"\ncreep.law = \"none\"\n");
  const vehicle_case::CaseModel model = test::load_case(folder.path() / "case.toml");
  const double kinetic = 0.5 * 8000 * 20 * 20;
  double drift[3];
  for (int i = 0; i < 3; ++i) {
    const double step = 4e-3 / (1 << i);
    drift[i] = energy_drift(model, method, step, 4);
    std::printf("energy, %s, %s, step %.1f ms: largest change %.3e J of %.3g J\n", name.c_str(),
                method == FixedMethod::rk4 ? "rk4" : "abm4", step * 1e3, drift[i], kinetic);
  }
  EXPECT_LT(drift[1], drift[0] / 12);
  EXPECT_LT(drift[2], drift[1] / 12);
  EXPECT_LT(drift[2], 1e-8 * kinetic);
}

INSTANTIATE_TEST_SUITE_P(Tracks, Energy,
                         testing::Combine(testing::Values("straight", "curve"),
                                          testing::Values(FixedMethod::rk4, FixedMethod::abm4)));

// ---- order of convergence
// --------------------------------------------------------------------------------------

std::vector<double> end_state(const vehicle_case::CaseModel& model, FixedMethod method, double step,
                              double duration) {
  simulate::Simulation simulation(model);
  simulate::Advance advance(simulation, std::make_unique<integrate::FixedSteps>(
                                            integrate::FixedStepOptions{.method = method, .step = step}));
  for (long n = 0; n < std::lround(duration / step); ++n) {
    EXPECT_EQ(advance.step(), EvalStatus::ok);
  }
  return simulation.state().y;
}

struct OrderCase {
  const char *name, *contact;  // section [contact] of the case
  FixedMethod method;
  bool stiff_creep;
};
void PrintTo(const OrderCase& c, std::ostream* out) {
  *out << c.name;
}

class Order : public testing::TestWithParam<OrderCase> {};

// A wheelset on smooth profiles that starts off its middle. Kalker's linear law is smooth; Polach's is not,
// where the spin starts to count as lateral creepage. Below some 1e-10 m the tolerance of the multipliers
// shows (docs/theory/creep_in_time.md), so that the steps are long.
TEST_P(Order, IsFour) {
  const OrderCase c = GetParam();
  const test::TemporaryFolder folder;
  folder.write("wheel.csv", hollow_csv(0.6, 0.02));
  folder.write("rail.csv", arc_rail_csv());
  folder.write("vehicle.toml", wheelset_toml(1500, 1000, 100));
  folder.write("track.toml", track_toml(0.02, straight(200)));
  folder.write(
      "case.toml",
      fmt::format(
          "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 60\ninitial = {{ y = 0.0005 }}\n"
          "[contact]\n{}\n[integration]\nstiff_creep = {}\n",
          c.contact, c.stiff_creep));
  const vehicle_case::CaseModel model = test::load_case(folder.path() / "case.toml");
  constexpr double duration = 0.6;
  const std::vector<double> exact = end_state(model, FixedMethod::rk4, 1e-4, duration);
  double last = 0, order = 0;
  for (const double step : {6e-3, 3e-3}) {
    const std::vector<double> state = end_state(model, c.method, step, duration);
    const double error = std::hypot(state[1] - exact[1], state[5] - exact[5]);
    std::printf("order, %s, step %.2f ms: error %.3e%s\n", c.name, step * 1e3, error,
                last > 0 ? fmt::format(", order {:.2f}", std::log2(last / error)).c_str() : "");
    order = std::log2(last / error);
    last = error;
  }
  EXPECT_GT(order, 3.7);
  EXPECT_LT(last, 1e-7);
}

constexpr const char* with_kec =
    "method = \"kec\"\nkec.geometry = \"points\"\ncreep = { law = \"kalker_linear\" }";
constexpr const char* with_lut =
    "method = \"lut\"\nlookup.geometry = \"points\"\ncreep = { law = \"kalker_linear\" }";
INSTANTIATE_TEST_SUITE_P(Integrators, Order,
                         testing::Values(OrderCase{"rk4, kec", with_kec, FixedMethod::rk4, false},
                                         OrderCase{"abm4, kec", with_kec, FixedMethod::abm4, false},
                                         OrderCase{"abm4, kec, exponential", with_kec, FixedMethod::abm4,
                                                   true},
                                         OrderCase{"rk4, lut", with_lut, FixedMethod::rk4, false},
                                         OrderCase{"abm4, lut", with_lut, FixedMethod::abm4, false}));

// ---- threads and allocations
// -----------------------------------------------------------------------------------

class Wagon : public testing::TestWithParam<std::string> {};

TEST_P(Wagon, RunsToTheSameBitsInSeveralThreadsAtOnce) {
  const vehicle_case::CaseModel model =
      load_model_case("manchester_r500_irregular.toml",
                      {fmt::format("contact.method=\"{}\"", GetParam()), "integration.duration=2"});
  std::vector<Recording> runs(4);
  runs[0] = record(model);
  std::vector<std::thread> threads;
  for (std::size_t i = 1; i < runs.size(); ++i) threads.emplace_back([&, i] { runs[i] = record(model); });
  for (std::thread& thread : threads) thread.join();
  ASSERT_GT(runs[0].rows.size(), 100u);
  for (std::size_t i = 1; i < runs.size(); ++i) {
    ASSERT_EQ(runs[i].rows.size(), runs[0].rows.size());
    for (std::size_t n = 0; n < runs[0].rows.size(); ++n) {
      const auto &one = runs[0].rows[n], &other = runs[i].rows[n];
      ASSERT_EQ(std::memcmp(one.data(), other.data(), one.size() * sizeof(double)), 0)
          << "run " << i << ", row " << n;
    }
  }
}

TEST_P(Wagon, StepsWithoutAllocating) {
  // From the straight into the curve, so that flanges touch meanwhile.
  const vehicle_case::CaseModel model = load_model_case(
      "manchester_r500_irregular.toml", {fmt::format("contact.method=\"{}\"", GetParam()), "initial.s=100"});
  simulate::Simulation simulation(model);
  simulate::Advance advance(simulation, std::make_unique<integrate::FixedSteps>(integrate::FixedStepOptions{
                                            .method = FixedMethod::abm4, .step = 1e-3}));
  const test::AllocationGuard guard;
  bool ok = true, flange = false;
  for (int n = 0; n < 3000; ++n) {
    ok = advance.step() == EvalStatus::ok && ok;
    for (const auto& wheelset : simulation.contacts().wheelsets)
      for (std::size_t k = 0; k < wheelset.contact_count; ++k) flange = flange || wheelset.contacts[k].flange;
  }
  EXPECT_EQ(guard.count(), 0u);
  EXPECT_TRUE(ok);
  EXPECT_TRUE(flange);
}

INSTANTIATE_TEST_SUITE_P(Methods, Wagon, testing::Values("kec", "lut"));

}  // namespace
}  // namespace flangeway::validation
