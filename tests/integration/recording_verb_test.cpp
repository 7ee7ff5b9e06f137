// `flangeway recording` as a user meets it.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const std::string track_geometry = FLANGEWAY_SOURCE_DIR "/models/measured/track_geometry.csv";

TEST(RecordingVerb, JudgesSectionsAndDefects) {
  const TemporaryFolder folder;
  const auto picture = folder.path() / "geometry.svg";
  const std::vector<std::string> command{
      "recording", track_geometry,  "--gaps",   "split",
      "--speed",   "160",           "--limits", FLANGEWAY_SOURCE_DIR "/models/track_quality/en13848_5.toml",
      "--plot",    picture.string()};
  const ProgramResult result = run_flangeway(command);
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out, StartsWith("0 to 1000 m, a sample every 0.5 m, gaps: 1, pieces: 2\n"
                                     "  gap from 700 to 706 m\n"));
  EXPECT_THAT(result.out, HasSubstr("  judged: longitudinal_level_left D1, immediate 23 mm: "));
  EXPECT_THAT(
      result.out,
      HasSubstr(" beyond, over 995 m; EN 13848-5:2008+A1:2010 (no printed source found: unverified)\n"));
  EXPECT_THAT(result.out,
              HasSubstr("  judged: gauge, immediate least 1427 mm, immediate greatest 1470 mm: 0 beyond, "
                        "over 995 m; TSI INF 1299/2014, table 12\n"));
  EXPECT_THAT(result.out,
              HasSubstr("  not judged: alert and intervention limits: the limits do not have it\n"));
  EXPECT_THAT(result.out,
              HasSubstr("at 480 m, immediate limit 23 mm (no printed source found: unverified)\n"));
  EXPECT_THAT(read_file(picture), HasSubstr("Longitudinal level, left rail"));
}

// Nothing that was not judged looks like an all clear, and standard error says that nothing was.
TEST(RecordingVerb, SaysWhatWasNotJudged) {
  const TemporaryFolder folder;
  std::string text = "s [m],twist [mm/m]\n";
  for (int i = 0; i < 400; ++i) text += std::to_string(i) + ",9\n";
  const auto file = folder.write("r.csv", text);
  const std::vector<std::string> command{
      "recording", file.string(), "--speed",
      "120",       "--limits",    FLANGEWAY_SOURCE_DIR "/models/track_quality/en13848_5.toml"};
  const ProgramResult none = run_flangeway(command);
  EXPECT_EQ(none.exit_code, 0);
  EXPECT_THAT(none.out,
              HasSubstr("not judged: twist: its base is not known, and the limit depends on it: name the "
                        "column twist_3m, or give --twist-base\n"));
  EXPECT_THAT(none.error, HasSubstr("was judged; the report says why\n"));
  std::vector<std::string> with_base = command;
  with_base.insert(with_base.end(), {"--twist-base", "3", "--json"});
  const auto json = nlohmann::json::parse(run_flangeway(with_base).out);
  EXPECT_EQ(json["judged"].size(), 1U);
  EXPECT_EQ(json["judged"][0]["limit"], "immediate 7 mm/m over 3 m");
  EXPECT_EQ(json["defects"].size(), 1U);
  EXPECT_EQ(json["not_judged"][0]["reason"], "no column");
}

TEST(RecordingVerb, JsonHasTheSections) {
  const auto json = nlohmann::json::parse(
      run_flangeway({"recording", track_geometry, "--gaps", "interpolate", "--json"}).out);
  EXPECT_EQ(json["gaps"].size(), 1U);
  EXPECT_EQ(json["pieces"], 1);
  ASSERT_EQ(json["sections"].size(), 5U);
  EXPECT_NEAR(json["sections"][3]["standard_deviations"]["gauge"]["D1"].get<double>(), 0, 1e-4);
}

TEST(RecordingVerb, FindsNoShiftAgainstItself) {
  const ProgramResult result =
      run_flangeway({"recording", track_geometry, "--gaps", "interpolate", "--compare", track_geometry});
  EXPECT_THAT(result.out, HasSubstr("the other recording is shifted by 0.000 m (correlation 1.000"));
}

