// Generated vehicles against the numerical engine.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "flangeway/case_codegen/test/generated_case.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/joints.hpp"
#include "flangeway/simulate/advance.hpp"

namespace flangeway::case_codegen {
namespace {

using test::CompiledProject;
using test::ProgramResult;
using testing::HasSubstr;

std::string complaint(const std::filesystem::path& file, std::vector<std::string> sets) {
  Findings findings;
  (void)generated(file, std::move(sets), findings);
  return findings.text();
}

/// Quantities of a wheel by the engine, in the order of a record: Q, Y, forces along and across the rail and
/// the moment, creepages of the contact with the largest share of the load.
std::array<double, 8> outputs_of(const wheelrail::WheelsetResult& wheelset, std::size_t side) {
  const wheelrail::WheelForces forces = wheelrail::wheel_forces(wheelset, side);
  std::array<double, 8> out{forces.q, forces.y};
  double largest = -1;
  for (std::size_t k = 0; k < wheelset.contact_count; ++k) {
    const wheelrail::Contact& contact = wheelset.contacts[k];
    if (contact.side != side) continue;
    out[2] += contact.forces.longitudinal;
    out[3] += contact.forces.lateral;
    out[4] += contact.forces.spin_moment;
    if (contact.share[side] <= largest) continue;
    largest = contact.share[side];
    out[5] = contact.creepages.longitudinal;
    out[6] = contact.creepages.lateral;
    out[7] = contact.creepages.spin;
  }
  return out;
}

/// Reactions of all joints by the engine, in the order of a record.
std::vector<double> reactions_of(const multibody::Model& model, const multibody::Workspace& bodies) {
  std::vector<double> all;
  const auto put = [&](const auto& vector) { all.insert(all.end(), vector.data(), vector.data() + 3); };
  for (const multibody::Joint& joint : model.joints) {
    const multibody::JointReaction reaction = multibody::joint_reaction(joint, bodies);
    if (joint.type == multibody::JointType::link) {
      all.push_back(reaction.force.x());
    } else if (joint.type == multibody::JointType::gear) {
      all.push_back(reaction.moment.y());
    } else {
      put(reaction.force);
      if (joint.type != multibody::JointType::spherical) put(reaction.moment);
    }
  }
  return all;
}

/// Runs both for `steps` steps: largest difference of coordinates (m, rad) and velocities, loads over the
/// largest load, outputs of wheels, each over the largest of its kind, and reactions of joints over the
/// largest.
struct Difference {
  double coordinates = 0, velocities = 0, loads = 0, outputs = 0, reactions = 0;
};

/// Torques of motors of single wheels, by the wheel, N m.
using Torques = std::map<std::string, double>;

/// As a controller would.
void command(Torques torques, simulate::Simulation& simulation) {
  const vehicle::VehicleModel& vehicle = simulation.model().vehicle;
  std::size_t place = vehicle.bodies.commands.size() + vehicle.wheelsets.size();
  for (const multibody::AxleTwist& twist : vehicle.bodies.axle_twists)
    for (const char* side : {".left", ".right"})
      simulation.state().control.commands[place++] = torques[vehicle.bodies.bodies[twist.body].name + side];
}

Difference difference(const Case& made, const CompiledProject& project, int steps,
                      const Torques& torques = {}) {
  const double duration = steps * made.model.integration.step;
  std::vector<std::string> options{"runner", "--duration", std::to_string(duration), "--record",
                                   "r.csv",  "--every",    std::to_string(steps),    "--json",
                                   "r.json"};
  for (const auto& [name, torque] : torques) {
    options.emplace_back("--set");
    options.push_back(fmt::format("{}.torque={:.17g}", name, torque));
  }
  const ProgramResult run = project.run(options);
  EXPECT_EQ(run.exit_code, 0) << run.error;
  const std::vector<double> row = last_row(project.read("r.csv"));
  simulate::Simulation simulation(made.model);
  command(torques, simulation);
  simulate::Advance advance(simulation);
  for (int i = 0; i < steps; ++i) EXPECT_EQ(advance.step(), EvalStatus::ok);
  EXPECT_NEAR(row[0], advance.time(), 1e-9);
  const std::size_t n = made.model.vehicle.bodies.velocity_offset();
  Difference difference;
  for (std::size_t i = 0; i < n; ++i) {
    const double* y = simulation.state().y.data();
    difference.coordinates = std::max(difference.coordinates, std::abs(row[1 + i] - y[i]));
    difference.velocities = std::max(difference.velocities, std::abs(row[1 + n + i] - y[n + i]));
  }
  const std::size_t wheel_columns = 10;
  double largest = 0;
  std::array<double, 8> worst{}, most{};
  for (std::size_t i = 0; i < simulation.contacts().wheelsets.size(); ++i) {
    for (std::size_t side = 0; side < 2; ++side) {
      const double load = simulation.contacts().wheelsets[i].multipliers[side];  // or a moment
      const double found = row[1 + 2 * n + (2 * i + side + 1) * wheel_columns - 1];
      difference.loads = std::max(difference.loads, std::abs(found - load));
      largest = std::max(largest, std::abs(load));
      const std::array<double, 8> outputs = outputs_of(simulation.contacts().wheelsets[i], side);
      for (std::size_t k = 0; k < outputs.size(); ++k) {
        const double given = row[1 + 2 * n + (2 * i + side) * wheel_columns + k];
        worst[k] = std::max(worst[k], std::abs(given - outputs[k]));
        most[k] = std::max(most[k], std::abs(outputs[k]));
      }
    }
  }
  difference.loads /= largest;
  for (std::size_t k = 0; k < worst.size(); ++k) {
    EXPECT_GT(most[k], 0) << "output " << k << " was never anything but 0";
    if (most[k] > 0) difference.outputs = std::max(difference.outputs, worst[k] / most[k]);
  }
  const std::vector<double> reactions = reactions_of(made.model.vehicle.bodies, simulation.bodies());
  const std::size_t first = 1 + 2 * n + 2 * simulation.contacts().wheelsets.size() * wheel_columns;
  EXPECT_EQ(row.size(), first + reactions.size() + 2);
  double largest_reaction = 0;
  for (std::size_t k = 0; k < reactions.size(); ++k) {
    difference.reactions = std::max(difference.reactions, std::abs(row[first + k] - reactions[k]));
    largest_reaction = std::max(largest_reaction, std::abs(reactions[k]));
  }
  if (!reactions.empty()) difference.reactions /= largest_reaction;
  return difference;
}

void expect_passes(const CompiledProject& project) {
  const ProgramResult result = project.run({"selftest"});
  EXPECT_EQ(result.exit_code, 0) << result.out;
  EXPECT_THAT(result.out, HasSubstr("stored states: 12\n"));
  EXPECT_THAT(result.out, HasSubstr("second run: the same bits\npassed\n"));
}

void expect_below(const Difference& found, const Difference& most) {
  EXPECT_LT(found.coordinates, most.coordinates);
  EXPECT_LT(found.velocities, most.velocities);
  EXPECT_LT(found.loads, most.loads);
  EXPECT_LT(found.reactions, 1e-7);
  EXPECT_LT(found.outputs, 1e-6);  // creepages are differences of velocities, of a thousandth of these
}

// Records have 12 digits, of some metres and some 1e5 N.
TEST(GeneratedWheelset, MovesAsTheEngineDoes) {
  const Case made = generated(cases + "wheelset_r500.toml", {"speed=12", "initial.y=0.003"});
  const CompiledProject project = compiled(made, "runner");
  expect_below(difference(made, project, 300), {1e-9, 1e-9, 1e-9});
  project.compile("selftest");
  expect_passes(project);
}

// Irregular rails, a wagon with all that its file has, an unsteady speed.
TEST(GeneratedWagon, MovesAsTheEngineDoes) {
  const Case made = generated(cases + "manchester_r500_irregular.toml",
                              {"initial.s=120", "speed_profile=[[0,20],[0.03,21],[0.07,19],[0.1,22]]"});
  const CompiledProject project = compiled(made, "runner");
  expect_below(difference(made, project, 150), {1e-8, 2e-8, 1e-8});
  project.compile("selftest");
  expect_passes(project);
}

// Forces of the half-space, from the part of the table that the project carries.
TEST(GeneratedWheelset, CreepsByTheTableOfTheHalfSpace) {
  const Case made = generated(cases + "wheelset_r500.toml",
                              {"contact.creep.law=kalker_table", "speed=12", "initial.y=0.003"});
  const CompiledProject project = compiled(made, "runner");
  expect_below(difference(made, project, 300), {1e-9, 1e-9, 1e-9});
  project.compile("selftest");
  expect_passes(project);
}

// The same with four wheelsets and the slopes that their integrator takes from the law.
TEST(GeneratedWagon, CreepsByTheTableOfTheHalfSpace) {
  const Case made =
      generated(cases + "manchester_r500_irregular.toml", {"contact.creep.law=kalker_table", "initial.s=80"});
  const CompiledProject project = compiled(made, "runner");
  expect_below(difference(made, project, 100), {1e-8, 1e-8, 1e-8});
}

// A table that climbs the flange, on irregular rails.
TEST(GeneratedBogie, MovesAsTheEngineDoesByLookupTable) {
  const Case made = generated(cases + "bogie_r235_one_point.toml", {"contact.method=lut"});
  ASSERT_TRUE(made.model.contact.pairs.front()->lookup.convergent);
  const CompiledProject project = compiled(made, "selftest");
  expect_passes(project);
}

// A hybrid table: the flange indents. It touches from the start.
TEST(GeneratedWheelset, MovesAsTheEngineDoesByHybridTable) {
  const Case made = generated(
      cases + "wheelset_r500.toml",
      {"contact.method=lut", "initial.y=0.0065", "contact.lookup.flange_stiffness=1e9", "speed=20"});
  ASSERT_TRUE(made.model.contact.pairs.front()->lookup.hybrid);
  const CompiledProject project = compiled(made, "runner");
  expect_below(difference(made, project, 300), {1e-9, 1e-8, 1e-8});
  project.compile("selftest");
  expect_passes(project);
}

/// Over a wave of the rails at 20 m/s the wheelset flies, with `bodies` that it carries, and lands.
void expect_flight(const std::string& bodies) {
  const test::TemporaryFolder folder;
  folder.write("vehicle.toml",
               test::read_file(FLANGEWAY_SOURCE_DIR "/models/vehicles/wheelset.toml") + bodies);
  folder.write("track.toml", R"(segments = [{ kind = "straight", length = 100 }]
rails = { profile = "140re", lateral_position = 0.7555 }
[irregularities]
harmonic = [{ channel = "vertical_profile", amplitude = 0.08, wavelength = 10, start = 50 }]
fade = 40
)");
  const auto file = folder.write("case.toml", R"(vehicle = "vehicle.toml"
track = "track.toml"
speed = 20
contact = { method = "kec", kec.geometry = "points", lift_off = true }
)");
  const Case made = generated(file, {"initial.s=45"});
  simulate::Simulation simulation(made.model);
  simulate::Advance advance(simulation);
  int flying = 0;
  for (int i = 0; i < 600; ++i) {
    ASSERT_EQ(advance.step(), EvalStatus::ok);
    flying += simulation.contacts().wheelsets[0].lifted[0] ? 1 : 0;
  }
  EXPECT_GT(flying, 100);
  EXPECT_FALSE(simulation.contacts().wheelsets[0].lifted[0]);
  expect_below(difference(made, compiled(made, "runner"), 600), {1e-9, 1e-8, 1e-8});
  // Its own test runs 50 steps, here into the air, where no constraint can be missed.
  const CompiledProject flight = compiled(generated(file, {"initial.s=51.2"}), "selftest");
  expect_passes(flight);
}

TEST(GeneratedWheelset, LiftsOffAndLandsAsInTheEngine) {
  expect_flight("");
}

TEST(GeneratedWheelset, LiftsOffAndLandsWithAnAxlebox) {
  expect_flight(R"(
[[bodies]]
name = "axlebox"
mass = 60
inertia = [3, 2, 4]
position = [0, 1.0, 0.4]
[[revolute_joints]]
name = "bearing"
body_i = "wheelset"
body_j = "axlebox"
position = [0, 1.0, 0.457]
)");
}

// Every kind of element with all that it can have, between bodies and to the track; bodies with products of
// inertia; unlike wheels; a free vehicle with motors; falling friction that differs from side to side.
constexpr const char* odd_vehicle = R"(name = "odd"
[[bodies]]
name = "a frame-odd"
mass = 3000
inertia = [1700, 1500, 3000]
products_of_inertia = [50, -80, 30]
position = [0.1, 0.02, 0.7]
[[wheelsets]]
name = "front"
mass = 1500
inertia = [900, 110, 900]
x = 1.25
wheel_radius = 0.46
wheel_profile = "s1002"
profile_position = 0.7515
[[wheelsets]]
name = "rear"
mass = 1600
inertia = [950, 120, 970]
x = -1.25
wheel_radius = 0.45
wheel_profile = "s1002"
profile_position = 0.7515
[[bushings]]
name = "primary"
body_i = "a frame-odd"
body_j = "front"
position = [1.25, 1.0, 0.6]
stiffness = [8e6, 3e6, 1e6]
damping = [1e4, 2e3, 4e3]
damper_series_stiffness = [0, 6e5, 8e5]
rotational_stiffness = [1e4, 2e4, 3e4]
rotational_damping = [1e2, 2e2, 3e2]
mirror_y = true
copies = [{ name = "secondary", body_j = "rear", shift = -2.5 }]
[[spring_dampers]]
name = "link"
body_i = "a frame-odd"
body_j = "front"
position_i = [0.5, 0.4, 0.8]
position_j = [1.25, 0.3, 0.5]
spring = [[0, 0], [0.001, 5e3], [0.004, 9e3]]
damper = [[-1, -4e3], [0, 0], [0.1, 2e3], [1, 3e3]]
[[maxwell_dampers]]
name = "damper"
body_i = "a frame-odd"
body_j = "track"
position_i = [0, 1.2, 0.9]
position_j = [0.3, 1.5, 0.2]
stiffness = 2e5
damping = 1e4
[[bushings]]
name = "guide"
body_i = "a frame-odd"
body_j = "track"
position = [0, 0, 0.8]
stiffness = [0, 2e4, 0]
damping = [0, 1e3, 0]
[[bump_stops]]
name = "stop"
body_i = "a frame-odd"
body_j = "rear"
position = [-1.25, 0, 0.5]
direction = [0, 0.6, 0.8]
clearance = 0.002
table = [[0.001, 10], [0.003, 2e3], [0.01, 3e4]]
[[bump_stops]]
name = "one_sided"
body_i = "a frame-odd"
body_j = "front"
position = [1.25, 0, 0.5]
direction = [0, 0, 1]
clearance = 0.001
stiffness = 1e6
one_sided = true
[[anti_roll_bars]]
name = "bar"
body_i = "a frame-odd"
body_j = "rear"
stiffness = 3e5
damping = 1e3
[[applied_forces]]
name = "motor"
body_i = "front"
body_j = "a frame-odd"
position = [1.25, 0.1, 0.5]
force = [100, 200, -300]
torque = [10, 400, 20]
)";
/// With loads and friction of their own.
constexpr const char* freight_elements = R"(
[[rubber_springs]]
name = "rubber"
body_i = "front"
body_j = "a frame-odd"
position = [1.25, 0.9, 0.6]
stiffness = [1e6, 2e6, 3e5]
friction_force = [400, 300, 0]
friction_displacement = [1e-3, 2e-3, 0]
viscous_stiffness = [0, 1e6, 2e5]
viscous_damping = [0, 2e4, 1e4]
[[centre_bowls]]
name = "bowl"
body_i = "front"
body_j = "a frame-odd"
position = [1.25, 0, 0.6]
contact_stiffness = 1e6
contact_damping = 1e4
radius = 0.2
shear_stiffness = 2e6
turn_stiffness = 3e4
rim_stiffness = 1e6
friction_coefficient = 0.2
[[friction_wedges]]
name = "wedge"
body_i = "front"
body_j = "a frame-odd"
position = [1.25, 0.8, 0.6]
column = "behind"
angle_deg = 35
spring_stiffness = 2e5
asymmetry = 1
vertical_stiffness = 1e6
lateral_stiffness = 2e6
friction_coefficient = 0.3
mirror_y = true
[[lenoir_links]]
name = "lenoir"
body_i = "rear"
body_j = "a frame-odd"
position = [-1.25, 0.8, 0.6]
angle_deg = 20
stiffness = 3e5
guide_stiffness = 1e7
lateral_stiffness = 2e6
vertical_stiffness = 2e6
friction_coefficient = 0.3
mirror_y = true
)";
std::string air_spring(const char* name, const char* body, double x) {
  return fmt::format(R"(
[[air_springs]]
name = "{}"
body_i = "{}"
body_j = "a frame-odd"
position = [{}, 0.6, 0.6]
area = 0.03
volume = 0.004
tank_volume = 0.01
throttle_resistance = 2e6
auto_preload = false
preload = [0, 0, 8e3]
)",
                     name, body, x);
}
/// Two bags and their tanks, with valves that open as soon as the frame moves.
std::string air_elements() {
  return air_spring("air_front", "front", 1.25) + air_spring("air_rear", "rear", -1.25) + R"(
[[differential_valves]]
name = "bags"
spring_i = "air_front"
spring_j = "air_rear"
opening_pressure = 10
full_opening_pressure = 1e3
throttle_resistance = 5e6
opening_time = 0.02
[[differential_valves]]
name = "tanks"
spring_i = "air_front"
spring_j = "air_rear"
between_tanks = true
opening_pressure = 10
full_opening_pressure = 1e5
throttle_resistance = 5e6
orifice_coefficient = 1e9
)";
}
constexpr const char* odd_case = R"(vehicle = "vehicle.toml"
speed = 15
drive = "free"
contact.method = "kec"
contact.kec.geometry = "points"
[traction]
torque = [[0, 0], [0.05, 800]]
wheelsets = ["rear"]
[contact.friction]
left = 0.3
right = 0.2
limit_ratio = 0.4
decay = 0.6
[integration]
method = "rk4"
)";

