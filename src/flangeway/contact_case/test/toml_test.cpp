#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "flangeway/contact_case/load.hpp"
#include "flangeway/contact_case/run.hpp"
#include "flangeway/contact_case/spec.hpp"
#include "support/spec_checks.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::contact_case {
namespace {

using testing::HasSubstr;

const std::string sphere_case =
    "[patch]\n"
    "normal_force = 1000.0\n"
    "speed = 3.0\n"
    "surface.curvatures = [2.0, 2.0]\n"
    "elements = { nx = 12, ny = 12 }\n";
const std::string wheel =
    "[wheel_on_rail]\n"
    "wheel = \"s1002\"\n"
    "rail = \"60e1\"\n"
    "vertical_force = 1.0e4\n"
    "rail_place.inclination_angle = 0.025\n"
    "wheelset.speed = 2.0\n"
    "elements = { dx = 1e-3, ds = 1e-3 }\n";

class ContactFile : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& text, const std::string& name = "c.toml") {
    const auto file = folder_.path() / name;
    std::ofstream(file) << text;
    return file;
  }

  std::vector<CaseResult> results(const std::string& text, const std::vector<std::string>& sets = {}) {
    Findings findings;
    const auto batch = load_contact(write(text), sets, findings);
    EXPECT_EQ(findings.text(), "");
    std::vector<CaseResult> all;
    if (!batch) return all;
    RunOptions options;
    options.deliver = [&](const CaseResult& result) {
      all.push_back(result);
      return true;
    };
    run(*batch, options);
    return all;
  }

  // Without the folder.
  std::string findings(const std::string& text, const std::vector<std::string>& sets = {}) {
    Findings found;
    const auto file = write(text);
    EXPECT_FALSE(load_contact(file, sets, found));
    std::string said = found.text();
    const std::string prefix = folder_.path().string() + "/";
    for (std::size_t at; (at = said.find(prefix)) != std::string::npos;) said.erase(at, prefix.size());
    return said;
  }

  test::TemporaryFolder folder_;
};

double patch_number(const CaseResult& result, const char* key) {
  return result.json.at("patches").at(0).at(key).get<double>();
}

TEST_F(ContactFile, PatchIsInSiUnits) {
  const auto all = results(sphere_case);
  ASSERT_EQ(all.size(), 1u);
  // a³ = 3FR/(4E*), δ = a²/R; R = 0.5 m.
  const double modulus = 8.2e10 / (1 - 0.28), a = std::cbrt(3 * 1000 * 0.5 / (4 * modulus));
  EXPECT_NEAR(patch_number(all[0], "approach") / (a * a / 0.5), 1, 0.02);
  EXPECT_NEAR(patch_number(all[0], "FN"), 1000, 1e-3);
}

// A soft layer and one that yields at 10 MPa, in both tables.
TEST_F(ContactFile, ThirdBodyShearsAndYields) {
  const std::string soft = "third_body = { thickness = 1e-4, shear_modulus = 1e8 }\n",
                    weak = "third_body = { yield_stress = 1e7 }\n", creep = "longitudinal_creepage = 0.001\n";
  const double plain = std::abs(patch_number(results(sphere_case + creep).at(0), "FX"));
  EXPECT_LT(std::abs(patch_number(results(sphere_case + creep + soft).at(0), "FX")), 0.5 * plain);
  const auto yielding = results(sphere_case + creep + weak).at(0);
  EXPECT_LT(std::abs(patch_number(yielding, "FX")), 0.8 * plain);
  EXPECT_GT(yielding.json.at("patches").at(0).at("elements").at("plastic").get<int>(), 0);
  const std::string braked = wheel + "wheelset.velocity_pitch = 4.4\n";
  EXPECT_LT(std::abs(patch_number(results(braked + weak).at(0), "FX")),
            0.8 * std::abs(patch_number(results(braked).at(0), "FX")));
  EXPECT_EQ(findings(sphere_case + soft + "method.tangential = \"fastsim\"\n"),
            "c.toml:1:1: patch.third_body: goes with boundary elements only. Take method.normal and "
            "method.tangential = \"halfspace\".");
  EXPECT_EQ(findings(wheel + "third_body = { thickness = 1e-4 }\n"),
            "c.toml:1:1: wheel_on_rail.third_body.shear_modulus: is needed with thickness.");
  EXPECT_EQ(findings(sphere_case + "third_body = { yield_stress = 1e7, hardening = 1e9 }\nfriction.law = "
                                   "\"linear\"\nfriction.fall_1 = 0.1\nfriction.speed_1 = 1.0\n"),
            "c.toml:1:1: patch.third_body.hardening: goes with constant friction only.");
}

