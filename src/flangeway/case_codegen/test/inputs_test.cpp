// Inputs of generated code: they move the vehicle as the same change of the case does.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "flangeway/case_codegen/test/generated_case.hpp"
#include "flangeway/simulate/advance.hpp"

namespace flangeway::case_codegen {
namespace {

using test::CompiledProject;
using test::ProgramResult;
using testing::HasSubstr;

/// Values of inputs or commands by name.
using Values = std::vector<std::pair<std::string, double>>;

/// Coordinates and velocities after `steps` steps of the engine.
std::vector<double> moved_by_engine(const vehicle_case::CaseModel& model, int steps,
                                    const Values& commands = {}) {
  simulate::Simulation simulation(model);
  std::vector<std::string> names = model.vehicle.bodies.commands;
  for (const vehicle::Wheelset& wheelset : model.vehicle.wheelsets)
    names.push_back(model.vehicle.bodies.bodies[wheelset.body].name + ".torque");
  for (const auto& [name, value] : commands) {
    const auto index = std::find(names.begin(), names.end(), name) - names.begin();
    simulation.state().control.commands.at(static_cast<std::size_t>(index)) = value;
  }
  simulate::Advance advance(simulation);
  for (int i = 0; i < steps; ++i) EXPECT_EQ(advance.step(), EvalStatus::ok);
  return simulation.state().y;
}

/// The same by generated code with inputs that do not change.
std::vector<double> moved_by_code(const Case& made, const CompiledProject& project, int steps,
                                  const Values& inputs) {
  std::vector<std::string> options{"runner",
                                   "--duration",
                                   std::to_string(steps * made.model.integration.step),
                                   "--record",
                                   "r.csv",
                                   "--every",
                                   std::to_string(steps),
                                   "--json",
                                   "r.json"};
  for (const auto& [name, value] : inputs) {
    options.emplace_back("--set");
    options.push_back(fmt::format("{}={:.17g}", name, value));
  }
  const ProgramResult run = project.run(options);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  std::vector<double> row = last_row(project.read("r.csv"));
  row.erase(row.begin());
  return row;
}

double coordinate_difference(const vehicle_case::CaseModel& model, const std::vector<double>& a,
                             const std::vector<double>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < model.vehicle.bodies.velocity_offset(); ++i)
    largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

const std::string wheelset_r150 = cases + "wheelset_r150.toml";

TEST(GeneratedInputs, FrictionAndTorquesActAsFrictionOfTheCaseAndCommandsOfControllers) {
  const std::vector<std::string> sets{"drive=free", "initial.y=0.004", "contact.friction.coefficient=0.4"};
  const Case made = generated(wheelset_r150, sets, {InputGroup::friction, InputGroup::torques});
  const CompiledProject project = compiled(made, "runner");
  const auto by_input = [&](const Values& inputs) { return moved_by_code(made, project, 200, inputs); };
  const auto difference = [&](const std::vector<double>& a, const std::vector<double>& b) {
    return coordinate_difference(made.model, a, b);
  };
  std::vector<std::string> slippery = sets;
  slippery.back() = "contact.friction.coefficient=0.1";
  const std::vector<double> by_case = moved_by_engine(generated(wheelset_r150, slippery).model, 200),
                            unchanged = moved_by_engine(made.model, 200),
                            turned = moved_by_engine(made.model, 200, {{"wheelset.torque", -250}}),
                            one_side = by_input({{"wheelset.left.friction", 0.25}});
  EXPECT_LT(
      difference(by_input({{"wheelset.left.friction", 0.25}, {"wheelset.right.friction", 0.25}}), by_case),
      1e-9);
  EXPECT_GT(difference(by_case, unchanged), 1e-5);
  EXPECT_GT(difference(one_side, by_case), 1e-5);
  EXPECT_GT(difference(one_side, unchanged), 1e-5);
  EXPECT_LT(difference(by_input({{"wheelset.torque", -250}}), turned), 1e-9);
  EXPECT_GT(difference(turned, unchanged), 1e-3);
  EXPECT_EQ(project.run({"runner", "--set", "wheelset.left.friction=-1"}).error,
            "runner: --set gives an input less than it may have, got: wheelset.left.friction=-1\n");
}

/// A wheelset with a body above it on springs, an actuator and a torque actuator between them.
constexpr const char* sprung_body = R"(
[[bodies]]
name = "frame"
mass = 3000
inertia = [1500, 2000, 2500]
position = [0, 0, 0.9]
[[bushings]]
name = "spring"
body_i = "wheelset"
body_j = "frame"
position = [0, 0, 0.6]
stiffness = [2e6, 1e6, 2e6]
damping = [2e4, 2e4, 2e4]
rotational_stiffness = [1e6, 1e6, 1e6]
rotational_damping = [1e4, 1e4, 1e4]
)";

constexpr const char* actuators = R"(
[[actuators]]
name = "push"
body_i = "wheelset"
body_j = "frame"
position = [0, 0, 0.6]
direction = [0, 1, 0]
[[actuators]]
name = "late push"
body_i = "wheelset"
body_j = "frame"
position = [0, 0, 0.6]
direction = [0, 0, 1]
time_constant = 0.05
[[actuators]]
name = "against y"
body_i = "frame"
body_j = "track"
position = [0, 0, 0.9]
[[actuators]]
name = "against z"
body_i = "frame"
body_j = "track"
position = [0, 0, 0.9]
direction = [0, 0, 1]
[[torque_actuators]]
name = "against roll"
body_i = "frame"
body_j = "track"
direction = [1, 0, 0]
[[torque_actuators]]
name = "against yaw"
body_i = "frame"
body_j = "track"
direction = [0, 0, 1]
)";

