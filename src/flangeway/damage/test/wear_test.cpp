// Wear laws at their points, and wear of a patch against closed forms.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/contact/patch/fastsim/fastsim.hpp"
#include "flangeway/damage/fatigue.hpp"
#include "flangeway/damage/patch_wear.hpp"
#include "flangeway/damage/wheel_wear.hpp"
#include "flangeway/document/read.hpp"
#include "flangeway/math/types.hpp"

namespace flangeway::damage {
namespace {

using ::testing::HasSubstr;

WearLaw shipped(const std::string& name) {
  Findings findings;
  const auto document = document::Document::from_file(
      std::string(FLANGEWAY_SOURCE_DIR "/models/wear/") + name + ".toml", findings);
  WearLaw law;
  document.fill(law, findings);
  check(law, findings);
  findings.throw_if_any();
  return law;
}

std::string findings_of(const std::string& text) {
  Findings findings;
  const auto document = document::Document::from_text(text, "law.toml", findings);
  WearLaw law;
  document.fill(law, findings);
  check(law, findings);
  return findings.text();
}

WearLaw archard(double coefficient, double hardness) {
  WearLaw law;
  law.kind = WearLawKind::archard;
  law.pieces = {{0, coefficient, 0}};
  law.hardness = hardness;
  return law;
}

contact::patch::ElasticPair steel() {
  return contact::patch::combine({}, {});
}

// 50 kN on an ellipse of 6 by 5 mm at 20 m/s.
EllipseContact ellipse(double creepage_x, double creepage_y = 0, double spin = 0) {
  return {6e-3, 5e-3, 5e4, creepage_x, creepage_y, spin, 0.3, 20};
}

PatchWear wear_of(const WearLaw& law, const EllipseContact& contact, int elements) {
  EllipseWear ellipse(steel(), elements);
  PatchWear wear;
  EXPECT_TRUE(ellipse.find(law, contact, wear));
  return wear;
}

// [Braghin2006] and [Pearce1991] as their laws are written: mild, severe and catastrophic wear.
TEST(WearLaw, TablesHaveTheirPoints) {
  const WearLaw usfd = shipped("usfd_r8t"), rail = shipped("british_rail");
  for (const auto& [x, rate] : {std::pair(0.0, 0.0),
                                {1.0, 5.3},
                                {10.0, 53.0},
                                {10.4, 55.0},
                                {50.0, 55.0},
                                {77.2, 55.0},
                                {100.0, 55 + 61.9 * 22.8},
                                {150.0, 55 + 61.9 * 72.8}})
    EXPECT_NEAR(value_at(usfd, x), rate, 1e-9) << x;
  for (const auto& [x, rate] : {std::pair(0.0, 0.0),
                                {50.0, 12.5},
                                {99.0, 24.75},
                                {150.0, 25.0},
                                {250.0, 1.19 * 250 - 154},
                                {400.0, 1.19 * 400 - 154}})
    EXPECT_NEAR(value_at(rail, x), rate, 1e-9) << x;
  const WearLaw map = shipped("archard_kth");
  for (const auto& [speed, k] : {std::pair(0.1, 5e-4), {0.5, 35e-4}, {0.8, 5e-4}})
    EXPECT_EQ(value_at(map, speed), k) << speed;
  EXPECT_TRUE(usfd.from_memory && rail.from_memory && map.from_memory);
}

TEST(WearLaw, SeizesBeyondAPressure) {
  const WearLaw map = shipped("archard_kth");
  const auto rate = [&](double share) {
    return wear_rate(map, {share * map.hardness, 1, 1e-3, 20, 1}) / (share * 1e-3);
  };
  EXPECT_NEAR(rate(0.79), 5e-4, 1e-12);
  EXPECT_NEAR(rate(0.81), 350e-4, 1e-12);
}

// Units: a kilogram is a kilogram.
TEST(WearLaw, RatesAreVolumesPerAreaAndDistance) {
  const Sliding at{1e9, 20e6, 1e-3, 20, 60};
  // 55 μg per m and mm² over 1 m² and 1 m is 55e-3 kg.
  EXPECT_NEAR(wear_rate(shipped("usfd_r8t"), at), 55e-3 / 7850, 1e-15);
  // 15/D mm² per km of a wheel with D = 920 mm, for a patch whose work is all in 3e-6 m².
  const double volume_per_metre = 15 / 920.0 * 1e-6 / 1e3 * pi * 0.92;
  EXPECT_NEAR(wear_rate(shipped("british_rail"), at) * 3e-6, volume_per_metre, 1e-12 * volume_per_metre);
  WearLaw work;
  work.kind = WearLawKind::krause_poll;
  work.pieces = {{0, 1e-5, 0}, {4, 2e-5, 0}};  // W/mm²; here 400
  EXPECT_NEAR(wear_rate(work, at), 2e-5 * 1e-9 * 20e6, 1e-18);
}

// Full sliding: a row of Hertz's pressure p₀ √(1 − y²/b²) has ∫ p dx = (π/2) a p₀ (1 − y²/b²), and loses
// k s/H times that; the volume is k E/(μ H).
TEST(PatchWear, OfFullSlidingHasAClosedForm) {
  const double k = 3e-4, hardness = 3e9, creepage = 0.05;
  const EllipseContact contact = ellipse(0, creepage);
  const PatchWear wear = wear_of(archard(k, hardness), contact, 100);
  const double energy = contact.friction * contact.normal_force * creepage;
  EXPECT_NEAR(wear.t_gamma, energy, 0.005 * energy);
  // But for the first elements, which stick in part.
  EXPECT_NEAR(wear.volume, k * wear.t_gamma / (contact.friction * hardness), 1e-5 * wear.volume);
  const double p0 = 1.5 * contact.normal_force / (pi * contact.a * contact.b);
  const double deepest = k / hardness * creepage * pi / 2 * contact.a * p0;
  for (std::size_t row = 0; row < wear.depth.size(); ++row) {
    const double y = (2 * static_cast<double>(row) + 1) / static_cast<double>(wear.depth.size()) - 1;
    EXPECT_NEAR(wear.depth[row], deepest * (1 - y * y), 0.005 * deepest) << y;
  }
}

// From slip in a corner of the patch to full sliding with spin. 20 elements, the default, are within 1 % of
// the limit by laws without jumps, and each doubling halves the error.
TEST(PatchWear, TendsToALimitAsElementsGetSmaller) {
  for (const EllipseContact& contact : {ellipse(0.0005, 0.001, 0.1), ellipse(0.001, 0.001, 0.1),
                                        ellipse(0.002, 0.003, 0.3), ellipse(0, 0.008, 2)}) {
    for (const auto& [name, error] :
         {std::pair("usfd_r8t", 0.01), {"british_rail", 0.01}, {"archard_kth", 0.06}}) {
      const WearLaw law = shipped(name);
      const double finest = wear_of(law, contact, 160).volume,
                   fine = std::abs(wear_of(law, contact, 40).volume - finest),
                   coarse = std::abs(wear_of(law, contact, 20).volume - finest);
      EXPECT_GT(finest, 0);
      EXPECT_LT(coarse, error * finest) << name << " at " << contact.creepage_y;
      if (law.kind == WearLawKind::archard) continue;
      EXPECT_LT(fine, 0.5 * coarse + 1e-9 * finest) << name << " at " << contact.creepage_y;
    }
  }
}

// The same method on a regular grid, which cuts the ellipse's edge, tends to the same limit from below.
TEST(PatchWear, MeetsTheSolutionOnARegularGrid) {
  const WearLaw law = shipped("usfd_r8t");
  for (const EllipseContact& contact : {ellipse(0.001, 0.001, 0.1), ellipse(0.002, -0.003, 0.3)}) {
    const PatchWear rows = wear_of(law, contact, 160);
    const auto on_grid = [&](int elements) {
      contact::patch::Problem problem;
      contact::patch::Solution solution;
      contact::patch::Workspace workspace;
      contact::patch::Grid& grid = problem.grid;
      grid.nx = grid.ny = elements;
      grid.dx = 2 * contact.a / elements, grid.dy = 2 * contact.b / elements;
      grid.x_first = grid.dx / 2 - contact.a, grid.y_first = grid.dy / 2 - contact.b;
      problem.material = steel();
      problem.gap.assign(grid.size(), 0);
      problem.given_pressure = contact::patch::ellipse_pressure(
          grid, contact.a, contact.b, contact.normal_force, contact::patch::PressureShape::elliptic);
      problem.normal_force = contact.normal_force;
      problem.method.tangential = contact::patch::TangentialMethod::fastsim;
      problem.method.ellipse = contact::patch::Ellipse{contact.a, contact.b};
      problem.friction.assign(1, {});
      problem.friction.front().kinetic = contact.friction;
      problem.motion.longitudinal.value = contact.creepage_x;
      problem.motion.lateral.value = contact.creepage_y;
      problem.motion.spin = contact.spin;
      problem.motion.speed = contact.speed;
      contact::patch::solve(problem, nullptr, workspace, solution);
      PatchWear wear;
      find_wear(law, problem, solution, wear);
      return wear;
    };
    const double coarse = rows.volume - on_grid(50).volume, fine = rows.volume - on_grid(200).volume;
    EXPECT_LT(std::abs(fine), 0.03 * rows.volume);
    EXPECT_LT(std::abs(fine), 0.5 * std::abs(coarse));
  }
}

TEST(PatchWear, NeedsSlip) {
  const PatchWear none = wear_of(shipped("usfd_r8t"), ellipse(0), 20);
  EXPECT_EQ(none.volume, 0);
  EXPECT_EQ(none.t_gamma, 0);
  EllipseWear patch(steel(), 20);
  PatchWear wear;
  EllipseContact lifted = ellipse(0.01);
  lifted.normal_force = -1;
  EXPECT_FALSE(patch.find(shipped("usfd_r8t"), lifted, wear));
  EXPECT_EQ(wear.volume, 0);
}

TEST(PatchWear, HasAMirrorImage) {
  const WearLaw law = shipped("usfd_r8t");
  const PatchWear left = wear_of(law, ellipse(0.001, 0.002, 0.4), 30),
                  right = wear_of(law, ellipse(0.001, -0.002, -0.4), 30);
  for (std::size_t row = 0; row < left.depth.size(); ++row)
    EXPECT_NEAR(left.depth[row], right.depth[left.depth.size() - 1 - row], 1e-9 * left.volume / 1e-2);
}

TEST(PatchWear, ReportsTheShareBeyondTheTests) {
  WearLaw law = shipped("usfd_r8t");
  const EllipseContact contact = ellipse(0, 0.01);
  EXPECT_EQ(wear_of(law, contact, 20).beyond, 0);
  law.largest = 1e-6;
  const PatchWear all = wear_of(law, contact, 20);
  EXPECT_NEAR(all.beyond, all.t_gamma, 1e-9 * all.t_gamma);
}

// The run's own frictional work is the basis; FASTSIM spreads it.
TEST(PatchWear, HasTheFrictionalWorkOfItsRun) {
  for (const char* name : {"usfd_r8t", "archard_kth"}) {
    WearLaw law = shipped(name);
    law.pieces.resize(1);  // linear in the work
    EllipseContact contact = ellipse(0.0005, 0.001, 0.1);
    const PatchWear own = wear_of(law, contact, 20);
    EXPECT_EQ(own.solved_t_gamma, own.t_gamma);
    contact.t_gamma = 0.6 * own.t_gamma;
    const PatchWear given = wear_of(law, contact, 20);
    EXPECT_DOUBLE_EQ(given.t_gamma, 0.6 * own.t_gamma);
    EXPECT_EQ(given.solved_t_gamma, own.t_gamma);
    EXPECT_NEAR(given.volume, 0.6 * own.volume, 1e-9 * own.volume) << name;
  }
}

TEST(Section, KeepsTheAreaThatIsPutIn) {
  Section section(profile::Kind::rail, profile::Curve({{-0.07, 0}, {0.07, 0}}), 5e-4);
  double area = 0;
  for (int i = 0; i < 200; ++i) {
    const double from = -0.005 + 7.3e-4 * i, to = from + 1e-3 * std::sin(i);
    section.add(from, to, 1e-6 * (1 + i % 7));
    area += std::abs(to - from) * 1e-6 * (1 + i % 7);
  }
  EXPECT_NEAR(section.area(), area, 1e-12 * area);
  Section one(profile::Kind::rail, profile::Curve({{0, 0}, {1e-3, 0}}), 5e-4);
  one.add(1e-4, 6e-4, 2);
  EXPECT_NEAR(one.depth()[0], 1.6, 1e-9);
  EXPECT_NEAR(one.depth()[1], 0.4, 1e-9);
}

// A quarter of a circle of 14 mm that rises to the field side, and a face that leans over below it.
TEST(Section, FindsArcLengthsOfARailFromAbove) {
  std::vector<Vec2> points;
  for (int i = 0; i <= 90; ++i) {
    const double angle = pi / 2 * i / 90;
    points.emplace_back(0.014 * (1 - std::cos(angle)), 0.014 * std::sin(angle));
  }
  const Section flank(profile::Kind::rail, profile::Curve(points), 5e-4);
  EXPECT_NEAR(flank.arc_at(0.014 * (1 - std::cos(1.0))), 0.014, 1e-7);
  EXPECT_NEAR(flank.arc_at(1), 0.014 * pi / 2, 1e-7);
  EXPECT_NEAR(flank.arc_at(-1), 0, 1e-7);

  // Within the spacing of the points that are looked between, which an edge cuts.
  const Section face(profile::Kind::rail, profile::Curve({{0.01, -0.02}, {0, 0}, {0.03, 0}}, {1}), 5e-4);
  const double lean = std::hypot(0.01, 0.02);
  EXPECT_NEAR(face.arc_at(0.005), lean + 0.005, 1e-4);
  EXPECT_NEAR(face.arc_at(-0.001), lean, 1e-4);
}

// Tip, a lip that leans over the root by 1 mm, root and tread: the rail touches the lip.
TEST(Section, FindsArcLengthsOfAWheelFromBelow) {
  const std::vector<Vec2> points{{-0.01, 0.01},  {0, 0},       {0.004, 0.01},
                                 {0.003, 0.015}, {0.02, 0.02}, {0.06, 0.02}};
  const Section wheel(profile::Kind::wheel, profile::Curve(points, {1, 2, 3, 4}), 5e-4);
  const double back = std::hypot(0.01, 0.01), lip = std::hypot(0.004, 0.01), under = std::hypot(0.001, 0.005),
               root = std::hypot(0.017, 0.005);
  EXPECT_NEAR(wheel.arc_at(-0.005), back / 2, 1e-4);
  EXPECT_NEAR(wheel.arc_at(0.0035), back + lip * 0.0035 / 0.004, 1e-4);
  EXPECT_NEAR(wheel.arc_at(0.0115), back + lip + under + root / 2, 1e-4);
  EXPECT_NEAR(wheel.arc_at(0.05), back + lip + under + root + 0.03, 1e-4);
}

// [Burstow2004] at its corners and between them.
TEST(Fatigue, CracksGrowBetweenTwoWearNumbers) {
  for (const auto& [t_gamma, damage] : {std::pair(0.0, 0.0),
                                        {15.0, 0.0},
                                        {40.0, 0.5},
                                        {65.0, 1.0},
                                        {100.0, 75.0 / 110},
                                        {120.0, 0.5},
                                        {175.0, 0.0},
                                        {200.0, -25.0 / 110}})
    EXPECT_NEAR(crack_damage(t_gamma), damage, 1e-12) << t_gamma;
  EXPECT_EQ(crack_damage(-10), 0);
}

// [Ekberg2002]: 2π a b k/(3 N) is k/p₀.
TEST(Fatigue, SurfaceIndexIsZeroAtTheShakedownLimit) {
  const double a = 6e-3, b = 5e-3, force = 1e5, yield = 3e8, p0 = 1.5 * force / (pi * a * b);
  EXPECT_NEAR(surface_fatigue_index(0.3, a, b, force, yield), 0.11150444078461239, 1e-12);
  EXPECT_NEAR(surface_fatigue_index(yield / p0, a, b, force, yield), 0, 1e-12);
  EXPECT_LT(surface_fatigue_index(0, a, b, force, yield), 0);
}

// The volume that the wheel's section loses over its circumference is the one that the patch removes; the
// right wheel is the mirror image.
TEST(WheelWear, KeepsTheVolume) {
  EllipseWear patch(steel(), 20);
  PatchWear wear;
  ASSERT_TRUE(patch.find(archard(1e-4, 3e9), ellipse(0.002, 0.001, 0.3), wear));
  const double radius = 0.46, distance = 1234;
  const profile::Curve level({{-0.06, 0}, {0.06, 0}});
  WheelWear left(radius, level, level), right(radius, level, level);
  left.add(wear, 5e-3, {0.01, 0.005, 1}, distance);
  EXPECT_NEAR(left.wheel().area() * 2 * pi * radius, wear.volume * distance, 1e-9 * wear.volume * distance);
  EXPECT_NEAR(left.volume(), wear.volume * distance, 1e-12 * left.volume());
  EXPECT_NEAR(left.rail().area(), wear.volume * distance, 1e-9 * left.rail().area());
  ASSERT_TRUE(patch.find(archard(1e-4, 3e9), ellipse(0.002, -0.001, -0.3), wear));
  right.add(wear, 5e-3, {0.01, 0.005, -1}, distance);
  for (std::size_t bin = 0; bin < left.wheel().size(); ++bin)
    EXPECT_NEAR(left.wheel().depth()[bin], right.wheel().depth()[bin], 1e-9 * left.wheel().area() / 1e-2);
}

TEST(WearLaw, FindsErrors) {
  const std::string head = "name = \"a\"\nsource = \"b\"\n";
  EXPECT_THAT(findings_of(head + "kind = \"archard\"\npieces = [{ from = 0.0, value = 1e-4 }]\n"),
              HasSubstr("hardness: is needed by the law of Archard"));
  EXPECT_THAT(
      findings_of(head + "kind = \"archard\"\nhardness = -1.0\npieces = [{ from = 0.0, value = 1e-4 }]\n"),
      HasSubstr("hardness"));
  const std::string usfd = head + "kind = \"usfd\"\n";
  EXPECT_THAT(findings_of(usfd + "pieces = [{ from = 1.0, value = 1.0 }]\n"),
              HasSubstr("is not where wear begins"));
  EXPECT_THAT(findings_of(usfd + "pieces = [{ from = 0.0, value = 1.0 }, { from = 0.0, value = 1.0 }]\n"),
              HasSubstr("does not lie behind the piece before"));
  EXPECT_THAT(findings_of(usfd + "pieces = [{ from = 0.0, value = 1.0, slope = -1.0 }]\n"),
              HasSubstr("makes the wear negative"));
}

}  // namespace
}  // namespace flangeway::damage
