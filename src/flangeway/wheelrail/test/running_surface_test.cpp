// Wheels that are not round and uneven rails: closed forms of their shapes, and rates in every method.
#include "flangeway/wheelrail/running_surface.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "flangeway/math/batch_structs.hpp"
#include "flangeway/multibody/kinematics.hpp"
#include "flangeway/wheelrail/constraint/evaluate.hpp"
#include "flangeway/wheelrail/evaluate.hpp"
#include "flangeway/wheelrail/test/one_wheelset.hpp"

namespace flangeway::wheelrail {
namespace {

constexpr double r0 = test::wheel_radius;

// The disk stands on an edge of its chord: R cos(α − |θ|) above the rail.
TEST(HubHeight, OfAFreshFlatIsThatOfAWheelOnItsEdges) {
  WheelForm form;
  form.flats.push_back({2, 0.06, 0});
  const math::HermiteTable table = hub_height(form, r0);
  const double half = std::asin(0.03 / r0);
  for (const double x : {-0.064, -0.03, -0.01, 0.01, 0.02, 0.065}) {
    const math::HermiteTable::At at = table.at(2 + x);
    EXPECT_NEAR(at.value, r0 * (std::cos(half - std::abs(x)) - 1), 1e-9) << x;
    EXPECT_NEAR(at.first, std::copysign(r0 * std::sin(half - std::abs(x)), x), 1e-5) << x;
    EXPECT_NEAR(at.second, -r0 * std::cos(half - std::abs(x)), 0.02) << x;
  }
  // In the middle, on a node's distance: L²/(8 R).
  EXPECT_NEAR(table.at(2).value, -0.06 * 0.06 / (8 * r0), 2e-5);
  for (const double x : {0.0, 1.9, 2.1, 5.0}) EXPECT_NEAR(table.at(x).value, 0, 1e-9) << x;
}

TEST(HubHeight, OfARoundedFlatFollowsItsCosine) {
  WheelForm form;
  form.flats.push_back({3, 0.05, 0.0007});
  const math::HermiteTable table = hub_height(form, r0);
  for (const double x : {-0.02, -0.0037, 0.0, 0.011, 0.024}) {
    const math::HermiteTable::At at = table.at(3 + x / r0);
    const double wave = 2 * pi / 0.05;
    EXPECT_NEAR(at.value, -0.00035 * (1 + std::cos(wave * x)), 1e-9);
    EXPECT_NEAR(at.first, 0.00035 * wave * r0 * std::sin(wave * x), 1e-6);
    EXPECT_NEAR(at.second, 0.00035 * wave * wave * r0 * r0 * std::cos(wave * x), 2e-3);
  }
}

// A wave that is longer than the patch of contact is met as it is, up to (n a)²/(2 R) where it is steep.
TEST(HubHeight, OfAHarmonicIsTheWaveAndItsSecondOrder) {
  constexpr double amplitude = 5e-5, order = 20;
  WheelForm form;
  form.waves.push_back({order, amplitude, 0.3});
  const math::HermiteTable table = hub_height(form, r0);
  for (double angle = 0.05; angle < 6.2; angle += 0.37) {
    const double wave = order * angle + 0.3, steep = order * amplitude * std::sin(wave);
    EXPECT_NEAR(table.at(angle).value, amplitude * std::cos(wave) + steep * steep / (2 * r0), 5e-8);
    EXPECT_NEAR(table.at(angle).first, (table.at(angle + 1e-5).value - table.at(angle - 1e-5).value) / 2e-5,
                2e-3 * order * amplitude);
  }
}

// A circle whose centre lies e beside the axle: e cos θ exactly, which its polar form is to first order only.
TEST(HubHeight, OfAnEccentricWheelMovesItsCentreOnACircle) {
  constexpr double beside = 1e-3;
  WheelForm form;
  form.waves.push_back({1, beside, 0});
  const math::HermiteTable table = hub_height(form, r0);
  for (const double angle : {0.0, 0.7, 2.0, 4.5})
    EXPECT_NEAR(table.at(angle).value, beside * std::cos(angle), beside * beside / r0);
  EXPECT_EQ(table.at(0).value, table.at(2 * pi).value);
}

TEST(RunningSurfaces, TurnWithTheWheelInBothDirections) {
  WheelForm form;
  form.flats.push_back({1, 0.06, 0});
  RunningSurfaces surfaces;
  const auto table = std::make_shared<const math::HermiteTable>(hub_height(form, r0));
  surfaces.wheels.push_back({table, nullptr});
  surfaces.rails.resize(1);
  const double deep = surfaces.at(0, 0, 0, 1.01).wheel.value;
  EXPECT_LT(deep, -5e-4);
  for (const int turns : {-3, 1, 1000})
    EXPECT_NEAR(surfaces.at(0, 0, 0, 1.01 + 2 * pi * turns).wheel.value, deep, 1e-9);
  EXPECT_EQ(surfaces.at(0, 1, 0, 1.01).value(), 0);
  EXPECT_TRUE(RunningSurfaces{}.even());
}

// 2π of the count of nodes is not always the end of their table.
TEST(RunningSurfaces, CloseTheTurnOfAWheel) {
  for (const double radius : {0.452, 0.457, 0.5, 0.31}) {
    WheelForm form;
    form.waves.push_back({1, 1e-3, 0});
    RunningSurfaces surfaces;
    surfaces.wheels.push_back(
        {std::make_shared<const math::HermiteTable>(hub_height(form, radius)), nullptr});
    surfaces.rails.resize(1);
    for (const double angle : {0.0, -1e-18, 2 * pi, -2 * pi, 1e3 * 2 * pi, std::nextafter(2 * pi, 0)})
      EXPECT_NEAR(surfaces.at(0, 0, 0, angle).wheel.value, 1e-3, 1e-9) << radius << ' ' << angle;
    for (int turns = -400; turns < 400; ++turns) {
      for (const double beside : {-10.0, 0.0, 10.0})
        EXPECT_GT(surfaces.at(0, 0, 0, std::nextafter(2 * pi * turns, beside * turns)).wheel.value, 9e-4)
            << turns;
    }
  }
}

track::SurfaceDefect defect(track::SurfaceKind kind, double middle, double length, double depth) {
  track::SurfaceDefect one;
  one.kind = kind;
  one.from = middle - length / 2;
  one.to = middle + length / 2;
  one.depth = one.finest = depth;
  one.finest = length;
  return one;
}

double lowest(const RailSurface& surface) {
  double least = 0;
  for (const math::HermiteTable& table : surface)
    for (const auto& [value, slope] : table.nodes()) least = std::min(least, value);
  return least;
}

// The wheel rests on both edges: R − √(R² − (g/2)²).
TEST(RailSurfaceOfAGap, IsTheArcThatTheWheelHangsIn) {
  const auto gap = defect(track::SurfaceKind::gap, 10, 0.008, 0.01);
  const RailSurface surface = rail_surface({gap}, 0, r0, 0);
  ASSERT_EQ(surface.size(), 1u);
  EXPECT_NEAR(lowest(surface), std::sqrt(r0 * r0 - 0.004 * 0.004) - r0, 1e-8);
  // On one edge: a circle about it.
  EXPECT_NEAR(surface[0].at(9.998).value, std::sqrt(r0 * r0 - 0.002 * 0.002) - r0, 1e-8);
  EXPECT_NEAR(surface[0].at(9.998).first, -0.002 / r0, 1e-5);
  EXPECT_EQ(surface[0].at(9.99).value, 0);
  EXPECT_TRUE(rail_surface({gap}, 1, r0, 0).empty());
}

// A dip with a r0 of curvature above the wheel's is followed to its bottom; a sharper one is bridged.
TEST(RailSurfaceOfAWeld, IsFollowedWhereTheWheelFitsIntoIt) {
  const auto curvature = [](double length, double depth) { return depth * 2 * pi * pi / (length * length); };
  ASSERT_LT(curvature(0.2, 5e-4), 1 / r0);
  EXPECT_NEAR(lowest(rail_surface({defect(track::SurfaceKind::weld, 5, 0.2, 5e-4)}, 0, r0, 0)), -5e-4, 1e-9);
  ASSERT_GT(curvature(0.02, 5e-4), 2 / r0);
  EXPECT_GT(lowest(rail_surface({defect(track::SurfaceKind::weld, 5, 0.02, 5e-4)}, 0, r0, 0)),
            -0.02 * 0.02 / (8 * r0) * 1.01);
}

// The mean of a sine over the length l: sin(π l/λ)/(π l/λ) of it.
TEST(RailSurfaceOfACorrugation, IsAveragedOverTheContact) {
  track::SurfaceDefect wave = defect(track::SurfaceKind::corrugation, 20, 1, 0);
  wave.wavelength = wave.finest = 0.05;
  wave.amplitude = 1e-6;  // the disk touches within a hair of its lowest point
  const RailSurface sharp = rail_surface({wave}, 0, r0, 0), mean = rail_surface({wave}, 0, r0, 0.012);
  const double share = std::sin(pi * 0.012 / 0.05) / (pi * 0.012 / 0.05);
  for (double s = 19.8; s < 20.2; s += 0.013) {
    EXPECT_NEAR(sharp[0].at(s).value, wave.height(s), 2e-8);
    EXPECT_NEAR(mean[0].at(s).value, share * wave.height(s), 2e-8);
    EXPECT_NEAR(mean[0].at(s).first, (mean[0].at(s + 1e-5).value - mean[0].at(s - 1e-5).value) / 2e-5, 2e-7);
  }
}

// Many deviations at one place are deeper than the disk.
TEST(RailSurface, IsFiniteHoweverDeepItIs) {
  std::vector<track::SurfaceDefect> defects(20, defect(track::SurfaceKind::weld, 7, 3, 0.02));
  const RailSurface surface = rail_surface(defects, 0, r0, 0.012);
  ASSERT_EQ(surface.size(), 1u);
  for (const auto& [value, slope] : surface[0].nodes())
    ASSERT_TRUE(std::isfinite(value) && std::isfinite(slope));
  EXPECT_NEAR(lowest(surface), -0.4, 0.02);
}

// Averaged, the two sides of a joint meet over the length of the contact.
TEST(RailSurfaceOfAJoint, ChangesItsSlopeByItsAngleOverTheContact) {
  constexpr double length = 0.5, angle = 0.02, contact = 0.012;
  const auto joint = defect(track::SurfaceKind::joint, 7, length, angle * length / 8);
  const RailSurface surface = rail_surface({joint}, 0, r0, contact);
  // The disk touches R times its slope further away, where the parabola is less steep.
  const auto jump = [&](double x) { return angle * (1 - 2 * x / length) / (1 + angle * r0 / length); };
  EXPECT_NEAR(surface[0].at(7.04).first - surface[0].at(6.96).first, jump(0.04), 2e-5);
  EXPECT_NEAR(surface[0].at(7).second, jump(contact / 2) / contact, 0.01 * angle / contact);
}

TEST(RailSurface, JoinsDefectsThatLieTogether) {
  const auto a = defect(track::SurfaceKind::weld, 5, 0.2, 2e-4),
             b = defect(track::SurfaceKind::weld, 5.1, 0.2, 1e-4),
             c = defect(track::SurfaceKind::weld, 9, 0.2, 2e-4);
  const RailSurface surface = rail_surface({c, a, b}, 0, r0, 0.012);
  ASSERT_EQ(surface.size(), 2u);
  EXPECT_LT(surface[0].end(), surface[1].start());
  RunningSurfaces surfaces;
  surfaces.wheels.resize(1);
  surfaces.rails.push_back({std::make_shared<const RailSurface>(surface), nullptr});
  EXPECT_NEAR(surfaces.at(0, 0, 9, 0).rail.value, -2e-4, 5e-6);
  EXPECT_NEAR(surfaces.at(0, 0, 5.05, 0).rail.value, -1.5e-4, 2e-6);
  EXPECT_EQ(surfaces.at(0, 0, 7, 0).value(), 0);
  EXPECT_EQ(surfaces.at(0, 0, 2, 0).value(), 0);
}

// One wheelset whose wheels and rails are uneven, everywhere and differently on both sides.
struct Uneven {
  explicit Uneven(Method method) {
    Settings settings;
    settings.method = method;
    settings.impact.restitution = 1;
    model = test::make_model(settings);
    const auto wheel = [](double order, double amplitude, double phase) {
      WheelForm form;
      form.waves.push_back({order, amplitude, phase});
      return std::make_shared<const math::HermiteTable>(hub_height(form, r0));
    };
    const auto rail = [](std::size_t side, double wavelength, double amplitude) {
      track::SurfaceDefect wave = defect(track::SurfaceKind::corrugation, 61, 8, 0);
      wave.side = side;
      wave.wavelength = wave.finest = wavelength;
      wave.amplitude = amplitude;
      return std::make_shared<const RailSurface>(rail_surface({wave}, side, r0, 0.01));
    };
    model.surfaces.wheels.push_back({wheel(3, 4e-4, 0.4), wheel(4, 3e-4, 1.9)});
    model.surfaces.rails.push_back({rail(0, 0.9, 2e-4), rail(1, 1.3, 3e-4)});
  }

