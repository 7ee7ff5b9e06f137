// Vehicle definitions of OpenRailVehicleDynamics: positions, signs, lists and findings.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "flangeway/vehicle_import/import.hpp"

namespace flangeway::vehicle_import {
namespace {

using nlohmann::json;
using testing::Contains;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

json point(double x, double y, double z) {
  return {{"x", x}, {"y", y}, {"z", z}};
}

json body(const char* name, double mass, const json& centre) {
  return {{"name", name},
          {"moves_freely_in_world", true},
          {"mass_kilograms", mass},
          {"center_of_mass_in_body_frame_meters", centre},
          {"inertia_moments_about_center_of_mass_kilogram_square_meters", point(10, 20, 30)},
          {"inertia_products_about_center_of_mass_kilogram_square_meters", point(0, 0, 0)}};
}

json frame(const char* name, const char* body, const json& position) {
  return {{"name", name},
          {"body_name", body},
          {"position_in_body_frame_meters", position},
          {"rotation_in_body_frame", {{"form", "aligned_with_body"}}}};
}

/// A frame on a wheelset 2 m ahead, held by one spring on its right side.
json small_model() {
  return {
      {"schema_version", 1},
      {"vehicle_name", "trolley"},
      {"rigid_bodies", {body("frame", 1000, point(0, 0, -0.7)), body("front_wheelset", 900, point(0, 0, 0))}},
      {"fixed_frames",
       {frame("upper", "frame", point(2, 1, -0.5)), frame("lower", "front_wheelset", point(0, 1, -0.05))}},
      {"translational_spring_dampers",
       json::array({json{{"name", "spring"},
                         {"reference_frame_name", "upper"},
                         {"opposite_frame_name", "lower"},
                         {"stiffness_newtons_per_meter", point(1e6, 2e6, 3e6)},
                         {"damping_newton_seconds_per_meter", point(0, 0, 4e3)}}})}};
}

struct Outcome {
  std::optional<ImportedVehicle> vehicle;
  std::string findings;
};
Outcome imported(const json& model, ImportSettings settings = {.back_to_back = 1.36}) {
  Findings findings;
  auto vehicle = import_orvd(model.dump(), "m.json", settings, findings);
  return {std::move(vehicle), findings.empty() ? "" : findings.text()};
}
std::string refused(const json& model, ImportSettings settings = {.back_to_back = 1.36}) {
  const Outcome outcome = imported(model, settings);
  EXPECT_FALSE(outcome.vehicle.has_value());
  return outcome.findings;
}

TEST(Orvd, PositionsFollowFromFramesAndSignsFromAxes) {
  const Outcome outcome = imported(small_model(), {.wheel_profile = "s1002", .back_to_back = 1.36});
  ASSERT_TRUE(outcome.vehicle) << outcome.findings;
  EXPECT_THAT(
      outcome.vehicle->text,
      HasSubstr(
          "name = \"trolley\"\n\n[[bodies]]\nname = \"frame\"\nmass = 1000\ninertia = [10, 20, "
          "30]\nposition = [0, 0, 0.7]\n"
          "\n[[wheelsets]]\nname = \"front_wheelset\"\nmass = 900\ninertia = [10, 20, 30]\nx = "
          "2\nwheel_radius = 0.45\nwheel_profile = \"s1002\"\nback_to_back = 1.36\n"
          "\n[[bushings]]\nname = \"spring\"\nbody_i = \"frame\"\nbody_j = \"front_wheelset\"\n"
          "position = [2, -1, 0.5]\nstiffness = [1000000, 2000000, 3000000]\ndamping = [0, 0, 4000]\n"));
  EXPECT_THAT(outcome.vehicle->not_translated, IsEmpty());
  EXPECT_THAT(outcome.vehicle->readings,
              Contains("height of the rails: the frame of frame; so wheels have a radius of 0.45 m"));
}

TEST(Orvd, WhatIsNotInTheVehicleFileIsListed) {
  json model = small_model();
  model["bump_stops"] = json::array({json{{"name", "stop"}}, json{{"name", "other"}}});
  model["colour"] = "red";
  model["rigid_bodies"][0]["paint"] = 3;
  model["rigid_bodies"][1]["inertia_products_about_center_of_mass_kilogram_square_meters"] = point(1, 0, 0);
  // Something must still connect the bodies.
  model["revolute_joints"] = json::array({json{{"name", "pin"},
                                               {"parent_frame_name", "lower"},
                                               {"child_frame_name", "frame"},
                                               {"axis_in_parent_frame", point(0, 1, 0)},
                                               {"damping_newton_metre_seconds_per_radian", 5.0}}});
  const Outcome outcome = imported(model, {.back_to_back = 1.36, .wheel_radius = 0.5});
  ASSERT_TRUE(outcome.vehicle) << outcome.findings;
  const std::string text = report_text(*outcome.vehicle);
  for (const char* line :
       {"bump_stops: 2 entries of a kind that is not known", "colour: a key that is not known",
        "rigid_bodies[0].paint: a key of frame that is not known",
        "rigid_bodies[1]: products of inertia of front_wheelset: wheelsets have none",
        "revolute_joints[0]: damping of 5 N m s/rad in the joint pin: revolute joints have none",
        "wheel profile: the file has none"})
    EXPECT_THAT(text, HasSubstr(line));
  const auto lists = json::parse(report_json(*outcome.vehicle));
  EXPECT_EQ(lists["not_translated"].size(), 6U);
}

json rows(const json& one, const json& two, const json& three) {
  return {{"form", "matrix_rows"}, {"rows", {one, two, three}}};
}

// Stiffnesses are along the axes of the first frame: turned by 90 degrees about z, x and y are exchanged, and
// by an angle phi the matrix is R K R^T. About z, which points down, phi is negative in the vehicle file.
TEST(Orvd, FramesMayBeTurnedInTheirBodies) {
  json model = small_model();
  model["fixed_frames"][0]["rotation_in_body_frame"] = rows(point(1, 0, 0), point(0, 1, 0), point(0, 0, 1));
  EXPECT_EQ(imported(model).vehicle->text, imported(small_model()).vehicle->text);
  model["fixed_frames"][0]["rotation_in_body_frame"] = rows(point(0, -1, 0), point(1, 0, 0), point(0, 0, 1));
  Outcome outcome = imported(model);
  ASSERT_TRUE(outcome.vehicle) << outcome.findings;
  EXPECT_THAT(outcome.vehicle->text, HasSubstr("stiffness = [2000000, 1000000, 3000000]"));
  model["fixed_frames"][0]["rotation_in_body_frame"] =
      rows(point(0.6, -0.8, 0), point(0.8, 0.6, 0), point(0, 0, 1));
  outcome = imported(model);
  ASSERT_TRUE(outcome.vehicle) << outcome.findings;
  // k_xx = 1e6·0.36 + 2e6·0.64, k_yy = 1e6·0.64 + 2e6·0.36, k_xy = −(1e6 − 2e6)·0.48
  EXPECT_THAT(outcome.vehicle->text, HasSubstr("[[matrix_bushings]]"));
  EXPECT_THAT(outcome.vehicle->text,
              HasSubstr("stiffness = [1640000, 480000, 0, 0, 0, 0, 480000, 1360000, 0"));
  for (const json& wrong :
       {json{{"form", "roll_pitch_yaw"}}, rows(point(2, 0, 0), point(0, 1, 0), point(0, 0, 1)),
        rows(point(-1, 0, 0), point(0, 1, 0), point(0, 0, 1))}) {
    model["fixed_frames"][0]["rotation_in_body_frame"] = wrong;
    EXPECT_THAT(refused(model), HasSubstr("fixed_frames[0].rotation_in_body_frame: "));
  }
}

// Later files have no version; they name the bodies with wheels, ball joints and bushings.
TEST(Orvd, LaterFilesAreRead) {
  json model = small_model();
  model.erase("schema_version");
  model["mechanical_definition_identifier"] = "trolley_1";
  model["mechanical_track_station_layout"] = {
      {"reference_body_name", "frame"},
      {"free_body_station_offsets",
       json::array({json{{"body_name", "front_wheelset"}, {"station_offset_meters", 2}}})},
      {"wheel_contact_carrier_body_names", json::array({"axle"})}};
  model["rigid_bodies"][1]["name"] = "axle", model["fixed_frames"][1]["body_name"] = "axle";
  model["rigid_bodies"][0]["inertia_products_about_center_of_mass_kilogram_square_meters"] = point(1, 2, 3);
  model["rigid_bodies"].push_back(body("bolster", 100, point(0, 0, 0)));
  model["fixed_frames"].push_back(frame("centre", "frame", point(0, 0, -0.8)));
  model["ball_rpy_joints"] = json::array({json{{"name", "pivot"},
                                               {"parent_frame_name", "centre"},
                                               {"child_frame_name", "bolster"},
                                               {"default_roll_pitch_yaw_angles_radians", point(0, 0, 0)}}});
  model["half_angle_midpoint_roll_pitch_yaw_bushings"] =
      json::array({json{{"name", "bush"},
                        {"frame_a_name", "upper"},
                        {"frame_c_name", "lower"},
                        {"rotational_stiffness_newton_meters_per_radian", point(1, 2, 3)},
                        {"rotational_damping_newton_meter_seconds_per_radian", point(0, 0, 0)},
                        {"translational_stiffness_newtons_per_meter", point(4, 5, 6)},
                        {"translational_damping_newton_seconds_per_meter", point(7, 8, 9)}}});
  const Outcome outcome = imported(model);
  ASSERT_TRUE(outcome.vehicle) << outcome.findings;
  EXPECT_THAT(outcome.vehicle->text, HasSubstr("[[wheelsets]]\nname = \"axle\""));
  // The matrix of inertia has minus the integrals; the signs of y and z change.
  EXPECT_THAT(outcome.vehicle->text, HasSubstr("products_of_inertia = [1, 2, -3]"));
  EXPECT_THAT(outcome.vehicle->text, HasSubstr("[[spherical_joints]]\nname = \"pivot\""));
  EXPECT_THAT(outcome.vehicle->text, HasSubstr("stiffness = [4, 5, 6]\ndamping = [7, 8, 9]\n"
                                               "rotational_stiffness = [1, 2, 3]\n"));
  EXPECT_THAT(outcome.vehicle->readings,
              Contains("wheelsets: the bodies that carry wheels in the file's layout"));
  model["ball_rpy_joints"][0]["default_roll_pitch_yaw_angles_radians"] = point(0, 0, 0.1);
  EXPECT_THAT(refused(model), HasSubstr("turns a body in the nominal position"));
}

TEST(Orvd, TheHeightOfTheRailsIsGivenWhereTheLayoutHasNone) {
  json model = small_model();
  model["fixed_frames"][0]["position_in_body_frame_meters"] = point(2, 1, 0.5);
  EXPECT_EQ(
      refused(model),
      "m.json: has no height of the rails: the axles lie above the frame of frame (got -0.5500 to -0.5500 m; "
      "allowed 0.15 to 0.8 m). Give --wheel-radius.");
  const Outcome outcome = imported(model, {.back_to_back = 1.36, .wheel_radius = 0.45});
  ASSERT_TRUE(outcome.vehicle) << outcome.findings;
  EXPECT_THAT(outcome.vehicle->text, HasSubstr("position = [0, 0, 1.7]"));
  EXPECT_THAT(outcome.vehicle->text, HasSubstr("wheel_radius = 0.45"));
}

TEST(Orvd, EndsThatAreApartAreSaidAndJointsMustClose) {
  json model = small_model();
  json second = model["translational_spring_dampers"][0];
  second["name"] = "second", second["reference_frame_name"] = "far";
  model["translational_spring_dampers"].push_back(second);
  model["fixed_frames"].push_back(frame("far", "frame", point(2, 1.02, -0.5)));
  const Outcome apart = imported(model);
  ASSERT_TRUE(apart.vehicle) << apart.findings;
  EXPECT_THAT(apart.vehicle->readings,
              Contains("position of second: the middle of its ends, which are 0.0200 m apart"));
  model["weld_joints"] =
      json::array({json{{"name", "one"}, {"parent_frame_name", "upper"}, {"child_frame_name", "lower"}},
                   json{{"name", "two"}, {"parent_frame_name", "far"}, {"child_frame_name", "lower"}}});
  EXPECT_THAT(refused(model),
              HasSubstr("fixed_joints: do not close: the ends of one are apart where others place "
                        "its bodies (got two, 0.0200 m)."));
}

TEST(Orvd, FindingsNameTheEntry) {
  const auto with = [](auto change) {
    json model = small_model();
    change(model);
    return refused(model);
  };
  EXPECT_EQ(with([](json& m) { m["rigid_bodies"][1].erase("mass_kilograms"); }),
            "m.json: rigid_bodies[1].mass_kilograms: is missing.");
  EXPECT_EQ(with([](json& m) { m["fixed_frames"][0]["body_name"] = "fram"; }).substr(0, 55),
            "m.json: fixed_frames[0].body_name: is no body (got fram");
  EXPECT_EQ(
      with([](json& m) { m["translational_spring_dampers"][0]["opposite_frame_name"] = "x"; }),
      "m.json: translational_spring_dampers[0].opposite_frame_name: is neither a frame nor a body (got x).");
  EXPECT_EQ(with([](json& m) { m["rigid_bodies"][1]["name"] = "axle"; }).substr(0, 60),
            "m.json: rigid_bodies: have no wheelset: none has \"wheelset\" ");
  EXPECT_EQ(with([](json& m) { m["schema_version"] = 2; }),
            "m.json: schema_version: is another version of the format (got 2; allowed 1).");
  EXPECT_THAT(with([](json& m) { m["translational_spring_dampers"] = json::array(); }),
              HasSubstr("have a body whose position is unknown: no joint or element connects it (got "
                        "front_wheelset)."));
  EXPECT_THAT(with([](json& m) { m["fixed_frames"][0]["position_in_body_frame_meters"]["z"] = "low"; }),
              HasSubstr("fixed_frames[0].position_in_body_frame_meters.z: is not a finite number."));
  EXPECT_THAT(with([](json& m) { m["fixed_frames"].push_back(m["fixed_frames"][0]); }),
              HasSubstr("fixed_frames: have a name twice, or one of a body (got upper)."));
  EXPECT_THAT(refused(small_model(), {}), HasSubstr("Give --back-to-back, such as --back-to-back 1.36."));
  Findings findings;
  EXPECT_FALSE(import_orvd("{\n \"a\": 1,\n}", "m.json", {}, findings));
  EXPECT_FALSE(import_orvd("{\"a\": 1}", "m.json", {}, findings));
  EXPECT_THAT(findings.text(), HasSubstr("m.json:3:1: is not JSON from here on. Export the file again."));
  EXPECT_THAT(findings.text(), HasSubstr("it has no rigid_bodies"));
  Findings overflow;
  EXPECT_FALSE(import_orvd("{\"a\": 1e999}", "m.json", {}, overflow));
  EXPECT_THAT(overflow.text(), HasSubstr("m.json: has a number that is too large. Export the file again."));
  std::string deep = "{\"rigid_bodies\": ";  // values of brackets are copied by recursion
  for (int i = 0; i < 100000; ++i) deep += "{\"a\":";
  deep += "1" + std::string(100001, '}');
  Findings nested;
  EXPECT_FALSE(import_orvd(deep, "m.json", {}, nested));
  EXPECT_THAT(nested.text(), HasSubstr("m.json: has values that are nested too deeply."));
}

}  // namespace
}  // namespace flangeway::vehicle_import
