#include "flangeway/wheelrail/constraint/evaluate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "flangeway/math/batch_structs.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/wheelrail/test/one_wheelset.hpp"

namespace flangeway::wheelrail {
namespace {

track::TrackModel irregular_track() {
  return test::straight_track(
      test::harmonic("alignment", 0.0007, 9) + test::harmonic("vertical_profile", 0.002, 7) +
      test::harmonic("gauge_variation", 0.001, 5) + test::harmonic("cross_level", 0.0015, 11));
}

struct Fixture {
  explicit Fixture(Method method) {
    Settings settings;
    settings.method = method;
    model = test::make_model(settings);
  }

  WheelsetResult at(const Vec6& q, const Vec6& velocity) {
    std::array<double, 12> y;
    std::copy_n(q.data(), 6, y.begin());
    std::copy_n(velocity.data(), 6, y.begin() + 6);
    multibody::evaluate_kinematics(bodies, track, y.data(), body);
    Workspace workspace = make_workspace(model);
    WheelsetBatch& batch = workspace.batches[0];
    EXPECT_EQ(evaluate_constraints(model, track, {}, y.data(), 6, make_contact_state(model), body,
                                   Scope::contacts, workspace, batch),
              EvalStatus::ok);
    WheelsetResult& result = workspace.wheelsets[0];
    math::scatter<BasicConstraints>(batch.constraints, {&result, &result, &result, &result});
    for (std::size_t k = 0; k < result.contact_count; ++k) {
      Contact* contact = &result.contacts[k];
      math::scatter<BasicContactPlace>(batch.contacts[k].place, {contact, contact, contact, contact});
    }
    return result;
  }

