#include "flangeway/contact/patch/boundary_elements/vector_ops.hpp"

#include <algorithm>

#include "flangeway/math/vector_clones.hpp"

namespace flangeway::contact::patch {
namespace {

constexpr std::size_t block = 2048;  // numbers: half of a first-level cache

}  // namespace

// Eight sums side by side, so that the loop runs in vector registers; the order is fixed.
FLANGEWAY_VECTOR_CLONES
double dot(const double* __restrict a, const double* __restrict b, std::size_t n) {
  double sum[8] = {0, 0, 0, 0, 0, 0, 0, 0};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (std::size_t k = 0; k < 8; ++k) sum[k] += a[i + k] * b[i + k];
  }
  for (; i < n; ++i) sum[0] += a[i] * b[i];
  return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}

FLANGEWAY_VECTOR_CLONES
void add_scaled(double* __restrict y, double factor, const double* __restrict x, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) y[i] += factor * x[i];
}

void add_combination(double* y, const double* factor, const std::vector<std::vector<double>>& vectors,
                     std::size_t count, std::size_t n) {
  for (std::size_t i = 0; i < n; i += block)
    for (std::size_t k = 0; k < count; ++k)
      add_scaled(y + i, factor[k], vectors[k].data() + i, std::min(block, n - i));
}

void orthogonalise(double* v, const std::vector<std::vector<double>>& vectors, std::size_t count,
                   std::size_t n, double* along) {
  std::fill_n(along, count, 0.0);
  for (std::size_t i = 0; i < n; i += block)
    for (std::size_t k = 0; k < count; ++k)
      along[k] += dot(v + i, vectors[k].data() + i, std::min(block, n - i));
  for (std::size_t i = 0; i < n; i += block)
    for (std::size_t k = 0; k < count; ++k)
      add_scaled(v + i, -along[k], vectors[k].data() + i, std::min(block, n - i));
}

}  // namespace flangeway::contact::patch