/// A case file of the wheelset with other things in its vehicle file.
std::string case_with(const test::TemporaryFolder& folder, const std::string& name, const std::string& more) {
  folder.write(name + "_vehicle.toml",
               test::read_file(FLANGEWAY_SOURCE_DIR "/models/vehicles/wheelset.toml") + more);
  return folder
      .write(name + ".toml",
             "vehicle = \"" + name +
                 "_vehicle.toml\"\ntrack = \"" FLANGEWAY_SOURCE_DIR
                 "/models/tracks/wheelset_r500.toml\"\nspeed = 12\n"
                 "contact = { method = \"kec\", kec.geometry = \"points\", lookup.geometry = \"points\" }\n")
      .string();
}

TEST(GeneratedInputs, HaveDifferentNames) {
  const test::TemporaryFolder folder;
  std::string renamed = std::string(sprung_body) + actuators;
  renamed.replace(renamed.find("name = \"push\""), 13, "name = \"torque\"");
  Findings findings;
  (void)generated(case_with(folder, "torque", renamed), {"drive=free"}, findings);
  EXPECT_EQ(findings.text(),
            "--inputs: gives two inputs the same name (got torque). Give the actuator or the body another "
            "name, or leave out a group of inputs.");
}

// A force of an input has the axes of the track frame. The axes of an actuator are fixed in its body and
// turned by some milliradians.
TEST(GeneratedInputs, ActuatorsAndForcesActAsCommandsOfControllers) {
  const test::TemporaryFolder folder;
  const Case made = generated(case_with(folder, "actuated", std::string(sprung_body) + actuators),
                              {"integration.method=abm4"}, {InputGroup::forces});
  const CompiledProject project = compiled(made, "runner");
  const std::vector<double> unchanged = moved_by_engine(made.model, 150);
  const Values commands{{"push", 2000}, {"late push", -3000}, {"against yaw", 1500}};
  const std::vector<double> commanded = moved_by_engine(made.model, 150, commands);
  EXPECT_LT(coordinate_difference(made.model, moved_by_code(made, project, 150, commands), commanded), 1e-9);
  EXPECT_GT(coordinate_difference(made.model, commanded, unchanged), 1e-3);
  struct Load {
    const char *input, *command;
    double value;
  };
  for (const Load& load :
       {Load{"force.frame.y", "against y", 3000}, Load{"force.frame.z", "against z", 4000},
        Load{"moment.frame.x", "against roll", 2000}, Load{"moment.frame.z", "against yaw", 2500}}) {
    const std::vector<double> by_input = moved_by_code(made, project, 150, {{load.input, load.value}}),
                              by_command = moved_by_engine(made.model, 150, {{load.command, -load.value}});
    const double moved = coordinate_difference(made.model, by_command, unchanged);
    EXPECT_GT(moved, 1e-4) << load.input;
    EXPECT_LT(coordinate_difference(made.model, by_input, by_command), 0.02 * moved) << load.input;
  }
}

