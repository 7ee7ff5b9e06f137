// Cost of one contact patch by boundary elements: workspace warm, no pressures of a solution before.
#include <benchmark/benchmark.h>

#include <cmath>

#include "flangeway/contact/patch/solve.hpp"
#include "flangeway/contact/patch/subsurface/subsurface.hpp"

namespace {

using namespace flangeway::contact;
using namespace flangeway::contact::patch;

const Material steel{2 * 1.28 * 82e9, 0.28};

/// An ellipse of about a/b = 2 under 82 kN on n × n elements, with lateral creepage and spin.
Problem ellipse(int n) {
  Problem p;
  const double half_x = 8.8e-3, half_y = 4.4e-3;
  p.grid = {n, n, 2 * half_x / n, 2 * half_y / n, -half_x + half_x / n, -half_y + half_y / n};
  p.material = combine(steel, steel);
  for (int iy = 0; iy < n; ++iy) {
    for (int ix = 0; ix < n; ++ix) {
      const double x = p.grid.x(ix), y = p.grid.y(iy);
      p.gap.push_back(0.846419 * x * x + 2.40616 * y * y);
    }
  }
  p.normal_force = 82e3;
  p.approach = 9.2666e-5;
  p.motion.lateral.value = -6.25e-4;
  p.motion.spin = 0.625;
  p.motion.speed = 30;
  return p;
}

void run(benchmark::State& state, const Problem& p) {
  Workspace workspace;
  Solution s;
  for (auto _ : state) {
    s.tractions.pressure.clear();  // else the answer would be the first estimate
    solve(p, nullptr, workspace, s);
    benchmark::DoNotOptimize(s.force_y);
  }
  state.counters["elements"] = s.contact_elements;
  state.counters["normal_iterations"] = s.normal_iterations;
  state.counters["products"] = s.products;
  state.counters["per_element"] = benchmark::Counter(
      s.contact_elements, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void contact_normal(benchmark::State& state) {
  Problem p = ellipse(static_cast<int>(state.range(0)));
  p.normal_control = NormalControl::approach;
  p.motion.kind = TangentialKind::none;
  run(state, p);
}
BENCHMARK(contact_normal)
    ->Arg(21)
    ->Arg(44)
    ->Arg(88)
    ->Arg(176)
    ->Arg(352)
    ->Arg(555)
    ->Unit(benchmark::kMicrosecond);

/// Position given: about 290 elements at 21.
void contact_steady(benchmark::State& state) {
  Problem p = ellipse(static_cast<int>(state.range(0)));
  p.normal_control = NormalControl::approach;
  run(state, p);
}
BENCHMARK(contact_steady)
    ->Arg(12)
    ->Arg(21)
    ->Arg(44)
    ->Arg(88)
    ->Arg(176)
    ->Arg(278)
    ->Unit(benchmark::kMicrosecond);

// Counted twice by callgrind, so that what happens once drops out: benchmarks/budget.json.
BENCHMARK(contact_steady)->Name("contact_steady_counted")->Arg(21)->Iterations(2);
BENCHMARK(contact_steady)->Name("contact_steady_counted")->Arg(21)->Iterations(12);
BENCHMARK(contact_normal)->Name("contact_normal_counted")->Arg(21)->Iterations(2);
BENCHMARK(contact_normal)->Name("contact_normal_counted")->Arg(21)->Iterations(12);

/// Force given: about 1 300 elements at 44.
void contact_steady_by_force(benchmark::State& state) {
  run(state, ellipse(static_cast<int>(state.range(0))));
}
BENCHMARK(contact_steady_by_force)->Arg(44)->Unit(benchmark::kMicrosecond);

/// Stresses on one layer after the other below n × n elements with pressure and traction along and across.
void subsurface_layer(benchmark::State& state) {
  const Problem p = ellipse(static_cast<int>(state.range(0)));
  StressLayers layers(p.grid, solve(p).tractions);
  double depth = 1e-3;
  for (auto _ : state) benchmark::DoNotOptimize(layers.at(steel, depth += 1e-5));
}
BENCHMARK(subsurface_layer)->Arg(120)->Unit(benchmark::kMicrosecond);

}  // namespace