/// With more elements, in an irregular curve.
Case generated_odd_vehicle(const test::TemporaryFolder& folder, const std::string& elements) {
  folder.write("vehicle.toml", odd_vehicle + elements);
  const std::string track = FLANGEWAY_SOURCE_DIR "/models/tracks/curve_r500_irregular.toml";
  return generated(folder.write("case.toml", "track = \"" + track + "\"\n" + odd_case), {"initial.s=100"});
}

TEST(GeneratedVehicle, HasEveryKindOfElement) {
  const test::TemporaryFolder folder;
  const Case made = generated_odd_vehicle(folder, freight_elements);
  const CompiledProject project = compiled(made, "selftest");
  expect_passes(project);
  project.compile("runner");
  const Difference found = difference(made, project, 100);
  EXPECT_THAT(project.read("r.csv"), HasSubstr("time,a frame-odd.s,a frame-odd.y,"));
  EXPECT_THAT(project.read("r.csv"), HasSubstr(",da frame-odd.s,"));
  expect_below(found, {1e-9, 1e-8, 1e-8});
}

// Air flows through both valves. The self-test compares the rates of all states, those of the
// gas and of the opening among them.
TEST(GeneratedVehicle, LetsAirThroughDifferentialValvesAsTheEngineDoes) {
  const test::TemporaryFolder folder;
  const Case made = generated_odd_vehicle(folder, air_elements());
  simulate::Simulation simulation(made.model);
  const multibody::Model& bodies = made.model.vehicle.bodies;
  simulate::Advance advance(simulation);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(advance.step(), EvalStatus::ok);
  const std::size_t opening = bodies.lists->differential_valves[0].opening;
  EXPECT_GT(std::abs(simulation.state().y[bodies.auxiliary_offset() + opening]), 0.01);
  const CompiledProject project = compiled(made, "selftest");
  expect_passes(project);
  project.compile("runner");
  expect_below(difference(made, project, 100), {1e-9, 1e-8, 1e-8});
}

