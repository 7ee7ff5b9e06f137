// The bogie of Cooperrider built from elements against its equations with seven coordinates.
#include "flangeway/stability/stability.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/geometry/kec.hpp"
#include "flangeway/math/dense.hpp"
#include "flangeway/stability/orbit.hpp"
#include "flangeway/stability/page.hpp"
#include "flangeway/stability/peaks.hpp"
#include "flangeway/stability/test/cooperrider_equations.hpp"
#include "flangeway/stability/variation.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace flangeway::stability {
namespace {

using Eigen::VectorXd;
using ::testing::HasSubstr;

const std::filesystem::path cooperrider_case =
    std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "models/cases/cooperrider.toml";

vehicle_case::CaseModel load(const document::Assignments& sets = {}) {
  Findings findings;
  auto model = vehicle_case::load_case(cooperrider_case, sets, findings);
  EXPECT_TRUE(model) << findings.text();
  return std::move(*model);
}

// The pair of eigenvalues of the seven coordinates with the largest growth, by one-sided steps so small that
// the kink of the creep law does not show.
struct Pair {
  std::complex<double> value;
  Eigen::VectorXcd vector;
};
Pair largest_pair(double speed) {
  constexpr double step = 1e-9;
  Eigen::MatrixXd matrix(14, 14);
  VectorXd x = VectorXd::Zero(14), rate(14);
  for (Eigen::Index j = 0; j < 14; ++j) {
    x(j) = step;
    cooperrider(x, speed, rate);
    matrix.col(j) = rate / step;
    x(j) = 0;
  }
  const math::Eigenpairs pairs = math::eigenpairs(matrix);
  Pair largest{{-1e9, 0}, {}};
  for (Eigen::Index i = 0; i < 14; ++i)
    if (pairs.values(i).imag() > 0.1 && pairs.values(i).real() > largest.value.real())
      largest = {pairs.values(i), pairs.vectors.col(i)};
  return largest;
}

double critical_speed() {
  double low = 60, high = 80;
  for (int i = 0; i < 50; ++i) {
    const double middle = (low + high) / 2;
    (largest_pair(middle).value.real() < 0 ? low : high) = middle;
  }
  return low;
}

// Limit cycles of the seven coordinates, and where their branch begins.
struct Reference {
  Flow flow;
  OrbitAndDirection start;
};
Reference reference() {
  Reference of;
  of.flow.rate = [](const VectorXd& x, double v, VectorXd& rate) {
    cooperrider(x, v, rate);
    return true;
  };
  const double start = critical_speed();
  Pair pair = largest_pair(start);
  pair.vector *= 1e-3 / std::abs(pair.vector(0));
  of.flow.scale = pair.vector.cwiseAbs().cwiseMax(1e-4);
  of.start = small_oscillation(VectorXd::Zero(14), pair.vector, pair.value.imag(), start, 80);
  return of;
}

// Speed at which the first or the second wheelset comes as far as the flange: amplitude and gap are equal.
double reference_touch(Eigen::Index wheelset) {
  constexpr double gap = 0.0091;
  auto [flow, at] = reference();
  const auto reach = [&](const OrbitAndDirection& of) { return peaks_of(of.orbit, 2 * wheelset)[0].value; };
  for (double step = 0.3; step > 1e-6;) {
    const auto next = next_orbit(flow, at, step);
    if (next && reach(*next) < gap)
      at = *next;
    else
      step /= 2;
  }
  return at.orbit.parameter;
}

// Speed and amplitude of the first wheelset at each orbit.
std::vector<std::array<double, 2>> reference_branch(double to) {
  auto [flow, at] = reference();
  std::vector<std::array<double, 2>> rows;
  for (double step = 0.2; step > 1e-3 && rows.size() < 200;) {
    const auto next = next_orbit(flow, at, step);
    if (!next) {
      step /= 2;
      continue;
    }
    at = *next;
    if (at.orbit.iterations <= 3) step = std::min(1.4 * step, 0.5);
    const auto y = at.orbit.stages.row(0);
    rows.push_back({at.orbit.parameter, (y.maxCoeff() - y.minCoeff()) / 2});
    if (at.orbit.parameter > to) break;
  }
  return rows;
}

// Linear between the rows beyond the fold, which is the slowest one.
double stable_amplitude(const std::vector<std::array<double, 2>>& rows, double speed) {
  const auto fold = std::min_element(rows.begin(), rows.end());
  for (auto row = fold; row + 1 != rows.end(); ++row) {
    const auto &a = *row, &b = *(row + 1);
    if (a[0] <= speed && speed < b[0]) return a[1] + (b[1] - a[1]) * (speed - a[0]) / (b[0] - a[0]);
  }
  ADD_FAILURE() << speed;
  return 0;
}

TEST(Stability, HopfPointOfCooperridersBogie) {
  Settings settings;
  settings.from = 40, settings.to = 90, settings.speeds = 11, settings.branches = 0;
  const Stability found = stability_of(load(), settings);
  ASSERT_EQ(found.hopf.size(), 1u);
  const double expected = critical_speed();
  EXPECT_NEAR(found.hopf[0].speed / expected, 1, 2e-5);
  EXPECT_NEAR(found.hopf[0].frequency / (largest_pair(expected).value.imag() / 6.283185307179586), 1, 2e-5);
  EXPECT_NEAR(found.hopf[0].speed, 68.66, 0.05);  // published: [KaasPetersen1986] by B. Hassard's program
  EXPECT_TRUE(found.hopf[0].unstable_above);
  EXPECT_EQ(found.linear_critical_speed(), found.hopf[0].speed);
  EXPECT_TRUE(std::isnan(found.nonlinear_critical_speed()));
}

TEST(Stability, LimitCyclesOfCooperridersBogie) {
  Settings settings;
  settings.from = 60, settings.to = 69, settings.speeds = 3, settings.intervals = 40;
  const Stability found = stability_of(load(), settings);
  ASSERT_EQ(found.branches.size(), 1u);
  const Branch& branch = found.branches[0];
  EXPECT_EQ(branch.end, "the branch leaves the range of speeds");
  ASSERT_EQ(branch.folds.size(), 1u);
  const auto expected = reference_branch(69.5);
  const auto fold = *std::min_element(expected.begin(), expected.end());
  EXPECT_NEAR(branch.folds[0].speed / fold[0], 1, 1e-4);
  EXPECT_EQ(found.nonlinear_critical_speed(), branch.folds[0].speed);
  EXPECT_FALSE(branch.cycles.front().stable);
  EXPECT_TRUE(branch.cycles.back().stable);
  EXPECT_EQ(branch.cycles.front().intervals, 40u);
  EXPECT_GT(branch.cycles.back().intervals, 40u);  // the flange is touched shortly
  for (const LimitCycle& cycle : branch.cycles) EXPECT_LT(cycle.error, 1e-3);
  ASSERT_EQ(branch.flange_limits.size(), 2u);
  for (std::size_t w = 0; w < 2; ++w) {
    const FlangeLimit& limit = branch.flange_limits[w];
    EXPECT_EQ(limit.wheelset, w);
    EXPECT_TRUE(limit.begins);
    EXPECT_NEAR(limit.amplitude[w], 0.0091, 5e-7);  // the gap of Cooperrider's flange
    EXPECT_NEAR(limit.speed, reference_touch(static_cast<Eigen::Index>(w)), 2e-3);
    for (const LimitCycle& cycle : branch.cycles)
      EXPECT_EQ(cycle.flange[w], cycle.amplitude[w] > 0.0091) << cycle.speed;
  }
  EXPECT_THAT(text(found), HasSubstr("wheelset1 begins to touch its rail with a flange at 66.9"));
  std::vector<std::array<double, 2>> rows;
  for (const LimitCycle& cycle : branch.cycles) rows.push_back({cycle.speed, cycle.amplitude[0]});
  for (const double speed : {66.8, 67.2, 67.8, 68.5})
    EXPECT_NEAR(stable_amplitude(rows, speed) / stable_amplitude(expected, speed), 1, 2e-3) << speed;
}

// Equivalent profiles begin to hand over to the flange half a transition length before the tread is left:
// this place of the wheelset is known without a vehicle.
TEST(Stability, CyclesOfTheManchesterWagonBeginToTouchTheFlange) {
  const std::filesystem::path models = std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "models";
  const document::Assignments sets{"track=" + (models / "tracks/straight_1000.toml").string(),
                                   "profiles.wheel=" + (models / "profiles/cone_1_20.csv").string()};
  Findings findings;
  const auto model = vehicle_case::load_case(models / "cases/manchester_r500.toml", sets, findings);
  ASSERT_TRUE(model) << findings.text();
  const geometry::KecProfiles& profiles = model->contact.pairs.front()->kec;
  const double last = profiles.left.flange_start + profiles.left.transition_length / 2;
  double low = 0, high = 0.003;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (geometry::kec_position(profiles, middle, 0).left_s > last ? low : high) = middle;
  }
  const double touching = geometry::kec_position(profiles, high, 0).y;

