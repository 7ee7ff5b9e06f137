// `flangeway track` as a user meets it.
#include <gmock/gmock.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

const std::string irregular_curve = FLANGEWAY_SOURCE_DIR "/models/tracks/curve_r500_irregular.toml";

TEST(TrackVerb, PrintsSegmentsAndIrregularities) {
  const ProgramResult result = run_flangeway({"track", irregular_curve});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.error, "");
  EXPECT_THAT(result.out, StartsWith("curve R 500, irregular, 500 m\n"));
  EXPECT_THAT(
      result.out,
      HasSubstr("       100         50  transition (clothoid)    straight → R 500 left          0\n"));
  EXPECT_THAT(result.out, HasSubstr("smallest mm"));
  EXPECT_THAT(result.out, HasSubstr("gauge_variation"));
}

TEST(TrackVerb, JsonIsOneDocument) {
  const ProgramResult result = run_flangeway({"track", irregular_curve, "--json"});
  ASSERT_EQ(result.exit_code, 0);
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json["length"], 500);
  EXPECT_EQ(json["rail_distance"], 1.511);
  EXPECT_EQ(json["segments"][1]["kind"], "transition");
  EXPECT_DOUBLE_EQ(json["segments"][2]["curvature_end"].get<double>(), 1 / 500.0);
  EXPECT_LT(json["irregularities"]["gauge_variation"]["maximum"].get<double>(), 9e-3);
  EXPECT_TRUE(json["notes"].empty());
}

TEST(TrackVerb, WritesPictureAndTable) {
  const TemporaryFolder folder;
  const auto picture = folder.path() / "track.svg", table = folder.path() / "track.csv";
  const std::vector<std::string> command{"track", irregular_curve, "--plot", picture.string(),
                                         "-o",    table.string()};
  ASSERT_EQ(run_flangeway(command).exit_code, 0);
  EXPECT_THAT(read_file(picture), HasSubstr("Gauge variation"));
  EXPECT_THAT(read_file(table),
              StartsWith("s,x,y,z,heading,slope,cant_angle,curvature,cant,gradient,y_left,"));
  const ProgramResult again = run_flangeway(command);
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_THAT(again.error, HasSubstr("exists already. Give another name, or --force to overwrite it."));
}

// The table that -o writes is a file of measured irregularities.
TEST(TrackVerb, ReadsItsOwnTableAsMeasured) {
  const TemporaryFolder folder;
  const auto table = folder.path() / "measured.csv";
  ASSERT_EQ(run_flangeway({"track", irregular_curve, "-o", table.string()}).exit_code, 0);
  const auto track = folder.write("t.toml",
                                  "[[segments]]\nkind = \"straight\"\nlength = 500\n"
                                  "[irregularities.measured]\nfile = \"measured.csv\"\n");
  const ProgramResult first = run_flangeway({"track", irregular_curve, "--json"});
  const ProgramResult second = run_flangeway({"track", track.string(), "--json"});
  ASSERT_EQ(second.exit_code, 0) << second.error;
  const auto range = [](const ProgramResult& result) {
    return nlohmann::json::parse(result.out)["irregularities"]["vertical_profile"]["maximum"].get<double>();
  };
  EXPECT_NEAR(range(first), range(second), 1e-9);
}

TEST(TrackVerb, NotesGoToStandardError) {
  const TemporaryFolder folder;
  const auto track = folder.write("t.toml",
                                  "[[segments]]\nkind = \"straight\"\nlength = 20\n"
                                  "[[segments]]\nkind = \"circular\"\nlength = 20\nradius = 250\n");
  const ProgramResult result = run_flangeway({"track", track.string()});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.error, StartsWith("note: "));
  EXPECT_THAT(result.error,
              HasSubstr("t.toml:4:1: segments[1]: curvature jumps by 0.004 1/m without a transition"));
  EXPECT_THAT(result.out, HasSubstr("no irregularities"));
  EXPECT_EQ(run_flangeway({"track", track.string(), "--quiet"}).error, "");
}

