// A step allocates nothing, and its time is printed.
#include <algorithm>
#include <chrono>
#include <cstdio>

#include "flangeway/multibody/elements/list.hpp"
#include "support.hpp"
#include "support/allocation_guard.hpp"

namespace flangeway::multibody {
namespace {

using namespace test;

/// Seven bodies and 48 elements in the proportions of the Manchester wagon.
Model wagon() {
  Model model;
  Body body = some_body();
  const auto add = [&](double x, double height, bool wheelset) {
    body.wheelset = wheelset;
    body.inertia = Vec3{1120, wheelset ? 112.0 : 1500.0, 1120}.asDiagonal();
    body.initial << x, 0, height, 0, 0, 0;
    model.bodies.push_back(body);
  };
  add(0, 1.8, false), add(9.5, 0.6, false), add(-9.5, 0.6, false);
  for (const double x : {10.78, 8.22, -8.22, -10.78}) add(x, 0.46, true);
  const auto join = [&](std::size_t i, std::size_t j, double side) {
    const Vec3 at = 0.5 * (model.bodies[i].initial + model.bodies[j].initial).head<3>() + Vec3{0, side, 0};
    Element<Bushing> e;
    e.i = i, e.j = j, e.point_i = at - model.bodies[i].initial.head<3>();
    e.point_j = at - model.bodies[j].initial.head<3>();
    e.stiffness = {1e6, 1e5, 1e6};
    e.series_stiffness = {6e7, 7.5e6, 1e6}, e.series_damping = {1.5e4, 2e3, 4e3};
    elements_of<Bushing>(model).push_back(e);
    Element<Axial> a;
    a.i = i, a.j = j, a.point_i = e.point_i + Vec3{0.1, 0, 0.2}, a.point_j = e.point_j;
    a.length = 0.2, a.stiffness = 1e5, a.damping = 1e3;
    elements_of<Axial>(model).push_back(a);
    Element<Torsion> t;
    t.i = i, t.j = j, t.stiffness.setConstant(1e4);
    elements_of<Torsion>(model).push_back(t);
  };
  for (const double side : {1.0, -1.0}) {
    for (std::size_t bogie = 1; bogie < 3; ++bogie) {
      join(0, bogie, side), join(0, bogie, 0.5 * side);
      join(bogie, 2 * bogie + 1, side), join(bogie, 2 * bogie + 2, side);
    }
  }
  finish(model, true);
  return model;
}

TEST(Speed, EvaluationAllocatesNothing) {
  const Model model = wagon();
  ASSERT_EQ(model.elements.size(), 48u);
  const auto track = curved_track();
  Workspace w = make_workspace(model);
  const auto y = nominal_state(model, 80, 20);
  std::vector<double> rate(model.auxiliary_count);
  const flangeway::test::AllocationGuard guard;
  evaluate_kinematics(model, track, y.data(), w);
  evaluate_suspension(model, y.data(), w, rate.data());
  for (const BodyState& b : w.bodies) w.prescribed_acceleration += 0 * solve_mass(b, b.force)[1];
  EXPECT_EQ(guard.count(), 0u);
}

TEST(Speed, TimeOfOneEvaluationOfAWagonIsPrinted) {
  const Model model = wagon();
  const auto track = curved_track();
  Workspace w = make_workspace(model);
  auto y = nominal_state(model, 80, 20);
  std::vector<double> rate(model.auxiliary_count);
  double best[2] = {1, 1};
  for (int round = 0; round < 20; ++round) {
    double total[2] = {0, 0};
    const int count = 500;
    auto t0 = std::chrono::steady_clock::now();
    for (int k = 0; k < count; ++k) y[0] += 1e-6, evaluate_kinematics(model, track, y.data(), w);
    auto t1 = std::chrono::steady_clock::now();
    for (int k = 0; k < count; ++k) evaluate_suspension(model, y.data(), w, rate.data());
    auto t2 = std::chrono::steady_clock::now();
    total[0] = std::chrono::duration<double>(t1 - t0).count() / count;
    total[1] = std::chrono::duration<double>(t2 - t1).count() / count;
    for (int part = 0; part < 2; ++part) best[part] = std::min(best[part], total[part]);
  }
  std::printf("kinematics %.2f us, suspension of 48 elements %.2f us\n", 1e6 * best[0], 1e6 * best[1]);
  EXPECT_LT(best[0] + best[1], 1e-3);  // far above any healthy build, below any accident such as I/O
}

}  // namespace
}  // namespace flangeway::multibody