// Every kind of joint: an axlebox with a rod to the frame, a rotor that drives a wheelset through a gear, a
// tool box that is bolted on, and a bob on an arm below it.
constexpr const char* jointed_bodies = R"(
[[bodies]]
name = "axlebox"
mass = 60
inertia = [3, 2, 4]
position = [1.3, 1.0, 0.47]
[[revolute_joints]]
name = "bearing"
body_i = "front"
body_j = "axlebox"
position = [1.25, 1.0, 0.46]
[[rigid_links]]
name = "rod"
body_i = "axlebox"
body_j = "a frame-odd"
position_i = [1.3, 1.1, 0.6]
position_j = [0.6, 1.1, 0.65]
[[bodies]]
name = "rotor"
mass = 100
inertia = [5, 2, 5]
position = [-0.8, 0.1, 0.7]
[[revolute_joints]]
name = "shaft"
body_i = "a frame-odd"
body_j = "rotor"
position = [-0.8, 0.1, 0.7]
[[gears]]
name = "gear"
body_i = "rotor"
body_j = "rear"
ratio = -3.0
carrier = "a frame-odd"
[[bodies]]
name = "toolbox"
mass = 80
inertia = [4, 5, 6]
position = [0.3, -0.8, 1.2]
[[fixed_joints]]
name = "bolts"
body_i = "a frame-odd"
body_j = "toolbox"
position = [0.3, -0.8, 0.9]
[[bodies]]
name = "arm"
mass = 20
inertia = [1.0, 1.2, 0.3]
position = [0.3, -0.8, 0.7]
[[revolute_joints]]
name = "hinge"
body_i = "toolbox"
body_j = "arm"
position = [0.3, -0.8, 1.0]
axis = [0.6, 0.8, 0.0]
[[bodies]]
name = "bob"
mass = 30
inertia = [1.0, 2.0, 1.5]
position = [0.3, -0.8, 0.2]
[[spherical_joints]]
name = "ball"
body_i = "bob"
body_j = "arm"
position = [0.3, -0.8, 0.4]
)";