TEST_F(ContactFile, ViscoelasticBodies) {
  const auto force = [&](const std::string& text) { return results(text).at(0).json.at("patches").at(0); };
  const std::string at_once = "upper.delayed_compliance = 3.0\nlower.delayed_compliance = 3.0\n",
                    relaxed = "upper.shear_modulus = 2.05e10\nlower.shear_modulus = 2.05e10\n",
                    creep = "longitudinal_creepage = 0.001\n";
  // Half-width of the ellipse with the instantaneous moduli: 1.1 · 4^(1/3).
  const auto larger = results(sphere_case + creep + at_once, {"patch.elements.margin=1.746"});
  EXPECT_NEAR(larger.at(0).json.at("patches").at(0).at("FX").get<double>() /
                  force(sphere_case + creep + relaxed).at("FX").get<double>(),
              1, 1e-3);
  const std::string rail =
      "wheel_material.delayed_compliance = 3.0\nrail_material.delayed_compliance = 3.0\n";
  const double soft = force(wheel + rail).at("approach").get<double>(),
               hard = force(wheel).at("approach").get<double>(),
               slow =
                   force(wheel + rail + "wheel_material.delay_time = 1e3\nrail_material.delay_time = 1e3\n")
                       .at("approach")
                       .get<double>();
  EXPECT_NEAR(soft / hard, std::pow(4, 2.0 / 3), 0.1);  // as Hertz's; profiles are no ellipsoids
  EXPECT_NEAR(slow / hard, 1, 1e-3);
  EXPECT_EQ(findings(sphere_case + at_once + "tangential = \"shift\"\n"),
            "c.toml:1:1: patch.upper.delayed_compliance: a visco-elastic body is solved in steady rolling "
            "only (got "
            "3). Take tangential = \"steady_rolling\".\n"
            "c.toml:1:1: patch.lower.delayed_compliance: a visco-elastic body is solved in steady rolling "
            "only (got "
            "3). Take tangential = \"steady_rolling\".");
  EXPECT_EQ(findings(wheel + "rail_material.delayed_compliance = 1.0\nmethod.normal = \"analyn\"\n"),
            "c.toml:1:1: wheel_on_rail.rail_material.delayed_compliance: a visco-elastic body is solved by "
            "boundary "
            "elements only (got 1). Take method.normal and method.tangential = \"halfspace\".");
  EXPECT_EQ(findings(sphere_case + "lower.delay_time = 1e-3\n"),
            "c.toml:1:1: patch.lower.delay_time: has no effect without delayed_compliance (got 0.001). Give "
            "both, or take it out.");
  EXPECT_EQ(findings(wheel + "wheel_material.delay_time = 1e-3\n"),
            "c.toml:1:1: wheel_on_rail.wheel_material.delay_time: has no effect without delayed_compliance "
            "(got 0.001). Give both, or take it out.");
}

// Pressures lean towards where the contact rolls to, by a good part of the half-width of 1 mm.
TEST_F(ContactFile, PressuresOfViscoelasticBodiesLeanForward) {
  const auto centre = [&](const std::string& text) {
    return results(text).at(0).json.at("patches").at(0).at("pressure_centre");
  };
  const std::string rolling = sphere_case +
                              "upper = { delayed_compliance = 3.0, delay_time = 3e-4 }\n"
                              "lower = { delayed_compliance = 3.0, delay_time = 3e-4 }\n";
  const auto forward = centre(rolling), backward = centre(rolling + "direction = \"backward\"\n");
  EXPECT_GT(forward.at(0).get<double>(), 5e-5);
  EXPECT_NEAR(backward.at(0).get<double>(), -forward.at(0).get<double>(), 1e-8);
  EXPECT_NEAR(forward.at(1).get<double>(), 0, 1e-9);
  EXPECT_NEAR(centre(sphere_case).at(0).get<double>(), 0, 1e-9);
}

TEST_F(ContactFile, PressuresUnderAViscoelasticWheelLeanForward) {
  const auto centre = [&](const std::string& speed) {
    Findings findings;
    const auto batch =
        load_contact(write(wheel + "wheel_material = { delayed_compliance = 3.0, delay_time = 1e-3 }\n" +
                           "rail_material = { delayed_compliance = 3.0, delay_time = 1e-3 }\n"),
                     {"wheel_on_rail.wheelset.speed=" + speed}, findings);
    EXPECT_EQ(findings.text(), "");
    if (!batch) return 0.0;
    double found = 0;
    RunOptions options;
    options.wanted.fields = true;
    options.deliver = [&](const CaseResult& result) {
      EXPECT_EQ(result.message, "");
      found = result.fields.at(0).solution.centre_x;
      return true;
    };
    run(*batch, options);
    return found;
  };
  const double forward = centre("2.0"), backward = centre("-2.0");
  EXPECT_GT(forward, 2e-4);
  EXPECT_NEAR(backward, -forward, 1e-6);
}

