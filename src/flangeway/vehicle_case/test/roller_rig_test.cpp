// Roller rig in a case file, and errors in it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/load_case.hpp"
#include "support/temporary_folder.hpp"
#include "support/vehicle_text.hpp"

namespace flangeway::vehicle_case {
namespace {

using ::testing::HasSubstr;

class RollerRigCase : public ::testing::Test {
 protected:
  RollerRigCase() {
    folder_.write("vehicle.toml", "name = \"two\"\n" + test::wheelset_text(1813, 1120, "front", 1) +
                                      test::wheelset_text(2000, 1120, "rear", -1));
    track("[[segments]]\nkind = \"straight\"\nlength = 50.0\n");
  }
  void track(const std::string& line) {
    folder_.write("track.toml", line + "[rails]\nprofile = \"140re\"\nlateral_position = 0.7555\n");
  }
  void write(const std::string& rig) {
    folder_.write("case.toml", "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 20.0\n" + rig);
  }
  CaseModel load(const std::string& rig) {
    write(rig);
    return test::load_case(folder_.path() / "case.toml");
  }
  // Without the folder.
  std::string finding(const std::string& rig, const std::vector<std::string>& sets = {}) {
    write(rig);
    std::string text = test::case_findings(folder_.path() / "case.toml", sets);
    const std::string folder = folder_.path().string() + "/";
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
      text.erase(at, folder.size());
    return text;
  }

  test::TemporaryFolder folder_;
};

const std::string on_rollers = "drive = \"rollers\"\ncontact = { method = \"elastic\" }\n";
const std::string driven = on_rollers + "[roller_rig]\nradius = 0.5\n";
const std::string free_rollers = driven + "rollers = \"free\"\n";

TEST_F(RollerRigCase, HasItsRollersBelowTheWheelsets) {
  const CaseModel model = load(driven + "speed_profile = [[0, 20], [10, 25]]\n");
  ASSERT_TRUE(model.roller_rig);
  const RollerRig& rig = *model.roller_rig;
  EXPECT_EQ(rig.radius, 0.5);
  EXPECT_EQ(rig.ahead, (std::vector<double>{2, 0}));
  EXPECT_EQ(rig.excess, (std::vector<std::array<double, 2>>{{0, 0}, {10, 5}}));
  EXPECT_FALSE(rig.free());
  EXPECT_EQ(model.contact.settings.roller_radius, 0.5);
  EXPECT_EQ(model.vehicle.bodies.auxiliary_count, 0u);
}

TEST_F(RollerRigCase, FreeRollersHaveAStateEach) {
  const CaseModel model = load(free_rollers + "inertia = 100\ntorque = [[0, -50]]\n");
  EXPECT_TRUE(model.roller_rig->free());
  EXPECT_EQ(model.vehicle.bodies.auxiliary_count, 2u);
  EXPECT_EQ(model.roller_rig->state_of(1), model.vehicle.bodies.state_size() - 1);
}

TEST_F(RollerRigCase, BadInput) {
  EXPECT_EQ(finding(on_rollers),
            "case.toml: roller_rig: is missing: drive = \"rollers\" needs the radius of the rollers. Add "
            "[roller_rig] with radius.");
  EXPECT_EQ(
      finding("[roller_rig]\nradius = 0.5\n"),
      "case.toml:4:1: roller_rig: has no effect with drive = \"prescribed\". Leave it out, or set drive "
      "to rollers.");
  EXPECT_EQ(finding(on_rollers + "[roller_rig]\n"),
            "case.toml:6:1: roller_rig.radius: is missing (allowed a number from 0.05 to 1000000 in m).");
  EXPECT_EQ(
      finding(free_rollers),
      "case.toml:6:1: roller_rig.inertia: is missing: rollers that turn freely need it (allowed a number "
      "> 0 in kg m^2). Give it, or set roller_rig.rollers to driven.");
  EXPECT_EQ(finding(driven + "torque = [[0, 5]]\n"),
            "case.toml:8:10: roller_rig.torque: has no effect with roller_rig.rollers = \"driven\". Leave it "
            "out, or set roller_rig.rollers to free.");
  EXPECT_EQ(
      finding(driven + "speed_profile = [[0, 10], [1, 20]]\n"),
      "case.toml:6:1: roller_rig.speed_profile: does not start at t = 0 with the speed of the case (got "
      "[0, 10]; allowed [0, 20]). Start it with [0, speed].");
}

TEST_F(RollerRigCase, RefusesWhatHasNoRollers) {
  EXPECT_EQ(finding(driven, {"contact.method=kec"}),
            "case.toml: contact.method: does not follow the curvature of rollers (drive = \"rollers\") (got "
            "kec; allowed elastic). Set contact.method to elastic.");
  EXPECT_EQ(finding(driven, {"contact.patch=strip"}),
            "case.toml: contact.patch: solves patches on rails, not on rollers (drive = \"rollers\") (got "
            "strip; allowed hertz). Set contact.patch to hertz.");
  EXPECT_THAT(
      finding(driven, {"contact.friction.recovery.coefficient=0.4", "contact.friction.recovery.work=100"}),
      HasSubstr("contact.friction: varies along a track, and rollers are no track (drive = "
                "\"rollers\"). Leave stations and recovery out."));
  EXPECT_EQ(finding(driven + "[[wheels]]\nkind = \"harmonic\"\norder = 4\namplitude = 1e-4\n"),
            "case.toml: wheels: are not round, which the contact with rollers does not know (drive = "
            "\"rollers\"). Leave them out.");
  EXPECT_EQ(finding(free_rollers + "inertia = 100\n", {"integration.method=bdf"}),
            "case.toml: roller_rig.rollers: adds states to those of the vehicle, which bdf cannot follow "
            "(got free; allowed driven). Leave it out, or set integration.method to abm4 or rk4.");
}

TEST_F(RollerRigCase, RefusesTracksThatAreNotPlain) {
  const std::string rollers = ", but rollers stand in place of it. ";
  track("[[segments]]\nkind = \"circular\"\nlength = 50.0\nradius = 300\n");
  EXPECT_EQ(finding(driven),
            "case.toml:2:9: track: is curved at s = 0.0 m" + rollers + "Take a straight, level track.");
  track("[[segments]]\nkind = \"straight\"\nlength = 50.0\n[[gradients]]\ns = 0\ngradient_permille = 5\n");
  EXPECT_EQ(finding(driven),
            "case.toml:2:9: track: has a gradient at s = 0.0 m" + rollers + "Take a straight, level track.");
  track(
      "[[segments]]\nkind = \"straight\"\nlength = 50.0\n[[irregularities.harmonic]]\nchannel = "
      "\"alignment\"\namplitude = 1e-3\nwavelength = 10\n");
  EXPECT_EQ(finding(driven),
            "case.toml:2:9: track: has irregularities" + rollers + "Leave irregularities of the track out.");
  track(
      "[[segments]]\nkind = \"straight\"\nlength = 50.0\n[[rails.gaps]]\nrail = \"left\"\nfrom = 10\nto = "
      "10.1\n");
  EXPECT_THAT(finding(driven), HasSubstr("has rails that vary, or check rails" + rollers +
                                         "Take a track with one profile on each side."));
}

}  // namespace
}  // namespace flangeway::vehicle_case