TEST(TrackVerb, ARailProfileThatIsMissingOrOfAWheelIsBadInput) {
  const TemporaryFolder folder;
  const auto says = [&](const std::string& profile) {
    folder.write("track.toml", "segments = [{ kind = \"straight\", length = 100.0 }]\n[rails]\nprofile = \"" +
                                   profile + "\"\n");
    const ProgramResult result = run_flangeway({"track", "track.toml"}, {.folder = folder.path()});
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    return result.error;
  };
  EXPECT_THAT(says("s1002"),
              StartsWith("track.toml:3:11: s1002 is a wheel profile, but a rail profile is wanted"));
  EXPECT_THAT(says("nowhere.csv"), StartsWith("track.toml:3:11: profile file nowhere.csv cannot be read."));
}

TEST(TrackVerb, RailsOfStationsAndLayoutsAreReadAsInARun) {
  const TemporaryFolder folder;
  std::filesystem::copy_file(FLANGEWAY_SOURCE_DIR "/models/profiles/cone_1_20.csv",
                             folder.path() / "cone.csv");
  const auto says = [&](const std::string& rails) {
    folder.write("track.toml", "segments = [{ kind = \"straight\", length = 100.0 }]\n" + rails);
    const ProgramResult result = run_flangeway({"track", "track.toml", "--quiet"}, {.folder = folder.path()});
    EXPECT_EQ(result.exit_code, result.error.empty() ? 0 : 2) << rails;
    return result.error;
  };
  const std::string stations =
      "[[rails.stations]]\ns = 0.0\nprofile = \"60e1\"\n[[rails.stations]]\ns = 50.0\n";
  EXPECT_EQ(says(stations + "profile = \"54e1\"\n"), "");
  EXPECT_THAT(says(stations + "profile = \"s1002\"\n"),
              StartsWith("track.toml:7:11: s1002 is a wheel profile, but a rail profile is wanted"));
  EXPECT_THAT(says(stations + "profile = \"nofile.csv\"\n"),
              StartsWith("track.toml:7:11: profile file nofile.csv cannot be read."));
  EXPECT_EQ(says("rails.profile = \"cone.csv\"\n"),
            "cone.csv: is a wheel profile by its flange, but a rail profile is wanted.\n");
  EXPECT_THAT(says("[[rails.check_rails]]\nfrom = 10.0\nto = 20.0\nprofile = \"s1002\"\n"),
              StartsWith("track.toml:5:11: s1002 is a wheel profile, but a rail profile is wanted"));
  folder.write("layout.toml", "[[stations]]\ns = 0.0\nprofile = \"nofile.csv\"\n");
  EXPECT_THAT(says("[[rails.layouts]]\nfile = \"layout.toml\"\ns = 10.0\n"),
              StartsWith("layout.toml:3:11: profile file nofile.csv cannot be read."));
}

