// Profiles that lose material: areas, order of the method, mirror images; and evolutions that go on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "flangeway/core/json_seal.hpp"
#include "flangeway/evolution/evolve.hpp"
#include "flangeway/evolution/run_wear.hpp"
#include "flangeway/evolution/section_run.hpp"
#include "flangeway/evolution/worn_profile.hpp"
#include "flangeway/geometry/pair.hpp"
#include "flangeway/profile/read.hpp"
#include "support/temporary_folder.hpp"

namespace flangeway::evolution {
namespace {

using test::TemporaryFolder;
using ::testing::HasSubstr;

using profile::Kind;

profile::Curve s1002() {
  Findings findings;
  const auto profile = profile::load_profile("s1002", profile::Kind::wheel, {}, {}, findings);
  return profile.value().curve;
}

// A bell of wear at an arc length, in bins of 0.5 mm, m.
std::vector<double> bell(double length, double at, double width, double depth) {
  std::vector<double> depths;
  for (double s = 2.5e-4; s < length; s += 5e-4) {
    const double t = (s - at) / width;
    depths.push_back(depth * std::exp(-t * t / 2));
  }
  return depths;
}

double sum(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0);
}

TEST(WornProfile, SmoothingKeepsTheSum) {
  std::vector<double> depths(200, 0);
  depths[3] = 2, depths[100] = 1, depths[199] = 5;
  const std::vector<double> smooth = smoothed(depths, 5e-4, 2e-3);
  EXPECT_NEAR(sum(smooth), 8, 1e-13);
  EXPECT_NEAR(smooth[100], 5e-4 / (2e-3 * std::sqrt(2 * pi)), 1e-4);  // of a bell of four bins
  EXPECT_EQ(smoothed(depths, 5e-4, 0), depths);
}

// In the flange root, where the normals meet, as on the tread.
TEST(WornProfile, LosesTheAreaThatWears) {
  const profile::Curve wheel = s1002();
  const std::vector<Vec2> first = points_along(wheel);
  const double length = profile::Curve(first).length();
  for (const double at : {0.035, 0.045, 0.055, 0.09}) {
    const std::vector<double> depths = bell(length, at, 4e-3, 1e-4);
    const double bin = 5e-4, area = sum(depths) * bin;
    const std::vector<Vec2> after = worn(Kind::wheel, first, depths, bin);
    EXPECT_NEAR(area_between(Kind::wheel, first, after), area, 1e-9 * area) << at;
    // The depth along the normal is that of the bins but for the curvature of the profile.
    double deepest = 0;
    for (std::size_t i = 0; i < first.size(); ++i) deepest = std::max(deepest, (after[i] - first[i]).norm());
    EXPECT_NEAR(deepest, 1e-4, 0.01e-4) << at;
  }
  EXPECT_EQ(worn(Kind::wheel, first, std::vector<double>(300, 0.0), 5e-4).front(), first.front());
}

// A rail's material lies below its profile.
TEST(WornProfile, RailsLoseTheirTop) {
  Findings findings;
  const auto rail = profile::load_profile("60e1", Kind::rail, {}, {}, findings);
  const std::vector<Vec2> first = points_along(rail.value().curve);
  const double length = profile::Curve(first).length(), top = length / 2;
  const std::vector<double> depths = bell(length, top, 4e-3, 1e-4);
  const std::vector<Vec2> after = worn(Kind::rail, first, depths, 5e-4);
  EXPECT_NEAR(area_between(Kind::rail, first, after), sum(depths) * 5e-4, 1e-9 * sum(depths) * 5e-4);
  EXPECT_NEAR(profile::highest_point(profile::Curve(after)).y(),
              profile::highest_point(rail->curve).y() - 1e-4, 2e-5);
}

TEST(WearRate, KeepsItsAreaInOtherBins) {
  const WearRate rate{{1, 4, 2, 0, 7, 3}, 1e-3};
  EXPECT_EQ(in_bins(rate, 6).depth, rate.depth);
  for (const std::size_t count : {3u, 5u, 7u, 50u}) {
    const WearRate other = in_bins(rate, count);
    EXPECT_NEAR(other.bin * static_cast<double>(count), 6e-3, 1e-15);
    EXPECT_NEAR(sum(other.depth) * other.bin, 17e-3, 1e-14);
  }
}

// A level surface at the height h that wears as c h² has h = h₀/(1 + c h₀ L) at the mileage L.
class LinearlyImplicit : public ::testing::Test {
 protected:
  static constexpr double height = 1e-3, end = 1e7, c = 1e-4;