// Reactions, and with them accelerations, are compared by the self-test.
TEST(GeneratedVehicle, HasEveryKindOfJoint) {
  const test::TemporaryFolder folder;
  const Case made = generated_odd_vehicle(folder, jointed_bodies);
  ASSERT_EQ(made.model.vehicle.bodies.joint_rows, 26U);
  const CompiledProject project = compiled(made, "selftest");
  expect_passes(project);
  EXPECT_THAT(project.run({"selftest"}).out, HasSubstr("  reactions of the joints: largest error "));
  project.compile("runner");
  expect_below(difference(made, project, 100), {1e-9, 1e-8, 1e-8});
}

// Joints of the random states are apart, which Baumgarte's terms answer.
TEST(GeneratedVehicle, KeepsJointsTogetherByBaumgartesTerms) {
  const test::TemporaryFolder folder;
  folder.write("vehicle.toml", std::string(odd_vehicle) + jointed_bodies);
  const std::string track = FLANGEWAY_SOURCE_DIR "/models/tracks/curve_r500_irregular.toml";
  const Case made = generated(folder.write("case.toml", "track = \"" + track + "\"\n" + odd_case),
                              {"initial.s=100", "integration.joint_stabilisation=baumgarte",
                               "integration.joint_stabilisation_rate=80"});
  const CompiledProject project = compiled(made, "selftest");
  expect_passes(project);
  project.compile("runner");
  expect_below(difference(made, project, 100), {1e-9, 1e-8, 1e-8});
}

