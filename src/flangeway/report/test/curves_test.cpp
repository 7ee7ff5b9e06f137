// Parts of a line, and the wear and fatigue of both rails in them.
#include "flangeway/report/curves.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "flangeway/results/writer.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::report {
namespace {

using testing::HasSubstr;

/// 100 m straight, 100 m transition, 200 m of a left curve of 500 m radius, each 10 m a row; the wear number
/// of the right wheel is 40 N in the curve (damage 0.5), and of the left wheel 10 N everywhere.
class LineParts : public testing::Test {
 protected:
  LineParts() {
    Findings findings;
    std::vector<results::Channel> channels;
    for (const char* name :
         {"distance", "track.curvature", "w.left.Q", "w.right.Q", "w.left.Tgamma", "w.right.Tgamma",
          "w.right.tread.rail_s", "w.right.tread.normal_force", "w.right.tread.semi_axis_a",
          "w.right.tread.semi_axis_b", "w.right.tread.creep_force_x", "w.right.tread.creep_force_y"})
      channels.push_back({name, "", "", ""});
    const std::string path = (folder_.path() / "run.h5").string();
    auto writer = results::Writer::create(path, channels, {}, true, findings);
    findings.throw_if_any();
    for (int i = 0; i <= 40; ++i) {
      const double s = 10.0 * i, curvature = i < 10 ? 0 : i < 20 ? 2e-3 * (i - 10) / 10 : 2e-3;
      const double row[]{
          s,    curvature, 50e3, i == 30 ? 80e3 : 60e3, 10, i >= 20 ? 40.0 : 5.0, 0.001 * i, 60e3, 5e-3,
          4e-3, 6e3,       8e3};
      EXPECT_TRUE(writer->append(row));
    }
    writer->finish(results::Status::completed, "{}");
    reader_ = results::Reader::open(path, findings);
  }
  test::TemporaryFolder folder_;
  std::optional<results::Reader> reader_;
};

TEST_F(LineParts, AreStraightsTransitionsAndCurves) {
  const std::vector<LinePart> parts = line_parts(*reader_, {});
  ASSERT_EQ(parts.size(), 3u);
  EXPECT_EQ(parts[0].name, "straight");
  EXPECT_EQ(parts[1].name, "transition");
  EXPECT_EQ(parts[2].name, "R 500 m left");
  EXPECT_EQ(parts[2].outer, 1);
  EXPECT_EQ(parts[2].to, 400);
  EXPECT_EQ(parts[2].rails[1].q_largest, 80e3);
  EXPECT_NEAR(parts[2].rails[1].t_gamma_mean, 40, 1e-9);
  EXPECT_NEAR(parts[2].rails[1].damage, 0.5, 1e-9);  // (40 − 15)/50 [Burstow2004]
  EXPECT_EQ(parts[2].rails[0].damage, 0);
  EXPECT_NEAR(parts[2].rails[1].contact_to, 0.04, 1e-12);
}

TEST_F(LineParts, SayWhereFatigueIsToBeExpected) {
  const std::vector<LinePart> parts = line_parts(*reader_, {});
  EXPECT_THAT(fatigue_text(parts),
              HasSubstr("most to be expected on the right (high) rail in the part R 500 m left"));
  EXPECT_THAT(fatigue_text(parts), HasSubstr("damage 0.50 per pass"));
  EXPECT_THAT(fatigue_text({parts[0]}), HasSubstr("cracks do not grow on either rail"));
  EXPECT_EQ(parts_json(parts)[2]["rails"][1]["name"], "right (high)");
  EXPECT_THAT(parts_table(parts), HasSubstr("<th>R 500 m left, right (high)</th>"));
}

TEST_F(LineParts, ContactsStandInTheShakedownDiagram) {
  const plot::Figure figure = shakedown_figure(*reader_, 300e6);
  ASSERT_EQ(figure.panels.size(), 1u);
  const plot::Series& points = figure.panels[0].series[0];
  EXPECT_EQ(points.name, "right, tread");
  EXPECT_NEAR(points.x[0], 1.0 / 6, 1e-12);                                                 // 10 kN of 60 kN
  EXPECT_NEAR(points.y[0], 3 * 60e3 / (2 * 3.14159265358979 * 5e-3 * 4e-3) / 300e6, 1e-9);  // Hertz
  EXPECT_EQ(rail_figure(*reader_, {}).panels.size(), 2u);
}

}  // namespace
}  // namespace flangeway::report
