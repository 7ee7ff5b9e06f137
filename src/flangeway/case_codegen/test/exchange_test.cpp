// Model exchange: a driver in C integrates the FMU by the functions of the standard.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "flangeway/case_codegen/test/generated_case.hpp"
#include "flangeway/simulate/advance.hpp"

namespace flangeway::case_codegen {
namespace {

/// Runge and Kutta's method of order 4, which knows nothing of the vehicle.
const std::string driver = R"(#include "fmi3.c"
#include "fmu.c"
static component c;
static double x[FW_Y], y[FW_Y], k[4][FW_Y], next;
static bool again, terminate, nominals, moved, has_next, event;

static int update(void) {
  return fmi3UpdateDiscreteStates(c, &again, &terminate, &nominals, &moved, &has_next, &next);
}

static int begin(void) {
  if (c) fmi3FreeInstance(c);
  c = fmi3InstantiateModelExchange("m", fw_fmu_token, "", false, false, 0, 0);
  fmi3EnterInitializationMode(c, false, 0.0, 0.0, false, 0.0);
  if (fmi3ExitInitializationMode(c) != ok || update() != ok) return 1;
  fmi3EnterContinuousTimeMode(c);
  return fmi3GetContinuousStates(c, x, FW_Y);
}

static int step(double t, double h) {
  static const double node[4] = {0.0, 0.5, 0.5, 1.0}, weight[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  for (int s = 0; s < 4; ++s) {
    for (int i = 0; i < FW_Y; ++i) y[i] = x[i] + (s > 0 ? h * node[s] * k[s - 1][i] : 0.0);
    fmi3SetTime(c, t + h * node[s]);
    fmi3SetContinuousStates(c, y, FW_Y);
    if (fmi3GetContinuousStateDerivatives(c, k[s], FW_Y) != ok) return 1;
  }
  for (int s = 0; s < 4; ++s)
    for (int i = 0; i < FW_Y; ++i) x[i] += h * weight[s] * k[s][i];
  fmi3SetTime(c, t + h);
  fmi3SetContinuousStates(c, x, FW_Y);
  return fmi3CompletedIntegratorStep(c, true, &event, &terminate);
}
)";

/// A step from `before`, and whether an event lies in it.
const std::string trial = R"(static double before[FW_Y];
static int crosses(double t, double h) {
  double z[FW_INDICATORS];
  memcpy(x, before, sizeof x);
  if (step(t, h) || fmi3GetEventIndicators(c, z, FW_INDICATORS) != ok) exit(5);
  for (int i = 0; i < FW_INDICATORS; ++i)
    if (z[i] <= 0.0) return 1;
  return 0;
}
)";

std::string printed_by_driver(const Case& made, const std::string& body, const std::string& functions = "") {
  return printed(made, "(void)step;\n" + body + "fmi3FreeInstance(c);\n", driver + functions);
}

// Errors of the driver with steps of 2 ms to 0.5 ms, on one branch of the profiles. The engine takes its own
// method and step, and projects; its error with 0.05 ms is smaller than the errors of the driver.
void expect_order(const std::vector<double>& found, const std::vector<double>& engine) {
  const std::size_t count = engine.size(), runs = found.size() / count;
  std::vector<double> errors(runs, 0);
  double to_engine = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double finest = found[(runs - 1) * count + i];
    to_engine = std::max(to_engine, std::abs(finest - engine[i]));
    for (std::size_t run = 0; run < runs && i > 0; ++run)
      errors[run] = std::max(errors[run], std::abs(found[run * count + i] - finest));
  }
  EXPECT_LT(to_engine, 1e-8);
  EXPECT_GT(errors[0] / errors[1], 11) << errors[0] << " " << errors[1] << " " << errors[2];
  EXPECT_GT(errors[1] / errors[2], 11) << errors[1] << " " << errors[2] << " " << errors[3];
}