// Three cars on ball joints, in the transition.
TEST(GeneratedTrain, MovesAsTheEngineDoes) {
  const Case made = generated(
      cases + "articulated_r500.toml",
      {"initial.s=130", "vehicle.parts[0].count=3", "vehicle.parts[1].count=4", "vehicle.bushings[0].row=3",
       "vehicle.bushings[1].row=3", "vehicle.spherical_joints[0].row=2"});
  ASSERT_EQ(made.model.vehicle.bodies.joint_rows, 6U);
  const CompiledProject project = compiled(made, "selftest");
  expect_passes(project);
  project.compile("runner");
  expect_below(difference(made, project, 50), {1e-8, 2e-8, 1e-8});
}

// The coach of [Antunes2018] with its axleboxes, that runs into the transition beside the middle of the
// track.
Case generated_coach(const char* method) {
  Case made = generated(cases + "flexible_r500_rigid.toml",
                        {method, "integration.step=1e-3", "initial.s=80", "initial.y=0.003"});
  EXPECT_EQ(made.model.vehicle.bodies.joint_rows, 40U);
  return made;
}

TEST(GeneratedCoach, CarriesAxleboxesAsTheEngineDoes) {
  const Case made = generated_coach("contact.method=kec");
  const CompiledProject project = compiled(made, "selftest");
  expect_passes(project);
  project.compile("runner");
  expect_below(difference(made, project, 100), {1e-8, 2e-8, 1e-8});
}

TEST(GeneratedCoach, CarriesAxleboxesByLookupTable) {
  const Case made = generated_coach("contact.method=lut");
  const CompiledProject project = compiled(made, "selftest");
  expect_passes(project);
  project.compile("runner");
  expect_below(difference(made, project, 100), {1e-8, 2e-8, 1e-8});
}

// A carbody that bends, by modes that turn the ends of its elements as well.
TEST(GeneratedWagon, BendsAsInTheEngine) {
  const Case made = generated(cases + "manchester_flexible_r500.toml", {"initial.s=92"});
  simulate::Simulation simulation(made.model);
  simulate::Advance advance(simulation);
  for (int i = 0; i < 100; ++i) ASSERT_EQ(advance.step(), EvalStatus::ok);
  const multibody::Model& bodies = made.model.vehicle.bodies;
  const std::size_t mode = bodies.lists->flexible_bodies[0].modes[0].coordinate;
  EXPECT_GT(std::abs(simulation.state().y[bodies.auxiliary_offset() + mode]), 1e-5);
  const CompiledProject project = compiled(made, "runner");
  expect_below(difference(made, project, 100), {1e-8, 2e-8, 1e-8});
  project.compile("selftest");
  expect_passes(project);
}

// Wheels that each turn by themselves, in the curve, with torques that turn them against each other. At 3 m/s
// creep makes some mN of the last digit of a velocity.
TEST(GeneratedTram, MovesAsTheEngineDoes) {
  const Case made = generated(cases + "low_floor_tram_r25.toml",
                              {"control.guidance=[]", "initial.s=22", "initial.y=-0.002"});
  const CompiledProject project = compiled(made, "selftest");
  expect_passes(project);
  project.compile("runner");
  const Torques torques{{"axle1.left", -250}, {"axle1.right", 200}, {"axle2.right", 80}};
  expect_below(difference(made, project, 300, torques), {1e-9, 1e-8, 1e-7});
  // Without the torques it is elsewhere.
  simulate::Simulation pushed(made.model), left_alone(made.model);
  command(torques, pushed);
  simulate::Advance push(pushed), leave(left_alone);
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(push.step() == EvalStatus::ok && leave.step() == EvalStatus::ok);
  const multibody::Model& bodies = made.model.vehicle.bodies;
  for (const multibody::AxleTwist& twist : bodies.axle_twists) {
    const std::size_t at = bodies.auxiliary_offset() + twist.rate;
    EXPECT_GT(std::abs(pushed.state().y[at] - left_alone.state().y[at]), 0.01) << "rad/s";
    EXPECT_GT(std::abs(left_alone.state().y[at]), 0.1) << "the outer wheel turns faster, rad/s";
  }
}

// A twisting axle with damping and independent wheels that a motor turns.
TEST(GeneratedVehicle, TurnsWheelsAgainstEachOtherAsTheEngineDoes) {
  const test::TemporaryFolder folder;
  const std::string twisting =
      "[[wheelsets]]\nname = \"front\"\nrotation = \"torsion\"\ntorsional_stiffness = 6e6\n"
      "torsional_damping = 500\n";
  std::string vehicle = odd_vehicle;
  vehicle.replace(vehicle.find("[[wheelsets]]\nname = \"front\"\n"), 29, twisting);
  const std::string rear = "name = \"rear\"\n";
  vehicle.insert(vehicle.find(rear) + rear.size(), "rotation = \"independent\"\n");
  folder.write("vehicle.toml", vehicle);
  const std::string track = FLANGEWAY_SOURCE_DIR "/models/tracks/curve_r500_irregular.toml";
  const Case made =
      generated(folder.write("case.toml", "track = \"" + track + "\"\n" + odd_case), {"initial.s=100"});
  const CompiledProject project = compiled(made, "selftest");
  expect_passes(project);
  project.compile("runner");
  expect_below(difference(made, project, 100, {{"front.left", 400}, {"rear.right", -150}}),
               {1e-9, 1e-8, 1e-8});
}