  static Evaluation evaluate(const std::vector<std::vector<Vec2>>& profiles) {
    const double h = -profiles[0][5].y();
    return {{{std::vector<double>(20, c * h * h), 5e-4}}, {}};
  }
  static double exact(double mileage) { return height / (1 + c * height * mileage); }
  // Wheels are above their profile: it begins at −h and rises.
  static Step first(const StepSpec& spec) {
    Step step{.planned = spec.mileage};
    step.surfaces.push_back({.name = "wheels"});
    for (int i = 0; i <= 40; ++i) step.surfaces[0].points.emplace_back(2.5e-4 * i, -height);
    step.surfaces[0].rate = evaluate({step.surfaces[0].points}).rates[0];
    return step;
  }
  std::vector<Step> run(const StepSpec& spec) {
    std::vector<Step> steps{first(spec)};
    evaluations_ = 0;
    while (steps.back().mileage < end)
      steps.push_back(*advance(steps.back(), spec, end, [&](const auto& profiles) {
        ++evaluations_;
        return std::optional(evaluate(profiles));
      }));
    return steps;
  }
  double error(const StepSpec& spec) {
    return std::abs(-run(spec).back().surfaces[0].points[5].y() - exact(end));
  }
  int evaluations_ = 0;
};

TEST_F(LinearlyImplicit, IsOfSecondOrder) {
  const auto fixed = [&](double steps) {
    return StepSpec{.tolerance = 1, .depth = 1, .mileage = end / steps, .smoothing = 0};
  };
  const double coarse = error(fixed(40)), medium = error(fixed(80)), fine = error(fixed(160));
  EXPECT_NEAR(std::log2(coarse / medium), 2, 0.2);
  EXPECT_NEAR(std::log2(medium / fine), 2, 0.2);
  EXPECT_EQ(evaluations_, 160 * 2);
}

// A flat wheel of 40 mm on a rail of the relative curvature κ. A contact wears at most 1e-10 in the middle,
// less to both sides, and moves away from what it has worn: R = r (1 + d''/κ), not below 0. Explicit steps
// are stable up to 2 w² κ/(4 r) with d'' as a difference over w.
class Conformal : public ::testing::Test {
 protected:
  static constexpr double rate = 1e-10, bin = 5e-4, width = 2e-3;  // 1, m, m
  static constexpr std::size_t bins = 80;
  static double share(std::size_t i) {
    const double sine = std::sin(pi * (static_cast<double>(i) + 0.5) / bins);
    return sine * sine;
  }
  static Evaluation evaluate(const std::vector<std::vector<Vec2>>& profiles, double curvature) {
    constexpr std::ptrdiff_t reach = 8;  // points in w
    const auto depth = [&](std::ptrdiff_t point) {
      return profiles[0][static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(point, 0, 2 * bins))].y();
    };
    WearRate found{{}, bin};
    for (std::size_t i = 0; i < bins; ++i) {
      const auto at = static_cast<std::ptrdiff_t>(2 * i + 1);
      const double second = (depth(at + reach) - 2 * depth(at) + depth(at - reach)) / (width * width);
      found.depth.push_back(rate * share(i) * std::max(0.0, 1 + second / curvature));
    }
    found.depth = smoothed(found.depth, bin, StepSpec{}.smoothing);
    return {{found}, {}};
  }
  static double explicit_limit(double curvature) { return width * width * curvature / (2 * rate); }
  /// Depth in the middle after `mileage`, and whether some place wore more than twice as fast as at first.
  static std::pair<double, bool> run(double curvature, double length, double mileage) {
    Step step{.planned = length};
    step.surfaces.push_back({.name = "wheels"});
    for (std::size_t i = 0; i <= 2 * bins; ++i)
      step.surfaces[0].points.emplace_back(2.5e-4 * static_cast<double>(i), 0);
    step.surfaces[0].rate = evaluate({step.surfaces[0].points}, curvature).rates[0];
    bool wild = false;
    while (step.mileage < mileage) {
      step = *advance(step, {.tolerance = 1, .depth = 1, .mileage = length, .smoothing = 0}, mileage,
                      [&](const auto& profiles) { return std::optional(evaluate(profiles, curvature)); });
      for (const double fastest : step.surfaces[0].rate.depth) wild |= std::abs(fastest) > 2 * rate;
    }
    return {step.surfaces[0].points[bins].y(), wild};
  }
};

TEST_F(Conformal, IsStableInLongSteps) {
  constexpr double mileage = 1e7;
  for (const double curvature : {0.75, 1.5, 6.0, 30.0}) {
    const double limit = explicit_limit(curvature);
    for (const double length : {3.0, 10.0, 100.0})
      EXPECT_FALSE(run(curvature, std::min(length * limit, mileage / 3), mileage).second)
          << curvature << ' ' << length;
  }
}

// The matrix of a step is that of 4.5 1/m on a level wheel. A wheel with another relative curvature is a test
// of any matrix.
TEST_F(Conformal, IsOfSecondOrderWithAnyMatrix) {
  for (const double curvature : {1.0, 6.0}) {
    const double limit = explicit_limit(curvature), mileage = 20 * limit;
    const double exact = run(curvature, mileage / 320, mileage).first;
    const auto error = [&](double steps) {
      return std::abs(run(curvature, mileage / steps, mileage).first - exact);
    };
    EXPECT_NEAR(std::log2(error(40) / error(80)), 2, 0.5) << curvature;
    EXPECT_LT(error(10), 0.02 * exact) << curvature;  // steps of twice the limit of explicit ones
  }
}

