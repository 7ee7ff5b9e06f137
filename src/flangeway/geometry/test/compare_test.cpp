#include "flangeway/geometry/compare.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/profile/read.hpp"
#include "flangeway/profile/standard.hpp"

namespace flangeway::geometry {
namespace {

WheelsetGeometry two_point_pair() {  // S1002 on LB-140-AREA [Escalona2021, Table 4]
  const auto wheel = *profile::standard_profile("s1002"), rail = *profile::standard_profile("140re");
  return make_geometry(wheel, wheel, rail, rail, 0.7515, 0.457, {.lateral = 0.7555});
}

// The pair of models/cases/bogie_r235_one_point.toml: no jump of the contact up to the flange's tip.
WheelsetGeometry one_point_pair() {
  Findings findings;
  const auto wheel = profile::load_profile(FLANGEWAY_SOURCE_DIR "/models/profiles/one_point_wheel.csv",
                                           profile::Kind::wheel, {}, {}, findings);
  findings.throw_if_any();
  const auto rail = *profile::standard_profile("60e1");
  return make_geometry(*wheel, *wheel, rail, rail, 0.7526, 0.43, {.lateral = 0.7526, .inclination = 0.05});
}

std::vector<MethodCurves> compared(const WheelsetGeometry& geometry, const KecSettings& kec_settings,
                                   const LookupSettings& lookup_settings, const std::vector<double>& gauges) {
  const PositionSearch search(geometry);
  const LookupTable table = make_lookup(geometry, lookup_settings);
  EXPECT_EQ(table.failure, "");
  const KecProfiles profiles = make_kec(geometry, kec_settings);
  std::vector<MethodCurves> curves;
  for (const double gauge : gauges) curves.push_back(compare_methods(search, table, profiles, gauge, 2e-4));
  return curves;
}

void print(const char* what, const LargestDifference& d) {
  std::cout << what << ": " << d.z.value * 1e6 << " µm at y " << d.z.y * 1e3 << ", gauge "
            << d.z.gauge_variation * 1e3 << "; " << d.roll.value * 1e3 << " mrad at y " << d.roll.y * 1e3
            << ", gauge " << d.roll.gauge_variation * 1e3 << '\n';
}

// [Escalona2021, section 4.2] finds at most 60 µm and 0.16 mrad.
TEST(Compare, TwoPointPairAgreesOnTheTreadAsThePaperSays) {
  KecSettings sharp;
  sharp.transition_length = 1e-5;
  LookupSettings coarse;
  coarse.lateral_points = 241;
  coarse.gauge_points = 5;
  const auto curves = compared(two_point_pair(), sharp, coarse, {-0.0045, 0, 0.0045, 0.009});
  const LargestDifference tread = largest_difference(curves, lut, kec, false);
  print("tread, table against KEC", tread);
  EXPECT_GT(tread.z.count, 100u);
  EXPECT_LT(tread.z.value, 60e-6);
  EXPECT_LT(tread.roll.value, 0.16e-3);
}

// The one-point table climbs the flange with the contact search, between its rows as on them. On the steepest
// part a difference in height is 2.7 times the lateral difference.
TEST(Compare, OnePointMethodsFollowTheContactSearchOverTheFlange) {
  const auto curves = compared(one_point_pair(), {}, {}, {-0.0045, -0.0027, 0, 0.0009, 0.0046, 0.009});
  for (const Way way : {lut, kec}) {
    const LargestDifference tread = largest_difference(curves, way, searched, false),
                            flange = largest_difference(curves, way, searched, true);
    print(way == lut ? "tread, table" : "tread, KEC", tread);
    print(way == lut ? "flange, table" : "flange, KEC", flange);
    EXPECT_GT(flange.z.count, 20u);
    EXPECT_LT(tread.z.value, 10e-6);
    EXPECT_LT(tread.roll.value, 0.03e-3);
    EXPECT_LT(flange.z.value, 200e-6);
    EXPECT_LT(flange.roll.value, 0.25e-3);
  }
}

TEST(Compare, IsEmptyWhereAMethodHasNoPosition) {
  LookupSettings narrow;
  narrow.lateral_points = 61;
  narrow.gauge_points = 3;
  narrow.overlap = 1e-4;
  const WheelsetGeometry geometry = one_point_pair();
  const PositionSearch search(geometry);
  const MethodCurves curves =
      compare_methods(search, make_lookup(geometry, narrow), make_kec(geometry, {}), 0, 2e-4);
  EXPECT_TRUE(std::isnan(curves.z[lut].back()));
  EXPECT_FALSE(std::isnan(curves.z[searched].back()));
  EXPECT_FALSE(std::isnan(curves.z[kec].back()));
}

}  // namespace
}  // namespace flangeway::geometry