// The wheelset has the same position in its track frame, which the cant turns.
TEST(GeneratedInputs, CantActsAsThatOfTheTrack) {
  const test::TemporaryFolder folder;
  const auto with_cant = [&](const char* name, const char* cant) {
    folder.write(fmt::format("{}_track.toml", name),
                 fmt::format(R"(rails = {{ profile = "140re", lateral_position = 0.7555 }}
[[segments]]
kind = "circular"
length = 100
radius = 600
direction = "left"
cant = {}
)",
                             cant));
    return folder.write(fmt::format("{}.toml", name),
                        fmt::format("vehicle = \"" FLANGEWAY_SOURCE_DIR "/models/vehicles/wheelset.toml\"\n"
                                    "track = \"{}_track.toml\"\nspeed = 15\ncontact = {{ method = \"kec\", "
                                    "kec.geometry = \"points\", lookup.geometry = \"points\" }}\n",
                                    name));
  };
  const Case made = generated(with_cant("low", "0.02"), {"integration.method=abm4"}, {InputGroup::cant});
  const Case high = generated(with_cant("high", "0.10"), {"integration.method=abm4"});
  const CompiledProject project = compiled(made, "runner");
  const std::vector<double> by_input = moved_by_code(made, project, 200, {{"cant.wheelset", 0.08}}),
                            by_case = moved_by_engine(high.model, 200),
                            unchanged = moved_by_engine(made.model, 200);
  EXPECT_LT(coordinate_difference(made.model, by_input, by_case), 1e-9);
  EXPECT_GT(coordinate_difference(made.model, by_case, unchanged), 1e-4);
}

constexpr const char* dips = R"(
harmonic = [
  { channel = "alignment", form = "dip", amplitude = 0.002, wavelength = 6, start = 3 },
  { channel = "vertical_profile", form = "dip", amplitude = -0.003, wavelength = 5, start = 4 },
  { channel = "gauge_variation", form = "dip", amplitude = 0.001, wavelength = 4, start = 5 },
  { channel = "cross_level", form = "dip", amplitude = 0.002, wavelength = 7, start = 3.5 },
]
fade = 1
)";

/// A wheelset on level straight track, with irregularities if there are any.
std::string straight_case(const test::TemporaryFolder& folder, const std::string& name,
                          const std::string& dips_of) {
  folder.write(name + "_track.toml", R"(segments = [{ kind = "straight", length = 60 }]
rails = { profile = "140re", lateral_position = 0.7555 }
)" + (dips_of.empty() ? "" : "[irregularities]" + dips_of));
  return folder
      .write(name + ".toml", "vehicle = \"" FLANGEWAY_SOURCE_DIR
                             "/models/vehicles/wheelset.toml\"\n"
                             "track = \"" +
                                 name +
                                 "_track.toml\"\nspeed = 20\n"
                                 "integration = { method = \"abm4\" }\n")
      .string();
}