// A short wave on a level wheel that wears evenly but for eq. (4), R = r (1 + d''/κ). However long the steps
// and whatever κ, the wave fades in each step and keeps its sign, but for a change of κ that a step has not
// seen yet.
TEST_F(Conformal, ShortWavesFadeInEachStep) {
  constexpr std::size_t points = 2 * bins + 1;
  const auto wave = [](std::size_t point, double length) {
    return std::cos(2 * pi * 2.5e-4 * static_cast<double>(point) / length);
  };
  for (const double curvature : {0.3, 0.75, 1.35, 4.5, 20.0})
    for (const double wavelength : {1.6e-3, 2e-3, 4e-3, 8e-3})
      for (const double steps : {10.0, 1000.0}) {
        const auto worn_at = [&](const std::vector<std::vector<Vec2>>& profiles) {
          const auto depth = [&](std::ptrdiff_t point) {
            const std::ptrdiff_t last = points - 1;
            return profiles[0][static_cast<std::size_t>(last - std::abs(last - std::abs(point)))].y();
          };
          WearRate found{{}, bin};
          for (std::ptrdiff_t at = 1; at < static_cast<std::ptrdiff_t>(points); at += 2) {
            const double second = (depth(at + 2) - 2 * depth(at) + depth(at - 2)) / (bin * bin);
            found.depth.push_back(rate * (1 + second / curvature));
          }
          return Evaluation{{found}, {}};
        };
        const auto amplitude = [&](const Step& step) {
          double sum = 0;
          for (std::size_t i = 0; i + 1 < points; ++i)
            sum += step.surfaces[0].points[i].y() * wave(i, wavelength);
          return sum / bins;
        };
        const double length = steps * bin * bin * curvature / (2 * rate);  // explicit ones end at 1
        Step step{.planned = length};
        step.surfaces.push_back({.name = "wheels"});
        for (std::size_t i = 0; i < points; ++i)
          step.surfaces[0].points.emplace_back(2.5e-4 * static_cast<double>(i), 1e-9 * wave(i, wavelength));
        step.surfaces[0].rate = worn_at({step.surfaces[0].points}).rates[0];
        for (int k = 0; k < 4; ++k) {
          const double before = amplitude(step);
          step = *advance(step, {.tolerance = 1, .depth = 1, .mileage = length, .smoothing = 0}, 1e20,
                          [&](const auto& profiles) { return std::optional(worn_at(profiles)); });
          const double after = amplitude(step);
          EXPECT_LT(std::abs(after), 0.98 * std::abs(before) + 1e-13)
              << curvature << ' ' << wavelength << ' ' << steps << ' ' << k;
          EXPECT_GT(after * before, -0.1 * before * before - 1e-24)
              << curvature << ' ' << wavelength << ' ' << steps << ' ' << k;
        }
      }
}

// A band of wear that has moved by 5 mm in the middle of a long step: at its old edge the method adds 13 µm.
TEST_F(Conformal, TakesMaterialOnly) {
  constexpr double length = 1e7;
  const auto bell_at = [](double middle) {
    WearRate found{{}, bin};
    for (std::size_t i = 0; i < bins; ++i) {
      const double t = (static_cast<double>(i) - middle) / 5;
      found.depth.push_back(rate * std::exp(-t * t / 2));
    }
    return found;
  };
  const WearRate before = bell_at(40), after = bell_at(30);
  Step step{.planned = length};
  step.surfaces.push_back({.name = "wheels"});
  for (std::size_t i = 0; i <= 2 * bins; ++i)
    step.surfaces[0].points.emplace_back(2.5e-4 * static_cast<double>(i), 0);
  step.surfaces[0].rate = before;
  const auto next = advance(step, {.tolerance = 1, .depth = 1, .mileage = length}, length, [&](const auto&) {
    return std::optional(Evaluation{{after}, {}});
  });
  ASSERT_TRUE(next);
  for (const Vec2& point : next->surfaces[0].points) EXPECT_GE(point.y(), 0);
  const double area = length * bin * (sum(before.depth) + sum(after.depth)) / 2;
  EXPECT_NEAR(next->surfaces[0].area_lost, area, 1e-9 * area);
}

