// Influence coefficients of Boussinesq and Cerruti: displacement differences at the centres of elements due
// to unit tractions on one element (docs/theory/halfspace.md).
#pragma once

#include <vector>

#include "flangeway/contact/patch/problem/problem.hpp"

namespace flangeway::contact::patch {

/// Which coefficients: of nx × ny elements among each other.
struct InfluenceSpec {
  int nx = 0, ny = 0;
  double dx = 0, dy = 0;
  ElasticPair material;
  ElementKind element = ElementKind::constant;
  double shift = 0;  ///< the displacement is taken this far ahead in x of the centre of the element, m
  double layer_flexibility = 0;  ///< as in Problem; without shift only
  double shear_flexibility = 0;  ///< of ThirdBody; a shift is 0 or one element
  [[nodiscard]] bool operator==(const InfluenceSpec&) const = default;
};

/// Displacement u₁ − u₂ at offset (ox, oy) elements from the element that carries a traction of 1 Pa, in
/// m/Pa. Each table has (2nx−1)·(2ny−1) entries, index of (ox, oy): (ox + nx−1) + (2nx−1)(oy + ny−1). xz: in
/// x from pressure; the displacement in z from tractions in x is −xz. Without shift and delay xx, yy, zz are
/// even, xy is odd in both, xz odd in x, yz odd in y.
struct InfluenceTable {
  InfluenceSpec spec;
  std::vector<double> zz, xx, yy, xy;
  std::vector<double> xz, yz;  ///< empty where the pair is not coupled
  [[nodiscard]] std::size_t width() const { return 2 * static_cast<std::size_t>(spec.nx) - 1; }
  /// Index of offset (0, 0).
  [[nodiscard]] std::size_t centre() const {
    return static_cast<std::size_t>(spec.nx - 1) + width() * static_cast<std::size_t>(spec.ny - 1);
  }
};

[[nodiscard]] InfluenceTable influence_table(const InfluenceSpec& spec);

}  // namespace flangeway::contact::patch