TEST(RecordingVerb, TellsWhatAChordDoesNotSee) {
  const ProgramResult result =
      run_flangeway({"recording", track_geometry, "--gaps", "interpolate", "--chord", "5", "5"});
  EXPECT_THAT(result.out, HasSubstr("shapes of 3 to 200 m from offsets of a chord of 5 + 5 m"));
  EXPECT_THAT(result.out, HasSubstr("  the chord does not see wavelengths from 4.7"));
}

TEST(RecordingVerb, ShowsSpectraAndCoherence) {
  const TemporaryFolder folder;
  const auto picture = folder.path() / "spectra.svg", table = folder.path() / "spectra.csv";
  const ProgramResult result = run_flangeway({"recording", track_geometry, "--gaps", "split", "--spectra",
                                              "--plot", picture.string(), "-o", table.string()});
  ASSERT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out, StartsWith("12 segments of 128 m, as good as "));
  EXPECT_THAT(result.out, HasSubstr("independent quantities have a coherence below "));
  EXPECT_THAT(result.out, HasSubstr("longitudinal_level_left, longitudinal_level_right "));
  EXPECT_THAT(read_file(table), StartsWith("frequency [1/m]; alignment_left [m2/(1/m)]; "));
  EXPECT_THAT(read_file(picture), HasSubstr("ERRI B176 low"));
  const auto json =
      nlohmann::json::parse(run_flangeway({"recording", track_geometry, "--gaps", "interpolate", "--spectra",
                                           "--segment", "64", "--compare", track_geometry, "--json"})
                                .out);
  EXPECT_EQ(json["segment"], 64);
  EXPECT_EQ(json["spectra"].size(), 12U);
  EXPECT_EQ(json["spectra"][0]["published"].size(), 8U);
  const auto& last = json["coherence"].back();
  EXPECT_EQ(last["second"], "other.gauge");
  EXPECT_NEAR(last["mean"]["D1"].get<double>(), 1, 1e-9);
}

TEST(RecordingVerb, RefusesWhatItCannotJudge) {
  const auto says = [](const std::vector<std::string>& arguments) {
    const ProgramResult result = run_flangeway(arguments);
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.out, "");
    return result.error;
  };
  EXPECT_THAT(says({"recording", track_geometry}),
              HasSubstr("s: comes after a gap (got 6 m). Take --gaps interpolate or --gaps split."));
  EXPECT_THAT(says({"recording", track_geometry, "--speed", "100"}),
              HasSubstr("--speed: is given without --limits. Limits depend on the speed: give both."));
  EXPECT_THAT(
      says({"recording", track_geometry, "--chord", "5"}),
      HasSubstr("--chord: does not give the two parts of a chord (allowed two numbers > 0 in m). Give the "
                "lengths before and after the point: --chord 5 5."));
  EXPECT_THAT(says({"recording", track_geometry, "--segment", "50"}),
              HasSubstr("--segment: is for --spectra only. Add --spectra, or leave it out."));
  EXPECT_THAT(says({"recording", track_geometry, "-o", "x.csv"}),
              HasSubstr("--output: is for --spectra only. Add --spectra, or take --json."));
  EXPECT_THAT(says({"recording", track_geometry, "--spectra", "--speed", "100", "--limits", "l.toml"}),
              HasSubstr("--limits: is not for --spectra. Judge the recording without --spectra."));
  EXPECT_THAT(
      says({"recording", track_geometry, "--gaps", "split", "--spectra", "--segment", "2"}),
      HasSubstr("is too short for a spectrum, or its segments are (got 2 m; allowed segments of at least 8 m "
                "without a gap). Record more, or choose longer segments."));
  const TemporaryFolder folder;
  const auto other = folder.write("o.csv", [] {
    std::string text = "s [m]; twist [mm/m]\n";
    for (int i = 0; i < 200; ++i) text += std::to_string(i) + ";1\n";
    return text;
  }());
  EXPECT_THAT(says({"recording", track_geometry, "--gaps", "split", "--compare", other.string()}),
              HasSubstr("has no column in common with " + track_geometry +
                        ". Compare recordings of the same quantities."));
}

}  // namespace
}  // namespace flangeway::test
