// Solves linear equations by flexible GMRES [Saad1993]. Private to the folder.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "flangeway/contact/patch/boundary_elements/vector_ops.hpp"

namespace flangeway::contact::patch {

/// Kept between calls: orthonormal vectors, and what the preconditioner made of them.
struct KrylovWork {
  std::vector<std::vector<double>> basis, directions;
};

/// x with ‖b − J x‖ ≤ part · ‖b‖, from x = 0. `product(q, y)`: y = J q; `inverse(r, z)`: z ≈ J⁻¹ r, which may
/// be another one at each call. Returns the norm of what is left, which is more where 60 vectors were not
/// enough.
template <typename Product, typename Inverse>
double solve_by_gmres(const std::vector<double>& b, double part, const Product& product,
                      const Inverse& inverse, KrylovWork& work, std::vector<double>& x) {
  constexpr std::size_t most = 60;
  const std::size_t size = b.size();
  x.assign(size, 0.0);
  const double start = std::sqrt(dot(b.data(), b.data(), size));
  if (start == 0) return 0;
  if (work.basis.size() < most + 1) work.basis.resize(most + 1), work.directions.resize(most);
  double h[most + 1][most], cosine[most], sine[most], g[most + 1];
  work.basis[0].resize(size);
  for (std::size_t i = 0; i < size; ++i) work.basis[0][i] = b[i] / start;
  g[0] = start;
  std::size_t m = 0;
  while (m < most && std::abs(g[m]) > part * start) {
    work.directions[m].resize(size);
    work.basis[m + 1].resize(size);
    inverse(work.basis[m].data(), work.directions[m].data());
    double* v = work.basis[m + 1].data();
    product(work.directions[m].data(), v);
    double along[most + 1];
    orthogonalise(v, work.basis, m + 1, size, along);
    for (std::size_t k = 0; k <= m; ++k) h[k][m] = along[k];
    const double length = std::sqrt(dot(v, v, size));
    if (length > 0) {
      for (std::size_t i = 0; i < size; ++i) v[i] /= length;
    }
    for (std::size_t k = 0; k < m; ++k) {
      const double upper = h[k][m];
      h[k][m] = cosine[k] * upper + sine[k] * h[k + 1][m];
      h[k + 1][m] = -sine[k] * upper + cosine[k] * h[k + 1][m];
    }
    const double radius = std::hypot(h[m][m], length);
    cosine[m] = radius > 0 ? h[m][m] / radius : 1;
    sine[m] = radius > 0 ? length / radius : 0;
    h[m][m] = radius;
    g[m + 1] = -sine[m] * g[m];
    g[m] *= cosine[m];
    ++m;
    if (length == 0) break;
  }
  const double rest = std::abs(g[m]);
  for (std::size_t k = m; k-- > 0;) {
    double y = g[k];
    for (std::size_t l = k + 1; l < m; ++l) y -= h[k][l] * g[l];
    g[k] = h[k][k] != 0 ? y / h[k][k] : 0;
  }
  add_combination(x.data(), g, work.directions, m, size);
  return rest;
}

}  // namespace flangeway::contact::patch
