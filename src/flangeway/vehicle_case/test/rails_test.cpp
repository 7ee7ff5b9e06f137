// Rails that vary in a track file, and errors in them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "flangeway/wheelrail/search/support.hpp"
#include "support/load_case.hpp"
#include "support/temporary_folder.hpp"
#include "support/vehicle_text.hpp"

namespace flangeway::vehicle_case {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class Rails : public ::testing::Test {
 protected:
  Rails() {
    folder_.write("vehicle.toml", "name = \"wheelset\"\n" + test::wheelset_text(1813));
    folder_.write("case.toml",
                  "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 20.0\ncontact = { method = "
                  "\"elastic\" }\n");
  }
  void write(const std::string& stations) {
    folder_.write("track.toml",
                  "segments = [{ kind = \"straight\", length = 50.0 }]\n[rails]\nprofile = \"140re\"\n"
                  "lateral_position = 0.7555\n" +
                      stations);
  }
  CaseModel load(const std::string& stations) {
    write(stations);
    return test::load_case(folder_.path() / "case.toml", {});
  }
  // Without the folder.
  std::string finding(const std::string& stations, const std::vector<std::string>& sets = {}) {
    write(stations);
    std::string text = test::case_findings(folder_.path() / "case.toml", sets);
    const std::string folder = folder_.path().string() + "/";
    for (std::size_t at = text.find(folder); at != std::string::npos; at = text.find(folder))
      text.erase(at, folder.size());
    return text;
  }
  test::TemporaryFolder folder_;
};

std::string station(double s, const std::string& more, const std::string& profile = "140re") {
  return "[[rails.stations]]\ns = " + std::to_string(s) + "\nprofile = \"" + profile + "\"\n" + more;
}

// A slices file whose slices are the same rail, lower by `drop` mm in the last.
std::string slices_text(const std::string& files, const std::string& head = "0.0 1.0\n4\n0 0 0\n1\n") {
  return head + files;
}

TEST_F(Rails, WithOneProfileAtAHundredStationsAreRailsWithOneProfile) {
  std::string stations;
  for (int i = 0; i < 100; ++i) stations += station(0.5 * i, "");
  const CaseModel model = load(stations);
  for (const auto& shape : model.contact.pairs[0]->shapes) EXPECT_TRUE(shape.varying.empty());
}

TEST_F(Rails, VaryOnTheSideThatIsNamed) {
  const CaseModel model =
      load(station(10, "rail = \"left\"\n") + station(20, "rail = \"left\"\nz = -0.005\n"));
  const auto& shapes = model.contact.pairs[0]->shapes;
  EXPECT_TRUE(shapes[1].varying.empty());
  ASSERT_EQ(shapes[0].varying.size(), 1u);
  const double level = wheelrail::elastic::support_at(shapes[0], 5)->height;
  EXPECT_NEAR(wheelrail::elastic::support_at(shapes[0], 30)->height - level, -0.005, 1e-7);
  EXPECT_NEAR(wheelrail::elastic::support_at(shapes[0], 15)->height - level, -0.0025, 2e-6);
}

// Not along their inclined heads: the rail that is moved aside by 10 mm stays as high.
TEST_F(Rails, MoveAlongTheRunningPlane) {
  write(station(10, "rail = \"left\"\n") + station(20, "rail = \"left\"\ny = 0.01\nz = 0.001\n"));
  const CaseModel model = test::load_case(folder_.path() / "case.toml", {"track.rails.inclination=0.025"});
  const auto& shape = model.contact.pairs[0]->shapes[0];
  const auto before = wheelrail::elastic::support_at(shape, 5),
             behind = wheelrail::elastic::support_at(shape, 30, 0.01);
  ASSERT_TRUE(before && behind);
  EXPECT_NEAR(behind->height - before->height, 0.001, 1e-8);
}

// The wheel sinks on the wing rail, which leaves, and climbs the nose.
TEST(Turnout, ItsCrossingIsADipOfAMillimetre) {
  const CaseModel model = test::load_case(FLANGEWAY_SOURCE_DIR "/models/cases/turnout.toml", {});
  const auto& shape = model.contact.pairs[0]->shapes[0];
  constexpr double step = 0.02;
  const auto path = [&](double s) { return wheelrail::elastic::support_at(shape, s)->height; };
  const double level = path(57);
  double lowest = 0, fall = 0, rise = 0, before = level;
  for (double s = 57 + step; s < 59; s += step) {
    const double here = path(s), slope = (here - before) / step;
    lowest = std::min(lowest, here - level), fall = std::min(fall, slope), rise = std::max(rise, slope);
    before = here;
  }
  EXPECT_NEAR(lowest, -0.97e-3, 0.03e-3);
  EXPECT_NEAR(fall, -2.5e-3, 0.5e-3);
  EXPECT_NEAR(rise, 8.0e-3, 0.5e-3);
  EXPECT_NEAR(path(59), level, 1e-6);
}

std::string in_place(double s, const std::string& more = "") {
  return fmt::format("[[rails.layouts]]\nfile = \"layout.toml\"\ns = {}\n", s) + more;
}
std::string layout_text(const std::string& prefix, double s) {
  std::string text;
  for (const auto& [at, y, z] : {std::array{0.0, 0.0, 0.0}, {1.0, 0.004, -0.001}, {3.0, 0.01, -0.004}})
    text += fmt::format("[[{}stations]]\nrail = \"left\"\ns = {}\nprofile = \"140re\"\ny = {}\nz = {}\n",
                        prefix, s + at, y, z);
  return text;
}

double height_at(const CaseModel& model, std::size_t side, double s) {
  return wheelrail::elastic::support_at(model.contact.pairs[0]->shapes[side], s)->height;
}

// Against the same stations written into the track file.
TEST_F(Rails, OfALayoutLieWhereTheTrackFilePutsThem) {
  folder_.write("layout.toml", layout_text("", 0));
  const CaseModel here = load(layout_text("rails.", 20)), placed = load(in_place(20));
  EXPECT_TRUE(placed.contact.pairs[0]->shapes[1].varying.empty());
  EXPECT_EQ(placed.sources[3].path, (folder_.path() / "layout.toml").string());
  for (double s = 19; s < 25; s += 0.37) EXPECT_EQ(height_at(here, 0, s), height_at(placed, 0, s)) << s;
}

TEST_F(Rails, OfAMirroredOrTurnedLayoutAreThoseOfTheOtherSide) {
  folder_.write("layout.toml", layout_text("", 0));
  const CaseModel placed = load(in_place(20)), mirrored = load(in_place(20, "mirrored = true\n")),
                  turned = load(in_place(30, "turned = true\n")),
                  both = load(in_place(30, "mirrored = true\nturned = true\n"));
  for (double x = -1; x < 5; x += 0.37) {
    const double height = height_at(placed, 0, 20 + x);
    EXPECT_NEAR(height_at(mirrored, 1, 20 + x), height, 1e-12) << x;
    EXPECT_NEAR(height_at(turned, 1, 30 - x), height, 1e-9) << x;
    EXPECT_NEAR(height_at(both, 0, 30 - x), height, 1e-9) << x;
  }
  for (const auto* plain : {&mirrored, &turned})
    EXPECT_TRUE(plain->contact.pairs[0]->shapes[0].varying.empty());
}

TEST_F(Rails, OfTwoLayoutsAreNotTheSame) {
  folder_.write(
      "layout.toml",
      "[[stations]]\nname = \"beside\"\ns = 0.0\nprofile = \"140re\"\nz = -0.004\n[[stations]]\nname = "
      "\"beside\"\ns = 2.0\nprofile = \"140re\"\nz = -0.004\n");
  const CaseModel model = load(in_place(10) + in_place(30));
  const auto& rails = model.contact.pairs[0]->shapes[0].varying;
  ASSERT_EQ(rails.size(), 3u);
  EXPECT_EQ(rails[1].name, "beside at 10 m");
  EXPECT_EQ(rails[2].name, "beside at 30 m");
}

TEST_F(Rails, OfALayoutHaveFindingsInItsFile) {
  folder_.write("layout.toml", "[[stations]]\ns = 1.0\n[[gap]]\nfrom = 2.0\n");
  EXPECT_THAT(finding(in_place(10)),
              AllOf(HasSubstr("layout.toml:1:1: stations[0].profile: is missing"),
                    HasSubstr("gap: is not a known key. The nearest known key is 'gaps'")));
  EXPECT_EQ(finding(in_place(10)), finding(in_place(10) + in_place(30)));  // once for both
  EXPECT_THAT(finding("[[rails.layouts]]\nfile = \"none.toml\"\ns = 1.0\n"),
              StartsWith("track.toml:6:8: rails.layouts[0].file: does not exist (got \"none.toml\"). "
                         "Check the name and the folder."));
  EXPECT_THAT(
      finding("[[rails.layouts]]\nfile = \"track.toml\"\ns = 1.0\n"),
      StartsWith("track.toml:6:8: rails.layouts[0].file: is the track file itself (got \"track.toml\"). "
                 "Put the rails of the turnout into a file of their own."));
}

std::string check_rail(const std::string& more) {
  return "[[rails.check_rails]]\nrail = \"left\"\nfrom = 20.0\nto = 24.0\n" + more;
}

TEST_F(Rails, HaveCheckRailsOnTheSideThatIsNamed) {
  const CaseModel model = load(check_rail(""));
  const auto& shapes = model.contact.pairs[0]->shapes;
  EXPECT_TRUE(shapes[1].checks.empty());
  ASSERT_EQ(shapes[0].checks.size(), 1u);
  EXPECT_EQ(shapes[0].checks[0].from, 20);
  EXPECT_TRUE(shapes[0].varying.empty());
}

TEST_F(Rails, WithCheckRailsThatAreNoneAreRefused) {
  EXPECT_THAT(finding("[[rails.check_rails]]\nfrom = 20.0\nto = 20.0\n"),
              StartsWith("track.toml:5:1: rails.check_rails[0].to: does not lie behind from (got 20; allowed "
                         "more than 20 in m). Check both places"));
  EXPECT_THAT(finding(check_rail("flare_length = 3.0\n")),
              StartsWith("track.toml:5:1: rails.check_rails[0].flare_length: is more than half the length of "
                         "the check rail (got 3; allowed at most 2 in m). Shorten both ends"));
  folder_.write("flat.csv", "y,z\n-35,-4\n-20,-1\n0,0\n20,-1\n35,-4\n");
  EXPECT_THAT(
      finding(check_rail("profile = \"flat.csv\"\n")),
      StartsWith("track.toml:5:1: rails.check_rails[0].profile: has no side that guides a wheel (got "
                 "flat.csv; allowed a field side with 5 mm of height that are steeper than 17°). Check "
                 "the profile, which is that of a left rail: y to the field side, z upwards"));
}

TEST_F(Rails, WithCheckRailsAreRefusedByMethodsThatDoNotSeeTheBacksOfWheels) {
  for (const std::string method : {"kec", "lut"})
    EXPECT_THAT(finding(check_rail(""), {"contact.method=" + method}),
                StartsWith("track.toml:5:1: rails.check_rails: have no effect with contact.method = \"" +
                           method + "\", whose tables do not contain the backs of wheels (got " + method +
                           "; allowed elastic). Set contact.method = \"elastic\""));
  EXPECT_THAT(
      finding(check_rail(""), {"contact.patch=strip"}),
      StartsWith("track.toml:5:1: rails.check_rails: cannot be combined with contact.patch = \"strip\", "
                 "which does not look at the backs of wheels (got strip; allowed hertz). Set "
                 "contact.patch to hertz"));
}

TEST_F(Rails, AreReadFromSlices) {
  const std::string rail =
      "y,z\n-35,-14\n-34,-10\n-30,-4\n-20,-1\n-10,-0.2\n0,0\n10,-0.2\n20,-1\n30,-4\n34,-10\n35,-14\n";
  folder_.write("rail.csv", rail);
  folder_.write("rails.slcs",
                slices_text("0 'rail.csv'\n500 'rail.csv'\n1000 'rail.csv'\n2000 'rail.csv'\n"));
  const CaseModel model = load(station(10, "y = 0.001\n", "rails.slcs"));
  const auto& rail_of = model.contact.pairs[0]->shapes[0].varying;
  ASSERT_EQ(rail_of.size(), 1u);
  EXPECT_TRUE(wheelrail::elastic::stretch_at(rail_of[0], 11)->section);
  EXPECT_EQ(model.sources.back().path, (folder_.path() / "rail.csv").string());
}

TEST_F(Rails, InTheWrongOrderAreRefused) {
  EXPECT_THAT(
      finding(station(20, "") + station(10, "z = -0.001\n")),
      StartsWith("track.toml:8:1: rails.stations[1].s: does not lie behind the station before (got 10; "
                 "allowed more than 20 in m). Put the stations of a rail in order"));
}

TEST_F(Rails, MadeOfWheelsAreRefused) {
  EXPECT_THAT(finding(station(10, "", "s1002")), AllOf(StartsWith("track.toml:7:11: "), HasSubstr("wheel")));
}

TEST_F(Rails, ThatEndUnderAWheelAreRefused) {
  EXPECT_THAT(
      finding("[[rails.gaps]]\nrail = \"left\"\nfrom = 20.0\nto = 21.0\n"),
      StartsWith("track.toml:5:1: rails.gaps[0]: leaves the left wheel without a rail at 20 m (allowed a "
                 "rail below a wheel in the middle of the track). Let another rail begin"));
  EXPECT_THAT(
      finding("[[rails.gaps]]\nrail = \"left\"\nfrom = 20.0\nto = 21.0\n" +
              station(19, "rail = \"left\"\nname = \"other\"\nz = -0.004\n") +
              station(22, "rail = \"left\"\nname = \"other\"\nz = -0.004\n")),
      AllOf(HasSubstr("rails.gaps[0]: ends a rail under the left wheel at 20 m, where it falls at once (got "
                      "4.00 mm; allowed at most 0.5 mm)"),
            HasSubstr("rises at once")));
}

TEST_F(Rails, OfSlicesWithoutTheirUnitAreRefused) {
  folder_.write("rail.csv", "y,z\n-35,-14\n-30,-4\n-20,-1\n0,0\n20,-1\n30,-4\n35,-14\n");
  folder_.write("rails.slcs", slices_text("0 'rail.csv'\n0.5 'rail.csv'\n1.0 'rail.csv'\n2.0 'rail.csv'\n"));
  EXPECT_THAT(
      finding(station(10, "", "rails.slcs")),
      AllOf(StartsWith("track.toml:5:1: rails.stations[0].profile: has slices that lie too near to each "
                       "other (got 4 within 2 mm; allowed 1 mm apart or more)"),
            HasSubstr("U_SCALE is 1000 for a file in m")));
}

TEST_F(Rails, OfSlicesInTheWrongOrderAreRefusedInTheirFile) {
  folder_.write("rail.csv", "y,z\n-35,-14\n-30,-4\n-20,-1\n0,0\n20,-1\n30,-4\n35,-14\n");
  folder_.write("rails.slcs", slices_text("0 'rail.csv'\n500 'rail.csv'\n400 'rail.csv'\n2000 'rail.csv'\n"));
  EXPECT_THAT(finding(station(10, "", "rails.slcs")), StartsWith("rails.slcs:7:"));
}

constexpr const char* head_text = "y,z\n-35,-14\n-30,-4\n-20,-1\n0,0\n20,-1\n30,-4\n35,-14\n";

TEST_F(Rails, OfSlicesThatAreApproximatedAreRefused) {
  folder_.write("rail.csv", head_text);
  folder_.write("rails.slcs", slices_text("0 'rail.csv'\n500 'rail.csv'\n800 'rail.csv'\n2000 'rail.csv'\n",
                                          "0.0 1.0\n4\n0 0 0\n2\n"));
  EXPECT_THAT(finding(station(10, "", "rails.slcs")),
              StartsWith("rails.slcs:4:1: U_INTPOL: approximates its slices, where a run interpolates them "
                         "(got 2; allowed 1). Set U_INTPOL to 1"));
}

// The first two slices lack the first part.
TEST_F(Rails, OfSlicesWithPartsThatEndAreRefused) {
  folder_.write("rail.csv", head_text);
  std::string files, features;
  for (int i = 0; i < 6; ++i) {
    files += fmt::format("{} 'rail.csv'\n", 500 * i);
    features += fmt::format("{} {} 20 60\n", 500 * i, i < 2 ? "-1" : "5");
  }
  folder_.write("rails.slcs", slices_text(files + features, "0.0 1.0\n6\n3 0 0\n1\n"));
  EXPECT_THAT(
      finding(station(10, "", "rails.slcs")),
      StartsWith("rails.slcs:5:3: S_F: has a feature that is not in all slices, where a run needs whole "
                 "lines (got < 0). Divide the file, and name its parts as rails beside each other"));
}

TEST_F(Rails, WithGapsInTheWrongOrderAreRefused) {
  for (const char* gap : {"from = 20.0\nto = 20.0\n", "from = 20.0\nto = 19.0\n"})
    EXPECT_THAT(finding(std::string("[[rails.gaps]]\n") + gap),
                StartsWith("track.toml:5:1: rails.gaps[0]: does not lie behind the gap before, or has no "
                           "length (got 20 to "));
}

TEST_F(Rails, OfSlicesHaveNoFeaturesInTheTrackFile) {
  folder_.write("rail.csv", head_text);
  folder_.write("rails.slcs", slices_text("0 'rail.csv'\n500 'rail.csv'\n800 'rail.csv'\n2000 'rail.csv'\n"));
  EXPECT_THAT(finding(station(10, "features = [0, 30]\n", "rails.slcs")),
              StartsWith("track.toml:5:1: rails.stations[0].features: belong to a single profile (got "
                         "rails.slcs). Leave them out: a slices file has its own"));
}

TEST_F(Rails, WithPlacesThatAreNoNumbersAreRefused) {
  for (const char* number : {"nan", "inf"})
    EXPECT_THAT(finding(std::string("[[rails.stations]]\ns = ") + number + "\nprofile = \"140re\"\n"),
                StartsWith("track.toml:6:"))
        << number;
  EXPECT_THAT(finding(station(10, "z = 0.3\n")), StartsWith("track.toml:8:5: rails.stations[0].z: "));
}

TEST_F(Rails, OfSlicesOfAnotherLayoutAreRefusedInTheirFile) {
  folder_.write("rails.slcs", "[slices]\nversion = 2\n");
  EXPECT_THAT(finding(station(10, "", "rails.slcs")), StartsWith("rails.slcs:1:"));
}

TEST_F(Rails, WithPartsThatDoNotCorrespondAreRefused) {
  EXPECT_THAT(
      finding(station(10, "features = [0, 30, 60]\n") + station(20, "z = -0.001\n")),
      HasSubstr("rails.stations[1].features: do not correspond to those of the station before (got 0; "
                "allowed 3). Give both stations the same number of features"));
  EXPECT_THAT(
      finding(station(10, "features = [30, 10]\n") + station(20, "z = -0.001\n")),
      HasSubstr("rails.stations[0].features: do not divide the profile (got 30, 10; allowed two or more "
                "rising lengths from 0 to "));
}

TEST_F(Rails, NextToTheRunningRailNeedTwoStations) {
  EXPECT_THAT(
      finding(station(10, "name = \"nose\"\n")),
      HasSubstr("rails.stations[0]: is the only station of the rail \"nose\" (allowed at least two)"));
}

TEST_F(Rails, ThatVaryAreRefusedByMethodsWithOneSection) {
  const std::string stations = station(10, "") + station(20, "z = -0.001\n");
  for (const std::string method : {"kec", "lut"})
    EXPECT_THAT(finding(stations, {"contact.method=" + method}),
                AllOf(StartsWith("track.toml:5:1: rails.stations: vary along the track"),
                      HasSubstr("(got " + method + "; allowed elastic). Set contact.method = \"elastic\"")));
  EXPECT_THAT(finding(stations, {"contact.patch=strip"}),
              HasSubstr("rails.stations: cannot be combined with contact.patch = \"strip\""));
  EXPECT_THAT(finding(stations, {"profiles.rail=60e1"}),
              HasSubstr("profiles.rail: replaces rails that have stations"));
}

}  // namespace
}  // namespace flangeway::vehicle_case