// Hotter with speed, and friction that falls with it.
TEST_F(ContactFile, HeatWarmsTheSurfacesAndLowersFriction) {
  const std::string sliding = sphere_case + "longitudinal_creepage = 0.1\nheat = true\n";
  const auto cold = results(sliding).at(0);
  EXPECT_GT(patch_number(cold, "max_temperature"), 35);
  EXPECT_NEAR(patch_number(cold, "FX"), -300, 1);
  const std::string falling = sliding +
                              "[patch.friction]\nlaw = \"temperature\"\ntemperature_change = -0.15\n"
                              "temperature_begin = 20.0\ntemperature_range = 10.0\n";
  const auto hot = results(falling).at(0);
  EXPECT_LT(std::abs(patch_number(hot, "FX")), 250);
  EXPECT_LT(patch_number(hot, "max_temperature"), patch_number(cold, "max_temperature"));
  EXPECT_EQ(
      findings(sphere_case + "heat = true\ntangential = \"shift\"\n"),
      "c.toml:1:1: patch.heat: is computed in steady rolling only. Take tangential = \"steady_rolling\".");
  EXPECT_EQ(
      findings(sphere_case + "friction.law = \"temperature\"\n"),
      "c.toml:1:1: patch.friction.law: friction depends on the temperature, which is not computed. Give heat "
      "= true.");
  EXPECT_EQ(
      findings(sphere_case + "friction.law = \"temperature\"\nheat = true\nmethod.tangential = "
                             "\"fastsim\"\n"),
      "c.toml:1:1: patch.friction.law: friction that depends on the temperature goes with boundary elements "
      "only. Take method.normal and method.tangential = \"halfspace\".");
}

// Softer than the bodies by far, a sheet makes F = π R δ²/sheet; and it is for boundary elements.
TEST_F(ContactFile, SheetIsPressedIn) {
  const std::string soft =
      "[patch]\ntangential = \"none\"\ncontrol = \"approach\"\napproach = 1e-6\nlayer_flexibility = 1e-9\n"
      "surface.quadratic = [1.0, 0.0, 1.0, 0.0, 0.0, 0.0]\n"
      "elements = { nx = 31, ny = 31, dx = 8e-5, dy = 8e-5 }\n";
  EXPECT_NEAR(patch_number(results(soft).at(0), "FN"), 3.14159265 * 0.5 * 1e-12 / 1e-9, 0.01 * 1.57e-3);
  EXPECT_EQ(findings(soft + "method.normal = \"analyn\"\n"),
            "c.toml:1:1: patch.layer_flexibility: goes with boundary elements only. Take method.normal = "
            "\"halfspace\".");
  EXPECT_EQ(
      findings(wheel + "layer_flexibility = 1e-14\nmethod.normal = \"strip\"\n"),
      "c.toml:1:1: wheel_on_rail.layer_flexibility: goes with boundary elements only. Take method.normal = "
      "\"halfspace\".");
  const std::string by_force = wheel + "tangential = \"none\"\n";
  EXPECT_GT(patch_number(results(by_force + "layer_flexibility = 1e-14\n").at(0), "approach"),
            1.05 * patch_number(results(by_force).at(0), "approach"));
}

TEST_F(ContactFile, NormalMethodsAreChosenByTheirNames) {
  const double elastic = patch_number(results(sphere_case).at(0), "approach");
  for (const char* method : {"strip", "kik_piotrowski", "analyn"}) {
    const double fast =
        patch_number(results(sphere_case + "method.normal = \"" + method + "\"\n").at(0), "approach");
    EXPECT_NEAR(fast / elastic, 1, 0.1) << method;
    EXPECT_NE(fast, elastic) << method;
  }
}

TEST_F(ContactFile, EveryWayOfGivingTheDistanceIsTheSameContact) {
  const double wanted = patch_number(results(sphere_case).at(0), "approach");
  const std::string grid = "elements = { nx = 12, ny = 12, dx = 2.7e-4, dy = 2.7e-4 }\n";
  std::string values = "surface.distances = [";
  for (int iy = 0; iy < 12; ++iy)
    for (int ix = 0; ix < 12; ++ix)
      values += std::to_string(7.29e-8 * ((ix - 5.5) * (ix - 5.5) + (iy - 5.5) * (iy - 5.5)) * 1e6) + "e-6, ";
  for (const std::string& surface :
       {std::string("surface = { curvature_x = 2.0, axis_ratio = 1.0 }"),
        std::string("surface.quadratic = [1.0, 0.0, 1.0, 0.0, 0.0, 0.0]"),
        std::string("surface.waves = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0]"), values + "]"}) {
    const auto all = results("[patch]\nnormal_force = 1000.0\nspeed = 3.0\n" + surface + "\n" + grid);
    EXPECT_NEAR(patch_number(all.at(0), "approach") / wanted, 1, 0.01) << surface;
  }
}