  track::TrackModel track = irregular_track();
  Model model;
  multibody::Model bodies = test::one_wheelset();
  multibody::Workspace body = multibody::make_workspace(bodies);
};

Vec6 position(double y) {
  Vec6 q;
  q << 61.3, y,  // no irregularity at one of its zeros
      0.457, 0.0004, 3, 0.002;
  return q;
}

class EveryMethod : public ::testing::TestWithParam<Method> {};

// The rate of the residual is B q̇, and its derivative along any smooth motion, faster along the track among
// them, is B q̈ − right_hand: differences of the residual alone show both.
TEST_P(EveryMethod, ResidualJacobianAndRightHandSideAreDerivativesInTime) {
  Fixture fixture(GetParam());
  Vec6 velocity, acceleration;
  velocity << 20, 0.05, -0.02, 0.03, 43, 0.01;
  acceleration << 4, 3, 1.5, 0.7, 2, -0.5;
  for (const double y : {-0.002, 0.0013, 0.0041}) {
    const auto at = [&](double t) {
      const Vec6 q = position(y) + velocity * t + acceleration * (t * t / 2), v = velocity + acceleration * t;
      return fixture.at(q, v);
    };
    const double h = 2e-5;
    const WheelsetResult before = at(-h), now = at(0), after = at(h);
    ASSERT_EQ(now.failure, Failure::none);
    for (int i = 0; i < 2; ++i) {
      EXPECT_NEAR(now.rate_residual[i], (after.residual[i] - before.residual[i]) / (2 * h), 2e-6);
      EXPECT_NEAR((now.jacobian.row(i) * velocity)(0), now.rate_residual[i], 1e-12) << y << ' ' << i;
      const double second = (now.jacobian.row(i) * acceleration)(0) - now.right_hand[i];
      EXPECT_NEAR(second, (after.rate_residual[i] - before.rate_residual[i]) / (2 * h),
                  0.02 + 0.01 * std::abs(second));
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod, ::testing::Values(Method::kec, Method::lut));

// On the regular track both formulations leave the same motion free, so the directions of the normal forces
// at the real contacts span the same space as the constraint rows: reactions do no work (docs/theory/kec.md).
TEST(Kec, NormalForcesDoNoWorkInTheFreeMotion) {
  Fixture fixture(Method::kec);
  fixture.track = test::straight_track();
  for (const double shift : {-0.003, -0.001, 0.0, 0.002, 0.0035}) {
    const geometry::KecPosition p = geometry::kec_position(fixture.model.pairs[0]->kec, shift, 0);
    Vec6 q;
    q << 60, p.y, p.z, p.roll, 0, 0;
    const WheelsetResult result = fixture.at(q, Vec6::Zero());
    EXPECT_NEAR(result.residual[0], 0, 1e-12);
    EXPECT_NEAR(result.residual[1], 0, 1e-12);
    // free motion in (y, z, roll): orthogonal to both rows of B
    const Vec3 free = result.jacobian.block<1, 3>(0, 1)
                          .transpose()
                          .cross(result.jacobian.block<1, 3>(1, 1).transpose())
                          .normalized();
    for (int i = 0; i < 2; ++i) {
      const Vec3 direction = result.directions.block<3, 1>(1, i);
      EXPECT_NEAR(free.dot(direction) / direction.norm(), 0, 3e-4) << shift;
    }
  }
}

// K δ^1.5 + C δ δ̇ where that is positive [Escalona2021, eq. 28]. The rate is the difference of the
// indentation along a motion that the table leaves free.
TEST(HybridFlange, PressesAsItsSpringAndItsDamper) {
  Fixture fixture(Method::lut);
  fixture.track = test::straight_track();
  const auto on_rails = [&](double y) {
    const geometry::LookupMotion motion =
        geometry::lookup_motion(geometry::locate(fixture.model.pairs[0]->lookup, {.y = y, .gauge = 0}));
    Vec6 q;
    q << 60, y, motion.value[0], motion.value[1], 0, 0;
    return q;
  };
  const auto flange = [&](double y, double speed) {
    const double h = 1e-6;
    const WheelsetResult result =
        fixture.at(on_rails(y), (on_rails(y + h) - on_rails(y - h)) / (2 * h) * speed);
    const auto end = result.contacts.begin() + static_cast<std::ptrdiff_t>(result.contact_count);
    const auto found = std::find_if(result.contacts.begin(), end,
                                    [](const Contact& c) { return c.flange && c.indentation > 0; });
    return found == end ? Contact{} : *found;
  };
  const double stiffness = fixture.model.settings.flange_stiffness,
               damping = fixture.model.settings.flange_damping,
               start = fixture.model.pairs[0]->lookup.rows[5].flange_start, y = start + 2e-4, h = 1e-6;
  const double depth = flange(y, 0).indentation, spring = stiffness * std::pow(depth, 1.5);
  ASSERT_GT(depth, 1e-4);
  EXPECT_NEAR(flange(y, 0).elastic_force, spring, 1e-9 * spring);
  for (const double speed : {0.1, -0.1}) {
    const double rate = (flange(y + h, 0).indentation - flange(y - h, 0).indentation) / (2 * h) * speed;
    EXPECT_NEAR(flange(y, speed).elastic_force - spring, damping * depth * rate,
                0.02 * std::abs(damping * depth * rate));
  }
  EXPECT_EQ(flange(y, -100).elastic_force, 0);  // it does not pull
}

TEST(Contact, MirroredPositionsGiveMirroredContacts) {
  for (const Method method : {Method::kec, Method::lut}) {
    Fixture fixture(method);
    Vec6 q = position(0.003), mirrored = q;
    q(0) = mirrored(0) = -100;  // before the irregularities
    for (const int i : {1, 3, 5}) mirrored(i) = -q(i);
    const WheelsetResult a = fixture.at(q, Vec6::Zero()), b = fixture.at(mirrored, Vec6::Zero());
    ASSERT_EQ(a.contact_count, b.contact_count);
    for (int i = 0; i < 2; ++i) {
      const int other = method == Method::kec ? 1 - i : i;
      const double sign = method == Method::lut && i == 1 ? -1 : 1;
      EXPECT_NEAR(a.residual[i], sign * b.residual[other], 1e-14);
    }
  }
}

TEST(Build, NamesProfilesThatCannotTouch) {
  const auto wheel = *profile::standard_profile("s1002"), rail = *profile::standard_profile("140re");
  Settings settings;
  const RailInput rails = test::on_rails(rail, 0.9);
  Findings findings;
  EXPECT_FALSE(
      build(settings, {{0, 0.457, 0.7515, &wheel, &wheel, {"vehicle.toml", 4, 1}}}, rails, findings));
  EXPECT_EQ(findings.text(),
            "vehicle.toml:4:1: profile_position: wheel and rail do not touch at the centred position "
            "(got wheel profile at 751.5 mm, rail profile at 900.0 mm from the middle). "
            "Check profile_position of the wheelset, the gauge or lateral_position of the rails, and the "
            "profiles.");
}

TEST(Build, NamesAGaugeVariationBeyondTheTable) {
  const auto wheel = *profile::standard_profile("s1002"), rail = *profile::standard_profile("140re");
  Settings settings;
  settings.method = Method::lut;
  RailInput rails = test::on_rails(rail);
  rails.gauge_variation_min = -0.002;
  rails.gauge_variation_max = 0.0112;
  rails.where = {"track.toml", 7, 1};
  Findings findings;
  EXPECT_FALSE(build(settings, {{0, 0.457, 0.7515, &wheel, &wheel, {}}}, rails, findings));
  EXPECT_EQ(findings.text(),
            "track.toml:7:1: irregularities: the gauge variation leaves the lookup table (got -2.00 … 11.20 "
            "mm; allowed "
            "±9.00 mm). Widen contact.lookup.gauge_variation, or use contact.method = \"kec\".");
}

}  // namespace
}  // namespace flangeway::wheelrail