TEST_F(LinearlyImplicit, ChoosesItsSteps) {
  const StepSpec spec{.tolerance = 1e-6, .depth = 1e-4, .mileage = 1e7, .smoothing = 0};
  const std::vector<Step> steps = run(spec);
  EXPECT_EQ(steps.back().mileage, end);
  for (const Step& step : steps) EXPECT_LE(step.error, 1e-6);
  // It wears ever more slowly, so that steps get longer; the last one ends at the mileage.
  EXPECT_GT(steps[steps.size() - 2].mileage - steps[steps.size() - 3].mileage, 2 * steps[1].mileage);
  EXPECT_NEAR(-steps.back().surfaces[0].points[5].y(), exact(end), 2e-6);
  EXPECT_NEAR(error({.tolerance = 1e-9, .depth = 1e-5, .mileage = 1e7, .smoothing = 0}), 0, 5e-8);
}

// Rates that jump however short the step is do not stop it.
TEST_F(LinearlyImplicit, TakesShortStepsWhateverTheyDiffer) {
  Step step = first({.mileage = 1e7});
  bool high = false;
  const auto next = advance(step, {.tolerance = 1e-9, .depth = 1e-4, .mileage = 1e7}, end,
                            [&](const auto&) -> std::optional<Evaluation> {
                              high = !high;
                              return Evaluation{{{std::vector<double>(20, high ? 3e-10 : 2e-10), 5e-4}}, {}};
                            });
  ASSERT_TRUE(next);
  EXPECT_GT(next->error, 1e-9);
  EXPECT_GE(next->mileage * 1e-10, 0.005 * 1e-4);
}

// Rates that jump up wear no deeper than they may, and no step is planned shorter than one that is always
// taken.
TEST_F(LinearlyImplicit, KeepsTheDepthOfItsSteps) {
  const auto constant = [](double rate) {
    return [rate](const auto&) {
      return std::optional(Evaluation{{{std::vector<double>(20, rate), 5e-4}}, {}});
    };
  };
  Step step = first({.mileage = 1e7});  // wears 1e-10
  const StepSpec spec{.tolerance = 1e-9, .depth = 1e-4, .mileage = 1e7};
  const auto jump = advance(step, spec, end, constant(1e-8));
  ASSERT_TRUE(jump);
  EXPECT_LE(jump->surfaces[0].area_lost, 1.0001 * 1e-5 * 0.01);
  EXPECT_GT(jump->surfaces[0].area_lost, 1e-7 * 0.01);
  step.planned = 1;
  const auto next = advance(step, spec, end, constant(1e-10));
  ASSERT_TRUE(next);
  EXPECT_NEAR(next->mileage, 1e5, 1);
}

// A hollow of 1 mm radius that wears by 3 mm.
TEST_F(LinearlyImplicit, SaysWhereAProfileWearsThrough) {
  Step step{.planned = 1e7};
  step.surfaces.push_back({.name = "wheels"});
  constexpr double radius = 1e-3;
  for (int i = 0; i <= 20; ++i) {
    const double angle = pi / 2 * i / 20;
    step.surfaces[0].points.emplace_back(radius * std::sin(angle), radius * (1 - std::cos(angle)));
  }
  step.surfaces[0].rate = {std::vector<double>(4, 1e-9), radius * pi / 8};
  const Evaluation end_of_stage{{step.surfaces[0].rate}, {}};
  try {
    static_cast<void>(advance(step, {.tolerance = 1, .depth = 3e-3, .mileage = 1e7}, end,
                              [&](const auto&) { return std::optional(end_of_stage); }));
    FAIL();
  } catch (const NumericalFailure& failure) {
    EXPECT_STREQ(
        failure.what(),
        "wheels after 3000 km: the profile wears through near y = 0.0 mm, where it would run backwards. "
        "Results up to there: choose a smaller mileage; wheels may get their first profiles again before "
        "(reprofiling)");
  }
}

TEST(WornProfile, MeasuresHollowTreadsAndReprofiling) {
  const std::vector<Vec2> first = points_along(s1002());
  EXPECT_EQ(hollow_depth(first), 0);
  EXPECT_NEAR(radius_lost_by_reprofiling(first, first), 0, 1e-9);
  std::vector<Vec2> lower = first, hollow = first;
  for (Vec2& point : lower) point.y() += 1e-3;
  for (Vec2& point : hollow)
    if (std::abs(point.x()) < 0.02) point.y() += 3e-3;
  EXPECT_NEAR(radius_lost_by_reprofiling(first, lower), 1e-3, 1e-9);
  // The tread of S1002 rises by 0.44 mm from 20 mm on the flange side of the tape circle to 20 mm on the
  // other.
  EXPECT_NEAR(hollow_depth(hollow), 3e-3, 0.3e-3);
}