TEST(TrackVerb, BadInputIsCollectedAndEndsWithCodeTwo) {
  const TemporaryFolder folder;
  const auto track = folder.write("t.toml",
                                  "[[segments]]\nkind = \"straight\"\nlength = 20\n"
                                  "[[segments]]\nkind = \"circular\"\nlength = 20\n"
                                  "[[segments]]\nkind = \"transition\"\nlength = 20\n");
  const ProgramResult result = run_flangeway({"track", track.string()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_THAT(result.error, HasSubstr("t.toml:4:1: segments[1].radius: is missing"));
  EXPECT_THAT(result.error,
              HasSubstr("t.toml:7:1: segments[2].kind: is a transition at the end of the track"));
}

const std::string branch_line = FLANGEWAY_SOURCE_DIR "/models/tracks/branch_line.xml";

TEST(TrackVerb, DrawsALineOfALandXmlFile) {
  const TemporaryFolder folder;
  const auto picture = folder.path() / "line.svg";
  const ProgramResult result = run_flangeway({"track", branch_line, "--plot", picture.string()});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.error, "");
  EXPECT_THAT(result.out, StartsWith("Track 1, 1300.03 m\n"));
  EXPECT_THAT(result.out,
              HasSubstr("transition (bloss)       R 600 left → straight          90 → 0             km "
                        "12.4300\n"));
  EXPECT_THAT(result.out,
              HasSubstr("11 joints between elements\n  largest gap                         0.000 mm"));
  EXPECT_THAT(read_file(picture), HasSubstr("Height"));
  const auto json = nlohmann::json::parse(run_flangeway({"track", branch_line, "--json"}).out);
  EXPECT_EQ(json["joints"].size(), 11U);
  EXPECT_EQ(json["segments"][3]["shape"], "bloss");
  EXPECT_DOUBLE_EQ(json["segments"][0]["chainage"].get<double>(), 12000);
}

// The same line from another format, drawn, listed and written as LandXML.
TEST(TrackVerb, DrawsALineOfAnIfcFile) {
  const TemporaryFolder folder;
  const std::string ifc = FLANGEWAY_SOURCE_DIR "/models/tracks/branch_line.ifc";
  const auto picture = folder.path() / "line.svg", line = folder.path() / "line.xml";
  const ProgramResult result = run_flangeway({"track", ifc, "--plot", picture.string(), "-o", line.string()});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.error, "");
  EXPECT_THAT(result.out, StartsWith("Track 1, 1300.03 m\n"));
  EXPECT_THAT(result.out, HasSubstr("11 joints between elements"));
  EXPECT_THAT(read_file(picture), HasSubstr("Height"));
  EXPECT_THAT(run_flangeway({"track", line.string()}).out, HasSubstr("km 12.4300"));
  const ProgramResult other = run_flangeway({"track", ifc, "--alignment", "Track 2"});
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.error, HasSubstr("alignment.name: is not in " + ifc +
                                     " (got \"Track 2\"; allowed \"Track 1\"). "
                                     "Write \"Track 1\"."));
  folder.write("old.ifc",
               "ISO-10303-21;\nHEADER;\nFILE_SCHEMA(('IFC2X3'));\nENDSEC;\nDATA;\nENDSEC;\n"
               "END-ISO-10303-21;\n");
  const ProgramResult old = run_flangeway({"track", "old.ifc"}, {.folder = folder.path()});
  EXPECT_EQ(old.exit_code, 2);
  EXPECT_THAT(old.error,
              HasSubstr("old.ifc:3:1: FILE_SCHEMA: is another version of IFC (got IFC2X3; allowed IFC4X1"));
  folder.write("packed.xml", "PK\x03\x04");
  EXPECT_THAT(
      run_flangeway({"track", "packed.xml"}, {.folder = folder.path()}).error,
      HasSubstr("packed.xml: is a ZIP archive (allowed LandXML, or IFC 4.1 to 4.3 in the STEP format). "
                "Unpack it"));
}

TEST(TrackVerb, WritesAndReadsLandXml) {
  const TemporaryFolder folder;
  const auto line = folder.path() / "line.xml", again = folder.path() / "again.xml";
  ASSERT_EQ(run_flangeway({"track", irregular_curve, "-o", line.string()}).exit_code, 0);
  ASSERT_EQ(run_flangeway({"track", line.string(), "-o", again.string()}).exit_code, 0);
  EXPECT_THAT(read_file(line), HasSubstr("<Spiral spiType=\"clothoid\" rot=\"ccw\" radiusStart=\"INF\" "
                                         "radiusEnd=\"500\" length=\"50\" staStart=\"100\">"));
  EXPECT_EQ(read_file(line), read_file(again));
}

TEST(TrackVerb, WritesNoTableUnderTheNameOfALine) {
  const TemporaryFolder folder;
  const ProgramResult result =
      run_flangeway({"track", irregular_curve, "-o", "line.IFC"}, {.folder = folder.path()});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error,
              HasSubstr("-o: is a line in IFC, which is read but not written (got line.IFC; allowed "
                        "OUT.xml (LandXML) or OUT.csv (a table))."));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "line.IFC"));
}