TEST_F(ContactFile, SweepsAreAllCombinationsTheLastFastest) {
  const auto all = results(
      "[[sweep]]\nkey = \"patch.normal_force\"\nvalues = [1e3, 2e3]\n"
      "[[sweep]]\nkey = \"patch.longitudinal_creepage\"\nfrom = 0.0\nto = 2e-3\ncount = 3\n" +
      sphere_case);
  ASSERT_EQ(all.size(), 6u);
  EXPECT_NEAR(patch_number(all[2], "FN"), 1000, 1e-3);
  EXPECT_NEAR(patch_number(all[3], "FN"), 2000, 1e-3);
  EXPECT_EQ(all[2].json.at("patches").at(0).at("creepages").at(0), 2e-3);
  EXPECT_EQ(all[3].json.at("patches").at(0).at("creepages").at(0), 0.0);
}

TEST_F(ContactFile, TableHasACasePerLine) {
  write("# loads\npatch.normal_force, patch.spin\n1e3, 0.0\n\n2e3, 0.1\n", "t.csv");
  const auto all = results("table = \"t.csv\"\n" + sphere_case);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_NEAR(patch_number(all[1], "FN"), 2000, 1e-3);
  EXPECT_EQ(all[1].json.at("patches").at(0).at("creepages").at(2), 0.1);
  for (const std::string separator : {";", "\t"}) {
    write("patch.normal_force" + separator + "patch.spin\n3e3" + separator + "0.1\n", "t.csv");
    EXPECT_NEAR(patch_number(results("table = \"t.csv\"\n" + sphere_case).at(0), "FN"), 3000, 1e-3);
  }
  write("patch.normal_force;patch.spin\n1,5e3;0\n", "t.csv");
  EXPECT_THAT(findings("table = \"t.csv\"\n" + sphere_case),
              testing::StartsWith("t.csv:2:1: case 1: patch.normal_force: has a decimal comma; write a point "
                                  "(got \"1,5e3\""));
  write("patch.normal_force, patch.spin\n1e3\n", "t.csv");
  EXPECT_EQ(findings("table = \"t.csv\"\n" + sphere_case),
            "t.csv:2:1: has another number of columns than the first line (got 1; allowed 2).");
  write("patch.normal_force\n", "t.csv");
  EXPECT_EQ(findings("table = \"t.csv\"\n" + sphere_case),
            "t.csv: holds no case. A line of keys comes first, then a case per line.");
  write("patch.normal_force, patch.spin\n1e3, 0.0\n2e3, zero\n", "t.csv");
  EXPECT_THAT(findings("table = \"t.csv\"\n" + sphere_case),
              testing::StartsWith("t.csv:3:6: case 2: patch.spin: is not a number (got \"zero\""));
}

TEST_F(ContactFile, WhatIsWrongInAnyCaseIsFoundBeforeTheFirstIsComputed) {
  EXPECT_THAT(findings("[[sweep]]\nkey = \"patch.normal_force\"\nvalues = [1e3, -2e3]\n" + sphere_case),
              HasSubstr("case 2: patch.normal_force: "));
  EXPECT_THAT(findings("[[sweep]]\nkey = \"patch.normal_farce\"\nvalues = [1e3]\n" + sphere_case),
              HasSubstr("normal_farce"));
}

TEST_F(ContactFile, SequenceGoesOn) {
  const std::string shift =
      "sequence = true\n[[sweep]]\nkey = \"patch.longitudinal_creepage\"\nvalues = [2e-7, 2e-7]\n" +
      sphere_case + "tangential = \"shift\"\n";
  const auto all = results(shift.substr(0, shift.find("elements")) +
                           "tangential = \"shift\"\nelements = { nx = 12, ny = 12 }\n");
  ASSERT_EQ(all.size(), 2u);
  EXPECT_NEAR(patch_number(all[1], "FX") / patch_number(all[0], "FX"), 2, 0.2);
}

TEST_F(ContactFile, BadPatches) {
  const auto with = [](const std::string& from, const std::string& to) {
    std::string text = sphere_case;
    return text.replace(text.find(from), from.size(), to);
  };
  EXPECT_EQ(findings(with("speed = 3.0", "speed = 0.0")),
            "c.toml:1:1: patch.speed: the rolling velocity is zero, but the case rolls (got 0; allowed > 0 "
            "m/s). Give it, or "
            "take tangential = \"shift\".");
  EXPECT_EQ(findings(with("normal_force = 1000.0\n", "")),
            "c.toml:1:1: patch.normal_force: is needed (allowed > 0 N). Give it, or control = \"approach\".");
  EXPECT_EQ(findings(with("normal_force = 1000.0", "normal_force = 1000.0\napproach = 1e-6")),
            "c.toml:1:1: patch.approach: is found from the normal force and cannot be given, too. Take one "
            "of them out, or "
            "control = \"approach\".");
  EXPECT_EQ(findings(with("surface.curvatures = [2.0, 2.0]",
                          "surface.curvatures = [2.0, 2.0]\nsurface.semi_axes = [1e-3, 1e-3]")),
            "c.toml:1:1: patch.surface: gives the distance of the bodies twice (allowed one of curvatures, "
            "semi_axes, "
            "axis_ratio, length, quadratic, heights, waves, distances).");
  EXPECT_EQ(findings(with("nx = 12, ny = 12", "nx = 2000, ny = 12000")),
            "c.toml:1:1: patch.elements: has more elements than memory allows (got 2000 × 12000; allowed "
            "2000000 at most). "
            "Take larger elements.");
  EXPECT_EQ(findings(with("surface.curvatures = [2.0, 2.0]", "surface.distances = [0.0, 1.0]")),
            "c.toml:1:1: patch.surface.distances: has the wrong number of values (got 2; allowed 144).");
  EXPECT_THAT(findings(with("speed = 3.0", "speed = 3.0\nupper.shear_modulus = 0.0")),
              HasSubstr("patch.upper.shear_modulus: is out of range (got 0.0; allowed a number > 0 "));
  EXPECT_THAT(
      findings(with("speed = 3.0", "speed = 3.0\nupper.poisson_ratio = 0.6")),
      HasSubstr("patch.upper.poisson_ratio: is out of range (got 0.6; allowed a number from 0 to 0.5)."));
  EXPECT_EQ(findings("name = \"nothing\"\n"),
            "c.toml:1:1: describes no contact, or two (allowed [patch] or [wheel_on_rail]).");
}

