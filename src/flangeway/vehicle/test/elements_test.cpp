// Air springs, friction and side bearers of a vehicle file: their conversion to elements, and messages about
// mistakes.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "flangeway/multibody/elements/curve.hpp"
#include "flangeway/multibody/elements/list.hpp"
#include "support.hpp"

namespace flangeway::vehicle {
namespace {

using namespace test;
using multibody::AirSpring;
using multibody::BumpStop;
using multibody::elements_of;
using multibody::Friction;

/// The frame on two wheelsets with a carbody above it: 42 lines before the element.
std::string coach_text() {
  return bogie_text() + primary_text() + R"([[bodies]]
name = "carbody"
mass = 16000.0
inertia = [2e4, 3e5, 3e5]
position = [0.0, 0.0, 1.5]
[[bushings]]
name = "guide"
body_i = "frame"
body_j = "carbody"
position = [0.0, 0.0, 0.9]
stiffness = [1e6, 1e6, 0.0]
rotational_stiffness = [0.0, 1e6, 1e6]
)";
}

std::string air_text(const std::string& more = "") {
  return R"([[air_springs]]
name = "air"
body_i = "frame"
body_j = "carbody"
position = [0.0, 1.0, 0.9]
area = 0.2
volume = 0.03
mirror_y = true
)" + more;
}

std::string said_of(const std::string& element) {
  const std::string text = findings_of(coach_text() + element);
  return text;
}

// A body of 19 620 N on one spring above an axle, and the spring's other end at another height.
std::string on_one_spring(const std::string& keys) {
  std::string text = bogie_text();
  text.erase(text.rfind("[[wheelsets]]"));
  return text + R"([[bushings]]
name = "spring"
body_i = "frame"
body_j = "front"
position = [1.2, 0.0, 0.5]
stiffness = [1e7, 2e6, 1e7]
rotational_stiffness = [1e6, 1e6, 1e6]
)" + keys;
}

// Generalised force [s, y, z, roll, …] of the suspension on the frame, which is moved from its nominal
// position.
Vec6 force_on_frame(const VehicleModel& vehicle, const Vec6& moved) {
  const track::TrackModel track = straight_track();
  multibody::Workspace w = multibody::make_workspace(vehicle.bodies);
  std::vector<double> y = multibody::nominal_state(vehicle.bodies, 100, 0);
  for (std::size_t k = 0; k < 6; ++k) y[k] += moved[static_cast<Eigen::Index>(k)];
  multibody::evaluate_kinematics(vehicle.bodies, track, y.data(), w);
  multibody::evaluate_suspension(vehicle.bodies, y.data(), w, nullptr);
  return w.bodies[0].force;
}

// A roll φ of the frame about the point of the spring, which bends nothing but the torsion: a preload that
// turns with the frame pushes it sideways by −W sin φ, one that stays with the axle does not.
TEST(VehicleElements, ThePreloadOfABushingTurnsWithTheBodyOfItsAxes) {
  std::string text = on_one_spring("");
  text.replace(text.find("position = [0.0, 0.0, 0.6]"), 26, "position = [1.2, 0.0, 0.6]");
  const double roll = 0.01, arm = 0.1, weight = 2000 * 9.81;
  Vec6 moved = Vec6::Zero();
  moved[1] = -arm * std::sin(roll), moved[2] = arm * (std::cos(roll) - 1), moved[3] = roll;
  const Vec6 turning = force_on_frame(compile_text(text), moved);
  EXPECT_NEAR(turning[1], -weight * std::sin(roll), 1e-6);
  const Vec6 upright = force_on_frame(compile_text(text + "axes = \"body_j\"\n"), moved);
  EXPECT_NEAR(upright[1], 0, 1e-6);
  EXPECT_NEAR(upright[2], 0, 1e-6);  // gravity is among the forces
  // About its centre of gravity the frame feels the torsion and the force at the arm below.
  const double torsion = -1e6 * std::sin(roll) * std::cos(roll);
  EXPECT_NEAR(turning[3], torsion, 1e-6);
  EXPECT_NEAR(upright[3], torsion + weight * arm * std::sin(roll), 1e-6);
}