TEST(TrackVerb, ListsTheAlignmentsOfAFile) {
  const TemporaryFolder folder;
  const auto file = folder.write(
      "l.xml",
      "<LandXML version=\"1.2\"><Units><Metric linearUnit=\"meter\"/></Units><Alignments>\n"
      "<Alignment name=\"up\" staStart=\"0\"><CoordGeom><Line length=\"50\"/></CoordGeom></Alignment>\n"
      "<Alignment name=\"down\" staStart=\"0\"><CoordGeom><Line length=\"60\"/></CoordGeom></Alignment>\n"
      "</Alignments></LandXML>\n");
  const ProgramResult result = run_flangeway({"track", file.string()});
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(result.out,
            "2 alignments\n\n"
            "  length m  elements  heights    cant mm     gap mm  kink mrad  name\n"
            "    50.000         1        0          0      0.000      0.000  up\n"
            "    60.000         1        0          0      0.000      0.000  down\n");
  EXPECT_THAT(run_flangeway({"track", file.string(), "--alignment", "down"}).out, StartsWith("down, 60 m\n"));
  const auto says = [](const std::vector<std::string>& arguments) {
    const ProgramResult refused = run_flangeway(arguments);
    EXPECT_EQ(refused.exit_code, 2);
    EXPECT_EQ(refused.out, "");
    return refused.error;
  };
  EXPECT_THAT(says({"track", file.string(), "--alignment", "dawn"}),
              HasSubstr("alignment.name: is not in " + file.string() +
                        " (got \"dawn\"; allowed \"up\", \"down\"). Write \"down\"."));
  EXPECT_THAT(
      says({"track", file.string(), "-o", (folder.path() / "o.csv").string()}),
      HasSubstr("alignment.name: is missing: the file has several alignments (allowed \"up\", \"down\"). "
                "Name one."));
  EXPECT_THAT(says({"track", file.string(), "--alignment", "up", "--set", "run_out=5"}),
              HasSubstr("--set: is for the keys of a track file, which a LandXML or IFC file does not have "
                        "(got run_out=5). "
                        "Write a track file that names it: alignment.file."));
  EXPECT_THAT(
      says({"track", irregular_curve, "--alignment", "up"}),
      HasSubstr(
          "--alignment: is for a line of a LandXML or IFC file (got up). Leave it out, or name the file by "
          "alignment.file."));
}

TEST(TrackVerb, ListsTheOtherAlignmentsBesideAWrongOne) {
  const TemporaryFolder folder;
  folder.write(
      "l.xml",
      "<LandXML version=\"1.2\"><Units><Metric linearUnit=\"meter\"/></Units><Alignments>\n"
      "<Alignment name=\"up\" staStart=\"0\"><CoordGeom><Line length=\"50\"/></CoordGeom></Alignment>\n"
      "<Alignment name=\"down\" staStart=\"0\"><CoordGeom><Line length=\"-1\"/></CoordGeom></Alignment>\n"
      "</Alignments></LandXML>\n");
  const auto run = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"track", "l.xml"});
    return run_flangeway(arguments, {.folder = folder.path()});
  };
  const std::string wrong =
      "l.xml:3:49: CoordGeom[0].length: is not a positive length (got -1; allowed a number > 0).";
  EXPECT_EQ(run({}).out,
            "2 alignments\n\n"
            "  length m  elements  heights    cant mm     gap mm  kink mrad  name\n"
            "    50.000         1        0          0      0.000      0.000  up\n"
            "         -         -        -          -          -          -  down\n\n" +
                wrong + "\n");
  const auto json = nlohmann::json::parse(run({"--json"}).out);
  EXPECT_EQ(json["alignments"][0]["length"], 50);
  EXPECT_EQ(json["alignments"][1]["findings"][0], wrong);
  EXPECT_THAT(run({"--alignment", "up"}).out, StartsWith("up, 50 m\n"));
  const ProgramResult set = run({"--set", "run_out=5"});
  EXPECT_EQ(set.exit_code, 2);
  EXPECT_THAT(set.error, HasSubstr("--set: is for the keys of a track file"));
}