// The flange of a wheel approaches its rail with the material of that wheel.
TEST(GeneratedWheelset, TurnsWheelsAgainstEachOtherByHybridTable) {
  const Case made =
      generated(cases + "wheelset_r500.toml",
                {"contact.method=lut", "initial.y=0.0065", "contact.lookup.flange_stiffness=1e9", "speed=20",
                 "vehicle.wheelsets[0].rotation=independent"});
  ASSERT_TRUE(made.model.contact.pairs.front()->lookup.hybrid);
  const CompiledProject project = compiled(made, "selftest");
  expect_passes(project);
  project.compile("runner");
  expect_below(difference(made, project, 300, {{"wheelset.left", 100}}), {1e-9, 1e-8, 1e-8});
}

// At half of the speed the wheels turn half as fast against each other.
TEST(GeneratedTram, StartsAtAnotherSpeedWithoutSlip) {
  const Case made = generated(cases + "low_floor_tram_r25.toml", {"control.guidance=[]", "initial.s=30"});
  EXPECT_EQ(printed(made, R"(
  static fw_workspace w;
  static fw_state whole, half;
  fw_initialise(&w);
  printf("%d ", fw_start(&whole, &w) == FW_OK && fw_start_at(&half, &w, fw_velocity / 2) == FW_OK);
  for (int i = 0; i < FW_WHEELSETS; ++i) {
    const int at = fw_twist_state[i];
    printf("%d%d ", whole.auxiliary[at] < -0.1, fabs(whole.auxiliary[at] - 2 * half.auxiliary[at]) < 1e-12);
  }
  for (int i = 0; i < FW_INPUTS; ++i) printf("%s ", fw_input_name[i]);
)"),
            "1 11 11 axle1.left.torque axle1.right.torque axle2.left.torque axle2.right.torque ");
}

// With less friction less creep force; a torque from outside turns the wheels; a state that fails stays.
TEST(GeneratedVehicle, TakesParametersAndInputs) {
  const Case made = generated(cases + "wheelset_r500.toml", {"drive=free"});
  const CompiledProject project = compiled(made, "runner");
  const std::size_t forward = 1 + 6;  // column of ds of the one body
  const auto last = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"runner", "--duration", "0.2", "--record", "r.csv", "--every", "200",
                                     "--json", "r.json"});
    const ProgramResult run = project.run(options);
    EXPECT_EQ(run.exit_code, 0) << run.error;
    return last_row(project.read("r.csv"));
  };
  // Creep pulls at the rim with what it takes from the forward motion: m Δv + I/r Δω = T t / r, but for the
  // roll of the contact radii.
  const double r = 0.457, mass = 1813, inertia = 112, torque = 300;
  const auto pushed = last({"--set", "torque=300"}), coasted = last({});
  const double momentum = mass * (pushed[forward] - coasted[forward]) +
                          inertia / r * (pushed[forward + 4] - coasted[forward + 4]);
  EXPECT_NEAR(momentum, torque * 0.2 / r, 5e-3 * momentum);
  EXPECT_NEAR(last({"--set", "speed=14"})[forward], 14, 1e-3);
  EXPECT_EQ(project.run({"runner", "--set", "friction=0"}).error,
            "runner: friction must be above 0, got: friction=0\n");
  EXPECT_EQ(project.run({"runner", "--method", "bdf"}).error,
            "runner: --method is one of abm4 rk4, not: bdf\n");
  const ProgramResult late = project.run({"runner", "--step", "0.02", "--set", "torque=1e6"});
  EXPECT_EQ(late.exit_code, 3);
  EXPECT_THAT(late.error,
              HasSubstr("runner: the model has a velocity that jumped: the step is too long at "));
  const ProgramResult end = project.run({"runner", "--duration", "100", "--json", "r.json"});
  EXPECT_EQ(end.exit_code, 3);
  EXPECT_THAT(end.error, HasSubstr("runner: the model left the beginning or the end of the track at "));
}

/// A wheelset that carries a frame over a rail that winds.
std::filesystem::path sprung_case(const test::TemporaryFolder& folder) {
  folder.write("vehicle.toml", test::read_file(FLANGEWAY_SOURCE_DIR "/models/vehicles/wheelset.toml") + R"(
[[bodies]]
name = "frame"
mass = 2000
inertia = [1500, 2000, 2500]
position = [0, 0, 0.8]
[[bushings]]
name = "primary"
body_i = "frame"
body_j = "wheelset"
position = [0, 0, 0.6]
stiffness = [2e6, 1e6, 1e6]
damping = [1e4, 1e4, 1e4]
rotational_stiffness = [1e6, 1e6, 1e6]
rotational_damping = [1e4, 1e4, 1e4]
)");
  folder.write("track.toml", R"(segments = [{ kind = "straight", length = 100 }]
rails = { profile = "140re", lateral_position = 0.7555 }
[irregularities]
harmonic = [{ channel = "alignment", amplitude = 0.003, wavelength = 10, start = 5 }]
fade = 10
)");
  return folder.write("case.toml", R"(vehicle = "vehicle.toml"
track = "track.toml"
speed = 20
contact = { method = "kec", kec = { geometry = "points", points = 801 } }
integration = { method = "abm4", step = 1e-3, duration = 0.5 }
)");
}