// Markers 0.3 m apart in height: a force that moves the frame sideways acts on it at 0.5, 0.65 or 0.8 m.
TEST(VehicleElements, TheForceOfABushingBetweenTwoMarkersActsWhereTheFileSays) {
  const double side = 1e-3, force = -2e6 * side;
  Vec6 moved = Vec6::Zero();
  moved[1] = side;
  struct Place {
    const char* key;
    double height;
  };
  for (const auto& [key, height] :
       {Place{"", 0.65}, Place{"force_at = \"body_i\"\n", 0.5}, Place{"force_at = \"body_j\"\n", 0.8}}) {
    std::string text = on_one_spring(std::string("marker_offset = [0.0, 0.0, 0.3]\n") + key);
    text.replace(text.find("position = [0.0, 0.0, 0.6]"), 26, "position = [1.2, 0.0, 0.6]");
    const Vec6 on_frame = force_on_frame(compile_text(text), moved);
    EXPECT_NEAR(on_frame[1], force, 1e-6);
    // The weight of the frame stays above the axle, and turns it over by its way.
    EXPECT_NEAR(on_frame[3], -(height - 0.6) * force - 2000 * 9.81 * side, 1e-6) << height;
  }
  EXPECT_THAT(findings_of(on_one_spring("force_at = \"body_i\"\n")),
              ::testing::HasSubstr("bushings[0].force_at: has no effect without marker_offset"));
}

TEST(VehicleElements, AnAirSpringCarriesHalfTheCarbody) {
  const VehicleModel vehicle =
      compile_text(coach_text() + air_text("tank_volume = 0.07\nthrottle_resistance = 1e6\n"));
  const auto& springs = elements_of<AirSpring>(vehicle.bodies);
  ASSERT_EQ(springs.size(), 2u);
  for (const auto& spring : springs) EXPECT_NEAR(spring.preload.z(), 8000 * 9.81, 1e-6);
  // The flow relaxes under this pressure, not under that of the empty bag.
  const double p0 = 101325 + 8000 * 9.81 / 0.2;
  const auto state = springs[0].auxiliary[AirSpring<double>::moved];
  EXPECT_NEAR(vehicle.bodies.relaxation_rates[state], 1.4 * p0 / 1e6 * (1 / 0.03 + 1 / 0.07), 1e-6);
}

TEST(VehicleElements, AnAirSpringWithoutLoadIsRefused) {
  std::string text = air_text();
  text.replace(text.find("\"frame\""), 7, "\"carbody\"");
  text.replace(text.rfind("\"carbody\""), 9, "\"frame\"");
  std::string expected;
  for (const char* side : {"left", "right"})
    expected += fmt::format(
        "vehicle.toml:43:1: air_springs[0]: \"air_{}\" carries no load in the nominal position (got -78480 "
        "N; "
        "allowed a force above 0 N that pushes body_j up). Let body_i be below and body_j above, and put the "
        "element under its load.\n",
        side);
  expected.pop_back();
  EXPECT_EQ(said_of(text), expected);
}

TEST(VehicleElements, MistakesInAirSprings) {
  std::string negative = air_text();
  negative.replace(negative.find("0.03"), 4, "-0.03");
  EXPECT_THAT(
      said_of(negative),
      ::testing::HasSubstr("air_springs[0].volume: is out of range (got -0.03; allowed a number > 0 in m³)"));
  EXPECT_THAT(said_of(air_text("tank_volume = -0.1\n")),
              ::testing::HasSubstr("air_springs[0].tank_volume: is out of range"));
  EXPECT_THAT(
      said_of(air_text("tank_volume = 0.1\n")),
      ::testing::HasSubstr("air_springs[0].throttle_resistance: is missing. Give the resistance between bag "
                           "and tank, or leave out tank_volume."));
  EXPECT_THAT(
      said_of(air_text("shear_stiffness = [1e5, 1e5, 2e5]\n")),
      ::testing::HasSubstr("air_springs[0].shear_stiffness: has a vertical part, which is that of the gas "
                           "(got 200000; allowed 0 in z). Give a spring beside the bag as a bushing."));
  EXPECT_THAT(said_of(air_text("friction_stiffness = [1e5, 1e5, 0.0]\n")),
              ::testing::HasSubstr(
                  "air_springs[0].friction_force: is missing. Give the force at which the bag slips."));
}

