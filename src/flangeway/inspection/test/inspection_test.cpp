// Numbers shown of a shipped case, a profile and a record, and what is warned of.
#include "flangeway/inspection/inspection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "flangeway/core/temporary_folder.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::inspection {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string shipped = FLANGEWAY_SOURCE_DIR "/models/cases/";

double value_of(const Inspection& inspection, const std::string& subject, const std::string& quantity) {
  for (const vehicle_case::CheckedValue& value : inspection.values)
    if (value.subject == subject && value.quantity == quantity) return value.value;
  return std::nan("");
}

TEST(Inspection, ShowsLoadsDeflectionsAndModes) {
  Findings findings;
  const auto model = vehicle_case::load_case_without_run(shipped + "manchester_r500.toml", {}, findings);
  ASSERT_TRUE(model) << findings.text();
  const Inspection shown = inspect(*model);
  EXPECT_THAT(shown.warnings, IsEmpty());
  // (32000 + 2 · 2615 + 4 · 1813) kg on four wheelsets
  EXPECT_NEAR(value_of(shown, "wheelset1", "axle load"), 44482 * 9.81 / 4e3, 0.1);
  // 32 t on four springs of 430 kN/m, and with the frames on eight of 1.22 MN/m
  const double deflection = 9.81 * (32000 / (4 * 430e3) + 37230 / (8 * 1.22e6)) * 1e3;
  EXPECT_NEAR(value_of(shown, "carbody", "static deflection down to the wheelsets") / deflection, 1, 0.01);
  EXPECT_FALSE(std::isnan(value_of(shown, "carbody", "roll coefficient")));
  std::vector<std::string> names;
  for (const auto& mode : shown.modes) names.push_back(mode.name);
  for (const char* name : {"carbody bounce", "carbody pitch", "carbody lower sway", "carbody upper sway",
                           "carbody yaw", "bogie_front bounce"})
    EXPECT_THAT(names, Contains(name));
  EXPECT_THAT(text(shown), HasSubstr("equivalent conicity of wheelset1 on the rails of the case"));
  const auto json = nlohmann::json::parse(json_text(shown));
  EXPECT_EQ(json["kind"], "case");
  EXPECT_EQ(json["values"].size(), shown.values.size());
  EXPECT_THAT(page(shown, "flangeway check"), HasSubstr("<h2>Modes over wheelsets that stand still</h2>"));
}

TEST(Inspection, ShowsTheConicityOfAProfile) {
  Findings findings;
  const auto wheel = profile::load_profile("s1002", profile::Kind::wheel, {}, {}, findings);
  ASSERT_TRUE(wheel);
  const Inspection shown = inspect(*wheel);
  EXPECT_EQ(shown.kind, "profile");
  ASSERT_TRUE(shown.conicity);
  EXPECT_THAT(shown.warnings, IsEmpty());
}

TEST(Inspection, WarnsOfWheelLoadsInTheWrongUnit) {
  const TemporaryFolder folder;
  const std::string file = (std::filesystem::path(folder.path()) / "record.csv").string();
  std::ofstream(file) << "t [s],wheelset1.left.Q [kN],wheelset1.right.Q [kN]\n0,53000,-47\n0.01,53000,50\n";
  Findings findings;
  const auto record = acceptance::Record::open(file, findings);
  ASSERT_TRUE(record) << findings.text();
  const Inspection shown = inspect(*record);
  ASSERT_EQ(shown.warnings.size(), 3u);
  EXPECT_THAT(
      shown.warnings[0],
      HasSubstr("wheelset1.left.Q: smallest value is 5.3e+04 kN; usual for a record are -0.01 to 500 kN"));
  EXPECT_THAT(shown.warnings[2], HasSubstr("wheelset1.right.Q: smallest value is -47 kN"));
}

