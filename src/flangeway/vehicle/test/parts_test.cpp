// Vehicles that are assembled from files: names, places, parameters, overrides, and messages about
// mistakes.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/vehicle/parts.hpp"
#include "support.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::vehicle {
namespace {

using namespace test;
using flangeway::test::TemporaryFolder;
using testing::HasSubstr;

class Parts : public testing::Test {
 protected:
  static std::string bogie() {
    std::string text = bogie_text() + primary_text();
    text.replace(text.find("2000.0\ninertia"), 6, "\"mass\"");
    // Keys of the file itself stand before its tables.
    const std::size_t name = text.find("name = \"test\"\n");
    text.erase(name, 14);
    return text;
  }
  [[nodiscard]] std::filesystem::path file(const std::string& name) const { return folder_.path() / name; }

  std::optional<VehicleModel> compile_whole(const std::string& text) {
    const auto path = folder_.write("vehicle.toml", text);
    const auto document = document::Document::from_file(path, findings_);
    VehicleSpec spec;
    read_vehicle(document, spec, sources_, findings_);
    return compile(spec, findings_);
  }
  std::string said_of(const std::string& text) {
    findings_ = {};
    EXPECT_FALSE(compile_whole(text));
    return findings_.text();
  }

  TemporaryFolder folder_;
  Findings findings_;
  std::vector<document::SourceFile> sources_;
};

TEST_F(Parts, ABogieMayBePlacedTwice) {
  folder_.write("bogie.toml", "name = \"bogie\"\n" + bogie() + "[parameters]\nmass = 2000.0\n");
  const auto vehicle = compile_whole(R"(name = "wagon"
[parameters]
load = 6000.0
[[bodies]]
name = "carbody"
mass = "10000 + load"
inertia = [2e4, 3e5, 3e5]
position = [0.0, 0.0, 1.5]
[[parts]]
name = "front"
file = "bogie.toml"
x = 6.0
parameters = { mass = "load / 2" }
[[parts]]
name = "rear"
file = "bogie.toml"
x = -6.0
set = { "bodies[0].mass" = 2500.0, "wheelsets[1].wheel_radius" = 0.45 }
[[bushings]]
name = "secondary_front"
body_i = "front_frame"
body_j = "carbody"
position = [6.0, 1.0, 0.9]
stiffness = [1e6, 1e6, 5e5]
rotational_stiffness = [0.0, 0.0, 1e5]
mirror_y = true
copies = [{ name = "secondary_rear", body_i = "rear_frame", shift = -12.0 }]
)");
  ASSERT_TRUE(vehicle) << findings_.text();
  std::vector<std::string> names;
  for (const multibody::Body& body : vehicle->bodies.bodies) names.push_back(body.name);
  EXPECT_THAT(names, testing::ElementsAre("carbody", "front_frame", "rear_frame", "front_front", "front_rear",
                                          "rear_front", "rear_rear"));
  EXPECT_EQ(vehicle->bodies.bodies[0].mass, 16000);
  EXPECT_EQ(vehicle->bodies.bodies[1].mass, 3000);
  EXPECT_EQ(vehicle->bodies.bodies[2].mass, 2500);
  EXPECT_DOUBLE_EQ(vehicle->bodies.bodies[2].initial[0], -6.0);
  EXPECT_DOUBLE_EQ(vehicle->bodies.bodies[6].initial[0], -7.2);
  EXPECT_EQ(vehicle->wheelsets[3].wheel_radius, 0.45);
  // The springs of each bogie join its own bodies, and each axle box carries its share.
  const auto& springs = multibody::elements_of<multibody::Bushing>(vehicle->bodies);
  ASSERT_EQ(springs.size(), 12u);
  for (const auto& spring : springs) {
    if (spring.name == "rear_primary_rear_left") {
      EXPECT_EQ(spring.j, 6u);
    } else if (spring.name == "secondary_rear_left") {
      EXPECT_NEAR(spring.preload.z(), 4000 * 9.81, 1e-6);
    }
  }
  ASSERT_EQ(sources_.size(), 1u);  // read twice, named once
  EXPECT_EQ(sources_[0].path, file("bogie.toml"));
}

TEST_F(Parts, ARowIsNumbered) {
  folder_.write(
      "wagon.toml",
      "name = \"wagon\"\n[[bodies]]\nname = \"body\"\nmass = 1000\ninertia = [1, 1, 1]\n"
      "position = [0, 0, 1]\n[[bushings]]\nname = \"guide\"\nbody_i = \"body\"\nbody_j = \"track\"\n"
      "position = [0, 0, 1]\nstiffness = [0, 1e6, 1e6]\nrotational_stiffness = [1e6, 1e6, 1e6]\n");
  const auto vehicle = compile_whole(R"(name = "train"
parts = [{ name = "w", file = "wagon.toml", count = 3, spacing = -10, speed_difference = 2 }]
[[couplers]]
name = "c"
row = 2
body_i = "w#_body"
body_j = "w#+1_body"
position_i = [-4.5, 0, 1]
position_j = [-5.5, 0, 1]
draw_stiffness = 1e6
)");
  ASSERT_TRUE(vehicle) << findings_.text();
  const auto& couplers = multibody::elements_of<multibody::DrawGear>(vehicle->bodies);
  ASSERT_EQ(couplers.size(), 2u);
  EXPECT_EQ(couplers[1].name, "c2");
  EXPECT_EQ(couplers[1].i, 1u);
  EXPECT_EQ(couplers[1].j, 2u);
  EXPECT_EQ(couplers[1].point_i, couplers[0].point_i);
  EXPECT_EQ(couplers[1].point_j, couplers[0].point_j);
  const std::vector<double> y = rolling_state(*vehicle, 0, 5);
  EXPECT_DOUBLE_EQ(y[vehicle->bodies.velocity_offset() + 12], 7);
}

TEST_F(Parts, MistakesAreNamedInTheFileThatHasThem) {
  const std::string part = "name = \"wagon\"\nparts = [{ name = \"front\", file = \"bogie.toml\"";
  folder_.write("bogie.toml", "name = \"bogie\"\n" + bogie() + "[parameters]\nmass = \"-2\"\n");
  EXPECT_THAT(said_of(part + " }]\n"), HasSubstr(file("bogie.toml").string() +
                                                 ":4:8: bodies[0].mass: is out of range (got \"mass\"; "));
  folder_.write("bogie.toml", "name = \"bogie\"\n" + bogie() + "[parameters]\nweight = 1.0\n");
  EXPECT_THAT(
      said_of(part + " }]\n"),
      HasSubstr(file("bogie.toml").string() +
                ":4:8: bodies[0].mass: names mass, which is not known here (got \"mass\"; allowed a number "
                "> 0 in kg, or an expression of the parameters)."));
  EXPECT_THAT(
      said_of(part + ", parameters = { mas = 3 } }]\n"),
      HasSubstr(file("vehicle.toml").string() + ":2:70: parts[0].parameters.mas: is no parameter of " +
                file("bogie.toml").string() + " (got 3)."));
  EXPECT_THAT(said_of("name = \"wagon\"\nparts = [{ name = \"front\", file = \"bogy.toml\" }]\n"),
              HasSubstr("vehicle.toml:2:35: parts[0].file: does not exist (got \"" +
                        file("bogy.toml").string() + "\"). Check the name and the folder."));
}

TEST_F(Parts, AFileThatPlacesItselfIsRefused) {
  folder_.write("other.toml", "name = \"other\"\nparts = [{ name = \"a\", file = \"vehicle.toml\" }]\n");
  const std::string whole = file("vehicle.toml").string(), other = file("other.toml").string();
  EXPECT_THAT(said_of("name = \"wagon\"\nparts = [{ name = \"b\", file = \"other.toml\" }]\n"),
              HasSubstr(other + ":2:31: parts[0].file: is placed within itself (got " + whole + " > " +
                        other + " > " + whole + "; allowed another file). Leave out this part."));
}

TEST_F(Parts, ParametersThatDependOnThemselvesAreRefused) {
  EXPECT_THAT(
      said_of("name = \"wagon\"\n[parameters]\na = \"2 * b\"\nb = \"a / 2\"\n[[bodies]]\nname = \"c\"\n"
              "mass = 1\ninertia = [1, 1, 1]\nposition = [0, 0, 0]\n"),
      HasSubstr("vehicle.toml:3:5: parameters.a: names b, which is not known here (got \"2 * b\"; allowed a "
                "number, or an expression of other parameters). Parameters may not depend on themselves."));
}

/// Two bodies 60 m apart.
constexpr const char* far_bodies =
    "name = \"train\"\nbodies = [{ name = \"a\", mass = 1, inertia = [1, 1, 1], position = [0, 0, 1] }, { "
    "name = "
    "\"b\", mass = 1, inertia = [1, 1, 1], position = [-60, 0, 1] }]\n";

TEST_F(Parts, CouplersJoinNeighbours) {
  const auto coupler = [&](const std::string& keys,
                           const std::string& ends = "body_i = \"a\"\nbody_j = \"b\"") {
    return said_of(far_bodies + ("[[couplers]]\nname = \"c\"\n" + ends + "\n" + keys));
  };
  EXPECT_THAT(
      coupler("position_i = [-7, 0, 1]\nposition_j = [-53, 0, 1]\ndraw_stiffness = 1e6\n"),
      HasSubstr("vehicle.toml:3:1: couplers[0].position_j: is far from position_i (got 46 m; allowed at most "
                "5 m). Couple neighbouring vehicles."));
  EXPECT_THAT(
      coupler("position_i = [-7, 0, 1]\nposition_j = [-8, 0, 1]\ndraw_stiffness = 1e6\n"),
      HasSubstr("vehicle.toml:3:1: couplers[0].body_j: \"b\" is far from the coupler (got 52 m along the "
                "vehicle; allowed at most 25 m). Couple neighbouring vehicles."));
  // Both bodies are far from it, and its ends from each other.
  EXPECT_THAT(
      coupler("position_i = [-26, 0, 1]\nposition_j = [-32, 0, 1]\ndraw_stiffness = 1e6\n"),
      AllOf(HasSubstr("vehicle.toml:3:1: couplers[0].position_j: is far from position_i (got 6 m; allowed at "
                      "most 5 m). Couple neighbouring vehicles."),
            HasSubstr("vehicle.toml:3:1: couplers[0].body_i: \"a\" is far from the coupler (got 26 m along "
                      "the vehicle; allowed at most 25 m). Couple neighbouring vehicles."),
            HasSubstr("vehicle.toml:3:1: couplers[0].body_j: \"b\" is far from the coupler (got 28 m along "
                      "the vehicle; allowed at most 25 m). Couple neighbouring vehicles.")));
  const std::string near = "position_i = [-7, 0, 1]\nposition_j = [-8, 0, 1]\n";
  EXPECT_THAT(
      coupler(near + "draw_stiffness = 1e6\n", "body_i = \"a\"\nbody_j = \"track\""),
      HasSubstr("vehicle.toml:3:1: couplers[0].body_j: is the track, which moves along with each body "
                "(got \"track\"; allowed a body or a wheelset)."));
  EXPECT_THAT(coupler(near),
              HasSubstr("couplers[0]: has no spring. Give draw_stiffness or draw_loading, and the "
                        "same for buff."));
  EXPECT_THAT(coupler(near + "draw_stiffness = 1e6\ndraw_hysteresis = 0.3\n"),
              HasSubstr("couplers[0].friction_stiffness: is missing. Give the stiffness between loading and "
                        "unloading."));
  EXPECT_THAT(
      coupler(near + "draw_loading = [[0.0, 0.0], [0.1, 1e5]]\ndraw_unloading = [[0.0, 0.0], [0.1, 2e5]]\n"
                     "friction_stiffness = 1e7\n"),
      HasSubstr("couplers[0].draw_unloading: lies above loading (got at 0.1 m; allowed no more than "
                "loading)."));
  EXPECT_THAT(
      coupler(near + "draw_loading = [[0.0, 1e3], [0.1, 1e5]]\n"),
      HasSubstr("couplers[0].draw_loading: does not start at [0, 0] (allowed a table whose first point "
                "is [0, 0]). Give a force at the beginning as preload."));
  EXPECT_THAT(coupler(near + "draw_stiffness = 1e6\nbuff_preload = 1e3\n"),
              HasSubstr("couplers[0].buff_loading: is missing. Give the force over the deflection."));
  EXPECT_THAT(
      coupler(near + "draw_stiffness = 1e6\nfriction_stiffness = 1e7\n"),
      HasSubstr("couplers[0].friction_stiffness: is given, but unloading is as loading. Give hysteresis "
                "or unloading."));
}

TEST_F(Parts, BuffersTouchThoseOfNeighbours) {
  const auto buffer = [&](const std::string& keys) {
    return said_of(far_bodies + ("[[buffers]]\nname = \"head\"\nbody_i = \"a\"\nbody_j = \"b\"\n" + keys));
  };
  EXPECT_THAT(
      buffer("position = [-30, 0, 1]\nstiffness = 1e6\n"),
      AllOf(
          HasSubstr("vehicle.toml:3:1: buffers[0].body_i: \"a\" is far from the coupler (got 30 m along the "
                    "vehicle; allowed at most 25 m). Couple neighbouring vehicles."),
          HasSubstr("vehicle.toml:3:1: buffers[0].body_j: \"b\" is far from the coupler (got 30 m along the "
                    "vehicle; allowed at most 25 m). Couple neighbouring vehicles.")));
  EXPECT_THAT(buffer("position = [-30, 0, 1]\n"),
              HasSubstr("buffers[0]: has no spring. Give stiffness or loading."));
  const std::string rubs = "position = [-30, 0, 1]\nstiffness = 1e6\n";
  EXPECT_THAT(buffer(rubs + "friction_coefficient = 0.1\n"),
              HasSubstr("buffers[0].head_stiffness: is missing. Heads rub with both or with neither."));
  EXPECT_THAT(buffer(rubs + "head_stiffness = 1e6\n"),
              HasSubstr("buffers[0].friction_coefficient: is missing. Heads rub with both or with neither."));
}

}  // namespace
}  // namespace flangeway::vehicle