class LineTest : public ::testing::Test {
 protected:
  // A wheelset on a short straight and in a curve, with an implausible law.
  LineTest() {
    const std::string models = FLANGEWAY_SOURCE_DIR "/models/";
    folder_.write("case.toml",
                  "vehicle = \"" + models + "vehicles/wheelset.toml\"\ntrack = \"" + models +
                      "tracks/line_section.toml\"\nspeed = 15.0\ncontact.method = "
                      "\"kec\"\ncontact.kec.geometry = \"points\"\n[integration]\nmethod = \"abm4\""
                      "\nstep = 1e-3\nduration = 0.4\n");
    folder_.write("law.toml",
                  "name = \"test\"\nsource = \"none\"\nkind = \"usfd\"\npieces = [{ from = 0.0, value = 0.0, "
                  "slope = 5.3 }]\n");
    write_line("mileage = 3e6\n");
  }
  void write_line(const std::string& head) {
    folder_.write("line.toml",
                  "name = \"test\"\ncase = \"case.toml\"\nlaw = \"law.toml\"\n" + head +
                      "[step]\ntolerance = 1e-4\nmileage = 1.2e6\n"
                      "[[sections]]\nname = \"right\"\nshare = 0.5\n"
                      "set = { initial.y = 3e-3, \"track.irregularities.spectrum.scale\" = 0 }\n"
                      "[[sections]]\nname = \"left\"\nshare = 0.5\n"
                      "set = { initial.y = -3e-3, \"track.irregularities.spectrum.scale\" = 0 }\n");
  }
  std::string findings_of_line() {
    Findings findings;
    const auto file = document::Document::from_file(folder_.path() / "line.toml", findings);
    EXPECT_FALSE(load_line(file, findings));
    return findings.text();
  }
  Line load() {
    Findings findings;
    auto line = load_line(document::Document::from_file(folder_.path() / "line.toml", findings), findings);
    findings.throw_if_any();
    return std::move(line.value());
  }
  std::vector<Step> evolve_in(const std::string& name, std::size_t stop_after = 1000) {
    Findings findings;
    const auto file = document::Document::from_file(folder_.path() / "line.toml", findings);
    const auto line = load_line(file, findings);
    auto place = EvolutionFolder::open(folder_.path() / name, line.value(), "test", false, findings);
    findings.throw_if_any();
    EvolveOptions options;
    options.progress = [&](double, std::size_t steps) { return steps < stop_after; };
    return evolve(*line, *place, options);
  }
  TemporaryFolder folder_;
};

TEST_F(LineTest, KeepsTheBalanceOfMassAndGoesOnWithTheSameBits) {
  const std::vector<Step> whole = evolve_in("whole");
  ASSERT_EQ(whole.size(), 4u);  // 0, 1200, 2400 and 3000 km
  EXPECT_EQ(whole.back().mileage, 3e6);
  for (const Step& step : whole) {
    const double rate = (step.sections[0].area_rate + step.sections[1].area_rate) / 2;
    const WearRate& wheels = step.surfaces[0].rate;
    EXPECT_NEAR(sum(wheels.depth) * wheels.bin, rate, 1e-12 * rate);
    EXPECT_GT(rate, 0);
  }
  // The area that the law removes is the area that the profile loses. Rates hardly change up to the last step
  // but one, so their trapezium is near; behind it the contact jumps to another part of the worn tread.
  const Surface &first = whole.front().surfaces[0], &last = whole.back().surfaces[0];
  EXPECT_NEAR(area_between(Kind::wheel, first.points, last.points), last.area_lost, 1e-9 * last.area_lost);
  double lost = 0;
  for (std::size_t i = 0; i + 2 < whole.size(); ++i) {
    const WearRate &from = whole[i].surfaces[0].rate, &to = whole[i + 1].surfaces[0].rate;
    lost +=
        (sum(from.depth) * from.bin + sum(to.depth) * to.bin) / 2 * (whole[i + 1].mileage - whole[i].mileage);
  }
  EXPECT_NEAR(whole[whole.size() - 2].surfaces[0].area_lost, lost, 0.02 * lost);

  evolve_in("stopped", 2);
  const std::vector<Step> continued = evolve_in("stopped");
  ASSERT_EQ(continued.size(), whole.size());
  EXPECT_EQ(continued.back().surfaces[0].points, last.points);
}

// All wheels share the mean of the wear, so that the mirror image of a line wears them alike.
TEST_F(LineTest, MirrorImagesWearAlike) {
  const Step step = evolve_in("mirror").front();
  EXPECT_NEAR(step.sections[0].wear_number, step.sections[1].wear_number,
              1e-6 * step.sections[0].wear_number);
  EXPECT_NEAR(step.sections[0].area_rate, step.sections[1].area_rate, 1e-6 * step.sections[0].area_rate);
}

TEST_F(LineTest, FindsWhatIsWrong) {
  write_line("mileage = 3e6\nskip = -1.0\n");
  EXPECT_THAT(findings_of_line(), HasSubstr("line.toml:5:8: skip"));
  folder_.write("line.toml",
                "name = \"test\"\ncase = \"case.toml\"\nlaw = \"law.toml\"\nmileage = 1e6\n"
                "[[sections]]\nname = \"a\"\nshare = 0.5\n[[sections]]\nname = \"a\"\nshare = 0.6\n");
  EXPECT_THAT(findings_of_line(), HasSubstr("sections[1].name: is the name of two sections"));
  EXPECT_THAT(findings_of_line(), HasSubstr("sections: have shares that do not add up to 1 (got 1.1"));
  write_line("mileage = 3e6\n");
  folder_.write("law.toml",
                "name = \"test\"\nsource = \"none\"\nkind = \"usfd\"\npieces = [{ from = 1.0, "
                "value = 0.0 }]\n");
  EXPECT_THAT(findings_of_line(), HasSubstr("is not where wear begins"));
}

