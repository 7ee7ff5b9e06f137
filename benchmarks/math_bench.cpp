// The innermost piece of a step: one look into a table.
#include <benchmark/benchmark.h>

#include <array>
#include <cmath>
#include <vector>

#include "flangeway/math/uniform_spline.hpp"

namespace {

// Ten functions on 721 nodes: the size of one gauge slice of a contact table.
flangeway::math::UniformSpline table() {
  std::vector<std::vector<double>> values(10, std::vector<double>(721));
  for (std::size_t c = 0; c < values.size(); ++c) {
    for (std::size_t i = 0; i < values[c].size(); ++i) {
      values[c][i] = std::sin(0.01 * static_cast<double>(i * (c + 1)));
    }
  }
  return {-0.0072, 2e-5, values};
}

void uniform_spline_ten_channels(benchmark::State& state) {
  const flangeway::math::UniformSpline spline = table();
  std::array<double, 10> value{}, first{};
  double x = spline.start();
  for (auto _ : state) {
    x += 1.3e-6;  // a step forward, as a wheelset moves
    if (x > spline.end()) x = spline.start();
    spline.evaluate(x, value.data(), first.data());
    benchmark::DoNotOptimize(value);
    benchmark::DoNotOptimize(first);
  }
}
BENCHMARK(uniform_spline_ten_channels);

}  // namespace