  Settings settings;
  settings.from = 90, settings.to = 100, settings.speeds = 2, settings.intervals = 20,
  settings.max_orbits = 12;
  const Stability found = stability_of(*model, settings);
  ASSERT_EQ(found.branches.size(), 1u);
  ASSERT_FALSE(found.branches[0].flange_limits.empty());
  const FlangeLimit& limit = found.branches[0].flange_limits[0];
  EXPECT_EQ(found.wheelsets[limit.wheelset], "wheelset1");
  EXPECT_NEAR(limit.amplitude[0], touching, 2e-6);
  EXPECT_NEAR(limit.speed, 93.560, 0.01);
  EXPECT_FALSE(found.branches[0].cycles.front().touches_flange());
  EXPECT_TRUE(found.branches[0].cycles.back().touches_flange());
}

// Two oscillations of the bogie change places in the order of frequencies between 62 and 65 m/s. With few
// speeds they keep the numbers that they have with many.
TEST(Stability, RootsOfTheLocusKeepTheirNumbers) {
  const auto locus = [](std::size_t speeds) {
    Settings settings;
    settings.from = 60, settings.to = 69, settings.speeds = speeds, settings.branches = 0;
    return stability_of(load(), settings);
  };
  const Stability few = locus(2), many = locus(31);
  const auto &first = few.locus.back(), &second = many.locus.back();
  ASSERT_EQ(first.roots, second.roots);
  std::vector<std::size_t> order;
  for (const std::optional<std::size_t>& root : first.roots)
    if (root) order.push_back(*root);
  EXPECT_FALSE(std::is_sorted(order.begin(), order.end()));
  ASSERT_EQ(many.hopf.size(), 1u);
  EXPECT_EQ(many.hopf[0].root, 0u);
  for (const LocusPoint& point : many.locus)  // the root that crosses is the only one that grows
    for (std::size_t i = 0; i < point.modes.size(); ++i)
      if (point.roots[i] == 0u) {
        EXPECT_EQ(point.modes[i].eigenvalue.real() > 0, point.speed > many.hopf[0].speed);
      }
}