// The flange strikes within a step of 10 ms.
TEST_F(LineTest, ASectionWhoseContactFailsIsRunWithElasticContact) {
  folder_.write("case.toml", test::read_file(folder_.path() / "case.toml") +
                                 "[initial]\nyaw = 0.01\n[contact.friction]\ncoefficient = 0.5\n");
  folder_.write("line.toml",
                "name = \"test\"\ncase = \"case.toml\"\nlaw = \"law.toml\"\nmileage = 1e6\n"
                "[[sections]]\nname = \"long steps\"\nshare = 0.5\nset = { initial.y = 3e-3, "
                "integration.step = 1e-2, \"track.irregularities.spectrum.scale\" = 0 }\n"
                "[[sections]]\nname = \"short steps\"\nshare = 0.5\nset = { initial.y = 0.0, "
                "\"track.irregularities.spectrum.scale\" = 0 }\n");
  const std::vector<Step> steps = evolve_in("out", 1);
  EXPECT_TRUE(steps.front().sections[0].by_elastic);
  EXPECT_GT(steps.front().sections[0].area_rate, 0);
  EXPECT_FALSE(steps.front().sections[1].by_elastic);
}

TEST_F(LineTest, WheelsGetTheirFirstProfileAgain) {
  write_line("mileage = 3e6\nreprofiling = { mileage = 2e6 }\n");
  const std::vector<Step> steps = evolve_in("out");
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_FALSE(steps[1].reprofiled);
  EXPECT_TRUE(steps[2].reprofiled);  // after 2400 km
  EXPECT_EQ(steps[2].surfaces[0].points, steps[0].surfaces[0].points);
  EXPECT_EQ(steps[2].surfaces[0].rate.depth, steps[0].surfaces[0].rate.depth);
  EXPECT_GT(steps[2].radius_lost, 0);
  EXPECT_GT(steps[2].surfaces[0].area_lost, steps[1].surfaces[0].area_lost);
  write_line("mileage = 3e6\nreprofiling = { flange_thickness = 0.04 }\n");
  EXPECT_THAT(findings_of_line(), HasSubstr("reprofiling: has a limit that a first profile is beyond"));
}

// Both wheels of each wheelset, and the rails of each section, on their own. The sections are mirror images:
// what the left wheel and the left rail lose in one, the right ones lose in the other.
TEST_F(LineTest, RailsAndSingleWheelsEvolve) {
  write_line(
      "mileage = 3e6\nprofiles = \"wheel\"\nrails = { mileage_per_year = 1e8, axles_per_year = 5e5 }\n");
  const std::vector<Step> steps = evolve_in("out");
  const Step &first = steps.front(), &last = steps.back();
  ASSERT_EQ(first.surfaces.size(), 6u);
  EXPECT_EQ(first.surfaces[1].name, "wheelset.right");
  EXPECT_EQ(first.surfaces[5].name, "left: right rail");
  const auto area = [](const Surface& surface) { return sum(surface.rate.depth) * surface.rate.bin; };
  EXPECT_NEAR(area(first.surfaces[0]), area(first.surfaces[1]), 1e-6 * area(first.surfaces[0]));
  EXPECT_NEAR(area(first.surfaces[2]), area(first.surfaces[5]), 1e-6 * area(first.surfaces[2]));
  EXPECT_NEAR(area(first.surfaces[3]), area(first.surfaces[4]), 1e-6 * area(first.surfaces[3]));
  EXPECT_GT(std::abs(area(first.surfaces[2]) - area(first.surfaces[3])), 1e-3 * area(first.surfaces[2]));
  // A wheel loses its volume over the circumference, a rail over the axles that pass: 0.005 per m.
  const double wheel = 0.5 * (area(first.surfaces[0]) + area(first.surfaces[1]));
  const double rails = 0.25 * (area(first.surfaces[2]) + area(first.surfaces[3]) + area(first.surfaces[4]) +
                               area(first.surfaces[5]));
  EXPECT_NEAR(rails / wheel, 5e5 / 1e8 * 2 * pi * 0.457, 1e-6 * rails / wheel);
  for (std::size_t i = 0; i < 6; ++i) {
    const Surface &from = first.surfaces[i], &to = last.surfaces[i];
    EXPECT_NEAR(area_between(from.kind, from.points, to.points), to.area_lost, 1e-9 * to.area_lost) << i;
    EXPECT_GT(to.area_lost, 0);
  }
  EXPECT_NEAR(last.surfaces[0].area_lost, last.surfaces[1].area_lost, 1e-3 * last.surfaces[0].area_lost);
  EXPECT_NEAR(last.surfaces[2].area_lost, last.surfaces[5].area_lost, 1e-3 * last.surfaces[2].area_lost);
  EXPECT_NEAR(last.surfaces[3].area_lost, last.surfaces[4].area_lost, 1e-3 * last.surfaces[3].area_lost);
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "out/profiles/0002_section2_left.csv"));
  EXPECT_TRUE(std::filesystem::exists(folder_.path() / "out/profiles/0002_wheelset_right.csv"));
  write_line("mileage = 3e6\nrails = { mileage_per_year = 1e8 }\n");
  EXPECT_THAT(findings_of_line(), HasSubstr("rails: have no single measure of the traffic"));
}