std::string valve_text(const std::string& more = "", const std::string& j = "air_right") {
  return R"([[differential_valves]]
name = "across"
spring_i = "air_left"
spring_j = ")" +
         j + R"("
opening_pressure = 1e5
full_opening_pressure = 1.2e5
throttle_resistance = 1e6
)" + more;
}

TEST(VehicleElements, ADifferentialValveJoinsTwoAirSprings) {
  const VehicleModel vehicle =
      compile_text(coach_text() + air_text("tank_volume = 0.07\nthrottle_resistance = 1e6\n") +
                   valve_text("between_tanks = true\nopening_time = 0.1\norifice_coefficient = 2e8\n"));
  ASSERT_EQ(vehicle.bodies.lists->differential_valves.size(), 1u);
  const multibody::DifferentialValve& valve = vehicle.bodies.lists->differential_valves[0];
  EXPECT_EQ(valve.i, 0u);
  EXPECT_EQ(valve.j, 1u);
  EXPECT_TRUE(valve.between_tanks);
  EXPECT_EQ(valve.opens_at, 1e5);
  EXPECT_EQ(valve.open_at, 1.2e5);
  EXPECT_EQ(valve.resistance, 1e6);
  EXPECT_EQ(valve.orifice, 2e8);
  EXPECT_EQ(vehicle.bodies.relaxation_rates.at(valve.opening), 10);
  for (const auto& spring : elements_of<AirSpring>(vehicle.bodies))
    EXPECT_NE(spring.auxiliary[AirSpring<double>::supply], multibody::no_index);
}

TEST(VehicleElements, MistakesInDifferentialValves) {
  const auto said = [](const std::string& valve) { return said_of(air_text() + valve); };
  EXPECT_THAT(said(valve_text("", "air_rigth")),
              ::testing::HasSubstr("differential_valves[0].spring_j: names no air spring (got \"air_rigth\"; "
                                   "allowed one of air_springs). Did you mean \"air_right\"."));
  EXPECT_THAT(said(valve_text("", "air_left")),
              ::testing::HasSubstr("differential_valves[0].spring_j: is the same as spring_i (got "
                                   "\"air_left\"; allowed another air spring)."));
  EXPECT_THAT(
      said(valve_text("between_tanks = true\n")),
      ::testing::HasSubstr("differential_valves[0].spring_i: has no tank (got \"air_left\"). Give its "
                           "tank_volume, or leave out between_tanks."));
  std::string valve = valve_text();
  valve.replace(valve.find("1.2e5"), 5, "0.9e5");
  EXPECT_THAT(said(valve), ::testing::HasSubstr("differential_valves[0].full_opening_pressure: is not above "
                                                "opening_pressure (got 90000; allowed above 100000 Pa)."));
  valve = valve_text();
  valve.replace(valve.find("across"), 6, "guide");
  EXPECT_THAT(said(valve), ::testing::HasSubstr(
                               "differential_valves[0].name: is the name of another element (got \"guide\""));
}

// The springs of one side carry more than those of the other: the valve would let the vehicle sink.
TEST(VehicleElements, AValveThatIsOpenInTheNominalPositionIsRefused) {
  std::string text = coach_text() + air_text() + valve_text();
  const std::string level = "position = [0.0, 0.0, 1.5]";
  text.replace(text.find(level), level.size(), "position = [0.0, 0.3, 1.5]");
  text += "[[anti_roll_bars]]\nname = \"bar\"\nbody_i = \"frame\"\nbody_j = \"carbody\"\nstiffness = 1.0\n";
  EXPECT_THAT(findings_of(text),
              ::testing::HasSubstr("differential_valves[0].opening_pressure: is exceeded in the nominal "
                                   "position, so that the vehicle would sink (got a difference of "));
}