std::string findings_of(const document::Assignments& sets, const Settings& settings = {}) {
  Findings findings;
  check(load(sets), settings, findings);
  return findings.text();
}

TEST(Stability, SaysWhatACaseMustBe) {
  EXPECT_EQ(findings_of({}), "");
  EXPECT_THAT(findings_of({"drive=free"}),
              HasSubstr("drive: is free: a vehicle that is not driven has no steady speed (got free; allowed "
                        "prescribed). Set drive to prescribed."));
  Settings settings;
  settings.from = 80, settings.to = 50;
  EXPECT_THAT(findings_of({}, settings),
              HasSubstr("--to: is not above --from (got 50 m/s; allowed more than 80 m/s)."));
}

// Findings of no cycle and failures to find one are told apart.
TEST(Stability, AnswersSayWhatWasNotFoundAndWhy) {
  Stability found;
  found.from = 40, found.to = 80;
  found.locus.resize(3);
  EXPECT_EQ(linear_answer(found).text, "no root grows at 3 speeds from 40 to 80 m/s");
  EXPECT_EQ(continuation_answer(found).kind, AnswerKind::none);
  EXPECT_EQ(time_answer(found).kind, AnswerKind::not_tried);
  found.hopf.push_back({70, 4, true, "frame", "y"});
  found.growing.push_back({70, false, true, {0, 25}, "frame", "y", {}});
  found.branches.emplace_back();
  found.branches[0].end = "no further cycle was found";
  EXPECT_EQ(continuation_answer(found).kind, AnswerKind::failed);
  EXPECT_EQ(continuation_answer(found).text,
            "the branch from 70.000 m/s ended after 0 cycles (no further cycle was found)");
  EXPECT_THAT(text(found), HasSubstr("by continuation         not known: "));
  EXPECT_EQ(critical_speed(found).speed, 70);
  EXPECT_THAT(critical_speed(found).text, HasSubstr("no answer: by continuation, by runs in time"));
  found.branches[0].cycles.push_back({66, 4, {0.001}, {false}, true, 0.5, 40, 1e-4});
  EXPECT_TRUE(continuation_answer(found).at_or_below);
  found.branches[0].complete = true;
  EXPECT_FALSE(continuation_answer(found).at_or_below);
  EXPECT_EQ(value_text(critical_speed(found)), "66.000 m/s (237.6 km/h)");
}

