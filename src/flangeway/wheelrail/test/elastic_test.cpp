// Elastic contact: against brute force, against differences in time, balance and mirror images.
#include "flangeway/wheelrail/elastic/evaluate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "flangeway/math/rotation.hpp"
#include "flangeway/wheelrail/elastic/correction.hpp"
#include "flangeway/wheelrail/elastic/interpenetration.hpp"
#include "flangeway/wheelrail/elastic/patch_solver.hpp"
#include "flangeway/wheelrail/test/one_wheelset.hpp"

namespace flangeway::wheelrail::elastic {
namespace {

constexpr double radius = wheelrail::test::wheel_radius;

Model make_model(PatchModel patch, double restitution = 1) {
  Settings settings;
  settings.method = Method::elastic;
  settings.patch_solution.model = patch;
  settings.impact.restitution = restitution;
  return wheelrail::test::make_model(settings);
}

const Model& hertz_model() {
  static const Model model = make_model(PatchModel::hertz);
  return model;
}

Placement placed(double y, double roll, double yaw) {
  Placement place;
  place.axes = rotation_z(yaw) * rotation_x(roll);
  place.y = y;
  place.z = radius;
  return place;
}

// The deepest place, with the wheelset moved until it just touches there.
ContactCandidate touching(const Shape& shape, Placement& place) {
  ContactCandidate best;
  for (int i = 0; i < 12; ++i) {
    ContactCandidates candidates;
    search(shape, place, 0.05, candidates);
    double nearest = -1;  // vertical distance
    for (std::size_t k = 0; k < candidates.count; ++k) {
      ContactCandidate candidate = candidates.at[k];
      if (!follow(shape, place, candidate)) continue;
      DepthProfile profile;
      add_region(shape, place, 1, candidate, profile);
      ContactCandidates peaks;
      add_peaks(shape, profile, 0, 0, peaks);
      for (std::size_t j = 0; j < peaks.count; ++j) {
        if (peaks.at[j].normal.z() < 0.2) continue;  // the end of the searched range, on the flange's face
        if (const double deep = peaks.at[j].depth / peaks.at[j].normal.z(); deep > nearest)
          nearest = deep, best = peaks.at[j];
      }
    }
    place.z += best.depth / best.normal.z();
  }
  return best;
}

struct Nearest {
  double gap = std::numeric_limits<double>::infinity(), x = 0, wheel_s = 0;
};

// Vertical gaps over a grid of the wheel's surface, around its axle and along its profile.
Nearest nearest_by_force(const Shape& shape, const Placement& place) {
  constexpr double along = 2e-4, around = 1e-3;  // m, rad
  const profile::Curve &wheel = *shape.wheel_curve, &rail = *shape.rail_curve;
  std::vector<Vec2> head;
  for (double s = 0; s <= rail.length(); s += 5e-5) head.push_back(rail.point(s));
  Nearest nearest;
  for (double s = 0; s < wheel.length(); s += along) {
    const Vec2 p = wheel.point(s);
    for (double angle = -0.15; angle < 0.15; angle += around) {
      const double r = shape.radius - p.y();
      const Vec3 point =
          Vec3(0, place.y, place.z) +
          place.axes * Vec3(r * std::sin(angle), shape.wheel_lateral + p.x(), -r * std::cos(angle));
      const auto next = std::lower_bound(head.begin(), head.end(), point.y(),
                                         [](const Vec2& v, double y) { return v.x() < y; });
      if (next == head.begin() || next == head.end()) continue;
      const Vec2 &a = *(next - 1), &b = *next;
      const double z = a.y() + (point.y() - a.x()) / (b.x() - a.x()) * (b.y() - a.y());
      if (point.z() - z < nearest.gap) nearest = {point.z() - z, point.x(), s};
    }
  }
  return nearest;
}

// Lead and lag: with yaw the flange touches ahead of the wheelset's centre, or behind it. The grid is 0.2 mm
// and 1 mrad: its least gap lies above the true one by less than r (0.5 mrad)²/2 and, on the flange, whose
// gap is seen from above, 3 (0.1 mm)²/(2 · 13 mm).
TEST(ContactSearch, TouchesWhereAGridOfTheWholeSurfaceComesNearest) {
  const Shape& shape = hertz_model().pairs[0]->shapes[0];
  struct Case {
    double y, yaw, lift;  // m, rad, m: a flange inside its rail is not looked at
  };
  for (const auto& [y, yaw, lift] :
       {Case{0, 0, 0}, {0.002, 0.02, 0}, {0.0075, 0, 0}, {0.0079, 0.03, 0.0095}, {0.0079, -0.02, 0}}) {
    Placement place = placed(y, 0.0005, yaw);
    place.z += lift;
    const ContactCandidate candidate = touching(shape, place);
    ASSERT_GT(candidate.normal.z(), 0.2);
    const Nearest nearest = nearest_by_force(shape, place);
    EXPECT_NEAR(nearest.gap, 0, 1.3e-6) << y << ' ' << yaw;
    EXPECT_GE(nearest.gap, -1e-8) << y << ' ' << yaw;
    // x within the flatness of the gap at 1.3 µm: √(2 · 1.3 µm · r) = 1.1 mm
    EXPECT_NEAR(nearest.x, candidate.arm.x(), 1.2e-3) << y << ' ' << yaw;
  }
}

TEST(ContactSearch, FlangeLeadsTheTreadByTheTangentOfItsAngleTimesYaw) {
  const Shape& shape = hertz_model().pairs[0]->shapes[0];
  for (const double yaw : {-0.02, 0.005, 0.02}) {
    Placement place = placed(0.0079, 0, yaw);
    const ContactCandidate candidate = touching(shape, place);
    const double slope = -candidate.normal.y() / candidate.normal.z();
    ASSERT_GT(slope, 1);
    const double below = -candidate.arm.z(), beside = -std::tan(yaw) * candidate.arm.y();
    // Small angles: −z tan α ψ, docs/theory/lookup.md; the second order is ψ² tan² α.
    EXPECT_NEAR((candidate.arm.x() - beside) / (below * slope * yaw), 1,
                0.002 + 2 * yaw * yaw * slope * slope)
        << yaw;
  }
}

// The depth of a sample changes with a displacement by its normal alone, also around the axle:
// docs/theory/elastic.md (5), (6). Differences over 1 µm; their error is below the square of that over the
// smallest radius.
TEST(ContactSearch, DepthsChangeAsTheirNormalsSay) {
  const Shape& shape = hertz_model().pairs[0]->shapes[0];
  Placement place = placed(0.0074, 0.001, 0.015);
  place.rail = {0.0003, -0.0002, 0.004, 0.003, -0.002, 0.003, 0.001};
  const ContactCandidate candidate = touching(shape, place);
  place.z -= 1e-4;
  const auto depths_at = [&](const Placement& at) {
    DepthProfile profile;
    ContactCandidate from = candidate;
    add_region(shape, at, 1e-3, from, profile);
    return profile;
  };
  const DepthProfile here = depths_at(place);
  ASSERT_GT(here.count, 10u);
  const auto point_with = [](const DepthProfile& profile, std::size_t sample) {
    return std::find_if(profile.at.begin(), profile.at.begin() + static_cast<std::ptrdiff_t>(profile.count),
                        [&](const DepthPoint& point) { return point.sample == sample; });
  };
  constexpr double step = 1e-6;
  for (const Vec3& turn : {Vec3(0, 0, 0), Vec3(step, 0, 0), Vec3(0, 0, step)}) {
    for (const Vec3& move : {Vec3(0, step, 0), Vec3(0, 0, step)}) {
      const auto moved = [&](double sign) {
        Placement at = place;
        at.axes = (Mat3::Identity() + sign * skew(turn)) * place.axes;
        at.y += sign * move.y(), at.z += sign * move.z();
        return at;
      };
      const DepthProfile after = depths_at(moved(1)), before = depths_at(moved(-1));
      for (std::size_t i = 1; i + 1 < here.count; ++i) {
        const DepthPoint& point = here.at[i];
        if (point.depth < -2e-4) continue;
        const auto one = point_with(after, point.sample), other = point_with(before, point.sample);
        const double found = (one->depth - other->depth) / 2;
        const double expected = -point.normal.dot(move + turn.cross(point.arm));
        EXPECT_NEAR(found, expected, 2e-3 * step) << i;
      }
    }
  }
}

// One wheelset on the straight, evaluated by itself.
struct Bench {
  explicit Bench(const Model& m) : model(m), workspace(make_workspace(m)), state(make_contact_state(m)) {
    multibody::Body body;
    body.mass = 1813;
    body.inertia = Vec3(1120, 112, 1120).asDiagonal();
    body.wheelset = true;
    vehicle.bodies = {body};
    bodies = multibody::make_workspace(vehicle);
  }
  const WheelsetResult& at(const Vec6& q, const Vec6& velocity) {
    std::vector<double> y(12);
    std::copy_n(q.data(), 6, y.begin());
    std::copy_n(velocity.data(), 6, y.begin() + 6);
    double acceleration[6];
    multibody::evaluate_kinematics(vehicle, track, y.data(), bodies);
    EXPECT_EQ(wheelrail::evaluate(model, track, rails, y.data(), 6, state, bodies, workspace, acceleration),
              EvalStatus::ok);
    return workspace.wheelsets[0];
  }
  const Model& model;
  multibody::Model vehicle;
  track::TrackModel track = wheelrail::test::straight_track();
  multibody::Workspace bodies;
  Workspace workspace;
  ContactState state;
  std::array<std::array<RailMotion, 2>, 1> rails;
};

Vec6 pressed_position(double y, double yaw) {
  Vec6 q;
  q << 20, y, radius + 3e-4, 2e-4, 0, yaw;
  return q;
}

// Lowered until the left wheel is 60 µm deep.
Vec6 lowered(Bench& bench, Vec6 q, const Vec6& velocity) {
  for (int i = 0; i < 12; ++i) {
    const WheelsetResult& result = bench.at(q, velocity);
    q[2] -= (result.gap[0] + 6e-5) / 2;
    q[2] -= (result.gap[1] + 6e-5) / 2;
    q[3] -= (result.gap[0] - result.gap[1]) / 1.5;
  }
  return q;
}

TEST(ElasticContact, IndentationRateIsTheDerivativeOfTheIndentationAlsoOnMovingRails) {
  Bench bench(hertz_model());
  Vec6 velocity;
  velocity << 20, 0.03, -0.02, 0.01, 20 / radius, 0.02;
  const Vec6 q0 = lowered(bench, pressed_position(0.001, 0.004), velocity);
  RailMotion rail;
  rail.velocity = Vec3(0, 0.04, -0.05);
  rail.angular_velocity = Vec3(0.3, 0, 0);
  const auto at = [&](double t) -> const WheelsetResult& {
    for (RailMotion& motion : bench.rails[0]) {
      motion = rail;
      motion.displacement = rail.velocity * t;
      motion.rotation = rail.angular_velocity * t;
    }
    return bench.at(q0 + velocity * t, velocity);
  };
  const double h = 1e-5;
  const double before = at(-h).contacts[0].indentation, after = at(h).contacts[0].indentation;
  const WheelsetResult& now = at(0);
  ASSERT_EQ(now.contact_count, 2u);
  const double rate = (after - before) / (2 * h);
  const ContactCandidates& candidates = now.wheels[0].candidates;
  double given = 0;
  for (std::size_t i = 0; i < candidates.count; ++i)
    if (candidates.at[i].pressed) given = candidates.at[i].rate;
  EXPECT_GT(std::abs(rate), 0.02);
  // The depth of the equivalent ellipse follows from the force, whose place moves a little.
  EXPECT_NEAR(given, rate, 0.01 * std::abs(rate));
}

double energy_of(const WheelsetResult& result) {
  double sum = 0;
  for (std::size_t k = 0; k < result.contact_count; ++k) sum += result.contacts[k].energy;
  return sum;
}

// Neither friction nor hysteresis: what remains is the gradient of an energy. docs/theory/elastic.md (10)
const Model& conservative_model() {
  static const Model model = [] {
    Settings settings;
    settings.method = Method::elastic;
    settings.impact.restitution = 1;
    settings.creep.law = contact::CreepLaw::none;
    return wheelrail::test::make_model(settings);
  }();
  return model;
}

// On the tread, where tread and flange press at once, and on the flange, with yaw. Central differences over 1
// µm and 1 µrad of an energy of some joules: relative errors of 1e-5. Coordinates: 1 y, 2 z, 3 roll, 5 yaw.
TEST(ElasticContact, ForcesAreTheGradientOfTheEnergy) {
  Bench bench(conservative_model());
  Vec6 velocity = Vec6::Zero();
  velocity[0] = 10;
  for (const double y : {0.001, 0.0055, 0.0066, 0.0075, -0.007}) {
    const Vec6 q = lowered(bench, pressed_position(y, 0.006), velocity);
    const Vec6 force = bench.at(q, velocity).reaction;
    for (const int i : {1, 2, 3, 5}) {
      constexpr double step = 1e-6;
      Vec6 after = q, before = q;
      after[i] += step, before[i] -= step;
      const double slope =
          (energy_of(bench.at(after, velocity)) - energy_of(bench.at(before, velocity))) / (2 * step);
      EXPECT_NEAR(force[i], -slope, 2e-4 * force.segment<3>(0).norm()) << y << ' ' << i;
    }
  }
}

// Round a closed path over tread, both contacts and flange, with roll and yaw. A sum over a smooth closed
// path has no error of its own; the work on the way is some hundred joules.
TEST(ElasticContact, ASlowClosedPathTakesNoEnergy) {
  Bench bench(conservative_model());
  Vec6 velocity = Vec6::Zero();
  velocity[0] = 10;
  const Vec6 middle = lowered(bench, pressed_position(0.005, 0), velocity);
  constexpr int steps = 4000;
  const auto place = [&](int n) {
    const double t = 2 * pi * n / steps;
    Vec6 q = middle;
    q[1] += 0.0022 * std::cos(t);
    q[2] += 2.5e-4 * std::cos(t) + 4e-5 * std::sin(t) - 5e-5;
    q[3] += 1e-4 * std::sin(2 * t);
    q[5] += 0.008 * std::sin(t);
    return q;
  };
  double work = 0, both_ways = 0;
  for (int n = 0; n < steps; ++n) {
    const Vec6 force = bench.at(place(n), velocity).reaction;
    const double one = force.dot(place(n + 1) - place(n - 1)) / 2;
    work += one;
    both_ways += std::abs(one);
    wheelrail::commit(bench.model, bench.bodies, bench.workspace, bench.state);
  }
  EXPECT_GT(both_ways, 5);
  EXPECT_LT(std::abs(work), 2e-4 * both_ways);
}

// From tread to flange under load no force jumps: a step of 2 µm changes none of them by more than its
// stiffness does.
TEST(ElasticContact, ForcesAreContinuousFromTreadToFlange) {
  Bench bench(hertz_model());
  Vec6 velocity;
  velocity << 15, 0.02, 0, 0, 15 / radius, 0;
  Vec6 q = lowered(bench, pressed_position(0.004, 0.004), velocity);
  Vec6 before = Vec6::Zero(), change = Vec6::Zero();
  double roughest = 0;
  for (int i = 0; i < 1500; ++i) {
    q[1] += 2e-6;
    q[2] -= (bench.at(q, velocity).gap[0] + 6e-5) / 4;
    const Vec6 force = bench.at(q, velocity).reaction;
    if (i > 200) roughest = std::max(roughest, (force - before - change).segment<3>(0).norm());
    change = force - before;
    before = force;
    wheelrail::commit(bench.model, bench.bodies, bench.workspace, bench.state);
  }
  EXPECT_LT(roughest, 150);  // N, of 50 kN
}

TEST(ElasticContact, WheelAndRailFeelTheSame) {
  Bench bench(hertz_model());
  Vec6 velocity;
  velocity << 15, 0.02, 0, 0, 15 / radius, 0;
  const WheelsetResult& result =
      bench.at(lowered(bench, pressed_position(0.0078, 0.006), velocity), velocity);
  Vec3 force = Vec3::Zero(), moment = Vec3::Zero();  // on the wheelset, about the middle of the track
  for (std::size_t k = 0; k < result.contact_count; ++k) {
    const Contact& c = result.contacts[k];
    force += c.force;
    moment +=
        (bench.bodies.bodies[0].position + c.arm).cross(c.force) + c.normal * c.forces.spin_moment + c.moment;
  }
  for (std::size_t side = 0; side < 2; ++side) {
    const RailReaction rail = rail_reaction(bench.model, bench.model.wheelsets[0], result, side);
    const Shape& shape = bench.model.pairs[0]->shapes[side];
    const Vec3 reference(0, sign_of(side) * shape.rail_reference.x(), shape.rail_reference.y());
    force += rail.force;
    moment += rail.moment + reference.cross(rail.force);
    EXPECT_LT(rail.force.z(), -1e4);
    EXPECT_GT(rail.stiffness, 1e8);
  }
  EXPECT_LT(force.norm(), 1e-6);
  EXPECT_LT(moment.norm(), 1e-6);
}

TEST(ElasticContact, MirrorImageOfAMotionHasTheMirrorImageOfItsForces) {
  Bench bench(hertz_model()), image(hertz_model());
  Vec6 velocity, mirror;
  velocity << 15, 0.02, -0.01, 0.01, 15 / radius, 0.03;
  mirror << 1, -1, 1, -1, 1, -1;
  const Vec6 q = lowered(bench, pressed_position(0.0076, 0.005), velocity);
  const Vec6 force = bench.at(q, velocity).reaction;
  const Vec6 other = image.at(q.cwiseProduct(mirror), velocity.cwiseProduct(mirror)).reaction;
  EXPECT_LT((other.cwiseProduct(mirror) - force).norm(), 1e-7 * force.norm());
}

TEST(ElasticContact, TreadAndFlangeCarryAtTheSameTime) {
  Bench bench(hertz_model());
  Vec6 velocity = Vec6::Zero();
  velocity[0] = 10;
  velocity[4] = 10 / radius;
  int both = 0;
  Vec6 q = lowered(bench, pressed_position(0.003, 0.004), velocity);
  for (int i = 0; i < 60; ++i) {
    q[1] += 5e-5;
    q = lowered(bench, q, velocity);
    const WheelsetResult& result = bench.at(q, velocity);
    bool tread = false, flange = false;
    for (std::size_t k = 0; k < result.contact_count; ++k) {
      if (result.contacts[k].side == 0) (result.contacts[k].flange ? flange : tread) = true;
    }
    both += tread && flange;
  }
  EXPECT_GT(both, 0);
}

// A wheel that comes to press with 2 m/s, one that is laid down, and one that is torn off.
TEST(ImpactLaw, StaysBetweenItsBoundsAndNeverPulls) {
  const contact::ImpactLaw law{0.5, 0.1};
  const double hertz = 8e10, depth = 5e-5, share = 0.75 * 0.75, rest = hertz * std::pow(depth, 1.5);
  EXPECT_EQ(contact::impact_force(law, hertz, 0, 1, 1).force, 0);
  EXPECT_NEAR(contact::impact_force(law, hertz, depth, 2, 2).force, rest * (1 + share), 1e-9 * rest);
  EXPECT_NEAR(contact::impact_force(law, hertz, depth, 1, 2).force, rest * (1 + share / 2), 1e-9 * rest);
  EXPECT_NEAR(contact::impact_force(law, hertz, depth, 1e-9, 0).force, rest, 1e-7 * rest);
  EXPECT_NEAR(contact::impact_force(law, hertz, depth, -50, 1e-12).force, rest * (1 - share), 1e-9 * rest);
  EXPECT_EQ(contact::impact_force({1, 0.1}, hertz, depth, -50, 2).force,
            contact::impact_force({1, 0.1}, hertz, depth, 3, 0).force);
}

// Boundary elements, strips and Hertz see the same interpenetration of a wheel on its tread, so their forces
// are alike: within some percent of each other, as no patch here is an ellipse.
TEST(PatchSolver, PatchesCarryAboutWhatHertzDoesAndPointTheSameWay) {
  Bench bench(hertz_model());
  Vec6 velocity;
  velocity << 15, 0.015, 0, 0, 15 / radius * 1.0005, 0;
  const WheelsetResult& result = bench.at(lowered(bench, pressed_position(0.001, 0.001), velocity), velocity);
  for (const PatchModel patch : {PatchModel::halfspace, PatchModel::strip}) {
    const Model model = make_model(patch);
    PatchSolver solver(model);
    for (std::size_t side = 0; side < 2; ++side) {
      const PatchAction action =
          solver.solve(0, side, bench.bodies.bodies[0], RailMotion{}, result.wheels[side].placement);
      ASSERT_EQ(action.status, wheel_on_rail::Status::solved);
      const WheelForces forces = wheel_forces(result, side);
      Vec3 fast = Vec3::Zero(), moment = Vec3::Zero();
      for (std::size_t k = 0; k < result.contact_count; ++k) {
        if (result.contacts[k].side != side) continue;
        fast += result.contacts[k].force;
        moment += result.contacts[k].arm.cross(result.contacts[k].force);
      }
      EXPECT_NEAR(action.force.z() / forces.q, 1, 0.25);
      EXPECT_NEAR(action.force.x(), fast.x(), 0.1 * forces.q);
      EXPECT_NEAR(action.force.y(), fast.y(), 0.1 * forces.q);
      EXPECT_NEAR(action.moment.x() / action.force.z(), moment.x() / forces.q, 0.02);  // [m], of 0.7
    }
  }
}

// From the tread over both contacts to the flange: the energy's normal force against that of boundary
// elements in the same place, where regions interact and no patch is an ellipse.
TEST(PatchSolver, TheEnergyCarriesAboutWhatTheHalfSpaceDoesFromTreadToFlange) {
  Bench bench(hertz_model());
  Vec6 velocity;
  velocity << 15, 0, 0, 0, 15 / radius, 0;
  const Model model = make_model(PatchModel::halfspace);
  PatchSolver solver(model);
  for (const double y : {-0.004, 0.0, 0.003, 0.0055, 0.0066, 0.0075}) {
    const WheelsetResult& result = bench.at(lowered(bench, pressed_position(y, 0), velocity), velocity);
    double load = 0;
    for (std::size_t k = 0; k < result.contact_count; ++k)
      if (result.contacts[k].side == 0) load += result.contacts[k].normal_force;
    const PatchAction action =
        solver.solve(0, 0, bench.bodies.bodies[0], RailMotion{}, result.wheels[0].placement);
    ASSERT_EQ(action.status, wheel_on_rail::Status::solved);
    EXPECT_NEAR(load / action.pressure, 1, 0.25) << y;
  }
}

// Wheelset that moves sideways and creeps, after the share `t` of its path, both wheels 60 µm deep.
struct Course {
  Vec6 q, velocity;
};
Course on_course(double t) {
  static Bench bench(hertz_model());
  Course course{pressed_position(0.001 + 1e-3 * t, 0.001 + 2e-3 * t), Vec6::Zero()};
  course.velocity << 15, 0.01 * t, 0, 0, 15 / radius * (1 + 2e-4 * t), 0.01 * t;
  course.q = lowered(bench, course.q, course.velocity);
  return course;
}

Model with_tolerance(double tolerance, unsigned threads = 1) {
  Model model = make_model(PatchModel::strip);
  model.settings.patch_solution.tolerance = tolerance;
  model.settings.patch_solution.threads = threads;
  return model;
}

Vec3 force_on(const WheelsetResult& result, std::size_t side) {
  Vec3 force = Vec3::Zero();
  for (std::size_t k = 0; k < result.contact_count; ++k)
    if (result.contacts[k].side == side) force += result.contacts[k].force;
  return force;
}

// Forces, moment and the sums of the contacts' channels, where the normal velocity is nothing.
TEST(PatchSolver, WithoutToleranceTheForcesAreThoseOfThePatches) {
  const Model model = with_tolerance(0);
  Bench bench(model);
  const auto [q, velocity] = on_course(0.5);
  const WheelsetResult& result = bench.at(q, velocity);
  Vec6 sum = Vec6::Zero();
  for (std::size_t side = 0; side < 2; ++side) {
    const PatchAction patches = bench.workspace.patch_solver->solve(
        0, side, bench.bodies.bodies[0], RailMotion{}, result.wheels[side].placement);
    ASSERT_GT(patches.pressure, 1e4);
    EXPECT_LT((force_on(result, side) - patches.force).norm(), 1e-9 * patches.pressure);
    sum += multibody::generalized_force(bench.bodies.bodies[0], patches.force, patches.moment);
    double normal = 0, longitudinal = 0, lateral = 0, spin_moment = 0;
    for (std::size_t k = 0; k < result.contact_count; ++k) {
      const Contact& contact = result.contacts[k];
      if (contact.side != side) continue;
      normal += contact.normal_force, longitudinal += contact.forces.longitudinal;
      lateral += contact.forces.lateral, spin_moment += contact.forces.spin_moment;
      EXPECT_NEAR(contact.values[geometry::patch_a] * std::cbrt(contact.normal_force),
                  patches.patches[0].half_length, 1e-12);
    }
    ASSERT_EQ(patches.patch_count, 1u);
    const PatchForces& patch = patches.patches[0];
    EXPECT_NEAR(normal, patch.normal, 1e-9 * patch.normal);
    EXPECT_NEAR(longitudinal, patch.longitudinal, 1e-9 * patch.normal);
    EXPECT_NEAR(lateral, patch.lateral, 1e-9 * patch.normal);
    EXPECT_NEAR(spin_moment, patch.spin_moment, 1e-9 * patch.normal);
  }
  EXPECT_LT((result.reaction - sum).norm(), 1e-9 * sum.norm());
}

// Against solutions everywhere, along a way of 1 mm; and patches are solved less often than at every step.
TEST(PatchSolver, BetweenSolutionsTheForcesStayWithinTheTolerance) {
  constexpr int steps = 100;
  const Model exact_model = with_tolerance(0), model = with_tolerance(0.002);
  Bench exact(exact_model), bench(model);
  double worst = 0;
  for (int n = 0; n <= steps; ++n) {
    const auto [q, velocity] = on_course(double(n) / steps);
    const WheelsetResult &a = bench.at(q, velocity), &b = exact.at(q, velocity);
    if (n > 0) {  // before there is nothing to go on from
      for (std::size_t side = 0; side < 2; ++side)
        worst = std::max(worst, (force_on(a, side) - force_on(b, side)).norm() / force_on(b, side).norm());
    }
    wheelrail::commit(model, bench.bodies, bench.workspace, bench.state);
    wheelrail::commit(exact_model, exact.bodies, exact.workspace, exact.state);
  }
  EXPECT_LT(worst, 0.006);  // the largest of three parts, which the error of the line bounds one by one
  EXPECT_GT(worst, 0);
  EXPECT_LT(bench.state.solved_patches, 100u);  // of 202
  EXPECT_GT(bench.state.solved_patches, 8u);
  EXPECT_EQ(exact.state.solved_patches, 0u);  // at the ends of steps
}

TEST(PatchSolver, ThreadsChangeNoBit) {
  const auto ride = [](unsigned threads, double tolerance) {
    const Model model = with_tolerance(tolerance, threads);
    Bench bench(model);
    std::vector<double> reactions;
    for (int n = 0; n < 20; ++n) {
      const auto [q, velocity] = on_course(0.1 * n);
      const Vec6& reaction = bench.at(q, velocity).reaction;
      reactions.insert(reactions.end(), reaction.data(), reaction.data() + 6);
      wheelrail::commit(model, bench.bodies, bench.workspace, bench.state);
    }
    return reactions;
  };
  for (const double tolerance : {0.0, 0.002}) EXPECT_EQ(ride(1, tolerance), ride(3, tolerance));
}

TEST(PatchSolver, BeginsAnewAfterAFlightAndKeepsTheCorrectionAtStandstill) {
  const Model model = with_tolerance(0.002);
  Bench bench(model);
  const PatchCorrection& correction = bench.state.wheelsets[0].corrections[0];
  const auto [q, velocity] = on_course(0);
  bench.at(q, velocity);
  wheelrail::commit(model, bench.bodies, bench.workspace, bench.state);
  ASSERT_TRUE(correction.known);
  const PatchValues before = correction.value;
  Vec6 aside = q;
  aside[1] += 1e-3;
  bench.at(aside, Vec6::Zero());
  wheelrail::commit(model, bench.bodies, bench.workspace, bench.state);
  EXPECT_TRUE(correction.known);
  EXPECT_EQ((correction.value - before).norm(), 0);
  Vec6 flight = q;
  flight[2] += 0.01;
  bench.at(flight, velocity);
  wheelrail::commit(model, bench.bodies, bench.workspace, bench.state);
  EXPECT_FALSE(correction.known);
}

// docs/theory/elastic.md (18), (19)
TEST(PatchCorrection, TheLineGoesThroughTheLastTwoSolutionsAndItsReachFollowsTheError) {
  constexpr double tolerance = 0.002;
  PatchCorrection correction;
  PatchCoordinates x = PatchCoordinates::Zero();
  PatchValues value = PatchValues::Constant(0.01);
  value(0) = 1;
  learn(x, value, tolerance, correction);
  const double first_reach = correction.reach;
  EXPECT_EQ((correction_at(correction, x) - value).norm(), 0);
  EXPECT_FALSE(is_due(correction, x));

  PatchCoordinates far = x;
  far(1) = 1;
  EXPECT_TRUE(is_due(correction, far));
  PatchValues other = value;
  other(1) += 0.019;  // nine tolerances and a half
  learn(far, other, tolerance, correction);
  EXPECT_LT(correction.reach, first_reach);
  EXPECT_NEAR(correction.slope(1, 1), 0.019 / (1 + 0.05 * 0.05), 1e-15);
  EXPECT_EQ(correction.slope.col(2).norm(), 0);  // where it has not been

  // On the line now: the reach grows again, and the line is as it was.
  const double reach = correction.reach;
  PatchCoordinates further = far;
  further(1) += reach;
  learn(further, correction_at(correction, further), tolerance, correction);
  EXPECT_NEAR(correction.reach, 2 * reach, 1e-12);
  EXPECT_NEAR(correction.slope(1, 1), 0.019 / (1 + 0.05 * 0.05), 1e-12);

  // Beyond twice the reach it is held.
  PatchCoordinates away = further;
  away(1) += 100;
  EXPECT_NEAR(correction_at(correction, away)(1) - correction.value(1),
              2 * correction.reach * correction.slope(1, 1), 1e-12);

  // A jump is no slope.
  PatchValues beyond = correction.value;
  beyond(4) += 0.1;
  learn(far, beyond, tolerance, correction);
  EXPECT_EQ(correction.slope.norm(), 0);
}

// A damper in N s/m: full beyond 10 µm, continuous where the wheel touches, and never pulls.
TEST(ImpactLaw, ADamperTakesThePlaceOfTheRestitution) {
  const contact::ImpactLaw law{0.9, 0.1, 5e4};
  const double hertz = 8e10, depth = 5e-5, rest = hertz * std::pow(depth, 1.5);
  EXPECT_NEAR(contact::impact_force(law, hertz, depth, 0.1, 0.1).force, rest + 5e3, 1e-9 * rest);
  EXPECT_NEAR(contact::impact_force(law, hertz, depth, -0.1, 0.1).force, rest - 5e3, 1e-9 * rest);
  EXPECT_LT(contact::impact_force(law, hertz, 1e-12, 1, 0).force, 1);
  EXPECT_EQ(contact::impact_force(law, hertz, 1e-6, -1, 0).force, 0);
  for (const double at : {5e-6, 5e-5}) {
    const double h = 1e-10;
    const auto force = [&](double d) { return contact::impact_force(law, hertz, d, 0.02, 0).force; };
    EXPECT_NEAR(contact::impact_force(law, hertz, at, 0.02, 0).stiffness,
                (force(at + h) - force(at - h)) / (2 * h), 1e-5 * 1e9);
  }
}

}  // namespace
}  // namespace flangeway::wheelrail::elastic