std::string friction_text(const std::string& more) {
  return R"([[friction_elements]]
name = "rub"
body_i = "front"
body_j = "frame"
position = [1.2, 1.0, 0.5]
stiffness = [0.0, 1e6, 1e6]
mirror_y = true
)" + more;
}

TEST(VehicleElements, FrictionTakesTheForceOfTheElementOnItsSide) {
  const VehicleModel vehicle = compile_text(
      coach_text() + air_text() +
      friction_text("friction_coefficient = 0.3\nnormal_from = \"primary_front\"\nnormal_share = 0.5\n"));
  const auto& rubs = elements_of<Friction>(vehicle.bodies);
  ASSERT_EQ(rubs.size(), 2u);
  EXPECT_EQ(rubs[0].sources[0].element, "primary_front_left");
  EXPECT_EQ(rubs[1].sources[0].element, "primary_front_right");
  const multibody::ElementInfo& info = vehicle.bodies.elements[rubs[1].sources[0].place];
  EXPECT_EQ(info.name, "primary_front_right");
  EXPECT_EQ(rubs[1].sources[0].output, info.output + 2);
}

TEST(VehicleElements, MistakesInFriction) {
  const std::string rest = air_text();
  EXPECT_EQ(said_of(rest + friction_text("friction_coefficient = 0.3\n")),
            "vehicle.toml:51:1: friction_elements[0].friction_coefficient: is given, but no normal force "
            "(got 0.3). "
            "Give normal_force or normal_from.");
  EXPECT_THAT(
      said_of(rest + friction_text("")),
      ::testing::HasSubstr("friction_elements[0]: has no limit of friction. Give a constant limit, or "
                           "friction_coefficient and a normal force."));
  EXPECT_THAT(
      said_of(rest + friction_text("friction_coefficient = 0.3\nnormal_from = \"primary_frnt_left\"\n")),
      ::testing::HasSubstr("friction_elements[0].normal_from: names no element (got \"primary_frnt_left\"; "
                           "allowed an element other than friction). Did you mean \"primary_front_left\"."));
  EXPECT_THAT(
      said_of(rest + friction_text("normal_force = 1e3\n")),
      ::testing::HasSubstr("friction_elements[0].friction_coefficient: is missing. Give it, or leave out the "
                           "normal force."));
}

TEST(VehicleElements, ASideBearerIsAPadThatRubs) {
  const VehicleModel vehicle = compile_text(coach_text() + air_text() + R"([[side_bearers]]
name = "pad"
body_i = "frame"
body_j = "carbody"
position = [0.0, 0.8, 0.9]
clearance = 0.01
pad_stiffness = 1e7
stiffness = [2e6, 2e6, 0.0]
friction_coefficient = 0.2
)");
  ASSERT_EQ(elements_of<BumpStop>(vehicle.bodies).size(), 1u);
  ASSERT_EQ(elements_of<Friction>(vehicle.bodies).size(), 1u);
  EXPECT_EQ(elements_of<Friction>(vehicle.bodies)[0].sources[0].element, "pad");
}

std::string element_text(const std::string& list, const std::string& keys) {
  return air_text() + "[[" + list + R"(]]
name = "part"
body_i = "frame"
body_j = "carbody"
position = [0.0, 0.5, 0.9]
)" + keys;
}

