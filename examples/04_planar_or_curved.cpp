// Worn wheels on a new rail, each solved on planes chosen in seven ways and on the curved surface: how far is
// L/V of each way from that of the curved surface? After [Vollebregt2021, section 4.2, Table 3].
//
//   example_04_planar_or_curved [WHEELS] [THREADS]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <random>
#include <thread>
#include <vector>

#include "flangeway/geometry/wear.hpp"
#include "flangeway/profile/standard.hpp"
#include "flangeway/wheel_on_rail/solve.hpp"

namespace {

using namespace flangeway;
using namespace flangeway::wheel_on_rail;

struct Method {
  const char* name;
  Reference reference;
};
using enum Surface;
constexpr auto deepest = ReferencePosition::deepest;
constexpr auto centre = ReferencePosition::weighted;
constexpr auto local = ReferenceAngle::local;
constexpr auto mean = ReferenceAngle::weighted;
constexpr std::array<Method, 9> methods{{{"curved, weighted (reference)", {curved, centre, mean, 2}},
                                         {"curved, deepest", {curved, deepest, mean, 2}},
                                         {"wgt-loc, linear", {plane, centre, local, 1}},
                                         {"wgt-loc, squared", {plane, centre, local, 2}},
                                         {"wgt-angle, linear", {plane, centre, mean, 1}},
                                         {"wgt-angle, squared", {plane, centre, mean, 2}},
                                         {"icp-loc", {plane, deepest, local, 2}},
                                         {"icp-angle, linear", {plane, deepest, mean, 1}},
                                         {"icp-angle, squared", {plane, deepest, mean, 2}}}};
using Row = std::array<double, methods.size()>;  // L/V of one wheel by each method

double normal(std::mt19937_64& engine, double middle, double deviation) {
  const auto uniform = [&] { return (static_cast<double>(engine() >> 11) + 0.5) * 0x1p-53; };
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return middle + deviation * radius * std::cos(2 * pi * uniform());
}

// A leading wheel of a freight wagon in a curve: load, place, yaw, speed and friction at random, as in the
// paper.
ContactProblem random_problem(std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  ContactProblem problem;
  problem.rail_place.inclination = std::atan(1.0 / 40);
  problem.motion.y = normal(engine, 3e-3, 2.5e-3);
  problem.motion.yaw = normal(engine, -3e-3, 3e-3);
  const double speed = std::max(3.0, normal(engine, 10, 4));
  problem.motion.velocity = Vec3(speed, 0, 0);
  problem.motion.velocity_pitch = speed / 0.46 * normal(engine, 1, 2e-3);
  problem.vertical = VerticalControl::force;
  problem.vertical_force = std::clamp(normal(engine, 90e3, 40e3), 25e3, 170e3);
  problem.friction = {{20 * pi / 180, {}}, {30 * pi / 180, {}}};
  problem.friction[0].law.kinetic = std::clamp(normal(engine, 0.35, 0.16), 0.05, 0.8);
  problem.friction[1].law.kinetic = std::max(0.05, normal(engine, 0.20, 0.0167));
  problem.force_tolerance = 1e-4;
  problem.resolution.dx = problem.resolution.ds = 5e-4;
  return problem;
}

Row solve_all(ContactProblem problem, Workspace& workspace, Contact& contact) {
  Row row{};
  for (std::size_t m = 0; m < methods.size(); ++m) {
    problem.reference = methods[m].reference;
    const bool greedy = problem.reference.surface == curved;  // the curved surface takes all parts together
    problem.resolution.combine_distance = greedy ? 30e-3 : 4e-3;
    problem.resolution.separate_distance = greedy ? 30e-3 : 8e-3;
    solve(problem, nullptr, workspace, contact);
    const Vec3& force = contact.total.track.force;
    row[m] = contact.status == Status::solved || contact.status == Status::force_jumps ? force.y() / force.z()
                                                                                       : NAN;
  }
  return row;
}

void print_statistics(const std::vector<Row>& rows) {
  fmt::print("{:<30} {:>9} {:>10} {:>9} {:>9}\n", "L/V against the reference", "mean", "mean |.|", "rms",
             "max |.|");
  for (std::size_t m = 1; m < methods.size(); ++m) {
    double sum = 0, absolute = 0, square = 0, largest = 0;
    std::size_t count = 0;
    for (const Row& row : rows) {
      const double difference = row[m] - row[0];
      if (std::isnan(difference)) continue;
      sum += difference, absolute += std::abs(difference), square += difference * difference;
      largest = std::max(largest, std::abs(difference));
      ++count;
    }
    const auto n = static_cast<double>(count);
    fmt::print("{:<30} {:>9.4f} {:>10.4f} {:>9.4f} {:>9.4f}\n", methods[m].name, sum / n, absolute / n,
               std::sqrt(square / n), largest);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto wheels = static_cast<std::size_t>(argc > 1 ? std::atol(argv[1]) : 10);
  const auto threads = static_cast<std::size_t>(argc > 2 ? std::atol(argv[2]) : 2);
  const auto new_wheel = profile::standard_profile("s1002")->curve;
  const auto rail = std::make_shared<profile::Curve>(profile::standard_profile("60e1")->curve);
  const geometry::spatial::Rail prepared = geometry::spatial::make_rail(rail);
  const std::vector<geometry::Usage> uses = geometry::random_uses(wheels, 1);
  std::vector<Row> rows(wheels);
  std::atomic<std::size_t> next = 0;
  const auto begin = std::chrono::steady_clock::now();
  const auto work = [&] {
    Workspace workspace;
    Contact contact;
    for (std::size_t i = next++; i < wheels; i = next++) {
      ContactProblem problem = random_problem(1000 + i);
      problem.wheel =
          std::make_shared<profile::Curve>(geometry::worn_wheel(new_wheel, prepared, {}, uses[i]));
      problem.rail = rail;
      rows[i] = solve_all(problem, workspace, contact);
    }
  };
  std::vector<std::thread> team;
  for (std::size_t i = 1; i < threads; ++i) team.emplace_back(work);
  work();
  for (std::thread& thread : team) thread.join();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  print_statistics(rows);
  const auto unsolved = static_cast<std::size_t>(std::count_if(rows.begin(), rows.end(), [](const Row& row) {
    return std::any_of(row.begin(), row.end(), [](double x) { return std::isnan(x); });
  }));
  fmt::print(
      "{} wheels, {} situations in {:.1f} s on {} threads; {} wheels without a solution by every method\n",
      wheels, wheels * methods.size(), seconds, threads, unsolved);
  return 0;
}