// The gauge places new rails. A rail whose face is worn by 1 mm is not moved inwards by it.
TEST_F(LineTest, WornRailsStayWhereTheyAreFastened) {
  write_line("mileage = 3e6\nrails = { mileage_per_year = 1e8, tonnes_per_year = 1e4 }\n");
  const Line line = load();
  ASSERT_EQ(line.rails.size(), 2u);
  EXPECT_NEAR(line.rails[0].lateral, 1.435 / 2 + 0.036, 1e-3);  // half the head of 60E1
  EXPECT_EQ(line.rails[0].distance, 1.5);
  EXPECT_NEAR(line.rails[0].passes, 1e4 * 1e3 / 1813 / 1e8, 1e-12);  // a wheelset is all of the vehicle
  std::vector<std::filesystem::path> files;
  for (std::size_t i = 0; i < line.surfaces.size(); ++i) {
    std::vector<Vec2> points = line.surfaces[i].points;
    if (!is_wheel(line.surfaces[i]))
      for (Vec2& point : points) point.x() += 1e-3;
    profile::Profile profile = line.first[i];
    profile.curve = profile::Curve(points);
    const std::string name = std::to_string(i) + ".csv";
    folder_.write(name, profile::write_csv(profile));
    files.push_back(folder_.path() / name);
  }
  Findings findings;
  const auto model = load_section(line, 0, files, findings, nullptr);
  ASSERT_TRUE(model) << findings.text();
  for (const profile::Profile& rail : model->shapes.rails) {
    geometry::Side side{.wheel = rail.curve, .rail = rail.curve};
    geometry::place_rail(rail, model->shapes.placement, side);
    EXPECT_NEAR(side.rail_lateral, line.rails[0].lateral, 1e-12);
  }
  EXPECT_EQ(model->track.rail_distance(), 1.5);
}

TEST_F(LineTest, RefusesRailsThatCannotWear) {
  const std::string rails = "mileage = 3e6\nrails = { mileage_per_year = 1e8, axles_per_year = 1e5 }\n";
  const std::string sections = "[[sections]]\nname = \"a\"\nshare = 1.0\n";
  folder_.write("line.toml", "name = \"test\"\ncase = \"" FLANGEWAY_SOURCE_DIR
                             "/models/cases/turnout.toml\"\nlaw = \"law.toml\"\n" +
                                 rails + sections);
  EXPECT_THAT(findings_of_line(),
              HasSubstr("line.toml:6:1: sections.a: has rails that change along the track, which "
                        "do not wear. Leave rails out, or the stations and gaps"));
  folder_.write("line.toml", "name = \"test\"\ncase = \"case.toml\"\nlaw = \"law.toml\"\n" + rails +
                                 sections + "set = { \"track.rails.profile_right\" = \"54e1\" }\n");
  EXPECT_THAT(
      findings_of_line(),
      HasSubstr("line.toml:6:1: sections.a: has different rails on the left and on the right that are placed "
                "by their gauge. Give rails.lateral_position in the track file"));
}

TEST_F(LineTest, WithoutCreepNothingWears) {
  write_line("mileage = 1e6\n");
  folder_.write("case.toml", [text = test::read_file(folder_.path() / "case.toml")] {
    return text + "[contact.friction]\ncoefficient = 0.0\n";
  }());
  const std::vector<Step> steps = evolve_in("out");
  EXPECT_EQ(steps.back().surfaces[0].area_lost, 0);
  EXPECT_EQ(steps.back().surfaces[0].points, steps.front().surfaces[0].points);
}

TEST_F(LineTest, AManifestWhoseSealIsCutOutIsRefused) {
  (void)evolve_in("out");
  folder_.write("out/line.json", unseal_json(test::read_file(folder_.path() / "out/line.json")).text);
  Findings findings;
  EXPECT_FALSE(EvolutionFolder::open(folder_.path() / "out", load(), "test", false, findings));
  EXPECT_THAT(findings.text(), testing::HasSubstr("its checksum is wrong or missing"));
}

