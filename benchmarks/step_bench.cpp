// Cost of a run: one step of the Manchester wagon, and the tables that it needs.
#include <benchmark/benchmark.h>

#include <cmath>
#include <filesystem>
#include <optional>
#include <vector>

#include "flangeway/geometry/kec.hpp"
#include "flangeway/geometry/lookup.hpp"
#include "flangeway/integrate/fixed_steps.hpp"
#include "flangeway/profile/standard.hpp"
#include "flangeway/simulate/advance.hpp"
#include "flangeway/vehicle_case/compile.hpp"

namespace {

using namespace flangeway;

const std::filesystem::path cases = std::filesystem::path(FLANGEWAY_SOURCE_DIR) / "models/cases";

// A millisecond by ABM4 through the irregular curve: one step, or, where elastic contact asks for it, two;
// items are milliseconds, so items/s over 1000 is the real-time factor.
void manchester_step(benchmark::State& state, const char* method, const char* patch = "hertz",
                     const char* creep = "contact.creep={}") {
  Findings findings;
  const auto model = vehicle_case::load_case(
      cases / "manchester_r500_irregular.toml",
      {std::string("contact.method=") + method, std::string("contact.patch=") + patch, creep}, findings);
  findings.throw_if_any();
  std::optional<simulate::Simulation> simulation;
  std::optional<simulate::Advance> advance;
  const double size = model->integration.step;
  const long parts = std::lround(1e-3 / size);
  long step = 0;
  for (auto _ : state) {
    if (step % (25000 * parts) == 0) {  // the end of the track: from the start again
      simulation.emplace(*model);
      advance.emplace(*simulation, std::make_unique<integrate::FixedSteps>(integrate::FixedStepOptions{
                                       .method = integrate::FixedMethod::abm4, .step = size}));
      step = 0;
    }
    for (long part = 0; part < parts; ++part, ++step) {
      const EvalStatus status = advance->step();
      if (status != EvalStatus::ok) state.SkipWithError("the step failed");
    }
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(manchester_step, kec, "kec")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(manchester_step, kec_polach, "kec", "hertz", "contact.creep.law=polach")
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(manchester_step, lut, "lut")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(manchester_step, elastic, "elastic")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(manchester_step, strip, "elastic", "strip")->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(manchester_step, halfspace, "elastic", "halfspace")->Unit(benchmark::kMicrosecond);

geometry::WheelsetGeometry s1002_60e1() {
  const auto wheel = *profile::standard_profile("s1002"), rail = *profile::standard_profile("60e1");
  geometry::RailPlacement placement;
  placement.gauge = 1.435;
  placement.inclination = 0.025;
  return geometry::make_geometry(wheel, wheel, rail, rail, 0.75, 0.46, placement);
}

void lookup_table_361_x_11(benchmark::State& state) {
  const geometry::WheelsetGeometry pair = s1002_60e1();
  for (auto _ : state) benchmark::DoNotOptimize(geometry::make_lookup(pair, {}));
}
BENCHMARK(lookup_table_361_x_11)->Unit(benchmark::kMillisecond);

void kec_profile(benchmark::State& state) {
  const geometry::WheelsetGeometry pair = s1002_60e1();
  for (auto _ : state) benchmark::DoNotOptimize(geometry::make_kec(pair, {}));
}
BENCHMARK(kec_profile)->Unit(benchmark::kMillisecond);

}  // namespace