TEST_F(ContactFile, BadWheels) {
  EXPECT_EQ(findings(wheel, {"wheel_on_rail.wheelset.speed=0"}),
            "c.toml:1:1: wheel_on_rail.wheelset.speed: the rolling velocity is zero, but the case rolls "
            "(allowed not 0 m/s). "
            "Give it, or take tangential = \"shift\".");
  EXPECT_EQ(findings(wheel, {"wheel_on_rail.wheelset.z=0.001"}),
            "c.toml:1:1: wheel_on_rail.wheelset.z: is found from the vertical force and cannot be given, "
            "too. Take it out, or "
            "vertical = \"position\".");
  EXPECT_THAT(findings(wheel, {"wheel_on_rail.rail=\"s1002\""}),
              HasSubstr("s1002 is a wheel profile, but a rail profile"));
}

const std::string on_roller =
    "[wheel_on_rail]\n"
    "wheel = \"s1002\"\n"
    "rail = \"60e1\"\n"
    "vertical_force = 1.0e4\n"
    "rail_place.roller_radius = 0.5\n"
    "rail_place.roller_velocity_pitch = 4.0\n"
    "elements = { dx = 1e-3, ds = 1e-3 }\n";

TEST_F(ContactFile, WheelOnARollerTurnsWithItsSurface) {
  const auto one = results(on_roller).at(0);
  EXPECT_EQ(one.message, "");
  EXPECT_DOUBLE_EQ(one.json.at("wheelset_velocity").at(0).get<double>(), 4.0);
  EXPECT_NEAR(one.json.at("wheelset_velocity").at(5).get<double>(), 4.0 * 0.5 / 0.46, 1e-12);
  EXPECT_NEAR(one.json.at("patches").at(0).at("rolling").at("veloc").get<double>(), 2, 0.01);
  EXPECT_EQ(one.json.at("patches").at(0).at("contact_pitch"), 0.0);
  // The wheel may be turned by a force, and the roller may give way.
  const auto braked =
      results(on_roller, {"wheel_on_rail.longitudinal=\"force\"", "wheel_on_rail.longitudinal_force=-1000"})
          .at(0);
  EXPECT_EQ(braked.message, "");
  EXPECT_NEAR(braked.json.at("total_force_on_rail").at(0).get<double>(), 1000, 1);
}

TEST_F(ContactFile, RightHandRollerIsTheMirrorImage) {
  const std::vector<std::string> left{"wheel_on_rail.wheelset.y=0.002", "wheel_on_rail.wheelset.yaw=-0.01"},
      right{"wheel_on_rail.side=\"right\"", "wheel_on_rail.wheelset.y=-0.002",
            "wheel_on_rail.wheelset.yaw=0.01"};
  const auto a = results(on_roller, left).at(0).json, b = results(on_roller, right).at(0).json;
  EXPECT_DOUBLE_EQ(b.at("total_force_on_rail").at(0), a.at("total_force_on_rail").at(0));
  EXPECT_DOUBLE_EQ(b.at("total_force_on_rail").at(1).get<double>(),
                   -a.at("total_force_on_rail").at(1).get<double>());
  const auto &p = a.at("patches").at(0), &q = b.at("patches").at(0);
  EXPECT_GT(p.at("contact_pitch").get<double>(), 5e-3);  // yawed to the right, the left wheel leads
  EXPECT_DOUBLE_EQ(q.at("contact_pitch").get<double>(), p.at("contact_pitch").get<double>());
  EXPECT_DOUBLE_EQ(q.at("x").get<double>(), p.at("x").get<double>());
}

