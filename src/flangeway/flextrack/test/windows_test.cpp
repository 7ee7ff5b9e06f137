// Windows against the whole mesh.
#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/flextrack/stepped_track.hpp"
#include "support.hpp"
#include "support/allocation_guard.hpp"

namespace flangeway::flextrack {
namespace {

using namespace testing;

constexpr double step = 4e-4;
const std::vector<double> offsets{2.6, 0};

// Two wheelsets at 30 m/s with loads that vary; places and loads at time t.
std::vector<WheelLoad> loads_at(double t) {
  std::vector<WheelLoad> loads(4);
  for (std::size_t k = 0; k < 4; ++k) {
    const double sign = k % 2 == 0 ? 1 : -1;
    loads[k].s = 10 + offsets[k / 2] + 30 * t;
    loads[k].side = k % 2;
    loads[k].wrench = six(500, sign * 3e3, -5e4, 200, 0, 30);
    loads[k].wrench(2) *= 1 + 0.3 * std::sin(2 * pi * (40 + 70 * static_cast<double>(k)) * t);
    loads[k].wrench(1) *= 1 + 0.5 * std::sin(2 * pi * 150 * t);
  }
  return loads;
}

// Damped as real tracks are: little goes farther than a window reaches.
track::TrackSpec damped_track() {
  track::TrackSpec spec = track_spec();
  track::StructureSpec& s = *spec.structure;
  for (track::BeamSpec* beam : {&s.rail.beam, &s.sleeper->beam}) beam->rayleigh_stiffness = 4e-4;
  s.pad.damping = {1e5, 1e5, 1.5e5};
  s.bond.damping = s.ballast->damping = {3e4, 3e4, 3e4};
  return spec;
}

// Windows and the whole mesh under the same loads; `look(k, a, b)` sees the motion of either under the
// wheels.
template <typename Loads, typename Look>
void step_both(SteppedTrack& windows, SteppedTrack& whole, int steps, const Loads& loads_at,
               const Look& look) {
  std::vector<SectionMotion> a(4), b(4);
  for (SteppedTrack* track : {&windows, &whole}) track->rest(loads_at(0));
  for (int k = 1; k < steps; ++k) {
    const auto loads = loads_at(k * step), before = loads_at((k - 1) * step);
    windows.begin_step(before), whole.begin_step(before);
    windows.respond(loads, a), whole.respond(loads, b);
    windows.commit(loads), whole.commit(loads);
    look(k, a, b);
  }
}

// Largest deviation of each component of the motion under the wheels, relative to the largest value.
Vec6 deviation(track::TrackSpec spec) {
  spec.structure->elements_per_bay = 2;
  const Structure structure = compiled(spec);
  Findings findings;
  const auto windows = make_windows(structure, offsets, step, {3.6, 2e-2});
  const auto whole = make_whole(structure, nullptr, 0, 26, step, findings);
  Vec6 largest = Vec6::Zero(), difference = Vec6::Zero();
  step_both(*windows, *whole, 200, loads_at, [&](int, const auto& a, const auto& b) {
    for (std::size_t w = 0; w < 4; ++w) {
      largest = largest.cwiseMax(b[w].displacement.cwiseAbs());
      difference = difference.cwiseMax((a[w].displacement - b[w].displacement).cwiseAbs());
    }
  });
  const SleeperView x = windows->view(13.8), y = whole->view(13.8);
  EXPECT_TRUE(x.seen && y.seen);
  EXPECT_NEAR(x.pad[0].z(), y.pad[0].z(), 1000);
  EXPECT_NEAR(x.ballast[1].z(), y.ballast[1].z(), 1000);
  return difference.cwiseQuotient(largest);
}

TEST(Windows, MoveLikeTheWholeMesh) {
  const Vec6 found = deviation(damped_track());
  RecordProperty("deviation", ::testing::PrintToString(found.transpose()));
  // lateral motion and roll of loads at 150 Hz reach farther than this short window
  for (const int k : {1, 3}) EXPECT_LT(found(k), 0.08) << k;
  EXPECT_LT(found(2), 0.02);
}

// Loads that do not vary, sections under the wheels: where a window goes a bay on (every 50 steps), the
// motion that it hands on must not jump against the whole mesh, docs/theory/flexible_track.md (10).
TEST(Windows, GoOnWithoutAJump) {
  track::TrackSpec spec = damped_track();
  spec.structure->elements_per_bay = 2;
  const Structure structure = compiled(spec);
  Findings findings;
  const auto windows = make_windows(structure, offsets, step, {3.6, 2e-2});
  const auto whole = make_whole(structure, nullptr, 0, 26, step, findings);
  const auto steady = [](double t) {
    std::vector<WheelLoad> loads = loads_at(t);
    for (std::size_t k = 0; k < 4; ++k) loads[k].wrench = six(0, k % 2 == 0 ? 3e3 : -3e3, -5e4, 0, 0, 0);
    return loads;
  };
  std::vector<Vec6> before(4, Vec6::Zero()), rate_before(4, Vec6::Zero());
  Vec6 jump = Vec6::Zero(), rate_jump = Vec6::Zero();
  step_both(*windows, *whole, 200, steady, [&](int k, const auto& a, const auto& b) {
    for (std::size_t w = 0; w < 4; ++w) {
      const Vec6 now = a[w].displacement - b[w].displacement, rate = a[w].velocity - b[w].velocity;
      if (k > 1) jump = jump.cwiseMax((now - before[w]).cwiseAbs());
      if (k > 1) rate_jump = rate_jump.cwiseMax((rate - rate_before[w]).cwiseAbs());
      before[w] = now, rate_before[w] = rate;
    }
  });
  RecordProperty("jump", ::testing::PrintToString(jump.transpose()));
  RecordProperty("rate_jump", ::testing::PrintToString(rate_jump.transpose()));
  // Found 1.7e-7 m, 1.2e-4 m/s and 3.5e-4 rad/s. If the whole motion goes through the shapes: 3.3e-7, 2.6e-4
  // and 5.7e-4; with the norm of A: 1.6e-7, 1.1e-4 and 6.6e-4; with both: 2.9e-7, 2.1e-4 and 8.4e-4.
  EXPECT_LT(jump(1), 2.2e-7);
  EXPECT_LT(jump(2), 2e-7);
  EXPECT_LT(rate_jump(1), 1.7e-4);
  EXPECT_LT(rate_jump(5), 4.5e-4);
}

// The windows show the motion of the whole mesh but for these shares.
void expect_carried(const track::TrackSpec& spec, double vertical) {
  const Vec6 found = deviation(spec);
  ::testing::Test::RecordProperty("deviation", ::testing::PrintToString(found.transpose()));
  for (const int k : {1, 3}) EXPECT_LT(found(k), 0.08) << k;
  EXPECT_LT(found(2), vertical);
}

// One sleeper hangs, ahead of where the windows start.
track::TrackSpec with_hanging_sleeper() {
  track::TrackSpec spec = damped_track();
  track::StructureChangeSpec hanging;
  hanging.from = 15.5, hanging.to = 16.3, hanging.ballast = 0;
  spec.structure->changes = {hanging};
  return spec;
}

TEST(Windows, CarryChangesOfTheTrackWithThem) {
  expect_carried(with_hanging_sleeper(), 0.03);
}

// Every sleeper has pads and ballast of its own.
TEST(Windows, CarryTheScatterOfTheTrackWithThem) {
  track::TrackSpec spec = damped_track();
  spec.structure->scatter = track::ScatterSpec{.pad = 0.2, .ballast = 0.3, .seed = 4};
  expect_carried(spec, 0.03);
}

// A slab of concrete, 2.8 m wide, on soft pads, damped like the track above.
track::TrackSpec damped_slab() {
  track::TrackSpec spec = damped_track();
  track::StructureSpec& s = *spec.structure;
  s.sleeper.reset(), s.ballast.reset(), s.bond = {};
  s.pad.stiffness = {40e6, 40e6, 60e6};
  track::SlabSpec& slab = s.slab.emplace();
  slab.offset = 0.2;
  slab.width = 2.8, slab.height = 0.25;
  slab.beam = concrete();
  slab.beam.area = 0.7, slab.beam.inertia_vertical = 3.65e-3, slab.beam.inertia_lateral = 0.457;
  slab.beam.torsion_constant = 0.0137, slab.beam.rayleigh_stiffness = 4e-4;
  slab.foundation.stiffness = {1e8, 1e8, 3e8}, slab.foundation.damping = {2e5, 2e5, 3e5};
  return spec;
}

TEST(Windows, CarryASlab) {
  expect_carried(damped_slab(), 0.02);
}

// Joints every eight seats come into the window and leave it, and a stretch of the foundation is missing.
TEST(Windows, CarryJointsOfASlabWithThem) {
  track::TrackSpec spec = damped_slab();
  spec.structure->slab->seats = 8;
  const Structure open = compiled(spec);
  expect_carried(spec, 0.02);
  EXPECT_TRUE(joint_before(open, 8) && joint_before(open, -8) && !joint_before(open, 7));
  track::StructureChangeSpec hollow;
  hollow.from = 14, hollow.to = 15.5, hollow.ballast = 0;
  spec.structure->changes = {hollow};
  EXPECT_LT(deviation(spec)(2), 0.03);
}

// Four bays: on the way the sleeper that hangs comes into the window.
TEST(Windows, AllocateNothingWhereTheyGoOnToChanges) {
  track::TrackSpec spec = with_hanging_sleeper();
  spec.structure->changes[0].from = 16.5, spec.structure->changes[0].to = 17.1;
  spec.structure->elements_per_bay = 2;
  const auto windows = make_windows(compiled(spec), offsets, step, {3.6, 2e-2});
  std::vector<SectionMotion> motion(4);
  windows->rest(loads_at(0));
  std::size_t allocations = 0;
  for (int k = 1; k < 200; ++k) {
    const auto loads = loads_at(k * step), before = loads_at((k - 1) * step);
    const ::flangeway::test::AllocationGuard guard;
    windows->begin_step(before);
    windows->respond(loads, motion);
    windows->commit(loads);
    allocations += guard.count();
  }
  EXPECT_EQ(allocations, 0u);
  const SleeperView hanging = windows->view(16.8);
  EXPECT_TRUE(hanging.seen);
  EXPECT_EQ(hanging.ballast[0].z(), 0);
}

}  // namespace
}  // namespace flangeway::flextrack
