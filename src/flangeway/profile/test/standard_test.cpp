#include "flangeway/profile/standard.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <fmt/format.h>

#include "flangeway/profile/measure.hpp"
#include "flangeway/profile/standard_shapes.hpp"
#include "support/circular_rail.hpp"

namespace flangeway::profile {
namespace {

std::vector<std::string> all_names() {
  std::vector<std::string> names = standard_profile_names(Kind::wheel);
  for (const std::string& name : standard_profile_names(Kind::rail)) names.push_back(name);
  return names;
}

double z_at(const Curve& curve, double y) {
  return curve.point(outermost_at_y(curve, y).value()).y();
}

// Distance of a point (mm, frame of the standards) from the piece it belongs to, as printed.
double departure(const Piece& piece, const Vec2& p) {
  if (piece.shape == Piece::Shape::polynomial)
    return std::abs(p.y() - height(piece, p.x())) / std::hypot(1, slope(piece, p.x()));
  return std::abs(std::hypot(p.x() - piece.y, p.y() - piece.z) - piece.radius);
}

double largest_departure(const Shape& shape) {
  const Curve curve = curve_from_pieces(shape.start, shape.pieces);
  double largest = 0;
  for (double s = 0; s < curve.length(); s += 3.7e-5) {
    const Vec2 p = 1e3 * Vec2(curve.point(s).x(), -curve.point(s).y());
    std::size_t i = 0;
    while (i + 1 < shape.pieces.size() && p.x() > shape.pieces[i].end) ++i;
    largest = std::max(largest, departure(shape.pieces[i], p));
  }
  return 1e-3 * largest;
}

// Printed in inches with five digits, and with kinks at the tip of the flange.
bool is_american(const std::string& name) {
  return name.starts_with("apta_") || name.starts_with("nrcc_");
}

TEST(StandardProfile, NamesAreKnownAndOthersAreNot) {
  for (const Kind kind : {Kind::wheel, Kind::rail})
    for (const std::string& name : standard_profile_names(kind)) {
      const auto profile = standard_profile(name);
      ASSERT_TRUE(profile) << name;
      EXPECT_EQ(profile->kind, kind) << name;
      EXPECT_EQ(profile->name, name);
      EXPECT_FALSE(profile->source.empty()) << name;
    }
  EXPECT_FALSE(standard_profile("s1003"));
}

TEST(StandardProfile, FollowsItsDefinition) {
  // The definitions are printed with rounded constants, whose steps the curves share out; the splines
  // themselves are closer to them than 0.01 µm.
  for (const Shape& shape : wheel_shapes())
    EXPECT_LT(largest_departure(shape),
              is_american(shape.name) ? 3e-5 : (shape.name == "en13715_1_40" ? 3e-6 : 1e-6))
        << shape.name;
  for (const Shape& shape : rail_shapes()) EXPECT_LT(largest_departure(shape), 2e-8) << shape.name;
  EXPECT_LT(largest_departure(wheel_shapes().front()), 1e-7) << "S1002";
}

TEST(StandardProfile, SlopeIsContinuousButWhereTheDefinitionHasAKink) {
  // Breaks with a turn of more than 0.5 mrad, in mrad: chamfer of S1002; tread lines of the EN 15302 wheels;
  // flange tip of C; where H begins to be 1:5.
  const std::map<std::string, std::vector<double>> kinks{
      {"s1002", {719}},         {"en15302_a", {67}},    {"en15302_b", {25}},        {"en15302_c", {55, 100}},
      {"en15302_h", {172, 42}}, {"en15302_i", {3, 67}}, {"en13715_1_40", {42, 719}}};
  for (const std::string& name : all_names()) {
    if (is_american(name)) continue;
    const Curve curve = standard_profile(name)->curve;
    std::vector<double> found;
    for (const double s : curve.breaks()) {
      const double turn = std::abs(curve.angle(s + 1e-9) - curve.angle(s - 1e-9));
      if (turn > 5.5e-4) found.push_back(std::round(1e3 * turn));
    }
    const auto expected = kinks.find(name);
    EXPECT_EQ(found, expected == kinks.end() ? std::vector<double>{} : expected->second) << name;
  }
}

TEST(StandardProfile, UnitSpeedEverywhere) {
  for (const std::string& name : all_names()) {
    const Curve curve = standard_profile(name)->curve;
    for (double s = 0; s + 1e-6 < curve.length(); s += 1.3e-4) {
      const bool across = std::any_of(curve.breaks().begin(), curve.breaks().end(),
                                      [&](double b) { return b > s && b < s + 1e-6; });
      if (across) continue;
      EXPECT_NEAR((curve.point(s + 1e-6) - curve.point(s)).norm() / 1e-6, 1, 1e-6) << name << ' ' << s;
    }
  }
}

TEST(StandardProfile, CurvatureIsThatOfTheArcs) {
  const Curve rail = standard_profile("60e1")->curve;
  for (const auto& [y, radius] : {std::pair{0.0, 300.0},
                                  {0.010, 300.0},
                                  {0.0105, 80.0},
                                  {-0.018, 80.0},
                                  {0.0255, 80.0},
                                  {0.0265, 13.0},
                                  {-0.035, 13.0}})
    EXPECT_NEAR(rail.curvature(outermost_at_y(rail, y).value()) * radius * 1e-3, -1, 1e-3) << y;
  const Curve wheel = standard_profile("s1002")->curve;
  EXPECT_NEAR(wheel.curvature(outermost_at_y(wheel, -0.055).value()) * 0.012, 1,
              1e-3);  // flange tip: a valley in z up
  EXPECT_NEAR(wheel.curvature(outermost_at_y(wheel, -0.037).value()) * 0.013, -1, 1e-3);  // flange root
}

// The tread is what the name says, and meets its fillets without a kink but those that are printed.
TEST(AmericanWheels, HaveTheTreadOfTheirName) {
  const std::map<std::string, double> slopes{{"apta_120", 20}, {"apta_140", 40},   {"apta_140m", 40},
                                             {"apta_220", 20}, {"apta_240", 40},   {"apta_320", 20},
                                             {"apta_340", 40}, {"nrcc_acela", 40}, {"nrcc_amtrak", 40}};
  for (const auto& [name, slope] : slopes) {
    const auto wheel = standard_profile(name);
    ASSERT_TRUE(wheel) << name;
    const Curve& curve = wheel->curve;
    EXPECT_NEAR(std::tan(curve.angle(outermost_at_y(curve, 0.03).value())), 1 / slope, 2e-4) << name;
    EXPECT_NEAR(z_at(curve, 0), 0, 1e-9) << name;
    const auto flange = measure_flange(*wheel).value();
    EXPECT_NEAR(flange.height, 0.0265, 0.002) << name;
    for (const double s : curve.breaks()) {
      const double z = curve.point(s).y(), turn = std::abs(curve.angle(s + 1e-9) - curve.angle(s - 1e-9));
      if (!(z > -0.02 && curve.point(s).x() > -0.06)) continue;
      EXPECT_LT(turn, 0.051) << name << ' ' << curve.point(s).x();
    }
  }
}

TEST(En13715, TheFilletOf1To40IsTangent) {
  const auto wheel = standard_profile("en13715_1_40");
  ASSERT_TRUE(wheel);
  const auto flange = measure_flange(*wheel).value();
  EXPECT_NEAR(flange.height, 0.028, 3e-6);
  EXPECT_NEAR(flange.thickness, 0.0325, 2e-6);
  EXPECT_NEAR(z_at(wheel->curve, 0.035), 0.875e-3, 1e-6);
}

TEST(En13715, ThinFlangesAreThoseOfTheirNames) {
  for (double thickness = 28.5; thickness < 32.5; thickness += 0.5) {
    const double reduction = 32.5 - thickness;
    for (const std::string whole : {"s1002", "en13715_1_40"}) {
      const std::string name = fmt::format("{}_e{:g}", whole, thickness);
      const auto wheel = standard_profile(name), full = standard_profile(whole);
      ASSERT_TRUE(wheel) << name;
      const auto flange = measure_flange(*wheel).value();
      EXPECT_NEAR(1e3 * flange.thickness, thickness, 2e-3) << name;
      EXPECT_NEAR(1e3 * flange.height, 16 + std::sqrt(144 - reduction * reduction / 4), 3e-3) << name;
      // Points of the face, the root and the tread are moved from the full flange; the back and the
      // tread beyond the tape circle stay.
      for (const double y : {-0.045, -0.0385, -0.037, -0.033, -0.02, -0.001})
        EXPECT_NEAR(z_at(wheel->curve, y - 1e-3 * reduction), z_at(full->curve, y), 2e-6) << name << ' ' << y;
      for (const double y : {-0.069, -0.06, 0.0, 0.02, 0.05})
        EXPECT_NEAR(z_at(wheel->curve, y), z_at(full->curve, y), 2e-6) << name << ' ' << y;
      EXPECT_NEAR(2 * z_at(wheel->curve, -5e-4 * (0.5 + reduction)), z_at(full->curve, -5e-4), 1e-8) << name;
    }
  }
  for (const char* name : {"s1002_e32.5", "s1002_e28", "s1002_e30.2", "en15302_a_e30"})
    EXPECT_FALSE(standard_profile(name)) << name;
}

TEST(S1002, HasTheDimensionsOfItsName) {
  const auto flange = measure_flange(*standard_profile("s1002")).value();
  EXPECT_NEAR(flange.height, 0.028, 1.5e-7);
  EXPECT_NEAR(flange.thickness, 0.0325, 1e-6);
  EXPECT_NEAR(flange.steepness, 0.01079, 1e-5);
  EXPECT_NEAR(flange.angle, 70 * pi / 180, 1e-4);
}

TEST(S1002, AgreesWithTheTablesOfTheStandard) {
  std::ifstream file(FLANGEWAY_SOURCE_DIR "/tests/data/s1002.csv");
  const Curve curve = standard_profile("s1002")->curve;
  int points = 0;
  for (std::string line; std::getline(file, line);) {
    std::istringstream cells(line);
    std::string table, y, z;
    std::getline(cells, table, ','), std::getline(cells, y, ','), std::getline(cells, z, ',');
    if (!table.starts_with("C")) continue;  // source and names
    // Printed with three digits; one value of the table is off by 0.8 µm.
    EXPECT_NEAR(-1e3 * z_at(curve, 1e-3 * std::stod(y)), std::stod(z), 1e-3) << table << ' ' << y;
    ++points;
  }
  EXPECT_EQ(points, 135);
}

TEST(StandardRail, ArcsCloseAtTheHalfWidth) {
  // Printed half width and depth at which the corner meets the side [EN13674-1].
  const std::map<std::string, Vec2> corner{
      {"60e1", {36.0, 14.3}}, {"60e2", {36.0, 14.3}}, {"54e1", {35.0, 14.1}}, {"49e1", {33.5, 14.0}}};
  for (const auto& [name, at] : corner) {
    const Curve curve = standard_profile(name)->curve;
    const Vec2 left = curve.point(curve.breaks().front()), right = curve.point(curve.breaks().back());
    EXPECT_NEAR(1e3 * right.x(), at.x(), 5e-4) << name;
    EXPECT_NEAR(-1e3 * right.y(), at.y(), 5e-4) << name;
    EXPECT_NEAR(left.x(), -right.x(), 1e-12) << name;
    EXPECT_NEAR(highest_point(curve).norm(), 0, 1e-9) << name;
  }
}

TEST(StandardRail, HeadsAreSymmetric) {
  for (const std::string& name : standard_profile_names(Kind::rail)) {
    if (name == "en15302_rail_a") continue;
    const Curve curve = standard_profile(name)->curve;
    for (double s = 0; s < curve.length() / 2; s += 1.1e-3) {
      const Vec2 left = curve.point(s), right = curve.point(curve.length() - s);
      EXPECT_NEAR(left.x(), -right.x(), 1e-10) << name;
      EXPECT_NEAR(left.y(), right.y(), 1e-10) << name;
    }
  }
}

TEST(StandardRail, HeadOf140REIsThreeInchesWide) {
  const Curve curve = standard_profile("140re")->curve;
  EXPECT_NEAR(curve.point(curve.breaks().back()).x(), 1.5 * 0.0254, 1e-12);
  EXPECT_NEAR(std::tan(-curve.angle(curve.length())), 40, 1e-3);
}

TEST(StandardRail, ReferenceRailAIsUic60Inclined) {
  // Rail A is UIC 60 with the older junction of crown and shoulder, 10.5 mm from the axis, turned by 0.05
  // rad: the arcs of 300 and 80 mm with these data, moved so that the centres of the crowns coincide, lie on
  // it.
  const auto reference = standard_profile("en15302_rail_a");
  EXPECT_EQ(reference->lateral_origin, 0.750);
  EXPECT_EQ(reference->built_in_inclination, 0.05);
  const Vec2 crown_centre(17.5966, -299.48349);
  const double tilt = 0.05, junction = std::asin(10.5 / 300);
  const auto on_rail = [&](double angle, double side,
                           double radius) {  // angle from the axis, side ±1 of the shoulder
    const Vec2 centre =
        radius == 300 ? Vec2(0, 0) : 220 * Vec2(side * std::sin(junction), std::cos(junction));
    const Vec2 p = centre + radius * Vec2(std::sin(angle), std::cos(angle));
    return Vec2(crown_centre + Vec2(std::cos(tilt) * p.x() - std::sin(tilt) * p.y(),
                                    std::sin(tilt) * p.x() + std::cos(tilt) * p.y()));
  };
  for (const auto& [angle, radius] :
       {std::pair{-0.2, 80.0}, {-0.1, 80.0}, {-0.03, 300.0}, {0.02, 300.0}, {0.1, 80.0}, {0.2, 80.0}}) {
    const Vec2 p = 1e-3 * on_rail(angle, angle < 0 ? -1 : 1, radius);
    EXPECT_NEAR(z_at(reference->curve, p.x()), p.y(), 2e-7) << angle;
  }
  // Gauge 1435.16 mm, 14 mm below the top.
  EXPECT_NEAR(2 * (0.750 + measure_head(*reference).gauge_y.value()), 1.43516, 3e-5);
}

TEST(Measure, HeadOf60E1) {
  const HeadMeasures head = measure_head(*standard_profile("60e1"));
  EXPECT_NEAR(head.width.value(), 0.07197, 1e-5);  // 72 mm at 14.3 mm below the top
  EXPECT_NEAR(head.gauge_y.value(), -head.width.value() / 2, 1e-10);
  EXPECT_NEAR(head.inclination.value(), 0, 1e-10);
}

TEST(Measure, ConesAndArcs) {
  const Profile wheel = cone(0.05);
  EXPECT_NEAR(z_at(wheel.curve, 0.02), 0.001, 1e-12);
  EXPECT_FALSE(measure_flange(wheel));
  EXPECT_NEAR(z_at(standard_profile("cone_1_40")->curve, 0.04), 0.001, 1e-12);
  const Profile rail = circular_rail(0.3, 0.035);
  EXPECT_NEAR(z_at(rail.curve, 0.03), std::sqrt(0.09 - 9e-4) - 0.3, 1e-10);
  const CurvatureRange range = curvature_range(rail.curve, 2e-3);
  EXPECT_NEAR(range.lowest, -1 / 0.3, 1e-6);
  EXPECT_NEAR(range.highest, -1 / 0.3, 1e-6);
}

}  // namespace
}  // namespace flangeway::profile
