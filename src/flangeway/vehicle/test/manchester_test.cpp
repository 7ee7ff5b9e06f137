// The vehicles of the project, and the Manchester wagon's vertical modes against a hand calculation.
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdio>

#include "flangeway/multibody/elements/list.hpp"
#include "flangeway/multibody/statics.hpp"
#include "support.hpp"
#include "support/allocation_guard.hpp"

namespace flangeway::vehicle {
namespace {

using namespace test;
using multibody::Axial;
using multibody::BumpStop;
using multibody::Bushing;
using multibody::elements_of;
using multibody::MaxwellDamper;
using multibody::Model;

class Vehicles : public testing::TestWithParam<const char*> {};

/// Generalised forces at rest in the nominal position, by the nonlinear model.
std::vector<Vec6> forces_at_rest(const Model& model) {
  const auto track = straight_track();
  auto w = multibody::make_workspace(model);
  std::vector<double> rate(std::max<std::size_t>(model.auxiliary_count, 1));
  const auto y = multibody::nominal_state(model, 100, 0);
  multibody::evaluate_kinematics(model, track, y.data(), w);
  multibody::evaluate_suspension(model, y.data(), w, rate.data());
  std::vector<Vec6> out;
  for (const auto& body : w.bodies) out.push_back(body.force);
  return out;
}

TEST_P(Vehicles, RestInTheirNominalPositionWithEqualWheelLoads) {
  const VehicleModel vehicle = load_model(GetParam());
  const auto forces = forces_at_rest(vehicle.bodies);
  double weight = 0;
  for (const auto& body : vehicle.bodies.bodies) weight += body.mass * 9.81;
  for (std::size_t b = 0; b < forces.size(); ++b) {
    Vec6 force = forces[b];
    if (vehicle.bodies.bodies[b].wheelset) {
      EXPECT_NEAR(force[2], -weight / static_cast<double>(vehicle.wheelsets.size()), 1e-6 * weight);
      force[2] = 0;
    }
    EXPECT_LT(force.norm(), 1e-8 * weight) << vehicle.bodies.bodies[b].name;
  }
}

INSTANTIATE_TEST_SUITE_P(All, Vehicles,
                         testing::Values("manchester.toml", "bogie_two_point.toml", "bogie_one_point.toml",
                                         "wheelset.toml", "metro_coach.toml", "y25_wagon.toml",
                                         "y25_wagon_loaded.toml", "three_piece_wagon.toml"));

TEST(Manchester, HasTheMassesAndTheElementsOfThePaper) {
  const VehicleModel vehicle = load_model("manchester.toml");
  double mass = 0;
  for (const auto& body : vehicle.bodies.bodies) mass += body.mass;
  EXPECT_DOUBLE_EQ(mass, 44482);
  EXPECT_NEAR(mass * 9.81 / 8, 54546.1, 0.1);
  EXPECT_EQ(vehicle.wheelsets.size(), 4u);
  // One per direction: shear springs count three times; anti-roll bars and bending do not count.
  const Model& model = vehicle.bodies;
  EXPECT_EQ(elements_of<Axial>(model).size() + elements_of<MaxwellDamper>(model).size() +
                3 * elements_of<Bushing>(model).size() + elements_of<BumpStop>(model).size(),
            48u);
}

/// Natural frequencies in Hz of coordinates of chosen bodies, all others held, by central differences of the
/// accelerations: ascending.
std::vector<double> frequencies(const Model& model, const std::vector<std::size_t>& coordinates) {
  const auto track = straight_track();
  auto w = multibody::make_workspace(model);
  std::vector<double> rate(std::max<std::size_t>(model.auxiliary_count, 1));
  const auto n = static_cast<Eigen::Index>(coordinates.size());
  Eigen::MatrixXd stiffness(n, n);
  const auto accelerations = [&](std::size_t moved, double step) {
    auto y = multibody::nominal_state(model, 100, 0);
    y[moved] += step;
    multibody::evaluate_kinematics(model, track, y.data(), w);
    multibody::evaluate_suspension(model, y.data(), w, rate.data());
    Eigen::VectorXd a(n);
    for (Eigen::Index k = 0; k < n; ++k) {
      const auto& body = w.bodies[coordinates[static_cast<std::size_t>(k)] / 6];
      a[k] = multibody::solve_mass(
          body, body.force)[static_cast<Eigen::Index>(coordinates[static_cast<std::size_t>(k)] % 6)];
    }
    return a;
  };
  for (Eigen::Index k = 0; k < n; ++k) {
    const std::size_t c = coordinates[static_cast<std::size_t>(k)];
    stiffness.col(k) = (accelerations(c, 1e-5) - accelerations(c, -1e-5)) / -2e-5;
  }
  const Eigen::VectorXcd values = stiffness.eigenvalues();
  std::vector<double> out;
  for (Eigen::Index k = 0; k < n; ++k) out.push_back(std::sqrt(values[k].real()) / (2 * pi));
  std::sort(out.begin(), out.end());
  return out;
}

Model undamped(Model model) {
  multibody::remove_dampers(model);
  multibody::finish(model, false);
  return model;
}

TEST(Manchester, VerticalModesAreThoseOfTheHandCalculation) {
  // Hand calculation: undamped vertical model, carbody 1.076 Hz (bounce), 1.303 Hz (pitch), bogie 7.46 Hz.
  const Model model = undamped(load_model("manchester.toml").bodies);
  const std::vector<std::size_t> bounces = {2, 6 + 2, 12 + 2};
  const auto bounce = frequencies(model, bounces);
  EXPECT_NEAR(bounce[0], 1.076, 0.01 * 1.076);
  EXPECT_NEAR(bounce[1], 7.46, 0.01 * 7.46);
  EXPECT_NEAR(bounce[2], 7.46, 0.01 * 7.46);
  // Pitch of the carbody turns the horizontal springs below it as well: take those away.
  Model vertical = model;
  elements_of<Axial>(vertical).clear();
  for (auto& e : elements_of<Bushing>(vertical)) e.stiffness.head<2>().setZero();
  multibody::finish(vertical, false);
  const auto pitch = frequencies(vertical, {4, 6 + 2, 12 + 2});
  EXPECT_NEAR(pitch[0], 1.303, 0.01 * 1.303);
}

/// Two masses in a row on springs: `upper` on k_upper on `lower` on k_lower on the ground. Hz, ascending.
std::array<double, 2> two_mass_frequencies(double upper, double k_upper, double lower, double k_lower) {
  const double a = k_upper / upper, b = (k_upper + k_lower) / lower, c = k_upper * k_upper / (upper * lower);
  const double root = std::sqrt((a - b) * (a - b) / 4 + c);
  return {std::sqrt((a + b) / 2 - root) / (2 * pi), std::sqrt((a + b) / 2 + root) / (2 * pi)};
}

TEST(Manchester, BounceIsThatOfTwoMasses) {
  const Model model = undamped(load_model("manchester.toml").bodies);
  const auto bounce = frequencies(model, {2, 6 + 2, 12 + 2});
  const auto together = two_mass_frequencies(32000, 4 * 430e3, 2 * 2615, 8 * 1.22e6);
  EXPECT_NEAR(bounce[0], together[0], 1e-6);
  EXPECT_NEAR(bounce[1], std::sqrt((4 * 1.22e6 + 2 * 430e3) / 2615) / (2 * pi), 1e-6);  // against each other
  EXPECT_NEAR(bounce[2], together[1], 1e-6);
}

TEST(Manchester, FullUndampedModelIsStable) {
  const Model model = undamped(load_model("manchester.toml").bodies);
  std::vector<std::size_t> coordinates;
  for (std::size_t c = 0; c < 18; ++c) coordinates.push_back(c);
  const auto all = frequencies(model, coordinates);
  for (const double f : all) EXPECT_GT(f, 0.3) << f;  // NaN fails too
  EXPECT_LT(all[0], 1.076);                           // the lower sway lies below the bounce
}

TEST(Manchester, EvaluationAllocatesNothingAndItsTimeIsPrinted) {
  const VehicleModel vehicle = load_model("manchester.toml");
  const auto track = straight_track();
  auto w = multibody::make_workspace(vehicle.bodies);
  std::vector<double> rate(vehicle.bodies.auxiliary_count);
  auto y = rolling_state(vehicle, 50, 20);
  double best = 1;
  const flangeway::test::AllocationGuard guard;
  for (int round = 0; round < 20; ++round) {
    const auto start = std::chrono::steady_clock::now();
    for (int k = 0; k < 500; ++k) {
      y[0] += 1e-6;
      multibody::evaluate_kinematics(vehicle.bodies, track, y.data(), w);
      multibody::evaluate_suspension(vehicle.bodies, y.data(), w, rate.data());
    }
    best =
        std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / 500);
  }
  EXPECT_EQ(guard.count(), 0u);
  std::printf("Manchester wagon, bodies and suspension: %.2f us\n", 1e6 * best);
  EXPECT_LT(best, 1e-3);  // far above any healthy build, below any accident such as I/O
}

}  // namespace
}  // namespace flangeway::vehicle