TEST_F(ContactFile, BadRollers) {
  EXPECT_THAT(findings(on_roller, {"wheel_on_rail.rail_place.roller_radius=-0.5"}),
              HasSubstr("wheel_on_rail.rail_place.roller_radius: is out of range (got -0.5; allowed a number "
                        "from 0 to 1000000 in m)."));
  EXPECT_EQ(
      findings(on_roller, {"wheel_on_rail.rail_place.roller_radius=0.0", "wheel_on_rail.wheelset.speed=2"}),
      "c.toml:1:1: wheel_on_rail.rail_place.roller_velocity_pitch: is that of a roller, and this is a rail. "
      "Take it out, or give rail_place.roller_radius.");
  EXPECT_EQ(findings(on_roller, {"wheel_on_rail.rail_place.roller_velocity_pitch=0.0"}),
            "c.toml:1:1: wheel_on_rail.rail_place.roller_velocity_pitch: the rolling velocity is zero, but "
            "the case "
            "rolls (allowed not 0 rad/s). Give it, or take tangential = \"shift\".");
  EXPECT_EQ(findings(on_roller, {"wheel_on_rail.wheelset.speed=2"}),
            "c.toml:1:1: wheel_on_rail.wheelset.speed: a wheelset on rollers stays where it is. Give "
            "rail_place.roller_velocity_pitch.");
  EXPECT_EQ(findings(on_roller, {"wheel_on_rail.rail_place.inclination_angle=0.025"}),
            "c.toml:1:1: wheel_on_rail.rail_place.inclination_angle: a roller has none. Take it out; "
            "rail_place.deviation_roll inclines its axle, too.");
  EXPECT_EQ(findings(on_roller, {"wheel_on_rail.curvature=0.001"}),
            "c.toml:1:1: wheel_on_rail.curvature: rollers make no curve. Take it out.");
  EXPECT_EQ(findings(on_roller, {"wheel_on_rail.wheelset.velocity_pitch=-4.35"}),
            "c.toml:1:1: wheel_on_rail.wheelset.velocity_pitch: wheel and roller turn against each other: "
            "their surfaces have no common rolling velocity (got -4.35). Give it the sign of "
            "rail_place.roller_velocity_pitch, or take tangential = \"shift\".");
  const std::vector<std::string> shifted{"wheel_on_rail.wheelset.velocity_pitch=-4.35",
                                         "wheel_on_rail.tangential=\"shift\""};
  EXPECT_EQ(results(on_roller, shifted).at(0).message, "");
  EXPECT_THAT(findings(on_roller, {"wheel_on_rail.rail_place.roller_radius=0.01"}),
              HasSubstr("c.toml:1:1: wheel_on_rail.rail_place.roller_radius: is not more than the profile "
                        "lies below its z = 0 (got 0.01; allowed > 0.0"));
}

// Wheelset at a height and under a force: the springs carry the same.
TEST_F(ContactFile, RailOnSpringsGivesWay) {
  const std::string springs = "rail_springs = { stiffness_y = 2e7, stiffness_z = 1e8, force_y = 50.0 }\n";
  for (const std::string& text : {wheel + springs, on_roller + springs}) {
    const auto pressed = results(text).at(0);
    EXPECT_EQ(pressed.message, "");
    EXPECT_NEAR(pressed.json.at("rail_deflection").at(1).get<double>(), -1e-4, 1e-12);
    const double z = pressed.json.at("wheelset_position").at(2);
    const auto placed =
        results(text, {"wheel_on_rail.vertical=\"position\"", "wheel_on_rail.vertical_force=0",
                       "wheel_on_rail.wheelset.z=" + std::to_string(1e6 * z) + "e-6"})
            .at(0);
    EXPECT_EQ(placed.message, "");
    EXPECT_NEAR(placed.json.at("rail_deflection").at(1).get<double>(), -1e-4, 3e-8);
    EXPECT_NEAR(placed.json.at("total_force_on_rail").at(2).get<double>(), -1e4, 3);
    const auto above = results(text, {"wheel_on_rail.vertical=\"position\"", "wheel_on_rail.vertical_force=0",
                                      "wheel_on_rail.wheelset.z=0.001"})
                           .at(0);
    EXPECT_EQ(above.message, "no contact: the wheel does not touch the rail at this position");
    EXPECT_EQ(above.json.at("rail_deflection").at(0), 50.0 / 2e7);
  }
  EXPECT_THAT(findings(wheel + "rail_springs = { stiffness_y = 2e7 }\n"),
              HasSubstr("wheel_on_rail.rail_springs.stiffness_z: is missing"));
  EXPECT_THAT(
      findings(wheel + "rail_springs = { stiffness_y = 0.0, stiffness_z = 1e8 }\n"),
      HasSubstr(
          "wheel_on_rail.rail_springs.stiffness_y: is out of range (got 0.0; allowed a number from 1000 "
          "to 10000000000000 in N/m)"));
  EXPECT_THAT(
      findings(wheel, {"wheel_on_rail.layer_flexibility=1.0"}),
      HasSubstr(
          "wheel_on_rail.layer_flexibility: is out of range (got 1.0; allowed a number from 0 to 0.001 in "
          "m/Pa)"));
  EXPECT_EQ(findings(wheel, {"wheel_on_rail.vertical_force=0.0001"}),
            "c.toml:1:1: wheel_on_rail.vertical_force: is too small to be found (got 0.0001; allowed ≥ 0.001 "
            "N).");
}

