#include "flangeway/contact/halfspace/vector_ops.hpp"

#include "flangeway/math/vector_clones.hpp"

namespace flangeway::contact::halfspace {

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

}  // namespace flangeway::contact::halfspace
