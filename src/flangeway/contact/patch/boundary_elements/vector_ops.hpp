// Loops over long vectors.
#pragma once

#include <cstddef>
#include <vector>

namespace flangeway::contact::patch {

[[nodiscard]] double dot(const double* a, const double* b, std::size_t n);
/// y ← y + factor·x.
void add_scaled(double* y, double factor, const double* x, std::size_t n);
/// y ← y + Σ factor[k]·vectors[k] over the first `count` vectors, block by block, so that y stays in the
/// cache.
void add_combination(double* y, const double* factor, const std::vector<std::vector<double>>& vectors,
                     std::size_t count, std::size_t n);
/// Takes out of v what lies along the first `count` of the orthonormal vectors, in one go (classical
/// Gram–Schmidt): along[k] = v · vectors[k]. Each vector is read twice from memory instead of v with it.
void orthogonalise(double* v, const std::vector<std::vector<double>>& vectors, std::size_t count,
                   std::size_t n, double* along);

}  // namespace flangeway::contact::patch
