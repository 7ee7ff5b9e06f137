// The back of a wheel on a check rail: closed forms, symmetry and energy.
#include "flangeway/wheelrail/search/check_rail.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/wheelrail/evaluate.hpp"
#include "flangeway/wheelrail/test/one_wheelset.hpp"

namespace flangeway::wheelrail::elastic::check_rails {
namespace {

constexpr double radius = wheelrail::test::wheel_radius,
                 position_of_wheel = wheelrail::test::profile_position;
constexpr double gauge = 1.435, flangeway = 0.041, height = 0.02, stiffness = 3e7;
// S1002: the flat side of the wheel is 70 mm inside the tape circle, down to 9.5 mm below it.
constexpr double back = position_of_wheel - 0.07, play = back - (gauge / 2 - flangeway);

// A bar with a vertical side.
profile::Curve bar() {
  return profile::Curve({{-0.02, -0.06}, {-0.02, 0}, {0.02, 0}, {0.02, -0.06}}, {1, 2});
}

CheckRail check_rail() {
  return {10, 30, std::make_shared<const profile::Curve>(bar()), flangeway, height, 1.0, 0.03, stiffness};
}

Model model_of(const std::vector<CheckRail>& left, const std::vector<CheckRail>& right) {
  Settings settings;
  settings.method = Method::elastic;
  settings.impact.restitution = 1;
  settings.creep.law = contact::CreepLaw::none;
  const auto wheel = *profile::standard_profile("s1002"), rail = *profile::standard_profile("60e1");
  RailInput rails;
  rails.left = rails.right = &rail;
  rails.placement.gauge = gauge;
  rails.checks = {left, right};
  Findings findings;
  auto model = build(settings, {{0, radius, position_of_wheel, &wheel, &wheel, {}}}, rails, findings);
  findings.throw_if_any();
  return std::move(*model);
}

struct Bench {
  explicit Bench(const Model& m)
      : model(m),
        workspace(make_workspace(m)),
        state(make_contact_state(m)),
        vehicle(wheelrail::test::one_wheelset()),
        bodies(multibody::make_workspace(vehicle)) {}
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
  const Model& model;
  track::TrackModel track = wheelrail::test::straight_track();
  Workspace workspace;
  ContactState state;
  multibody::Model vehicle;
  multibody::Workspace bodies;
};

Vec6 position(double s, double y, double z = -1e-4, double roll = 0, double yaw = 0) {
  Vec6 q;
  q << s, y, radius + z, roll, 0, yaw;
  return q;
}

const Contact* back_contact(const WheelsetResult& result) {
  for (std::size_t k = 0; k < result.contact_count; ++k)
    if (result.contacts[k].back) return &result.contacts[k];
  return nullptr;
}

// Position at which the wheelset begins to touch.
double first_touch(Bench& bench, double s, double yaw) {
  double free = play - 5e-3, touching = play + 5e-3;
  while (touching - free > 1e-7) {
    const double y = (free + touching) / 2;
    (back_contact(bench.at(position(s, y, -1e-4, 0, yaw))) ? touching : free) = y;
  }
  return touching;
}

TEST(CheckRail, LeavesTheWheelsetItsGeometricPlay) {
  const Model model = model_of({}, {check_rail()});
  Bench bench(model);
  EXPECT_NEAR(play, 5e-3, 1e-12);
  EXPECT_NEAR(first_touch(bench, 20, 0), play, 2e-7);
}

// A wheel that yaws touches with the edge of its flat side, where that dips below the top of the check rail.
TEST(CheckRail, IsTouchedEarlierByAWheelThatYaws) {
  const Model model = model_of({}, {check_rail()});
  Bench bench(model);
  const double flat = radius + 9.519e-3, edge = std::sqrt(flat * flat - std::pow(radius - height, 2));
  for (const double yaw : {-6e-3, 3e-3, 8e-3})
    EXPECT_NEAR(first_touch(bench, 20, yaw), play - std::abs(yaw) * edge, 1e-4) << yaw;
}

// The ends stand back like a parabola. The wheel touches them with what lies nearest to the middle.
TEST(CheckRail, StandsBackAtItsEnds) {
  const Model model = model_of({}, {check_rail()});
  const GuidingFace& face = model.pairs[0]->shapes[1].checks[0];
  double value = 0, slope = 0;
  EXPECT_FALSE(face.setback(9.99, value, slope));
  EXPECT_FALSE(face.setback(30.01, value, slope));
  for (const double s : {10.25, 10.9, 29.5}) {
    const double inside = std::min(s - 10, 30 - s), share = 1 - inside;
    ASSERT_TRUE(face.setback(s, value, slope));
    EXPECT_NEAR(value, 0.03 * share * share, 1e-12);
    double before = 0, behind = 0, unused = 0;
    ASSERT_TRUE(face.setback(s - 1e-5, before, unused) && face.setback(s + 1e-5, behind, unused));
    EXPECT_NEAR(slope, (behind - before) / 2e-5, 1e-8);
  }
  ASSERT_TRUE(face.setback(20, value, slope));
  EXPECT_EQ(value, 0);
}

// A flat side that is as deep everywhere: the spring law, and the force lies across the track.
TEST(CheckRail, PressesLikeItsSpring) {
  const Model model = model_of({}, {check_rail()});
  Bench bench(model);
  for (const double depth : {1e-4, 4e-4}) {
    const Contact* contact = back_contact(bench.at(position(20, play + depth)));
    ASSERT_NE(contact, nullptr);
    EXPECT_NEAR(contact->normal_force, stiffness * depth, 0.03 * stiffness * depth);
    EXPECT_NEAR(contact->normal.y(), -1, 1e-3);  // to the right, from where the guided wheel is
    EXPECT_EQ(contact->side, 1u);
    EXPECT_NEAR(contact->arm.x(), 0, 1e-9);
    EXPECT_NEAR(contact->angle, -pi / 2, 0.05);
  }
}

TEST(CheckRail, OnTheOtherSideIsTheMirrorImage) {
  const Model left = model_of({check_rail()}, {}), right = model_of({}, {check_rail()});
  Bench a(left), b(right);
  const Vec6 here = a.at(position(20, -play - 1e-4, -1e-4, 2e-4, 0.003)).reaction,
             mirror = b.at(position(20, play + 1e-4, -1e-4, -2e-4, -0.003)).reaction;
  EXPECT_GT(std::abs(here[1]), 1e3);
  for (const int i : {0, 2, 4}) EXPECT_NEAR(here[i], mirror[i], 1e-9 * here.norm());
  for (const int i : {1, 3, 5}) EXPECT_NEAR(here[i], -mirror[i], 1e-9 * here.norm());
}

// Also along the track, where the end stands back, and in roll and yaw.
TEST(CheckRail, ForcesAreTheGradientOfTheEnergy) {
  const Model model = model_of({}, {check_rail()});
  Bench bench(model);
  const auto energy_at = [&](const Vec6& q) {
    const Contact* contact = back_contact(bench.at(q));
    return contact ? contact->energy : 0.0;
  };
  for (const double s : {20.0, 10.9}) {
    const Vec6 q = position(s, play + 4e-4, -1e-4, 1e-3, -4e-3);
    const Contact* contact = back_contact(bench.at(q));
    ASSERT_NE(contact, nullptr) << s;
    const multibody::BodyState& body = bench.bodies.bodies[0];
    const Vec6 force =
        multibody::generalized_force_at(body, contact->arm, contact->normal * contact->hertz_force) +
        multibody::generalized_force(body, Vec3::Zero(), contact->moment);
    ASSERT_GT(force.norm(), 1e3);
    for (const int i : {0, 1, 2, 3, 5}) {
      const double step = 1e-6;
      Vec6 after = q, before = q;
      after[i] += step, before[i] -= step;
      const double slope = (energy_at(after) - energy_at(before)) / (2 * step);
      EXPECT_NEAR(force[i], -slope, 2e-3 * force.norm()) << s << ' ' << i;
    }
  }
}

TEST(CheckRail, HasAFaceThatIsSteep) {
  EXPECT_FALSE(find_face(bar()).place.empty());
  const Face face = find_face(profile::standard_profile("60e1")->curve);
  ASSERT_FALSE(face.place.empty());
  // The side of the head of 60E1 is 36 mm beside its middle 14 mm below the top [EN13674-1].
  EXPECT_NEAR(face.place.value(0, 0.0141), 0.036, 3e-4);
  EXPECT_TRUE(find_face(profile::Curve({{-0.03, -0.004}, {0, 0}, {0.03, -0.004}})).place.empty());
}

}  // namespace
}  // namespace flangeway::wheelrail::elastic::check_rails