TEST(VehicleElements, MistakesInLinksDampersAndLeafSprings) {
  EXPECT_EQ(said_of(element_text("pendulum_links", "length = 0.25\n")),
            "vehicle.toml:51:1: pendulum_links[0]: has no load. Give normal_force or normal_from.");
  EXPECT_EQ(said_of(element_text("axis_dampers", "series_stiffness = 1e6\n")),
            "vehicle.toml:51:1: axis_dampers[0].damping: is missing. Give damping or damper.");
  EXPECT_EQ(
      said_of(element_text("axis_dampers",
                           "series_stiffness = 1e6\n"
                           "damper = [[0.0, 0.0], [0.1, 5e3], [0.2, 5e3]]\n")),
      "vehicle.toml:51:1: axis_dampers[0].damper: does not rise, so that a damper in series with a spring "
      "has no speed of its own (got 5000 N after 5000 N; allowed forces that increase). Let the force rise a "
      "little, or leave out series_stiffness.");
  EXPECT_EQ(
      said_of(element_text("leaf_springs",
                           "stiffness = 1e6\nfriction = 0.1\nfriction_length = 1e-3\n"
                           "preload = -100.0\nauto_preload = false\n")),
      "vehicle.toml:51:1: leaf_springs[0]: \"part\" carries no load in the nominal position (got -100 N; "
      "allowed a force above 0 N that pushes body_j up). Let body_i be below and body_j above, and put the "
      "element under its load.");
}

TEST(VehicleElements, MistakesInRubberSprings) {
  EXPECT_EQ(said_of(element_text("rubber_springs", "friction_force = [1e3, 0.0, 0.0]\n")),
            "vehicle.toml:51:1: rubber_springs[0].friction_displacement: is 0 along x, but friction_force is "
            "not (got 0; allowed both above 0, or both 0).");
  EXPECT_EQ(
      said_of(
          element_text("rubber_springs", "stiffness = [1e6, 0.0, 0.0]\nviscous_damping = [0.0, 0.0, 1e3]\n")),
      "vehicle.toml:51:1: rubber_springs[0].viscous_stiffness: is 0 along z, but viscous_damping is not "
      "(got 0; allowed both above 0, or both 0).");
  EXPECT_EQ(said_of(element_text("rubber_springs", "")),
            "vehicle.toml:51:1: rubber_springs[0]: has no spring. Give stiffness.");
  EXPECT_THAT(said_of(element_text("rubber_springs", "stiffness = [nan, 0.0, 0.0]\n")),
              ::testing::HasSubstr("vehicle.toml:56:"));
}

