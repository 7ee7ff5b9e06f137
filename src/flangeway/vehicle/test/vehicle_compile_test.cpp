#include "flangeway/vehicle/vehicle_compile.hpp"

#include <gmock/gmock.h>

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/roles.hpp"
#include "flangeway/multibody/statics.hpp"
#include "support.hpp"
#include "support/spec_checks.hpp"

namespace flangeway::vehicle {
namespace {

using namespace test;
using multibody::Axial;
using multibody::BumpStop;
using multibody::Bushing;
using multibody::elements_of;
using multibody::MaxwellDamper;
using multibody::Torsion;
using ::testing::HasSubstr;

std::string with(const std::string& element) {
  return findings_of(bogie_text() + primary_text() + element);
}

TEST(VehicleCompile, BodiesWheelsetsAndCopiesOfElementsAreBuilt) {
  const VehicleModel vehicle = compile_text(bogie_text() + primary_text());
  ASSERT_EQ(vehicle.bodies.body_count(), 3u);
  ASSERT_EQ(vehicle.wheelsets.size(), 2u);
  EXPECT_EQ(vehicle.wheelsets[1].body, 2u);
  EXPECT_DOUBLE_EQ(vehicle.wheelsets[0].profile_position, 0.75);
  EXPECT_DOUBLE_EQ(vehicle.wheelsets[1].profile_position, 0.75);  // 1.36/2 + 0.07
  EXPECT_EQ(vehicle.wheelsets[0].profile_right.value, "s1002");
  ASSERT_EQ(elements_of<Bushing>(vehicle.bodies).size(), 4u);
  EXPECT_EQ(vehicle.bodies.elements[0].name, "primary_front_left");
  EXPECT_EQ(vehicle.bodies.elements[3].name, "primary_rear_right");
  const multibody::Element<Bushing>& last = elements_of<Bushing>(vehicle.bodies)[3];
  EXPECT_EQ(last.j, 2u);
  EXPECT_LT((last.point_i - Vec3{-1.2, -1.0, -0.1}).norm(), 1e-15);
  EXPECT_LT((last.point_j - Vec3{0, -1.0, 0.04}).norm(), 1e-15);
  for (const auto& e : elements_of<Bushing>(vehicle.bodies))
    EXPECT_NEAR(e.preload.z(), 2000 * 9.81 / -4, 1e-6);
  EXPECT_EQ(vehicle.bodies.driven_body, 0u);
}

// The body "frame" of bogie_text with a role.
std::string frame_with_role(const std::string& role) {
  std::string text = bogie_text() + primary_text();
  const std::string name = "name = \"frame\"\n";
  return text.insert(text.find(name) + name.size(), "role = \"" + role + "\"\n");
}

TEST(VehicleCompile, BodiesHaveTheRolesOfTheFile) {
  using multibody::Role;
  for (const std::string& text : {bogie_text() + primary_text(), frame_with_role("auto")})
    EXPECT_EQ(multibody::given_role(compile_text(text).bodies, 0), std::nullopt);
  for (const auto& [name, role] :
       {std::pair{"car_body", Role::car_body}, std::pair{"bolster", Role::bolster},
        std::pair{"axlebox", Role::axlebox}, std::pair{"bogie_frame", Role::bogie_frame},
        std::pair{"other", Role::other}}) {
    const VehicleModel vehicle = compile_text(frame_with_role(name));
    EXPECT_EQ(multibody::given_role(vehicle.bodies, 0), role);
    EXPECT_EQ(multibody::given_role(vehicle.bodies, 1), std::nullopt);
    EXPECT_EQ(multibody::roles_of(vehicle.bodies)[0].role, role);
    EXPECT_EQ(multibody::roles_of(vehicle.bodies)[1].role, Role::wheelset);
  }
}

TEST(VehicleCompile, NamesTheNearestRole) {
  Findings findings;
  const auto document =
      document::Document::from_text(frame_with_role("bogie-frame"), "vehicle.toml", findings);
  VehicleSpec spec;
  document.fill(spec, findings);
  EXPECT_THAT(findings.text(),
              HasSubstr("bodies[0].role: is not one of the choices (got \"bogie-frame\"; allowed "
                        "auto, car_body, bolster, bogie_frame, axlebox or other). The nearest is "
                        "\"bogie_frame\""));
}

TEST(VehicleCompile, RollingStateTurnsTheWheelsForwards) {
  const VehicleModel vehicle = compile_text(bogie_text() + primary_text());
  const auto y = rolling_state(vehicle, 50, 23);
  EXPECT_DOUBLE_EQ(y[6], 51.2);
  EXPECT_DOUBLE_EQ(y[vehicle.bodies.velocity_offset() + 6], 23);
  EXPECT_DOUBLE_EQ(y[vehicle.bodies.velocity_offset() + 6 + 4], 50);
  EXPECT_DOUBLE_EQ(y[vehicle.bodies.velocity_offset() + 4], 0);
}

TEST(VehicleCompile, ElementsOfAllKindsAreBuilt) {
  const VehicleModel vehicle =
      compile_text("min_relaxation_time = 1e-3\n" + bogie_text() + primary_text() + R"(
[[spring_dampers]]
name = "spring"
body_i = "frame"
body_j = "front"
position_i = [0.5, 0.3, 0.6]
position_j = [1.1, 0.4, 0.5]
spring = [[0.0, 0.0], [0.01, 1e3], [0.02, 4e3]]
damping = 2e3
mirror_y = true
[[maxwell_dampers]]
name = "slow damper"
body_i = "frame"
body_j = "track"
position_i = [0.5, 0.3, 0.6]
position_j = [0.5, 0.6, 0.6]
stiffness = 1e6
damping = 1e4
[[maxwell_dampers]]
name = "rigid damper"
body_i = "frame"
body_j = "rear"
position_i = [-0.5, 0.3, 0.6]
position_j = [-1.1, 0.3, 0.5]
stiffness = 1e8
damping = 1e4
[[bump_stops]]
name = "stop"
body_i = "frame"
body_j = "rear"
position = [-1.2, 0.0, 0.5]
clearance = 0.01
stiffness = 1e6
one_sided = true
[[anti_roll_bars]]
name = "bar"
body_i = "frame"
body_j = "rear"
stiffness = 1e5
[[applied_forces]]
name = "motor"
body_i = "front"
body_j = "frame"
position = [1.2, 0.0, 0.46]
torque = [0.0, 1000.0, 0.0]
)");
  const multibody::Model& model = vehicle.bodies;
  EXPECT_EQ(elements_of<Axial>(model).size(), 3u);
  EXPECT_TRUE(elements_of<Axial>(model)[1].tables[Axial<double>::spring].odd);
  EXPECT_DOUBLE_EQ(elements_of<Axial>(model)[2].damping, 1e4);  // relaxes in 0.1 ms
  EXPECT_DOUBLE_EQ(elements_of<Axial>(model)[2].stiffness, 0);
  ASSERT_EQ(elements_of<MaxwellDamper>(model).size(), 1u);  // 10 ms
  EXPECT_EQ(model.auxiliary_count, 1u);
  EXPECT_EQ(elements_of<MaxwellDamper>(model)[0].j, 3u);
  EXPECT_LT((elements_of<MaxwellDamper>(model)[0].point_j - Vec3{0.5, 0.6, 0.6}).norm(), 1e-15);
  EXPECT_EQ(model.ground_bodies, std::vector<std::size_t>{0});
  EXPECT_EQ(elements_of<BumpStop>(model).at(0).negative, 0);
  EXPECT_DOUBLE_EQ(elements_of<Torsion>(model).at(0).stiffness.x(), 1e5);
  EXPECT_EQ(model.lists->applied_forces.at(0).j, 0u);
  std::vector<std::string> names;
  for (const auto& info : model.elements) names.push_back(info.name);
  EXPECT_THAT(names, ::testing::ElementsAre("spring_left", "spring_right", "rigid damper", "slow damper",
                                            "primary_front_left", "primary_rear_left", "primary_front_right",
                                            "primary_rear_right", "bar", "stop"));
}

TEST(VehicleCompile, NegativeMassIsAFinding) {
  std::string text = bogie_text() + primary_text();
  text.replace(text.find("2000.0"), 6, "-200.0");
  EXPECT_THAT(findings_of(text), HasSubstr("vehicle.toml:4:8: bodies[0].mass: "));
}

TEST(VehicleCompile, InertiaOfNoBodyIsAFinding) {
  std::string text = bogie_text() + primary_text();
  text.replace(text.find("2500.0"), 6, "3500.0");
  EXPECT_EQ(findings_of(text),
            "vehicle.toml:2:1: bodies[0].inertia: is not that of any body: one moment exceeds the sum of the "
            "other two (got principal moments 1000, 2000, 3500 kg m²). Give the moments about the centre of "
            "gravity in kg m².");
}

TEST(VehicleCompile, IndefiniteInertiaIsAFinding) {
  std::string text = bogie_text() + primary_text();
  text.insert(text.find("position"), "products_of_inertia = [0.0, 2000.0, 0.0]\n");
  EXPECT_THAT(
      findings_of(text),
      HasSubstr("bodies[0].products_of_inertia: make the inertia indefinite (got principal moments -386"));
}

TEST(VehicleCompile, EqualAndReservedNamesAreFindings) {
  std::string text = bogie_text() + primary_text();
  text.replace(text.find("\"rear\""), 6, "\"front\"");
  EXPECT_THAT(findings_of(text),
              HasSubstr("wheelsets[1].name: is the name of another body (got \"front\"; allowed "
                        "a name of its own)."));
  text = bogie_text() + primary_text();
  text.replace(text.find("\"rear\""), 6, "\"track\"");
  EXPECT_THAT(findings_of(text),
              HasSubstr("wheelsets[1].name: is kept for the track (got \"track\"). Choose another name."));
  EXPECT_THAT(with(primary_text()),
              HasSubstr("bushings[1].name: is the name of another element (got \"primary_front_left\"; "
                        "allowed a name of its own)."));
}

// Before the run, not when its results are written.
TEST(VehicleCompile, NamesThatNoChannelCanHaveAreFindings) {
  const auto says = [](const std::string& written) {
    std::string text = bogie_text() + primary_text();
    text.replace(text.find("\"rear\""), 6, '"' + written + '"');
    return findings_of(text);
  };
  const std::string advice =
      ", which names of channels cannot have. Use letters, digits, spaces, '_' and '-'.";
  EXPECT_THAT(says("a/b"), HasSubstr("wheelsets[1].name: contains '/'" + advice));
  EXPECT_THAT(says("a.b"), HasSubstr("wheelsets[1].name: contains '.'" + advice));
  for (const char* control : {"a\\nb", "a\\u0000b", "a\\tb"})
    EXPECT_THAT(says(control), HasSubstr("wheelsets[1].name: contains a control character" + advice));
  for (const char c : {'*', '?', ','})
    EXPECT_THAT(says(std::string{'a', c}),
                HasSubstr("wheelsets[1].name: contains '" + std::string{c} + '\'' + advice));
  EXPECT_THAT(says("re\u202Era"),
              HasSubstr("wheelsets[1].name: contains the invisible character U+202E" + advice));
  std::string text = bogie_text() + primary_text();
  text.replace(text.find("name = \"primary"), 15, "name = \"/primary");
  EXPECT_THAT(findings_of(text), HasSubstr(".name: contains '/'" + advice));
}

TEST(VehicleCompile, EndOnNoBodyNamesTheNearest) {
  std::string text = bogie_text() + primary_text();
  text.replace(text.find("body_j = \"front\""), 16, "body_j = \"frontt\"");
  EXPECT_EQ(findings_of(text),
            "vehicle.toml:26:10: bushings[0].body_j: names no body (got \"frontt\"; allowed a body, a "
            "wheelset, or \"track\"). Did you mean \"front\".");
}

TEST(VehicleCompile, BothEndsOnOneBodyIsAFinding) {
  EXPECT_THAT(
      with("[[anti_roll_bars]]\nname = \"bar\"\nbody_i = \"frame\"\nbody_j = \"frame\"\nstiffness = 1.0\n"),
      HasSubstr("anti_roll_bars[0].body_j: is the same as body_i (got \"frame\"; allowed another body, or "
                "\"track\")."));
}

TEST(VehicleCompile, LineWithoutLengthIsAFinding) {
  EXPECT_THAT(
      with(R"([[rods]]
name = "rod"
body_i = "frame"
body_j = "rear"
position_i = [0.0, 0.0, 0.5]
position_j = [0.0, 0.0, 0.5]
stiffness = 1e6
)"),
      HasSubstr("vehicle.toml:31:1: rods[0].position_j: is where position_i is: the line between them has "
                "no direction (allowed ends at least 0.001 m apart). Move an end, or use a bushing."));
}

TEST(VehicleCompile, MirrorImageOnTheElementItselfIsAFinding) {
  EXPECT_THAT(
      with("[[anti_roll_bars]]\nname = \"bar\"\nbody_i = \"frame\"\nbody_j = \"rear\"\nstiffness = 1.0\n"
           "mirror_y = true\n"),
      HasSubstr("anti_roll_bars[0].mirror_y: would put the mirror image onto the element itself. Leave out "
                "mirror_y, or move the element to one side."));
}

std::string rod(const std::string& rest) {
  return with(
      "[[rods]]\nname = \"rod\"\nbody_i = \"frame\"\nbody_j = \"rear\"\nposition_i = [0.0, 0.0, 0.5]\n"
      "position_j = [-1.0, 0.0, 0.5]\n" +
      rest);
}

TEST(VehicleCompile, ContradictingAndEmptyElementsAreFindings) {
  EXPECT_THAT(
      rod(""),
      HasSubstr("rods[0]: has neither spring nor damper. Give stiffness, damping, spring or damper."));
  EXPECT_THAT(rod("stiffness = 1.0\nspring = [[0.0, 0.0], [1.0, 1.0]]\n"),
              HasSubstr("rods[0].spring: is given, and so is stiffness. Give one of stiffness and spring."));
  EXPECT_THAT(rod("damping = 1.0\ndamper = [[0.0, 0.0], [1.0, 1.0]]\n"),
              HasSubstr("rods[0].damper: is given, and so is damping. Give one of damping and damper."));
  EXPECT_THAT(
      rod("spring = [[0.0, 3.0], [1.0, 4.0]]\n"),
      HasSubstr("rods[0].spring: does not pass through [0, 0] (allowed a table with the point [0, 0]). Give "
                "a force at zero elongation as preload."));
  EXPECT_THAT(
      rod("stiffness = 1.0\npreload = 5.0\n"),
      HasSubstr("rods[0].preload: is given, but is to come from the static equilibrium. Add auto_preload = "
                "false, or leave out preload."));
}

TEST(VehicleCompile, BumpStopsThatStopNothingAreFindings) {
  const std::string stop =
      "[[bump_stops]]\nname = \"stop\"\nbody_i = \"frame\"\nbody_j = \"rear\"\nposition = [0.0, 0.0, 0.5]\n";
  EXPECT_THAT(with(stop), HasSubstr("bump_stops[0].table: is missing. Give table or stiffness."));
  EXPECT_THAT(with(stop + "stiffness = 1.0\ndirection = [0.0, 0.0, 0.0]\n"),
              HasSubstr("bump_stops[0].direction: is zero (allowed a vector of any length but zero)."));
  EXPECT_THAT(
      with(stop + "table = [[-0.5, 0.0], [1.0, 4.0]]\n"),
      HasSubstr("bump_stops[0].table: starts at a negative penetration (got -0.5; allowed 0 or more in m)."));
}

TEST(VehicleCompile, EmptyConstantIsAFinding) {
  EXPECT_THAT(with("[[applied_forces]]\nname = \"pull\"\nbody_i = \"frame\"\nposition = [0.0, 0.0, 0.5]\n"),
              HasSubstr("applied_forces[0]: has neither force nor torque. Give force or torque."));
}

TEST(VehicleCompile, WheelProfileAndItsPositionAreNeededOnce) {
  std::string text = bogie_text() + primary_text();
  text.replace(text.find("wheel_profile"), 13, "wheel_profile_left");
  EXPECT_THAT(findings_of(text),
              HasSubstr("wheelsets[0].wheel_profile: is missing (allowed a name or a file). Give "
                        "wheel_profile, or wheel_profile_left and wheel_profile_right."));
  text = bogie_text() + primary_text();
  text.replace(text.find("profile_position = 0.75"), 23, "");
  EXPECT_THAT(findings_of(text),
              HasSubstr("wheelsets[0].profile_position: is missing. Give one of profile_position "
                        "and back_to_back."));
  text = bogie_text() + primary_text();
  text.insert(text.find("back_to_back"), "profile_position = 0.75\n");
  EXPECT_THAT(findings_of(text),
              HasSubstr("wheelsets[1].profile_position: is given, and so is back_to_back. Give "
                        "one of profile_position and back_to_back."));
  text = bogie_text() + primary_text();
  text.insert(text.find("wheel_profile"), "wheel_profile_left = \"a\"\nwheel_profile_right = \"b\"\n");
  EXPECT_THAT(findings_of(text),
              HasSubstr("wheelsets[0].wheel_profile: is given, and so are those of both sides. "
                        "Leave out wheel_profile."));
}

TEST(VehicleCompile, BodyThatHangsOnNothingIsNamed) {
  EXPECT_EQ(
      findings_of(bogie_text()),
      "vehicle.toml:2:1: bodies[0]: \"frame\" is not held vertically by the suspension (got -19620 N that no "
      "spring takes up). Add the spring that carries it, or give other positions.");
}

// The frame weighs 19 620 N; four springs carry 4905 N each. The file is off by 4 N on each of them.
TEST(VehicleCompile, PreloadsThatAreOffByALittleAreBalancedWithANote) {
  const auto given = [](const char* force) {
    return bogie_text() + primary_text() + "auto_preload = false\npreload = [0.0, 0.0, " + force + "]\n";
  };
  const VehicleModel exact = compile_text(given("-4905.0"));
  EXPECT_TRUE(exact.notes.empty());
  const VehicleModel vehicle = compile_text(given("-4901.0"));
  ASSERT_EQ(vehicle.notes.size(), 1u);
  EXPECT_EQ(vehicle.notes[0],
            "the preloads of the vehicle file leave 16 N on \"frame\": they were changed so that it is in "
            "balance");
  for (const auto& spring : multibody::elements_of<multibody::Bushing>(vehicle.bodies))
    EXPECT_NEAR(spring.preload[2], -4905, 1e-6);
  EXPECT_THAT(findings_of(given("-4800.0")), HasSubstr("\"frame\" is not held vertically by the suspension"));
}

TEST(VehicleCompile, ReactionsOfTorquesActOnABody) {
  std::string text = bogie_text() + primary_text();
  text.insert(text.find("x = 1.2"), "torque_reaction = \"frame\"\n");
  EXPECT_EQ(compile_text(text).wheelsets[0].torque_reaction, 0u);
  EXPECT_EQ(compile_text(text).wheelsets[1].torque_reaction, multibody::no_index);
  text.replace(text.find("torque_reaction = \"frame\""), 25, "torque_reaction = \"rear\" ");
  EXPECT_THAT(findings_of(text),
              HasSubstr("wheelsets[0].torque_reaction: names no body (got \"rear\"; allowed "
                        "a body that is no wheelset)."));
}

TEST(VehicleCompile, UnknownKeyNamesTheNearest) {
  EXPECT_THAT(with("[[rods]]\nstifness = 1.0\n"), HasSubstr("stiffness"));
}

std::string joint(const std::string& kind, const std::string& i, const std::string& j,
                  const std::string& rest) {
  return "[[" + kind + "]]\nname = \"joint\"\nbody_i = \"" + i + "\"\nbody_j = \"" + j + "\"\n" + rest + "\n";
}

constexpr const char* arm =
    "[[bodies]]\nname = \"arm\"\nmass = 50.0\ninertia = [3.0, 3.0, 3.0]\nposition = [0.0, 0.0, 0.3]\n";

TEST(VehicleCompile, JointsAreBuiltAndCarryWeight) {
  const VehicleModel vehicle =
      compile_text(bogie_text() + primary_text() + arm +
                   joint("spherical_joints", "frame", "arm", "position = [0.0, 0.0, 0.5]") +
                   R"([[bodies]]
name = "box_left"
mass = 10.0
inertia = [1.0, 1.0, 1.0]
position = [1.2, 1.0, 0.46]
[[bodies]]
name = "box_rear"
mass = 10.0
inertia = [1.0, 1.0, 1.0]
position = [-1.2, 1.0, 0.46]
[[revolute_joints]]
name = "bearing"
body_i = "front"
body_j = "box_left"
position = [1.2, 1.0, 0.46]
copies = [{ name = "bearing_rear", body_i = "rear", body_j = "box_rear", shift = -2.4 }]
)");
  const auto& joints = vehicle.bodies.joints;
  ASSERT_EQ(joints.size(), 3u);
  EXPECT_EQ(joints[0].name, "bearing");
  EXPECT_EQ(vehicle.bodies.bodies[joints[1].i].name, "rear");
  EXPECT_LT((joints[1].point_i - Vec3{0, 1, 0}).norm(), 1e-15);
  EXPECT_LT(joints[1].point_j.norm(), 1e-15);
  EXPECT_EQ(joints[2].type, multibody::JointType::spherical);
  EXPECT_EQ(vehicle.bodies.joint_rows, 13u);
  EXPECT_EQ(vehicle.bodies.joint_groups.size(), 3u);
  // The arm hangs on the frame, and the springs know; the boxes stand on the wheelsets.
  for (const auto& e : elements_of<Bushing>(vehicle.bodies))
    EXPECT_NEAR(e.preload.z(), 2050 * 9.81 / -4, 1e-6);
}

TEST(VehicleCompile, TheCoachWithAxleboxesHasTheBodiesOfThePaper) {
  const VehicleModel vehicle = load_model("antunes_coach_axleboxes.toml");
  EXPECT_EQ(vehicle.bodies.body_count(), 15u);
  EXPECT_EQ(vehicle.bodies.joint_rows, 40u);
  EXPECT_EQ(vehicle.bodies.joint_groups.size(), 4u);
  double mass = 0;
  for (const auto& body : vehicle.bodies.bodies) mass += body.mass;
  EXPECT_DOUBLE_EQ(mass, 46200 + 2 * 3000 + 4 * 1800 + 8 * 10);  // [Antunes2018, Table 3]
}

// [Escalona2021, Tables 1 and 2]: at each axle box one spring across, one upright and two along the track.
TEST(VehicleCompile, TheBogieHasTheMassesAndSpringsOfThePaper) {
  const VehicleModel vehicle = load_model("bogie_two_point.toml");
  ASSERT_EQ(vehicle.bodies.body_count(), 3u);
  for (const auto& body : vehicle.bodies.bodies) {
    EXPECT_EQ(body.mass, body.wheelset ? 1568 : 2982) << body.name;
    const Vec3 inertia = body.wheelset ? Vec3(656, 168, 656) : Vec3(1398.5, 2667, 2667);
    EXPECT_LT((body.inertia.diagonal() - inertia).norm(), 1e-9) << body.name;
  }
  const auto& springs = elements_of<Bushing>(vehicle.bodies);
  EXPECT_EQ(springs.size(), 4u);
  for (const auto& spring : springs) {
    EXPECT_LT((spring.stiffness - Vec3(2 * 6e6, 1.5e6, 3e6)).norm(), 1e-3);
    EXPECT_LT((spring.damping - Vec3(2 * 9e4, 4.5e4, 6.75e4)).norm(), 1e-3);
  }
}

TEST(VehicleCompile, JointsThatCannotBeAreFindings) {
  const std::string at = "position = [0.0, 0.0, 0.4]";
  const auto text = [&](const std::string& joints) { return with(arm + joints); };
  EXPECT_THAT(
      text(joint("spherical_joints", "arm", "track", at)),
      HasSubstr("spherical_joints[0].body_j: is the track, which moves along with each body at its own "
                "speed (got \"track\"; allowed a body or a wheelset). Hold the body by stiff springs."));
  EXPECT_THAT(text(joint("spherical_joints", "arm", "fram", at)),
              HasSubstr("spherical_joints[0].body_j: names no body (got \"fram\"; allowed a body or a "
                        "wheelset). Did you mean \"frame\"."));
  EXPECT_THAT(
      text(joint("spherical_joints", "arm", "arm", at)),
      HasSubstr("spherical_joints[0].body_j: is the same as body_i (got \"arm\"; allowed another body)."));
  EXPECT_THAT(
      text(joint("revolute_joints", "front", "arm", at)),
      HasSubstr("revolute_joints[0].position: does not lie on the axle of \"front\" (got x = 0, z = 0.4; "
                "allowed x = 1.2, z = 0.46 m). Wheelsets spin in their joints: put the point on the "
                "axle."));
  EXPECT_THAT(text(joint("rigid_links", "frame", "front",
                         "position_i = [0.0, 0.0, 0.4]\nposition_j = [1.2, 0.0, 0.3]")),
              HasSubstr("rigid_links[0].position_j: does not lie on the axle of \"front\""));
  EXPECT_THAT(
      text(joint("revolute_joints", "front", "arm", "position = [1.2, 0.0, 0.46]\naxis = [1.0, 0.0, 0.0]")),
      HasSubstr("revolute_joints[0].axis: is not the axle of \"front\" (got [1, 0, 0]; allowed [0, 1, 0])."));
  EXPECT_THAT(text(joint("revolute_joints", "frame", "arm", at + "\naxis = [0.0, 0.0, 0.0]")),
              HasSubstr("revolute_joints[0].axis: is zero (allowed a vector of any length but zero)."));
  EXPECT_THAT(
      text(joint("fixed_joints", "arm", "front", "position = [1.2, 0.0, 0.46]")),
      HasSubstr("fixed_joints[0].body_j: is a wheelset, which spins in its joints (got \"front\"; allowed "
                "a body). Give the mass to the wheelset, or take a revolute_joint."));
  EXPECT_THAT(text(joint("rigid_links", "frame", "arm",
                         "position_i = [0.0, 0.0, 0.4]\nposition_j = [0.0, 0.0, 0.4]")),
              HasSubstr("rigid_links[0].position_j: is where position_i is"));
  EXPECT_THAT(
      text(joint("gears", "front", "arm", "ratio = 0.0")),
      HasSubstr("gears[0].ratio: is zero (allowed any number but zero). Hold a shaft that must not turn "
                "by a fixed_joint."));
  EXPECT_THAT(text(joint("gears", "front", "arm", "ratio = 2.0\ncarrier = \"arm\"")),
              HasSubstr("gears[0].carrier: is one of the two shafts (got \"arm\"; allowed a third body)."));
  EXPECT_THAT(
      text(joint("gears", "front", "arm", "ratio = 2.0\ncarrier = \"framed\"")),
      HasSubstr("gears[0].carrier: names no body (got \"framed\"; allowed a body or a wheelset). Did you "
                "mean \"frame\"."));
}

TEST(VehicleCompile, JointsThatHoldTwiceAndBodiesThatNoneHoldsAreFindings) {
  std::string second = joint("fixed_joints", "frame", "arm", "position = [0.0, 0.5, 0.4]");
  second.replace(second.find("\"joint\""), 7, "\"other\"");
  EXPECT_THAT(with(arm + joint("revolute_joints", "frame", "arm", "position = [0.0, 0.0, 0.4]") + second),
              HasSubstr("fixed_joints[0]: \"other\" holds again what other joints hold already (got 5 of 6 "
                        "directions). Leave it out, or take a joint that holds less."));
  EXPECT_THAT(with(arm + joint("revolute_joints", "frame", "arm", "position = [0.2, 0.0, 0.4]")),
              HasSubstr("\"arm\" is not held in pitch by the suspension"));
}

TEST(VehicleSpecKeys, AnswersKeysOfEarlierVersions) {
  EXPECT_EQ(flangeway::test::expect_renamed_keys_are_taken<VehicleSpec>(), 4u);
}

TEST(VehicleSpecKeys, HasSoundChoices) {
  flangeway::test::expect_words_of_choices_are_sound<VehicleSpec>();
}

}  // namespace
}  // namespace flangeway::vehicle
