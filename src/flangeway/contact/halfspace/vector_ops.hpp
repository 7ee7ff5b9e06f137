// Loops over long vectors.
#pragma once

#include <cstddef>

namespace flangeway::contact::halfspace {

[[nodiscard]] double dot(const double* a, const double* b, std::size_t n);
/// y ← y + factor·x.
void add_scaled(double* y, double factor, const double* x, std::size_t n);

}  // namespace flangeway::contact::halfspace
