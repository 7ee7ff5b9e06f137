// Transition curves of all shapes, cant apart from curvature, compound and reverse curves, chainage.
#include <gmock/gmock.h>

#include <cmath>

#include "flangeway/math/types.hpp"
#include "flangeway/track/centreline.hpp"
#include "support.hpp"

namespace flangeway::track {
namespace {

using namespace testing;
using ::testing::HasSubstr;

constexpr std::array all_shapes{TransitionShape::clothoid,      TransitionShape::bloss,
                                TransitionShape::sinusoidal,    TransitionShape::cosine,
                                TransitionShape::helmert,       TransitionShape::viennese,
                                TransitionShape::cubic_parabola};

SegmentSpec transition_of(TransitionShape shape, double length) {
  SegmentSpec spec = transition(length, shape);
  if (shape == TransitionShape::viennese) spec.gravity_height = 1.8;
  return spec;
}

// Straight, transition of 80 m, curve of 400 m radius and 0.12 m cant.
TrackSpec curve_entry(TransitionShape shape, double sign = 1) {
  TrackSpec spec;
  spec.segments = {straight(20), transition_of(shape, 80), circular(100, sign / 400, sign * 0.12)};
  return spec;
}

// ∫ curvature over the transition by Simpson's rule.
double turn_of(const TrackModel& model, double from, double to) {
  constexpr int count = 4000;
  const double step = (to - from) / count;
  double sum = model.curvature(from) + model.curvature(to - 1e-12);
  for (int i = 1; i < count; ++i) sum += (i % 2 == 0 ? 2 : 4) * model.curvature(from + i * step);
  return sum * step / 3;
}

// [BriceIfc4x3, section 2] works these points out: from the straight to 300 m in 100 m (clothoid: from 300 m
// to 1000 m in 100 m, its middle; Helmert: its middle). Its x of Bloss, 99.7486, is a misprint: integration
// gives 99.7468. Its clothoid is rounded at 1e-6.
TEST(Transitions, ReachThePointsOfTheGuideToIfc) {
  struct Row {
    TransitionShape shape;
    double place, x, y, heading, tolerance;
  };
  for (const Row& row : {Row{TransitionShape::bloss, 100, 99.7468, 4.98981, 1.0 / 6, 6e-5},
                         Row{TransitionShape::cosine, 100, 99.7485, 4.9458, 1.0 / 6, 6e-5},
                         Row{TransitionShape::sinusoidal, 100, 99.757, 4.70132, 1.0 / 6, 6e-4},
                         Row{TransitionShape::helmert, 50, 49.9972443634885, 0.347204361427475,
                             std::atan2(0.0277742056705088, 0.999614222337484), 1e-8}}) {
    TrackSpec spec;
    spec.segments = {transition(100, row.shape), circular(100, 1 / 300.0)};
    const Frame frame = frame_at(compiled(spec), row.place);
    EXPECT_NEAR(frame.position.x(), row.x, row.tolerance) << row.place;
    EXPECT_NEAR(std::abs(frame.position.y()), row.y, row.tolerance) << row.place;
    EXPECT_NEAR(turn_of(compiled(spec), 0, row.place), row.heading, 1e-9) << row.place;
  }
  TrackSpec spec;
  spec.segments = {transition(100), circular(100, 1 / 1000.0)};
  spec.segments[0].curvatures = {1 / 300.0, 1 / 1000.0};
  const Frame middle = frame_at(compiled(spec), 50);
  EXPECT_NEAR(middle.position.x(), 49.825200930152405, 2e-6);
  EXPECT_NEAR(std::abs(middle.position.y()), 3.6744032279728032, 2e-6);
}

// The coefficients over s of the polynomial of [IfcAlignment4x3, spiral.rs]: c2 = −420 hψ/L⁴, c3 = 1680
// hψ/L⁵, c4 = 35 (L²Δ − 60 hψ)/L⁶, c5 = 84 (10 hψ − L²Δ)/L⁷, c6 = 70 Δ/L⁶, c7 = −20 Δ/L⁷.
TEST(Transitions, VienneseBendIsThePolynomialOfIfc) {
  const TrackModel model = compiled(curve_entry(TransitionShape::viennese));
  const double length = 80, change = 1 / 400.0, lean = 1.8 * 0.12 / model.rail_distance();
  const auto over = [&](int power) { return std::pow(length, power); };
  for (const double s : {7.0, 23.0, 40.0, 61.5, 78.0}) {
    const double wanted = -420 * lean / over(4) * std::pow(s, 2) + 1680 * lean / over(5) * std::pow(s, 3) +
                          35 * (length * length * change - 60 * lean) / over(6) * std::pow(s, 4) +
                          84 * (10 * lean - length * length * change) / over(7) * std::pow(s, 5) +
                          70 * change / over(6) * std::pow(s, 6) - 20 * change / over(7) * std::pow(s, 7);
    EXPECT_NEAR(model.curvature(20 + s), wanted, 1e-14) << s;
  }
}

TEST(Transition, ReachesTheCurvatureAndCantOfItsNeighbours) {
  for (const TransitionShape shape : all_shapes) {
    const TrackModel model = compiled(curve_entry(shape));
    EXPECT_NEAR(model.curvature(20), 0, 1e-18) << name_of(shape);
    EXPECT_NEAR(model.curvature(100 - 1e-9), 1 / 400.0, 1e-12) << name_of(shape);
    EXPECT_NEAR(model.cant(100 - 1e-9), 0.12, 1e-9) << name_of(shape);
  }
}

// The ramps are symmetric about their middle, and the part of the Viennese bend's cant turns nothing.
TEST(Transition, TurnsByItsMeanCurvatureTimesItsLength) {
  for (const TransitionShape shape : all_shapes) {
    if (shape == TransitionShape::cubic_parabola) continue;
    EXPECT_NEAR(turn_of(compiled(curve_entry(shape)), 20, 100), 0.5 / 400 * 80, 1e-12) << name_of(shape);
  }
}

TEST(Transition, IsMirroredByMirroredCurves) {
  for (const TransitionShape shape : all_shapes) {
    const TrackModel left = compiled(curve_entry(shape, 1)), right = compiled(curve_entry(shape, -1));
    for (double s = 0; s <= 200; s += 3.3) {
      EXPECT_EQ(left.curvature(s), -right.curvature(s)) << name_of(shape);
      EXPECT_EQ(left.cant(s), -right.cant(s)) << name_of(shape);
      EXPECT_EQ(frame_at(left, s).position.y(), -frame_at(right, s).position.y()) << name_of(shape);
    }
  }
}

TEST(Transition, IsTheSameForwardsAndBackwards) {
  for (const TransitionShape shape : all_shapes) {
    const TrackModel in = compiled(curve_entry(shape));
    const TrackModel out = compiled({circular(100, 1 / 400.0, 0.12), transition_of(shape, 80), straight(20)});
    for (double s = 21; s < 100; s += 4.7) EXPECT_NEAR(in.curvature(s), out.curvature(200 - s), 1e-15);
  }
}

// Closed forms written apart from the code, with x = (s - 20)/80 and the circle's curvature.
TEST(Transition, HasTheCurvatureOfItsClosedForm) {
  const auto holds = [](TransitionShape shape, double (*share)(double)) {
    const TrackModel model = compiled(curve_entry(shape));
    for (double x = 0.01; x < 1; x += 0.07)
      EXPECT_NEAR(model.curvature(20 + 80 * x), share(x) / 400, 1e-12) << name_of(shape) << " " << x;
  };
  holds(TransitionShape::cosine, [](double x) { return std::pow(std::sin(pi * x / 2), 2); });
  holds(TransitionShape::helmert, [](double x) { return x <= 0.5 ? 2 * x * x : -1 + 4 * x - 2 * x * x; });
}

// The lateral offset of the line of gravity, h cant/D, adds h cant''/D to its curvature: what is left is the
// ramp f = 35x⁴ − 84x⁵ + 70x⁶ − 20x⁷.
TEST(Transition, VienneseBendGivesTheLineOfGravityTheSmoothCurvature) {
  const TrackModel model = compiled(curve_entry(TransitionShape::viennese));
  ASSERT_DOUBLE_EQ(model.rail_distance(), 1.5);
  for (double x = 0.01; x < 1; x += 0.033) {
    const double f = ((-20 * x + 70) * x - 84) * x * x * x * x * x + 35 * std::pow(x, 4);
    const double second = 420 * x * x - 1680 * std::pow(x, 3) + 2100 * std::pow(x, 4) - 840 * std::pow(x, 5);
    EXPECT_NEAR(model.curvature(20 + 80 * x), f / 400 - 1.8 * 0.12 / 1.5 / 6400 * second, 1e-12) << x;
    EXPECT_NEAR(model.cant(20 + 80 * x), 0.12 * f, 1e-15);
  }
  // It swings outwards first.
  EXPECT_LT(model.curvature(20 + 80 * 0.1), 0);
}

// Points of the cubic parabola must lie on y = c x³ with one c.
TEST(Transition, CubicParabolaIsACubic) {
  const TrackModel model = compiled(curve_entry(TransitionShape::cubic_parabola));
  std::vector<double> s;
  for (double at = 30; at <= 100; at += 10) s.push_back(at);
  const std::vector<Place> places = places_at(model.alignment(), s);
  const Place& end = places.back();
  const double c = end.y / std::pow(end.x - 20, 3);
  for (const Place& place : places) EXPECT_NEAR(place.y, c * std::pow(place.x - 20, 3), 1e-10);
  EXPECT_NEAR(std::tan(end.heading), 3 * c * std::pow(end.x - 20, 2), 1e-12);
}

TEST(Transition, CantApartFromCurvature) {
  TrackSpec spec;
  spec.segments = {straight(50), transition(60), circular(100, 1 / 500.0)};
  spec.cants = {{.s = 40, .cant = 0, .shape = TransitionShape::bloss}, {.s = 120, .cant = 0.1}};
  const TrackModel model = compiled(spec);
  EXPECT_EQ(model.cant(0), 0);
  EXPECT_DOUBLE_EQ(model.cant(80), 0.05);
  EXPECT_DOUBLE_EQ(model.cant(60), 0.1 * (3.0 / 16 - 2.0 / 64));
  EXPECT_EQ(model.cant(150), 0.1);
  EXPECT_DOUBLE_EQ(model.curvature(80), 0.5 / 500);
  EXPECT_TRUE(model.notes().empty());
}

TEST(Transition, FollowsATransitionWhereCurvaturesAreGiven) {
  TrackSpec spec;
  spec.segments = {circular(50, 1 / 400.0, 0.1), transition(60), transition(40),
                   circular(50, -1 / 600.0, -0.07)};
  spec.segments[1].curvatures = {1 / 400.0, 0};
  const TrackModel model = compiled(spec);
  EXPECT_EQ(model.curvature(110), 0);
  EXPECT_DOUBLE_EQ(model.curvature(80), 0.5 / 400);
  EXPECT_DOUBLE_EQ(model.curvature(130), -0.5 / 600);
  EXPECT_EQ(model.cant(110), 0);
  EXPECT_DOUBLE_EQ(model.cant(130), -0.035);
  EXPECT_TRUE(model.notes().empty());
  // A compound curve: the cant where the two meet is that of the first one.
  spec.segments = {circular(50, 1 / 900.0, 0.05), transition(40), transition(40),
                   circular(50, 1 / 300.0, 0.12)};
  spec.segments[1].cant = 0.08;
  spec.segments[2].curvatures = {1 / 500.0, 1 / 300.0};
  const TrackModel compound = compiled(spec);
  EXPECT_EQ(compound.curvature(90), 1 / 500.0);
  EXPECT_EQ(compound.cant(90), 0.08);
}

// The part of the cant turns the bend by nothing and displaces its end by -h (u1 - u0)/D. A part in a
// thousand is lost where the bend already turns.
TEST(Transition, VienneseBendEndsOutsideTheSmoothCurve) {
  TrackSpec flat = curve_entry(TransitionShape::viennese);
  flat.segments[1].gravity_height = 1e-9;
  const auto end = [](const TrackSpec& spec) { return frame_at(compiled(spec), 100).position.y(); };
  EXPECT_NEAR(end(curve_entry(TransitionShape::viennese)) - end(flat), -1.8 * 0.12 / 1.5, 2e-4);
}

TEST(Cants, OfAVienneseBendFollowIt) {
  TrackSpec spec = curve_entry(TransitionShape::viennese);
  spec.segments[1].key = "segments[1]";
  spec.segments[2].cant = 0;
  spec.cants = {{.s = 20, .cant = 0, .shape = TransitionShape::viennese}, {.s = 100, .cant = 0.12}};
  EXPECT_TRUE(compiled(spec).notes().empty());
  spec.cants[0].shape = TransitionShape::clothoid;
  const TrackModel model = compiled(spec);
  ASSERT_EQ(model.notes().size(), 1U);
  EXPECT_EQ(
      model.notes()[0].text(),
      "segments[1]: is a Viennese bend whose cant does not follow it (got 21.5 mm apart). Let the cant have "
      "the same shape and the same ends.");
}

TEST(Chainage, CountsOverBreaksAndBackwards) {
  TrackSpec spec;
  spec.segments = {straight(300)};
  EXPECT_FALSE(compiled(spec).chainage(10).has_value());
  spec.chainage = {{.s = 0, .chainage = 12000},
                   {.s = 100, .chainage = 12150},
                   {.s = 200, .chainage = 500, .decreasing = true}};
  const TrackModel model = compiled(spec);
  EXPECT_EQ(model.chainage(99), 12099);
  EXPECT_EQ(model.chainage(100), 12150);
  EXPECT_EQ(model.chainage(250), 450);
  EXPECT_EQ(model.chainage(-10), 11990);
}

struct WrongTransition {
  const char* name;
  void (*spoil)(TrackSpec&);
  const char* text;
};

class TransitionFindings : public ::testing::TestWithParam<WrongTransition> {};

TEST_P(TransitionFindings, HaveThisText) {
  TrackSpec spec = curve_entry(TransitionShape::clothoid);
  for (std::size_t i = 0; i < spec.segments.size(); ++i) {
    spec.segments[i].where = {"t.toml", static_cast<int>(10 * i + 10), 1};
    spec.segments[i].key = "segments[" + std::to_string(i) + "]";
  }
  GetParam().spoil(spec);
  EXPECT_EQ(findings_of(spec), GetParam().text);
}

const std::array wrong{
    WrongTransition{
        "NoGravityHeight", [](TrackSpec& t) { t.segments[1].shape = TransitionShape::viennese; },
        "t.toml:20:1: segments[1].gravity_height: is missing (allowed a number > 0 in m). A Viennese bend is "
        "designed for a height of the line of gravity above the rails."},
    WrongTransition{
        "ParabolaBetweenCurves",
        [](TrackSpec& t) {
          t.segments[0].kind = SegmentKind::circular;
          t.segments[0].curvature = 1 / 900.0;
          t.segments[1].shape = TransitionShape::cubic_parabola;
        },
        "t.toml:20:1: segments[1].shape: is a cubic parabola between two curves. A cubic parabola begins or "
        "ends at a straight: use a clothoid."},
    WrongTransition{
        "ParabolaTooLong",
        [](TrackSpec& t) {
          t.segments[1].shape = TransitionShape::cubic_parabola;
          t.segments[1].length = 400;
        },
        "t.toml:20:1: segments[1].length: makes the cubic parabola turn through more than 24.1 degrees, "
        "where "
        "its radius is smallest (got 400; allowed at most 277 in m). Use a shorter transition "
        "or a clothoid."},
    WrongTransition{
        "CurvaturesOfAStraight",
        [](TrackSpec& t) {
          t.segments[0].curvatures = {0, 0};
        },
        "t.toml:10:1: segments[0].curvatures: is given for a segment that is no transition. Use kind = "
        "\"transition\", or curvature or radius."},
    WrongTransition{
        "OneCurvature", [](TrackSpec& t) { t.segments[1].curvatures = {0.001}; },
        "t.toml:20:1: segments[1].curvatures: has a wrong number of entries (got 1; allowed 2). Give the "
        "curvatures at the start and at the end."},
    WrongTransition{
        "CantTwice", [](TrackSpec& t) { t.cants = {{.s = 0, .cant = 0.1}}; },
        "t.toml:30:1: segments[2].cant: is given in addition to cants (got 0.12). Give either cants or the "
        "cant "
        "of segments."},
    WrongTransition{
        "CantOrder",
        [](TrackSpec& t) {
          t.segments[2].cant = 0;
          t.cants = {{.s = 10, .key = "cants[0]"}, {.s = 10, .where = {"t.toml", 50, 1}, .key = "cants[1]"}};
        },
        "t.toml:50:1: cants[1].s: does not increase (got 10; allowed more than 10 in m)."},
    WrongTransition{
        "CantSize",
        [](TrackSpec& t) {
          t.segments[2].cant = 0;
          t.cants = {{.s = 10, .cant = 120, .where = {"t.toml", 50, 1}, .key = "cants[0]"}};
        },
        "t.toml:50:1: cants[0].cant: is larger than on any real track (got 120; allowed -0.2 to 0.2 in m). "
        "Give "
        "cant in metres."},
    WrongTransition{
        "ChainageStart",
        [](TrackSpec& t) {
          t.chainage = {{.s = 5, .where = {"t.toml", 50, 1}, .key = "chainage[0]"}};
        },
        "t.toml:50:1: chainage[0].s: of the first chainage is not the start of the track (got 5; allowed "
        "0)."},
    WrongTransition{
        "ChainageBeyond",
        [](TrackSpec& t) {
          t.chainage = {{}, {.s = 201, .where = {"t.toml", 50, 1}, .key = "chainage[1]"}};
        },
        "t.toml:50:1: chainage[1].s: lies beyond the end of the track (got 201; allowed at most 200 "
        "in m)."},
    WrongTransition{
        "CantBeside",
        [](TrackSpec& t) {
          t.segments[2].cant = 0;
          t.cants = {{.s = 1000, .where = {"t.toml", 50, 1}, .key = "cants[0]"}, {.s = 1100}};
        },
        "t.toml:50:1: cants[0].s: of the first cant lies beyond the end of the track (got 1000; allowed less "
        "than 200 in m). Positions count from the start of the track."},
    WrongTransition{"ChainageOrder",
                    [](TrackSpec& t) {
                      t.chainage = {{}, {.s = 7}, {.s = 6, .where = {"t.toml", 50, 1}, .key = "chainage[2]"}};
                    },
                    "t.toml:50:1: chainage[2].s: does not increase (got 6; allowed more than 7 in m)."}};

std::string name_of_wrong(const ::testing::TestParamInfo<WrongTransition>& parameter) {
  return parameter.param.name;
}

INSTANTIATE_TEST_SUITE_P(All, TransitionFindings, ::testing::ValuesIn(wrong), name_of_wrong);

}  // namespace
}  // namespace flangeway::track
