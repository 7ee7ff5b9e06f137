#include "flangeway/track/alignment.hpp"

#include <gmock/gmock.h>

#include "flangeway/track/chainage.hpp"
#include "support.hpp"

namespace flangeway::track {
namespace {

using namespace testing;
using ::testing::HasSubstr;

TEST(Ramp, RunsFromZeroToOneAndIsHalfInTheMiddle) {
  for (const auto shape : {TransitionShape::clothoid, TransitionShape::bloss, TransitionShape::sinusoidal}) {
    EXPECT_DOUBLE_EQ(ramp(shape, 0), 0);
    EXPECT_DOUBLE_EQ(ramp(shape, 1), 1);
    EXPECT_NEAR(ramp(shape, 0.5), 0.5, 1e-15);
    for (double x = 0; x < 0.5; x += 0.05) EXPECT_NEAR(ramp(shape, x) + ramp(shape, 1 - x), 1, 1e-15);
  }
}

// Bloss starts and ends with zero slope, the sinusoid with zero slope and zero second derivative.
TEST(Ramp, HasTheEndConditionsOfItsShape) {
  const double h = 1e-4;
  for (const double end : {0.0, 1.0}) {
    const double inward = end == 0 ? 1 : -1;
    const auto first = [&](TransitionShape shape) {
      return (ramp(shape, end + inward * h) - ramp(shape, end)) / (inward * h);
    };
    const auto second = [&](TransitionShape shape) {
      return (ramp(shape, end + 2 * inward * h) - 2 * ramp(shape, end + inward * h) + ramp(shape, end)) /
             (h * h);
    };
    EXPECT_NEAR(first(TransitionShape::clothoid), 1, 1e-9);
    EXPECT_NEAR(first(TransitionShape::bloss), 0, 4 * h);
    EXPECT_NEAR(second(TransitionShape::bloss), inward * 6, 20 * h);
    EXPECT_NEAR(first(TransitionShape::sinusoidal), 0, 10 * h * h);
    EXPECT_NEAR(second(TransitionShape::sinusoidal), 0, 50 * h);
  }
}

TEST(Alignment, TransitionJoinsItsNeighbours) {
  const TrackModel model = compiled(varied_track());
  EXPECT_DOUBLE_EQ(model.length(), 470);
  EXPECT_DOUBLE_EQ(model.curvature(80), 0.5 / 400);
  EXPECT_DOUBLE_EQ(model.cant(80), 0.05);
  EXPECT_DOUBLE_EQ(model.curvature(150), 1 / 400.0);
  EXPECT_NEAR(model.curvature(235), (1 / 400.0 - 1 / 600.0) / 2, 1e-18);
  EXPECT_DOUBLE_EQ(model.cant(300), -0.08);
  EXPECT_DOUBLE_EQ(model.curvature(469), 0);
  EXPECT_EQ(model.segments()[3].start, 190);
  EXPECT_EQ(model.segments()[3].cant_end, -0.08);
}

TEST(Alignment, RadiusAndDirectionMeanTheSameAsCurvature) {
  TrackSpec spec;
  spec.segments = {circular(10, 0)};
  spec.segments[0].radius = 250;
  spec.segments[0].direction = Direction::right;
  EXPECT_DOUBLE_EQ(compiled(spec).curvature(5), -1 / 250.0);
}

TEST(Alignment, VerticalCurveIsCentredWhereTheGradientsMeet) {
  TrackSpec spec;
  spec.segments = {straight(400)};
  spec.gradients = {gradient(0, 10), gradient(200, -10, 5000)};
  const TrackModel model = compiled(spec);
  const double half = 5000 * std::atan(0.01);
  EXPECT_NEAR(model.gradient(200 - half - 0.01), 0.01, 1e-15);
  EXPECT_NEAR(model.gradient(200 + half + 0.01), -0.01, 1e-15);
  EXPECT_NEAR(model.gradient(200), 0, 1e-15);
  EXPECT_NEAR(model.gradient(-20), 0.01, 1e-15);
}

TEST(Alignment, CurvatureJumpIsOnlyRemarked) {
  TrackSpec spec;
  spec.segments = {straight(20), circular(20, 1 / 300.0)};
  spec.segments[1].where = {"t.toml", 7, 1};
  spec.segments[1].key = "segments[1]";
  const TrackModel model = compiled(spec);
  ASSERT_EQ(model.notes().size(), 1U);
  EXPECT_THAT(
      model.notes()[0].text(),
      HasSubstr(
          "t.toml:7:1: segments[1]: curvature jumps by 0.0033333333333333335 1/m without a transition"));
}

// The mean over 8 m about s of a jump from 0 to 1/300 is a ramp of 8 m, and the heading gained is the same.
TEST(Alignment, SeamLengthTurnsAJumpIntoARamp) {
  TrackSpec spec;
  spec.segments = {straight(50), circular(50, 1 / 300.0)};
  spec.seam_length = 8;
  const TrackModel model = compiled(spec);
  for (const double s : {40.0, 45.9, 46.0}) EXPECT_NEAR(model.curvature(s), 0, 1e-15) << s;
  for (const double s : {46.5, 48.0, 50.0, 53.0})
    EXPECT_NEAR(model.curvature(s), (s - 46) / 8 / 300, 1e-15) << s;
  for (const double s : {54.0, 70.0}) EXPECT_NEAR(model.curvature(s), 1 / 300.0, 1e-15) << s;
  EXPECT_THAT(model.notes().at(0).text(), HasSubstr("It is spread over seam_length"));
  // The tables integrate it: heading 20 m beyond the seam, and the offset, which grows by κ L²/24.
  const double curvature = 1 / 300.0, beyond = 20;
  const auto frame_of = [](const TrackModel& track) {
    Frame frame;
    evaluate_frame(track, 70, frame);
    return frame;
  };
  TrackSpec sharp = spec;
  sharp.seam_length = 0, sharp.centreline_step = 0.05;
  EXPECT_NEAR(frame_of(model).rotation.col(0).y(), std::sin(curvature * beyond), 2e-6);
  EXPECT_NEAR(frame_of(model).position.y() - frame_of(compiled(sharp)).position.y(), curvature * 64 / 24,
              3e-4);
}

// A clothoid of curvature and cant keeps its law between its seams; at a seam the mean of a kink of slope a
// is a L/8, and the mean of a straight line is its middle.
TEST(Alignment, SeamLengthRoundsTheKinksOfCurvatureAndCant) {
  TrackSpec spec;
  spec.segments = {straight(50), transition(40), circular(50, 1 / 400.0, 0.08)};
  spec.seam_length = 10;
  const TrackModel model = compiled(spec);
  EXPECT_NEAR(model.curvature(70), 0.5 / 400, 1e-15);
  EXPECT_NEAR(model.cant(70), 0.04, 1e-15);
  EXPECT_NEAR(model.curvature(50), 1 / 400.0 / 40 * 10 / 8, 1e-15);
  EXPECT_NEAR(model.cant(50), 0.08 / 40 * 10 / 8, 1e-15);
  EXPECT_NEAR(model.cant(90), 0.08 - 0.08 / 40 * 10 / 8, 1e-15);
  EXPECT_NEAR(model.curvature(30), 0, 1e-15);
}

TEST(Alignment, CantOnTheWrongSideIsRemarked) {
  const TrackModel model = compiled({circular(20, -1 / 300.0, 0.1)});
  ASSERT_EQ(model.notes().size(), 1U);
  EXPECT_THAT(model.notes()[0].text(),
              HasSubstr("raises the inner rail of the curve (got 0.1). cant is the height of "
                        "the right rail above the left: negative in a right curve"));
}

struct Wrong {
  const char* name;
  void (*spoil)(TrackSpec&);
  const char* text;
};

class AlignmentFindings : public ::testing::TestWithParam<Wrong> {};

TEST_P(AlignmentFindings, HaveThisText) {
  TrackSpec spec;
  spec.segments = {straight(100), transition(50), circular(100, 1 / 500.0, 0.1)};
  for (std::size_t i = 0; i < spec.segments.size(); ++i) {
    spec.segments[i].where = {"t.toml", static_cast<int>(10 * i + 10), 1};
    spec.segments[i].key = "segments[" + std::to_string(i) + "]";
  }
  GetParam().spoil(spec);
  EXPECT_THAT(findings_of(spec), HasSubstr(GetParam().text));
}

const std::vector<Wrong> wrong_tracks{
    Wrong{"NoSegments", [](TrackSpec& t) { t.segments.clear(); },
          "segments: is empty (allowed at least one segment). Describe the track in running order."},
    Wrong{"Length", [](TrackSpec& t) { t.segments[1].length = -5; },
          "t.toml:20:1: segments[1].length: is not a positive length (got -5; allowed a number > 0 in m)."},
    Wrong{"CantTooLarge", [](TrackSpec& t) { t.segments[2].cant = 100; },
          "t.toml:30:1: segments[2].cant: is larger than on any real track (got 100; allowed -0.2 to 0.2 in "
          "m). Give cant in metres."},
    Wrong{"NoRadius", [](TrackSpec& t) { t.segments[2].curvature = 0; },
          "segments[2].radius: is missing (allowed a number > 0 in m). Give radius and direction, or "
          "curvature."},
    Wrong{"Both", [](TrackSpec& t) { t.segments[2].radius = 500; },
          "segments[2].radius: is given in addition to curvature (got 500). Give either curvature or radius "
          "and direction."},
    Wrong{"NegativeRadius",
          [](TrackSpec& t) {
            t.segments[2].curvature = 0;
            t.segments[2].radius = -500;
          },
          "segments[2].radius: is negative (got -500; allowed a number > 0 in m). Use direction = "
          "\"right\" for a "
          "right curve."},
    Wrong{"StraightCurvature", [](TrackSpec& t) { t.segments[0].curvature = 0.01; },
          "segments[0].curvature: is given for a straight (got 0.01; allowed 0)."},
    Wrong{"StraightRadius", [](TrackSpec& t) { t.segments[0].radius = 300; },
          "segments[0].radius: is given for a straight (got 300). Use kind = \"circular\"."},
    Wrong{"TransitionCant", [](TrackSpec& t) { t.segments[1].cant = 0.1; },
          "segments[1].cant: is given for a transition. A transition takes curvature and cant from its "
          "neighbours."},
    Wrong{"TransitionAtEnd", [](TrackSpec& t) { t.segments.pop_back(); },
          "segments[1].kind: is a transition at the end of the track. Add the straight or circular "
          "segment it "
          "leads to."},
    Wrong{"TwoTransitions", [](TrackSpec& t) { t.segments.insert(t.segments.begin() + 1, t.segments[1]); },
          "segments[1].kind: is a transition followed by another one, so that the curvature between them "
          "is not "
          "known. Put a straight or circular segment between them, or use one transition."},
    Wrong{"CantJump", [](TrackSpec& t) { t.segments.erase(t.segments.begin() + 1); },
          "segments[2].cant: is discontinuous at the start of the segment (got 0.1; allowed 0 as in the "
          "segment before). Put a transition between them."},
    Wrong{"FirstGradient", [](TrackSpec& t) { t.gradients = {gradient(5, 1)}; },
          "s: of the first gradient is not the start of the track (got 5; allowed 0)."},
    Wrong{"FirstGradientRadius", [](TrackSpec& t) { t.gradients = {gradient(0, 1, 5000)}; },
          "radius: is given for the first gradient, where no other one meets it (got 5000)."},
    Wrong{"GradientOrder",
          [](TrackSpec& t) {
            t.gradients = {gradient(0, 1), gradient(50, 2, 2000), gradient(40, 3, 2000)};
          },
          "s: does not increase (got 40; allowed more than 50 in m)."},
    Wrong{"NoVerticalRadius",
          [](TrackSpec& t) {
            t.gradients = {gradient(0, 1), gradient(50, 2)};
          },
          "radius: is missing (allowed a number >= 100 in m). Give the radius of the vertical curve."},
    Wrong{"VerticalCurvesOverlap",
          [](TrackSpec& t) {
            t.gradients = {gradient(0, 0), gradient(50, 20, 10000)};
          },
          "radius: makes the vertical curve start before the previous one has ended (got 10000; allowed at "
          "most 5000."},
    Wrong{"VerticalCurveBeyondEnd",
          [](TrackSpec& t) {
            t.gradients = {gradient(0, 0), gradient(249, 20, 1000)};
          },
          "s: puts the end of the vertical curve beyond the end of the track (got 249; allowed at most "
          "240.0"},
    Wrong{"Fade", [](TrackSpec& t) { t.irregularities.fade = 100; },
          "irregularities.fade: does not fit into the run-out beyond the end (got 100; allowed more than "
          "0 and at "
          "most run_out = 60 in m)."},
    Wrong{"FadeOfNothing", [](TrackSpec& t) { t.irregularities.fade = 20; },
          "irregularities.fade: has no effect on a track without irregularities (got 20). Leave it out."},
    Wrong{"Step", [](TrackSpec& t) { t.centreline_step = 0; },
          "centreline_step: is not positive (got 0; allowed 0.01 to 5 in m)."},
    Wrong{"IrregularityStep", [](TrackSpec& t) { t.irregularity_step = -1; },
          "irregularity_step: is not positive (got -1; allowed 0.005 to 1 in m)."},
    Wrong{"TooLong", [](TrackSpec& t) { t.segments[0].length = 1e9; },
          "segments: are too long for tables of this step (got 1000000150; allowed at most 2e+06 in "
          "m). Choose "
          "larger steps or a shorter track."}};

std::string name_of_wrong_track(const ::testing::TestParamInfo<Wrong>& parameter) {
  return parameter.param.name;
}

INSTANTIATE_TEST_SUITE_P(All, AlignmentFindings, ::testing::ValuesIn(wrong_tracks), name_of_wrong_track);

// 100 m from km 12.0, a jump to km 12.15, and from 170 m on falling from km 12.2.
TrackSpec chained_track() {
  TrackSpec spec;
  spec.segments = {straight(240)};
  spec.chainage = {{.s = 0, .chainage = 12000},
                   {.s = 100, .chainage = 12150},
                   {.s = 170, .chainage = 12200, .decreasing = true}};
  return spec;
}

TEST(Chainage, TableHasTwoRowsAtABreakAndAgreesWithTheLaw) {
  const TrackModel model = compiled(chained_track());
  const ChainageTable table = chainage_table(model.alignment(), 20, 230);
  EXPECT_THAT(table, ::testing::ElementsAre(std::array{20.0, 12020.0}, std::array{100.0, 12100.0},
                                            std::array{100.0, 12150.0}, std::array{170.0, 12220.0},
                                            std::array{170.0, 12200.0}, std::array{230.0, 12140.0}));
  for (double s = 20; s <= 230; s += 0.37) EXPECT_NEAR(*chainage_at(table, s), *model.chainage(s), 1e-9) << s;
  EXPECT_TRUE(chainage_table(compiled(varied_track()).alignment(), 0, 100).empty());
}

// Along a slope of 40 permille, plan and length differ by 0.8 m in 1 km; in its vertical curves by less.
TEST(Chainage, TableFollowsThePlanOfASlopeWithinAMillimetre) {
  TrackSpec spec;
  spec.segments = {straight(3000)};
  spec.heights = {{.s = 0, .height = 0},
                  {.s = 1000, .height = 0, .curve = VerticalCurve::parabola, .length = 300},
                  {.s = 2999, .height = 80}};
  spec.chainage = {{.s = 0, .chainage = 500}};
  const TrackModel model = compiled(spec);
  const ChainageTable table = chainage_table(model.alignment(), 0, model.length());
  EXPECT_LT(table.size(), 200U);
  EXPECT_GT(model.length(), 3000.5);
  for (double s = 0; s <= model.length(); s += 7.3)
    EXPECT_NEAR(*chainage_at(table, s), *model.chainage(s), 2e-3) << s;
}

TEST(Chainage, PositionsAreFoundByIt) {
  const TrackModel model = compiled(chained_track());
  const Alignment& alignment = model.alignment();
  EXPECT_THAT(positions_of_chainage(alignment, 12000),
              ::testing::ElementsAre(::testing::DoubleNear(0, 1e-9)));
  EXPECT_THAT(positions_of_chainage(alignment, 12040),
              ::testing::ElementsAre(::testing::DoubleNear(40, 1e-9)));
  EXPECT_THAT(positions_of_chainage(alignment, 12120), ::testing::ElementsAre()) << "in the jump";
  EXPECT_THAT(positions_of_chainage(alignment, 12190),
              ::testing::ElementsAre(::testing::DoubleNear(140, 1e-9), ::testing::DoubleNear(180, 1e-9)));
  EXPECT_THAT(positions_of_chainage(alignment, 12130),
              ::testing::ElementsAre(::testing::DoubleNear(240, 1e-9)))
      << "the end";
  EXPECT_THAT(positions_of_chainage(alignment, 11999), ::testing::ElementsAre());
}

TEST(AlignmentFindings, AllAreReportedTogether) {
  TrackSpec spec;
  spec.segments = {straight(-1), circular(10, 0), transition(20)};
  Findings findings;
  EXPECT_FALSE(compile(spec, findings).has_value());
  EXPECT_EQ(findings.all().size(), 3U);
}

TEST(AlignmentFindings, DoNotRepeatTheReader) {
  TrackSpec spec;
  spec.segments = {straight(0)};
  spec.segments[0].key = "segments[0]";
  Findings findings;
  findings.add({{"t.toml", 1, 1}, "segments[0].length", "is missing", "", "", ""});
  EXPECT_FALSE(compile(spec, findings).has_value());
  EXPECT_EQ(findings.all().size(), 1U);
}

}  // namespace
}  // namespace flangeway::track
