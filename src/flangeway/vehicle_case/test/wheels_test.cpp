// Wheels that are not round in a case file, and errors in them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "flangeway/vehicle_case/spec.hpp"
#include "support/load_case.hpp"
#include "support/temporary_folder.hpp"
#include "support/vehicle_text.hpp"

namespace flangeway::vehicle_case {
namespace {

class Wheels : public ::testing::Test {
 protected:
  Wheels() {
    folder_.write("vehicle.toml", "name = \"wheelset\"\n" + test::wheelset_text(1813));
    track("");
  }
  void track(const std::string& surface) {
    folder_.write("track.toml",
                  "segments = [{ kind = \"straight\", length = 50.0 }]\n[rails]\nprofile = \"140re\"\n"
                  "lateral_position = 0.7555\n" +
                      surface);
  }
  void write(const std::string& wheels) {
    folder_.write("case.toml", "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 20.0\n" + wheels);
  }
  CaseModel load(const std::string& wheels, const std::vector<std::string>& sets = {}) {
    write(wheels);
    return test::load_case(folder_.path() / "case.toml", sets);
  }
  // Without the folder.
  std::string finding(const std::string& wheels, const std::vector<std::string>& sets = {}) {
    write(wheels);
    std::string text = test::case_findings(folder_.path() / "case.toml", sets);
    const std::string folder = folder_.path().string() + "/";
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
      text.erase(at, folder.size());
    return text;
  }
  // A recording of a wave of this order around a wheel with this radius, n rows.
  void recording(double radius, int rows, const std::string& header = "position [m], radius_deviation [mm]") {
    std::string text = "# a wheel\n" + header + "\n";
    for (int i = 0; i < rows; ++i)
      text +=
          fmt::format("{:.9f}, {:.9f}\n", 2 * M_PI * radius * i / rows, 0.1 * std::cos(6 * M_PI * i / rows));
    folder_.write("wheel.csv", text);
  }