// Four rows a period: the steps of the motion are 1.3 times those that the rates add up to.
TEST(Inspection, DoesNotJudgeWavesOfFourRowsByTheirRates) {
  std::map<std::string, std::vector<double>> columns;
  for (int i = 0; i < 40; ++i) {
    const double phase = 1.57 * i, frequency = 1.57 / 0.01;
    columns["t"].push_back(0.01 * i);
    columns["distance"].push_back(0.2 * i);
    columns["speed"].push_back(20);
    columns["carbody.y"].push_back(1e-3 * std::sin(phase));
    columns["carbody.vy"].push_back(1e-3 * frequency * std::cos(phase));
  }
  const Inspection shown = inspect(acceptance::Record::in_memory("record", columns, {}));
  EXPECT_THAT(shown.warnings, IsEmpty());
  EXPECT_THAT(shown.not_judged, Contains(HasSubstr("1 motion against its rate")));
  EXPECT_NEAR(value_of(shown, "distance", "rate of change over speed"), 1, 1e-9);
}

// The leading wheelset reaches the curve 10 m before the place whose curvature is recorded, as on the short
// straight before a turnout: its forces are no error of straight track.
TEST(Inspection, DoesNotJudgeStraightTrackNextToACurve) {
  std::map<std::string, std::vector<double>> columns;
  constexpr double speed = 20, load = 109e3, curvature = 0.002;
  for (int i = 0; i < 200; ++i) {
    const double distance = 0.2 * i;
    columns["t"].push_back(distance / speed);
    columns["distance"].push_back(distance);
    columns["speed"].push_back(speed);
    columns["track.curvature"].push_back(distance > 15 ? curvature : 0);
    for (const auto& [wheelset, ahead] : {std::pair("wheelset1", 10.0), {"wheelset2", -10.0}}) {
      const double across = distance + ahead > 15 ? speed * speed * curvature / 9.81 : 0;
      for (const double side : {1.0, -1.0}) {
        const std::string wheel = wheelset + std::string(side > 0 ? ".left" : ".right");
        columns[wheel + ".Q"].push_back(load / 2 * (1 - side * 2.65 * across));
        columns[wheel + ".Y"].push_back(side * 1e3 - across * load / 2);
      }
    }
  }
  const Inspection shown = inspect(acceptance::Record::in_memory("record", columns, {}));
  EXPECT_THAT(shown.warnings, IsEmpty());
  EXPECT_THAT(shown.not_judged, Contains(HasSubstr("on straight track")));
  EXPECT_NEAR(value_of(shown, "wheelsets", "load shift to the outer wheels, over the cant deficiency angle"),
              2.2, 0.5);
}

// Relations that need channels which the record has not, or rows that are closer together.
TEST(Inspection, NamesRelationsOfARecordThatWereNotJudged) {
  std::map<std::string, std::vector<double>> columns;
  for (int i = 0; i < 40; ++i) {
    columns["t"].push_back(0.1 * i);
    columns["wheelset1.y"].push_back(1e-3 * std::sin(i * i));
    columns["wheelset1.vy"].push_back(1e-2 * std::cos(i * i));
    for (const char* wheel : {"wheelset1.left", "wheelset1.right", "wheelset2.left", "wheelset2.right"}) {
      columns[wheel + std::string(".Q")].push_back(50e3);
      columns[wheel + std::string(".Y")].push_back(1e3);
    }
  }
  const auto not_judged = [&columns] {
    return inspect(acceptance::Record::in_memory("record", columns, {})).not_judged;
  };
  EXPECT_THAT(not_judged(), ElementsAre(HasSubstr("the speed against distance and time"),
                                        HasSubstr("it needs track.curvature"),
                                        HasSubstr("1 motion against its rate"), HasSubstr("no usual band")));
  columns["wheelset1.left.Q"][7] = std::nan("");
  EXPECT_THAT(not_judged(), Contains(HasSubstr("Y against Q of 1 wheel:")));
  EXPECT_THAT(not_judged(), Contains(HasSubstr("it needs track.curvature")));
  columns.erase("wheelset1.left.Y");
  EXPECT_THAT(not_judged(), Contains(HasSubstr("fewer than two wheelsets with Q and Y")));

  columns["distance"] = columns["speed"] = columns["track.curvature"] = std::vector<double>(40, 0);
  EXPECT_THAT(not_judged(), testing::Not(Contains(HasSubstr("speed"))));
}

}  // namespace
}  // namespace flangeway::inspection