TEST(VehicleElements, MistakesInFreightBogies) {
  const std::string slope = "angle_deg = 30\n", stiff = "vertical_stiffness = 1e7\n";
  EXPECT_EQ(said_of(element_text("friction_wedges", slope)),
            "vehicle.toml:51:1: friction_wedges[0].spring_stiffness: is missing. Give the spring of the "
            "wedge, or a constant spring_force.");
  EXPECT_EQ(
      said_of(element_text("friction_wedges", slope + stiff +
                                                  "spring_force = 1e4\nfriction_coefficient = 0.6\n"
                                                  "asymmetry = 1.0\n")),
      "vehicle.toml:51:1: friction_wedges[0].friction_coefficient: locks the wedge: it never comes down "
      "again (got 0.6; allowed < 0.572, 0.99 tan(angle_deg)/asymmetry). Give a larger angle_deg or less "
      "friction.");
  EXPECT_EQ(
      said_of(element_text("friction_wedges", slope + "spring_force = 1e4\nfriction_coefficient = 0.3\n")),
      "vehicle.toml:51:1: friction_wedges[0].vertical_stiffness: is missing. Give the stiffness before "
      "the surface slips.");
  EXPECT_EQ(said_of(element_text("centre_bowls", "contact_stiffness = 1e8\nradius = 0.2\n")),
            "vehicle.toml:51:1: centre_bowls[0].rim_stiffness: is missing: nothing holds body_j in the bowl. "
            "Give rim_stiffness or shear_stiffness.");
  const std::string bowl = "contact_stiffness = 1e8\nradius = 0.2\nshear_stiffness = 1e7\n";
  EXPECT_EQ(
      said_of(element_text("centre_bowls", bowl + "friction_coefficient = 0.2\nrim_clearance = 0.003\n")),
      "vehicle.toml:51:1: centre_bowls[0].rim_stiffness: is missing: there is no rim at rim_clearance. "
      "Give it, or leave out rim_clearance.");
  EXPECT_EQ(
      said_of(element_text("centre_bowls", bowl + "friction_coefficient = 0.2\nfriction_radius = 0.1\n")),
      "vehicle.toml:51:1: centre_bowls[0].turn_stiffness: is missing: without it no friction acts about z. "
      "Give it, or leave out friction_radius.");
  EXPECT_EQ(said_of(element_text("friction_wedges",
                                 slope + "spring_force = 1e4\npreload = 2e4\nauto_preload = false\n")),
            "vehicle.toml:51:1: friction_wedges[0].preload: is given, and so is spring_force. Give one of "
            "the two.");
  EXPECT_THAT(said_of(element_text("friction_wedges", "angle_deg = 1e-9\nspring_force = 1e4\n")),
              ::testing::HasSubstr("friction_wedges[0].angle_deg: is out of range"));
  EXPECT_EQ(said_of(element_text("lenoir_links",
                                 "stiffness = 1e6\nangle_deg = 20\nguide_stiffness = 1e7\n" + stiff)),
            "vehicle.toml:51:1: lenoir_links[0].friction_coefficient: is missing. Give it, or leave out the "
            "stiffness of the friction.");
  EXPECT_THAT(
      said_of(element_text("lenoir_links", "stiffness = 1e6\nangle_deg = 90\nguide_stiffness = 1e7\n")),
      ::testing::HasSubstr("lenoir_links[0].angle_deg: is out of range"));
  std::string hanging = element_text("lenoir_links",
                                     "stiffness = 1e6\nangle_deg = 20\nguide_stiffness = 1e7\n"
                                     "auto_preload = false\n");
  EXPECT_THAT(said_of(hanging), ::testing::HasSubstr("\"part\" carries no load in the nominal position"));
}

TEST(VehicleElements, ActuatorsAndValvesGetCommands) {
  std::string text = coach_text() + air_text("commanded_valve = true\n") +
                     element_text("actuators", "").substr(air_text().size()) +
                     "[[torque_actuators]]\nname = \"turn\"\nbody_i = \"frame\"\nbody_j = \"carbody\"\n";
  const VehicleModel vehicle = compile_text(text);
  EXPECT_THAT(vehicle.bodies.commands,
              ::testing::ElementsAre("air_left.valve", "air_right.valve", "part", "turn"));
  const auto& push = elements_of<multibody::Actuator>(vehicle.bodies);
  ASSERT_EQ(push.size(), 1u);
  EXPECT_EQ(push[0].sources[0].output, vehicle.bodies.output_count + 2);
  EXPECT_THAT(said_of(element_text("actuators", "direction = [0.0, 0.0, 0.0]\n")),
              ::testing::HasSubstr("actuators[0].direction: is zero"));
  EXPECT_THAT(
      said_of(air_text() + "[[torque_actuators]]\nname = \"turn\"\nbody_i = \"frame\"\nbody_j = "
                           "\"front\"\n"),
      ::testing::HasSubstr("torque_actuators[0].body_j: is a wheelset, whose spin elements do not see"));
}

TEST(VehicleElements, AReliefValveBecomesATable) {
  const VehicleModel vehicle = compile_text(
      coach_text() +
      element_text("axis_dampers", "damping = 1e4\nblow_off_force = 2e3\nblow_off_damping = 1e3\n"));
  const auto& dampers = elements_of<multibody::AxisDamper>(vehicle.bodies);
  ASSERT_EQ(dampers.size(), 1u);
  const auto law = multibody::curves_of(vehicle.bodies, dampers[0])[multibody::AxisDamper<double>::damper];
  EXPECT_DOUBLE_EQ(multibody::curve_value(law, 0.1, 0), 1e3);
  EXPECT_DOUBLE_EQ(multibody::curve_value(law, -1.2, 0), -3e3);
}

}  // namespace
}  // namespace flangeway::vehicle
