// Conversions between structs of batches and structs of doubles.
#pragma once

#include <algorithm>

#include "flangeway/math/batch.hpp"

namespace flangeway::math {

/// Four neighbouring numbers.
[[nodiscard]] inline Batch load(const double* from) {
  Batch values;
  values.lanes =
      *reinterpret_cast<const Batch::Anywhere*>(from);  // a Batch must be aligned, these need not be
  return values;
}

/// In each of the four.
[[nodiscard]] inline Batch larger(const Batch& a, const Batch& b) {
  return select(a > b, a, b);
}
/// Largest of the four values.
[[nodiscard]] inline double largest(const Batch& values) {
  return std::max({values[0], values[1], values[2], values[3]});
}

/// Puts four structs of doubles side by side: the inverse of scatter(), with the same demands on Form.
template <template <typename> class Form>
inline void gather(const Form<double>* const (&from)[batch_size], Form<Batch>& values) {
  static_assert(sizeof(Form<Batch>) == batch_size * sizeof(Form<double>));
  constexpr std::size_t count = sizeof(Form<double>) / sizeof(double), whole = count - count % batch_size;
  auto* to = reinterpret_cast<Batch*>(&values);
  const auto *a = reinterpret_cast<const double*>(from[0]), *b = reinterpret_cast<const double*>(from[1]),
             *c = reinterpret_cast<const double*>(from[2]), *d = reinterpret_cast<const double*>(from[3]);
  for (std::size_t i = 0; i < whole; i += batch_size) {
    Batch block[] = {load(a + i), load(b + i), load(c + i), load(d + i)};
    transpose(block);
    for (std::size_t k = 0; k < batch_size; ++k) to[i + k] = block[k];
  }
  for (std::size_t i = whole; i < count; ++i) to[i] = {a[i], b[i], c[i], d[i]};
}

}  // namespace flangeway::math
