// Rails whose section varies along the track: against rails that do not, closed forms, symmetry and energy.
#include "flangeway/wheelrail/search/varying_rail.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <functional>

#include "flangeway/wheelrail/evaluate.hpp"
#include "flangeway/wheelrail/search/support.hpp"
#include "flangeway/wheelrail/test/one_wheelset.hpp"

namespace flangeway::wheelrail::elastic::varying {
namespace {

constexpr double radius = wheelrail::test::wheel_radius;
using Path = std::function<Vec2(double)>;  // by which the profile is moved, over s

RailSection section_of(const profile::Profile& rail, double s, const Vec2& shift) {
  return {s, std::make_shared<const profile::Curve>(rail.curve.moved(shift)), {}};
}

// The running rail with stations every `step` from `from` to `to`.
RailCourse course_of(const Path& path, double from, double to, double step) {
  const auto rail = *profile::standard_profile("140re");
  RailCourse course;
  const int count = static_cast<int>(std::lround((to - from) / step));
  for (int i = 0; i <= count; ++i) {
    const double s = from + (to - from) * i / count;
    course.sections.push_back(section_of(rail, s, path(s)));
  }
  return course;
}

Model model_of(const std::vector<RailCourse>& left, const std::vector<RailCourse>& right) {
  Settings settings;
  settings.method = Method::elastic;
  settings.impact.restitution = 1;
  settings.creep.law = contact::CreepLaw::none;
  const auto wheel = *profile::standard_profile("s1002"), rail = *profile::standard_profile("140re");
  RailInput rails = wheelrail::test::on_rails(rail);
  rails.courses = {left, right};
  Findings findings;
  auto model =
      build(settings, {{0, radius, wheelrail::test::profile_position, &wheel, &wheel, {}}}, rails, findings);
  findings.throw_if_any();
  return std::move(*model);
}
Model model_of(const RailCourse& both) {
  return model_of({both}, {both});
}

// One wheelset on the straight, evaluated by itself.
struct Bench {
  explicit Bench(const Model& m)
      : model(m),
        workspace(make_workspace(m)),
        state(make_contact_state(m)),
        vehicle(wheelrail::test::one_wheelset()) {
    bodies = multibody::make_workspace(vehicle);
  }
  const WheelsetResult& at(const Vec6& q) {
    std::vector<double> y(12);
    std::copy_n(q.data(), 6, y.begin());
    y[6] = 20, y[10] = 20 / radius;
    double acceleration[6];
    multibody::evaluate_kinematics(vehicle, track, y.data(), bodies);
    EXPECT_EQ(wheelrail::evaluate(model, track, {}, y.data(), 6, state, bodies, workspace, acceleration),
              EvalStatus::ok);
    return workspace.wheelsets[0];
  }
  void commit() { wheelrail::commit(model, bodies, workspace, state); }
  const Model& model;
  track::TrackModel track = wheelrail::test::straight_track();
  Workspace workspace;
  ContactState state;
  multibody::Model vehicle;
  multibody::Workspace bodies;
};

Vec6 position(double s, double y, double z, double roll = 0, double yaw = 0) {
  Vec6 q;
  q << s, y, radius + z, roll, 0, yaw;
  return q;
}

// Until both wheels are 60 µm deep.
Vec6 lowered(Bench& bench, Vec6 q) {
  for (int i = 0; i < 12; ++i) {
    const WheelsetResult& result = bench.at(q);
    q[2] -= (result.gap[0] + result.gap[1] + 1.2e-4) / 2;
    q[3] -= (result.gap[0] - result.gap[1]) / 1.5;
  }
  return q;
}

double energy_of(const WheelsetResult& result) {
  double sum = 0;
  for (std::size_t k = 0; k < result.contact_count; ++k) sum += result.contacts[k].energy;
  return sum;
}

const Path level = [](double) { return Vec2(0, 0); };
const Path wave = [](double s) { return Vec2(1.5e-3 * std::sin(2 * s), 1e-3 * std::sin(3 * s)); };

// Sections that are equal, but not the same object: they are read as a surface.
TEST(VaryingRail, OfEqualSectionsIsThatWithOneSection) {
  const Model one = model_of(std::vector<RailCourse>{}, {}), many = model_of(course_of(level, 10, 30, 0.2));
  ASSERT_TRUE(one.pairs[0]->shapes[0].varying.empty());
  ASSERT_FALSE(stretch_at(many.pairs[0]->shapes[0].varying[0], 20.1)->section);
  Bench a(one), b(many);
  for (const double y : {0.0, 0.003, 0.0065, -0.0068}) {
    const Vec6 q = lowered(a, position(20.1, y, 0, 0, 0.004));
    const Vec6 force = a.at(q).reaction, same = b.at(q).reaction;
    EXPECT_GT(force[2], 1e4);
    EXPECT_LT((force - same).norm(), 1e-3 * force.norm()) << y;
  }
}

TEST(VaryingRail, IsReadFromOneTableWhereItDoesNotVary) {
  RailCourse course = course_of(level, 10, 30, 20);
  course.sections[1].curve = course.sections[0].curve;
  const Model one = model_of(std::vector<RailCourse>{}, {}), many = model_of(course);
  Bench a(one), b(many);
  for (const double s : {5.0, 20.0, 35.0}) {
    const Vec6 q = position(s, 0.004, -2e-4, 0, 0.004);
    EXPECT_LT((a.at(q).reaction - b.at(q).reaction).norm(), 1e-7 * a.at(q).reaction.norm());
  }
}

TEST(VaryingRail, OnTheOtherSideIsTheMirrorImage) {
  const RailCourse rail = course_of(wave, 10, 30, 0.25), plain = course_of(level, 10, 30, 20);
  const Model left = model_of({rail}, {plain}), right = model_of({plain}, {rail});
  Bench a(left), b(right);
  const Vec6 here = a.at(position(18.3, 0.004, -5e-4, 2e-4, 0.003)).reaction,
             mirror = b.at(position(18.3, -0.004, -5e-4, -2e-4, -0.003)).reaction;
  EXPECT_GT(here.norm(), 1e4);
  for (const int i : {0, 2, 4}) EXPECT_NEAR(here[i], mirror[i], 1e-9 * here.norm());
  for (const int i : {1, 3, 5}) EXPECT_NEAR(here[i], -mirror[i], 1e-9 * here.norm());
}

// The spline through stations that it has itself between them is the same spline.
TEST(VaryingRail, IsTheSameWithStationsThatWereInterpolated) {
  const RailCourse few = course_of(wave, 10, 14, 0.5);
  const Model model = model_of(few);
  const VaryingRail& rail = model.pairs[0]->shapes[0].varying[0];
  const auto profile = *profile::standard_profile("140re");
  constexpr double line = 0.08;
  RailPoint first, here;
  ASSERT_TRUE(read_rail(*stretch_at(rail, 10), 10, line, first));
  RailCourse more = few;
  for (const double s : {10.1, 11.3, 12.75}) {
    ASSERT_TRUE(read_rail(*stretch_at(rail, s), s, line, here));
    const auto behind = std::find_if(more.sections.begin(), more.sections.end(),
                                     [s](const RailSection& section) { return section.s > s; });
    more.sections.insert(behind, section_of(profile, s, here.at - first.at + wave(10)));
  }
  const Model again = model_of(more);
  const VaryingRail& finer = again.pairs[0]->shapes[0].varying[0];
  for (double s = 10.02; s < 14; s += 0.0371) {
    RailPoint other;
    ASSERT_TRUE(read_rail(*stretch_at(rail, s), s, line, here));
    ASSERT_TRUE(read_rail(*stretch_at(finer, s), s, line, other));
    EXPECT_LT((here.at - other.at).norm(), 1e-13);
    EXPECT_LT((here.ahead - other.ahead).norm(), 1e-12);
  }
}

// Slopes of the surface are its differences, and no position or slope jumps at a station.
TEST(VaryingRail, IsSmoothAtStationsAndAtItsEnds) {
  const RailCourse course = course_of(wave, 10, 14, 0.5);
  const Model model = model_of(course);
  const VaryingRail& rail = model.pairs[0]->shapes[0].varying[0];
  const auto at = [&](double s) {
    RailPoint point;
    const RailStretch* stretch = stretch_at(rail, s);
    EXPECT_TRUE(read_rail(*stretch, s, 0.08, point));
    return point;
  };
  constexpr double h = 1e-5;
  for (const double s : {10.2, 11.83, 13.9})
    EXPECT_LT(((at(s + h).at - at(s - h).at) / (2 * h) - at(s).ahead).norm(), 1e-7);
  for (const RailSection& section : course.sections) {
    const RailPoint before = at(section.s - 1e-9), behind = at(section.s + 1e-9);
    // Lines are numbered anew where a rail begins to vary: along the section they may be a little aside.
    const Vec2 apart = before.at - behind.at, along = behind.along.normalized();
    EXPECT_LT(std::abs(along.x() * apart.y() - along.y() * apart.x()), 1e-7) << section.s;
    EXPECT_LT(apart.norm(), 2e-4) << section.s;
    EXPECT_LT((before.ahead - behind.ahead).norm(), 1e-6) << section.s;
  }
}

// Rails that rise and move aside: the forces are the gradient of the energy along the track, too.
TEST(VaryingRail, ForcesAreTheGradientOfTheEnergyAlongTheTrack) {
  const Model model = model_of({course_of(wave, 10, 30, 0.25)}, {course_of(wave, 10, 30, 0.25)});
  Bench bench(model);
  for (const double s : {15.1, 15.6, 16.4}) {
    Vec6 q = position(s, 0.002, 0, 0, 0.003);
    q[2] += wave(s).y() - 2.5e-4;
    const WheelsetResult& result = bench.at(q);
    const Vec6 force = result.reaction;
    ASSERT_GT(force[2], 1e4);
    for (const int i : {0, 1, 2}) {
      const double step = i == 0 ? 1e-5 : 1e-6;
      Vec6 after = q, before = q;
      after[i] += step, before[i] -= step;
      const double slope = (energy_of(bench.at(after)) - energy_of(bench.at(before))) / (2 * step);
      EXPECT_NEAR(force[i], -slope, 1e-3 * force.norm()) << s << ' ' << i;
    }
  }
}

// On a rail that rises by up to 3 mrad, and on both sides.
TEST(VaryingRail, CreepForcesLieInItsSurface) {
  const Model model = model_of(course_of(wave, 10, 30, 0.25));
  Bench bench(model);
  for (const double s : {15.1, 15.8, 16.4}) {
    const WheelsetResult& result = bench.at(lowered(bench, position(s, 0.002, wave(s).y(), 0, 0.003)));
    ASSERT_GE(result.contact_count, 2u);
    for (std::size_t k = 0; k < result.contact_count; ++k) {
      const Contact& contact = result.contacts[k];
      EXPECT_NEAR(contact.longitudinal.dot(contact.normal), 0, 1e-12) << s;
      EXPECT_NEAR(contact.longitudinal.cross(contact.lateral).dot(contact.normal), 1, 1e-12) << s;
      // The rail also moves aside, by 3 mm in 1 m at most, which lifts what lies on an inclined surface.
      const double aside = 3e-3 * std::abs(contact.normal.y());
      EXPECT_NEAR(contact.longitudinal.z(), 3e-3 * std::cos(3 * s), 1.5e-4 + aside) << s;
    }
  }
}

// A dip of two straight lines with the slope ζ: on a line the centre stands R (√(1 + ζ²) − 1) above it, in
// the bottom on both lines, and before the dip on its edge, on a circle.
TEST(VaryingRail, LeadsAWheelThroughADipOfTwoStraightLines) {
  constexpr double slope = 0.01, half = 0.5, bottom = 20;
  const Path dip = [](double s) { return Vec2(0, -slope * std::max(0.0, half - std::abs(s - bottom))); };
  const Model model = model_of(course_of(dip, 19, 21, 0.01));
  const Shape& shape = model.pairs[0]->shapes[0];
  const auto level_support = support_at(shape, 10);
  ASSERT_TRUE(level_support);
  const double lift = radius * (std::sqrt(1 + slope * slope) - 1);
  for (double s = 19.52; s <= 20.48; s += 0.0317) {
    const auto support = support_at(shape, s);
    ASSERT_TRUE(support) << s;
    EXPECT_NEAR(support->height - level_support->height, dip(s).y() + lift, 3e-6) << s;
    if (std::abs(s - bottom) > 0.02) {
      EXPECT_NEAR(support->contact.arm.x(), (s < bottom ? -1 : 1) * slope * radius, 2e-4) << s;
    }
  }
  // The spline through stations 10 mm apart swings by 7 µm beside the edge.
  EXPECT_NEAR(support_at(shape, bottom - half - 0.03)->height, level_support->height, 1e-5);
}

// A rail that goes down and one that comes up: the wheel passes from one to the other, and no force jumps.
TEST(VaryingRail, HandsAWheelOverToTheAdjacentRail) {
  const auto profile = *profile::standard_profile("140re");
  const auto ramp = [](double t) { return -4e-3 * std::clamp(t, 0.0, 1.0); };
  RailCourse running = course_of([&](double s) { return Vec2(0, ramp(s - 20)); }, 19.5, 21.5, 0.25);
  running.gaps = {{21.2, 40}};
  RailCourse beside = course_of([&](double s) { return Vec2(2e-4, ramp(20.6 - s)); }, 19.4, 22, 0.2);
  beside.name = "nose";
  for (int i = 0; i < 20; ++i) beside.sections.push_back(section_of(profile, 23 + i, {2e-4, 0}));
  const RailCourse plain = course_of(level, 10, 30, 20);
  const Model model = model_of({running, beside}, {plain});
  Bench bench(model);
  Vec6 q = position(19, 0.001, -2e-4);
  Vec6 last = Vec6::Zero();
  double largest = 0, most = 0;
  bool both = false;
  constexpr double step = 1e-3;
  for (int i = 0; i < 3500; ++i) {
    q[0] += step;
    for (int k = 0; k < 4; ++k) {
      const WheelsetResult& result = bench.at(q);
      q[2] -= (result.gap[0] + result.gap[1] + 1.2e-4) / 4;
      q[3] -= (result.gap[0] - result.gap[1]) / 3;
    }
    const WheelsetResult& result = bench.at(q);
    std::array<bool, 2> presses{};
    for (std::size_t k = 0; k < result.wheels[0].candidates.count; ++k)
      if (result.wheels[0].candidates.at[k].pressed)
        presses[result.wheels[0].candidates.at[k].on_rail] = true;
    both = both || (presses[0] && presses[1]);
    if (q[0] < 19.9) {
      EXPECT_TRUE(presses[0] && !presses[1]) << q[0];
    }
    if (q[0] > 21) {
      EXPECT_TRUE(presses[1] && !presses[0]) << q[0];
    }
    if (i % 100 == 0) {  // whatever the workspace holds
      const Vec6 force = result.reaction;
      std::memset(static_cast<void*>(&bench.workspace.wheelsets[0]), 0xff, sizeof(WheelsetResult));
      const Vec6 again = bench.at(q).reaction;
      EXPECT_EQ(std::memcmp(force.data(), again.data(), sizeof(Vec6)), 0) << q[0];
    }
    if (i > 5) largest = std::max(largest, (result.reaction - last).head<4>().norm());
    most = std::max(most, result.reaction.norm());
    last = result.reaction;
    bench.commit();
  }
  EXPECT_TRUE(both);
  EXPECT_LT(largest, 0.05 * most);
}

// A rail that ends exactly where the next begins, in its place, while a third one lies 2 mm below both: the
// force is that of the rail that does not end. The contact leads the wheelset where that yaws.
TEST(VaryingRail, PassesAWheelToTheRailThatBeginsWhereItsOwnEnds) {
  constexpr double end = 20;
  const auto profile = *profile::standard_profile("140re");
  const auto straight = [&](double from, double to, double z) {
    RailCourse course;
    course.sections = {section_of(profile, from, {0, z}), section_of(profile, to, {0, z})};
    course.sections[1].curve = course.sections[0].curve;
    return course;
  };
  RailCourse low = straight(10, 30, -2e-3), next = straight(end, 40, 0), ending = straight(10, 30, 0);
  low.name = "low", next.name = "next";
  ending.gaps = {{end, 1e4}};
  const RailCourse whole = straight(10, 30, 0);
  const Model one = model_of({whole, low}, {whole}), two = model_of({ending, low, next}, {whole});
  struct Case {
    double y, yaw, tolerance;
  };
  // With yaw, points of one patch lie before the end and behind it: there its two parts press as two bodies.
  for (const auto& [y, yaw, tolerance] :
       {Case{0.001, 0, 1e-6}, {0.0068, 0.012, 0.3}, {0.0068, -0.012, 0.3}}) {
    for (std::size_t first_step = 0; first_step < 4; ++first_step) {  // of the steps between two searches
      Bench a(one), b(two);
      b.state.steps = first_step;
      Vec6 q = lowered(a, position(end - 0.05, y, 0, 0, yaw));
      for (int i = 0; i < 100; ++i) {
        q[0] += 1e-3;
        const Vec6 force = a.at(q).reaction, same = b.at(q).reaction;
        EXPECT_LT((force - same).norm(), tolerance * force.norm()) << y << ' ' << yaw << ' ' << q[0] - end;
        a.commit(), b.commit();
      }
    }
  }
}

}  // namespace
}  // namespace flangeway::wheelrail::elastic::varying