TEST_F(ContactFile, WheelThatDoesNotTouchOrCannotBePressed) {
  const auto apart = results(wheel, {"wheel_on_rail.wheelset.y=0.3"}).at(0);
  EXPECT_EQ(apart.json.at("status"), "no contact");
  EXPECT_EQ(apart.message, "no point of the wheel lies above the rail");
  const auto above = results(wheel, {"wheel_on_rail.vertical=\"position\"", "wheel_on_rail.vertical_force=0",
                                     "wheel_on_rail.wheelset.z=0.01"})
                         .at(0);
  EXPECT_EQ(above.json.at("status"), "no contact");
  EXPECT_EQ(above.message, "no contact: the wheel does not touch the rail at this position");
  EXPECT_EQ(above.json.at("total_force_on_rail").at(2), 0.0);
}

TEST_F(ContactFile, ForceThatNoHeightGivesIsToldAtOnce) {
  const auto pressed = results(wheel, {"wheel_on_rail.vertical_force=1e9"}).at(0);
  EXPECT_EQ(pressed.json.at("status"), "force not reached");
  EXPECT_EQ(pressed.message, "the vertical force is not reached with the wheel 2 mm deep in the rail");
}

TEST_F(ContactFile, ForcesThatAreNotFiniteAreNotGiven) {
  const auto one = results(wheel, {"wheel_on_rail.wheelset.velocity_y=1e300"}).at(0);
  EXPECT_EQ(one.message, "the forces are not finite: the given values lie beyond what can be computed");
  EXPECT_EQ(one.json.at("status"), "not converged");
  EXPECT_TRUE(one.json.at("total_force_on_rail").is_null());
  EXPECT_TRUE(one.json.at("patches").is_null());
}

TEST_F(ContactFile, RightHandPairIsTheMirrorImage) {
  const std::vector<std::string> left{"wheel_on_rail.wheelset.y=0.002", "wheel_on_rail.wheelset.yaw=-0.004"},
      right{"wheel_on_rail.side=\"right\"", "wheel_on_rail.wheelset.y=-0.002",
            "wheel_on_rail.wheelset.yaw=0.004"};
  const auto a = results(wheel, left).at(0).json, b = results(wheel, right).at(0).json;
  const auto& force = a.at("total_force_on_rail");
  EXPECT_LT(force.at(2).get<double>(), 0);  // the wheel presses down, z is up
  EXPECT_EQ(b.at("side"), "right");
  EXPECT_DOUBLE_EQ(b.at("total_force_on_rail").at(0), force.at(0));
  EXPECT_DOUBLE_EQ(b.at("total_force_on_rail").at(1).get<double>(), -force.at(1).get<double>());
  const auto &p = a.at("patches").at(0), &q = b.at("patches").at(0);
  EXPECT_DOUBLE_EQ(q.at("y").get<double>(), -p.at("y").get<double>());
  EXPECT_GT(p.at("y").get<double>(), 0.7);
  EXPECT_DOUBLE_EQ(q.at("contact_angle").get<double>(), -p.at("contact_angle").get<double>());
  EXPECT_DOUBLE_EQ(q.at("FS").get<double>(), -p.at("FS").get<double>());
  EXPECT_DOUBLE_EQ(q.at("MN").get<double>(), -p.at("MN").get<double>());
}

TEST_F(ContactFile, GivesStressesBelowTheSurfaceAndTheStiffness) {
  const std::string more =
      "longitudinal_creepage = 0.001\nbelow.depths = [0.0005, 0.001, -0.001]\nstiffness = true\n";
  const auto layers = results(sphere_case + more);
  const auto& patch = layers.at(0).json.at("patches").at(0);
  const auto& maxima = patch.at("subsurface").at(0).at("maxima");
  // Hertz: 0.62 p0 of von Mises, at about half the radius.
  EXPECT_NEAR(maxima.at("mises").at(0).get<double>() / patch.at("pmax").get<double>(), 0.62, 0.05);
  EXPECT_EQ(std::abs(maxima.at("mises").at(3).get<double>()), 0.0005);
  EXPECT_LT(patch.at("tangential_stiffness").at("FX").at(0).get<double>(), 0);
  const auto points = results(sphere_case + more + "below.x = [0.0, 0.001]\nbelow.y = [0.0]\n");
  const auto& table = points.at(0).json.at("patches").at(0).at("subsurface").at(0).at("points");
  ASSERT_EQ(table.at("rows").size(), 6u);
  EXPECT_EQ(table.at("rows").at(3).at(0), 0.001);
  EXPECT_EQ(table.at("rows").at(3).at(2), 0.001);
  EXPECT_LT(table.at("rows").at(0).at(5).get<double>(), 0);  // pressed along z
  EXPECT_EQ(findings(sphere_case + "below.x = [0.0]\n"),
            "c.toml:1:1: patch.below.x: and y are given together or not at all.\n"
            "c.toml:1:1: patch.below.depths: is needed with x and y.");
}