TEST(TrackVerb, ShowsHowFarAFlexibleTrackYields) {
  const TemporaryFolder folder;
  const auto track =
      folder.write("t.toml", "structure_of = \"" FLANGEWAY_SOURCE_DIR
                             "/models/tracks/ballasted_uic60.toml\"\n"
                             "[[segments]]\nkind = \"straight\"\nlength = 40\n[rails]\ngauge = 1.668\n"
                             "inclination = 0.05\n");
  const ProgramResult result = run_flangeway({"track", track.string(), "--receptance", "50"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error,
              HasSubstr("lies outside the track (got 50; allowed 0 to 40 in m). Name a place on the "
                        "track."));
  const ProgramResult both = run_flangeway({"track", track.string(), "--receptance", "20"});
  EXPECT_EQ(both.exit_code, 0) << both.error;
  EXPECT_THAT(
      both.out,
      StartsWith("receptance of the left rail in m/N, on the sleeper at 19.8 m and between sleepers at "
                 "20.1 m; m-s: masses on springs\n\nfrequency Hz    vertical on        between   "
                 "vertical m-s     lateral on        between    lateral m-s\n        10.0 "));
  const ProgramResult bare = run_flangeway({"track", irregular_curve, "--receptance", "50"});
  EXPECT_EQ(bare.exit_code, 2);
  EXPECT_THAT(bare.error, HasSubstr("structure: is missing"));
}

// k = 2e7 N/m and 5e-8 m/N: far below its natural frequency a mass yields as its spring does.
TEST(TrackVerb, ShowsHowFarMassesOnSpringsYield) {
  const TemporaryFolder folder;
  const auto track = folder.write("t.toml", R"([[segments]]
kind = "straight"
length = 40
[mass_spring.rail]
mass_lateral = 1e-3
mass_vertical = 1e-3
stiffness_lateral = 1e7
stiffness_vertical = 2e7
)");
  const ProgramResult result = run_flangeway({"track", track.string(), "--receptance", "20"});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out, StartsWith("receptance of the left rail in m/N; m-s: masses on springs\n\n"
                                     "frequency Hz   vertical m-s    lateral m-s\n"
                                     "        10.0    5.00000e-08    1.00000e-07\n"));
  const auto json =
      nlohmann::json::parse(run_flangeway({"track", track.string(), "--receptance", "20", "--json"}).out);
  EXPECT_NEAR(json["vertical_mass_spring"]["real"][0], 5e-8, 1e-14);
  EXPECT_EQ(json["frequency"].size(), json["lateral_mass_spring"]["imaginary"].size());
}

TEST(TrackVerb, MissingFileIsOneFinding) {
  const ProgramResult result = run_flangeway({"track", "nowhere.toml"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, HasSubstr("nowhere.toml: does not exist. Check the name and the folder."));
  EXPECT_THAT(result.error, Not(HasSubstr("segments")));
}

TEST(TrackVerb, JudgesTheDesignOfALine) {
  const std::string limits = FLANGEWAY_SOURCE_DIR "/models/line_limits/tsi_inf_passenger.toml";
  const ProgramResult result = run_flangeway({"track", irregular_curve, "--limits", limits, "--speed", "80"});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out, HasSubstr("design at 80 km/h, limits of TSI INF, passenger lines"));
  EXPECT_THAT(result.out, HasSubstr("TSI INF 1299/2014, table 8"));
  EXPECT_THAT(result.out, HasSubstr("not judged: rate of cant: the file has no limit of it"));
  const ProgramResult alone = run_flangeway({"track", irregular_curve, "--limits", limits});
  EXPECT_EQ(alone.exit_code, 2);
  EXPECT_THAT(alone.error, HasSubstr("Limits depend on the speed: give both"));
}

}  // namespace
}  // namespace flangeway::test
