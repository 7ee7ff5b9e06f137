// Profiles given by heights: positions in plan, parabolas, circles, corners.
#include <gmock/gmock.h>

#include "flangeway/track/alignment.hpp"
#include "support.hpp"

namespace flangeway::track {
namespace {

using namespace testing;

TrackSpec hill(VerticalCurve curve) {
  TrackSpec spec;
  spec.segments = {straight(300), transition(100), circular(600, 1 / 500.0)};
  HeightSpec middle{.s = 500, .height = 120, .curve = curve};
  if (curve == VerticalCurve::parabola) middle.length = 200;
  if (curve == VerticalCurve::circle) middle.radius = 5000;
  spec.heights = {{.s = 0, .height = 105}, middle, {.s = 1000, .height = 110}};
  return spec;
}

TEST(Heights, ParabolaChangesTheGradientLinearlyInPlan) {
  const TrackModel model = compiled(hill(VerticalCurve::parabola));
  const Alignment& line = model.alignment();
  EXPECT_DOUBLE_EQ(model.height(0), 105);
  EXPECT_NEAR(model.height(line.arc(1000)), 110, 1e-12);
  // On the tangents, and in the middle of the parabola: (Δg) length/8 below the corner.
  EXPECT_NEAR(model.height(line.arc(200)), 111, 1e-12);
  EXPECT_NEAR(model.height(line.arc(500)), 120 - 0.05 * 200 / 8, 1e-12);
  EXPECT_NEAR(model.gradient(line.arc(500)), 0.005, 1e-14);
  EXPECT_NEAR(model.gradient(line.arc(450)), 0.0175, 1e-14);
}

TEST(Heights, CircleHasItsRadius) {
  const TrackModel model = compiled(hill(VerticalCurve::circle));
  const Alignment& line = model.alignment();
  const double s = line.arc(500), step = 0.5;
  EXPECT_NEAR((line.slope(s + step) - line.slope(s - step)) / (2 * step), 1 / 5000.0, 1e-12);
  const double angle = std::atan(0.03), other = std::atan(-0.02);
  const double tangent = 5000 * std::tan((angle - other) / 2);
  EXPECT_NEAR(model.gradient(line.arc(500 - tangent * std::cos(angle) - 0.01)), 0.03, 1e-14);
  EXPECT_NEAR(model.gradient(line.arc(500 + tangent * std::cos(other) + 0.01)), -0.02, 1e-14);
}

TEST(Heights, UnsymmetricParabolaMeetsBothTangents) {
  TrackSpec spec = hill(VerticalCurve::parabola);
  spec.heights[1].length = 60;
  spec.heights[1].length_after = 140;
  const TrackModel model = compiled(spec);
  const Alignment& line = model.alignment();
  EXPECT_NEAR(model.height(line.arc(440)), 120 - 0.03 * 60, 1e-12);
  EXPECT_NEAR(model.height(line.arc(640)), 120 - 0.02 * 140, 1e-12);
  EXPECT_NEAR(model.gradient(line.arc(640 - 1e-6)), -0.02, 1e-8);
  // The gradient has no step where the two parabolas meet.
  EXPECT_NEAR(model.gradient(line.arc(500 - 1e-6)), model.gradient(line.arc(500 + 1e-6)), 1e-8);
}

// The centreline is integrated; its height and its plan must agree with the closed forms.
TEST(Heights, CentrelineFollowsThem) {
  for (const VerticalCurve curve : {VerticalCurve::parabola, VerticalCurve::circle}) {
    const TrackModel model = compiled(hill(curve));
    for (double plan = 0; plan <= 1000; plan += 50) {
      const double s = model.alignment().arc(plan);
      EXPECT_NEAR(frame_at(model, s).position.z(), model.height(s) - 105, 1e-6) << plan;
      EXPECT_NEAR(model.alignment().plan(s), plan, 1e-9);
      if (plan <= 300) {
        EXPECT_NEAR(frame_at(model, s).position.x(), plan, 1e-6);
      }
    }
    // Curvature and length of the curve are those in plan.
    const double end = model.alignment().arc(1000);
    const double turned =
        std::atan2(frame_at(model, end).rotation(1, 0), frame_at(model, end).rotation(0, 0));
    EXPECT_NEAR(turned, 650 / 500.0, 1e-7);
    EXPECT_DOUBLE_EQ(model.segments()[2].start, model.alignment().arc(400));
  }
}

// The same vertical circle, given by gradients over the length of the track and by heights over its plan.
TEST(Heights, AgreeWithGradients) {
  TrackSpec by_gradients;
  by_gradients.segments = {straight(1000)};
  by_gradients.gradients = {gradient(0, 20), gradient(500, -10, 4000)};
  const TrackModel one = compiled(by_gradients);
  TrackSpec by_heights;
  by_heights.segments = {straight(900)};
  const double first = std::atan(0.02), last = std::atan(-0.01), half = 4000 * (first - last) / 2;
  const double tangent = 4000 * std::tan((first - last) / 2), way = 500 - half + tangent;
  const double corner = way * std::cos(first), height = way * std::sin(first);
  by_heights.heights = {{.s = 0},
                        {.s = corner, .height = height, .curve = VerticalCurve::circle, .radius = 4000},
                        {.s = 1000, .height = height - 0.01 * (1000 - corner)}};
  const TrackModel two = compiled(by_heights);
  for (double s = 0; s <= 900; s += 45) {
    EXPECT_NEAR(one.height(s), two.height(s), 1e-11) << s;
    EXPECT_NEAR(one.gradient(s), two.gradient(s), 1e-13) << s;
    EXPECT_NEAR(one.alignment().plan_length(s), two.alignment().plan(s), 1e-10) << s;
  }
}

struct WrongHeight {
  const char* name;
  void (*spoil)(TrackSpec&);
  const char* text;
};

class HeightFindings : public ::testing::TestWithParam<WrongHeight> {};

TEST_P(HeightFindings, HaveThisText) {
  TrackSpec spec = hill(VerticalCurve::parabola);
  for (std::size_t i = 0; i < spec.heights.size(); ++i) {
    spec.heights[i].where = {"t.toml", static_cast<int>(i + 1), 1};
    spec.heights[i].key = "heights[" + std::to_string(i) + "]";
  }
  GetParam().spoil(spec);
  EXPECT_EQ(findings_of(spec), GetParam().text);
}

const std::array wrong_heights{
    WrongHeight{"Order", [](TrackSpec& t) { t.heights[1].s = 0; },
                "t.toml:2:1: heights[1].s: does not increase (got 0; allowed more than 0 in m)."},
    WrongHeight{
        "Steep", [](TrackSpec& t) { t.heights[2].height = 320; },
        "t.toml:3:1: heights[2].height: makes a gradient that is steeper than on any railway (got 400; "
        "allowed "
        "-120 to 120 in mm/m). Check the heights and the positions."},
    WrongHeight{
        "One", [](TrackSpec& t) { t.heights.resize(1); },
        "heights: has too few entries (got 1; allowed at least 2). Give the heights of the first and the "
        "last "
        "point."},
    WrongHeight{
        "CurveAtTheEnd", [](TrackSpec& t) { t.heights[2].curve = VerticalCurve::circle; },
        "t.toml:3:1: heights[2].curve: is given for the first or the last height, where no two gradients "
        "meet "
        "(got circle; allowed none)."},
    WrongHeight{
        "NoLength", [](TrackSpec& t) { t.heights[1].length = 0; },
        "t.toml:2:1: heights[1].length: is missing (allowed a number > 0 in m). Give the length of the "
        "vertical "
        "curve."},
    WrongHeight{
        "NoRadius", [](TrackSpec& t) { t.heights[1].curve = VerticalCurve::circle; },
        "t.toml:2:1: heights[1].radius: is missing (allowed a number >= 100 in m). Give the radius of the "
        "vertical curve."},
    WrongHeight{"TooShort", [](TrackSpec& t) { t.heights[1].length_after = 1e-320; },
                "t.toml:2:1: heights[1].length_after: is too short for a vertical curve (got 1e-320; allowed "
                "at least "
                "1e-6 in m). Check its unit."},
    WrongHeight{
        "Overlap", [](TrackSpec& t) { t.heights[1].length = 1200; },
        "t.toml:2:1: heights[1].length: makes the vertical curve start before the previous one has ended "
        "(got "
        "1200). Shorten one of the two curves.\n"
        "t.toml:2:1: heights[1].length: makes the vertical curve end beyond the next height. Shorten the "
        "curve."},
    WrongHeight{"Beside",
                [](TrackSpec& t) {
                  for (HeightSpec& height : t.heights) height.s += 1000;
                },
                "t.toml:1:1: heights[0].s: of the first height lies beyond the end of the track (got 1000; "
                "allowed less than 1000 in m). Positions count from the start of the track."},
    WrongHeight{"Before",
                [](TrackSpec& t) {
                  for (HeightSpec& height : t.heights) height.s -= 1000;
                },
                "t.toml:3:1: heights[2].s: of the last height lies before the start of the track (got 0; "
                "allowed more than 0 in m). Positions count from the start of the track."},
    WrongHeight{"Both", [](TrackSpec& t) { t.gradients = {gradient(0, 1)}; },
                "gradients: is given in addition to heights. Give either gradients or heights."}};

std::string name_of_wrong_height(const ::testing::TestParamInfo<WrongHeight>& parameter) {
  return parameter.param.name;
}

INSTANTIATE_TEST_SUITE_P(All, HeightFindings, ::testing::ValuesIn(wrong_heights), name_of_wrong_height);

TEST(Heights, ACornerIsRemarked) {
  const TrackModel model = compiled(hill(VerticalCurve::none));
  ASSERT_EQ(model.notes().size(), 1U);
  EXPECT_EQ(model.notes()[0].problem, "gradient jumps by -50 mm/m without a curve");
}

TEST(Heights, ThatDoNotReachTheEndsAreRemarked) {
  TrackSpec spec = hill(VerticalCurve::parabola);
  spec.heights[0] = {.s = 10, .height = 105.3, .key = "heights[0]"};
  spec.heights[2] = {.s = 990, .height = 110.2, .key = "heights[2]"};
  const TrackModel model = compiled(spec);
  ASSERT_EQ(model.notes().size(), 2U);
  EXPECT_EQ(model.notes()[0].text(),
            "heights[0].s: of the first height is not the start of the track (got 10; allowed 0). The first "
            "gradient is continued.");
  EXPECT_EQ(model.notes()[1].text(),
            "heights[2].s: of the last height is not the end of the track (got 990; allowed 1000). The last "
            "gradient is continued.");
  EXPECT_NEAR(model.height(0), 105, 1e-12);
}

}  // namespace
}  // namespace flangeway::track