TEST(Stability, AnswersThatContradictEachOtherAreReported) {
  Stability found;
  found.from = 40, found.to = 80;
  found.hopf.push_back({70, 4, true, "frame", "y"});
  found.growing.push_back({70, false, true, {0, 25}, "frame", "y", {}});
  found.branches.emplace_back();
  found.branches[0].complete = true;
  found.branches[0].cycles.push_back({66, 4, {0.001}, {false}, true, 0.5, 40, 1e-4});
  TimeSearch& search = found.search.emplace();
  search.lowest = 65.8, search.dies = 65.6, search.amplitude = 0.003;
  search.runs.push_back({65.8, true, Motion::hunting, 0.003, 4, 20});
  EXPECT_TRUE(contradictions(found).empty());
  search.lowest = 52;
  ASSERT_EQ(contradictions(found).size(), 1u);
  EXPECT_THAT(contradictions(found)[0],
              HasSubstr("runs in time hunt down to 52.00 m/s, below all limit cycles"));
  EXPECT_EQ(critical_speed(found).speed, 52);
  search.lowest = search.dies = std::nan("");
  search.runs[0].motion = Motion::rest;
  EXPECT_EQ(time_answer(found).kind, AnswerKind::none);
  EXPECT_THAT(contradictions(found)[0], HasSubstr("no run in time hunted"));
  search.runs[0].motion = Motion::failed, search.runs[0].failure = "the step failed";
  EXPECT_EQ(time_answer(found).kind, AnswerKind::failed);
  EXPECT_THAT(time_answer(found).text, HasSubstr("the step failed"));
}

// A frame high above soft springs: gravity turns it over at any speed.
TEST(Stability, SaysThatAVehicleFallsOver) {
  Settings settings;
  settings.from = 40, settings.to = 60, settings.speeds = 2;
  const Stability found = stability_of(load({"vehicle.gravity=9.81", "vehicle.bodies[0].position=[0,0,3.5]",
                                             "vehicle.bushings[0].stiffness=[3.646e6,1.823e6,1e4]",
                                             "vehicle.bushings[1].stiffness=[2.9e6,1e3,1e3]"}),
                                       settings);
  EXPECT_EQ(critical_speed(found).kind, AnswerKind::unstable);
  EXPECT_THAT(text(found),
              HasSubstr("critical speed            unstable: the vehicle falls over or runs off"));
  EXPECT_THAT(text(found), HasSubstr("roots that grow"));
  EXPECT_TRUE(std::isnan(found.linear_critical_speed()));
  ASSERT_FALSE(found.growing.empty());
  EXPECT_FALSE(found.growing[0].oscillates);
  EXPECT_FALSE(found.growing[0].shape.empty());
}

TEST(Stability, ABranchEndsWithItsEffort) {
  Settings settings;
  settings.from = 60, settings.to = 69, settings.speeds = 2, settings.intervals = 8;
  settings.max_evaluations = 20000;
  const Stability found = stability_of(load(), settings);
  ASSERT_EQ(found.branches.size(), 1u);
  EXPECT_FALSE(found.branches[0].complete);
  EXPECT_THAT(found.branches[0].end, HasSubstr("evaluations were spent"));
  EXPECT_NE(continuation_answer(found).kind, AnswerKind::none);
}

TEST(Stability, ElasticContactHasNoBranches) {
  Settings settings;
  settings.from = 40, settings.to = 45, settings.speeds = 2;
  const Stability found = stability_of(load({"contact.method=elastic"}), settings);
  EXPECT_TRUE(found.branches.empty());
  EXPECT_EQ(continuation_answer(found).kind, AnswerKind::not_tried);
  EXPECT_THAT(continuation_answer(found).text,
              HasSubstr("limit cycles are not followed with contact.method elastic"));
}

TEST(Stability, CriticalSpeedOverConicityFalls) {
  Settings settings;
  settings.from = 40, settings.to = 110, settings.speeds = 8;
  Findings findings;
  const auto plan = parse_variation("contact.kec.conicity=0.04:0.06:3", findings);
  ASSERT_TRUE(plan);
  const Variation variation = vary(cooperrider_case, {}, *plan, settings);
  ASSERT_EQ(variation.cases.size(), 3u);
  double last = 1e9;
  for (const VariedCase& row : variation.cases) {
    ASSERT_FALSE(row.hopf.empty());
    EXPECT_LT(row.hopf[0].speed, last);
    last = row.hopf[0].speed;
  }
  EXPECT_THAT(text(variation), HasSubstr("contact.kec.conicity"));
}

TEST(Stability, AVariationIsAKeyWithARange) {
  Findings findings;
  EXPECT_FALSE(parse_variation("speed=10", findings));
  EXPECT_EQ(
      findings.text(),
      "--over: is not a key with a range (got speed=10; allowed KEY=FIRST:LAST:COUNT with a COUNT of 2 to "
      "1000). Write for example contact.kec.conicity=0.02:0.3:15.");
  EXPECT_FALSE(parse_variation("=1:2:3", findings));
  EXPECT_FALSE(parse_variation("speed=1:2:1", findings));
  EXPECT_FALSE(parse_variation("speed=1:x:4", findings));
}

}  // namespace
}  // namespace flangeway::stability