  test::TemporaryFolder folder_;
};

const std::vector<std::string> rigid{"contact.method=kec"};
constexpr const char* elastic = "contact = { method = \"elastic\" }\n";
const std::string measured = "[[wheels]]\nkind = \"measured\"\nfile = \"wheel.csv\"\nangle_deg = 0\n";

TEST_F(Wheels, AreRoundUnlessTheCaseSaysOtherwise) {
  EXPECT_TRUE(load("").contact.surfaces.even());
  EXPECT_TRUE(load("").features.empty());
}

TEST_F(Wheels, GetTheirOwnAndSharedDeviations) {
  const CaseModel model = load(std::string(elastic) +
                               "[[wheels]]\nkind = \"flat\"\nside = \"left\"\nlength = 0.05\nangle_deg = 90\n"
                               "[[wheels]]\nkind = \"harmonic\"\norder = 3\namplitude = 1e-4\n"
                               "[[wheels]]\nkind = \"eccentricity\"\namplitude = 2e-4\nphase = 1.0\n");
  const auto& surfaces = model.contact.surfaces;
  const auto waves = [](double angle) { return 1e-4 * std::cos(3 * angle) + 2e-4 * std::cos(angle + 1); };
  for (const double angle : {0.0, 0.8, 3.0, 5.0})
    EXPECT_NEAR(surfaces.at(0, 1, 10, angle).wheel.value, waves(angle), 3e-7);
  EXPECT_NEAR(surfaces.at(0, 0, 10, M_PI / 2).wheel.value, -0.05 * 0.05 / (8 * 0.457), 2e-5);
  ASSERT_EQ(model.features.size(), 2u);
  EXPECT_EQ(model.features[0].name, "flat of wheelset");
  EXPECT_NEAR(model.features[1].length, 2 * M_PI * 0.457 / 3, 1e-12);
}

TEST_F(Wheels, AreReadFromARecording) {
  for (const char* header : {"position [m], radius_deviation [mm]", "position[m];radius_deviation[mm]"}) {
    recording(0.457, 200, header);
    const CaseModel model = load(measured);
    for (const double angle : {0.0, 0.4, 3.0, 6.2})
      EXPECT_NEAR(model.contact.surfaces.at(0, 0, 10, angle).wheel.value, 1e-4 * std::cos(3 * angle), 3e-7);
    EXPECT_EQ(model.sources.back().path, (folder_.path() / "wheel.csv").string());
  }
}

// Wherever a recording begins, and whether its first row stands again at its end or not: a spline through
// these points is the wave to 1e-9 m. Angles stretched by one row of 3600 would be off by 3e-6 m.
TEST_F(Wheels, AreTheSameWhereverTheRecordingBeginsAndEnds) {
  const CaseModel given = load("[[wheels]]\nkind = \"harmonic\"\norder = 20\namplitude = 1e-4\n");
  constexpr double radius = 0.457;
  const auto compare = [&](const std::string& header, double first, double turn, int rows) {
    std::string text = header + ", radius_deviation [mm]\n";
    for (int i = 0; i < rows; ++i) {
      const double place = first + turn * i / 3600;
      text += fmt::format("{:.12g}, {:.12f}\n", place, 0.1 * std::cos(40 * M_PI * place / turn));
    }
    folder_.write("wheel.csv", text);
    const CaseModel read = load(measured);
    for (double angle = 0.01; angle < 6.28; angle += 0.07)
      EXPECT_NEAR(read.contact.surfaces.at(0, 0, 10, angle).wheel.value,
                  given.contact.surfaces.at(0, 0, 10, angle).wheel.value, 1e-8)
          << first << ' ' << rows << ' ' << angle;
  };
  for (const int rows : {3600, 3601}) {
    for (const double first : {0.0, 720.0, 1440.0, -1000.0}) compare("angle [deg]", first, 360, rows);
    compare("position [m]", 100, 2 * M_PI * radius, rows);
  }
}

// A chord from its points is the flat that it is.
TEST_F(Wheels, AFlatThatWasMeasuredIsAFlat) {
  const double radius = 0.457, half = std::asin(0.03 / radius);
  std::string text = "angle [deg], radius_deviation [mm]\n";
  for (int i = 0; i < 7200; ++i) {
    const double x = std::remainder(i * M_PI / 3600 - 1, 2 * M_PI);
    text += fmt::format("{}, {:.9f}\n", i * 0.05,
                        std::abs(x) < half ? 1e3 * radius * (std::cos(half) / std::cos(x) - 1) : 0.0);
  }
  folder_.write("wheel.csv", text);
  const CaseModel read = load(elastic + measured),
                  given = load(std::string(elastic) +
                               "[[wheels]]\nkind = \"flat\"\nlength = 0.06\nangle_deg = 57.29577951\n");
  for (double angle = 0.9; angle < 1.1; angle += 0.007)
    EXPECT_NEAR(read.contact.surfaces.at(0, 0, 1, angle).wheel.value,
                given.contact.surfaces.at(0, 0, 1, angle).wheel.value, 1.5e-5);
}

TEST_F(Wheels, BadInput) {
  const std::string flat = "[[wheels]]\nkind = \"flat\"\n";
  EXPECT_EQ(
      finding(elastic + flat + "length = 0.3\n"),
      "case.toml:5:1: wheels[0].length: is too long for a wheel with a radius of 0.457 m (got 0.3; allowed "
      "at most half the radius, 0.2285 m). Check the unit, which is m.");
  EXPECT_EQ(finding(elastic + flat),
            "case.toml:5:1: wheels[0].length: is missing. Give the length of the flat.");
  EXPECT_EQ(
      finding(flat + "length = 0.06\n", rigid),
      "case.toml:4:1: wheels[0].form: has edges that change the velocity of the wheel's centre at once, for "
      "which a rigid contact needs an infinite force (got fresh; allowed rounded). Set form = \"rounded\", "
      "or contact.method = \"elastic\".");
  EXPECT_EQ(finding(flat + "length = 0.06\nform = \"rounded\"\n", rigid), "");
  EXPECT_EQ(
      finding(flat + "length = 0.06\nform = \"rounded\"\ndepth = 0.007\n"),
      "case.toml:4:1: wheels[0].depth: is too deep for a flat of this length (got 0.007; allowed at most "
      "0.006 m, a tenth of the length). Check the unit, which is m.");
  const std::string wave = "[[wheels]]\nkind = \"harmonic\"\n";
  EXPECT_EQ(
      finding(wave + "order = 0\namplitude = 1e-4\n"),
      "case.toml:4:1: wheels[0].order: is not the number of waves around a wheel (got 0; allowed 1 to 200). "
      "Change the radius in the vehicle file for order 0.");
  EXPECT_EQ(finding(wave + "order = 4\n"),
            "case.toml:4:1: wheels[0].amplitude: is missing. Give the amplitude of the radius.");
  EXPECT_EQ(finding(wave + "wheelset = \"wheelst\"\norder = 4\namplitude = 1e-4\n"),
            "case.toml:6:12: wheels[0].wheelset: is not a wheelset of the vehicle (got \"wheelst\"). Use "
            "\"wheelset\".");
  EXPECT_EQ(finding(wave + "wheelset = \"bogie\"\norder = 4\namplitude = 1e-4\n"),
            "case.toml:6:12: wheels[0].wheelset: is not a wheelset of the vehicle (got \"bogie\"). Name a "
            "wheelset of the vehicle file.");
  EXPECT_EQ(
      finding(wave + "order = 4\namplitude = 1e-4\nlength = 0.1\n"),
      "case.toml:8:10: wheels[0].length: has no effect with wheels[0].kind = \"harmonic\". Leave it out, or "
      "set wheels[0].kind to flat.");
}

TEST_F(Wheels, BadRecordings) {
  EXPECT_EQ(finding("[[wheels]]\nkind = \"measured\"\n"),
            "case.toml:4:1: wheels[0].file: is missing. Name the file of the recording.");
  EXPECT_EQ(
      finding("[[wheels]]\nkind = \"measured\"\nfile = \"none.csv\"\n"),
      "case.toml:6:8: wheels[0].file: cannot be read (got none.csv). Check the path; it is relative to the "
      "case file.");
  recording(0.4, 100);
  EXPECT_EQ(
      finding(measured),
      "wheel.csv:1:1: position: does not go once around the wheel (got a circumference of 2.513 m; allowed "
      "2.871 m, of a radius of 0.457 m). Check wheel_radius of the wheelset and the unit of the column.");
  const auto file = [&](const std::string& text) {
    folder_.write("wheel.csv", text);
    return finding(measured);
  };
  EXPECT_EQ(file("angle [deg], radius_deviation [mm]\n0, 0\n90, 0\n"),
            "wheel.csv:1:1: has too few rows (got 2; allowed at least 8). The file may be truncated.");
  std::string half = "angle [deg], radius_deviation [mm]\n";
  for (int i = 0; i < 18; ++i) half += fmt::format("{}, 0\n", 10 * i);
  EXPECT_EQ(
      file(half),
      "wheel.csv:1:1: angle: does not go once around the wheel (got 180.0 deg; allowed 360 deg). The file "
      "may be truncated, or its unit another one.");
  EXPECT_EQ(
      file("angle, radius_deviation [mm]\n"),
      "wheel.csv:1:1: has no such header (got \"angle\" and \"radius_deviation [mm]\"; allowed angle [deg], "
      "angle [rad] or position [m, mm, cm, dm, km, \u00b5m, in, ft], then radius_deviation [m, mm, cm, dm, "
      "km, "
      "\u00b5m, in, ft]). Name both columns and their "
      "units in the first line.");
  EXPECT_THAT(file("angle [deg] [rad], radius_deviation [mm]\n"),
              ::testing::HasSubstr("wheel.csv:1:1: has no such header (got \"angle [deg] [rad]\" and"));
  EXPECT_EQ(file("angle [deg], radius_deviation [mm]\n0, nan\n"),
            "wheel.csv:2:1: is not a number (got \"nan\"; allowed a number such as 1.5e-3).");
  EXPECT_EQ(file("angle [deg], radius_deviation [mm]\n0, 0\n0, 0\n"),
            "wheel.csv:3:1: angle: does not increase (got 0; allowed more than 0).");
  EXPECT_THAT(file("angle [deg], radius_deviation [mm]\n0, 0\n1e-9, 0\n"),
              ::testing::HasSubstr("wheel.csv:3:1: radius_deviation: jumps from the row before (got to 0 m"));
  EXPECT_THAT(file("angle [deg], radius_deviation [mm]\n0, 0\n1, 10\n"),
              ::testing::HasSubstr("wheel.csv:3:1: radius_deviation: jumps from the row before"));
  std::string open = "angle [deg], radius_deviation [mm]\n";
  for (int degrees = 0; degrees < 360; ++degrees) open += fmt::format("{}, {}\n", degrees, 0.04 * degrees);
  EXPECT_THAT(file(open), ::testing::HasSubstr("radius_deviation: does not close"));
  EXPECT_EQ(
      file("angle [deg], radius_deviation [mm]\n0, 457\n"),
      "wheel.csv:2:1: radius_deviation: is larger than any of a wheel (got 0.457 m; allowed -0.02 to 0.02 "
      "m). Give deviations from the radius, and check the unit of the column.");
  EXPECT_EQ(
      file("angle\n"),
      "wheel.csv:1:1: has not two columns (got 1; allowed two, such as angle [deg], radius_deviation [mm]).");
}

TEST_F(Wheels, RefusesWhatDoesNotKnowThem) {
  const std::string wave = "[[wheels]]\nkind = \"harmonic\"\norder = 4\namplitude = 1e-4\n";
  EXPECT_EQ(
      finding(wave, {"contact.method=elastic", "contact.patch=strip"}),
      "case.toml:4:1: wheels: has wheels that are not round, which contact.patch = \"strip\" does not know "
      "(got strip; allowed hertz). Set contact.patch to hertz.");
  track("[[irregularities.surface]]\nkind = \"joint\"\ns = 20\nlength = 1\ndepth = 1e-3\n");
  EXPECT_EQ(
      finding("", {"contact.method=elastic", "contact.patch=halfspace"}),
      "case.toml:2:9: track: has irregularities.surface, which contact.patch = \"halfspace\" does not know "
      "(got halfspace; allowed hertz). Set contact.patch to hertz.");
  EXPECT_EQ(finding(""), "");
}

// Wherever a kink in the way of a wheel's centre comes from.
TEST_F(Wheels, KinksNeedElasticContact) {
  const auto rail = [](const std::string& length) {
    return "case.toml:2:9: track.irregularities.contact_length: leaves a kink in the way of a wheel at " +
           length +
           ", for which a rigid contact needs an infinite force (got 0; allowed more than 0 in m, such as "
           "the "
           "0.012 m of a contact). Leave it out, or set contact.method = \"elastic\".";
  };
  const std::vector<std::string> sharp{"contact.method=kec", "track.irregularities.contact_length=0"};
  track("[[irregularities.surface]]\nkind = \"joint\"\ns = 20\nlength = 1\ndepth = 1e-3\n");
  EXPECT_EQ(finding("", rigid), "");
  EXPECT_EQ(finding("", sharp), rail("20.00 m"));
  EXPECT_THAT(finding("", {"contact.method=kec", "track.irregularities.contact_length=1e-9"}),
              testing::HasSubstr("leaves a kink in the way of a wheel at 20.00 m"));
  EXPECT_EQ(finding("", {"track.irregularities.contact_length=0"}), "");
  track("[[irregularities.surface]]\nkind = \"weld\"\ns = 20\nlength = 0.02\ndepth = 5e-4\n");
  EXPECT_EQ(finding("", rigid), "");
  EXPECT_EQ(finding("", sharp), rail("20.00 m"));
  track("[[irregularities.surface]]\nkind = \"weld\"\ns = 20\nlength = 0.4\ndepth = 5e-4\n");
  EXPECT_EQ(finding("", sharp), "");
  track("");
  const std::string wheel =
      "case.toml:4:1: wheels: give the left wheel of wheelset a kink at {:.0f} deg, for which a rigid "
      "contact "
      "needs an infinite force. Smooth its deviations, or set contact.method = \"elastic\".";
  // n² A > R: the wheel does not get into the hollows, the first of them half a wave away.
  const std::string wave = "[[wheels]]\nkind = \"harmonic\"\norder = 60\namplitude = 4e-4\n";
  EXPECT_THAT(finding(wave, rigid), testing::HasSubstr("wheels: give the left wheel of wheelset a kink at "));
  EXPECT_EQ(finding(elastic + wave), "");
  EXPECT_EQ(finding("[[wheels]]\nkind = \"harmonic\"\norder = 20\namplitude = 4e-4\n", rigid), "");
  // A fresh flat that was measured, at 90°.
  const double radius = 0.457, half = std::asin(0.03 / radius);
  std::string text = "angle [deg], radius_deviation [mm]\n";
  for (int i = 0; i < 3600; ++i) {
    const double x = (i - 900) * M_PI / 1800;
    text += fmt::format("{}, {:.9f}\n", i * 0.1,
                        std::abs(x) < half ? 1e3 * radius * (std::cos(half) / std::cos(x) - 1) : 0.0);
  }
  folder_.write("wheel.csv", text);
  EXPECT_EQ(finding(measured, rigid), fmt::format(fmt::runtime(wheel), 90.0));
  EXPECT_EQ(finding("[[wheels]]\nkind = \"flat\"\nform = \"rounded\"\nlength = 0.06\ndepth = 0.006\n", rigid),
            "");
}

TEST_F(Wheels, AreNotOnWheelsetsWhoseWheelsTurnAgainstEachOther) {
  EXPECT_EQ(
      finding("[[wheels]]\nkind = \"harmonic\"\norder = 4\namplitude = 1e-4\n",
              {"vehicle.wheelsets[0].rotation=independent"}),
      "case.toml:4:1: wheels[0]: is on a wheelset whose wheels turn against each other, where the angle of "
      "each wheel is not known (got wheelset). Leave it out, or set rotation = \"rigid\" in the vehicle "
      "file.");
}

}  // namespace
}  // namespace flangeway::vehicle_case
