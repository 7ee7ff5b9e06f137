// A line that starts at km 12.0: start of a vehicle, printed summary and results.
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "integration/models.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class Chainage : public testing::Test {
 protected:
  Chainage() {
    folder_.write("case.toml", "vehicle = \"" + models +
                                   "vehicles/wheelset.toml\"\ntrack = \"track.toml\"\nspeed = 10.0\n"
                                   "integration.duration = 2\noutput.interval = 0.1\n"
                                   "contact = { method = \"kec\" }\ninitial.y = 0.006\n");
    write_track("chainage = [{ s = 0, chainage = 12000 }, { s = 60, chainage = 12110 }]\n");
  }
  void write_track(const std::string& chainage) {
    folder_.write("track.toml", chainage +
                                    "[[segments]]\nkind = \"straight\"\nlength = 50\n"
                                    "[[segments]]\nkind = \"circular\"\nlength = 150\nradius = 150\n"
                                    "direction = \"left\"\n[rails]\nprofile = \"140re\"\n"
                                    "lateral_position = 0.7555\ninclination = 0\n");
  }
  ProgramResult flangeway(std::vector<std::string> command) const {
    return run_flangeway(command, {.folder = folder_.path()});
  }
  nlohmann::json started_at(const std::string& set) const {
    return nlohmann::json::parse(
        flangeway({"run", "case.toml", "--set", set, "-o", "a.h5", "--force", "--json", "--quiet"}).out);
  }
  TemporaryFolder folder_;
};

TEST_F(Chainage, AStartByChainageIsThatByPosition) {
  const auto by_chainage = started_at("initial.chainage=12045"), by_position = started_at("initial.s=45");
  EXPECT_EQ(by_chainage["final"], by_position["final"]);
  EXPECT_EQ(by_chainage["steps"], by_position["steps"]);
}

TEST_F(Chainage, EventsRowsAndTheSummaryHaveIt) {
  const auto json = started_at("initial.chainage=12045");
  ASSERT_FALSE(json["events"].empty()) << "a wheelset in a curve of 150 m touches with its flange";
  for (const auto& event : json["events"]) {
    const double s = 45 + event["distance"].get<double>();
    EXPECT_NEAR(event["chainage"].get<double>(), s < 60 ? 12000 + s : 12050 + s, 1e-6) << event;
  }
  EXPECT_THAT(flangeway({"results", "a.h5", "--summary"}).out, HasSubstr("from km 12.0450 to km 12.1150\n"));
  const std::string csv = flangeway({"results", "a.h5", "--channel", "*.left.Q", "--csv", "--chainage",
                                     "--from", "12110.5", "--to", "12112.5"})
                              .out;
  EXPECT_THAT(csv, StartsWith("t [s],distance [m],chainage [m],wheelset.left.Q [N]\n1.6"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3) << csv;
  const auto rows =
      nlohmann::json::parse(flangeway({"results", "a.h5", "--channel", "chainage", "--json"}).out);
  EXPECT_NEAR(rows["channels"]["chainage"][0].get<double>(), 12045, 1e-9);
}

TEST_F(Chainage, PicturesAndPrintedPagesAreDrawnOverIt) {
  (void)started_at("initial.chainage=12045");
  EXPECT_EQ(flangeway({"results", "a.h5", "--channel", "*.left.Q", "--plot", "q.svg"}).exit_code, 0);
  EXPECT_THAT(read_file(folder_.path() / "q.svg"), HasSubstr("chainage in km"));
}

TEST_F(Chainage, TracksWithoutItHaveNone) {
  write_track("");
  const auto json = started_at("initial.s=45");
  EXPECT_FALSE(json.contains("chainage"));
  EXPECT_FALSE(json["events"][0].contains("chainage"));
  EXPECT_THAT(flangeway({"results", "a.h5"}).out, Not(HasSubstr("chainage")));
  const ProgramResult refused =
      flangeway({"results", "a.h5", "--channel", "*.Q", "--csv", "--chainage", "--from", "1"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.error, HasSubstr("--chainage: cannot be used: the result has no channel 'chainage'"));
}

TEST_F(Chainage, StartsThatAreNoneAreRefused) {
  const auto refused = [&](std::vector<std::string> sets) {
    std::vector<std::string> command{"run", "case.toml"};
    for (std::string& set : sets) command.insert(command.end(), {"--set", std::move(set)});
    const ProgramResult result = flangeway(command);
    EXPECT_EQ(result.exit_code, 2);
    return result.error;
  };
  EXPECT_THAT(
      refused({"initial.chainage=12080"}),
      HasSubstr("initial.chainage: is not on the track (got 12080; allowed 12000 at its start to 12250 m at "
                "its end)"));
  EXPECT_THAT(
      refused({"initial.chainage=12010", "initial.s=3"}),
      HasSubstr("initial.chainage: is given together with initial.s (got 12010). Give one of the two."));
  write_track("chainage = [{ s = 0, chainage = 12000 }, { s = 60, chainage = 12020 }]\n");
  EXPECT_THAT(
      refused({"initial.chainage=12030"}),
      HasSubstr("initial.chainage: is on the track at s = 30.000 m, and at s = 70.000 m (got 12030). Give "
                "initial.s."));
  write_track("");
  EXPECT_THAT(
      refused({"initial.chainage=12010"}),
      HasSubstr("initial.chainage: cannot be found: the track has no chainage (got 12010). Give initial.s"));
}

}  // namespace
}  // namespace flangeway::test