// Set before the run, keys act as in a case that has these values.
TEST(GeneratedVehicle, TakesKeysOfElementsAsParameters) {
  const test::TemporaryFolder folder;
  const auto file = sprung_case(folder);
  const std::string stiffness = "vehicle.bushings[0].stiffness[1]",
                    damping = "vehicle.bushings[0].damping[1]";
  Findings findings;
  const vehicle_case::CaseSource source = vehicle_case::source_of(file, {});
  Case made{test::load_case(file, {}), {}};
  const document::Document document = document::Document::from_file(file, findings);
  made.project =
      generate(made.model, document,
               {codegen::Target::project, {}, parameter_keys(source, {stiffness, damping}, "keys", findings)},
               findings);
  ASSERT_EQ(findings.text(), "");
  const CompiledProject project = compiled(made, "runner");
  const auto last = [&](const std::vector<std::string>& sets) {
    std::vector<std::string> options{"runner",  "--duration", "0.3",    "--record", "r.csv",
                                     "--every", "300",        "--json", "r.json"};
    for (const std::string& set : sets) options.insert(options.end(), {"--set", set});
    const ProgramResult run = project.run(options);
    EXPECT_EQ(run.exit_code, 0) << run.error;
    return last_row(project.read("r.csv"));
  };
  const std::vector<std::string> sets{stiffness + "=3e6", damping + "=5e4"};
  const vehicle_case::CaseModel other = test::load_case(file, sets);
  simulate::Simulation simulation(other);
  simulate::Advance advance(simulation);
  for (int i = 0; i < 300; ++i) ASSERT_EQ(advance.step(), EvalStatus::ok);
  const std::vector<double> changed = last(sets), nominal = last({});
  double largest = 0, effect = 0;
  for (std::size_t i = 0; i < 24; ++i) {
    largest = std::max(largest, std::abs(changed[1 + i] - simulation.state().y[i]));
    effect = std::max(effect, std::abs(changed[1 + i] - nominal[1 + i]));
  }
  EXPECT_LT(largest, 1e-8);
  EXPECT_GT(effect, 1e-4);
}

TEST(GenerateCase, RefusesKeysThatDoNotEnterForcesInProportion) {
  const test::TemporaryFolder folder;
  const auto file = sprung_case(folder);
  const auto refused_of = [](const std::filesystem::path& case_file, const std::vector<std::string>& keys) {
    Findings findings;
    const vehicle_case::CaseModel model = test::load_case(case_file, {});
    const document::Document document = document::Document::from_file(case_file, findings);
    auto parameters = parameter_keys(vehicle_case::source_of(case_file, {}), keys, "--parameters", findings);
    if (findings.empty())
      (void)generate(model, document, {codegen::Target::fmu, {}, std::move(parameters)}, findings);
    return findings.text();
  };
  const auto refused = [&](const std::vector<std::string>& keys) { return refused_of(file, keys); };
  EXPECT_THAT(refused({"vehicle.bodies[0].mass"}), HasSubstr("changes more than forces of elements"));
  EXPECT_THAT(refused({"vehicle.bodies[0].inertia[0]"}),
              HasSubstr("does not enter the equations in proportion"));
  EXPECT_THAT(refused({"speed"}), HasSubstr("is no key of the vehicle"));
  EXPECT_THAT(refused({"vehicle.bushings[0].position[2]", "vehicle.bushings[0].stiffness[1]"}),
              HasSubstr("in proportion"));
  // A stop is without force on one side of its clearance and in proportion to it on the other.
  EXPECT_THAT(refused_of(FLANGEWAY_SOURCE_DIR "/models/cases/manchester_r500.toml",
                         {"vehicle.bump_stops[0].clearance"}),
              testing::AllOf(HasSubstr("vehicle.bump_stops[0].clearance"), HasSubstr("in proportion")));
}

TEST(GeneratedVehicle, HasATextForEachStatus) {
  const std::string wheelset = cases + "wheelset_r500.toml";
  EXPECT_EQ(printed(generated(wheelset, {"drive=free"}), R"(
  for (int i = -1; i <= FW_NOT_FINITE + 1; ++i) puts(fw_status_text((fw_status)i));
  static fw_workspace w;
  static fw_state x;
  fw_initialise(&w);
  printf("%d", fw_start(&x, &w) == FW_OK);
  /* the end of a step and the beginning of the next, rounded, are one step: the method goes on */
  x.time = 1e6;
  for (int i = 1; i <= 6; ++i) printf(" %d", fw_step(&x, &w, 1e6 + i * 1e-3 - x.time, FW_ABM4) == FW_OK);
  printf(" %d\n", x.points);
  x.q[1] = 0.2, x.points = 0;
  puts(fw_status_text(fw_step(&x, &w, 1e-3, FW_ABM4)));
  x.q[1] = 0.0, x.q[0] = -1.1;
  puts(fw_status_text(fw_step(&x, &w, 1e-3, FW_ABM4)));
  x.q[0] = 1.0 / 0.0;
  puts(fw_status_text(fw_derivative(&x, &w, x.past_f[0], x.past_f[1])));
)"),
            "has an unknown status\nruns\nhas no solution for the forces of its constraints\n"
            "left the beginning or the end of the track\nhas a wheel beyond the tables of its contact\n"
            "has a velocity that jumped: the step is too long\nhas a number that became infinite or none\n"
            "has an unknown status\n1 1 1 1 1 1 1 4\nhas a wheel beyond the tables of its contact\n"
            "left the beginning or the end of the track\nhas a number that became infinite or none\n");
}

TEST(GeneratedFmu, GivesOutputsBeforeTheStartAndRefusesWhatCannotBe) {
  EXPECT_EQ(printed(generated(cases + "wheelset_r500.toml"), R"(
  fmu_instance *f = fmu_new();
  double before, after;
  printf("%d ", fmu_advance(f, 0.1) == FW_OK);
  printf("%d ", fmu_set(f, FMU_VELOCITY, -1.0));
  printf("%d ", fmu_get(f, FMU_VERTICAL, &before) == 0 && before > 1e3);
  printf("%d ", fmu_set(f, FMU_VELOCITY, 8.0) == 0 && fmu_get(f, FMU_SPEED, &before) == 0 && before == 8.0);
  (void)fmu_get(f, FMU_VERTICAL, &before);
  printf("%d ", fmu_start(f) == FW_OK && fmu_get(f, FMU_VERTICAL, &after) == 0 && after == before);
  printf("%d ", fmu_advance(f, 0.01) == FW_OK);
  printf("%d%d%d%d ", fmu_advance(f, NAN) == FW_OK, fmu_advance(f, 0.005) == FW_OK, fmu_advance(f, 1e8) == FW_OK,
         fmu_advance(f, 0.01) == FW_OK);
  printf("%d\n", fmu_advance(f, 0.02) == FW_OK);
  free(f);
)"),
            "0 1 1 1 1 1 0001 1\n");
}

