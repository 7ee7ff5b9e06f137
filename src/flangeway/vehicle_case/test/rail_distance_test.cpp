// Cant and cross level are heights of one rail above the other: both turn the track by the height over one
// distance.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/load_case.hpp"
#include "support/temporary_folder.hpp"
#include "support/vehicle_text.hpp"

namespace flangeway::vehicle_case {
namespace {

/// A wheelset on a straight track; `rails` are lines of its table, profiles stand at ± `position` (m).
CaseModel on_rails(const std::string& rails, double position) {
  test::TemporaryFolder folder;
  std::string wheelset = test::wheelset_text(1813);
  wheelset.replace(wheelset.find("0.7515"), 6, fmt::format("{:.4f}", position));
  folder.write("vehicle.toml", "name = \"wheelset\"\n" + wheelset);
  folder.write("track.toml",
               "segments = [{ kind = \"straight\", length = 50.0 }]\n[rails]\nprofile = \"60e1\"\n" + rails);
  folder.write("case.toml", "vehicle = \"vehicle.toml\"\ntrack = \"track.toml\"\nspeed = 10.0\n");
  return test::load_case(folder.path() / "case.toml");
}

TEST(RailDistance, CantAndCrossLevelAgreeOnEveryGauge) {
  for (const double gauge : {1.0, 1.435, 1.668}) {
    SCOPED_TRACE(gauge);
    const double position = gauge / 2 + 0.0325;
    const CaseModel by_gauge = on_rails(fmt::format("gauge = {}\n", gauge), position);
    EXPECT_DOUBLE_EQ(by_gauge.track.rail_distance(), gauge + 0.065);
    EXPECT_DOUBLE_EQ(2 * by_gauge.contact.rail_half_distance, by_gauge.track.rail_distance());
    const double lateral = position + 0.001;
    const CaseModel by_position = on_rails(fmt::format("lateral_position = {}\n", lateral), position);
    EXPECT_DOUBLE_EQ(by_position.track.rail_distance(), 2 * lateral);
    EXPECT_DOUBLE_EQ(2 * by_position.contact.rail_half_distance, by_position.track.rail_distance());
    const CaseModel given =
        on_rails(fmt::format("gauge = {}\nrail_distance = {}\n", gauge, gauge + 0.07), position);
    EXPECT_DOUBLE_EQ(given.track.rail_distance(), gauge + 0.07);
    EXPECT_DOUBLE_EQ(2 * given.contact.rail_half_distance, given.track.rail_distance());
  }
}

}  // namespace
}  // namespace flangeway::vehicle_case
