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
  explicit Fixture(Method method) : Fixture(method, {}) {}
  Fixture(Method method, const ConstraintTerms& terms, bool linear_roll = false) {
    Settings settings;
    settings.method = method;
    settings.terms = terms;
    settings.kec.linear_roll = linear_roll;
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

struct Formulation {
  Method method;
  bool rotated_axes = true, linear_roll = false;
};

class EveryMethod : public ::testing::TestWithParam<Formulation> {};

// The rate of the residual is B q̇, and its derivative along any smooth motion, faster along the track among
// them, is B q̈ − right_hand: differences of the residual alone show both.
TEST_P(EveryMethod, ResidualJacobianAndRightHandSideAreDerivativesInTime) {
  const Formulation& form = GetParam();
  Fixture fixture(form.method, {.rotated_axes = form.rotated_axes}, form.linear_roll);
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
INSTANTIATE_TEST_SUITE_P(Methods, EveryMethod,
                         ::testing::Values(Formulation{Method::kec}, Formulation{Method::lut},
                                           Formulation{.method = Method::kec, .linear_roll = true},
                                           Formulation{.method = Method::lut, .rotated_axes = false}));

// [Yu2022, eq. 18]: ȳ = y − al, z̄ = z − vp and φ̄ = φ − cl/(2 Lr), whatever the cross level.
TEST(Lookup, WithoutRotationOfTheAxesMeasuresAsThePapersDo) {
  Fixture fixture(Method::lut, {.rotated_axes = false});
  const Vec6 q = position(0.0013);
  track::Irregularity irregularity;
  track::evaluate_irregularity(fixture.track, q(0), irregularity);
  const auto [alignment, profile, gauge, cross_level] = track::measures_of_rails(irregularity.value);
  ASSERT_GT(std::abs(cross_level), 1e-4);
  const geometry::LookupMotion motion = geometry::lookup_motion(
      geometry::locate(fixture.model.pairs[0]->lookup, {.y = q(1) - alignment, .gauge = gauge}));
  const WheelsetResult found = fixture.at(q, Vec6::Zero());
  EXPECT_NEAR(found.residual[0], q(2) - profile - motion.value[0], 1e-14);
  EXPECT_NEAR(found.residual[1],
              q(3) - cross_level / (2 * fixture.model.rail_half_distance) - motion.value[1], 1e-14);
  // In axes that turn, the axle, r0 above the rails, is moved by r0 α.
  EXPECT_GT(std::abs(Fixture(Method::lut).at(q, Vec6::Zero()).residual[0] - found.residual[0]), 1e-8);
}

// [Escalona2021, eq. 25 and section 4.3]: the column of s, and the rails' accelerations G·d'' ṡ².
TEST(ConstraintTerms, AreTheOnlyOnesThatAreDropped) {
  Vec6 velocity;
  velocity << 20, 0.05, -0.02, 0.03, 43, 0.01;
  const Vec6 q = position(0.0013);
  const WheelsetResult whole = Fixture(Method::lut).at(q, velocity),
                       reduced = Fixture(Method::lut, {.longitudinal_terms = false}).at(q, velocity);
  EXPECT_GT(whole.jacobian.col(0).norm(), 1e-4);
  EXPECT_EQ(reduced.jacobian.col(0).norm(), 0);
  EXPECT_EQ((reduced.jacobian - whole.jacobian).rightCols(5).norm(), 0);
  EXPECT_EQ(reduced.right_hand[0], whole.right_hand[0]);
  EXPECT_EQ(reduced.rate_residual[0], whole.rate_residual[0]);

  Fixture fixture(Method::kec);
  track::Irregularity irregularity;
  track::evaluate_irregularity(fixture.track, q(0), irregularity);
  const WheelsetResult kept = fixture.at(q, velocity),
                       dropped = Fixture(Method::kec, {.irregularity_accelerations = false}).at(q, velocity);
  EXPECT_EQ((kept.jacobian - dropped.jacobian).norm(), 0);
  for (Eigen::Index side = 0; side < 2; ++side) {
    const auto wheel = static_cast<std::size_t>(2 * side);  // y and z of the left rail, then of the right one
    const double along = -kept.jacobian(side, 1) * irregularity.second[wheel] -
                         kept.jacobian(side, 2) * irregularity.second[wheel + 1];
    EXPECT_GT(std::abs(along * 400), 1e-3);
    EXPECT_NEAR(
        dropped.right_hand[static_cast<std::size_t>(side)] - kept.right_hand[static_cast<std::size_t>(side)],
        along * 400, 1e-9);
  }
}

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