// Irregularities by inputs: value, gradient and curvature of dips (1 - cos)/2, set at each step. Then the
// same motion twice: on rails that accelerate, and on rails at rest with forces of inertia.
constexpr const char* over_rails_of_inputs = R"(
  {
  static const double dip[4][3] = {{0.002, 6, 3}, {-0.003, 5, 4}, {0.001, 4, 5}, {0.002, 7, 3.5}};
  fmu_instance *f = fmu_new();
  const double pi = 3.14159265358979323846, v = 20.0, h = 1e-3;
  int failed = fmu_start(f) != FW_OK;
  const double start = f->state.q[0];
  for (int n = 0; n < 700 && !failed; ++n) {
    double m[4][3];
    for (int k = 0; k < 4; ++k) {
      const double s = start + v * h * n - dip[k][2], w = 2 * pi / dip[k][1], a = dip[k][0] / 2;
      const int inside = s >= 0.0 && s < dip[k][1];
      m[k][0] = inside ? a * (1 - cos(w * s)) : 0.0;
      m[k][1] = inside ? a * w * sin(w * s) : 0.0;
      m[k][2] = inside ? a * w * w * cos(w * s) : 0.0;
    }
    for (int side = 0; side < 2; ++side)
      for (int d = 0; d < 3; ++d) {
        const double half = side == 0 ? 0.5 : -0.5;
        failed |= fmu_set(f, FMU_INPUT + 6 * side + d, m[0][d] + half * m[2][d]);
        failed |= fmu_set(f, FMU_INPUT + 6 * side + 3 + d, m[1][d] + half * m[3][d]);
      }
    failed |= fmu_advance(f, h * (n + 1)) != FW_OK;
    if (n % 50 == 49) for (int i = 1; i < 6; ++i) printf("%.17g ", f->state.q[i]);
  }
  printf("%d ", failed);
  }
  const double a[2] = {0.3, 0.5}, h = 0.01; /* m/s2, to the left and upwards */
  fmu_instance *moving = fmu_new(), *resting = fmu_new();
  int failed = fmu_start(moving) != FW_OK || fmu_start(resting) != FW_OK;
  for (int axis = 0; axis < 2; ++axis)
    failed |= fmu_set(resting, FMU_INPUT + 24 + 1 + axis, -fw_body_mass[0] * a[axis]);
  for (int n = 0; n < 40 && !failed; ++n) {
    const double t = h * n;
    for (int k = 0; k < 4; ++k) {
      const double rail[3] = {a[k % 2] * t * t / 2, a[k % 2] * t, a[k % 2]};
      for (int d = 0; d < 3; ++d) failed |= fmu_set(moving, FMU_INPUT + 12 + 3 * k + d, rail[d]);
    }
    failed |= fmu_advance(moving, t + h) != FW_OK || fmu_advance(resting, t + h) != FW_OK;
  }
  double worst = 0.0, largest = 0.0;
  const double t = 40 * h;
  for (int i = 1; i < 6; ++i) {
    const double path = i < 3 ? a[i - 1] * t * t / 2 : 0.0;
    worst = fmax(worst, fabs(moving->state.q[i] - path - resting->state.q[i]));
    if (i == 1 || i == 5) largest = fmax(largest, fabs(resting->state.q[i]));
  }
  printf("%d %.3e %.3e %.9e %.9e\n", failed, worst, largest, moving->work.wheel[0].vertical,
         resting->work.wheel[0].vertical);
)";

/// The track has its dips as splines over nodes, which round their ends.
void expect_irregularities(const vehicle_case::CaseModel& irregular, const std::vector<double>& found) {
  simulate::Simulation simulation(irregular);
  simulate::Advance advance(simulation);
  std::array<double, 5> largest{}, worst{};
  for (int n = 0; n < 700; ++n) {
    ASSERT_EQ(advance.step(), EvalStatus::ok);
    if (n % 50 != 49) continue;
    for (std::size_t i = 0; i < 5; ++i) {
      const double expected = simulation.state().y[1 + i];
      largest[i] = std::max(largest[i], std::abs(expected));
      worst[i] = std::max(worst[i], std::abs(found[5 * static_cast<std::size_t>(n / 50) + i] - expected));
    }
  }
  for (const std::size_t i : {0, 1, 2, 4}) {  // y, z, roll, yaw; the pitch is mostly rolling
    EXPECT_GT(largest[i], 1e-5) << "coordinate " << i + 1;
    EXPECT_LT(worst[i], 1e-3 * largest[i]) << "coordinate " << i + 1;
  }
}

void expect_rails_of_inputs(const std::string& method) {
  const test::TemporaryFolder folder;
  const std::vector<std::string> sets{"contact.method=" + method};
  const Case made = generated(straight_case(folder, "level", ""), sets,
                              {InputGroup::irregularities, InputGroup::rails, InputGroup::forces});
  const std::vector<double> found = numbers_of(printed(made, over_rails_of_inputs));
  const std::size_t dips_end = 5 * 14;
  ASSERT_EQ(found.size(), dips_end + 6);
  EXPECT_EQ(found[dips_end], 0) << "a call failed on the dips";
  expect_irregularities(generated(straight_case(folder, "dips", dips), sets).model, found);
  const double* accelerated = found.data() + dips_end + 1;
  EXPECT_EQ(accelerated[0], 0) << "a call failed on moving rails";
  EXPECT_LT(accelerated[1], 1e-8);
  EXPECT_GT(accelerated[2], 1e-4);
  EXPECT_NEAR(accelerated[3], accelerated[4], 1e-4 * accelerated[4]);  // vertical force of a wheel
}

TEST(GeneratedInputs, RailsActAsThoseOfTheTrackAndAsForcesOfInertia) {
  expect_rails_of_inputs("kec");
}

TEST(GeneratedInputs, RailsActAsThoseOfTheTrackAndAsForcesOfInertiaByLookupTable) {
  expect_rails_of_inputs("lut");
}

}  // namespace
}  // namespace flangeway::case_codegen