// The picture of a wheel on a rail in the mirror: stresses at mirrored places, FX by lateral creepage turns.
TEST_F(ContactFile, MirrorsWhatLiesBelowTheSurface) {
  const std::string more = "wheelset.y = 0.002\nstiffness = true\nbelow.depths = [0.001]\n";
  std::string right = wheel + more;
  right.replace(right.find("wheelset.y = 0.002"), 18, "wheelset.y = -0.002\nside = \"right\"");
  const auto a = results(wheel + more).at(0).json.at("patches").at(0),
             b = results(right).at(0).json.at("patches").at(0);
  const auto stress = [](const auto& patch, std::size_t k) {
    return patch.at("subsurface").at(0).at("maxima").at("tresca").at(k).template get<double>();
  };
  EXPECT_NEAR(stress(a, 0), stress(b, 0), 1e-9 * stress(a, 0));
  EXPECT_NEAR(stress(a, 2), -stress(b, 2), 1e-12);
  const auto slope = [](const auto& patch, const char* force, std::size_t k) {
    return patch.at("tangential_stiffness").at(force).at(k).template get<double>();
  };
  EXPECT_GT(slope(a, "FX", 0), 0);  // the faster the wheel's surface goes forward, the more it drags the rail
  EXPECT_NEAR(slope(a, "FX", 0), slope(b, "FX", 0), 1e-6 * slope(a, "FX", 0));
  EXPECT_NEAR(slope(a, "FS", 1), slope(b, "FS", 1), 1e-6 * slope(a, "FS", 1));
  EXPECT_NEAR(slope(a, "FX", 1), -slope(b, "FX", 1), 1e-6 * slope(a, "FX", 0));
}

// A force that friction cannot carry is named in its case; the others are solved.
TEST_F(ContactFile, TangentialForceBeyondFrictionIsSaid) {
  const auto all = results("[[sweep]]\nkey = \"patch.longitudinal_force\"\nvalues = [-400.0, -200.0]\n" +
                           sphere_case.substr(0, sphere_case.find("elements")) +
                           "longitudinal = \"force\"\n" + sphere_case.substr(sphere_case.find("elements")));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].status, Status::unreached);
  EXPECT_EQ(all[0].message, "the prescribed tangential force exceeds what friction can carry");
  EXPECT_EQ(all[1].status, Status::solved);
  EXPECT_NEAR(patch_number(all[1], "FX"), -200, 0.01);
}

TEST_F(ContactFile, SaysThatNumbersAreBeyondWhatCanBeComputed) {
  for (const std::string curvatures : {"[1e-320, 2.0]", "[1e-200, 2.0]"}) {
    const auto all = results(
        "[patch]\nnormal_force = 1000.0\nspeed = 3.0\nlongitudinal_creepage = 1e-3\nspin = 0.1\n"
        "surface.curvatures = " +
        curvatures + "\nelements = { nx = 8, ny = 8 }\n");
    ASSERT_EQ(all.size(), 1u);
    const CaseResult& result = all.front();
    EXPECT_EQ(result.message, "the solution is not finite: the given values lie beyond what can be computed");
    EXPECT_EQ(result.status, Status::not_converged);
    EXPECT_TRUE(result.json.at("patches").is_null());
  }
}

// If a wheel and a rail do not meet, the result of the case says why.
TEST_F(ContactFile, SaysWhyAWheelCarriesNothing) {
  const auto said = [&](const std::vector<std::string>& sets) {
    std::string text = wheel;
    if (sets[0].find("wheelset.z") != std::string::npos)
      text.replace(text.find("vertical_force = 1.0e4"), 22, "vertical = \"position\"");
    const auto all = results(text, sets);
    return all.empty() ? "" : std::string(name_of(all[0].status)) + ": " + all[0].message;
  };
  EXPECT_EQ(said({"wheel_on_rail.wheelset.y=0.3"}), "no contact: no point of the wheel lies above the rail");
  EXPECT_EQ(said({"wheel_on_rail.wheelset.z=0.001"}),
            "no contact: no contact: the wheel does not touch the rail at this position");
  EXPECT_EQ(said({"wheel_on_rail.vertical_force=1e8"}),
            "force not reached: the vertical force is not reached with the wheel 2 mm deep in the rail");
}

TEST(ContactSpecKeys, AnswersKeysOfEarlierVersions) {
  EXPECT_EQ(flangeway::test::expect_renamed_keys_are_taken<ContactSpec>(), 6u);
}

TEST(ContactSpecKeys, HasSoundChoices) {
  flangeway::test::expect_words_of_choices_are_sound<ContactSpec>();
}

}  // namespace
}  // namespace flangeway::contact_case
