// Worn wheels on a new rail, each solved on planes chosen in seven ways and on the curved surface: how far is
// L/V of each way from that of the curved surface? After [Vollebregt2021, section 4.2, Table 3].
//
//   example_04_planar_or_curved [WHEELS] [THREADS]
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>
#include <vector>

#include "flangeway/contact.hpp"

namespace {

using namespace flangeway;

const double pi = std::acos(-1.0);

// Words of the keys in wheel_on_rail.reference.
struct Method {
  const char *name, *surface, *position, *angle;
  double power;
};
constexpr std::array<Method, 9> methods{
    {{"curved, weighted (reference)", "curved", "weighted", "weighted", 2},
     {"curved, deepest", "curved", "deepest", "weighted", 2},
     {"wgt-loc, linear", "planar", "weighted", "local", 1},
     {"wgt-loc, squared", "planar", "weighted", "local", 2},
     {"wgt-angle, linear", "planar", "weighted", "weighted", 1},
     {"wgt-angle, squared", "planar", "weighted", "weighted", 2},
     {"icp-loc", "planar", "deepest", "local", 2},
     {"icp-angle, linear", "planar", "deepest", "weighted", 1},
     {"icp-angle, squared", "planar", "deepest", "weighted", 2}}};
using Row = std::array<double, methods.size()>;  // L/V of one wheel by each method

double normal(std::mt19937_64& engine, double middle, double deviation) {
  const auto uniform = [&] { return (static_cast<double>(engine() >> 11) + 0.5) * 0x1p-53; };
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return middle + deviation * radius * std::cos(2 * pi * uniform());
}

// A leading wheel of a freight wagon in a curve: load, place, yaw, speed and friction at random, as in the
// paper.
void set_random_problem(Contact& contact, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto set = [&](const char* key, double value) {
    contact.set_number(std::string("wheel_on_rail.") + key, value);
  };
  set("rail_place.inclination_angle", std::atan(1.0 / 40));
  set("wheelset.y", normal(engine, 3e-3, 2.5e-3));
  set("wheelset.yaw", normal(engine, -3e-3, 3e-3));
  const double speed = std::max(3.0, normal(engine, 10, 4));
  set("wheelset.speed", speed);
  set("wheelset.velocity_pitch", speed / 0.46 * normal(engine, 1, 2e-3));
  set("vertical_force", std::clamp(normal(engine, 90e3, 40e3), 25e3, 170e3));
  const double top = std::clamp(normal(engine, 0.35, 0.16), 0.05, 0.8);
  const double side = std::max(0.05, normal(engine, 0.20, 0.0167));
  const std::array friction{20 * pi / 180, top, 30 * pi / 180, side};
  set("friction.coefficient", top);
  contact.set_numbers("wheel_on_rail.friction.over_inclination", friction);
  set("elements.dx", 5e-4);
  set("elements.ds", 5e-4);
}

Row solve_all(Contact& contact) {
  Row row{};
  for (std::size_t m = 0; m < methods.size(); ++m) {
    const Method& method = methods[m];
    contact.set_text("wheel_on_rail.reference.surface", method.surface);
    contact.set_text("wheel_on_rail.reference.position", method.position);
    contact.set_text("wheel_on_rail.reference.angle", method.angle);
    contact.set_number("wheel_on_rail.reference.power", method.power);
    const bool greedy = m < 2;  // the curved surface takes all parts together
    contact.set_number("wheel_on_rail.elements.combine_distance", greedy ? 30e-3 : 4e-3);
    contact.set_number("wheel_on_rail.elements.separate_distance", greedy ? 30e-3 : 8e-3);
    const bool solved = contact.solve() == ContactStatus::solved;
    const Wrench total = solved ? contact.force("track") : Wrench{};
    row[m] = solved ? total.force[1] / total.force[2] : NAN;
  }
  return row;
}

void print_statistics(const std::vector<Row>& rows) {
  std::printf("%-30s %9s %10s %9s %9s\n", "L/V against the reference", "mean", "mean |.|", "rms", "max |.|");
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
    std::printf("%-30s %9.4f %10.4f %9.4f %9.4f\n", methods[m].name, sum / n, absolute / n,
                std::sqrt(square / n), largest);
  }
}

}  // namespace

int main(int argc, char** argv) {
  const auto wheels = static_cast<std::size_t>(argc > 1 ? std::atol(argv[1]) : 10);
  const auto threads = static_cast<std::size_t>(argc > 2 ? std::atol(argv[2]) : 2);
  const Profile new_wheel = Profile::load("s1002"), rail = Profile::load("60e1");
  const std::vector<WheelUse> uses = random_wheel_uses(wheels, 1);
  std::vector<Row> rows(wheels);
  std::atomic<std::size_t> next = 0;
  const auto begin = std::chrono::steady_clock::now();
  const auto work = [&] {
    Contact contact;  // each thread has its own
    contact.add_profile("rail", rail);
    contact.set_text("wheel_on_rail.rail", "rail");
    contact.set_text("wheel_on_rail.wheel", "worn");
    for (std::size_t i = next++; i < wheels; i = next++) {
      contact.add_profile("worn", worn_wheel(new_wheel, rail, uses[i]));
      set_random_problem(contact, 1000 + i);
      rows[i] = solve_all(contact);
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
  std::printf(
      "%zu wheels, %zu situations in %.1f s on %zu threads; %zu wheels without a solution by every method\n",
      wheels, wheels * methods.size(), seconds, threads, unsolved);
  return 0;
}