// A step that was copied over another one, changed or belongs to another line is done again.
TEST_F(LineTest, OnlyTheStepsThatWereWrittenCount) {
  const std::vector<Step> steps = evolve_in("out");
  ASSERT_GE(steps.size(), 2u);
  const Line line = load();
  const auto step = folder_.path() / "out/steps/0001.json";
  const std::string whole = test::read_file(step), path = step.string();
  const auto notes = [&](const std::string& text) {
    folder_.write("out/steps/0001.json", text);
    Findings findings;
    auto folder = EvolutionFolder::open(folder_.path() / "out", line, "test", false, findings);
    findings.throw_if_any();
    const bool counts = folder->read(1).has_value();
    EXPECT_EQ(counts, folder->notes().empty());
    return counts ? "" : folder->notes().front().substr(path.size());
  };
  const std::string end = "; it does not count, and the step is done again";
  EXPECT_EQ(notes(whole), "");
  EXPECT_EQ(notes(test::read_file(folder_.path() / "out/steps/0000.json")), ": is step 0, not step 1" + end);
  std::string other = whole;
  EXPECT_EQ(notes(other.replace(other.find("mileage"), 7, "milease")),
            ": is damaged: its checksum is wrong" + end);
  const SealedJson sealed = unseal_json(whole);
  EXPECT_EQ(notes(sealed.text), ": has no checksum, as those that this program writes have" + end);
  EXPECT_EQ(notes(seal_json(sealed.text, {{"of", "step 1"}, {"line", "x"}})),
            ": is a step of another line" + end);
  EXPECT_EQ(evolve_in("out").back().surfaces[0].points, steps.back().surfaces[0].points);
  EXPECT_EQ(test::read_file(step), whole);
  // A folder of an earlier program is still read, with a note.
  const auto manifest = folder_.path() / "out/line.json";
  folder_.write("out/line.json", unseal_json(test::read_file(manifest)).text);
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path() / "out/steps"))
    if (entry.path().extension() == ".json")
      folder_.write("out/steps/" + entry.path().filename().string(),
                    unseal_json(test::read_file(entry.path())).text);
  Findings findings;
  auto folder = EvolutionFolder::open(folder_.path() / "out", line, "test", false, findings);
  ASSERT_TRUE(folder);
  EXPECT_TRUE(folder->read(1));
  ASSERT_EQ(folder->notes().size(), 1u);
  EXPECT_THAT(folder->notes().front(),
              HasSubstr("out: its steps have no checksums, as an earlier program has "
                        "begun it; damage to them is not noticed"));
}

// A disk may be full, or a process killed, before the folder is known as one of a line.
TEST_F(LineTest, AFolderThatWasOnlyBegunIsUsedByOneProcessAtATime) {
  folder_.write("out/line.json.1.part", "{");
  Findings findings;
  const auto file = document::Document::from_file(folder_.path() / "line.toml", findings);
  const auto line = load_line(file, findings);
  const auto first = EvolutionFolder::open(folder_.path() / "out", line.value(), "test", false, findings);
  EXPECT_TRUE(first) << findings.text();
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "out/line.json.1.part"));
  EXPECT_FALSE(EvolutionFolder::open(folder_.path() / "out", line.value(), "test", true, findings));
  EXPECT_THAT(findings.text(),
              HasSubstr("out: is in use by another flangeway evolve. Wait until that one has ended"));
  Findings more;
  std::filesystem::create_symlink("loop", folder_.path() / "loop");
  EXPECT_FALSE(EvolutionFolder::open(folder_.path() / "loop", line.value(), "test", true, more));
  EXPECT_THAT(more.text(), HasSubstr("loop: cannot be read: Too many levels of symbolic links"));
}

TEST_F(LineTest, AFolderOfAnotherLineIsRefused) {
  evolve_in("out");
  Findings findings;
  const auto other = document::Document::from_text(
      "name = \"test\"\ncase = \"case.toml\"\nlaw = \"law.toml\"\nmileage = 1e6\n[[sections]]\nname = \"a\"\n"
      "share = 1.0\n",
      (folder_.path() / "other.toml").string(), findings);
  const auto line = load_line(other, findings);
  ASSERT_TRUE(line) << findings.text();
  EXPECT_FALSE(EvolutionFolder::open(folder_.path() / "out", *line, "test", false, findings));
  EXPECT_THAT(findings.text(),
              HasSubstr("holds results of another line, or of other inputs or another program. "
                        "Use --force to replace them, or name another folder"));
  Findings more;
  EXPECT_TRUE(EvolutionFolder::open(folder_.path() / "out", *line, "test", true, more));
  EXPECT_FALSE(EvolutionFolder::open(folder_.path(), *line, "test", true, more));
  EXPECT_THAT(more.text(), HasSubstr("holds other files. Name a new folder"));
}

}  // namespace
}  // namespace flangeway::evolution
