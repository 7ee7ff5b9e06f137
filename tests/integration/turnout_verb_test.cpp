// Rails that vary along the track, as a user meets them.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "models.hpp"
#include "support/run_program.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::test {
namespace {

using testing::HasSubstr;

nlohmann::json run_turnout(const std::vector<std::string>& sets, std::vector<std::string> more = {}) {
  const TemporaryFolder folder;
  std::vector<std::string> command{"run", models + "cases/turnout.toml", "--json", "-o",
                                   (folder.path() / "run.h5").string()};
  for (const std::string& set : sets) command.insert(command.end(), {"--set", set});
  command.insert(command.end(), more.begin(), more.end());
  const ProgramResult result = run_flangeway(command);
  EXPECT_EQ(result.exit_code, 0) << result.error;
  return nlohmann::json::parse(result.out);
}

// The first wheelset passes the crossing: no wheel is lost, and half the step gives the same.
TEST(TurnoutRuns, TheNoseTakesTheWheelOver) {
  const std::vector<std::string> over_the_nose{"initial.s=47", "integration.duration=0.5"};
  std::vector<std::string> finer = over_the_nose;
  finer.push_back("integration.step=1.25e-4");
  const auto run = run_turnout(over_the_nose), fine = run_turnout(finer);
  EXPECT_EQ(run["status"], "completed");
  const auto largest = [](const nlohmann::json& json) {
    return json["wheels"]["wheelset1.left"]["Q_max"].get<double>();
  };
  EXPECT_NEAR(largest(run), largest(fine), 0.01 * largest(fine));  // 0.3 %
  EXPECT_GT(largest(run), 1.5 * run["wheels"]["wheelset1.right"]["Q_max"].get<double>());
}

// The diverging route in both directions, at 50 km/h on R 500 m without cant. The check rail holds the
// wheelset that would strike the nose.
TEST(TurnoutRuns, PassTheDivergingRouteInBothDirections) {
  for (const std::string track : {"diverging", "diverging_trailing"}) {
    const auto run = run_turnout({"track=" + models + "tracks/turnout_60e1_1_12_" + track + ".toml",
                                  "speed=14", "integration.duration=3.9"});
    EXPECT_EQ(run["status"], "completed") << track;
    const char* nose_side = track == "diverging" ? "right" : "left";
    for (const char* wheelset : {"wheelset1", "wheelset2", "wheelset3", "wheelset4"})
      EXPECT_LT(run["wheels"][std::string(wheelset) + "." + nose_side]["Q_max"].get<double>(), 3.5e5)
          << track << ' ' << wheelset;
  }
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(TurnoutRuns, StrikeTheNoseWithoutTheCheckRail) {
  const TemporaryFolder folder;
  std::string layout = text_of(models + "layouts/turnout_60e1_1_12.toml");
  layout.erase(layout.find("[[check_rails]]"));
  const std::string relative = "../profiles/";
  for (std::size_t at = layout.find(relative); at != std::string::npos; at = layout.find(relative))
    layout.replace(at, relative.size(), models + "profiles/");
  folder.write("layout.toml", layout);
  std::vector<std::string> sets{"track=" + models + "tracks/turnout_60e1_1_12_diverging.toml", "speed=14",
                                "integration.duration=2.7"};
  const auto largest = [&] { return run_turnout(sets)["wheels"]["wheelset1.right"]["Q_max"].get<double>(); };
  const double held = largest();
  sets.push_back("track.rails.layouts[0].file=" + (folder.path() / "layout.toml").string());
  EXPECT_LT(held, 3e5);
  EXPECT_GT(largest(), 3 * held);
}

// A left-hand turnout and a right-hand one, and the line to the other side.
TEST(TurnoutRuns, OfTheOtherHandAreMirrorImages) {
  const std::vector<std::string> left{"track=" + models + "tracks/turnout_60e1_1_12_diverging.toml",
                                      "speed=14", "integration.duration=2.7"};
  std::vector<std::string> right = left;
  right.insert(right.end(), {"track.segments[2].direction=right", "track.rails.layouts[0].mirrored=false"});
  const auto a = run_turnout(left), b = run_turnout(right);
  for (const char* wheelset : {"wheelset1.", "wheelset2."}) {
    for (const char* quantity : {"Q_max", "Q_mean"}) {
      const auto of = [&](const nlohmann::json& run, const char* side) {
        return run["wheels"][std::string(wheelset) + side][quantity].get<double>();
      };
      EXPECT_NEAR(of(a, "left"), of(b, "right"), 1e-3 * of(a, "left")) << wheelset << quantity;
      EXPECT_NEAR(of(a, "right"), of(b, "left"), 1e-3 * of(a, "right")) << wheelset << quantity;
    }
  }
}

// Both ends of the gap lie beside a rail that then moves aside.
TEST(TurnoutRuns, DerailWhereAWheelFindsNoRail) {
  const TemporaryFolder folder;
  std::string track =
      "segments = [{ kind = \"straight\", length = 50.0 }]\n[rails]\nprofile = \"60e1\"\ngauge = 1.435\n"
      "[[rails.gaps]]\nrail = \"left\"\nfrom = 20.0\nto = 30.0\n";
  for (const auto& [s, y] :
       {std::pair{18.0, 0.0}, {20.5, 0.0}, {22.0, 0.3}, {28.0, 0.3}, {29.5, 0.0}, {32.0, 0.0}})
    track += fmt::format(
        "[[rails.stations]]\nrail = \"left\"\nname = \"beside\"\ns = {}\nprofile = \"60e1\"\ny = {}\n", s, y);
  folder.write("track.toml", track);
  folder.write("case.toml",
               "vehicle = \"" + models +
                   "vehicles/wheelset.toml\"\ntrack = \"track.toml\"\nspeed = 10.0\ncontact = { "
                   "method = \"elastic\" }\ninitial = { s = 19.0 }\nintegration = { step = 2.5e-4, "
                   "duration = 1.0 }\n");
  const ProgramResult result = run_flangeway({"run", "case.toml", "-o", "run.h5"}, {.folder = folder.path()});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  EXPECT_THAT(result.out, testing::ContainsRegex("derailed at t = 0\\.[0-9]+ s, distance [2-4]\\.[0-9]+ m: "
                                                 "wheelset.left, wheel left the rail"));
}

// The last row of a run, by channel.
std::map<std::string, double> last_row(const std::filesystem::path& file, const std::string& channels) {
  const ProgramResult result = run_flangeway({"results", file.string(), "--csv", "--channel", channels});
  EXPECT_EQ(result.exit_code, 0) << result.error;
  std::istringstream lines(result.out);
  std::string names, line, last;
  std::getline(lines, names);
  while (std::getline(lines, line))
    if (!line.empty()) last = line;
  std::map<std::string, double> row;
  std::istringstream name_cells(names), cells(last);
  for (std::string name, cell; std::getline(name_cells, name, ',') && std::getline(cells, cell, ',');)
    row[name.substr(0, name.find(' '))] = std::stod(cell);
  return row;
}

double sum_of(const std::map<std::string, double>& row, const std::string& end) {
  double sum = 0;
  for (const auto& [name, value] : row)
    if (name.ends_with(end)) sum += value;
  return sum;
}

// In a left curve without cant the outer flange runs on the outer rail. A check rail beside the inner rail
// takes the wheelset back to its play; all lateral forces together are m v²/R as before.
TEST(CheckRails, TakeOverFromTheFlangeInACurve) {
  constexpr double speed = 12, radius = 300, play = 0.6815 - (0.7175 - 0.039), stiffness = 1e8;
  const TemporaryFolder folder;
  const std::string track = fmt::format(
      "segments = [{{ kind = \"straight\", length = 20.0 }}, {{ kind = \"transition\", length = 40.0 }}, {{ "
      "kind = "
      "\"circular\", length = 200.0, radius = {}, direction = \"left\" }}]\n[rails]\nprofile = "
      "\"60e1\"\ngauge = "
      "1.435\ninclination = 0.025\n",
      radius);
  folder.write("plain.toml", track);
  folder.write("checked.toml", track + "[[rails.check_rails]]\nrail = \"left\"\nprofile = \"" + models +
                                   "profiles/turnout/check_rail.csv\"\nfrom = 70.0\nto = 250.0\nflangeway = "
                                   "0.039\nheight = 0.02\nflare_length = 4.0\n");
  folder.write("case.toml",
               "vehicle = \"" + models +
                   "vehicles/manchester.toml\"\ntrack = \"plain.toml\"\nspeed = 12.0\ncontact = { "
                   "method = \"elastic\", friction = { coefficient = 0.3 } }\ninitial = { s = 15.0 "
                   "}\nintegration = { method = \"abm4\", step = 2.5e-4, duration = 9.0 }\n");
  std::map<std::string, std::map<std::string, double>> rows;
  for (const std::string track_name : {"plain", "checked"}) {
    const ProgramResult result = run_flangeway({"run", "case.toml", "--set", "track=" + track_name + ".toml",
                                                "--set", "output.interval=0.01", "-o", track_name + ".h5"},
                                               {.folder = folder.path()});
    ASSERT_EQ(result.exit_code, 0) << result.error;
    rows[track_name] = last_row(folder.path() / (track_name + ".h5"),
                                "wheelset1.y,wheelset*.*.Y,wheelset*.*.Q,wheelset1.left.*");
    const auto& row = rows[track_name];
    EXPECT_NEAR(-sum_of(row, ".Y"), sum_of(row, ".Q") * speed * speed / (radius * 9.81),
                0.01 * sum_of(row, ".Q"))
        << track_name;
  }
  const double pressed = rows["checked"].at("wheelset1.left.check_rail_force");
  EXPECT_GT(pressed, 5e3);
  EXPECT_LT(rows["plain"].at("wheelset1.y"), -play - 1e-3);
  // Yaw of the leading wheelset lets the wheel touch earlier, by up to a millimetre.
  EXPECT_NEAR(rows["checked"].at("wheelset1.y"), -play - pressed / stiffness, 1.5e-3);
  EXPECT_GT(rows["checked"].at("wheelset1.y"), rows["plain"].at("wheelset1.y") + 1e-3);
}

// A flexible track yields to the wheel that climbs the nose.
TEST(TurnoutRuns, OnFlexibleTrackHaveASmallerImpact) {
  const std::vector<std::string> over_the_nose{"initial.s=47", "integration.duration=0.5"};
  std::vector<std::string> flexible = over_the_nose, finer;
  flexible.push_back("coupling.method=tight");
  finer = flexible;
  finer.push_back("integration.step=1.25e-4");
  const auto largest = [](const nlohmann::json& json) {
    EXPECT_EQ(json["status"], "completed");
    return json["wheels"]["wheelset1.left"]["Q_max"].get<double>();
  };
  const double rigid = largest(run_turnout(over_the_nose)), yielding = largest(run_turnout(flexible));
  EXPECT_LT(yielding, 0.5 * rigid);
  EXPECT_NEAR(yielding, largest(run_turnout(finer)), 0.02 * yielding);
}

// The wheel that stays on its rail sinks less where the ballast below the crossing is stiffer.
TEST(TurnoutRuns, SinkLessWhereTheBallastIsStiffer) {
  const TemporaryFolder folder;
  const std::string ballasted = text_of(models + "tracks/ballasted_uic60.toml");
  const std::string track =
      "segments = [{ kind = \"straight\", length = 100.0 }]\n[rails]\nprofile = \"60e1\"\ngauge = "
      "1.435\ninclination = 0.025\nlayouts = [{ file = \"" +
      models + "layouts/turnout_60e1_1_12.toml\", s = 20.0 }]\n" +
      ballasted.substr(ballasted.find("[structure]"));
  folder.write("alike.toml", track);
  folder.write("stiffer.toml",
               track + "\n[[structure.changes]]\nfrom = 54.0\nto = 62.0\nramp = 2.0\nballast = 4.0\n");
  std::map<std::string, double> sinks;
  for (const std::string name : {"alike", "stiffer"}) {
    const std::string file = (folder.path() / (name + ".h5")).string();
    const ProgramResult result =
        run_flangeway({"run", models + "cases/turnout.toml", "--set",
                       "track=" + (folder.path() / (name + ".toml")).string(), "--set", "initial.s=42",
                       "--set", "integration.duration=0.25", "--set", "coupling.method=tight", "-o", file});
    ASSERT_EQ(result.exit_code, 0) << result.error;
    sinks[name] = last_row(file, "wheelset1.right.rail_z").at("wheelset1.right.rail_z");
  }
  EXPECT_LT(sinks["alike"], -3e-4);
  EXPECT_GT(sinks["stiffer"], 0.85 * sinks["alike"]);
  EXPECT_LT(sinks["stiffer"], 0.6 * sinks["alike"]);
}

TEST(TurnoutRuns, AreRefusedByMethodsWithOneSection) {
  const ProgramResult result =
      run_flangeway({"run", models + "cases/turnout.toml", "--set", "contact.method=kec", "-o", "none.h5"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.error, HasSubstr("rails.stations: vary along the track or leave a gap"));
}

TEST(TurnoutRuns, HaveNoSteadyRunning) {
  for (const std::vector<std::string>& verb : {std::vector<std::string>{"stability", "--branches", "0"},
                                               {"quasistatic", "--test", "curving"},
                                               {"response"}}) {
    std::vector<std::string> command = verb;
    command.insert(command.begin() + 1, models + "cases/turnout.toml");
    const ProgramResult result = run_flangeway(command);
    EXPECT_EQ(result.exit_code, 2) << verb[0];
    EXPECT_THAT(result.error,
                HasSubstr("turnout.toml: track: has rails that vary along it: there is no steady "
                          "running on them. Take a track without stations, gaps, check rails and layouts "
                          "in its table rails."))
        << verb[0];
  }
}

}  // namespace
}  // namespace flangeway::test
