// Real files against their canonical form: shared/data/contact/profiles, if it is there.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "flangeway/profile/measure.hpp"
#include "flangeway/profile/read.hpp"
#include "flangeway/profile/standard.hpp"

namespace flangeway::profile {
namespace {

const std::filesystem::path folder = std::filesystem::path(FLANGEWAY_SHARED_DIR) / "data/contact/profiles";

std::string text_of(const std::string& name) {
  std::ifstream stream(folder / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// The canonical points (y to the field side, z down, wheels from field side to flange) in mm.
std::vector<Vec2> canonical_points(const Profile& profile) {
  std::vector<Vec2> points;
  for (const Vec2& p : profile.curve.points()) points.emplace_back(1e3 * p.x(), -1e3 * p.y());
  if (profile.kind == Kind::wheel) std::reverse(points.begin(), points.end());
  return points;
}

// The stored forms are rounded to 1e-6 mm.
void expect_near(const Vec2& point, const nlohmann::json& expected, const std::string& what) {
  EXPECT_NEAR(point.x(), expected.at(0).get<double>(), 6e-7) << what;
  EXPECT_NEAR(point.y(), expected.at(1).get<double>(), 6e-7) << what;
}

void compare(const Profile& profile, const nlohmann::json& expected) {
  const std::string file = expected.at("file");
  const std::vector<Vec2> points = canonical_points(profile);
  EXPECT_EQ(points.size(), expected.at("points").get<std::size_t>()) << file;
  expect_near(points.front(), expected.at("first"), file + " first");
  expect_near(points.back(), expected.at("last"), file + " last");
  Vec2 low = points[0], high = points[0];
  double length = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    low = low.cwiseMin(points[i]);
    high = high.cwiseMax(points[i]);
    if (i > 0) length += (points[i] - points[i - 1]).norm();
  }
  expect_near({low.x(), high.x()}, expected.at("y_range"), file + " y");
  expect_near({low.y(), high.y()}, expected.at("z_range"), file + " z");
  EXPECT_NEAR(length, expected.at("chord_length").get<double>(), 6e-5) << file;  // printed with four digits
}

TEST(RealProfiles, HaveTheirCanonicalForm) {
  if (!std::filesystem::exists(folder / "canonical.json")) GTEST_SKIP() << "no real profiles here";
  const auto forms = nlohmann::json::parse(std::ifstream(folder / "canonical.json")).at("profiles");
  ASSERT_GT(forms.size(), 20u);
  for (const auto& form : forms) {
    const std::string file = form.at("file");
    Findings findings;
    const Kind kind = form.at("kind") == "rail" ? Kind::rail : Kind::wheel;
    const auto profile = read_profile(text_of(file), file, kind, {.origin = Origin::file}, findings);
    ASSERT_TRUE(profile) << findings.text();
    compare(*profile, form);
  }
}

TEST(RealProfiles, ManchesterWheelIsS1002) {
  if (!std::filesystem::exists(folder / "MBench_S1002_v3.prw")) GTEST_SKIP() << "no real profiles here";
  Findings findings;
  const auto wheel = load_profile((folder / "MBench_S1002_v3.prw").string(), Kind::wheel, {}, {}, findings);
  ASSERT_TRUE(wheel) << findings.text();
  const Curve s1002 = standard_profile("s1002")->curve;
  for (const double y : {-0.06, -0.045, -0.039, -0.03, -0.01, 0.0, 0.02, 0.05})
    EXPECT_NEAR(wheel->curve.point(outermost_at_y(wheel->curve, y).value()).y(),
                s1002.point(outermost_at_y(s1002, y).value()).y(), 1e-6)
        << y;
  const auto flange = measure_flange(*wheel).value();
  EXPECT_NEAR(flange.thickness, 0.0325, 2e-6);
}

TEST(RealProfiles, MeasuredWheelHasTheFlangeItsInstrumentFound) {
  // whl_left_iter288.whl gives Sd, Sh and qR in its heading; its instrument measures Sd at 10 mm and qR to 2
  // mm too.
  if (!std::filesystem::exists(folder / "whl_left_iter288.whl")) GTEST_SKIP() << "no real profiles here";
  Findings findings;
  const auto wheel = load_profile((folder / "whl_left_iter288.whl").string(), Kind::wheel, {}, {}, findings);
  ASSERT_TRUE(wheel) << findings.text();
  const auto flange = measure_flange(*wheel).value();
  EXPECT_NEAR(1e3 * flange.thickness, 36.4023, 0.05);
  EXPECT_NEAR(1e3 * flange.height, 28.3512, 0.05);
  EXPECT_NEAR(1e3 * flange.steepness, 5.4454, 0.05);
}

}  // namespace
}  // namespace flangeway::profile
