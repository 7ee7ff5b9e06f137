// Cost of one wheel on one rail by boundary elements, from profiles and a vertical force to forces: workspace
// warm, nothing of the solution before.
#include <benchmark/benchmark.h>

#include <cmath>
#include <memory>

#include "flangeway/profile/standard.hpp"
#include "flangeway/wheel_on_rail/solve.hpp"

namespace {

using namespace flangeway;
using namespace flangeway::wheel_on_rail;

/// Rows 0 … 20 of the Manchester benchmark, left wheel: 0.5 mm and 1.2 mrad per row, 10 kN, 0.2 mm.
/// Shapes of the standards, not the tabulated ones; without the roll of the wheelset.
ContactProblem manchester(int row) {
  ContactProblem s;
  s.wheel = std::make_shared<profile::Curve>(profile::standard_profile("s1002")->curve);
  s.rail = std::make_shared<profile::Curve>(profile::standard_profile("60e1")->curve);
  s.rail_place.inclination = std::atan(1.0 / 40);
  s.wheel_material = s.rail_material = {2 * 1.28 * 82e9, 0.28};
  s.vertical = VerticalControl::force;
  s.vertical_force = 10e3;
  s.motion.velocity = Vec3(2, 0, 0);
  s.motion.velocity_pitch = 4.348;
  s.motion.y = -0.5e-3 * row;
  s.motion.yaw = -1.2e-3 * row;
  return s;
}

void contact_manchester_left(benchmark::State& state) {
  const ContactProblem problem = manchester(static_cast<int>(state.range(0)));
  Workspace workspace;
  Contact contact;
  for (auto _ : state) {
    solve(problem, nullptr, workspace, contact);
    benchmark::DoNotOptimize(contact.total);
  }
  state.counters["elements"] = contact.patches.empty() ? 0 : contact.patches[0].solution.contact_elements;
  state.counters["normal_solutions"] = contact.normal_solutions;
  if (contact.status != Status::solved) state.SkipWithError("not solved");
}
BENCHMARK(contact_manchester_left)->Arg(0)->Arg(4)->Arg(12)->Arg(20)->Unit(benchmark::kMicrosecond);

}  // namespace