// The order is 4. Rates are those on the rails, also where an integrator has left them; an event puts its
// states back. The corners of the speed over time are known events, and the end of the track ends the run.
TEST(GeneratedExchange, ConvergesToTheMotionOfTheEngineWithTheOrderOfTheIntegrator) {
  const std::string file = cases + "wheelset_r500.toml";
  const std::vector<std::string> sets{"speed_profile=[[0,20],[0.5,20],[1.25,19]]", "speed=20",
                                      "initial.y=0.0005", "initial.s=5"};
  const Case made = generated(file, sets);
  std::istringstream lines(printed_by_driver(made, R"(
  double indicator[FW_INDICATORS];
  for (int n = 100; n <= 1600; n *= 2) {
    int failed = begin();
    for (int i = 0; i < n; ++i) failed |= step(0.2 * i / n, 0.2 / n);
    if (failed) return 1;
    for (int i = 0; i < FW_Y; ++i) printf("%.17g ", x[i]);
  }
  if (begin()) return 1;
  printf("\n%d %g ", has_next, next);
  fmi3GetContinuousStateDerivatives(c, k[0], FW_Y);
  x[2] += 1e-5;
  fmi3SetContinuousStates(c, x, FW_Y);
  fmi3GetContinuousStateDerivatives(c, k[1], FW_Y);
  printf("%d ", fabs(k[1][8] - k[0][8]) < 1e-3);
  fmi3CompletedIntegratorStep(c, true, &event, &terminate);
  printf("%d ", event);
  fmi3EnterEventMode(c);
  update();
  printf("%d%d%d ", again, terminate, moved);
  fmi3GetContinuousStates(c, y, FW_Y);
  printf("%d ", fabs(y[2] - x[2] + 1e-5) < 1e-6);
  fmi3CompletedIntegratorStep(c, true, &event, &terminate);
  printf("%d ", event);
  fmi3SetTime(c, 0.5);
  update();
  printf("%d %g ", has_next, next);
  fmi3SetTime(c, 6.5);
  update();
  fmi3GetEventIndicators(c, indicator, FW_INDICATORS);
  printf("%d %d %d", has_next, terminate, indicator[FW_INDICATORS - 1] < 0.0);
)"));
  std::string motion, events;
  std::getline(lines, motion);
  std::getline(lines, events);
  EXPECT_EQ(events, "1 0.5 1 1 001 1 0 1 1.25 0 1 1");
  std::vector<std::string> fine = sets;
  fine.emplace_back("integration.step=5e-5");
  const Case reference = generated(file, fine);
  simulate::Simulation simulation(reference.model);
  simulate::Advance advance(simulation);
  for (int i = 0; i < 4000; ++i) ASSERT_EQ(advance.step(), EvalStatus::ok);
  const std::vector<double> found = numbers_of(motion);
  ASSERT_EQ(found.size(), 5 * simulation.state().y.size());
  expect_order(found, simulation.state().y);
}

// Over a wave the wheelset flies and lands. The driver finds each event by bisection.
TEST(GeneratedExchange, LiftsOffAndLandsAsTheEngineDoes) {
  const test::TemporaryFolder folder;
  folder.write("track.toml", R"(segments = [{ kind = "straight", length = 100 }]
rails = { profile = "140re", lateral_position = 0.7555 }
[irregularities]
harmonic = [{ channel = "vertical_profile", amplitude = 0.08, wavelength = 10, start = 50 }]
fade = 40
)");
  const auto file = folder.write(
      "case.toml", "vehicle = \"" FLANGEWAY_SOURCE_DIR
                   "/models/vehicles/wheelset.toml\"\n"
                   "track = \"track.toml\"\nspeed = 20\n"
                   "contact = { method = \"kec\", kec.geometry = \"points\", lift_off = true }\n");
  const Case made = generated(file, {"initial.s=45"});
  const std::string out = printed_by_driver(made, R"(
  double t = 0.0;
  int events = 0;
  if (begin()) return 1;
  while (t < 0.6 - 1e-9) {
    double size = fmin(1e-3, 0.6 - t), low = 0.0;
    memcpy(before, x, sizeof x);
    const int found = crosses(t, size);
    while (found && size - low > 1e-9) {
      const double middle = (low + size) / 2;
      if (crosses(t, middle)) size = middle;
      else low = middle;
    }
    if (found) (void)crosses(t, size);
    events += found;
    event |= found;
    t += size;
    if (!event) continue;
    fmi3EnterEventMode(c);
    if (update()) return 6;
    fmi3EnterContinuousTimeMode(c);
    if (moved) fmi3GetContinuousStates(c, x, FW_Y);
  }
  printf("%d %d ", events, ((instance *)c)->model.state.lifted[0]);
  for (int i = 0; i < FW_Y; ++i) printf("%.17g ", x[i]);
)",
                                            trial);
  const std::vector<double> found = numbers_of(out);
  ASSERT_EQ(found.size(), 14);
  EXPECT_GE(found[0], 2);
  EXPECT_EQ(found[1], 0);
  // The engine looks for events at the ends of its steps: with a tenth of the step it is a tenth as late.
  const auto engine = [&](const char* step, int steps) {
    const Case other = generated(file, {"initial.s=45", std::string("integration.step=") + step});
    simulate::Simulation simulation(other.model);
    simulate::Advance advance(simulation);
    for (int i = 0; i < steps; ++i) EXPECT_EQ(advance.step(), EvalStatus::ok);
    std::array<double, 2> off{};
    for (std::size_t i = 0; i < 12; ++i)
      off[i / 6] = std::max(off[i / 6], std::abs(simulation.state().y[i] - found[2 + i]));
    return off;
  };
  const auto coarse = engine("1e-3", 600), fine = engine("1e-4", 6000);
  EXPECT_LT(fine[0], 5e-8);
  EXPECT_LT(fine[0], 0.5 * coarse[0]);
  EXPECT_LT(fine[1], 1e-5);  // velocities, which no event has put back since the landing
}

}  // namespace
}  // namespace flangeway::case_codegen