  WheelsetResult at(const Vec6& q, const Vec6& velocity) {
    std::array<double, 12> y;
    std::copy_n(q.data(), 6, y.begin());
    std::copy_n(velocity.data(), 6, y.begin() + 6);
    multibody::evaluate_kinematics(bodies, track, y.data(), body);
    Workspace workspace = make_workspace(model);
    const ContactState state = make_contact_state(model);
    if (model.settings.method == Method::elastic) {
      std::array<double, 6> acceleration{};
      EXPECT_EQ(evaluate(model, track, {}, y.data(), 6, state, body, workspace, acceleration.data()),
                EvalStatus::ok);
      return workspace.wheelsets[0];
    }
    WheelsetBatch& batch = workspace.batches[0];
    EXPECT_EQ(
        evaluate_constraints(model, track, {}, y.data(), 6, state, body, Scope::contacts, workspace, batch),
        EvalStatus::ok);
    WheelsetResult& result = workspace.wheelsets[0];
    math::scatter<BasicConstraints>(batch.constraints, {&result, &result, &result, &result});
    return result;
  }

  track::TrackModel track = test::straight_track();
  Model model;
  multibody::Model bodies = test::one_wheelset();
  multibody::Workspace body = multibody::make_workspace(bodies);
};

class EveryRigidMethod : public ::testing::TestWithParam<Method> {};

// The rate of the residual is B q̇ and that of the rate B q̈ − right_hand, the spin among them.
TEST_P(EveryRigidMethod, HasTheRatesOfDeviationsThatDifferencesShow) {
  Uneven uneven(GetParam());
  Vec6 velocity, acceleration, start;
  velocity << 20, 0.05, -0.02, 0.03, 43, 0.01;
  acceleration << 4, 3, 1.5, 0.7, 12, -0.5;
  for (const double angle : {2.1, 400.3}) {
    start << 61.3, 0.0013, r0, 0.0004, angle, 0.002;
    const auto at = [&](double t) {
      return uneven.at(start + velocity * t + acceleration * (t * t / 2), velocity + acceleration * t);
    };
    const double h = 2e-5;
    const WheelsetResult before = at(-h), now = at(0), after = at(h);
    for (int i = 0; i < 2; ++i) {
      EXPECT_GT(std::abs(now.jacobian(i, 4)), 1e-4);
      EXPECT_NEAR(now.rate_residual[i], (after.residual[i] - before.residual[i]) / (2 * h), 2e-6);
      EXPECT_NEAR((now.jacobian.row(i) * velocity)(0), now.rate_residual[i], 1e-12);
      const double second = (now.jacobian.row(i) * acceleration)(0) - now.right_hand[i];
      EXPECT_NEAR(second, (after.rate_residual[i] - before.rate_residual[i]) / (2 * h),
                  0.02 + 0.01 * std::abs(second));
      EXPECT_EQ(now.directions(4, i), now.jacobian(i, 4));  // reactions brake the spin that lifts the wheel
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Methods, EveryRigidMethod, ::testing::Values(Method::kec, Method::lut));

// Without friction and damping, elastic contact takes from the motion exactly what its energy grows by.
TEST(ElasticContact, StoresTheWorkThatUnevenWheelsAndRailsDo) {
  Uneven uneven(Method::elastic);
  for (RailFriction& rail : uneven.model.settings.friction) rail.law.coefficient = 1e-9;
  Vec6 velocity, start;
  velocity << 20, 0.01, -0.02, 0.03, 43, 0;
  for (const double angle : {0.2, 1.1, 2.9}) {
    start << 61.3, 0.0005, r0 - 9e-5, 0.0001, angle, 0;
    const auto energy = [&](double t) {
      const WheelsetResult result = uneven.at(start + velocity * t, velocity);
      double sum = 0;
      for (std::size_t k = 0; k < result.contact_count; ++k) sum += result.contacts[k].energy;
      return sum;
    };
    const double h = 1e-6;
    const WheelsetResult now = uneven.at(start, velocity);
    ASSERT_GE(now.contact_count, 1u);
    const double growth = (energy(h) - energy(-h)) / (2 * h), power = -now.reaction.dot(velocity);
    EXPECT_NEAR(power, growth, 2e-3 * std::abs(growth) + 5) << angle;
    EXPECT_GT(std::abs(now.reaction(4) * velocity(4)), 20) << angle;
  }
}

// The wheels' forces on the rails are opposite to the rails' forces on the wheels, at the same position:
// forces and moments about one point of the track cancel.
TEST(ElasticContact, PushesTheRailsWhereItPushesTheWheels) {
  Uneven uneven(Method::elastic);
  Vec6 velocity, q;
  velocity << 20, 0.15, -0.02, 0.03, 43, 0.01;
  for (const double angle : {0.2, 1.1, 2.9}) {
    q << 61.3, 0.0005, r0 - 9e-5, 0.0001, angle, 0;
    const WheelsetResult result = uneven.at(q, velocity);
    Vec3 force = result.reaction.head<3>();
    double roll = result.reaction(3) + q(1) * force.z() - q(2) * force.y(), largest = 0;
    for (std::size_t side = 0; side < 2; ++side) {
      const RailReaction rail = rail_reaction(uneven.model, uneven.model.wheelsets[0], result, side);
      const Vec2 place = rail_reference(uneven.model, uneven.model.wheelsets[0], side);
      const double y = side == 0 ? place.x() : -place.x();
      roll += rail.moment.x() + y * rail.force.z() - place.y() * rail.force.y();
      force += rail.force;
      largest = std::max(largest, std::abs(rail.force.y()));
    }
    EXPECT_GT(largest, 1e3);
    EXPECT_NEAR(force.norm(), 0, 1e-7 * largest);
    EXPECT_NEAR(roll, 0, 1e-6 * largest) << angle;
  }
}

TEST(ElasticContact, OnEvenSurfacesIsTheSameToTheBit) {
  Uneven uneven(Method::elastic), even(Method::elastic);
  even.model.surfaces = {};
  uneven.model.surfaces.wheels[0] = {nullptr, nullptr};
  uneven.model.surfaces.rails[0] = {nullptr, nullptr};
  Vec6 q, velocity;
  q << 61.3, 0.0005, r0 - 9e-5, 0.0001, 0.2, 0.001;
  velocity << 20, 0.01, -0.02, 0.03, 43, 0;
  const WheelsetResult a = uneven.at(q, velocity), b = even.at(q, velocity);
  ASSERT_GE(a.contact_count, 1u);
  EXPECT_EQ(a.contact_count, b.contact_count);
  for (int i = 0; i < 6; ++i) EXPECT_EQ(a.reaction(i), b.reaction(i));
}

}  // namespace
}  // namespace flangeway::wheelrail
