// One product with influence coefficients: a field of n × n elements, padded to twice that, is transformed,
// multiplied and transformed back.
#include <benchmark/benchmark.h>
#include <fftw3.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "flangeway/math/lane_fft.hpp"
#include "flangeway/math/real_fft_2d.hpp"

namespace {

using flangeway::math::fast_length;

std::vector<double> field(std::size_t size) {
  std::vector<double> values(size);
  for (std::size_t i = 0; i < size; ++i) values[i] = std::sin(0.7 * static_cast<double>(i));
  return values;
}

template <typename Real>
void ours(benchmark::State& state) {
  const int n = static_cast<int>(state.range(0)), padded = fast_length(2 * n);
  flangeway::math::BasicRealFft2d<Real> transform(padded, padded);
  const std::vector<Real> factor = transform.arranged(std::vector<double>(transform.spectrum_size(), 0.5));
  std::vector<double> in = field(static_cast<std::size_t>(n * n)), out(in.size());
  for (auto _ : state) {
    transform.filter(in.data(), n, n, factor, out.data());
    benchmark::DoNotOptimize(out.data());
  }
}

// FFTW's functions for double and for float.
template <typename Real>
struct Fftw;
template <>
struct Fftw<double> {
  using Complex = fftw_complex;
  using Plan = fftw_plan;
  static constexpr auto forward = fftw_plan_dft_r2c_2d;
  static constexpr auto inverse = fftw_plan_dft_c2r_2d;
  static constexpr auto execute = fftw_execute;
  static constexpr auto destroy = fftw_destroy_plan;
  static constexpr auto allocate = fftw_malloc;
  static constexpr auto release = fftw_free;
};
template <>
struct Fftw<float> {
  using Complex = fftwf_complex;
  using Plan = fftwf_plan;
  static constexpr auto forward = fftwf_plan_dft_r2c_2d;
  static constexpr auto inverse = fftwf_plan_dft_c2r_2d;
  static constexpr auto execute = fftwf_execute;
  static constexpr auto destroy = fftwf_destroy_plan;
  static constexpr auto allocate = fftwf_malloc;
  static constexpr auto release = fftwf_free;
};

template <typename Real>
void fftw(benchmark::State& state) {
  using Library = Fftw<Real>;
  const int n = static_cast<int>(state.range(0)), padded = fast_length(2 * n);
  const std::size_t rows = static_cast<std::size_t>(padded), columns = rows / 2 + 1,
                    elements = static_cast<std::size_t>(n);
  auto* real = static_cast<Real*>(Library::allocate(sizeof(Real) * rows * rows));
  auto* spectrum =
      static_cast<typename Library::Complex*>(Library::allocate(2 * sizeof(Real) * rows * columns));
  const auto forward = Library::forward(padded, padded, real, spectrum, FFTW_MEASURE);
  const auto inverse = Library::inverse(padded, padded, spectrum, real, FFTW_MEASURE);
  const std::vector<double> in = field(elements * elements);
  std::vector<double> out(in.size());
  const std::vector<Real> factor(rows * columns, static_cast<Real>(0.5));
  const double scale = 1.0 / static_cast<double>(rows * rows);
  for (auto _ : state) {
    std::fill(real, real + rows * rows, Real{0});
    for (std::size_t i = 0; i < elements; ++i)
      for (std::size_t j = 0; j < elements; ++j) real[i * rows + j] = static_cast<Real>(in[i * elements + j]);
    Library::execute(forward);
    for (std::size_t i = 0; i < factor.size(); ++i) {
      spectrum[i][0] *= factor[i];
      spectrum[i][1] *= factor[i];
    }
    Library::execute(inverse);
    for (std::size_t i = 0; i < elements; ++i)
      for (std::size_t j = 0; j < elements; ++j)
        out[i * elements + j] = scale * static_cast<double>(real[i * rows + j]);
    benchmark::DoNotOptimize(out.data());
  }
  Library::destroy(forward);
  Library::destroy(inverse);
  Library::release(real);
  Library::release(spectrum);
}

// Half sides of patches: 96, 293, 2 500, 50 000 and 200 000 elements.
void sizes(benchmark::internal::Benchmark* bench) {
  for (const int n : {10, 17, 50, 224, 448}) bench->Arg(n);
}
BENCHMARK(ours<double>)->Apply(sizes);
BENCHMARK(fftw<double>)->Apply(sizes);
BENCHMARK(ours<float>)->Apply(sizes);
BENCHMARK(fftw<float>)->Apply(sizes);

}  // namespace