// Beyond its tables the track goes on as its last piece does: a long train may begin before them.
TEST(GeneratedVehicle, MayBeLongerThanTheTablesOfTheTrack) {
  const test::TemporaryFolder folder;
  folder.write("vehicle.toml", odd_vehicle);
  const std::string track = FLANGEWAY_SOURCE_DIR "/models/tracks/wheelset_r500.toml";
  const Case made = generated(folder.write("case.toml", "track = \"" + track + "\"\n" + odd_case));
  EXPECT_THAT(printed(made, R"(
  static fw_workspace w;
  static fw_state x;
  double acceleration[FW_N], auxiliary[FW_A1];
  fw_initialise(&w);
  (void)fw_start(&x, &w);
  for (int i = 0; i < FW_BODIES; ++i) x.q[6 * i] = -10000.0 - i;
  puts(fw_status_text(fw_derivative(&x, &w, acceleration, auxiliary)));
)"),
              "runs\n");
}

// A linear law has forces without friction, in the engine and here.
TEST(GeneratedWheelset, CreepsByALinearLawWithoutFriction) {
  const Case made =
      generated(cases + "wheelset_r500.toml",
                {"contact.creep.law=kalker_linear", "contact.friction.coefficient=0", "initial.y=0.002"});
  const CompiledProject project = compiled(made, "runner");
  const Difference found = difference(made, project, 100);
  EXPECT_LT(found.velocities, 1e-9);
  EXPECT_GT(std::abs(last_row(project.read("r.csv"))[1 + 12 + 2]), 1)
      << "longitudinal force of the left wheel, N";
  project.compile("selftest");
  expect_passes(project);
}

TEST(GeneratedRunner, RunsAsLongAsTheCaseSays) {
  const Case timed = generated(cases + "wheelset_r500.toml", {"integration.duration=0.05"});
  const auto text = [&](const Case& made, const std::string& name) {
    for (const auto& [file, content] : made.project.files)
      if (file == name) return content;
    return std::string();
  };
  EXPECT_THAT(text(timed, "modelDescription3.xml"), HasSubstr("stopTime=\"0.05\""));
  const Case whole = generated(cases + "wheelset_r500.toml", {"initial.s=100"});  // 20 m at 10 m/s
  EXPECT_THAT(text(whole, "modelDescription2.xml"), HasSubstr("stopTime=\"2\""));
  const CompiledProject to_end = compiled(whole, "runner");
  const ProgramResult run = to_end.run({"runner"});
  EXPECT_EQ(run.exit_code, 0) << run.error;
  EXPECT_THAT(run.out, HasSubstr("\"simulated_s\": 2,"));
  EXPECT_EQ(to_end.run({"runner", "--set", "speed=0"}).error,
            "runner: a vehicle that stands does not get to the end of the track: give --duration\n");
  EXPECT_EQ(to_end.run({"runner", "--set", "speed=-1"}).error,
            "runner: speed must be 0 or above, got: speed=-1\n");
}

TEST(GeneratedRunner, KeepsAStandingVehicleStanding) {
  const Case made =
      generated(cases + "wheelset_r500.toml", {"speed=0", "integration.duration=0.01", "name='a \"b\" c'"});
  const CompiledProject project = compiled(made, "runner");
  EXPECT_EQ(project.run({"runner", "--set", "speed=5"}).error,
            "runner: speed is 0 in the case and can be no other, got: speed=5\n");
  EXPECT_THAT(project.run({"runner"}).out, HasSubstr("\"simulated_s\": 0.01,"));
  EXPECT_THAT(project.run({"runner", "--set", "speed=0"}).out, HasSubstr("\"model\": \"a \\\"b\\\" c\","));
}

// Rails 0.1 m beside the wheelset, all along.
TEST(GenerateCase, FindsThatThereAreNoStatesToTestBy) {
  const test::TemporaryFolder folder;
  folder.write("track.toml", R"(segments = [{ kind = "straight", length = 100 }]
rails = { profile = "140re", lateral_position = 0.7555 }
[irregularities]
harmonic = [{ channel = "alignment", amplitude = 0.1, wavelength = 1000, start = -700 }]
fade = 1
)");
  const std::string vehicle = FLANGEWAY_SOURCE_DIR "/models/vehicles/wheelset.toml";
  const auto file = folder.write(
      "case.toml", "vehicle = \"" + vehicle + "\"\ntrack = \"track.toml\"\nspeed = 20\ninitial.y = 0.05\n");
  EXPECT_THAT(complaint(file, {"initial.s=50", "contact.method=kec"}),
              testing::MatchesRegex(
                  ".*case.toml:4:[0-9]+: initial: has too few states around it that the engine can evaluate "
                  "\\(got [0-9]+ "
                  "of 500 random ones; allowed 12\\). The generated code could not be tested. See whether "
                  "`flangeway run` gets beyond the start."));
}

// Equations and tables are the same; the data tell them apart.
TEST(GeneratedFmu, HasATokenOfItsData) {
  const auto token = [](const char* set) {
    std::string found;
    for (const auto& [name, content] : generated(cases + "wheelset_r500.toml", {set}).project.files)
      if (name == "model.c") found = content.substr(content.find("fw_fmu_token"), 60);
    return found;
  };
  EXPECT_NE(token("integration.step=1e-3"), token("integration.step=5e-4"));
}

}  // namespace
}  // namespace flangeway::case_codegen
